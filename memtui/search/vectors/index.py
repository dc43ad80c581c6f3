"""What every vector index promises, and how one is brought in line with the vector cache."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from memtui.search.unit import Vectors

# Equal vectors get cosines that differ behind these digits, by how the sums were made.
DIGITS = 6

# How Chroma arranges vectors. With its own 16 neighbours, 19 of 300 facts that say nearly the same
# were not found by their own vector; with 64, none, at the same speed.
HNSW = {"space": "cosine", "max_neighbors": 64, "ef_construction": 200, "ef_search": 200}

Near = tuple[str, float]


class VectorIndex(Protocol):
    """Vectors of length one under opaque keys; what a key stands for never changes.

    Every method raises `INDEX_UNAVAILABLE` when the index cannot be used any more: search goes on
    with another one, and nothing is lost.
    """

    @property
    def name(self) -> str:
        """What to call it: "exact search", "Chroma"."""
        ...

    @property
    def batch(self) -> int:
        """How many it takes at a time quickly, and still soon enough to be stopped."""
        ...

    def add(self, keys: Sequence[str], vectors: Vectors) -> None:
        """Add vectors; a key that is there already keeps one vector, the new one."""
        ...

    def remove(self, keys: Iterable[str]) -> None:
        """Remove vectors; keys that are not there are passed over."""
        ...

    def forget(self, keys: Iterable[str]) -> None:
        """Remove vectors and leave nothing of them on disk.

        Others may go with them, and are then missing from `keys` until they are added again.
        """
        ...

    def query(self, vector: Vectors, count: int) -> list[Near]:
        """The nearest vectors with their cosines, nearest first, equals by key."""
        ...

    def keys(self) -> frozenset[str]:
        """All keys that are there."""
        ...

    def close(self) -> None:
        """Let go of files and connections; a second time does nothing."""
        ...


class Source(Protocol):
    """What an index is derived from."""

    def keys(self) -> frozenset[str]:
        """All keys that an index should have."""
        ...

    def vectors(self, keys: Sequence[str]) -> tuple[list[str], Vectors]:
        """The vectors of some keys, with the keys that are still there, in the same order."""
        ...


def nearest_first(found: Iterable[Near]) -> list[Near]:
    """Keys by their cosines, equals by key; the same order from every index."""
    rounded = [(key, round(cosine, DIGITS)) for key, cosine in found]
    return sorted(rounded, key=lambda near: (-near[1], near[0]))


def bring_in_line(
    index: VectorIndex,
    source: Source,
    *,
    stopped: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> bool:
    """Give an index what its source has, and take away what it has not.

    Args:
        index: The index.
        source: What it is derived from.
        stopped: Asked between batches; what was added until then stays.
        progress: Told how many of how many were added.

    Returns:
        Whether it was finished.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE`, see `VectorIndex`.
    """
    there, wanted = index.keys(), source.keys()
    if there and not there & wanted:
        # All was made anew: quicker than to remove them one by one, and a broken folder is mended.
        index.forget(there)
    else:
        index.remove(there - wanted)
    missing = list(wanted - index.keys())
    for at in range(0, len(missing), index.batch):
        if stopped():
            return False
        index.add(*source.vectors(missing[at : at + index.batch]))
        progress(min(at + index.batch, len(missing)), len(missing))
    return True
