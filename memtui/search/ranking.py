"""Which facts answer a query, and in which order: what holds first, what held before after it.

A hit on a fact that was replaced lifts the one that holds now, so that today's answer comes first
even when only yesterday's wording matches; the last third of the places is kept for the best of
what was replaced.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from memtui.facts.fact import Fact, Rules
from memtui.facts.things import Key, is_many, thing_key
from memtui.store.memory import Memory
from memtui.store.words import asked, prepared

_CANDIDATES = 50
# Whoever asks about a day must not lose its facts to newer ones, however many match.
_ALL = 1_000_000
# What people put around words.
_AROUND = "“”‘’\"'.,;:!?()[]"


@dataclass(frozen=True, slots=True)
class Hit:
    """One fact that answers.

    `why` tells what matched, `citation` how to point at it; `score` is comparable within one
    answer only.
    """

    fact: Fact
    why: str
    citation: str
    score: float


@dataclass(frozen=True, slots=True)
class _Lift:
    """A fact that holds, found through one that does not."""

    fact: Fact
    through: Fact
    score: float


def search(
    memory: Memory,
    query: str,
    *,
    k: int = 8,
    as_of: date | None = None,
    current: bool = False,
) -> list[Hit]:
    """Find facts.

    Args:
        memory: Where to look.
        query: Words, in any order.
        k: At most so many.
        as_of: Only what held on this day, instead of now.
        current: Leave history out.

    Returns:
        The facts that hold (on the day asked for), best first, then those that do not.
    """
    scores = _scores(memory, query, k=k, as_of=as_of)
    matched = memory.facts(history=True, ids=list(scores))
    holding = {fact.id: fact for fact in matched if _holds(fact, as_of)}
    rest = [fact for fact in matched if fact.id not in holding]
    lifts = _lifts(memory, rest, scores, as_of)
    holding |= {id_: lift.fact for id_, lift in lifts.items()}

    def best(fact: Fact) -> float:
        lifted = lifts[fact.id].score if fact.id in lifts else 0.0
        return max(scores.get(fact.id, 0.0), lifted)

    first = sorted(holding.values(), key=lambda fact: (-best(fact), -fact.last_said.toordinal()))
    then = [] if current or as_of else _spread(memory.rules, rest, scores)
    kept_for_history = min(len(then), k // 3 if k > 2 else k - 1)
    first = first[: k - kept_for_history]
    then = then[: k - len(first)]
    return [
        Hit(fact, _why(fact, query, scores, lifts), f"[{fact.id}]", best(fact))
        for fact in (*first, *then)
    ]


def _scores(memory: Memory, query: str, *, k: int, as_of: date | None) -> dict[str, float]:
    if as_of:
        hits = memory.words(query, limit=_ALL)
    else:
        # Each for itself, so that much history of one thing crowds nothing out.
        limit = max(_CANDIDATES, 4 * k)
        hits = [
            *memory.words(query, limit=limit, current=True),
            *memory.words(query, limit=limit, current=False),
        ]
    return {hit.id: hit.score for hit in hits}


def _spread(rules: Rules, facts: Iterable[Fact], scores: dict[str, float]) -> list[Fact]:
    """Facts by score, the best of each thing before the second of any."""
    seen: Counter[Key] = Counter()
    ranks: dict[str, int] = {}
    best_first = sorted(facts, key=lambda fact: -scores[fact.id])
    for fact in best_first:
        key = thing_key(fact.subject, fact.attribute, rules)
        ranks[fact.id] = seen[key]
        seen[key] += 1
    return sorted(best_first, key=lambda fact: ranks[fact.id])


def _holds(fact: Fact, as_of: date | None) -> bool:
    if as_of is None:
        return fact.current
    return fact.said <= as_of and (fact.until is None or as_of < fact.until)


def _lifts(
    memory: Memory, rest: Iterable[Fact], scores: dict[str, float], as_of: date | None
) -> dict[str, _Lift]:
    """What holds where only something else matched, each with the best of what lifts it."""
    rules = memory.rules
    best: dict[Key, Fact] = {}
    for fact in rest:
        if is_many(fact.subject, fact.attribute, rules):
            continue
        key = thing_key(fact.subject, fact.attribute, rules)
        if key not in best or scores[fact.id] > scores[best[key].id]:
            best[key] = fact
    things = {(fact.subject, fact.attribute) for fact in best.values()}
    lifts = {}
    for fact in memory.facts_of(things):
        through = best.get(thing_key(fact.subject, fact.attribute, rules))
        if through and _holds(fact, as_of):
            lifts[fact.id] = _Lift(fact, through, scores[through.id])
    return lifts


def _why(fact: Fact, query: str, scores: dict[str, float], lifts: dict[str, _Lift]) -> str:
    if fact.id in scores:
        return f"matches {_matched(fact, query)}"
    through = lifts[fact.id].through
    return f"holds instead of “{through.fact}”, which matches {_matched(through, query)}"


def _matched(fact: Fact, query: str) -> str:
    """Which words of the query a fact has, in the form in which they are found."""
    texts = (fact.subject, fact.attribute, fact.fact, fact.source)
    days = [fact.said, *fact.also_said, *([fact.until] if fact.until else [])]
    there = set(prepared(texts, days).split())
    found = [word for word in dict.fromkeys(query.split()) if _is_among(word, there)]
    return ", ".join(f"“{word.strip(_AROUND)}”" for word in found) or "the query"


def _is_among(word: str, there: set[str]) -> bool:
    terms = [term for group in asked(word) for term in group]
    return any(
        term in there or (term.endswith("*") and any(each.startswith(term[:-1]) for each in there))
        for term in terms
    )
