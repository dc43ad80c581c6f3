"""`Meaning`: one memory's search by meaning, from a question to facts with their cosines.

It ties an embedder, the vector cache and an index together: the old embedder serves while a new
one catches up, the old vectors while all are made anew, exact search while Chroma's folder is made;
what fails is said in one plain line while the rest goes on.
"""

import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from memtui.errors import MemtuiError
from memtui.search.cache import VectorCache
from memtui.search.catching_up import Patience, Progress, catch_up, word_weight
from memtui.search.earlier import Others, last_of, maker_of, set_aside
from memtui.search.embedders.embedder import Embedder, make_embedder
from memtui.search.embedders.unmade import Making, as_json, made
from memtui.search.forgetting import CACHE, CHROMA, make_way, without_chroma
from memtui.search.fusion import CANDIDATES
from memtui.search.rest import Rest
from memtui.search.standing import Meant, Standing
from memtui.search.unit import Vectors, of_width
from memtui.search.vectors.chroma_process import start_chroma
from memtui.search.vectors.exact import ExactIndex
from memtui.search.vectors.followed import Followed
from memtui.search.vectors.index import Near, VectorIndex
from memtui.settings import Settings
from memtui.store.places import index_folder, shared

# What is still missing from Chroma when a search comes: few are added at once, for more it waits
# until `tend` has added them, and exact search answers.
_FEW = 50


