"""The catalogue as a memory uses it: asked from any thread, made anew when it is broken.

While it cannot be written, it is kept in memory, so that reading and searching go on.
"""

import os
import shutil
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Rules
from memtui.store.catalog import Catalogue
from memtui.store.catalogfile import connected, has_no_room, is_broken, remove
from memtui.store.mirror import Mirror
from memtui.store.places import (
    INDEX,
    NOTES,
    index_folder,
    make_folder,
    make_way,
    on_network,
    open_file,
)

_Answer = TypeVar("_Answer")

# With less than this the disk counts as full still.
_ROOM = 4 << 20


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
        self._in_memory = False
        self._waits_for_room = False
        self._told = False
        self._told_where = False
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
            except (sqlite3.Error, ValueError) as error:
                trouble = error
        self._mend(trouble)
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
                self._mend(error)
            return work(self._mirror)

    def _mend(self, error: sqlite3.Error | ValueError) -> None:
        """Have a catalogue that works in the place of one that does not."""
        # A value that no fact was ever written with says that the file was overwritten.
        if isinstance(error, ValueError) or is_broken(error):
            self.rebuild()
        elif has_no_room(error) and not self._in_memory:
            with self.lock, self._asking:
                self._move_to_memory(error)
        else:
            raise _unavailable(error) from error

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
                if self._in_memory or not has_no_room(error):
                    raise _unavailable(error) from error
                self._move_to_memory(error)

    def make_anew(self) -> None:
        """The same, for a person who asked for it.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE`, also when it could be made in memory alone.
        """
        with self.lock, self._asking:
            self.rebuild()
            if self._in_memory:
                raise MemtuiError(
                    Code.INDEX_UNAVAILABLE,
                    f"The index in {self.path.parent} cannot be written: nothing was made anew.",
                    "Make room or allow writing there, then try again.",
                )

    def stay(self) -> None:
        """Open the catalogue again if its file was deleted or put in place by another process."""
        with self.lock, self._asking:
            if self._in_memory:
                if not self._has_room():
                    return
            elif self._inode() == self._opened:
                return
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
        self._in_memory = False
        try:
            self._make_way()
            make_folder(self.path.parent, self._folder)
            os.close(open_file(self.path, os.O_RDWR, self._folder))
            try:
                catalogue = Catalogue(self.path)
            except sqlite3.DatabaseError as error:
                if not is_broken(error):
                    raise
                self._tell("The index was broken; it is made anew from the notes.")
                remove(self.path)
                os.close(open_file(self.path, os.O_RDWR, self._folder))
                catalogue = Catalogue(self.path)
            self._take(catalogue, self.path)
            self._opened = self._inode()
            self._tell_where()
        except OSError as error:
            self._open_in_memory(error)
        except sqlite3.Error as error:
            if not has_no_room(error):
                raise _unavailable(error) from error
            self._open_in_memory(error)

    def _make_way(self) -> None:
        for path, is_right in ((self.path.parent, Path.is_dir), (self.path, Path.is_file)):
            if told := make_way(path, is_right=is_right):
                self._tell(told)

    def _tell_where(self) -> None:
        """Say where the index is while nothing may be written beside the notes."""
        elsewhere = self.path.parent != self._folder / INDEX
        if elsewhere and not self._told_where and not on_network(self._folder):
            self._told_where = True
            self._tell(
                f"Nothing may be written to {self._folder}: its index is in {self.path.parent}."
            )

    def _take(self, catalogue: Catalogue, place: Path | str) -> None:
        self._mirror = Mirror(catalogue, self._folder / NOTES)
        self._reader = Catalogue(place)

    def _open_in_memory(self, error: Exception) -> None:
        """Have an empty catalogue in memory, and what follows from the notes in it."""
        name = _name_in_memory()
        self._take(Catalogue(name), name)
        self._settle_in_memory(error)

    def _move_to_memory(self, error: Exception) -> None:
        """Go on in memory with what the file says, as far as it can be read."""
        name, old = _name_in_memory(), self._mirror
        copy = connected(name)
        try:
            self._reader.copy_to(copy)
        except sqlite3.Error:
            copy.close()
            name = _name_in_memory()
            copy = connected(name)
        self.close()
        self._take(Catalogue(name), name)
        copy.close()
        self._mirror.changed, self._mirror.removed = old.changed, old.removed
        self._settle_in_memory(error)

    def _settle_in_memory(self, error: Exception) -> None:
        self._in_memory = True
        self._waits_for_room = has_no_room(error)
        if not self._told:
            self._told = True
            why = (
                "The disk has no room for" if self._waits_for_room else "Nothing may be written to"
            )
            self._tell(
                f"{why} the index ({error}): until that changes, the notes are read anew each "
                "time memtui starts."
            )
        self._mirror.catch_up(self._rules())

    def _has_room(self) -> bool:
        if not self._waits_for_room:
            return False
        try:
            return shutil.disk_usage(self._folder).free >= _ROOM
        except OSError:
            return False

    def _inode(self) -> int:
        return self.path.stat().st_ino if self.path.exists() else 0


def _name_in_memory() -> str:
    import secrets

    return f"memtui-{secrets.token_hex(8)}"


def _unavailable(error: Exception) -> MemtuiError:
    return MemtuiError(
        Code.INDEX_UNAVAILABLE,
        f"The index of this memory cannot be used ({error}). No note was lost.",
        "Close other programs that use it, make room, or delete its `index` folder.",
    )
