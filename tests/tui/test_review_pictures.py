"""Pictures of opening, reading and reviewing, at a fixed moment."""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from memtui.conversations.conversation import Opened
from memtui.conversations.opening import begun
from memtui.conversations.reading import Person
from memtui.desk.desk import Desk
from memtui.extract.events import Account, Done, Dropped, Proposed, Reading
from memtui.extract.extractor import Extractor
from memtui.extract.proposal import Mark
from memtui.tui.app import MemtuiApp
from memtui.tui.screens.open import OpenScreen
from memtui.tui.screens.pick import PickScreen
from memtui.tui.screens.preview import PreviewScreen
from memtui.tui.screens.reading import ReadingScreen
from memtui.tui.screens.review import ReviewScreen
from memtui.tui.screens.when import WhenScreen
from memtui.tui.screens.who import WhoScreen
from tests.tui.open_review import (
    CONVERSATION,
    LEFT_OUT,
    ROLE,
    TASK,
    UNAVAILABLE,
    FakeExtractor,
    Gate,
    make_desk,
    make_review,
    press,
    proposed,
    settled,
)

Draw = Callable[..., None]
ODD = (
    proposed("東京", "次の旅行 [/", "東京への旅行は十月です。 [/bold] is no markup.", "moved"),
    proposed("Ana", "", "Ana has a fact that says nothing about what it is about.", turn=None),
    proposed(
        "Ana",
        "motto",
        "Ana says: " + "one more word, and then " * 20,
        "my",
        turn=None,
        marks=[Mark.UNSUPPORTED],
    ),
)
OPENED = Opened(
    "role/content JSON",
    "standup.json",
    (CONVERSATION,),
    Counter({"tool results": 12, "system turns": 3}),
    ("Its times have no zone.",),
)


@pytest.fixture
def desk(home: Path) -> Iterator[Desk]:
    desk = make_desk(home)
    yield desk
    desk.close()


@pytest.fixture
def draws(snap_compare: Callable[..., bool], desk: Desk, home: Path) -> Draw:
    """Compares a screen, after some keys, with its picture."""

    def draw(
        screen: Screen[Any],
        *keys: str,
        size: tuple[int, int] = (80, 24),
        theme: str = "memtui-dark",
    ) -> None:
        async def before(pilot: Pilot[None]) -> None:
            pilot.app.theme = theme
            await pilot.app.push_screen(screen)
            await settled(pilot)
            await press(pilot, *keys)

        app = MemtuiApp(desk, home, watching=False)
        assert snap_compare(app, terminal_size=size, run_before=before)

    return draw


def test_review(draws: Draw, desk: Desk) -> None:
    draws(ReviewScreen(desk, make_review(desk)))


def test_review_beside_the_conversation_in_light(draws: Draw, desk: Desk) -> None:
    review = ReviewScreen(desk, make_review(desk))
    draws(review, "j", "j", size=(120, 40), theme="memtui-light")


def test_review_in_a_small_terminal(draws: Draw, desk: Desk) -> None:
    draws(ReviewScreen(desk, make_review(desk)), "n", "enter", size=(60, 15))


def test_review_of_odd_texts(draws: Draw, desk: Desk) -> None:
    draws(ReviewScreen(desk, make_review(desk, ODD)), "j", "space")


def test_review_of_many_with_names_suggested(draws: Draw, desk: Desk) -> None:
    pets = [proposed("Ana", f"pet {n}", f"Ana has pet {n}.", "I moved") for n in range(9)]
    place = [
        proposed("Offsite", "place", f"The offsite is in {city}.", "The launch", turn=turn)
        for city, turn in (("Ghent", 0), ("Antwerp", 2))
    ]
    mended = proposed("Ana", "position", "Ana works in research.", "I moved to research this week")
    draws(
        ReviewScreen(desk, make_review(desk, [*pets, mended, *place])),
        *"yyx",
        *["j"] * 6,
        size=(80, 24),
    )


def test_review_in_the_terminals_own_colours(draws: Draw, desk: Desk) -> None:
    draws(ReviewScreen(desk, make_review(desk)), "j", theme="ansi-dark")


def test_edit(draws: Draw, desk: Desk) -> None:
    draws(ReviewScreen(desk, make_review(desk)), "e", "text: Since May.")


