"""Selecting facts, and changing all of them as one."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from memtui.desk.desk import Desk
from memtui.facts.fact import Draft
from memtui.facts.keeping import Change, Correct, Keep, Tag
from memtui.store.progress import Doing
from memtui.tui.app import MemtuiApp
from tests.tui.seen import main, said_last, shown, under_cursor
from tests.tui.settling import press, settle, type_text


def told(desk: Desk) -> dict[str, str]:
    return {row.fact: f"{row.attribute} {row.until or ''} {row.tags}" for row in desk.memory.rows()}


def state(app: MemtuiApp) -> str:
    return str(app.screen.query_one("#state").render())


def outcome(app: MemtuiApp) -> str:
    return str(app.screen.query_one("#outcome").render())


async def test_space_selects_and_goes_on_and_escape_selects_nothing(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "space", "space", "j")
        assert [line for line in shown(app) if line.startswith("✓")] == shown(app)[1:3]
        assert "2 selected" in state(app)
        assert under_cursor(app) == "Bruno lives in São Paulo."
        await press(pilot, "/")
        await type_text(pilot, "bruno")
        assert "2 selected, 2 not shown" in state(app)
        await press(pilot, "enter", "A")
        assert "4 selected" in state(app)
        await press(pilot, "I")
        assert "2 selected, 2 not shown" in state(app)
        await press(pilot, "escape")
        assert "selected" not in state(app)
        assert main(app).facts.asked.text == "bruno"
        await press(pilot, "escape")
        assert not main(app).facts.asked


async def test_an_attribute_is_corrected_in_all_that_are_selected_and_undone_as_one(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        before = told(desk)
        await press(pilot, "space", "j", "j", "space", "e")
        assert type(app.screen).__name__ == "CorrectSeveralDialog"
        await type_text(pilot, "home")
        await press(pilot, "enter")
        assert said_last(app) == "corrected 2 facts · u takes it back"
        assert told(desk)["Ana lives in Recife."].startswith("home")
        assert told(desk)["Bruno lives in São Paulo."].startswith("home")
        assert not main(app).facts.selected
        await press(pilot, "u")
        assert told(desk) == before


async def test_timelines_that_meet_are_joined_only_when_ticked(
    app: MemtuiApp, desk: Desk, team: dict[str, str], kept: Callable[..., str]
) -> None:
    kept("Bruno", "home", "Bruno lives in a flat.", "2024-01-01")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "/")
        await type_text(pilot, "attribute:city")
        await press(pilot, "enter", "A", "e")
        await type_text(pilot, "home")
        assert "Tick “join”" in str(app.screen.query_one("#outcome").render())
        await press(pilot, "tab", "tab", "space", "enter")
        assert [fact.fact for fact in desk.memory.timeline("Bruno", "home")] == [
            "Bruno lives in a flat.",
            "Bruno lives in São Paulo.",
        ]


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        (["x", "enter"], "2 facts ended on 20 Oct 2026 · u takes it back"),
        (["d", "y"], "forgot 2 facts · u takes it back"),
        (["t", "plus", "w", "enter"], "tagged 2 facts · u takes it back"),
    ],
)
async def test_several_are_ended_forgotten_or_tagged_as_one(
    app: MemtuiApp, desk: Desk, team: dict[str, str], keys: list[str], line: str
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        before = told(desk)
        await press(pilot, "space", "space", *keys)
        assert said_last(app) == line
        assert told(desk) != before
        await press(pilot, "u")
        assert told(desk) == before


async def test_facts_that_follow_are_counted_apart_from_those_that_were_chosen(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "/")
        await type_text(pilot, "ana attribute:role")
        await press(pilot, "enter", "space", "e")
        await type_text(pilot, "post")
        assert outcome(app) == "changes 1 fact, and 2 others with it"
        await press(pilot, "enter")
        assert said_last(app).startswith("corrected 1 fact, and 2 others with it")
        assert len(desk.memory.timeline("Ana", "post")) == 3


async def test_a_source_is_corrected_in_what_was_chosen_alone(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    ids = (team["city"], "f_00000000000000a1")
    note = desk.memory.path(ids[0])
    other = note.with_name(f"{ids[1]}.md")
    other.write_text(note.read_text().replace(*ids).replace("Recife", "Olinda"))
    desk.refresh()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "/")
        await type_text(pilot, "ana attribute:city")
        await press(pilot, "enter", "A", "e", "tab")
        await type_text(pilot, "A letter")
        assert outcome(app) == "changes 2 facts"
        await press(pilot, "enter")
        assert said_last(app).startswith("corrected 2 facts ·")
        rows = [row for row in desk.memory.rows() if row.id in ids]
        assert {row.source for row in rows} == {"A letter"}
        assert len(rows) == 2


async def test_a_change_that_others_overtook_does_not_bar_the_one_before(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)

        def footer() -> str:
            return str(app.screen.query_one("Hints").render())

        desk.apply(Tag((team["city"],), ("one",)))
        desk.apply(Tag((team["diet"],), ("two",)))
        desk.memory.apply(Tag((team["diet"],), ("theirs",)))
        await press(pilot, "u")
        assert "was changed since" in said_last(app)
        assert "u undo" in footer()
        await press(pilot, "u")
        assert desk.memory.fact(team["city"]).tags == ()
        assert desk.memory.fact(team["diet"]).tags == ("two", "theirs")
        assert "u undo" not in footer()


async def test_of_an_overtaken_change_alone_no_undo_is_offered(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "t", "plus", "w", "enter")
        assert "u undo" in str(app.screen.query_one("Hints").render())
        for id_ in team.values():
            desk.memory.apply(Tag((id_,), ("theirs",)))
        await press(pilot, "u")
        assert "was changed since" in said_last(app)
        assert "u undo" not in str(app.screen.query_one("Hints").render())


async def test_a_change_can_be_stopped_until_it_is_put_in_place(
    app: MemtuiApp, desk: Desk, team: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.tui.in_order.PATIENCE", 0.0)
    held, apply = threading.Event(), desk.apply

    def slow(*given: Any, progress: Callable[[Doing, int, int], None]) -> Change:
        progress(at, 0, 2)
        held.wait(30)
        return apply(*given, progress=progress)

    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        before = told(desk)
        monkeypatch.setattr(desk, "apply", slow)
        await press(pilot, "space", "space", "t")
        await type_text(pilot, "+w")
        for at in (Doing.READING, Doing.PLACING):
            held.clear()
            await pilot.press("enter")
            await pilot.press("escape")
            await pilot.pause()
            assert ("stopping" in outcome(app)) is (at is Doing.READING)
            held.set()
            await settle(pilot)
            if at is Doing.READING:
                assert outcome(app) == "Stopped: nothing was changed."
                assert told(desk) == before
        for _ in range(100):
            if not app._notifications:
                await pilot.pause()
        assert said_last(app) == "tagged 2 facts · u takes it back"


async def test_what_is_typed_on_leaves_no_work_on_what_was_typed_before(
    app: MemtuiApp, desk: Desk, team: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    held, preview = threading.Event(), desk.preview
    seen: list[Any] = []

    def slow(request: Any, *, progress: Callable[[Doing, int, int], None]) -> Change:
        held.wait(30)
        change = preview(request, progress=progress)
        seen.append(request.add)
        return change

    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        monkeypatch.setattr(desk, "preview", slow)
        await press(pilot, "space", "space", "t")
        assert outcome(app) == "+word adds a tag, -word takes it away."
        await pilot.press("w")
        await pilot.press("o")
        held.set()
        await settle(pilot)
        assert seen == [("wo",)]
        held.clear()
        await pilot.press("r")
        await pilot.press("escape")
        await pilot.press("escape")
        held.set()
        await settle(pilot)
        assert seen == [("wo",)]


async def test_tags_of_one_fact_are_shown_added_and_taken_away(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "t")
        await type_text(pilot, "urgent +home")
        assert "then: urgent, home" in str(app.screen.query_one("#outcome").render())
        await press(pilot, "enter", "t")
        await type_text(pilot, "-URGENT")
        await press(pilot, "enter")
        assert told(desk)["Ana lives in Recife."] == "city  home"
        assert under_cursor(app) == "Ana lives in Recife."
        await press(pilot, "/")
        await type_text(pilot, "tag:ho")
        assert main(app).facts.shown_facts == 1


async def test_what_is_forgotten_counts_no_neighbour_that_was_joined(
    app: MemtuiApp, desk: Desk, kept: Callable[..., str]
) -> None:
    kept("Ana", "role", "A.", "2026-01-01")
    kept("Ana", "role", "B.", "2026-02-01")
    kept("Ana", "role", "A.", "2026-03-01")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "enter", "j", "d")
        text = str(app.screen.query_one("#outcome").render())
        assert "1 fact, and every trace" in text
        assert str(app.screen.query_one("#going").render()).count("A.") == 0
        await press(pilot, "y")
        assert said_last(app).startswith("forgot 1 fact")


async def test_the_cursor_and_the_selection_stay_on_their_facts_when_others_write(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "j", "space", "j")
        assert under_cursor(app) == "Bruno lives in São Paulo."
        desk.memory.apply(Keep(tuple(Draft("Aaron", f"a{n}", f"Aaron {n}.") for n in range(5))))
        desk.memory.apply(Correct(team["deadline"], attribute="zeta"))
        main(app).read(scan=True)
        await settle(pilot)
        assert under_cursor(app) == "Bruno lives in São Paulo."
        assert [row.id for row in main(app).facts.selected_rows] == [team["deadline"]]


async def test_o_sorts_by_subject_day_said_and_day_kept_in_turns(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "O")
        assert shown(app)[0].split() == ["Oct", "2026", "4"]
        assert "by day said · history: off" in state(app)
        assert under_cursor(app) == "Ana lives in Recife."
        await press(pilot, "O")
        assert "by day kept" in state(app)
        await press(pilot, "O")
        assert shown(app)[0].split() == ["Ana", "3"]


async def test_what_of_the_filter_cannot_be_read_is_said(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "/")
        await type_text(pilot, "said:20x")
        assert state(app) == "said:20x is no time: 2025, 2025-03.., today, 7d"
        await press(pilot, "escape", "?")
        assert "changed:today" in str(app.screen.query_one("#commands").render())


@pytest.mark.parametrize("place", range(4))
async def test_the_cursor_stays_on_its_fact_when_a_change_of_several_is_taken_back(
    app: MemtuiApp, team: dict[str, str], place: int
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "A", "t")
        await type_text(pilot, "home")
        await press(pilot, "enter", *("j" * place))
        here = under_cursor(app)
        await press(pilot, "u")
        assert said_last(app).startswith("taken back")
        assert under_cursor(app) == here
