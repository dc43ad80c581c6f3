"""`memory.toml`: read with the standard library, rewritten so that comments stay."""

import re
import tomllib
from collections import deque
from collections.abc import Mapping, Set
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Rules
from memtui.settings import Settings, settings_from

if TYPE_CHECKING:
    from memtui.facts.keeping import Change


_LINE = re.compile(r"at line (\d+)")


class SettingsFile:
    """A memory's settings as they stand in its file; `changed` until someone takes note."""

    def __init__(self, path: Path) -> None:
        """Read the settings.

        Raises:
            MemtuiError: `SETTINGS_UNREADABLE`.
        """
        self.path = path
        self.settings = Settings()
        self.rules = Rules()
        self.unknown: tuple[str, ...] = ()
        self._stamp: tuple[int, ...] | None = None
        self._turned: deque[tuple[str, str, Set[str]]] = deque(maxlen=100)
        self.look()
        self.changed = False

    def look(self) -> None:
        """Read the file if it changed.

        Raises:
            MemtuiError: `SETTINGS_UNREADABLE`.
        """
        stamp: tuple[int, ...] = ()
        with suppress(FileNotFoundError):
            found = self.path.stat()
            stamp = (found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino)
        if stamp != self._stamp:
            self.settings, self.unknown = settings_of(text_of(self.path), str(self.path))
            self.rules = rules_of(self.settings)
            self._stamp = stamp
            self.changed = True

    def take_note(self) -> bool:
        """Whether the settings changed since this was last asked."""
        changed, self.changed = self.changed, False
        return changed

    def today(self, now: datetime) -> date:
        """The person's day.

        Raises:
            MemtuiError: `SETTINGS_UNREADABLE` when their time zone is unknown.
        """
        zone = self.settings.me.time_zone
        if not zone:
            return now.astimezone().date()
        from zoneinfo import ZoneInfo

        try:
            return now.astimezone(ZoneInfo(zone)).date()
        except (KeyError, ValueError, OSError):
            raise MemtuiError(
                Code.SETTINGS_UNREADABLE,
                f"In {self.path}, `me.time_zone` {zone!r} is no time zone known here.",
                "Give a name such as `Europe/Lisbon`, or take the line out.",
            ) from None

    def turning(self, values: Mapping[str, Any]) -> "Change":
        """The change that gives settings (by dotted names) other values; `None` takes one out."""
        from memtui.facts.keeping import Change, Turned

        text = text_of(self.path)
        turned = (Turned(name, value_in(text, name), after) for name, after in values.items())
        return Change(settings=tuple(each for each in turned if each.before != each.after))

    def stands_as(self, change: "Change") -> bool:
        """Whether what a change sets stands as it is before that change."""
        text = text_of(self.path)
        same = all(value_in(text, each.name) == each.before for each in change.settings)
        return same and (change.rules is None or change.rules[0] == self.rules)

    def after(self, change: "Change", text: str) -> str:
        """A settings text after a change.

        Where that takes back what was changed here, it is to the byte what it was.

        Raises:
            MemtuiError: `SETTINGS_UNREADABLE` when a value is of the wrong kind.
        """
        values = _values(change)
        for one, other, names in self._turned:
            for here, there in ((one, other), (other, one)):
                if (here, names) == (text, values.keys()) and all(
                    value_in(there, name) == value for name, value in values.items()
                ):
                    return there
        new = with_values(text, values)
        settings_of(new, self.path.name)
        self._turned.append((text, new, values.keys()))
        return new


def _values(change: "Change") -> dict[str, Any]:
    """What a change sets, by dotted names."""
    values: dict[str, Any] = {each.name: each.after for each in change.settings}
    if change.rules:
        old, new = change.rules
        if new.many != old.many:
            values["attributes.many"] = list(new.many) or None
        if new.attributes != old.attributes:
            values["attributes.aliases"] = dict(new.attributes) or None
        if new.subjects != old.subjects:
            values["subjects.aliases"] = dict(new.subjects) or None
    return values


