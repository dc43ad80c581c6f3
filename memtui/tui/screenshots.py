"""Draw the screens of the real app on the demo memory: `python -m memtui.tui.screenshots [FOLDER]`.

The clock stands still and ids are counted, so that the same code draws the same pictures.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from textual.pilot import Pilot

from memtui.conversations.opening import open_file
from memtui.desk.demo import make_demo, sample_conversations
from memtui.desk.desk import Desk
from memtui.extract.events import Dropped, Proposed
from memtui.review.review import Review
from memtui.tui.app import MemtuiApp
from memtui.tui.screens.review import ReviewScreen

FOLDER = Path(__file__).parents[2] / "screenshots"
NOW = datetime(2026, 10, 12, 15, 31, 4, tzinfo=UTC)
NARROW, WIDE = (80, 24), (120, 30)
QUESTION = (*"carla", "space", *"lives")


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture: the size of the terminal, and how to come to the screen."""

    name: str
    size: tuple[int, int]
    play: Callable[[Pilot[None]], Awaitable[None]]


def pressed(*keys: str) -> Callable[[Pilot[None]], Awaitable[None]]:
    """Come to a screen by keys."""

    async def play(pilot: Pilot[None]) -> None:
        for key in keys:
            await pilot.press(key)
            await settled(pilot)

    return play


async def reviewed(pilot: Pilot[None]) -> None:
    """Come to the review of the stand-up, as the plain reader proposes it."""
    app = pilot.app
    assert isinstance(app, MemtuiApp)
    app.push_screen(ReviewScreen(app.desk, await review_of(app.desk, "standup.json")))
    await settled(pilot)


async def searched(pilot: Pilot[None]) -> None:
    """Come to a question that words and meaning answer."""
    app = pilot.app
    assert isinstance(app, MemtuiApp)
    await asyncio.to_thread(app.desk.meaning.catch_up)
    await pressed("s", *QUESTION)(pilot)


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


PICTURES = (
    Picture("main", NARROW, pressed()),
    Picture("history", NARROW, pressed("H")),
    Picture("detail", WIDE, pressed("j", "j", "j", "enter")),
    Picture("review", WIDE, reviewed),
    Picture("search", NARROW, searched),
    Picture("forget", NARROW, pressed("j", "j", "j", "d")),
    Picture("select", NARROW, pressed("space", "space", "j", "space")),
    Picture("timeline", WIDE, pressed("right_square_bracket", "T", "tab", "left")),
    Picture("tidy", WIDE, pressed("w")),
    Picture("keepings", NARROW, pressed("b")),
    Picture("help", NARROW, pressed("question_mark")),
)


async def settled(pilot: Pilot[None]) -> None:
    """Wait until all that was begun is done and shown."""
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def drawn(picture: Picture, home: Path) -> str:
    """Draw a picture on a demo memory of its own."""
    numbers = count(1)
    desk = Desk.open(
        home,
        make_demo(home, now=NOW),
        clock=lambda: NOW,
        new_id=lambda: f"f_{next(numbers):016x}",
    )
    desk.memory.save_settings({"me.time_zone": "UTC"})
    app = MemtuiApp(desk, home, watching=False)
    try:
        async with app.run_test(size=picture.size) as pilot:
            await settled(pilot)
            await picture.play(pilot)
            svg = app.export_screenshot(title="memtui")
            # Some viewers drop the spaces that a line begins with, unless told not to.
            return svg.replace("<svg ", '<svg xml:space="preserve" ', 1)
    finally:
        desk.close()


def main(folder: Path = FOLDER) -> None:
    """Draw all pictures into a folder."""
    folder.mkdir(exist_ok=True)
    for picture in PICTURES:
        with TemporaryDirectory() as home:
            svg = asyncio.run(drawn(picture, Path(home)))
        (folder / f"{picture.name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
