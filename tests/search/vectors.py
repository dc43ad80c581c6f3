"""Vectors for tests, and a source of them that is no vector cache."""

from collections.abc import Iterable, Sequence

import numpy as np

from memtui.search.unit import Vectors, unit_rows


def random_vectors(count: int, *, width: int = 16, seed: int = 0) -> Vectors:
    """Vectors that look like nothing in particular, the same ones each time."""
    numbers = np.random.default_rng(seed).normal(size=(count, width))
    return unit_rows(numbers, count, "chance")


class Shelf:
    """A `Source` in memory."""

    def __init__(self, keys: Iterable[str], vectors: Vectors) -> None:
        self.of = dict(zip(keys, vectors, strict=True))

    def keys(self) -> frozenset[str]:
        return frozenset(self.of)

    def vectors(self, keys: Sequence[str]) -> tuple[list[str], Vectors]:
        there = [key for key in keys if key in self.of]
        rows = [self.of[key] for key in there]
        return there, np.array(rows, dtype=np.float32)


def shelf(count: int, *, width: int = 16, seed: int = 0) -> Shelf:
    """A source of so many vectors under keys `k0`, `k1`…"""
    return Shelf((f"k{at}" for at in range(count)), random_vectors(count, width=width, seed=seed))
