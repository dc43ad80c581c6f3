"""The notes' files: which are there, by what a changed one is told, and what they say."""

import hashlib
import marshal
import os
import stat
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from memtui.errors import MemtuiError
from memtui.facts.fact import Fact
from memtui.store.entries import Known
from memtui.store.fields import SIZE_LIMIT
from memtui.store.portions import portions

# A file changed again within this time may bear the same times (FAT counts in 2 seconds).
_FRESH = 2_000_000_000
# Of so many a word is made within two milliseconds, in which no other thread gets on.
_AT_ONCE = 5_000


# By what a changed file is told, without reading it: size, times of text and of inode, and that.
Stamp = tuple[int, int, int, int]
_NO_FILE: Stamp = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Scan:
    """The notes' files and folders at a moment, by their paths below the notes."""

    files: Mapping[bytes, Stamp]
    folders: Mapping[bytes, int]

    @property
    def digest(self) -> str:
        """A short word for all files' stamps; another one, once any of them is another."""
        # A folder names its files in one order as long as they stay; plain values are written
        # the same way by every process in this version of what `marshal` writes.
        mark = hashlib.blake2b(digest_size=16)
        for some in portions(self.files.items(), _AT_ONCE):
            mark.update(marshal.dumps(some, 2))
        return mark.hexdigest()


@dataclass(frozen=True, slots=True)
class Found:
    """What a file says: a fact, or why it is none; `same` = what was known of it, still."""

    known: Known
    fact: Fact | None
    same: bool = False


def scan(notes: Path) -> Scan:
    """Look at all notes: `.md` files in the folder and below, hidden ones left out."""
    files: dict[bytes, Stamp] = {}
    folders: dict[bytes, int] = {}
    waiting = [b""]
    root = os.fsencode(notes)
    while waiting:
        folder = waiting.pop()
        try:
            folders[folder] = os.stat(os.path.join(root, folder)).st_mtime_ns  # noqa: PTH116, PTH118
            entries = list(os.scandir(os.path.join(root, folder)))  # noqa: PTH118
        except FileNotFoundError:
            continue
        for entry in entries:
            if entry.name.startswith(b"."):
                continue
            path = folder + entry.name
            if entry.is_dir(follow_symlinks=False):
                waiting.append(path + b"/")
            elif entry.name.endswith(b".md"):
                try:
                    found = entry.stat(follow_symlinks=False)
                except FileNotFoundError:
                    continue
                # As `_stamp`, whose call would take a fifth of the time of all this.
                files[path] = (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)
    return Scan(files, folders)


def glance(notes: Path, paths: Iterable[bytes]) -> dict[bytes, Stamp]:
    """Look at some notes alone; those that are gone are left out."""
    stamps = {}
    for path in paths:
        try:
            stamps[path] = _stamp(os.lstat(os.path.join(os.fsencode(notes), path)))  # noqa: PTH118
        except FileNotFoundError:
            continue
    return stamps


def folder_times(notes: Path, folders: Iterable[bytes]) -> dict[bytes, int]:
    """When names in some folders last changed."""
    return {path: (notes / os.fsdecode(path)).stat().st_mtime_ns for path in folders}


def read(notes: Path, path: bytes, old: Known | None = None) -> Found:
    """Read a note's file.

    Args:
        notes: The folder of the notes.
        path: The file's path below it.
        old: What was known of the file; where it holds the same still, no more is read out of it.
    """
    # Most openings of a memory read no note.
    from memtui.store.note_secrets import secret_in_note
    from memtui.store.notes import read_note

    data, stamp, reason = b"", _NO_FILE, ""
    try:
        data, stamp = _bytes(notes, path)
    except OSError as error:
        stamp, reason = _obstacle(notes, path, error)
    sha256 = hashlib.sha256(data).digest()
    size = stamp[0]
    known = Known(*stamp, _is_fresh(stamp), sha256, None, None)
    if old and old.sha256 == sha256 and not reason:
        same = known._replace(id=old.id, problem=old.problem, secret=old.secret)
        return Found(same, None, same=True)
    if size > SIZE_LIMIT and not reason:
        reason = f"it has {size:,} bytes; a note has at most {SIZE_LIMIT:,}"
    if not reason:
        try:
            fact = read_note(data)
            return Found(known._replace(id=fact.id, secret=secret_in_note(fact)), fact)
        except MemtuiError as error:
            reason = error.message.removeprefix("A note cannot be used: ").removesuffix(".")
    return Found(known._replace(problem=reason), None)


def text_if_same(notes: Path, path: bytes, sha256: bytes | None) -> str | None:
    """The text of a note that holds the same as when it was read; else `None`."""
    try:
        data, _ = _bytes(notes, path)
    except OSError:
        return None
    return data.decode() if hashlib.sha256(data).digest() == sha256 else None


def as_it_was_written(written: Known, stamp: Stamp) -> Known | None:
    """What is known of a file that still is the one that was written, under whatever name."""
    size, mtime, ctime, inode = stamp
    if (size, mtime, inode) != (written.size, written.mtime, written.inode):
        return None
    return written._replace(ctime=ctime, fresh=_is_fresh(stamp))


def _is_fresh(stamp: Stamp) -> bool:
    return stamp[1] > time.time_ns() - _FRESH


def _stamp(found: os.stat_result) -> Stamp:
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino


def _bytes(notes: Path, path: bytes) -> tuple[bytes, Stamp]:
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    flags |= getattr(os, "O_BINARY", 0)
    handle = os.open(os.path.join(os.fsencode(notes), path), flags)  # noqa: PTH118
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise OSError("it is not a file")
        parts = []
        while part := os.read(handle, min(found.st_size, SIZE_LIMIT) + 1):
            parts.append(part)
            if found.st_size > SIZE_LIMIT:
                break
        return b"".join(parts), _stamp(found)
    finally:
        os.close(handle)


def _obstacle(notes: Path, path: bytes, error: OSError) -> tuple[Stamp, str]:
    """The stamp of what cannot be read, and why it cannot."""
    try:
        found = os.lstat(os.path.join(os.fsencode(notes), path))  # noqa: PTH118
    except FileNotFoundError:
        return _NO_FILE, f"it cannot be opened ({error.strerror or error})"
    if not stat.S_ISREG(found.st_mode):
        return _stamp(found), "it is not a file of its own but a link, a pipe or a device"
    return _stamp(found), f"it cannot be opened ({error.strerror or error})"
