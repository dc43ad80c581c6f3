"""The path above the files: typing another one, and giving up."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from memtui.desk.desk import Desk
from memtui.tui.screens.open import OpenScreen
from memtui.tui.widgets.path_input import PathInput
from tests.tui.open_review import make_desk, press, showing, shown


@pytest.fixture
def desk(home: Path) -> Iterator[Desk]:
    desk = make_desk(home)
    yield desk
    desk.close()


@pytest.fixture
def chats(tmp_path: Path, desk: Desk) -> Path:
    folder = tmp_path / "chats"
    folder.mkdir()
    (folder / "standup.json").write_text("[]")
    desk.memory.write_state("last_folder", str(folder))
    return folder


async def test_a_whole_path_is_typed_without_clearing_the_one_there(
    desk: Desk, home: Path, chats: Path
) -> None:
    other = chats.parent / "other"
    other.mkdir()
    (other / "talk.md").write_text("# Talk")
    screen = OpenScreen(desk)
    async with showing(desk, home, screen) as pilot:
        await press(pilot, "slash", f"text:{other}/t")
        assert screen.query_one(PathInput).value == f"{other}/t"
        assert "talk.md" in shown(pilot)


async def test_escape_from_a_path_that_is_nowhere_shows_the_files_again(
    desk: Desk, home: Path, chats: Path
) -> None:
    screen = OpenScreen(desk)
    async with showing(desk, home, screen) as pilot:
        await press(pilot, "slash", "text:zz/y", "escape")
        assert screen.query_one(PathInput).value == f"{chats}/"
        assert "standup.json" in shown(pilot)
        assert "No such file" not in shown(pilot)
