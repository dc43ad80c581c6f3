"""Watched folders while the app is open: threads that end within a moment when it is left."""

import threading
from collections.abc import Callable

from memtui.desk.desk import Desk
from memtui.errors import MemtuiError

_LEAVING = 2.0  # seconds that each thread has to end


class Following:
    """Follows the folders that the memory's settings name.

    Args:
        desk: The open memory.
        told: Told, in any thread, of each file in a line.
    """

    def __init__(self, desk: Desk, told: Callable[[str], None]) -> None:
        self._desk = desk
        self._told = told
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Begin, where there is anything to follow.

        Raises:
            MemtuiError: `NO_EXTRACTOR`.
        """
        if not self._desk.memory.settings.watch.folders:
            return
        from memtui.desk.folder import Folder
        from memtui.desk.folders import standings, watched

        for standing in standings(self._desk.memory):
            if not standing.there:
                self._tell(standing.problems[0])

        def follow(folder: Folder) -> None:
            try:
                folder.follow(self._stop, lambda entry: self._tell(entry.line))
            except MemtuiError as error:
                self._tell(f"{error.message} {error.hint}".rstrip())

        for folder in watched(self._desk, self._desk.clock):
            # A daemon: whoever leaves does not wait for a model.
            thread = threading.Thread(
                target=follow, args=(folder,), name=f"follow {folder.path}", daemon=True
            )
            self._threads.append(thread)
            thread.start()

    def close(self) -> None:
        """End it; what was being read is read again the next time."""
        self._stop.set()
        for thread in self._threads:
            thread.join(_LEAVING)

    def _tell(self, line: str) -> None:
        if not self._stop.is_set():
            self._told(line)
