"""Tells when someone changed the notes or the settings of a memory, or put a review into it."""

import threading
from collections.abc import Iterator
from pathlib import Path

from memtui.store.places import NOTES, SETTINGS, STATE, on_network


def watch(folder: Path, stop: threading.Event) -> Iterator[None]:
    """Wait for changes of notes or settings, and for reviews that come or go, by whomever.

    Args:
        folder: The memory's folder.
        stop: Ends the waiting when set.

    Yields:
        Once for each burst of changes.
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
        if came_or_went(path):
            return True
        return path == settings or (path.suffix == ".md" and path.is_relative_to(notes))

    network = on_network(folder)
    for _ in watchfiles.watch(
        folder.resolve(),
        watch_filter=concerns,
        stop_event=stop,
        debounce=400,
        step=50,
        rust_timeout=1_000,
        force_polling=True if network else None,
        poll_delay_ms=2_000 if network else 300,
        raise_interrupt=False,
    ):
        yield


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
