from datetime import date
from typing import Any

import pytest
from rich.cells import cell_len
from textual import events
from textual.app import App, ComposeResult
from textual.color import Color
from textual.pilot import Pilot

from memtui.tui.filtering import read
from memtui.tui.themes import DARK, LIGHT
from memtui.tui.widgets.fact_list import FactList
from tests.tui.rows import SOME, many, row

HOSTILE = [
    row("f_long", "Zürich", "a very long name of an attribute", "Word " * 400, "2026-01-01"),
    row("f_cjk", "東京", "職位", "東京の会議は十月十六日に移された。" * 9, "2025-12-31"),
    row("f_zwj", "👩‍👩‍👧 family", "🇧🇷", "👩‍👩‍👧 visits ☂️ tomorrow " * 9, "2025-12-31"),
    row("f_rtl", "شركة", "موعد", "الموعد النهائي للتقرير هو 30 أكتوبر 2026.", "2025-12-31"),
    row("f_markup", "[/", "[b", "call [Anna] [/ [v={'a[0]'}] \\[", "2025-12-31"),
    row("f_control", "a\x1b[31mb", "c\td\n", "red \x1b[31m\u202e\u200b\x07text\r\n", "2025-12-31"),
    row("f_was", "東京", "旧", "前の値。" * 30, "2024-12-31", until="2025-01-01", thing="x"),
]


class Shell(App[None]):
    CSS_PATH = "../../memtui/tui/memtui.tcss"

    def __init__(self, rows: list[Any]) -> None:
        super().__init__()
        self.rows = rows
        self.moved: list[str] = []

    def compose(self) -> ComposeResult:
        yield FactList()

    def on_mount(self) -> None:
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = DARK.name
        self.query_one(FactList).set_rows(self.rows)

    def on_fact_cursor_moved(self, event: FactList.Moved) -> None:
        self.moved.append(event.place.row.id if event.place else "")


def facts(pilot: Pilot[None]) -> FactList:
    return pilot.app.query_one(FactList)


def lines(pilot: Pilot[None]) -> list[str]:
    shown = facts(pilot)
    return [shown.render_line(y).text for y in range(shown.size.height)]


@pytest.mark.parametrize("width", [1, 2, 3, 5, 10, 23, 24, 30, 43, 44, 60, 80, 120])
async def test_every_line_fills_the_width_exactly(width: int) -> None:
    async with Shell([*SOME, *HOSTILE]).run_test(size=(width, 40)) as pilot:
        await pilot.pause()
        facts(pilot).show_history(True)
        await pilot.pause()
        for line in lines(pilot):
            assert cell_len(line) == facts(pilot).scrollable_content_region.width


async def test_columns_stand_under_each_other() -> None:
    async with Shell([*SOME, *HOSTILE]).run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        starts = {
            cell_len(line[: line.index(word)])
            for line in lines(pilot)
            for word in ("Ana lives", "Ana works", "Bruno lives", "Word", "東京の会議", "call")
            if word in line
        }
        assert len(starts) == 1


async def test_what_is_cut_ends_in_an_ellipsis() -> None:
    async with Shell(HOSTILE).run_test(size=(60, 40)) as pilot:
        await pilot.pause()
        long = next(line for line in lines(pilot) if "Word" in line)
        assert long.rstrip().endswith("…")
        assert "a very long nam…   1 Jan 2026" in long


async def test_a_long_subject_does_not_run_into_its_count() -> None:
    long = row("f_1", "S" * 120, "role", "It is.", "2026-01-01")
    async with Shell([long]).run_test(size=(60, 10)) as pilot:
        await pilot.pause()
        assert lines(pilot)[0].rstrip().endswith("S… 1")


async def test_no_control_character_reaches_the_terminal() -> None:
    async with Shell(HOSTILE).run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        text = "".join(lines(pilot))
        assert "\x1b" not in text
        assert "\u202e" not in text
        assert "\x07" not in text
        assert "call [Anna] [/ [v={'a[0]'}] \\[" in text


