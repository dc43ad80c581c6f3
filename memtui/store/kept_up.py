"""What is in a memory, kept up with the notes and settings as others leave them."""

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.errors import MemtuiError
from memtui.store import change as journal
from memtui.store import places, watching
from memtui.store.collecting import uncollected
from memtui.store.contents import Clock, Contents
from memtui.store.locking import Lock
from memtui.store.progress import Doing, Progress, untold

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memtui.store.scanning import Found


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What others changed since the last look: facts by id, and whether the settings."""

    changed: frozenset[str]
    removed: frozenset[str]
    settings: bool


class KeptUp(Contents):
    """The contents of a memory, with what holds them to the files. May be used from several
    threads.
    """

    def __init__(self, folder: Path, clock: Clock, *, wait: float) -> None:
        """Finish or take back what was interrupted, and read the settings.

        Args:
            folder: The memory's folder.
            clock: Gives the moment.
            wait: How many seconds to wait for others that change it.

        Raises:
            MemtuiError: `SETTINGS_UNREADABLE`, `INDEX_UNAVAILABLE`.
        """
        self._lock = Lock(folder, wait=wait)
        self._watched = watching.Watched()
        # Before the settings are read, which an interrupted change may be writing.
        recovered = _recovered(folder, self._lock)
        super().__init__(folder, clock)
        self.notices += recovered

    def close(self) -> None:
        """Let go of the memory's files."""
        self._index.close()

    def refresh(self, *, progress: Progress = untold) -> Refreshed:
        """Look at all notes and take in what others changed.

        Args:
            progress: Told how far it is; may raise `Stopped` at any time: the next look begins
                where this one began.

        Raises:
            MemtuiError: `SETTINGS_UNREADABLE`, `INDEX_UNAVAILABLE`.
        """
        with self._index.lock, uncollected():
            self._index.stay()
            self._file.look()
            suspect = self._watched.take()
            try:
                changed, removed = self._index.work(
                    lambda mirror: mirror.news(self.rules, suspect, progress)
                )
            except BaseException:
                self._watched.doubt()
                raise
            self._index.wipe()
            return Refreshed(changed, removed, self._file.take_note())

    def watch(self, stop: threading.Event) -> Iterator[None]:
        """Wait for changes by others; meanwhile `refresh` looks only at what changed.

        Args:
            stop: Ends the waiting when set.

        Yields:
            Once for each burst of changes.
        """
        try:
            with closing(watching.bursts(self.folder, stop)) as all_bursts:
                for burst in all_bursts:
                    self._watched.add(burst)
                    if burst.news:
                        yield
        finally:
            self._watched.end()

    def reindex(self) -> None:
        """Make the catalogue anew from the notes.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE`, also when it could be made in memory alone.
        """
        self._index.make_anew()

    @contextmanager
    def _changing(self, progress: Progress = untold) -> Iterator[None]:
        """The lock, with the catalogue up to date under it."""
        with self._index.lock, uncollected():
            places.make_folders(self.folder)
            with self._lock.held() as by_others:
                progress(Doing.LOOKING, 0, 0)
                if journal.interrupted(self.folder):
                    self.notices += journal.recover(self.folder)
                self._file.look()
                suspect = self._watched.take_some()
                try:
                    self._index.work(
                        lambda mirror: mirror.keep_up(
                            self.rules, alone=not by_others, suspect=suspect
                        )
                    )
                except BaseException:
                    self._watched.doubt()
                    raise
                yield

    def _follow(
        self,
        paths: list[bytes],
        written: "Mapping[bytes, Found] | None" = None,
        progress: Progress = untold,
    ) -> None:
        """The catalogue follows what was written; what it cannot take in now it does later."""
        try:
            self._index.work(
                lambda mirror: mirror.follow(self.rules, paths, written or {}, progress)
            )
            self._index.wipe()
        except MemtuiError as error:
            self.notices.append(error.message)


def _recovered(folder: Path, lock: Lock) -> list[str]:
    """Finish or take back what was interrupted, and say so."""
    try:
        if journal.leftovers(folder):
            with lock.held():
                return journal.recover(folder)
    except MemtuiError as error:
        return [f"A change that was interrupted waits: {error.message}"]
    return []
