"""One writer at a time: an advisory lock on a memory's folder that says who holds it."""

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

from memtui.errors import Code, MemtuiError
from memtui.store.places import STATE, modes, open_file, unwritable


class Lock:
    """A memory's lock, as one opener of the memory sees it."""

    def __init__(self, folder: Path, *, wait: float = 10.0) -> None:
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
        from filelock import FileLock, Timeout

        lock = FileLock(self._path, timeout=self._wait, mode=modes(self._folder)[1])
        try:
            lock.acquire(poll_interval=0.02)
        except Timeout:
            raise self._busy() from None
        except OSError as error:
            raise unwritable(self._folder, error) from error
        try:
            yield self._sign()
        finally:
            lock.release()

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
