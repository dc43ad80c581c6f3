"""A conversation before it is read: how much of it will be."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from memtui.conversations.conversation import Opened
from memtui.conversations.opening import open_bytes
from memtui.extract.extractor import Extractor
from memtui.tui.screens.preview import PreviewScreen
from tests.fake_ollama import FakeOllama, Refuses, facts
from tests.tui.open_review import (
    CONVERSATION,
    FakeExtractor,
    make_desk,
    press,
    settled,
    showing,
    shown,
)

OPENED = Opened("role/content JSON", "standup.json", (CONVERSATION,), Counter())
LONG = replace(
    CONVERSATION,
    turns=tuple(replace(turn, text=turn.text + " word" * 4_000) for turn in CONVERSATION.turns),
)


@pytest.mark.parametrize(("key", "whole"), [("W", True), ("enter", False)])
async def test_a_long_conversation_is_read_whole_when_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, whole: bool
) -> None:
    desk = make_desk(tmp_path)
    fake = FakeExtractor([])

    def extractor(kind: str | None = None, model: str | None = None) -> Extractor:
        return fake

    monkeypatch.setattr(desk, "extractor", extractor)
    async with showing(desk, tmp_path, PreviewScreen(desk, OPENED, LONG)) as pilot:
        assert "a model reads the last 24,000 of 60," in shown(pilot)
        assert "W read all" in shown(pilot)
        await press(pilot, key)
        await settled(pilot)
        assert fake.context is not None
        assert fake.context.whole is whole
    desk.close()


async def test_of_a_short_one_nothing_is_said_of_parts(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    async with showing(desk, tmp_path, PreviewScreen(desk, OPENED, CONVERSATION)) as pilot:
        assert "in parts" not in shown(pilot)
        assert "read all" not in shown(pilot)
    desk.close()


async def test_a_server_that_refuses_is_told_before_anything_is_asked_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = make_desk(tmp_path)
    page = Refuses(502, "<html><body>Bad gateway</body></html>")
    with FakeOllama(facts(), show=page) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        screen = PreviewScreen(desk, OPENED, CONVERSATION)
        async with showing(desk, tmp_path, screen, (100, 24)) as pilot:
            assert "EXTRACTOR_UNAVAILABLE" in shown(pilot)
            assert "answered with a web page" in shown(pilot)
            assert "p: let the plain reader do it" in shown(pilot)
        assert not server.chats
    desk.close()


async def test_days_and_months_are_turned_round_where_the_file_leaves_them_open(
    tmp_path: Path,
) -> None:
    desk = make_desk(tmp_path)
    desk.memory.save_settings({"me.time_zone": "Europe/Lisbon"})
    chat = b"1/4/23, 19:02 - Ana: I moved.\n2/4/23, 19:03 - Bruno: Good.\n"
    opened = open_bytes(chat, "chat.txt", zone=ZoneInfo("Europe/Lisbon"))
    screen = PreviewScreen(desk, opened, opened.conversations[0])
    async with showing(desk, tmp_path, screen) as pilot:
        assert "2 turns · 1–2 Apr 2023" in shown(pilot)
        await press(pilot, "D")
        assert "2 turns · 4 Jan–4 Feb 2023" in shown(pilot)
        assert "Ana, 4 Jan 2023 19:02" in shown(pilot)
        await press(pilot, "D")
        assert "Ana, 1 Apr 2023 19:02" in shown(pilot)
    desk.close()


@pytest.mark.parametrize(("last", "what"), [(False, "Some of standup"), (True, "standup")])
async def test_it_is_said_whether_all_or_some_of_it_has_no_day(
    tmp_path: Path, last: bool, what: str
) -> None:
    desk = make_desk(tmp_path)
    first, *others = CONVERSATION.turns
    turns = [replace(first, day=None, time=None)]
    turns += [replace(each, day=None, time=None) for each in others] if last else others
    talk = replace(CONVERSATION, title="standup", turns=tuple(turns))
    async with showing(desk, tmp_path, PreviewScreen(desk, OPENED, talk)) as pilot:
        await press(pilot, "p")
        await settled(pilot)
        seen = " ".join(shown(pilot).split())
        assert f"{what} says no day" in seen
        assert ("Some of" in seen) is not last
    desk.close()
