"""The notes' files: which are there, by what a changed one is told, and what they say."""

import hashlib
import os
import stat
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from memtui.errors import MemtuiError
from memtui.facts.fact import Fact
from memtui.store.entries import Known
from memtui.store.notes import SIZE_LIMIT, read_note

# A file changed again within this time may bear the same times (FAT counts in 2 seconds).
_FRESH = 2_000_000_000


@dataclass(frozen=True, slots=True)
class Stamp:
    """By what a changed file is told, without reading it."""

    size: int
    mtime: int
    ctime: int
    inode: int
    regular: bool = True


@dataclass(frozen=True, slots=True)
class Scan:
    """The notes' files and folders at a moment, by their paths below the notes."""

    files: Mapping[bytes, Stamp]
    folders: Mapping[bytes, int]


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
                    files[path] = _stamp(entry.stat(follow_symlinks=False))
                except FileNotFoundError:
                    continue
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
    data, stamp, reason = b"", Stamp(0, 0, 0, 0), ""
    try:
        data, stamp = _bytes(notes, path)
    except OSError as error:
        stamp = glance(notes, (path,)).get(path, stamp)
        reason = _obstacle(stamp, error)
    sha256 = hashlib.sha256(data).digest()
    fresh = stamp.mtime > time.time_ns() - _FRESH
    known = Known(stamp.size, stamp.mtime, stamp.ctime, stamp.inode, fresh, sha256, None, None)
    if old and old.sha256 == sha256 and not reason:
        return Found(known._replace(id=old.id, problem=old.problem), None, same=True)
    if stamp.size > SIZE_LIMIT and not reason:
        reason = f"it has {stamp.size:,} bytes; a note has at most {SIZE_LIMIT:,}"
    if not reason:
        try:
            fact = read_note(data)
            return Found(known._replace(id=fact.id), fact)
        except MemtuiError as error:
            reason = error.message.removeprefix("A note cannot be used: ").removesuffix(".")
    return Found(known._replace(problem=reason), None)


def _stamp(found: os.stat_result) -> Stamp:
    return Stamp(
        found.st_size,
        found.st_mtime_ns,
        found.st_ctime_ns,
        found.st_ino,
        stat.S_ISREG(found.st_mode),
    )


def _bytes(notes: Path, path: bytes) -> tuple[bytes, Stamp]:
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    flags |= getattr(os, "O_BINARY", 0)
    handle = os.open(os.path.join(os.fsencode(notes), path), flags)  # noqa: PTH118
    try:
        stamp = _stamp(os.fstat(handle))
        if not stamp.regular:
            raise OSError("it is not a file")
        parts = []
        while part := os.read(handle, min(stamp.size, SIZE_LIMIT) + 1):
            parts.append(part)
            if stamp.size > SIZE_LIMIT:
                break
        return b"".join(parts), stamp
    finally:
        os.close(handle)


def _obstacle(stamp: Stamp, error: OSError) -> str:
    if not stamp.regular:
        return "it is not a file of its own but a link, a pipe or a device"
    return f"it cannot be opened ({error.strerror or error})"
