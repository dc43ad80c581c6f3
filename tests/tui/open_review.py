"""What the tests of opening and reviewing share: a memory, a conversation, an extractor."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from memtui.conversations.conversation import Conversation, Grade, Role, Turn
from memtui.desk.desk import Desk
from memtui.errors import Code, MemtuiError
from memtui.extract.events import Event
from memtui.extract.extractor import Context, Extractor
from memtui.extract.proposal import LeftOut, Mark, Proposal
from memtui.facts.fact import Draft, Origin
from memtui.facts.keeping import Keep
from memtui.review.review import Review
from memtui.tui.app import MemtuiApp

NOW = datetime(2026, 10, 12, 15, 31, 4, tzinfo=UTC)
DAY = NOW.date()
BEFORE = (
    ("Ana", "role", "Ana leads the data team.", date(2026, 9, 1)),
    ("Ana", "city", "Ana lives in Recife.", date(2025, 3, 3)),
    ("Launch", "date", "The launch is on 9 October.", date(2026, 9, 28)),
)
UNAVAILABLE = MemtuiError(
    Code.EXTRACTOR_UNAVAILABLE,
    "Ollama does not answer at http://127.0.0.1:11434, so qwen3:4b-instruct cannot be asked.",
    "Start it with `ollama serve`.",
)


def at(hour: int, minute: int) -> datetime:
    """A moment of the day."""
    return datetime(2026, 10, 12, hour, minute, tzinfo=UTC)


TURNS = (
    Turn(
        "Ana",
        Role.PERSON,
        "I moved to research this week, so Bruno takes the dashboards.",
        at(9, 12),
        DAY,
    ),
    Turn("assistant", Role.MODEL, "Shall I note that Carla owns the launch now?", at(9, 13), DAY),
    Turn(
        "Ana",
        Role.PERSON,
        "The launch moved to 16 October. I still live in Recife, by the way.",
        at(9, 15),
        DAY,
    ),
)
CONVERSATION = Conversation("abc", "Standup", TURNS, DAY, DAY, Grade.TURN)
LEFT_OUT = (LeftOut("Bruno", "looked like a password"),)


def proposed(
    subject: str,
    attribute: str,
    fact: str,
    quote: str = "",
    *,
    turn: int | None = 0,
    said: date | None = DAY,
    marks: Iterable[Mark] = (),
) -> Proposal:
    """A proposal as an extractor gives it."""
    spoken = TURNS[turn] if turn is not None else None
    return Proposal(
        subject,
        attribute,
        fact,
        said,
        spoken.time if spoken and said else None,
        quote,
        spoken.speaker if spoken else "",
        turn,
        frozenset(marks),
        Origin("ollama", "qwen3:4b-instruct", "abc"),
    )


ROLE = proposed("Ana", "role", "Ana works in research.", "I moved to research this week")
CITY = proposed("Ana", "city", "Ana lives in Recife.", "I still live in Recife", turn=2, said=None)
TASK = proposed("Bruno", "task", "Bruno takes the dashboards.", "Bruno takes the dashboards")
DATE = proposed("Launch", "date", "The launch is on 16 October.", "The launch moved", turn=2)
OWNER = proposed(
    "Launch",
    "owner",
    "Carla owns the launch.",
    "Carla owns the launch",
    turn=1,
    marks=[Mark.ASSISTANT],
)
PROPOSALS = (ROLE, CITY, TASK, DATE, OWNER)


class Gate(asyncio.Event):
    """Where an extractor waits until the test lets it go on."""


class FakeExtractor:
    """Yields what it is given; waits at gates, raises errors."""

    name = "qwen3:4b-instruct at 127.0.0.1:11434"
    latest: "FakeExtractor | None" = None

    def __init__(self, steps: Sequence[Event | Gate | Exception]) -> None:
        self.steps = steps
        self.context: Context | None = None
        self.closed = False
        self.waits = False
        FakeExtractor.latest = self

    async def propose(
        self, conversation: Conversation, context: Context
    ) -> AsyncGenerator[Event, None]:
        """Go through the steps."""
        self.context = context
        try:
            for step in self.steps:
                if isinstance(step, Gate):
                    self.waits = not step.is_set()
                    await step.wait()
                    self.waits = False
                elif isinstance(step, Exception):
                    raise step
                else:
                    yield step
        finally:
            self.closed = True


def make_desk(home: Path, before: Iterable[tuple[str, str, str, date]] = BEFORE) -> Desk:
    """A memory with some facts, whose clock stands still."""
    numbers = count(1)
    desk = Desk.open(
        home, "team", make=True, clock=lambda: NOW, new_id=lambda: f"f_{next(numbers):016x}"
    )
    desk.memory.save_settings({"me.time_zone": "UTC"})
    drafts = tuple(Draft(s, a, f, said=said) for s, a, f, said in before)
    if drafts:
        desk.apply(Keep(drafts, "b_00000001"))
    return desk


def stalled_desk(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A memory whose extractor never gets anywhere; closed behind its test."""
    desk = make_desk(home)

    def extractor(kind: str | None = None, model: str | None = None) -> Extractor:
        return FakeExtractor([Gate()])

    monkeypatch.setattr(desk, "extractor", extractor)
    yield desk
    desk.close()


