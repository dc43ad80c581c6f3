"""Days as people write them, on the command line and in dialogs."""

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta

from memtui.errors import Code, MemtuiError
from memtui.facts.text import visible

_BACK = {"today": 0, "yesterday": 1}
_STRETCH = re.compile(r"([0-9]{4})(?:-(0[1-9]|1[0-2]))?")
_HINT = "Write it like 2026-10-12, or say today or yesterday."
_STRETCH_HINT = "Write it like 2026-10-12, 2026-10 or 2026, or say today or yesterday."


@dataclass(frozen=True, slots=True)
class Day:
    """A day that was asked for: a date, or so many days before whatever today is."""

    of: date | None = None
    back: int = 0

    def on(self, today: date) -> date:
        """The date that it is."""
        return self.of or today - timedelta(days=self.back)


def read_day(text: str) -> Day:
    """Read `YYYY-MM-DD`, `today` or `yesterday`.

    Raises:
        MemtuiError: `DATE_UNREADABLE` for anything else, and for days that no calendar has.
    """
    word = text.strip().casefold()
    if word in _BACK:
        return Day(back=_BACK[word])
    try:
        if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", word):
            return Day(date.fromisoformat(word))
    except ValueError:
        pass
    raise _unreadable(text, _HINT)


def read_first_day(text: str) -> Day:
    """Read the day from which on something is wanted; of a year or month alone, its first.

    Raises:
        MemtuiError: `DATE_UNREADABLE` for what is no year, no month and nothing `read_day` reads.
    """
    return _read_stretch(text)[0]


def read_last_day(text: str) -> Day:
    """Read the day up to which something is wanted; of a year or month alone, its last.

    Raises:
        MemtuiError: As `read_first_day` does.
    """
    return _read_stretch(text)[1]


def typed_day(text: str, today: date) -> date | None:
    """The day that was typed; nothing typed is `None`.

    Raises:
        MemtuiError: As `read_day` does.
    """
    return read_day(text).on(today) if text.strip() else None


def _read_stretch(text: str) -> tuple[Day, Day]:
    """The first and last day of a year, a month, or a single day."""
    try:
        if written := _STRETCH.fullmatch(text.strip()):
            year, month = int(written[1]), int(written[2] or 0)
            first, last = month or 1, month or 12
            end = date(year, last, monthrange(year, last)[1])
            return Day(date(year, first, 1)), Day(end)
        day = read_day(text)
    except (ValueError, MemtuiError) as error:
        raise _unreadable(text, _STRETCH_HINT) from error
    return day, day


def _unreadable(text: str, hint: str) -> MemtuiError:
    return MemtuiError(Code.DATE_UNREADABLE, f"“{visible(text)}” is not a day.", hint)
