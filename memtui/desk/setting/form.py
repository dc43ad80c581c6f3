"""One setting of `memory.toml`: how it is typed, read and shown."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from typing import Any

from memtui.desk.setting.checks import refused
from memtui.facts.text import visible
from memtui.servers.addresses import (
    LOGIN_SHOWN,
    is_near,
    parted,
    read_address,
    without_login,
)
from memtui.settings import LEAST_SECONDS, MOST_SECONDS, SECONDS, Settings

_NEW = Settings()


class Form(StrEnum):
    """How it is typed: a line (`EXACT`: spaces at its ends count), a number of seconds, a text a
    line, `this = that` a line, one of some, yes or no."""

    TEXT = "text"
    EXACT = "exact"
    NUMBER = "number"
    LIST = "list"
    TABLE = "table"
    CHOICE = "choice"
    SWITCH = "switch"


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of `memory.toml`.

    Args:
        name: Its dotted name there.
        group: Under which heading it stands.
        label: What it is, in a few words.
        about: What it does, in a sentence.
        form: How it is typed.
        choices: What there is to choose from, each with what it means.
        empty: What counts while nothing is set.
        check: Refuses a value that cannot be, with the reason.
        sends: What would be sent to the server that the value names.
    """

    name: str
    group: str
    label: str
    about: str
    form: Form = Form.TEXT
    choices: tuple[tuple[str, str], ...] = ()
    empty: str = "not set"
    check: Callable[[Any], None] | None = None
    sends: str = ""

    def of(self, settings: Settings) -> Any:
        """The value in some settings."""
        return reduce(getattr, self.name.split("."), settings)

    def typed(self, settings: Settings) -> str:
        """The value as it would be typed; in place of a password stand dots."""
        text = self._as_typed(self.of(settings))
        if not self.sends:
            return text
        scheme, login, rest = parted(text)
        return f"{scheme}{LOGIN_SHOWN}@{rest}" if login else text

    def shown(self, settings: Settings) -> str:
        """The value in one line; an address without its password."""
        return self.told(self.of(settings))

    def told(self, value: Any) -> str:
        """Any value of it in one line."""
        text = self._as_typed(value)
        if self.form in (Form.LIST, Form.TABLE):
            text = ", ".join(visible(line) for line in text.splitlines())
        elif self.sends:
            text = without_login(text)
        elif self.form is Form.NUMBER and text:
            text = f"{text} seconds"
        elif self.form is Form.EXACT and text:
            text = f"“{text}”"
        return visible(text) or self.empty

    def _as_typed(self, value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, Mapping):
            return "\n".join(f"{one} = {other}" for one, other in value.items())
        if isinstance(value, tuple | list):
            return "\n".join(map(str, value))
        return f"{value:g}" if isinstance(value, float) else str(value)

    def read(self, text: str, settings: Settings = _NEW) -> Any:
        """The value that a text gives; `None` takes the setting out of the file.

        Args:
            text: What is typed.
            settings: What counts now, whose password the dots of `typed` stand for.

        Raises:
            MemtuiError: `SETTINGS_UNREADABLE` with the reason.
        """
        value = _READ[self.form](self, text)
        if self.sends and value is not None:
            login = parted(self.of(settings))[1]
            value = value.replace(f"{LOGIN_SHOWN}@", login, 1) if login else value
        if self.check and value is not None:
            self.check(value)
        return value

    def warning(self, value: Any) -> str:
        """What is to be said of a value that can be."""
        if not self.sends or value is None:
            return ""
        host = read_address(value).host
        return "" if is_near(host) else f"{self.sends} would be sent to {visible(host)}."


def _text(setting: Setting, text: str) -> str | None:
    return text.strip() or None


def _exact(setting: Setting, text: str) -> str | None:
    return text if text.strip() else None


def _number(setting: Setting, text: str) -> float | None:
    if not text.strip():
        return None
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not LEAST_SECONDS <= value <= MOST_SECONDS:
        raise refused(f"{visible(text.strip())} is not a number of {SECONDS}.")
    return value


def _list(setting: Setting, text: str) -> list[str] | None:
    lines = [line.strip() for line in text.splitlines()]
    return list(dict.fromkeys(filter(None, lines))) or None


def _table(setting: Setting, text: str) -> dict[str, str] | None:
    table: dict[str, str] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        one, equals, other = (part.strip() for part in line.partition("="))
        if not (one and equals and other):
            raise refused(f"{visible(line)} is not of the form: this = that.")
        if one in table:
            raise refused(f"{visible(one)} stands there twice.")
        table[one] = other
    return table or None


def _choice(setting: Setting, text: str) -> str | None:
    value = text.strip().casefold()
    if value and value not in dict(setting.choices):
        names = ", ".join(name for name, _ in setting.choices)
        raise refused(f"{visible(text.strip())} is none of {names}.")
    return value or None


def _switch(setting: Setting, text: str) -> bool | None:
    value = _choice(setting, text)
    return None if value is None else value == "yes"


_READ: Mapping[Form, Callable[[Setting, str], Any]] = {
    Form.TEXT: _text,
    Form.EXACT: _exact,
    Form.NUMBER: _number,
    Form.LIST: _list,
    Form.TABLE: _table,
    Form.CHOICE: _choice,
    Form.SWITCH: _switch,
}
