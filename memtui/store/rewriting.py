"""What a note edited by a person is held to before it is written."""

from datetime import date

from memtui.errors import Code, MemtuiError
from memtui.facts.drafting import checked
from memtui.facts.fact import Draft
from memtui.facts.keeping import Change, Edit
from memtui.store.notes import read_note


def check_note(id_: str, data: bytes, today: date, never: tuple[str, ...]) -> None:
    """Refuse a note that could not be read, is another fact's, or says what may not be kept.

    Args:
        id_: The fact whose note it is.
        data: The whole file.
        today: The person's day.
        never: The person's own rules of what is never kept.

    Raises:
        MemtuiError: `NOTE_UNREADABLE`, `FACT_EMPTY`, `FACT_TOO_LONG`, `FACT_SENSITIVE`.
    """
    fact = read_note(data)
    if fact.id != id_:
        raise MemtuiError(
            Code.NOTE_UNREADABLE,
            f"The id in it is {fact.id} now, and was {id_}.",
            "Leave the id as it was; a adds another fact.",
        )
    checked(Draft(fact.subject, fact.attribute, fact.fact), today, never)


def rewritten(id_: str, before: bytes, after: bytes) -> Change:
    """The change that a note edited by a person is; an empty one where `before` is no note."""
    try:
        was = read_note(before)
    except MemtuiError:
        return Change()
    return Change((Edit(id_, was, read_note(after)),))
