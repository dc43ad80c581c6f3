from collections.abc import Callable
from pathlib import Path

from memtui.desk.desk import Desk
from memtui.facts.fact import Draft
from memtui.facts.keeping import Keep
from memtui.store.memory import Memory
from memtui.tui.app import MemtuiApp
from memtui.tui.widgets.line_list import LineList
from tests.tui.seen import main, said_last
from tests.tui.settling import press, settle


def lines(app: MemtuiApp) -> list[str]:
    shown = app.screen.query_one(LineList).lines
    return ["".join(part for part, _ in line.parts) for line in shown]


def facts(desk: Desk) -> set[str]:
    return {row.fact for row in desk.memory.rows()}


def keep_two(desk: Desk) -> None:
    drafts = (
        Draft("Ana", "role", "Ana heads the lab.", source="conversation: later.json"),
        Draft("Zoe", "city", "Zoe lives in Faro.", source="conversation: later.json"),
    )
    desk.memory.apply(Keep(drafts, "b_82a30000"))


async def test_keepings_and_sources_are_listed_the_newest_first(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    keep_two(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "b")
        assert [line.split()[4:] for line in lines(app)] == [
            ["8", "facts", "added", "by", "hand", "and", "1", "other", "source"],
            ["2", "facts", "conversation:", "later.json"],
        ]
        await press(pilot, "tab")
        assert len(lines(app)) == 3
        await press(pilot, "j", "enter")
        assert main(app).facts.asked.text.startswith('source:"')
        assert main(app).facts.shown_facts


async def test_part_of_a_keeping_is_taken_back_with_a_preview_and_undone(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    keep_two(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        before = facts(desk)
        await press(pilot, "b", "j", "enter", "j", "space", "d")
        going = str(app.screen.query_one("#going").render())
        assert "- Ana heads the lab." in going
        assert "holds again: Ana works in research." in going
        assert "Zoe" not in going
        await press(pilot, "y")
        assert said_last(app).startswith("took back 1 fact; 1 older fact holds again")
        assert facts(desk) == before - {"Ana heads the lab."} | {"Ana works in research."}
        assert lines(app) == ["[x] Zoe — city                  Zoe lives in Faro."]
        await press(pilot, "d", "y")
        assert type(app.screen).__name__ == "BatchesScreen"
        assert len(lines(app)) == 1
        await press(pilot, "q", "u", "u")
        assert facts(desk) == before


async def test_a_tick_makes_no_other_line_anew(app: MemtuiApp, desk: Desk) -> None:
    keep_two(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "b", "j", "enter")
        before = app.screen.query_one(LineList).lines
        await press(pilot, "space")
        after = app.screen.query_one(LineList).lines
        assert [one is other for one, other in zip(before, after, strict=True)] == [False, True]


async def test_nothing_ticked_takes_nothing_back(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "b", "enter", "a", "d")
        assert "Nothing is ticked" in said_last(app)


async def test_facts_are_moved_to_another_memory(
    app: MemtuiApp, desk: Desk, home: Path, team: dict[str, str]
) -> None:
    Memory.open(home, "work", make=True).close()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "j", "j", "space", "M")
        assert "with what held before them: 3 facts" in str(
            app.screen.query_one("#outcome").render()
        )
        await press(pilot, "enter")
        assert said_last(app).startswith("moved 3 facts to work")
        assert "Ana works in research." not in facts(desk)
        there = Memory.open(home, "work")
        there.refresh()
        assert len(there.rows(history=True)) == 3
        there.close()
        await press(pilot, "u")
        assert "Ana works in research." in facts(desk)


async def test_without_another_memory_it_is_said_how_to_make_one(
    app: MemtuiApp, kept: Callable[..., str]
) -> None:
    kept("Ana", "role", "A.", "2026-01-01")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "M", "enter")
        assert "no other memory" in str(app.screen.query_one("#outcome").render())
        await press(pilot, "f10")
        assert type(app.screen).__name__ == "MainScreen"


async def test_a_keeping_of_several_sources_is_named_and_shown_as_such(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    drafts = (
        Draft("Zoe", "city", "Zoe lives in Faro.", source="mail: one"),
        Draft("Yan", "city", "Yan lives in Lagos.", source="mail: two"),
    )
    desk.memory.apply(Keep(drafts, "b_82a30001"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "b")
        named = next(line for line in lines(app) if "mail" in line)
        assert named.endswith("mail: one and 1 other source")
        await press(pilot, *("j" * lines(app).index(named)), "s")
        assert main(app).facts.asked.text.startswith("kept:")
        rows = main(app).facts.listing.rows
        assert {"Zoe", "Yan"} <= {rows[place].subject for place in main(app).facts._shown.visible}


async def test_the_facts_of_a_source_with_quotes_in_its_name_are_shown(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    name = 'mail "Hello" from Bruno'
    draft = Draft("Zoe", "city", "Zoe lives in Faro.", source=name)
    desk.memory.apply(Keep((draft,), "b_82a30002"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "b", "tab")
        place = next(n for n, line in enumerate(lines(app)) if name in line)
        await press(pilot, *("j" * place), "enter")
        assert main(app).facts.shown_facts == 1
