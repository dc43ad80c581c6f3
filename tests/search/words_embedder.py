"""An embedder for tests: texts that share words are near, nothing is loaded."""

import hashlib
from collections.abc import Sequence

import numpy as np

from memtui.search.unavailable import unavailable
from memtui.search.unit import Vectors, unit_rows


class WordsEmbedder:
    """Each word is a direction of its own."""

    def __init__(self, identity: str = "words 1", width: int = 64) -> None:
        self._identity = identity
        self.name = identity
        self.word_weight: float | None = 0.1
        self.width = width
        self.texts: list[str] = []
        self.works = True
        self.slow_for_many = False
        self.known = True
        self.asked = 0
        self.tried = 0
        self.closed = False

    @property
    def identity(self) -> str:
        if not self.known:
            self.asked += 1
            raise unavailable(f"{self.name} is no such model.", "Fetch it.")
        return self._identity

    def embed(
        self, texts: Sequence[str], *, query: bool = False, seconds: float | None = None
    ) -> Vectors:
        self.tried += 1
        if not self.works or (self.slow_for_many and seconds and len(texts) > 8):
            raise unavailable(f"{self.name} does not answer.", "Start it.")
        self.texts += texts
        rows = np.zeros((len(texts), self.width))
        for row, text in zip(rows, texts, strict=True):
            for word in text.casefold().replace(".", " ").replace("?", " ").split():
                digest = hashlib.sha256(f"{self.identity} {word}".encode()).digest()
                row[int.from_bytes(digest[:4]) % self.width] += 1
        return unit_rows(rows, len(texts), self.name)

    def close(self) -> None:
        self.closed = True
