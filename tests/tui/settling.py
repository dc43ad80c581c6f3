"""Waiting, in tests of screens, until nothing more will happen."""

from contextlib import suppress
from typing import Any

from textual.pilot import Pilot
from textual.worker import WorkerCancelled


async def settle(pilot: Pilot[Any]) -> None:
    """Wait until all that was begun has been done and drawn."""
    await pilot.pause()
    while any(not worker.is_finished for worker in pilot.app.workers):
        # What was begun anew meanwhile is waited for in the next round.
        with suppress(WorkerCancelled):
            await pilot.app.workers.wait_for_complete()
        await pilot.pause()


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys, each when the one before has had its effect."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot)


async def type_text(pilot: Pilot[Any], text: str) -> None:
    """Type a text into what has the focus."""
    await pilot.press(*(_KEYS.get(character, character) for character in text))
    await settle(pilot)


_KEYS = {
    " ": "space",
    ".": "full_stop",
    "-": "minus",
    "/": "slash",
    ",": "comma",
    ":": "colon",
    "+": "plus",
}