def make_chats(desk: Desk, tmp_path: Path) -> Path:
    """A folder of files, the one where the person last was."""
    folder = tmp_path / "chats"
    (folder / "older").mkdir(parents=True)
    (folder / ".hidden.json").write_text("[]")
    (folder / "photo.json").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    (folder / "stand up.json").write_text(
        json.dumps(
            [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "I moved to research. [/bold] 東京"},
                {"role": "assistant", "content": "Noted."},
            ]
        )
    )
    talks = [
        {
            "title": f"Talk {n} [/x]",
            "create_time": 1_790_000_000 + n * 86_400,
            "messages": [{"role": "user", "content": f"Hello {n}"}],
        }
        for n in range(3)
    ]
    (folder / "three.json").write_text(json.dumps(talks))
    desk.memory.write_state("last_folder", str(folder))
    return folder


def make_review(desk: Desk, proposals: Iterable[Proposal] = PROPOSALS) -> Review:
    """An unfinished review."""
    return desk.begin_review(CONVERSATION, "conversation: standup.json", proposals, LEFT_OUT)


@asynccontextmanager
async def showing(
    desk: Desk, home: Path, screen: Screen[Any], size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Pilot[None]]:
    """The real app with a screen on top of its main screen."""
    app = MemtuiApp(desk, home, watching=False)
    async with app.run_test(size=size) as pilot:
        await app.push_screen(screen)
        await settled(pilot)
        yield pilot


async def settled(pilot: Pilot[None]) -> None:
    """Wait until all that was begun is done and shown, except for what waits at a gate."""
    await pilot.pause()
    while _reads_on(pilot):
        await pilot.pause(0.005)
    for _ in range(2):
        ending = [each for each in pilot.app.workers if each.name != "read a conversation"]
        if ending:
            await pilot.app.workers.wait_for_complete(ending)
        await pilot.pause()


def _reads_on(pilot: Pilot[None]) -> bool:
    """Whether a conversation is being read, and its extractor waits for nothing."""
    reading = [each for each in pilot.app.workers if each.name == "read a conversation"]
    waits = FakeExtractor.latest is not None and FakeExtractor.latest.waits
    return any(each.is_running for each in reading) and not waits


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, each when the one before is done; `text:…` types a text at once."""
    for key in keys:
        await pilot.press(*(key.removeprefix("text:") if key.startswith("text:") else (key,)))
        await settled(pilot)


def notices(pilot: Pilot[None]) -> str:
    """What the app told, in the order told."""
    return " | ".join(str(each.message) for each in pilot.app._notifications)


def shown(pilot: Pilot[None]) -> str:
    """The text on the screen, as a person sees it."""
    screen = pilot.app.screen
    strips = screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)
