"""Search by meaning as a desk has it: loaded when it is wanted, kept up with the memory's facts.

An app has a thread of its own embed what is new; a command embeds what fits in a moment. What
fails here is said in one line, and everything else goes on.
"""

import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from memtui.errors import MemtuiError
from memtui.search.fusion import CANDIDATES
from memtui.search.unavailable import unavailable
from memtui.settings import EmbedderSettings, IndexSettings
from memtui.store.contents import Clock
from memtui.store.memory import Memory

if TYPE_CHECKING:
    from memtui.search.explain import Explanation
    from memtui.search.gathering import MeaningSide
    from memtui.search.meaning import Meaning
    from memtui.search.ranking import Answer, Asked
    from memtui.search.standing import Meant, Standing
    from memtui.search.unit import Vectors

# What one catch-up of a command may take, and how long it waits for what is on its way then.
_BRIEFLY, _AT_MOST = 2.0, 5.0
_TRY_AGAIN = 30.0  # seconds after a failure
_LEAVING = 0.5  # seconds that the thread has to end, twice
_STATE = "meaning"

Told = Callable[[int, int], None]
Chosen = tuple[EmbedderSettings, IndexSettings]


class ByMeaning:
    """The search by meaning of one memory; may be used from several threads.

    Nothing is imported and no file made before its first use.
    """

    def __init__(self, memory: Memory, clock: Clock) -> None:
        self._memory = memory
        self._clock = clock
        self._lock = threading.RLock()
        self._following = threading.Lock()
        self._open: Meaning | None = None
        self._made_of: Chosen | None = None
        self._own = False
        self._thread: threading.Thread | None = None
        self._wake = threading.Event()
        self._stop = threading.Event()
        self._asked = False
        self._well = True
        self._problem: tuple[Chosen, MemtuiError] | None = None
        self.listeners: set[Callable[[], None]] = set()
        """Called, in any thread, whenever more is ready or something went wrong."""

    # In the background

    @property
    def running(self) -> bool:
        """Whether a thread embeds what is new."""
        return self._thread is not None

    def start(self, *, own: bool) -> None:
        """Have a thread embed what is new from now on, until `close`.

        Args:
            own: Whether this process may own the memory's Chroma folder.
        """
        with self._lock:
            if self._thread is None and not self._stop.is_set():
                self._own = own
                self._shut()
                self._thread = threading.Thread(
                    target=self._work, name="embed what is new", daemon=True
                )
                self._thread.start()

    def close(self) -> None:
        """End the thread and close the index cleanly; what is embedded is kept."""
        self._stop.set()
        self._wake.set()
        if self._thread:
            self._thread.join(_LEAVING)
        # A request that is still on its way ends with its connection.
        self._shut()
        if self._thread:
            self._thread.join(_LEAVING)

    def _shut(self) -> None:
        with self._lock:
            if self._open:
                self._open.close()
                self._open = None

    def _work(self) -> None:
        while not self._stop.is_set():
            self._wake.clear()
            self._well = self._round()
            self._tell()
            if not self._stop.is_set():
                self._wake.wait(None if self._well else _TRY_AGAIN)

    def _round(self) -> bool:
        """Do what there is to do; whether it could be done."""
        chosen = self._chosen
        try:
            self.catch_up(progress=self._came_on, stopped=self._wake.is_set)
            if self._asked:
                self._meaning().tend(stopped=self._wake.is_set)
        except MemtuiError as error:
            self._problem = chosen, error
            return False
        self._problem = None
        return True

    def _came_on(self, done: int, of: int) -> None:
        self._problem = None
        self._tell()

    def _tell(self) -> None:
        if not self._stop.is_set():
            for listener in tuple(self.listeners):
                listener()

    # What it is told

    def changed(self, gone: Collection[str] = ()) -> None:
        """Take notice that the memory changed; nothing of the facts that have gone stays.

        What fails is told among the memory's notices, and done when it is next looked at.
        """
        if gone and self._state().get("problem"):
            # What a server said may repeat what it was asked.
            self._remember(problem=None)
        try:
            with self._lock:
                if self._open and gone:
                    self._open.change({}, gone, self._open.mark)
            if not self._open and gone:
                from memtui.search.forgetting import forget

                forget(self._memory.folder, gone)
        except MemtuiError as error:
            self._memory.notices.append(error.message)
        self._wake.set()

    def anew(self) -> None:
        """Have all vectors made anew; those that are there answer until all are made.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE` when nothing can be written.
        """
        self._meaning().begin_anew()
        self._shut()
        self._wake.set()

    def catch_up(
        self,
        *,
        seconds: float | None = None,
        progress: Told = lambda done, total: None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Embed the facts that are not ready yet.

        Args:
            seconds: How long more may be begun while somebody waits; what is left follows the
                next time.
            progress: Told how many facts of how many are ready.
            stopped: Asked between batches.

        Returns:
            Whether all facts are ready.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE`.
        """
        chosen, begun = self._chosen, time.monotonic()
        at_most = begun + _AT_MOST
        embedded, at_first = False, 0

        def told(done: int, of: int) -> None:
            nonlocal embedded
            embedded = True
            progress(at_first + done, at_first + of)

        def over() -> bool:
            late = seconds is not None and time.monotonic() - begun >= seconds
            return late or self._stop.is_set() or stopped()

        try:
            meaning = self._followed()
            standing = meaning.standing()
            at_first = standing.done
            texts: dict[str, str] = {}
            # Fails before any fact is read where the embedder cannot even tell what it is.
            unweighed = seconds is None and not meaning.weighed
            if standing.problem or standing.done < standing.total or unweighed:
                from memtui.search.catching_up import texts_of

                texts = texts_of(self._memory.rows(history=True))
            finished = meaning.catch_up(
                texts,
                stopped=over,
                progress=told,
                patience=None if seconds is None else lambda: max(0.1, at_most - time.monotonic()),
            )
        except MemtuiError as error:
            self._remember_problem(chosen, error)
            raise
        now = self._clock().isoformat(timespec="seconds")
        self._remember(problem=None, **({"caught_up": now} if embedded else {}))
        return finished

    # What it is asked

    def answer(self, asked: "Asked", *, words_alone: bool = False) -> "Answer":
        """Find facts, by words and meaning or by words alone.

        While no thread embeds what is new, what can be in a moment is embedded first; what is
        not ready then is found by its words.
        """
        from memtui.search.ranking import answer

        return answer(self._memory, asked, None if words_alone else self._at_hand())

    def explain(
        self, asked: "Asked", id: str | None = None, *, words_alone: bool = False
    ) -> "Explanation":
        """Why `answer` answers as it does, for every candidate or for one fact.

        Raises:
            MemtuiError: `FACT_UNKNOWN`.
        """
        from memtui.search.explain import explain

        return explain(self._memory, asked, None if words_alone else self._at_hand(), id)

    def _at_hand(self) -> "MeaningSide":
        if self.running:
            return self
        from memtui.desk.first_caught_up import FirstCaughtUp

        return FirstCaughtUp(self, _BRIEFLY)

    def understand(self, query: str) -> None:
        """Embed a question that is going to be searched for.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE`, as `search` would.
        """
        chosen = self._chosen
        try:
            self._followed().understand(query)
        except MemtuiError as error:
            self._remember_problem(chosen, error)
            raise

    def search(self, query: str, *, count: int = CANDIDATES, also: Iterable[str] = ()) -> "Meant":
        """See `MeaningSide`."""
        meant = self._followed().search(query, count=count, also=also)
        if not self._asked:
            # From now on the index is worth keeping in Chroma.
            self._asked = True
            self._wake.set()
        return meant

    def vectors(self, texts: Sequence[str]) -> "Vectors | None":
        """Vectors of a few short texts; `None` while no thread embeds, or nothing can."""
        if not self.running:
            return None
        with suppress(MemtuiError):
            return self._meaning().embedded(texts)
        return None

    def standing(self) -> "Standing":
        """How it stands; no model is loaded, a server may be asked what its model is."""
        from memtui.search.standing import Standing

        try:
            standing = self._followed().standing()
        except MemtuiError as error:
            return Standing(self._memory.settings.embedder.kind, "", "", 0, 0, error)
        if not standing.problem:
            chosen, problem = self._problem or (None, None)
            return replace(standing, problem=problem if chosen == self._chosen else None)
        if self._well:
            # What a search met with, the thread is to mend.
            self._wake.set()
        return standing

    def last(self) -> tuple[str | None, str | None]:
        """When facts were last embedded, and what was wrong when that was last tried."""
        state = self._state()
        problem = state.get("problem") if state.get("of") == _short(self._chosen) else None
        return state.get("caught_up"), problem

    def _followed(self) -> "Meaning":
        """The index, with all that came, changed or went in the memory taken down."""
        meaning = self._meaning()
        memory = self._memory
        with self._following:
            # An empty catalogue is no empty memory before the notes were read into it.
            if not memory.filled:
                return meaning
            stamp, mark = memory.stamp, meaning.mark
            if stamp == mark:
                return meaning
            news = memory.since(mark)
            if news is None:
                from memtui.search.catching_up import texts_of

                meaning.follow(texts_of(memory.rows(history=True)), stamp)
            else:
                from memtui.search.catching_up import texts_of_facts

                changed, gone = news
                facts = memory.facts(history=True, ids=changed) if changed else []
                texts = texts_of_facts(facts, memory.rules)
                meaning.change(texts, gone, stamp)
        self._wake.set()
        return meaning

    @property
    def _chosen(self) -> Chosen:
        settings = self._memory.settings
        return settings.embedder, settings.index

    def _meaning(self) -> "Meaning":
        from memtui.search.embedders import embedder
        from memtui.search.meaning import Meaning

        settings, wanted = self._memory.settings, self._chosen
        with self._lock:
            if self._stop.is_set():
                raise unavailable("The memory was closed.", "")
            if self._made_of not in (None, wanted):
                self._shut()
                self._wake.set()
            if self._open is None:
                self._open = Meaning(
                    self._memory.folder,
                    settings,
                    self._word() if settings.index.chroma else "",
                    own=self._own,
                    make=embedder.make_embedder,
                    tell=self._memory.notices.append,
                )
                self._made_of = wanted
            return self._open

    # What is kept of it

    def _word(self) -> str:
        """What the memory is called on a Chroma server: a word that tells nothing."""
        import secrets

        word = self._state().get("word")
        if not word:
            word = secrets.token_hex(8)
            try:
                self._memory.write_state(_STATE, {**self._state(), "word": word})
            except MemtuiError as error:
                raise unavailable(error.message, error.hint) from error
        return str(word)

    def _state(self) -> dict[str, Any]:
        state = self._memory.read_state(_STATE)
        return state if isinstance(state, dict) else {}

    def _remember_problem(self, chosen: Chosen, error: MemtuiError) -> None:
        """Unless it was of what is not chosen any more, and ended for that alone perhaps."""
        if chosen == self._chosen:
            self._remember(problem=error.message, of=_short(chosen))

    def _remember(self, **values: str | None) -> None:
        before = self._state()
        after = {name: value for name, value in {**before, **values}.items() if value is not None}
        if after != before and not self._stop.is_set():
            # A memory that cannot be written to is searched all the same.
            with suppress(MemtuiError):
                self._memory.write_state(_STATE, after)


def _short(chosen: Chosen) -> str:
    return sha256(repr(chosen).encode()).hexdigest()[:16]
