"""Days as people type them."""

from datetime import date, timedelta

from memtui.errors import Code, MemtuiError
from memtui.facts.text import visible

_BACK = {"today": 0, "yesterday": 1}


def read_day(text: str, today: date) -> date | None:
    """Read `2026-10-12`, `today` or `yesterday`; nothing typed is `None`.

    Raises:
        MemtuiError: `DATE_UNREADABLE` for anything else, and for days that no calendar has.
    """
    word = text.strip().casefold()
    if not word:
        return None
    if word in _BACK:
        return today - timedelta(days=_BACK[word])
    try:
        if len(word) != 10:
            raise ValueError
        return date.fromisoformat(word)
    except ValueError:
        raise MemtuiError(
            Code.DATE_UNREADABLE,
            f"“{visible(text)}” is not a day.",
            "Write it like 2026-10-12, or today, or yesterday.",
        ) from None
