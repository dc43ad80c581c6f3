"""Files written so that they outlast a power cut: one at a time, or many at once in little more
time than one.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Self, TypeVar

from memtui.store.places import STATE, file_system_of, open_file
from memtui.store.portions import portions

TEMPORARY = ".memtui-change-"
# From so many files on they are made durable together.
_MANY = 32
# File systems of which `syncfs` puts all on the disk and says so when it fails.
_SYNCED_WHOLE = frozenset(("ext4", "xfs", "btrfs", "f2fs"))
# Since which Linux does `syncfs` tell of a failure.
_TELLS_SINCE = (5, 8)
_THREADS = 8

_Value = TypeVar("_Value")
Stamp = tuple[int, int, int]


class Temporaries:
    """New files beside those that they are to replace, under names that are cleared after a crash.

    `paths` are those written so far, `stamps` their sizes, times and inodes.
    """

    def __init__(self, folder: Path, expected: int) -> None:
        """Write about so many files into the state of the memory in a folder."""
        self.paths: list[str] = []
        self.stamps: list[Stamp] = []
        self._alone: list[str] = []
        self._folder = folder
        self._start = f"{folder / STATE}/{TEMPORARY}"
        # Tells of what fails from now on.
        self._whole = _FileSystem(folder) if expected >= _MANY and _is_trusted(folder) else None

    def write(self, text: str) -> None:
        """Write a file that is durable only after `sync`."""
        path = self._new()
        self.paths.append(path)
        handle = open_file(path, os.O_WRONLY | os.O_EXCL, self._folder)
        try:
            _write(handle, text.encode())
            found = os.fstat(handle)
            self.stamps.append((found.st_size, found.st_mtime_ns, found.st_ino))
        finally:
            os.close(handle)

    def write_alone(self, pieces: Iterable[bytes]) -> str:
        """Write a file of its own that is durable at once."""
        path = self._new()
        self._alone.append(path)
        write_durably(path, pieces, self._folder)
        return path

    def sync(self) -> bool:
        """Make durable what was written; whether there was anything.

        Raises:
            OSError: It is not durable.
        """
        if self._whole is not None:
            with self._whole as whole:
                whole.sync()
        else:
            for _ in at_once(_sync, self.paths, len(self.paths)):
                pass
        return bool(self.paths)

    def drop(self) -> None:
        """Delete all of them."""
        if self._whole is not None:
            self._whole.close()
        for path in (*self.paths, *self._alone):
            Path(path).unlink(missing_ok=True)

    def _new(self) -> str:
        return f"{self._start}{os.urandom(8).hex()}"


def at_once(
    work: Callable[[_Value], None], values: Iterable[_Value], number: int
) -> Iterator[None]:
    """Do some work for each value: for many of them several at once, as each waits for the disk.

    Raises:
        OSError: What the work raises; it may be done for some values that come later.
    """
    if number < _MANY:
        yield from map(work, values)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(_THREADS, "many notes") as pool:
        for some in portions(values):
            yield from pool.map(work, some)


def write_durably(path: Path | str, pieces: Iterable[bytes], folder: Path) -> None:
    """Write a new file of a memory to the disk."""
    handle = open_file(path, os.O_WRONLY | os.O_EXCL, folder)
    try:
        for piece in pieces:
            _write(handle, piece)
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk."""
    if os.name != "nt":
        _sync(folder)


def _write(handle: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]


def _sync(path: Path | str) -> None:
    # Windows makes durable only what is open for writing.
    handle = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class _FileSystem:
    """The file system of a folder, of which all that waits can be put on the disk at once."""

    def __init__(self, folder: Path) -> None:
        self._handle = os.open(folder, os.O_RDONLY)
        self._is_open = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._is_open:
            self._is_open = False
            os.close(self._handle)

    def sync(self) -> None:
        import ctypes

        if ctypes.CDLL(None, use_errno=True).syncfs(self._handle):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _is_trusted(folder: Path) -> bool:
    return (
        sys.platform == "linux"
        and _linux() >= _TELLS_SINCE
        and file_system_of(folder) in _SYNCED_WHOLE
    )


def _linux() -> tuple[int, ...]:
    numbers = os.uname().release.split("-")[0].split(".")[:2]
    return tuple(int(number) for number in numbers if number.isdigit())
