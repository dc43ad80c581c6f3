"""Tells when someone changed the notes or the settings of a memory."""

import threading
from collections.abc import Iterator
from pathlib import Path

from memtui.store.places import NOTES, SETTINGS, on_network


def watch(folder: Path, stop: threading.Event) -> Iterator[None]:
    """Wait for changes of notes or settings, by whomever.

    Args:
        folder: The memory's folder.
        stop: Ends the waiting when set.

    Yields:
        Once for each burst of changes.
    """
    import watchfiles

    notes = (folder / NOTES).resolve()
    settings = (folder / SETTINGS).resolve()

    def concerns(_: watchfiles.Change, name: str) -> bool:
        path = Path(name)
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