class Meaning:
    """Search by meaning over one memory; may be used from several threads."""

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        memory: str,
        *,
        own: bool = False,
        make: Making = make_embedder,
        clock: Callable[[], float] = time.monotonic,
        environ: Mapping[str, str] = os.environ,
        tell: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        """Open the vectors of a memory; no embedder is loaded and no Chroma opened yet.

        Args:
            folder: The memory's folder.
            settings: The memory's settings.
            memory: An opaque word that no other memory has, for a Chroma server.
            own: Whether this process lives long enough to own the Chroma folder; a memory that
                a group shares has none.
            make: Makes embedders.
            clock: Seconds that only grow.
            environ: Where the Chroma server's tenant, database and key stand.
            tell: Takes a sentence that the person should see.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE` when the folder cannot be written.
        """
        self._index = index_folder(folder)
        self._settings = settings
        self._memory = memory
        # Chroma makes files that only their maker may write.
        self._own = own and not shared(folder)
        self._environ = environ
        self._lock = threading.RLock()
        self._tending = threading.Lock()
        make_way(self._index, tell)
        self._cache = VectorCache(self._index / CACHE, folder)
        self._chosen = made(make, settings.embedder)
        self._others = Others(make, self._chosen, self._cache)
        self._exact: dict[str, Followed] = {}
        self._chroma: Followed | None = None
        self._understood: tuple[str, str, Vectors] | None = None
        self._unwiped = False
        self._closed = False
        self._naming = Rest(clock)
        self._embedding = Rest(clock)
        self._standing_in = Rest(clock)
        self._indexing = Rest(clock)

    def close(self) -> None:
        """Close the folder cleanly, so that it can be opened again without doubt."""
        with self._lock:
            self._closed = True
            self._let_go()
            self._chosen.close()
            self._others.close()
            self._cache.close()

    def embedded(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts that are no facts, kept nowhere.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE`.
        """
        return self._chosen.embed(texts)

    @property
    def mark(self) -> str:
        """Up to where the facts were followed: what `follow` or `change` was last given."""
        return self._cache.mark

    def follow(self, texts: Mapping[str, str], mark: str) -> None:
        """Take down all facts, by id, with what is embedded of them (`catching_up.texts_of`).

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE`.
        """
        self._cache.note(texts, mark)
        self._unwiped = True
        self._purge()

    def change(self, texts: Mapping[str, str], gone: Iterable[str], mark: str) -> None:
        """Take down facts that came or changed; nothing of those that have gone stays.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE`.
        """
        self._cache.change(texts, gone, mark)
        self._unwiped = True
        self._purge()

    def begin_anew(self) -> None:
        """Have all vectors made anew; those that are there answer until all are made.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE`.
        """
        self._cache.begin_anew()
        set_aside(self._cache, self._known(), as_json(self._settings.embedder))
        self._let_go()
        without_chroma(self._index / CHROMA)

    def catch_up(
        self,
        texts: Mapping[str, str],
        *,
        stopped: Callable[[], bool] = lambda: False,
        progress: Progress = lambda done, total: None,
        patience: Patience | None = None,
    ) -> bool:
        """Embed what is not embedded yet; once all is, other embedders' vectors go.

        Args:
            texts: What is embedded of each fact, the most wanted first.
            stopped: Asked between batches.
            progress: Told how many of how many texts are embedded.
            patience: How many seconds somebody still waits, where somebody does.

        Returns:
            Whether everything is embedded.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE`, with what to do.
        """
        settings = as_json(self._settings.embedder)

        def told(done: int, of: int) -> None:
            # What was wrong before is not wrong any more.
            self._embedding.error = None
            progress(done, of)

        self._identity()
        with self._embedding:
            self._others.add(texts, settings, patience)
            finished = catch_up(
                self._cache,
                self._chosen,
                settings,
                texts,
                stopped=stopped,
                progress=told,
                patience=patience,
            )
            if finished:
                for identity in self._others.retire():
                    self._exact.pop(identity, None)
                self._cache.cut(stopped)
                self._weigh(list(texts.values()), patience)
        return finished

    def _weigh(self, texts: Sequence[str], patience: Patience | None) -> None:
        """Measure how much words weigh; who waits for a search goes on without it."""
        try:
            word_weight(self._cache, self._chosen, texts, patience)
        except MemtuiError:
            if patience is None:
                raise

    @property
    def weighed(self) -> bool:
        """Whether it is known how much words weigh beside the chosen embedder's cosines.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE`.
        """
        return bool(self._chosen.word_weight or self._cache.weight(self._identity()))

    def tend(self, *, stopped: Callable[[], bool] = lambda: False) -> None:
        """Bring Chroma in line and take from it what was forgotten; for the background.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE` with one plain line; exact search goes on.
        """
        with self._tending, self._indexing:
            was_open = self._chroma is not None
            try:
                self._tend(stopped)
            except MemtuiError:
                if self._settings.index.chroma or not was_open:
                    raise
                # A folder that broke while it was open is made anew.
                self._tend(stopped)

    def _tend(self, stopped: Callable[[], bool]) -> None:
        try:
            chroma = self._chroma_for(self._serving().identity)
            self._purge()
            if chroma:
                chroma.filling = True
                try:
                    chroma.come_in_line(self._cache, stopped)
                finally:
                    chroma.filling = False
        except MemtuiError:
            self._let_go()
            raise

    def understand(self, query: str) -> None:
        """Embed a question that is going to be searched for.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE`, as `search` would.
        """
        self._embedded_by(self._serving(), query)

    def search(self, query: str, *, count: int = CANDIDATES, also: Iterable[str] = ()) -> Meant:
        """The facts nearest to a question.

        Args:
            query: The question.
            count: How many vectors to take.
            also: Facts found in another way, whose cosines are wanted too.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE`: words alone can answer, and one line says why.
        """
        embedder = self._serving()
        identity = embedder.identity
        vector = self._embedded_by(embedder, query)
        near = self._near(identity, vector, count)
        facts = self._cache.facts_under(key for key, _ in near)
        cosines = {id_: cosine for key, cosine in near for id_ in facts.get(key, ())}
        ids, rows = self._cache.vectors_of(identity, set(also) - cosines.keys())
        for id_, row in zip(ids, rows, strict=True):
            cosines[id_] = float(row @ vector)
        return Meant(cosines, word_weight(self._cache, embedder, ()))

    def _embedded_by(self, embedder: Embedder, query: str) -> Vectors:
        """The vector of a question; of the last one it is known already."""
        identity, width = embedder.identity, self._cache.width(embedder.identity)
        asked, understood = (maker_of(identity), query), self._understood
        if understood and understood[:2] == asked and width in (None, len(understood[2])):
            return understood[2]
        try:
            with self._embedding if embedder is self._chosen else self._standing_in:
                rows = embedder.embed([query], query=True)
                vector: Vectors = of_width(rows, width, embedder.name)[0]
                self._understood = (*asked, vector)
                return vector
        except MemtuiError:
            # What the person chose is what there is to mend.
            if embedder is not self._chosen and (error := self._failure()):
                raise error.with_traceback(None) from None
            raise

    def _failure(self) -> MemtuiError | None:
        """Why the chosen embedder cannot be used, as far as that was tried."""
        return self._naming.error or self._embedding.error

    def standing(self) -> Standing:
        """How it stands; nothing is loaded, and a server may be asked what its model is."""
        done = total = 0
        try:
            done, total = self._cache.count(self._likely())
            serving = self._serving()
        except MemtuiError as error:
            return Standing(self._chosen.name, "", "", done, total, error)
        chroma = self._chroma
        index = chroma.index.name if chroma else ExactIndex.name
        problem = self._failure() or self._indexing.error
        return Standing(self._chosen.name, serving.name, index, done, total, problem)

    def _serving(self) -> Embedder:
        """The embedder that answers: the chosen one, unless another's vectors cover more.

        While the chosen one fails, any other that works is better.
        """
        identity = self._known()
        done, total = self._cache.count(identity)
        if identity and done == total:
            return self._chosen
        if self._embedding.error:
            done = 0
        if other := self._others.best(identity, done):
            return other
        self._identity()
        return self._chosen

    def _identity(self) -> str:
        """What the chosen embedder is, which a server may have to be asked."""
        with self._naming:
            return self._chosen.identity

    def _known(self) -> str:
        """The same, empty while it cannot be told."""
        with suppress(MemtuiError):
            return self._identity()
        return ""

    def _likely(self) -> str:
        """The same; while a server does not tell, what it was when it embedded last."""
        settings = as_json(self._settings.embedder)
        return self._known() or last_of(self._cache, settings)

    def _near(self, identity: str, vector: Vectors, count: int) -> list[Near]:
        chroma = self._chroma
        if chroma and chroma.identity == identity and not chroma.filling:
            try:
                with self._indexing:
                    if chroma.come_in_line(self._cache, lambda: False, few=_FEW):
                        return chroma.index.query(vector, count)
            except MemtuiError:
                # Said by `standing`; exact search has the same answer.
                self._let_go()
                if not self._settings.index.chroma:
                    self._indexing.again()
        with self._lock:
            exact = self._exact.setdefault(identity, Followed(ExactIndex(), identity))
            exact.come_in_line(self._cache, lambda: False)
        return exact.index.query(vector, count)

    def _chroma_for(self, identity: str) -> Followed | None:
        """The index for an embedder's vectors; searches go on while it is opened."""
        with self._lock:
            if self._chroma and self._chroma.identity != identity:
                self._let_go()
            if self._chroma:
                return self._chroma
        index: VectorIndex | None = None
        if url := self._settings.index.chroma:
            from memtui.search.vectors.server import ChromaServer

            without_chroma(self._index / CHROMA)
            made_by = maker_of(identity)
            index = ChromaServer(url, self._memory, made_by, environ=self._environ)
        elif self._own:
            index = start_chroma(self._index / CHROMA, maker_of(identity))
        with self._lock:
            if index and not self._closed:
                self._chroma = Followed(index, identity)
                return self._chroma
        if index:
            index.close()
        return None

    def _let_go(self) -> None:
        with self._lock:
            chroma, self._chroma = self._chroma, None
        if chroma:
            chroma.index.close()

    def _purge(self) -> None:
        """Leave nothing of what was forgotten: in the cache's files, in Chroma's."""
        forgotten = self._cache.forgotten()
        if forgotten or self._unwiped:
            self._unwiped = not self._cache.wipe()
        if forgotten and self._forgot(forgotten):
            self._cache.purged(forgotten)

    def _forgot(self, keys: set[str]) -> bool:
        """Whether Chroma holds none of these; if not, whoever owns its folder drains the list."""
        if chroma := self._chroma:
            try:
                chroma.index.forget(keys)
                chroma.state = None
                return True
            except MemtuiError:
                self._let_go()
        return not self._settings.index.chroma and without_chroma(self._index / CHROMA)