async def test_a_click_selects_and_a_click_on_a_subject_selects_its_first_fact() -> None:
    shell = Shell(SOME)
    async with shell.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.click(FactList, offset=(10, 2))
        assert shell.moved[-1] == "f_ana_role"
        await pilot.click(FactList, offset=(10, 3))
        assert shell.moved[-1] == "f_bruno_city"
        await pilot.click(FactList, offset=(10, 20))
        assert shell.moved[-1] == "f_bruno_city"


async def test_the_wheel_scrolls_and_leaves_the_cursor() -> None:
    async with Shell(many(100)).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot._post_mouse_events([events.MouseScrollDown], FactList)
        await pilot.pause()
        assert facts(pilot).scroll_offset.y > 0
        assert facts(pilot).row == many(1)[0]


async def test_the_cursor_stays_in_view_at_any_height() -> None:
    async with Shell(many(1_000)).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = facts(pilot)
        for step in (1, 1, 50, 500, -1, -300, 1, 1_000, -1, -2_000):
            shown.move(step)
            await pilot.pause()
            assert any("▸" in line for line in lines(pilot))
        shown.last()
        await pilot.resize_terminal(80, 5)
        await pilot.pause()
        assert any("▸" in line for line in lines(pilot))


async def test_a_step_draws_two_lines_and_scrolls_only_at_the_edge() -> None:
    async with Shell(many(100)).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = facts(pilot)
        drawn: list[int] = []
        refresh_line = shown.refresh_line

        def draw(y: int) -> None:
            drawn.append(y)
            refresh_line(y)

        shown.refresh_line = draw  # type: ignore[method-assign]
        shown.move(1)
        assert drawn == [1, 2]
        assert shown.scroll_offset.y == 0


async def test_the_cursor_returns_to_its_fact_after_a_filter_that_found_nothing() -> None:
    async with Shell(many(100)).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = facts(pilot)
        shown.move(42)
        before = shown.row
        shown.filter(read("nothing has this", date(2026, 10, 20)))
        assert shown.row is None
        shown.move(1)
        shown.page(1)
        shown.subject(1)
        shown.filter(read("", date(2026, 10, 20)))
        assert shown.row == before


async def test_reading_again_keeps_the_line_under_the_eyes() -> None:
    async with Shell(many(300)).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = facts(pilot)
        shown.move(100)
        await pilot.pause()
        height = next(y for y, line in enumerate(lines(pilot)) if "▸" in line)
        more = [row(f"f_0{n}", f"A{n:03}", "x", "y", "2026-01-01") for n in range(40)]
        shown.set_rows([*more, *many(300)])
        await pilot.pause()
        assert next(y for y, line in enumerate(lines(pilot)) if "▸" in line) == height


async def test_opened_history_stays_open_when_facts_are_read_again() -> None:
    async with Shell(SOME).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = facts(pilot)
        shown.move(1)
        assert shown.toggle_thing()
        shown.set_rows([row("f_0", "Aaron", "x", "y", "2026-01-01"), *SOME])
        assert sum("⋮" in line for line in lines(pilot)) == 2


async def test_a_hundred_thousand_facts_are_shown() -> None:
    async with Shell(many(100_000)).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = facts(pilot)
        shown.last()
        await pilot.pause()
        assert any("▸" in line for line in lines(pilot))
        shown.filter(read("value 77", date(2026, 10, 20)))
        assert shown.row is not None
        assert "77" in shown.row.fact


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_texts_stand_out_from_what_is_behind_them(theme: Any) -> None:
    colors = theme.to_color_system().generate() | theme.variables
    pairs = [
        ("foreground", "background"),
        ("text-muted", "background"),
        ("text-muted", "panel"),
        ("accent", "background"),
        ("accent", "panel"),
        ("footer-key-foreground", "background"),
        ("block-cursor-foreground", "block-cursor-background"),
        ("block-cursor-blurred-foreground", "block-cursor-blurred-background"),
        ("text-warning", "background"),
        ("text-error", "panel"),
        ("text-success", "background"),
        ("text-accent", "background"),
    ]
    for front, back in pairs:
        one, other = (Color.parse(colors[name]) for name in (front, back))
        assert contrast(one, other) >= 4.5, (front, back)


def contrast(one: Any, other: Any) -> float:
    def light(color: Any) -> float:
        parts = [
            part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
            for part in (color.r / 255, color.g / 255, color.b / 255)
        ]
        return float(0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2])

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
