"""`memory.toml`: read with the standard library, rewritten so that comments stay."""

import tomllib
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from typing import Any

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Rules
from memtui.settings import Settings, settings_from


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
        self._turned: deque[tuple[str, str]] = deque(maxlen=100)
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
            self.settings, self.unknown = settings_of(text_of(self.path), self.path.name)
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
                f"In {self.path.name}, `me.time_zone` {zone!r} is no time zone known here.",
                "Give a name such as `Europe/Lisbon`, or take the line out.",
            ) from None

    def with_rules(self, text: str, rules: Rules, old: Rules) -> str:
        """A settings text with other rules; to the byte what it was, where that is taken back."""
        for one, other in self._turned:
            for here, there in ((one, other), (other, one)):
                if here == text and rules_of(settings_of(there, "")[0]) == rules:
                    return there
        changes: dict[str, Any] = {}
        if rules.many != old.many:
            changes["attributes.many"] = list(rules.many) or None
        if rules.attributes != old.attributes:
            changes["attributes.aliases"] = dict(rules.attributes) or None
        if rules.subjects != old.subjects:
            changes["subjects.aliases"] = dict(rules.subjects) or None
        new = with_values(text, changes)
        self._turned.append((text, new))
        return new


def text_of(path: Path) -> str:
    """The text of a settings file; empty when there is none.

    Raises:
        MemtuiError: `SETTINGS_UNREADABLE`.
    """
    try:
        return path.read_bytes().decode()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(path.name, str(error)) from None


def settings_of(text: str, name: str) -> tuple[Settings, tuple[str, ...]]:
    """The settings in a text, and the names of those that memtui does not know.

    Raises:
        MemtuiError: `SETTINGS_UNREADABLE`.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _unreadable(name, str(error)) from None
    settings, unknown = settings_from(document, where=name)
    if settings.never_save:
        from memtui.facts.never import check_never

        check_never(settings.never_save, name)
    return settings, unknown


def rules_of(settings: Settings) -> Rules:
    """What the settings say about things."""
    return Rules.of(
        settings.attributes.many,
        settings.attributes.aliases,
        settings.subjects.aliases,
        settings.never_save,
    )


def with_values(text: str, changes: Mapping[str, Any]) -> str:
    """A settings text with some values (by dotted names) changed; `None` takes one out."""
    import tomlkit

    document = tomlkit.parse(text)
    for dotted, value in changes.items():
        *sections, name = dotted.split(".")
        table: Any = document
        for section in sections:
            if section not in table:
                table[section] = tomlkit.table()
            table = table[section]
        if value is None:
            table.pop(name, None)
        elif isinstance(value, Mapping) and isinstance(table.get(name), Mapping):
            _replace(table[name], value)
        else:
            table[name] = value
    return tomlkit.dumps(document)


def _replace(table: Any, value: Mapping[str, Any]) -> None:
    for key in [key for key in table if key not in value]:
        del table[key]
    for key, each in value.items():
        if table.get(key) != each:
            table[key] = each


def _unreadable(name: str, problem: str) -> MemtuiError:
    return MemtuiError(
        Code.SETTINGS_UNREADABLE,
        f"{name} cannot be read: {problem}.",
        "Correct it in an editor; nothing was changed.",
    )
