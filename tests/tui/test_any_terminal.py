"""The main screen in terminals of any size, and with a mouse."""

from collections.abc import Callable

import pytest
from textual import events

from memtui.desk.desk import Desk
from memtui.facts.fact import Draft
from memtui.facts.keeping import Keep
from memtui.tui.app import MemtuiApp
from memtui.tui.screens.fact import FactScreen
from memtui.tui.screens.main import MainScreen
from memtui.tui.screens.search import SearchScreen
from tests.tui.seen import below, main, under_cursor
from tests.tui.settling import press, settle, type_text


async def test_in_a_narrow_terminal_what_a_key_does_stays_beside_it(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(40, 15)) as pilot:
        await settle(pilot)
        await press(pilot, "?")
        lines = str(app.screen.query_one("#commands").render()).splitlines()
        assert max(map(len, lines)) <= 38
        at = lines.index("w       Tidy: what wants mending, each")
        assert lines[at + 1] == "        with its fix"
        at = lines.index("Esc Backspace")
        assert lines[at + 1].strip() == "Clear selection or"
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        text = str(app.screen.query_one("#commands").render())
        assert "Esc Backspace   Clear selection or filter" in text


@pytest.mark.parametrize("size", [(60, 15), (40, 10), (20, 6), (5, 3), (1, 1), (200, 60)])
async def test_every_size_is_drawn_and_every_key_works(
    app: MemtuiApp, team: dict[str, str], size: tuple[int, int], kept: Callable[..., str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.resize_terminal(*size)
        await settle(pilot)
        await press(pilot, "j", "pagedown", "G", "H", "space", "k", "[", "g", "]", "pageup")
        await press(pilot, "slash")
        await type_text(pilot, "ana")
        await press(pilot, "escape", "d", "n", "a", "f10", "x", "f10", "e", "f10", "?", "q")
        assert isinstance(app.screen, MainScreen)
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert under_cursor(app) is not None


@pytest.mark.parametrize("covering", ["", "c", "a", "question_mark"])
async def test_what_is_below_the_list_fits_a_terminal_that_changed_also_while_it_was_covered(
    app: MemtuiApp, team: dict[str, str], covering: str
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "j", "j")
        told = below(app)
        for size in ((40, 24), (24, 10), (80, 24)):
            await press(pilot, *filter(None, [covering]))
            await pilot.resize_terminal(*size)
            await settle(pilot)
            await press(pilot, "escape")
            assert isinstance(app.screen, MainScreen)
            assert (below(app) == told) == (size == (80, 24))


async def test_a_click_on_a_hint_does_what_the_key_does(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        line = str(app.screen.query_one("Hints").render())
        await pilot.click("Hints", offset=(line.index("search") + 1, 0))
        await settle(pilot)
        assert isinstance(app.screen, SearchScreen)


@pytest.mark.parametrize("width", [80, 60, 40, 20, 10, 3, 1])
async def test_the_way_to_help_is_shown_at_any_width(
    app: MemtuiApp, team: dict[str, str], width: int
) -> None:
    async with app.run_test(size=(width, 15)) as pilot:
        await settle(pilot)
        line = str(app.screen.query_one("Hints").render())
        assert len(line) <= width
        assert line.endswith("? help" if width >= 10 else "")


async def test_a_terminal_that_was_tiny_while_the_list_was_covered_leaves_no_trace(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        for size in ((10, 5), (80, 24)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        await press(pilot, "escape")
        assert isinstance(app.screen, MainScreen)
        assert "Ana lives in Recife." in below(app)


async def test_a_click_before_a_name_selects_and_two_on_a_fact_show_it(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        facts = main(app).facts
        await pilot.click("FactList", offset=(1, 2))
        assert facts.selected == {team["deadline"]}
        assert under_cursor(app) == "Ana's report is due on 30 October 2026."
        await pilot.click("FactList", offset=(0, 2))
        assert not facts.selected
        await pilot.click("FactList", offset=(0, 0))
        assert not facts.selected
        await pilot.click("FactList", offset=(20, 1), times=2)
        await settle(pilot)
        assert isinstance(app.screen, FactScreen)


@pytest.mark.parametrize("key", ["H", "s", "o", "c", "comma", "?"])
async def test_the_wheel_scrolls_what_is_too_long(
    app: MemtuiApp, desk: Desk, team: dict[str, str], key: str
) -> None:
    for number in range(12):
        desk.memory.apply(Keep((Draft("Ana", f"hobby {number}", f"Ana likes {number}."),)))
    async with app.run_test(size=(80, 10)) as pilot:
        await settle(pilot)
        await press(pilot, key)
        if key == "s":
            await type_text(pilot, "ana")
        await settle(pilot)
        long = [each for each in app.screen.query("*") if each.allow_vertical_scroll]
        for each in long:
            before = each.scroll_offset.y
            await pilot._post_mouse_events([events.MouseScrollDown], each, (2, 2))
            await settle(pilot)
            assert each.scroll_offset.y > before
        assert long


async def test_nothing_of_an_older_size_stays_beside_the_list(
    app: MemtuiApp, kept: Callable[..., str]
) -> None:
    words = "She said it to all of us on a long and rainy day in the garden behind the house."
    kept("Ana", "city", "Ana lives in Recife since the spring.", "2026-09-01", quote=words)
    kept("Bruno", "city", "Bruno lives in Porto.", "2026-09-01")

    def seen() -> str:
        strips = app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "g")
        await pilot.resize_terminal(60, 15)
        await press(pilot, "G")
        await pilot.resize_terminal(100, 30)
        await settle(pilot)
        await settle(pilot)
        before = seen()
        main(app).query_one("#beside").refresh()
        await settle(pilot)
        assert "Porto" in before
        assert before == seen()
