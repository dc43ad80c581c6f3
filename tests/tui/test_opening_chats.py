"""From a file that was chosen to its reading: picking one of several, looking at it before."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from textual.widgets import Static

from memtui.desk.desk import Desk
from memtui.errors import Code, MemtuiError
from memtui.extract.extractor import Extractor
from memtui.tui.screens.open import OpenScreen
from memtui.tui.screens.pick import PickScreen
from memtui.tui.screens.preview import NamesScreen, PreviewScreen
from memtui.tui.screens.reading import ReadingScreen
from memtui.tui.screens.when import WhenScreen
from tests.tui.open_review import (
    make_chats,
    press,
    settled,
    showing,
    shown,
    stalled_desk,
)


@pytest.fixture
def desk(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    yield from stalled_desk(home, monkeypatch)


@pytest.fixture
def chats(tmp_path: Path, desk: Desk) -> Path:
    return make_chats(desk, tmp_path)


async def test_one_of_several_conversations_is_picked(desk: Desk, home: Path, chats: Path) -> None:
    async with showing(desk, home, OpenScreen(desk)) as pilot:
        await press(pilot, "G", "enter")
        assert isinstance(pilot.app.screen, PickScreen)
        assert "three.json" in shown(pilot)
        assert "3 conversations" in shown(pilot)
        await press(pilot, "j", "enter")
        screen = pilot.app.screen
        assert isinstance(screen, PreviewScreen)
        assert screen.conversation.title == "Talk 1 [/x]"
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, PickScreen)
        await press(pilot, "h")
        assert isinstance(pilot.app.screen, OpenScreen)


async def test_titles_are_filtered(desk: Desk, home: Path, chats: Path) -> None:
    async with showing(desk, home, OpenScreen(desk)) as pilot:
        await press(pilot, "G", "enter", "slash", "text:talk", "space", "2", "down", "enter")
        screen = pilot.app.screen
        assert isinstance(screen, PreviewScreen)
        assert screen.conversation.title == "Talk 2 [/x]"


async def test_escape_clears_the_filter_first(desk: Desk, home: Path, chats: Path) -> None:
    async with showing(desk, home, OpenScreen(desk)) as pilot:
        await press(pilot, "G", "enter", "slash", "text:zzz")
        assert "no match" in shown(pilot)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, PickScreen)
        assert "Talk 2" in shown(pilot)


async def test_the_preview_says_who_said_what_and_what_was_left_out(
    desk: Desk, home: Path, chats: Path
) -> None:
    async with showing(desk, home, OpenScreen(desk)) as pilot:
        await press(pilot, "G", "k", "enter")
        seen = shown(pilot)
        assert "stand up.json · 2 turns" in seen
        assert "I moved to research. [/bold] 東京" in seen
        assert "JSON · user 1 · assistant 1" in seen
        assert "left out: system turns (1)" in seen
        assert "read by: qwen3:4b-instruct at 127.0.0.1:11434" in seen
        assert "w: say who “I” is" in seen


@pytest.mark.parametrize(("key", "kind"), [("enter", None), ("p", "plain")])
async def test_enter_and_p_read_it(
    desk: Desk, home: Path, chats: Path, key: str, kind: str | None
) -> None:
    async with showing(desk, home, OpenScreen(desk)) as pilot:
        await press(pilot, "G", "k", "enter", key)
        # The file gives no day, so it is asked for one.
        assert isinstance(pilot.app.screen, WhenScreen)
        await press(pilot, "enter")
        screen = pilot.app.screen
        assert isinstance(screen, ReadingScreen)
        assert screen.intake.progress.kind == (kind or "")


async def test_brackets_in_the_name_of_an_undated_file_are_shown_as_they_are(
    desk: Desk, home: Path
) -> None:
    async with showing(desk, home, WhenScreen(date(2026, 10, 12), "[red]talk[/] [b")) as pilot:
        shown = [str(each.render()) for each in pilot.app.screen.query(Static)]
        assert any(text.startswith("[red]talk[/] [b says no day.") for text in shown)


async def test_w_says_who_the_person_is(desk: Desk, home: Path, chats: Path) -> None:
    async with showing(desk, home, OpenScreen(desk)) as pilot:
        await press(pilot, "G", "k", "enter", "w")
        assert isinstance(pilot.app.screen, NamesScreen)
        await press(pilot, "text:Ana, Ana Lima", "enter")
        assert desk.memory.settings.me.names == ("Ana", "Ana Lima")
        assert "you are: Ana, Ana Lima" in shown(pilot)
        await press(pilot, "w", "text:zzz", "escape")
        assert desk.memory.settings.me.names == ("Ana", "Ana Lima")


async def test_an_extractor_that_cannot_be_made_is_told_with_a_way_out(
    desk: Desk, home: Path, chats: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(kind: str | None = None, model: str | None = None) -> Extractor:
        raise MemtuiError(Code.NO_EXTRACTOR, "There is no extractor called 'x'.", "Choose ollama.")

    monkeypatch.setattr(desk, "extractor", refuse)
    async with showing(desk, home, OpenScreen(desk)) as pilot:
        await press(pilot, "G", "k", "enter")
        assert "NO_EXTRACTOR: There is no extractor called 'x'." in shown(pilot)
        assert "p: let the plain reader do it" in shown(pilot)


@pytest.mark.parametrize("size", [(60, 15), (120, 40), (20, 5), (1, 1)])
async def test_every_screen_of_the_way_fits_any_terminal(
    desk: Desk, home: Path, chats: Path, size: tuple[int, int]
) -> None:
    async with showing(desk, home, OpenScreen(desk), size) as pilot:
        await press(pilot, "pagedown", "G", "enter", "pageup", "slash", "x", "escape", "enter")
        assert isinstance(pilot.app.screen, PreviewScreen)
        await press(pilot, "j", "G", "w", "escape")
        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        assert "Talk 2" in shown(pilot)
