"""What a program sent, read value by value; what is wrong is named."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from memtui.errors import Code, MemtuiError
from memtui.facts.text import visible


class Arguments:
    """The members of one JSON object.

    Args:
        values: The object.
        known: The names that may stand in it; another one is refused, as it would do nothing.
    """

    def __init__(self, values: Any, known: Sequence[str]) -> None:
        if not isinstance(values, Mapping):
            raise unreadable("A JSON object is wanted.")
        unknown = sorted(str(name) for name in values if name not in known)
        if unknown:
            raise unreadable(f"`{unknown[0][:60]}` is not known here; there is {_list(known)}.")
        self._values = values

    def has(self, name: str) -> bool:
        """Whether a value was given."""
        return self._values.get(name) is not None

    def text(self, name: str, *, most: int = 4_000, default: str | None = None) -> str:
        """A text; without a default it must be there and not be empty."""
        value = self._values.get(name)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or (default is None and not value.strip()):
            raise unreadable(f"`{name}` should be a text that is not empty.")
        if len(value) > most:
            raise unreadable(f"`{name}` has {len(value):,} characters; at most {most:,} are read.")
        if not _encodable(value):
            raise unreadable(f"`{name}` holds characters that are no text.")
        return value

    def question(self) -> str:
        """What is searched for; something of it must be seen."""
        query = self.text("query")
        if not visible(query):
            raise unreadable("`query` should be a text that is not empty.")
        return query

    def number(self, name: str, *, least: int, most: int, default: int) -> int:
        """A whole number."""
        value = self._values.get(name)
        if value is None:
            return default
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise unreadable(f"`{name}` should be a whole number from {least:,} to {most:,}.")
        return value

    def flag(self, name: str, *, default: bool = False) -> bool:
        """True or false."""
        value = self._values.get(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise unreadable(f"`{name}` should be true or false.")
        return value

    def day(self, name: str) -> date | None:
        """A day, written `YYYY-MM-DD`."""
        value = self._values.get(name)
        if value is None:
            return None
        if isinstance(value, str) and len(value) == 10 and value.isascii():
            try:
                return date.fromisoformat(value)
            except ValueError:
                pass
        raise unreadable(f"`{name}` should be a day such as 2026-10-12.")

    def texts(self, name: str, *, most: int, long: int) -> tuple[str, ...]:
        """A list of at most so many texts, each at most so long; empty when there is none."""
        value = self._values.get(name)
        if value is None:
            return ()
        if (
            not isinstance(value, list)
            or len(value) > most
            or not all(isinstance(each, str) and 0 < len(each) <= long for each in value)
            or not all(map(_encodable, value))
        ):
            raise unreadable(
                f"`{name}` should be a list of at most {most} texts, each at most {long} long."
            )
        return tuple(value)

    def objects(self, name: str) -> list[Any]:
        """A list with something in it."""
        value = self._values.get(name)
        if not isinstance(value, list) or not value:
            raise unreadable(f"`{name}` should be a list that is not empty.")
        return value


def unreadable(message: str) -> MemtuiError:
    """A request that cannot be understood."""
    return MemtuiError(Code.REQUEST_UNREADABLE, message, "Nothing was done.")


def _encodable(text: str) -> bool:
    return not any("\ud800" <= each <= "\udfff" for each in text)


def _list(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) if names else "nothing to give"
