"""An index that follows the vectors in the cache."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from memtui.search.cache import VectorCache
from memtui.search.vectors.index import VectorIndex, bring_in_line


@dataclass(slots=True)
class Followed:
    """An index, whose vectors it has, and the cache's state when it was last in line.

    While it is `filling`, nobody else looks at what it lacks: to compare 100,000 keys takes a
    moment in which no key is answered.
    """

    index: VectorIndex
    identity: str
    state: Any = None
    filling: bool = False

    def come_in_line(
        self, cache: VectorCache, stopped: Callable[[], bool], *, few: int | None = None
    ) -> bool:
        """Bring the index in line; with `few`, only when no more than so many are missing."""
        state = cache.state()
        if state == self.state:
            return True
        source = cache.source(self.identity)
        if few is not None and len(source.keys() - self.index.keys()) > few:
            return False
        if bring_in_line(self.index, source, stopped=stopped):
            self.state = state
            return True
        return False
