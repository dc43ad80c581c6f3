"""Days as people write them, on the command line and in dialogs."""

import re
from dataclasses import dataclass
from datetime import date, timedelta

from memtui.errors import Code, MemtuiError
from memtui.facts.text import visible

_BACK = {"today": 0, "yesterday": 1}


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
    raise MemtuiError(
        Code.DATE_UNREADABLE,
        f"“{visible(text)}” is not a day.",
        "Write it like 2026-10-12, or say today or yesterday.",
    )


def typed_day(text: str, today: date) -> date | None:
    """The day that was typed; nothing typed is `None`.

    Raises:
        MemtuiError: As `read_day` does.
    """
    return read_day(text).on(today) if text.strip() else None
