"""Proposals of assistants wait on the main screen, and become facts by the person's key alone."""

import re
from pathlib import Path

from memtui.desk.queue import Suggestion, suggest
from memtui.desk.recalls import Counted
from memtui.tui.app import MemtuiApp
from memtui.tui.drawing import review_of
from memtui.tui.screens.fact import FactScreen
from memtui.tui.screens.review import ReviewScreen
from memtui.tui.screens.waiting import WaitingScreen
from tests.tui.open_review import make_desk, press, settled, showing, shown

PET = Suggestion("Ana", "pet", "Ana has a cat.", None, "my cat is asleep")


async def test_several_that_wait_are_listed_with_who_and_when(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    suggest(desk, "Claude Code", [PET])
    suggest(desk, "[red]LM\u202e Studio", [Suggestion("Bruno", "city", "Bruno lives in Lyon.")])
    app = MemtuiApp(desk, tmp_path, watching=False)
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        assert "2 proposals wait for review · r" in shown(pilot)
        await press(pilot, "r")
        assert isinstance(app.screen, WaitingScreen)
        seen = shown(pilot)
        assert "Waiting for review · 2 proposals in 2 reviews" in seen
        assert "12 Oct 2026 15:31  [red]LM Studio (MCP)" in seen
        while "▸" not in next(line for line in shown(pilot).splitlines() if "Claude" in line):
            await press(pilot, "j")
        await press(pilot, "enter")
        assert isinstance(app.screen, ReviewScreen)
        assert "Proposed by Claude Code (MCP)" in shown(pilot)
        assert "my cat is asleep" in shown(pilot)
        assert not any(fact.fact == PET.fact for fact in desk.memory.facts())
        await press(pilot, "enter")
        assert any(fact.fact == PET.fact for fact in desk.memory.facts())
        assert len(desk.reviews()) == 1
    desk.close()


async def test_all_about_a_fact_tells_how_often_it_was_recalled(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    city = next(fact for fact in desk.memory.facts() if fact.attribute == "city")
    Counted(desk.memory).add([city], desk.memory.today)
    async with showing(desk, tmp_path, FactScreen(desk, city.id)) as pilot:
        assert "Recalled by assistants 1 time, last on 12 Oct 2026" in shown(pilot)
    desk.close()


async def test_a_wish_to_forget_stands_in_the_same_list(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    city = next(fact for fact in desk.memory.facts() if fact.attribute == "city")
    suggest(desk, "Claude Code", [PET, Suggestion(forgets=city.id, quote="I moved away")])
    app = MemtuiApp(desk, tmp_path, watching=False)
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "r")
        assert re.search(r"\[x\] +forget", shown(pilot))
        assert "enter  Remember 1 fact · forget 1 fact for good" in shown(pilot)
        assert "it would be deleted for good" in shown(pilot)
        await press(pilot, "j", "e")
        assert "It asks to forget a fact" in shown(pilot)
        await press(pilot, "enter")
        assert city.id not in {fact.id for fact in desk.memory.facts()}
    desk.close()


async def test_a_proposal_without_a_subject_leaves_no_gap_between_the_others(
    tmp_path: Path,
) -> None:
    desk = make_desk(tmp_path)
    await review_of(desk, "tea-and-tools.md")
    async with showing(desk, tmp_path, WaitingScreen(desk, desk.reviews())) as pilot:
        line = next(line for line in shown(pilot).splitlines() if "tea-and-tools" in line)
        assert "Carla, A" in line
    desk.close()
