"""The memories that a server has open, each made ready for search by meaning in the background."""

import threading
from contextlib import suppress
from pathlib import Path

from memtui.desk.desk import Desk
from memtui.desk.telling import missing_line
from memtui.errors import MemtuiError
from memtui.search.ranking import Answer, Asked
from memtui.store.contents import Clock
from memtui.store.memory import utc_now
from memtui.store.places import check_name, memory_names, unknown


class Opened:
    """One memory, open: words answer at once, meaning as soon as its model is loaded."""

    def __init__(self, desk: Desk, *, meaning: bool) -> None:
        self.desk = desk
        self.writing = threading.Lock()
        """Held by whoever changes the memory or its queue."""
        self._meaning = meaning
        self._warm = threading.Event()
        self._thread: threading.Thread | None = None

    def warm_up(self) -> None:
        """Have the embedder loaded and what is new embedded, without anyone waiting for it."""
        if self._meaning and self._thread is None:
            self._thread = threading.Thread(target=self._load, name="load meaning", daemon=True)
            self._thread.start()

    def _load(self) -> None:
        self.desk.meaning.start(own=False)
        # What is wrong the answers say.
        with suppress(MemtuiError):
            self.desk.meaning.search("memory", count=1)
        self._warm.set()

    @property
    def warm(self) -> bool:
        """Whether meaning answers, or has said why it cannot."""
        return self._warm.is_set()

    def search(self, asked: Asked) -> tuple[Answer, str]:
        """The answer, and what answered, `words and meaning` or `words`, with what lacks."""
        meaning = self.warm
        answer = self.desk.search(asked, meaning=meaning)
        if answer.problem:
            return answer, f"words: {answer.problem.message}"
        if not meaning:
            return answer, "words: meaning is being loaded" if self._meaning else "words"
        missing = missing_line(self.desk.meaning.standing(), None)
        return answer, " · ".join(filter(None, ("words and meaning", missing)))


class Library:
    """The memories in a home folder, opened when first asked for.

    Args:
        home: The folder of all memories.
        clock: Gives the moment.
        meaning: Whether search by meaning is loaded.
        make: The name of a memory that is made when there is none.
    """

    def __init__(
        self, home: Path, *, clock: Clock = utc_now, meaning: bool = True, make: str = ""
    ) -> None:
        self.home = home
        self._clock = clock
        self._meaning = meaning
        self._make = make
        self._open: dict[str, Opened] = {}
        self._lock = threading.Lock()

    def names(self) -> list[str]:
        """The memories there are."""
        return memory_names(self.home)

    def open(self, name: str) -> Opened:
        """A memory by its name.

        Raises:
            MemtuiError: `NAME_UNUSABLE`, `MEMORY_UNKNOWN`, `SETTINGS_UNREADABLE`.
        """
        check_name(name)
        with self._lock:
            if name not in self._open:
                if name != self._make and name not in self.names():
                    raise unknown(self.home, name)
                desk = Desk.open(
                    self.home, name, make=name == self._make, scan=False, clock=self._clock
                )
                self._open[name] = Opened(desk, meaning=self._meaning)
            return self._open[name]

    def use(self, name: str) -> Opened:
        """A memory, up to date with its notes.

        Raises:
            MemtuiError: As `open`; `INDEX_UNAVAILABLE`.
        """
        opened = self.open(name)
        opened.desk.refresh()
        # Nobody reads them here; the app and `doctor` say the same.
        opened.desk.memory.notices.clear()
        return opened

    def close(self) -> None:
        """Close all of them."""
        with self._lock:
            for each in self._open.values():
                each.desk.close()
            self._open.clear()
