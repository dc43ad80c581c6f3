"""Why a search answered as it did: for any fact its places, its scores, and what kept it out.

Nothing is ranked here: it tells what `Ranking` found, and where each retriever alone has a fact.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memtui.errors import MemtuiError
from memtui.facts.fact import Fact
from memtui.search.days import Span
from memtui.search.gathering import MeaningSide
from memtui.search.ranking import Asked, Ranking
from memtui.store.memory import Memory

# Each retriever is asked for all it has.
_ALL = 1_000_000


@dataclass(frozen=True, slots=True)
class Place:
    """Where one retriever alone has a fact, among all facts of the memory; 1 is the best."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Explained:
    """One fact.

    Args:
        fact: The fact.
        place: Its place in the answer, from 1; `None` = it is not in it.
        words: Its place by words and its share of the question's words; `None` = it has none.
        meaning: Its place by meaning and its cosine; `None` = it has no vector yet, or meaning
            was not asked.
        fused: Words and meaning together; `None` = it was no candidate.
        score: What it is ranked by, with what counts beside both; `None` as `fused`, but a fact
            that was lifted has one.
        counts: What counts beside words and meaning, one phrase each.
        outcome: One sentence: why it is in the answer, or what kept it out.
    """

    fact: Fact
    place: int | None
    words: Place | None
    meaning: Place | None
    fused: float | None
    score: float | None
    counts: tuple[str, ...]
    outcome: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """A question explained.

    Args:
        facts: The answer in its order, then the candidates that are not in it, what holds first;
            one fact where one was asked for.
        time: The time that the question names.
        weight: What a whole match of words counts beside a cosine.
        problem: Why meaning did not answer.
    """

    facts: tuple[Explained, ...]
    time: Span | None
    weight: float
    problem: MemtuiError | None


def explain(
    memory: Memory, asked: Asked, meaning: MeaningSide | None = None, id: str | None = None
) -> Explanation:
    """Explain what `answer(memory, asked, meaning)` says.

    Args:
        memory: Where it was searched.
        asked: The question and its conditions.
        meaning: Search by meaning, as it was given to `answer`.
        id: Explain this fact alone, whether it was a candidate or not; a unique prefix will do.

    Returns:
        Every candidate, or the one fact.

    Raises:
        MemtuiError: `FACT_UNKNOWN` when no fact has this id.
    """
    ranking = Ranking.of(memory, asked, meaning)
    first, then = ranking.placed()
    answer = [fact.id for fact in (*first, *then)]
    if id is None:
        rest = sorted(ranking.facts, key=lambda id_: (-ranking.scores[id_], id_))
        kept_out = [fact.id for fact in (*ranking.holding(), *ranking.not_holding())]
        facts = [ranking.facts[id_] for id_ in dict.fromkeys((*answer, *kept_out, *rest))]
    else:
        facts = memory.facts(history=True, ids=[memory.fact(id).id])
    ids = [fact.id for fact in facts]
    words = _by_words(memory, ranking)
    cosines = _by_meaning(ranking, meaning, ids)
    explained = []
    for fact in facts:
        place = answer.index(fact.id) + 1 if fact.id in answer else None
        explained.append(
            Explained(
                fact,
                place,
                words.get(fact.id),
                cosines.get(fact.id),
                ranking.fused(fact),
                ranking.scores.get(fact.id),
                tuple(ranking.counts(fact)) if fact.id in ranking.scores else (),
                _capital(ranking.hit(fact).why)
                if place
                else _kept_out(ranking, fact, words, cosines, (len(first), len(then))),
            )
        )
    return Explanation(tuple(explained), ranking.time, ranking.found.weight, ranking.found.problem)


def _by_words(memory: Memory, ranking: Ranking) -> dict[str, Place]:
    scores: dict[str, float] = {}
    for wording in ranking.question.wordings:
        for hit in memory.words(wording, limit=_ALL):
            scores[hit.id] = max(hit.score, scores.get(hit.id, 0.0))
    return _places(scores)


def _by_meaning(
    ranking: Ranking, meaning: MeaningSide | None, ids: Sequence[str]
) -> dict[str, Place]:
    if meaning is None or ranking.found.problem or not ranking.question.wordings[0].strip():
        return {}
    return _places(meaning.search(ranking.question.wordings[0], count=_ALL, also=ids).cosines)


def _places(scores: Mapping[str, float]) -> dict[str, Place]:
    best = sorted(scores, key=lambda id_: (-scores[id_], id_))
    return {id_: Place(rank, scores[id_]) for rank, id_ in enumerate(best, start=1)}


def _kept_out(
    ranking: Ranking,
    fact: Fact,
    words: Mapping[str, Place],
    cosines: Mapping[str, Place],
    places: tuple[int, int],
) -> str:
    """What kept a fact out of the answer."""
    asked = ranking.asked
    if not asked.said_in_time(fact):
        days = [f"{name} {day}" for name, day in (("since", asked.since), ("until", asked.until))
                if day]  # fmt: skip
        return f"Left out: it was said on {fact.said}, asked is for {' and '.join(days)}."
    if not asked.admits(fact):
        return "Left out: it does not meet the filter."
    if asked.as_of and not asked.holds(fact):
        if fact.said > asked.as_of:
            return f"Left out: it was said on {fact.said}, after {asked.as_of}."
        return f"Left out: on {asked.as_of} it did not hold any more. {_ended(fact)}"
    if asked.current and not fact.current:
        return f"Left out: only what holds now is asked for. {_ended(fact)}"
    if fact.id not in ranking.scores:
        return f"Not among the candidates: {_why_no_candidate(fact, words, cosines)}."
    for_holding, for_others = places
    if asked.holds(fact):
        return _below(ranking.holding(), fact, for_holding, "hold")
    told = _below(ranking.not_holding(), fact, for_others, "do not hold now")
    return f"{told} {_ended(fact)}"


def _why_no_candidate(fact: Fact, words: Mapping[str, Place], cosines: Mapping[str, Place]) -> str:
    by_words, by_meaning = words.get(fact.id), cosines.get(fact.id)
    told = [
        f"{by_words.rank - 1} facts match the words better"
        if by_words
        else "it has none of the words that tell"
    ]
    if by_meaning:
        told.append(f"{by_meaning.rank - 1} are nearer in meaning")
    elif cosines:
        told.append("its meaning is not indexed yet")
    return ", and ".join(told)


def _below(facts: Iterable[Fact], fact: Fact, places: int, do: str) -> str:
    ids = [each.id for each in facts]
    place = ids.index(fact.id) + 1
    return f"Place {place} of {len(ids)} candidates that {do}; the answer has room for {places}."


def _ended(fact: Fact) -> str:
    if fact.replaced_by:
        return f"It was replaced by [{fact.replaced_by}] on {fact.until}."
    return f"It ended on {fact.until}." if fact.until else "It holds now."


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
