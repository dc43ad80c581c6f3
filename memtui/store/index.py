"""The catalogue as a memory uses it: asked from any thread, made anew when it is broken."""

import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Rules
from memtui.store.catalog import Catalogue, remove
from memtui.store.mirror import Mirror
from memtui.store.places import NOTES, index_folder, make_folder, open_file

_Answer = TypeVar("_Answer")


class Index:
    """Two connections to one catalogue: one that follows the notes, one that answers meanwhile.

    Args:
        folder: The memory's folder.
        rules: Gives the rules in force.
        tell: Takes a sentence that the person should see.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE`; `MEMORY_UNKNOWN` when the folder is gone.
    """

    def __init__(
        self, folder: Path, rules: Callable[[], Rules], tell: Callable[[str], None]
    ) -> None:
        self.lock = threading.RLock()
        self._asking = threading.RLock()
        self._folder = folder
        self._rules = rules
        self._tell = tell
        self.path = index_folder(folder) / "catalog.db"
        self._open()

    def close(self) -> None:
        """Close both connections."""
        with self.lock, self._asking:
            self._mirror.catalogue.close()
            self._reader.close()

    def ask(self, question: Callable[[Catalogue], _Answer]) -> _Answer:
        """Ask the catalogue; a broken one is made anew and asked again.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE`.
        """
        with self._asking:
            try:
                return question(self._reader)
            # A value that no fact was ever written with says that the file was overwritten.
            except (sqlite3.Error, ValueError) as error:
                if isinstance(error, sqlite3.Error) and not _is_broken(error):
                    raise _unavailable(error) from error
        self.rebuild()
        with self._asking:
            return question(self._reader)

    def work(self, work: Callable[[Mirror], _Answer]) -> _Answer:
        """Work on the catalogue; a broken one is made anew and worked on again.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE`; `MEMORY_UNKNOWN` when the folder is gone.
        """
        with self.lock:
            self._refuse_if_gone()
            try:
                return work(self._mirror)
            except (sqlite3.Error, ValueError) as error:
                if isinstance(error, sqlite3.Error) and not _is_broken(error):
                    raise _unavailable(error) from error
            self.rebuild()
            return work(self._mirror)

    def rebuild(self) -> None:
        """Make the catalogue anew from the notes.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE`.
        """
        with self.lock, self._asking:
            self.close()
            remove(self.path)
            self._open()
            try:
                self._mirror.catch_up(self._rules())
            except sqlite3.Error as error:
                raise _unavailable(error) from error

    def stay(self) -> None:
        """Open the catalogue again if its file was deleted or put in place by another process."""
        with self.lock, self._asking:
            if self._inode() != self._opened:
                self.close()
                self._open()

    def wipe(self) -> None:
        """Wipe what was forgotten from the files."""
        with self.lock, self._asking:
            if not self.work(lambda mirror: mirror.catalogue.wipe()):
                self._tell(
                    "Another process is reading the index: what was forgotten leaves it "
                    "when this memory is looked at next."
                )

    def _refuse_if_gone(self) -> None:
        """A folder that is away is no folder without notes."""
        if not self._folder.is_dir():
            raise MemtuiError(
                Code.MEMORY_UNKNOWN,
                f"{self._folder} is gone: it was deleted or moved meanwhile.",
                "Put it back, or open another memory.",
            )

    def _open(self) -> None:
        self._refuse_if_gone()
        try:
            make_folder(self.path.parent, self._folder)
            os.close(open_file(self.path, os.O_RDWR, self._folder))
            try:
                catalogue = Catalogue(self.path)
            except sqlite3.DatabaseError as error:
                if not _is_broken(error):
                    raise
                self._tell("The index was broken; it is made anew from the notes.")
                remove(self.path)
                os.close(open_file(self.path, os.O_RDWR, self._folder))
                catalogue = Catalogue(self.path)
            self._mirror = Mirror(catalogue, self._folder / NOTES)
            self._reader = Catalogue(self.path)
            self._opened = self._inode()
        except (OSError, sqlite3.Error) as error:
            raise _unavailable(error) from error

    def _inode(self) -> int:
        return self.path.stat().st_ino if self.path.exists() else 0


def _is_broken(error: sqlite3.Error) -> bool:
    """Whether an error says that a file is no catalogue, rather than that it is busy or full."""
    name = getattr(error, "sqlite_errorname", None) or "SQLITE_CORRUPT"
    return name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR", "SQLITE_CONSTRAINT"))


def _unavailable(error: Exception) -> MemtuiError:
    return MemtuiError(
        Code.INDEX_UNAVAILABLE,
        f"The index of this memory cannot be used ({error}). No note was lost.",
        "Close other programs that use it, make room, or delete its `index` folder.",
    )