def test_edit_refused_in_light(draws: Draw, desk: Desk) -> None:
    draws(
        ReviewScreen(desk, make_review(desk)),
        "e",
        "text: password: x",
        "enter",
        size=(60, 15),
        theme="memtui-light",
    )


def test_open(draws: Draw, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / "chats"
    (folder / "older").mkdir(parents=True)
    (folder / "photo.json").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    (folder / "stand up 東京.json").write_text("[]" * 700)
    moment = datetime(2026, 10, 12, 12, tzinfo=UTC).timestamp()
    for path in folder.iterdir():
        os.utime(path, (moment, moment))
    desk.memory.write_state("last_folder", str(folder))
    draws(OpenScreen(desk), "j", "enter")


CHATS = (
    ("東京 [/x]", "2026-01-01", 2),
    ("Planning the launch", "2026-02-02", 4),
    ("A" * 90, "2026-03-03", 2),
)


def pick_screen(desk: Desk, folder: Path) -> PickScreen:
    """A list of three conversations, one of them read before and grown since, one file not read."""
    export = folder / "export"
    export.mkdir()
    chats = [
        {
            "title": title,
            "created_at": day,
            "messages": [
                {"role": "user" if not n % 2 else "assistant", "content": f"What {n} [/b] 東京?"}
                for n in range(turns)
            ],
        }
        for title, day, turns in CHATS
    ]
    (export / "conversations.json").write_text(json.dumps(chats))
    (export / "user.json").write_text('{"id": "u", "email": "ana@example.org"}')
    beginning = begun(export, Person())
    found = list(beginning.found)
    grown = found[1].conversation
    desk.was_read(replace(grown, turns=grown.turns[:2]), "conversation: x", plainly=False)
    return PickScreen(desk, beginning.collection, iter(beginning.collection), str(export))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_pick(draws: Draw, desk: Desk, tmp_path: Path, size: tuple[int, int]) -> None:
    draws(pick_screen(desk, tmp_path), "space", size=size)


def test_pick_in_the_light(draws: Draw, desk: Desk, tmp_path: Path) -> None:
    draws(pick_screen(desk, tmp_path), "space", theme="memtui-light")


def test_read_several(draws: Draw, desk: Desk, tmp_path: Path) -> None:
    draws(pick_screen(desk, tmp_path), "a", "enter")


TALKERS = {"Ana Lima": 120, "Bruno": 61, "+55 11 98888-0000": 1, "東京の友達": 3}
WORDS = {"Ana Lima": "I moved to research [/b] this week.", "Bruno": "Good. " * 30}


@pytest.mark.parametrize("theme", ["memtui-dark", "memtui-light"])
def test_who(draws: Draw, theme: str) -> None:
    draws(WhoScreen(TALKERS, WORDS), "j", "space", theme=theme)


def test_when(draws: Draw) -> None:
    draws(WhenScreen(date(2026, 10, 12), "Planning the launch"), "x", "enter")


@pytest.fixture
def reads(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def use(*steps: Any) -> None:
        def extractor(kind: str | None = None, model: str | None = None) -> Extractor:
            return FakeExtractor(steps)

        monkeypatch.setattr(desk, "extractor", extractor)

    return use


def test_preview(draws: Draw, desk: Desk, reads: Callable[..., None]) -> None:
    reads()
    draws(PreviewScreen(desk, OPENED, CONVERSATION))


def reading(desk: Desk) -> ReadingScreen:
    return ReadingScreen(desk, "standup.json", CONVERSATION, clock=lambda: 0.0)


def test_reading(draws: Draw, desk: Desk, reads: Callable[..., None]) -> None:
    steps = (Reading(2.0, 5_210, 16_384), Proposed(ROLE), Proposed(TASK), Dropped(LEFT_OUT[0]))
    reads(*steps, Gate())
    draws(reading(desk))


def test_reading_failed_in_light(draws: Draw, desk: Desk, reads: Callable[..., None]) -> None:
    reads(UNAVAILABLE)
    draws(reading(desk), theme="memtui-light")


def test_nothing_durable(draws: Draw, desk: Desk, reads: Callable[..., None]) -> None:
    reads(Done(Account(3, 0, 400, 1, 800, 16_384, "stop")))
    draws(reading(desk))
