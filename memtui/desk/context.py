"""A block of memory for any prompt: what always stands, then what a message recalls.

In a budget of characters, each line with id, day and source, framed as data (`quoting`). What a
message recalls must be close to it: small talk recalls nothing.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from memtui.desk.quoting import fact_line, framed
from memtui.errors import MemtuiError
from memtui.facts.fact import Fact
from memtui.facts.text import fold
from memtui.search.ranking import Answer, Asked, Hit
from memtui.store.memory import Memory

BUDGET = 2_400
LEAST_BUDGET = 300
PIN = "pin"
_STATE = "recalls"
# Of a message longer than this, what it ends with is what it asks.
_QUERY_LIMIT = 2_000
_RECALLED = 24


@dataclass(frozen=True, slots=True)
class Block:
    """What goes into a prompt; `text` is empty when there is nothing to say.

    `left_out` counts the lines that did not fit.
    """

    text: str
    standing: tuple[Fact, ...] = ()
    recalled: tuple[Fact, ...] = ()
    left_out: int = 0
    problem: MemtuiError | None = None


def block(
    memory: Memory, search: Callable[[Asked], Answer], query: str, *, budget: int = BUDGET
) -> Block:
    """Make the block for a message.

    Args:
        memory: The memory.
        search: Finds what answers.
        query: The message; when empty only what always stands is told.
        budget: At most so many characters, from `LEAST_BUDGET` on.
    """
    standing = standing_facts(memory)
    recalled: list[Fact] = []
    problem = None
    asked = query.strip()[-_QUERY_LIMIT:]
    if asked:
        answer = search(Asked(asked, _RECALLED))
        problem = answer.problem
        there = {fact.id for fact in standing}
        recalled = [hit.fact for hit in answer.hits if recalls(hit) and hit.fact.id not in there]
    # Half of the room at least is for what was asked, the rest for what always stands.
    room = budget - len(framed([]))
    lines_standing = _fitting(standing, room // 2 if recalled else room)
    used = sum(len(line) + 1 for line in lines_standing.values())
    lines_recalled = _fitting(recalled, room - used)
    told = {**lines_standing, **lines_recalled}
    return Block(
        framed(told.values()) if told else "",
        tuple(fact for fact in standing if fact.id in lines_standing),
        tuple(fact for fact in recalled if fact.id in lines_recalled),
        len(standing) + len(recalled) - len(told),
        problem,
    )


def standing_facts(memory: Memory) -> list[Fact]:
    """What is told always: current facts tagged `pin`, then those about the person."""
    me = {fold(name) for name in (*memory.settings.me.names, "me")}
    facts = memory.facts()
    pinned = [fact for fact in facts if PIN in map(fold, fact.tags)]
    mine = [fact for fact in facts if fold(fact.subject) in me and fact not in pinned]
    return [*_newest_first(pinned), *_newest_first(mine)]


def recalls(hit: Hit) -> bool:
    """Whether a hit is close enough to a message to be told unasked."""
    return bool(hit.words) or hit.meaning is not None


def _fitting(facts: Iterable[Fact], room: int) -> dict[str, str]:
    """The lines that fit, in order; a long one is passed over for those after it."""
    lines: dict[str, str] = {}
    for fact in facts:
        line = fact_line(fact)
        if len(line) + 1 <= room:
            lines[fact.id] = line
            room -= len(line) + 1
    return lines


def _newest_first(facts: Iterable[Fact]) -> list[Fact]:
    return sorted(facts, key=lambda fact: fact.last_said, reverse=True)


@dataclass(frozen=True, slots=True)
class Recalls:
    """How often a fact went into a prompt, and when last."""

    times: int
    last: date


class Counted:
    """How often each fact of a memory was recalled, kept in its state by id alone."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def of(self, id_: str) -> Recalls | None:
        """How often a fact was recalled; `None` when never."""
        times, last = self._read().get(id_, (0, ""))
        return Recalls(times, date.fromisoformat(last)) if times else None

    def add(self, facts: Iterable[Fact], on: date) -> None:
        """Count one recall of each."""
        counts = self._read()
        for fact in facts:
            counts[fact.id] = (counts.get(fact.id, (0, ""))[0] + 1, on.isoformat())
        self._memory.write_state(_STATE, {id_: list(each) for id_, each in counts.items()})

    def _read(self) -> dict[str, tuple[int, str]]:
        state: Any = self._memory.read_state(_STATE)
        if not isinstance(state, dict):
            return {}
        return {
            id_: (each[0], each[1])
            for id_, each in state.items()
            if isinstance(each, list) and len(each) == 2 and isinstance(each[0], int)
        }
