"""What a note edited by a person is held to, and what is recorded in it, before it is written."""

from datetime import date, datetime

from memtui.errors import Code, MemtuiError
from memtui.facts.admitting import revised
from memtui.facts.drafting import checked, checked_part, refuse_new
from memtui.facts.fact import Draft, Fact
from memtui.store.notes import as_written, read_note


def note_before(data: bytes) -> Fact | None:
    """What a note said as it was opened; `None` where it could not be read."""
    try:
        return read_note(data)
    except MemtuiError:
        return None


def note_after(
    id_: str, was: Fact | None, data: bytes, *, now: datetime, today: date, never: tuple[str, ...]
) -> Fact:
    """What the note is to say, with its whole text as `carried`: as it was left, and when it was
    edited and what it said before, as a correction records it.

    Args:
        id_: The fact whose note it is.
        was: What it said.
        data: The whole file as it was left.
        now: The moment, aware, in UTC.
        today: The person's day.
        never: The person's own rules of what is never kept.

    Raises:
        MemtuiError: `NOTE_UNREADABLE`, `FACT_EMPTY`, `FACT_TOO_LONG`, `FACT_SENSITIVE`,
            `DATE_UNREADABLE` for a day to come.
    """
    fact = read_note(data)
    if fact.id != id_:
        raise MemtuiError(
            Code.NOTE_UNREADABLE,
            f"The id in it is {fact.id} now, and was {id_}.",
            "Leave the id as it was; a adds another fact.",
        )
    if fact.last_said > today:
        raise MemtuiError(
            Code.DATE_UNREADABLE,
            f"It was said on {fact.last_said}, which has not come yet.",
            f"Write {today} or an earlier day.",
        )
    if was is None:
        checked(Draft(fact.subject, fact.attribute, fact.fact), today, never)
        return fact
    for part, text in (
        ("subject", fact.subject),
        ("attribute", fact.attribute),
        ("fact", fact.fact),
    ):
        if text != getattr(was, part):
            checked_part(part, text)
    refuse_new(never, was, fact)
    if _own(fact) == _own(was):
        return fact
    return as_written(revised(was, fact, now.replace(microsecond=0), never), before=fact)


def _own(fact: Fact) -> tuple[object, ...]:
    """What a correction can change."""
    return fact.subject, fact.attribute, fact.fact, fact.sayings, fact.tags
