from collections.abc import Callable

import pytest
from textual.widgets import Input

from memtui.tui.app import MemtuiApp
from memtui.tui.widgets.fact_list import FactList
from memtui.tui.widgets.two_sided import TwoSided
from tests.tui.seen import main, shown, under_cursor
from tests.tui.settling import press, settle, type_text


async def test_slash_filters_while_typing_and_escape_gives_all_back(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "slash")
        await type_text(pilot, "sao city")
        assert under_cursor(app) == "Bruno lives in São Paulo."
        assert "1 of 6 facts" in str(app.screen.query_one(TwoSided).render())
        await press(pilot, "enter")
        assert isinstance(app.focused, FactList)
        assert main(app).facts.asked.text == "sao city"
        await press(pilot, "escape")
        assert main(app).facts.asked.text == ""
        assert under_cursor(app) == "Bruno lives in São Paulo."


async def test_backspace_in_the_list_clears_the_filter_too(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "slash")
        await type_text(pilot, "bruno")
        await press(pilot, "enter", "backspace")
        assert app.screen.query_one(Input).value == ""
        assert main(app).facts.shown_facts == 6


async def test_the_fact_stays_in_view_when_the_filter_is_cleared(
    app: MemtuiApp, kept: Callable[..., str]
) -> None:
    for number in range(40):
        kept(f"Subject {number:02}", "value", f"It is {number}.", "2026-10-12")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "slash")
        await type_text(pilot, "38")
        await press(pilot, "escape")
        assert under_cursor(app) == "It is 38."
        assert any("It is 38." in line for line in shown(app))


async def test_the_cursor_returns_to_the_fact_that_a_filter_hid(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "j", "slash")
        await type_text(pilot, "launchq")
        await press(pilot, "escape")
        assert under_cursor(app) == "Ana's report is due on 30 October 2026."
        await press(pilot, "slash")
        await type_text(pilot, "bruno")
        assert under_cursor(app) == "Bruno lives in São Paulo."
        await press(pilot, *["backspace"] * 5)
        assert under_cursor(app) == "Ana's report is due on 30 October 2026."


async def test_a_fact_chosen_in_a_filter_keeps_the_cursor(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "slash")
        await type_text(pilot, "bruno")
        await press(pilot, "enter", "slash", *["backspace"] * 5)
        assert under_cursor(app) == "Bruno lives in São Paulo."


async def test_a_filter_typed_before_the_notes_are_read_does_not_say_there_is_nothing(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        main(app).seen = None
        await press(pilot, "slash")
        await type_text(pilot, "zzz")
        assert "Reading the notes…" in "\n".join(shown(app))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("suject:ana", "No filter suject: (subject: is one)"),
        ("said:2025-13", "said:2025-13 is no time"),
        ("zzz", "Nothing here has all this."),
    ],
)
async def test_it_is_said_why_a_filter_finds_nothing(
    app: MemtuiApp, team: dict[str, str], typed: str, said: str
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "slash")
        await type_text(pilot, typed)
        assert said in "\n".join(shown(app))
        await press(pilot, "enter", "A")
        assert not main(app).facts.selected


async def test_letters_typed_into_the_filter_are_no_commands(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "slash")
        await type_text(pilot, "adequxoq?")
        assert app.screen.query_one(Input).value == "adequxoq?"
        assert len(app.screen_stack) == 1
        await press(pilot, "escape")
        assert under_cursor(app) == "Ana lives in Recife."


async def test_arrows_move_the_cursor_while_the_filter_is_typed(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "slash")
        await type_text(pilot, "bruno")
        await press(pilot, "down")
        assert under_cursor(app) == "Bruno is vegetarian."


async def test_the_filter_tells_of_matches_in_history(app: MemtuiApp, team: dict[str, str]) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "slash")
        await type_text(pilot, "sabbatical")
        assert "1 more in history" in str(app.screen.query_one("#state").render())
        await press(pilot, "enter", "H")
        assert under_cursor(app) == "Ana is on sabbatical."
        assert any("⋮ role" in line for line in shown(app))
