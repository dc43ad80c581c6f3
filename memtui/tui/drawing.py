"""Draws screens of the real app on the demo memory, the same way every time.

The clock stands still and ids are counted, so that the same code draws the same pictures.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from textual.pilot import Pilot

from memtui.conversations.opening import open_file
from memtui.desk.demo import make_demo, sample_conversations
from memtui.desk.desk import Desk
from memtui.extract.events import Dropped, Proposed
from memtui.review.review import Review
from memtui.tui.app import MemtuiApp
from memtui.tui.screens.review import ReviewScreen

NOW = datetime(2026, 10, 12, 15, 31, 4, tzinfo=UTC)
Play = Callable[[Pilot[None]], Awaitable[None]]


async def settled(pilot: Pilot[None]) -> None:
    """Wait until all that was begun is done and shown."""
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


def pressed(*keys: str) -> Play:
    """Come to a screen by keys; a step that begins with `=` is typed."""

    async def play(pilot: Pilot[None]) -> None:
        for key in keys:
            if key.startswith("="):
                await pilot.press(*("space" if each == " " else each for each in key[1:]))
            else:
                await pilot.press(key)
            await settled(pilot)

    return play


def app_of(pilot: Pilot[None]) -> MemtuiApp:
    """The app that is driven."""
    app = pilot.app
    assert isinstance(app, MemtuiApp)
    return app


def reviewed(*keys: str) -> Play:
    """Come to the review of the stand-up, as the plain reader proposes it."""

    async def play(pilot: Pilot[None]) -> None:
        desk = app_of(pilot).desk
        pilot.app.push_screen(ReviewScreen(desk, await review_of(desk, "standup.json")))
        await settled(pilot)
        await pressed(*keys)(pilot)

    return play


async def review_of(desk: Desk, name: str) -> Review:
    """Have a sample conversation read."""
    (conversation,) = open_file(sample_conversations() / name).conversations
    events = [event async for event in desk.propose(conversation, desk.extractor("plain"))]
    return desk.begin_review(
        conversation,
        f"conversation: {name}",
        [event.proposal for event in events if isinstance(event, Proposed)],
        [event.left_out for event in events if isinstance(event, Dropped)],
    )


async def searched(pilot: Pilot[None]) -> None:
    """Come to a question that words and meaning answer."""
    await asyncio.to_thread(app_of(pilot).desk.meaning.catch_up)
    await pressed("s", "=carla lives")(pilot)


@asynccontextmanager
async def shown(
    home: Path, size: tuple[int, int], play: Play, *, empty: bool = False
) -> AsyncIterator[Pilot[None]]:
    """The app on a memory of its own, after it was driven to a screen."""
    numbers = count(1)
    desk = Desk.open(
        home,
        "empty" if empty else make_demo(home, now=NOW),
        make=empty,
        clock=lambda: NOW,
        new_id=lambda: f"f_{next(numbers):016x}",
    )
    desk.memory.save_settings({"me.time_zone": "UTC"})
    app = MemtuiApp(desk, home, watching=False)
    try:
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            await play(pilot)
            yield pilot
    finally:
        app.desk.close()


def picture_of(pilot: Pilot[None]) -> str:
    """What the app shows, as SVG."""
    svg = pilot.app.export_screenshot(title="memtui")
    # Some viewers drop the spaces that a line begins with, unless told not to.
    return svg.replace("<svg ", '<svg xml:space="preserve" ', 1)
