"""Candidates for an answer: what words and meaning find, as many as the conditions let through."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Fact
from memtui.search.fusion import CANDIDATES, fused
from memtui.store.memory import Memory

# When conditions let too few through, so many times more are looked at.
_DEEPER = 4
_ALL = 1_000_000

Condition = Callable[[Fact], bool]


class Meant(Protocol):
    """What a question means: cosines of facts by id, and how much words weigh beside them."""

    @property
    def cosines(self) -> Mapping[str, float]:
        """Of the facts that are nearest, and of those that were asked about."""
        ...

    @property
    def weight(self) -> float:
        """How much words weigh."""
        ...


class MeaningSide(Protocol):
    """Search by meaning."""

    def search(self, query: str, *, count: int = CANDIDATES, also: Iterable[str] = ()) -> Meant:
        """The facts nearest to a question, and the cosines of others.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE`: words alone answer.
        """
        ...


@dataclass(frozen=True, slots=True)
class Found:
    """Candidates: the facts, how much each side thinks of them, and both together.

    `weight` is what one whole match of words is worth in `scores`. `problem` tells why meaning
    did not answer.
    """

    facts: Mapping[str, Fact]
    words: Mapping[str, float]
    cosines: Mapping[str, float]
    scores: Mapping[str, float]
    weight: float
    problem: MemtuiError | None = None


def gather(
    memory: Memory,
    wordings: Collection[str],
    meaning: MeaningSide | None,
    *,
    enough: int = CANDIDATES,
    condition: Condition | None = None,
    wanted: Condition | None = None,
    sides: Collection[bool | None] = (True, False),
) -> Found:
    """Find candidates.

    Args:
        memory: Where to look.
        wordings: Ways to ask the same; a fact's words count as in the one that suits it best.
        meaning: Search by meaning, where there is one; it is asked the first wording.
        enough: How many facts are wanted from each retriever.
        condition: What facts must meet.
        wanted: What facts should meet; more are looked at until enough meet both.
        sides: Whether to look for current facts (`True`), replaced ones (`False`), each for
            itself, so that much history crowds nothing out, or all at once (`None`).
    """
    facts: dict[str, Fact] = {}

    def many(ids: Iterable[str]) -> int:
        return sum(wanted is None or wanted(facts[id_]) for id_ in ids)

    def met(ids: Iterable[str]) -> list[str]:
        ids = list(ids)
        missing = [id_ for id_ in ids if id_ not in facts]
        if missing:
            facts.update((fact.id, fact) for fact in memory.facts(history=True, ids=missing))
        return [id_ for id_ in ids if id_ in facts and (condition is None or condition(facts[id_]))]

    words: dict[str, float] = {}
    for wording in wordings:
        for side in sides:
            for id_, score in _by_words(memory, wording, side, enough, met, many):
                words[id_] = max(score, words.get(id_, 0.0))
    question = next(iter(wordings), "")
    if meaning is None or not question.strip():
        return Found(facts, words, {}, dict(words), 1.0)
    try:
        cosines, weight = _by_meaning(meaning, question, words, enough, met, facts, many)
    except MemtuiError as error:
        if error.code is not Code.INDEX_UNAVAILABLE:
            raise
        return Found(facts, words, {}, dict(words), 1.0, error)
    scores = {each.id: each.score for each in fused(cosines, words, weight)}
    return Found(facts, words, cosines, scores, weight)


def _by_words(
    memory: Memory,
    wording: str,
    side: bool | None,
    enough: int,
    met: Callable[[Iterable[str]], list[str]],
    many: Callable[[Iterable[str]], int],
) -> list[tuple[str, float]]:
    limit = enough
    while True:
        hits = {hit.id: hit.score for hit in memory.words(wording, limit=limit, current=side)}
        good = met(hits)
        if many(good) >= enough or len(hits) < limit:
            return [(id_, hits[id_]) for id_ in good]
        limit = min(limit * _DEEPER, _ALL)


def _by_meaning(
    meaning: MeaningSide,
    question: str,
    words: Collection[str],
    enough: int,
    met: Callable[[Iterable[str]], list[str]],
    facts: Mapping[str, Fact],
    many: Callable[[Iterable[str]], int],
) -> tuple[dict[str, float], float]:
    """Cosines of the nearest facts that are let through, and of those that words found.

    The many versions of one thing are near each other: more are looked at until enough things are
    there.
    """
    count = enough
    while True:
        meant = meaning.search(question, count=count, also=words)
        good = met(meant.cosines)
        things = {(facts[id_].subject, facts[id_].attribute) for id_ in good}
        if (
            min(len(things), many(good)) >= enough // 2
            or len(meant.cosines) < count
            or count >= _ALL
        ):
            return {id_: meant.cosines[id_] for id_ in good}, meant.weight
        count = min(count * _DEEPER, _ALL)
