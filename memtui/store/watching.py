"""Tells when someone changed the notes or the settings of a memory, or put a review into it."""

import os
import threading
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path

from memtui.store.places import NOTES, SETTINGS, STATE, on_network

# Where so many notes change at once, the system may have lost count.
_MANY = 1_000


@dataclass(frozen=True, slots=True)
class Burst:
    """What changed at about one time: notes, by their paths below the notes, and whether a person
    is to be shown anything new. `notes` is `None` when any may have changed.
    """

    notes: frozenset[bytes] | None
    news: bool


class Watched:
    """Which notes may have changed since they were last looked at, while they are watched."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._going = False
        self._notes: set[bytes] | None = None

    def add(self, burst: Burst) -> None:
        """Take down what changed; with the first burst it is certain that nothing is missed."""
        with self._lock:
            if not self._going:
                self._going = True
                self._notes = None
            elif burst.notes is None:
                self._notes = None
            elif self._notes is not None:
                self._notes |= burst.notes

    def end(self) -> None:
        """From now on nothing is known of what changes."""
        with self._lock:
            self._going = False
            self._notes = None

    def take(self) -> frozenset[bytes] | None:
        """The notes to look at, whereupon they count as looked at; `None` = all of them."""
        with self._lock:
            notes, self._notes = self._notes, set[bytes]() if self._going else None
            return None if notes is None else frozenset(notes)

    def take_some(self) -> frozenset[bytes] | None:
        """As `take`; but where all are to be looked at they stay to be."""
        with self._lock:
            if self._notes is None:
                return None
            notes, self._notes = self._notes, set[bytes]()
            return frozenset(notes)

    def doubt(self) -> None:
        """What was taken was not looked at."""
        with self._lock:
            self._notes = None


def bursts(folder: Path, stop: threading.Event) -> Generator[Burst, None, None]:
    """Wait for changes of notes or settings, and for reviews that come or go, by whomever.

    Args:
        folder: The memory's folder.
        stop: Ends the waiting when set.

    Yields:
        What changed, for each burst of changes; and once a second, when nothing did.
    """
    import watchfiles

    notes = (folder / NOTES).resolve()
    settings = (folder / SETTINGS).resolve()
    drafts = (folder / STATE / "drafts").resolve()
    waiting = set(drafts.glob("*.json"))

    def came_or_went(path: Path) -> bool:
        """Whether a review did; a person's ticks in one that waits are none of this."""
        there = path.exists()
        if path.parent != drafts or path.suffix != ".json" or there == (path in waiting):
            return False
        waiting.symmetric_difference_update({path})
        return True

    def concerns(_: watchfiles.Change, name: str) -> bool:
        path = Path(name)
        return came_or_went(path) or path == settings or is_noted(path)

    def is_noted(path: Path) -> bool:
        """Whether a path is a note's, or may be that of a folder with notes."""
        return path.suffix in ("", ".md") and path.is_relative_to(notes) and path != notes

    network = on_network(folder)
    for changed in watchfiles.watch(
        folder.resolve(),
        watch_filter=concerns,
        stop_event=stop,
        debounce=400,
        step=50,
        rust_timeout=1_000,
        yield_on_timeout=True,
        force_polling=True if network else None,
        poll_delay_ms=2_000 if network else 300,
        raise_interrupt=False,
    ):
        paths = {path for _, name in changed if is_noted(path := Path(name))}
        unclear = network or len(paths) > _MANY or any(path.suffix != ".md" for path in paths)
        below = (os.fsencode(path.relative_to(notes)) for path in paths)
        yield Burst(None if unclear else frozenset(below), news=bool(changed))


def changes(folder: Path, stop: threading.Event, *, every: float) -> Iterator[None]:
    """Wait for changes of whatever is in a folder.

    Args:
        folder: The folder.
        stop: Ends the waiting when set.
        every: Seconds after which there is something to look at in any case.

    Yields:
        At once, then after each burst of changes and after each such time.
    """
    import watchfiles

    yield
    network = on_network(folder)
    for _ in watchfiles.watch(
        folder.resolve(),
        stop_event=stop,
        rust_timeout=round(every * 1_000),
        yield_on_timeout=True,
        force_polling=True if network else None,
        poll_delay_ms=2_000 if network else 300,
    ):
        yield
