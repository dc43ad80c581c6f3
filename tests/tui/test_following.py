"""Folders that the settings name are read while the app is open."""

import asyncio
import json
import os
import threading
from pathlib import Path

from memtui.desk.folders import watched
from memtui.tui.app import MemtuiApp
from memtui.tui.following import Following
from memtui.tui.screens.main import MainScreen
from memtui.tui.screens.watched import WatchedScreen
from tests.tui.open_review import make_desk, notices, settled, showing, shown


def test_a_conversation_that_arrived_waits_for_review(tmp_path: Path) -> None:
    chats = tmp_path / "chats"
    chats.mkdir()
    said = [{"role": "user", "content": "My name is Ana. I live in Lyon."}]
    (chats / "a.json").write_text(json.dumps(said))
    os.utime(chats / "a.json", (1_700_000_000, 1_700_000_000))
    desk = make_desk(tmp_path / "home")
    desk.memory.save_settings({"watch.folders": [str(chats)], "extractor.kind": "plain"})
    told: list[str] = []
    read = threading.Event()

    def tell(line: str) -> None:
        told.append(line)
        read.set()

    following = Following(desk, tell)
    following.start()
    assert read.wait(20)
    following.close()
    assert told[0].startswith("read a.json: ")
    assert [review.origin for review in desk.reviews()] == [f"watch: {chats.resolve()}"]
    desk.close()


async def test_the_app_tells_what_became_of_each_file(tmp_path: Path) -> None:
    chats = tmp_path / "chats"
    chats.mkdir()
    (chats / "[red]odd.json").write_text('{"odd": [')
    os.utime(chats / "[red]odd.json", (1_700_000_000, 1_700_000_000))
    desk = make_desk(tmp_path / "home")
    async with showing(desk, tmp_path, WatchedScreen(desk)) as pilot:
        assert "No folder is watched." in shown(pilot)
    folders = [str(chats), str(tmp_path / "none")]
    desk.memory.save_settings({"watch.folders": folders, "extractor.kind": "plain"})
    (folder,) = watched(desk, desk.clock)
    for name in folder.due():
        await asyncio.to_thread(folder.read, name)
    async with showing(desk, tmp_path, WatchedScreen(desk), (120, 24)) as pilot:
        assert "12 Oct 2026 15:31  skipped [red]odd.json" in shown(pilot)
        assert "breaks off" in shown(pilot)
        assert "CONVERSATION_UNREADABLE: There is no folder" in shown(pilot)
    desk.close()


async def test_what_was_read_is_told_in_a_line(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    app = MemtuiApp(desk, tmp_path, watching=False)
    async with app.run_test() as pilot:
        await settled(pilot)
        app.screen.post_message(MainScreen.FileRead("read [red]a.json: 2 proposals"))
        await settled(pilot)
        assert "read [red]a.json: 2 proposals" in notices(pilot)
    desk.close()
