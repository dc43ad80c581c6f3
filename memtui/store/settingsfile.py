"""`memory.toml`: read with the standard library, rewritten so that comments stay."""

import tomllib
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Rules
from memtui.settings import Settings, settings_from


def read_settings(path: Path) -> tuple[Settings, tuple[str, ...]]:
    """The settings in a file, and the names of those that memtui does not know.

    Raises:
        MemtuiError: `SETTINGS_UNREADABLE`.
    """
    return settings_of(text_of(path), path.name)


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
    return settings_from(document, where=name)


def rules_of(settings: Settings) -> Rules:
    """What the settings say about things."""
    return Rules.of(
        settings.attributes.many, settings.attributes.aliases, settings.subjects.aliases
    )


class Rewriting:
    """Puts other rules into settings texts, and knows to take that back to the byte."""

    def __init__(self) -> None:
        self._turned: deque[tuple[str, str]] = deque(maxlen=100)

    def with_rules(self, text: str, rules: Rules, old: Rules) -> str:
        """A settings text with other rules; what stays the same is not touched."""
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
