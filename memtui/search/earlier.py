"""Embedders whose vectors answer until those of the chosen one are complete.

Another one was chosen before; or all is made anew, and the vectors from before answer meanwhile.
"""

import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress

from memtui.errors import MemtuiError
from memtui.search.cache import Model, VectorCache
from memtui.search.catching_up import Patience, catch_up
from memtui.search.embedders.embedder import Embedder
from memtui.search.embedders.unmade import Making, of_json
from memtui.search.unit import Vectors

_BEFORE = "before: "
# More than so many lacking are no new facts, but vectors that were never complete.
_NEW = 64


class Earlier:
    """An embedder that answers with its vectors from before all were made anew."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.name = f"{embedder.name} with its vectors from before"

    @property
    def identity(self) -> str:
        """See `Embedder`: what its vectors from before lie under."""
        return _BEFORE + self._embedder.identity

    @property
    def word_weight(self) -> float | None:
        """See `Embedder`."""
        return self._embedder.word_weight

    def embed(
        self, texts: Sequence[str], *, query: bool = False, seconds: float | None = None
    ) -> Vectors:
        """See `Embedder`."""
        return self._embedder.embed(texts, query=query, seconds=seconds)

    def close(self) -> None:
        """See `Embedder`."""
        self._embedder.close()


class Others:
    """The embedders beside the chosen one, made when they are wanted; for several threads."""

    def __init__(self, make: Making, chosen: Embedder, cache: VectorCache) -> None:
        self._make = make
        self._chosen = chosen
        self._cache = cache
        self._made: dict[str, Embedder] = {}
        self._lock = threading.Lock()

    def best(self, chosen: str, done: int) -> Embedder | None:
        """The one whose vectors cover most facts, and more than the chosen one's.

        Args:
            chosen: What the chosen one is; empty while nobody knows.
            done: How many facts its vectors cover.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE` when the cache cannot be used.
        """
        others = [
            (self._cache.count(model.identity).done, model)
            for model in reversed(self._cache.models())
            if model.identity != chosen
        ]
        for covered, model in sorted(others, key=lambda each: each[0], reverse=True):
            if covered > done:
                with suppress(MemtuiError):
                    other = self._other(model, chosen)
                    if other and other.identity == model.identity:
                        return other
        return None

    def _other(self, model: Model, chosen: str) -> Embedder | None:
        if chosen and maker_of(model.identity) == chosen:
            # Under its name another model may answer now, whose vectors are of another length.
            fits = self._cache.width(chosen) in (None, self._cache.width(model.identity))
            return Earlier(self._chosen) if fits else None
        with self._lock:
            if model.identity not in self._made:
                made = self._make(of_json(model.settings))
                self._made[model.identity] = Earlier(made) if is_earlier(model.identity) else made
            return self._made[model.identity]

    def add(self, texts: Mapping[str, str], settings: str, patience: Patience | None) -> None:
        """Have new facts among those that vectors from before answer for, while all is made anew.

        Args:
            texts: What is embedded of each fact.
            settings: What makes the chosen embedder.
            patience: How many seconds somebody still waits, where somebody does.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE`.
        """
        chosen = self._chosen.identity
        for model in self._cache.models():
            if is_earlier(model.identity) and maker_of(model.identity) == chosen:
                before = self._other(model, chosen)
                lacking = self._cache.pending(model.identity) & self._cache.pending(chosen)
                new = {id_: text for id_, text in texts.items() if id_ in lacking}
                if before and len(new) <= _NEW:
                    catch_up(self._cache, before, settings, new, patience=patience)

    def retire(self) -> list[str]:
        """Let go of all vectors but the chosen one's; what lay where."""
        gone = [each.identity for each in self._cache.models()]
        gone = [identity for identity in gone if identity != self._chosen.identity]
        for identity in gone:
            self._cache.drop_model(identity)
        self.close()
        return gone

    def close(self) -> None:
        """Let go of the embedders."""
        with self._lock:
            made, self._made = self._made, {}
        for embedder in made.values():
            embedder.close()


def is_earlier(identity: str) -> bool:
    """Whether these are vectors from before all were made anew."""
    return identity.startswith(_BEFORE)


def maker_of(identity: str) -> str:
    """The embedder that made the vectors which lie under an identity."""
    return identity.removeprefix(_BEFORE)


def set_aside(cache: VectorCache, identity: str, settings: str) -> None:
    """Have the vectors of the chosen embedder answer until it has made them all anew.

    Args:
        cache: Where they are.
        identity: What it is; empty while nobody knows.
        settings: What makes it, for then.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE`.
    """
    for model in cache.models():
        chosen = model.identity == identity or (not identity and model.settings == settings)
        if is_earlier(model.identity) or not chosen:
            continue
        before = _BEFORE + model.identity
        if cache.count(before).done > cache.count(model.identity).done:
            # Making all anew was broken off.
            cache.drop_model(model.identity)
        else:
            cache.drop_model(before)
            cache.rename_model(model.identity, before)


def last_of(cache: VectorCache, settings: str) -> str:
    """What settings made when they embedded last; empty where they never did."""
    known = [each.identity for each in cache.models() if each.settings == settings]
    return next((each for each in reversed(known) if not is_earlier(each)), "")
