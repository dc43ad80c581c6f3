"""What search by meaning tells: what a question means, and how the search stands."""

from collections.abc import Mapping
from dataclasses import dataclass

from memtui.errors import MemtuiError


@dataclass(frozen=True, slots=True)
class Meant:
    """What a question means: the cosines of candidates, and how much words weigh beside them."""

    cosines: Mapping[str, float]
    weight: float


@dataclass(frozen=True, slots=True)
class Standing:
    """How search by meaning stands: what embeds and searches, how far it is, what is wrong."""

    embedder: str
    serving: str
    index: str
    done: int
    total: int
    problem: MemtuiError | None