def text_of(path: Path) -> str:
    """The text of a settings file; empty when there is none.

    Raises:
        MemtuiError: `SETTINGS_UNREADABLE`.
    """
    try:
        return path.read_bytes().decode()
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise _unreadable(str(path), "it is not UTF-8") from None
    except OSError as error:
        raise _unreadable(str(path), error.strerror or str(error)) from None


def settings_of(text: str, name: str) -> tuple[Settings, tuple[str, ...]]:
    """The settings in a text, and the names of those that memtui does not know.

    Raises:
        MemtuiError: `SETTINGS_UNREADABLE`.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _unreadable(name, _place_of(error)) from None
    settings, unknown = settings_from(document, where=name)
    if settings.never_save:
        from memtui.facts.never import check_never

        check_never(settings.never_save, name)
    _check_addresses(settings, name)
    return settings, unknown


def _check_addresses(settings: Settings, name: str) -> None:
    """Refuse addresses that no server can have; none is ever said with its password."""
    for key, text, bare in (
        ("extractor.url", settings.extractor.url, True),
        ("embedder.url", settings.embedder.url, False),
        ("index.chroma", settings.index.chroma, False),
    ):
        if text:
            from memtui.servers.addresses import AddressError, check_address

            try:
                check_address(text, bare=bare)
            except AddressError as problem:
                raise MemtuiError(
                    Code.SETTINGS_UNREADABLE,
                    f"In {name}, `{key}` is no address of a server: {problem.why}.",
                    "Write it there like http://127.0.0.1:11434; nothing was changed.",
                ) from None


def rules_of(settings: Settings) -> Rules:
    """What the settings say about things."""
    return Rules.of(
        settings.attributes.many,
        settings.attributes.aliases,
        settings.subjects.aliases,
        settings.never_save,
    )


def value_in(text: str, dotted: str) -> Any | None:
    """The value that a settings text has under a dotted name; `None` when there is none."""
    found = _found(tomllib.loads(text), dotted)
    return None if found is None else found[0][found[1]]


def with_values(text: str, changes: Mapping[str, Any]) -> str:
    """A settings text with some values (by dotted names) changed; `None` takes one out."""
    import tomlkit

    document = tomlkit.parse(text)
    for dotted, value in changes.items():
        found = _found(document, dotted)
        if value is None:
            if found:
                del found[0][found[1]]
        elif found and isinstance(value, Mapping) and isinstance(found[0][found[1]], Mapping):
            _replace(found[0][found[1]], value)
        elif found:
            found[0][found[1]] = value
        else:
            *sections, name = dotted.split(".")
            table: Any = document
            for section in sections:
                if section not in table:
                    table[section] = tomlkit.table()
                table = table[section]
            table[name] = value
    return tomlkit.dumps(document)


def _found(table: Any, dotted: str) -> tuple[Any, str] | None:
    """The table that holds what a dotted name names, and its key there, which may have dots."""
    if dotted in table:
        return table, dotted
    for section in table:
        if dotted.startswith(f"{section}.") and isinstance(table[section], Mapping):
            found = _found(table[section], dotted.removeprefix(f"{section}."))
            if found:
                return found
    return None


def _replace(table: Any, value: Mapping[str, Any]) -> None:
    for key in [key for key in table if key not in value]:
        del table[key]
    for key, each in value.items():
        if table.get(key) != each:
            table[key] = each


def _place_of(error: tomllib.TOMLDecodeError) -> str:
    """Where a text is no TOML."""
    found = _LINE.search(str(error))
    return f"line {found[1]} is not TOML" if found else "its end is missing"


def _unreadable(name: str, problem: str) -> MemtuiError:
    return MemtuiError(
        Code.SETTINGS_UNREADABLE,
        f"{name} cannot be read: {problem}.",
        "Correct it in an editor; nothing was changed.",
    )
