"""Facts moved from one memory to another: written there first, and only then forgotten here.

Whatever happens in between, no fact is in neither: after a crash it is in both, and moving it
again finishes the work.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from memtui.desk.desk import Desk
from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Fact
from memtui.facts.keeping import Change, Forget, Import
from memtui.facts.text import sentence_key
from memtui.store.memory import Memory
from memtui.store.progress import Doing, Progress, untold


@dataclass(frozen=True, slots=True)
class Moved:
    """What a move did: the change here, and how many facts were new there."""

    change: Change
    to: str
    moved: int
    known: int


def going(desk: Desk, ids: Iterable[str], *, history: bool) -> list[Fact]:
    """The facts that would go, oldest first; with `history` what held before each of them too.

    Raises:
        MemtuiError: `FACT_UNKNOWN`, `NOTE_UNREADABLE`.
    """
    facts: dict[str, Fact] = {}
    for id_ in ids:
        fact = desk.memory.fact(id_)
        if history:
            timeline = desk.memory.timeline(fact.subject, fact.attribute)
            place = next(n for n, each in enumerate(timeline) if each.id == fact.id)
            facts.update((each.id, desk.memory.fact(each.id)) for each in timeline[:place])
        facts[fact.id] = fact
    return list(facts.values())


def move(
    desk: Desk, facts: Iterable[Fact], home: Path, name: str, *, progress: Progress = untold
) -> Moved:
    """Move facts to another memory.

    Args:
        desk: The memory that they leave.
        facts: What `going` gave.
        home: The folder of all memories.
        name: The memory that they go to; it must be there.
        progress: Told how far it is; may raise `Stopped` until they are there.

    Raises:
        MemtuiError: `MEMORY_UNKNOWN`, `MEMORY_BUSY`, `MEMORY_READONLY`; what an import refuses.
            Nothing was forgotten then.
    """
    facts = tuple(facts)
    if name.casefold() == desk.memory.name.casefold():
        raise MemtuiError(
            Code.NAME_UNUSABLE, "They are in this memory already.", "Choose another one."
        )
    there = Memory.open(home, name, clock=desk.clock)
    try:
        there.refresh()
        arrived = there.apply(Import(facts), progress=progress)
        _refuse_if_missing(there, facts)
    finally:
        there.close()

    def go_on(_: Doing, done: int, of: int) -> None:
        # Stopped now they would be in both.
        progress(Doing.PLACING, done, of)

    change = desk.apply(Forget(tuple(fact.id for fact in facts)), progress=go_on)
    new = len({edit.id for edit in arrived.edits if edit.before is None})
    return Moved(change, name, len(facts), max(0, len(facts) - new))


def _refuse_if_missing(there: Memory, facts: Iterable[Fact]) -> None:
    """Make sure that each statement is there, before it is forgotten here."""
    for fact in facts:
        sentence = sentence_key(fact.fact)
        days = {
            day
            for each in there.timeline(fact.subject, fact.attribute)
            if sentence_key(each.fact) == sentence
            for day in (each.said, *each.also_said)
        }
        if not {fact.said, *fact.also_said} <= days:
            raise MemtuiError(
                Code.MEMORY_CHANGED,
                f"“{fact.fact}” did not arrive in {there.name}. Nothing was forgotten here.",
                "Look at that memory, and move it again.",
            )
