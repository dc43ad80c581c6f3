"""What holds lifted by what it replaced: an old sentence may match where today's does not.

Where a question names whose thing it asks about, what holds of it counts as much as its best
sentence ever did. Where only what was said of somebody once matches ("who works at Siemens"), the
question may be for those of whom it holds: then half of that.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from memtui.facts.fact import Fact, Rules
from memtui.facts.things import Key, is_many, thing_key
from memtui.search.scoring import Named
from memtui.store.memory import Memory

Holds = Callable[[Fact], bool]

# Of what the better sentence has ahead, where nobody is named: 0 to 0.6 are equally good on 64
# questions asked of three days by a value ("who works at Siemens"), 1 misses two thirds.
_SHARE = 0.5


class Lift(NamedTuple):
    """A fact that holds, the one through which it is lifted, and the score that it has then."""

    fact: Fact
    through: Fact
    score: float


def lifts(
    memory: Memory,
    facts: Mapping[str, Fact],
    scores: Mapping[str, float],
    named: Mapping[str, Named],
    *,
    holds: Holds,
    admits: Holds,
    unfound: float,
    most: int,
) -> list[Lift]:
    """What holds of things of which something else matched better.

    Args:
        memory: Where they are.
        facts: The candidates.
        scores: Their scores.
        named: What the question names of each.
        holds: Whether a fact holds (on the day asked for).
        admits: Whether one that holds may be in the answer.
        unfound: The score of a fact that nothing found.
        most: Through so many facts at most, the best ones.
    """
    key_of = _keys(memory.rules)
    best: dict[Key, Fact] = {}
    holding: dict[Key, Fact] = {}
    for id_ in sorted(facts, key=lambda id_: (-scores[id_], id_)):
        fact = facts[id_]
        key = key_of(fact)
        if key is None:
            continue
        if holds(fact):
            holding[key] = fact
        elif key not in best and len(best) < most:
            best[key] = fact
    unseen = {(fact.subject, fact.attribute) for key, fact in best.items() if key not in holding}
    for fact in memory.facts_of(unseen) if unseen else ():
        if holds(fact) and admits(fact) and (key := key_of(fact)):
            holding[key] = fact
    found = []
    for key in best.keys() & holding.keys():
        fact, through = holding[key], best[key]
        own = scores.get(fact.id, unfound)
        ahead = scores[through.id] - own
        if ahead > 0 or fact.id not in scores:
            share = 1.0 if Named.SUBJECT in named[through.id] else _SHARE
            found.append(Lift(fact, through, own + share * ahead))
    return found


def _keys(rules: Rules) -> Callable[[Fact], Key | None]:
    """Gives a fact's thing; `None` where values do not replace each other."""
    keys: dict[tuple[str, str], Key | None] = {}

    def key_of(fact: Fact) -> Key | None:
        name = fact.subject, fact.attribute
        if name not in keys:
            keys[name] = None if is_many(*name, rules) else thing_key(*name, rules)
        return keys[name]

    return key_of
