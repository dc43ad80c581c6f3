"""A block of memory for any prompt: what always stands, then what a message recalls.

In a budget of characters, each line with id, day and source, framed as data (`quoting`). What a
message recalls must be close to it: small talk recalls nothing. How close was measured on 74
messages beside the demo memory: of 46 that ask nothing of it 1 recalls something, of 28 that do 27.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median

from memtui.desk.quoting import fact_line, framed
from memtui.errors import MemtuiError
from memtui.facts.fact import Fact
from memtui.facts.text import fold
from memtui.search.naming import read_names
from memtui.search.ranking import Answer, Asked
from memtui.store.memory import Memory

BUDGET = 2_400
LEAST_BUDGET = 300
PIN = "pin"
# Of a message longer than this, what it ends with is what it asks.
_QUERY_LIMIT = 2_000
# So many are looked at: what is close stands out among what is not.
_LOOKED_AT = 24
# What recalls a fact by itself: how far above the middle of the answer its cosine is, in whole
# matches of words, and what share of the message's words it has.
_CLOSE, _WORDS = 0.35, 0.5
_ENOUGH = 8


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
        answer = search(Asked(asked, _LOOKED_AT))
        problem = answer.problem
        there = {fact.id for fact in standing}
        recalled = [fact for fact in recalled_by(memory, asked, answer) if fact.id not in there]
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


def recalled_by(memory: Memory, message: str, answer: Answer) -> list[Fact]:
    """The facts in an answer that are close enough to a message to be told unasked.

    Those are whose subject it names, or that its words and meaning together come close to.
    """
    names = read_names(message, memory.rules, memory.settings.me.names)
    named = names.subjects(hit.fact.subject for hit in answer.hits)
    cosines = [hit.meaning for hit in answer.hits if hit.meaning is not None]
    close = _CLOSE * answer.weight if len(cosines) >= _ENOUGH else 0.0
    middle = median(cosines) if close else 0.0
    facts = []
    for hit in answer.hits:
        nearness = (hit.words or 0.0) / _WORDS if hit.matched else 0.0
        if hit.meaning is not None and close:
            nearness += (hit.meaning - middle) / close
        if hit.fact.subject in named or nearness >= 1:
            facts.append(hit.fact)
    return facts


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
