"""One score from two retrievers: `cos + weight · lex`, pure.

`lex` is the score of a word search (`WordHit`): about 1 when every word of the question is there,
however rare, and small for a question in another language, whose words are unknown.
"""

from collections.abc import Mapping
from typing import NamedTuple

# From each side so many are candidates.
CANDIDATES = 50
# The weight in spreads of question–fact cosines; 2 to 4 are equally good (LoCoMo, 252 splits).
SPREADS = 3.0


class Scored(NamedTuple):
    """A candidate with its score and what it is made of; `None` where a side has nothing."""

    id: str
    score: float
    cosine: float | None
    lex: float | None


def fused(cosines: Mapping[str, float], words: Mapping[str, float], weight: float) -> list[Scored]:
    """All candidates of both sides, best first, equals by id.

    Args:
        cosines: Of all candidates that have a vector, those found by words alone included.
        words: `lex` of those that have words of the question.
        weight: How much words weigh, see `SPREADS`.
    """
    # A fact without a vector yet is taken as no nearer than any other candidate.
    least = min(cosines.values(), default=0.0)
    scored = [
        Scored(
            id_,
            cosines.get(id_, least) + weight * words.get(id_, 0.0),
            cosines.get(id_),
            words.get(id_),
        )
        for id_ in cosines.keys() | words.keys()
    ]
    return sorted(scored, key=lambda each: (-round(each.score, 6), each.id))
