"""Exact search: the query against every vector, in memory. Always right, and quick at this size.

Measured: 8 ms a query for 10,000 vectors, 20 ms for 100,000.
"""

import threading
from collections.abc import Iterable, Sequence

import numpy as np

from memtui.search.unit import Vectors
from memtui.search.vectors.index import DIGITS, Near, nearest_first


class ExactIndex:
    """A `VectorIndex` in memory alone; may be used from several threads."""

    name = "exact search"
    batch = 10_000

    def __init__(self) -> None:
        self._rows: dict[str, int] = {}
        self._keys: list[str] = []
        self._matrix: Vectors = np.empty((0, 0), dtype=np.float32)
        self._lock = threading.Lock()

    def add(self, keys: Sequence[str], vectors: Vectors) -> None:
        """See `VectorIndex`."""
        with self._lock:
            self._make_room(len(self._keys) + len(keys), vectors)
            rows = []
            for key in keys:
                rows.append(self._rows.setdefault(key, len(self._keys)))
                if rows[-1] == len(self._keys):
                    self._keys.append(key)
            first = len(self._keys) - len(rows)
            if keys and rows == list(range(first, len(self._keys))):
                # One piece is written quicker than row by row.
                self._matrix[first : len(self._keys)] = vectors
            elif keys:
                self._matrix[rows] = vectors

    def remove(self, keys: Iterable[str]) -> None:
        """See `VectorIndex`."""
        with self._lock:
            for key in keys:
                row = self._rows.pop(key, None)
                if row is None:
                    continue
                last = self._keys.pop()
                if last != key:
                    self._keys[row] = last
                    self._rows[last] = row
                    self._matrix[row] = self._matrix[len(self._keys)]

    forget = remove

    def query(self, vector: Vectors, count: int) -> list[Near]:
        """See `VectorIndex`."""
        with self._lock:
            there = len(self._keys)
            if not there or count < 1:
                return []
            cosines = self._matrix[:there] @ vector
            keys = self._keys
            if count < there:
                # All that are as near as the last one, so that equals are ordered by key.
                least = np.partition(cosines, there - count)[there - count]
                rows = np.flatnonzero(cosines >= least - 2 * 10.0**-DIGITS)
            else:
                rows = np.arange(there)
            found = [(keys[row], float(cosines[row])) for row in rows]
        return nearest_first(found)[:count]

    def keys(self) -> frozenset[str]:
        """See `VectorIndex`."""
        with self._lock:
            return frozenset(self._keys)

    def close(self) -> None:
        """See `VectorIndex`."""
        with self._lock:
            self._rows, self._keys = {}, []
            self._matrix = np.empty((0, 0), dtype=np.float32)

    def _make_room(self, rows: int, vectors: Vectors) -> None:
        have, width = self._matrix.shape
        if len(vectors) and not self._keys and width != vectors.shape[1]:
            have, width = 0, vectors.shape[1]
            self._matrix = np.empty((0, width), dtype=np.float32)
        if rows > have:
            roomy = np.empty((max(rows, have * 3 // 2), width), dtype=np.float32)
            roomy[: len(self._keys)] = self._matrix[: len(self._keys)]
            self._matrix = roomy
