"""Opening a conversation: the path and the list of files."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual import events

from memtui.desk.demo import make_demo, sample_conversations
from memtui.desk.desk import Desk
from memtui.tui.screens.main import MainScreen
from memtui.tui.screens.open import OpenScreen
from memtui.tui.screens.pick import PickScreen
from memtui.tui.screens.preview import PreviewScreen
from memtui.tui.screens.review import ReviewScreen
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.path_input import PathInput
from tests.tui.open_review import (
    NOW,
    make_chats,
    notices,
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


def value(screen: OpenScreen) -> str:
    return screen.query_one(PathInput).value


def under_cursor(screen: OpenScreen) -> str:
    place = screen.query_one("#files", LineList).cursor
    return screen.shown[place].name if place is not None else ""


async def test_it_starts_where_the_person_last_was(desk: Desk, home: Path, chats: Path) -> None:
    screen = OpenScreen(desk)
    async with showing(desk, home, screen) as pilot:
        assert value(screen) == f"{chats}/"
        assert [each.name for each in screen.shown] == [
            "..",
            "older",
            "photo.json",
            "stand up.json",
            "three.json",
        ]
        assert under_cursor(screen) == "older"
        assert " B  " in shown(pilot)


async def test_without_a_last_folder_it_starts_in_the_working_folder(
    desk: Desk, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    screen = OpenScreen(desk)
    async with showing(desk, home, screen):
        assert screen.found.folder == tmp_path


async def test_a_last_folder_that_is_gone_is_left(
    desk: Desk, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    desk.memory.write_state("last_folder", str(tmp_path / "gone"))
    screen = OpenScreen(desk)
    async with showing(desk, home, screen):
        assert screen.found.folder == tmp_path


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        (["j", "down"], "stand up.json"),
        (["G", "k", "up"], "photo.json"),
        (["G", "g"], ".."),
        (["end", "home"], ".."),
        (["pagedown"], "three.json"),
        (["G", "pageup"], ".."),
    ],
)
async def test_keys_go_about_the_files(
    desk: Desk, home: Path, chats: Path, keys: list[str], name: str
) -> None:
    screen = OpenScreen(desk)
    async with showing(desk, home, screen) as pilot:
        await press(pilot, *keys)
        assert under_cursor(screen) == name


@pytest.mark.parametrize(("into", "out"), [("enter", "left"), ("right", "h"), ("l", "left")])
async def test_folders_open_and_the_way_back_finds_them(
    desk: Desk, home: Path, chats: Path, into: str, out: str
) -> None:
    screen = OpenScreen(desk)
    async with showing(desk, home, screen) as pilot:
        await press(pilot, into)
        assert screen.found.folder == chats / "older"
        await press(pilot, out)
        assert (screen.found.folder, under_cursor(screen)) == (chats, "older")


async def test_a_dot_shows_hidden_files(desk: Desk, home: Path, chats: Path) -> None:
    screen = OpenScreen(desk)
    async with showing(desk, home, screen) as pilot:
        await press(pilot, "full_stop")
        assert ".hidden.json" in shown(pilot)
        assert under_cursor(screen) == "older"
        await press(pilot, "full_stop")
        assert ".hidden.json" not in shown(pilot)


async def test_a_tilde_goes_home(
    desk: Desk, home: Path, chats: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    screen = OpenScreen(desk)
    async with showing(desk, home, screen) as pilot:
        await press(pilot, "tilde")
        assert value(screen) == "~/"
        assert screen.found.folder == tmp_path


async def test_typing_narrows_the_list_and_tab_completes(
    desk: Desk, home: Path, chats: Path
) -> None:
    screen = OpenScreen(desk)
    async with showing(desk, home, screen) as pilot:
        await press(pilot, "slash", "s")
        assert [each.name for each in screen.shown] == ["stand up.json"]
        await press(pilot, "tab")
        assert value(screen) == f"{chats}/stand up.json"
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, PreviewScreen)


async def test_typing_a_folder_shows_what_is_in_it(desk: Desk, home: Path, chats: Path) -> None:
    (chats / "older" / "first.json").write_text("[]")
    screen = OpenScreen(desk)
    async with showing(desk, home, screen) as pilot:
        await press(pilot, "i", "o", "tab")
        assert value(screen) == f"{chats}/older/"
        assert [each.name for each in screen.shown] == ["..", "first.json"]
        await press(pilot, "down", "j")
        assert under_cursor(screen) == "first.json"


async def test_a_folder_that_is_not_there_is_said_and_the_text_stays(
    desk: Desk, home: Path, chats: Path
) -> None:
    screen = OpenScreen(desk)
    async with showing(desk, home, screen) as pilot:
        await press(pilot, "slash", "text:zz/y")
        assert "No such file" in shown(pilot)
        assert value(screen) == f"{chats}/zz/y"


async def test_a_relative_path_goes_from_the_folder_shown(
    desk: Desk, home: Path, chats: Path
) -> None:
    (chats / "older" / "first.json").write_text("[]")
    screen = OpenScreen(desk)
    async with showing(desk, home, screen) as pilot:
        await press(pilot, "slash", "ctrl+u", "text:older/f", "tab")
        assert value(screen) == "older/first.json"
        assert [each.name for each in screen.shown] == ["first.json"]


async def test_a_dropped_file_lands_in_the_path(desk: Desk, home: Path, chats: Path) -> None:
    screen = OpenScreen(desk)
    async with showing(desk, home, screen) as pilot:
        screen.query_one("#files").post_message(events.Paste(f"'{chats}/three.json'\n"))
        await settled(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, PickScreen)


async def test_a_file_that_cannot_be_read_says_what_it_is_and_which_to_choose(
    desk: Desk, home: Path, chats: Path
) -> None:
    screen = OpenScreen(desk)
    async with showing(desk, home, screen) as pilot:
        await press(pilot, "j", "enter")
        assert pilot.app.screen is screen
        seen = shown(pilot)
        assert "CONVERSATION_UNREADABLE: photo.json" in seen
        assert "Choose" in seen
        assert value(screen) == f"{chats}/photo.json"


async def test_a_typed_file_that_is_not_there_keeps_the_path(
    desk: Desk, home: Path, chats: Path
) -> None:
    screen = OpenScreen(desk)
    async with showing(desk, home, screen) as pilot:
        await press(pilot, "slash", "text:nope", "enter")
        assert "CONVERSATION_UNREADABLE: nope is not there." in shown(pilot)
        assert value(screen) == f"{chats}/nope"


async def test_the_folder_is_remembered(desk: Desk, home: Path, chats: Path) -> None:
    (chats / "older" / "note.txt").write_text("User: I like tea.\nAssistant: Fine.\n")
    screen = OpenScreen(desk)
    async with showing(desk, home, screen) as pilot:
        await press(pilot, "enter", "j", "enter")
        assert isinstance(pilot.app.screen, PreviewScreen)
        assert desk.memory.read_state("last_folder") == str(chats / "older")


@pytest.mark.parametrize("key", ["q", "escape"])
async def test_q_and_escape_go_back(desk: Desk, home: Path, chats: Path, key: str) -> None:
    screen = OpenScreen(desk)
    async with showing(desk, home, screen) as pilot:
        await press(pilot, key)
        assert isinstance(pilot.app.screen, MainScreen)


async def test_escape_leaves_the_path_first(desk: Desk, home: Path, chats: Path) -> None:
    screen = OpenScreen(desk)
    async with showing(desk, home, screen) as pilot:
        await press(pilot, "slash", "q", "escape")
        assert pilot.app.screen is screen
        assert screen.query_one("#files").has_focus


async def test_o_opens_it_from_the_main_screen(desk: Desk, home: Path, chats: Path) -> None:
    async with showing(desk, home, OpenScreen(desk)) as pilot:
        await press(pilot, "q", "o")
        assert isinstance(pilot.app.screen, OpenScreen)


async def test_a_click_chooses_and_a_second_opens(desk: Desk, home: Path, chats: Path) -> None:
    screen = OpenScreen(desk)
    async with showing(desk, home, screen) as pilot:
        await pilot.click("#files", offset=(40, 3))
        await settled(pilot)
        assert under_cursor(screen) == "stand up.json"
        await pilot.click("#files", offset=(40, 3))
        await settled(pilot)
        assert isinstance(pilot.app.screen, PreviewScreen)


async def test_the_demo_offers_its_sample_conversations(home: Path, tmp_path: Path) -> None:
    desk = Desk.open(home, make_demo(home, now=NOW), clock=lambda: NOW)
    screen = OpenScreen(desk)
    async with showing(desk, home, screen) as pilot:
        assert screen.found.folder == sample_conversations()
        assert "samples" in shown(pilot)
        await press(pilot, "left", "s")
        assert "standup.json" in shown(pilot)
    desk.close()


async def test_from_a_file_to_kept_facts_without_a_model(home: Path) -> None:
    desk = Desk.open(home, make_demo(home, now=NOW), clock=lambda: NOW)
    before = desk.memory.counts().notes
    async with showing(desk, home, OpenScreen(desk)) as pilot:
        await press(pilot, "slash", "text:standup.json", "enter")
        assert isinstance(pilot.app.screen, PreviewScreen)
        await press(pilot, "enter")
        await pilot.app.workers.wait_for_complete()
        await settled(pilot)
        assert isinstance(pilot.app.screen, ReviewScreen)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, MainScreen)
        assert "u takes all of it back" in notices(pilot)
        assert desk.memory.counts().notes > before
        await press(pilot, "u")
        assert desk.memory.counts().notes == before
    desk.close()
