"""One writer at a time: an advisory lock on a memory's folder that says who holds it."""

import contextlib
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.errors import Code, MemtuiError
from memtui.store.places import STATE, modes, open_file, unwritable

if TYPE_CHECKING:
    from filelock import BaseFileLock

WAIT = 10.0
"""For how many seconds another holder of a lock is waited for."""


def lock_at(path: Path, mode: int, wait: float = WAIT) -> "BaseFileLock":
    """A lock in a file; entered again by whoever holds it, from any thread, it stays held."""
    from filelock import FileLock

    return FileLock(path, timeout=wait, mode=mode, thread_local=False)


@contextlib.contextmanager
def holding(lock: "BaseFileLock", place: Path, busy: Callable[[], MemtuiError]) -> Iterator[None]:
    """Hold a lock.

    Args:
        lock: The lock.
        place: What cannot be written when the lock cannot be taken.
        busy: What to raise when another holds it for too long.

    Raises:
        MemtuiError: `busy`; `MEMORY_READONLY`.
    """
    from filelock import Timeout

    try:
        lock.acquire(poll_interval=0.02)
    except Timeout:
        raise busy() from None
    except OSError as error:
        raise unwritable(place, error) from error
    try:
        yield
    finally:
        lock.release()


class Lock:
    """A memory's lock, as one opener of the memory sees it."""

    def __init__(self, folder: Path, *, wait: float = WAIT) -> None:
        """Prepare to lock.

        Args:
            folder: The memory's folder.
            wait: For how many seconds to wait for another holder.
        """
        self._folder = folder
        self._path = folder / STATE / "lock"
        self._card = folder / STATE / "lock.json"
        self._wait = wait
        self._token = os.urandom(8).hex()

    @contextlib.contextmanager
    def held(self) -> Iterator[bool]:
        """Hold the lock.

        Yields:
            Whether anyone else held it since this opener last did.

        Raises:
            MemtuiError: `MEMORY_BUSY`, naming the holder; `MEMORY_READONLY`.
        """
        lock = lock_at(self._path, modes(self._folder)[1], self._wait)
        with holding(lock, self._folder, self._busy):
            yield self._sign()

    def _sign(self) -> bool:
        """Leave a card; whether someone else's lay there."""
        if self._last().get("token") == self._token:
            return False
        card = {"host": _host(), "pid": os.getpid(), "token": self._token}
        try:
            handle = open_file(self._card, os.O_WRONLY | os.O_TRUNC, self._folder)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(card, file)
        except OSError as error:
            raise unwritable(self._folder, error) from error
        return True

    def _last(self) -> dict[str, object]:
        try:
            card = json.loads(self._card.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return card if isinstance(card, dict) else {}

    def _busy(self) -> MemtuiError:
        card = self._last()
        who = f"process {card['pid']} on {card['host']}" if "pid" in card else "another process"
        return MemtuiError(
            Code.MEMORY_BUSY,
            f"{self._folder.name} is being written by {who}. Nothing was changed.",
            "Try again when it is done.",
        )


def _host() -> str:
    import platform

    return platform.node() or "this computer"
