from collections.abc import Callable
from datetime import date

from memtui.desk.desk import Desk
from memtui.facts.fact import Fact, Saying
from memtui.tui.app import MemtuiApp
from memtui.tui.eras import Axis, axis_of, bar, held, step, turns
from memtui.tui.screens.history import HistoryScreen
from tests.tui.settling import press, settle

FIRST, LAST = date(2026, 1, 1), date(2026, 1, 11)
AXIS = Axis(FIRST, LAST, 11)


def fact(start: int, until: int | None = None) -> Fact:
    said = Saying(date(2026, 1, start))
    return Fact("f", "Ana", "role", "A.", said, until=date(2026, 1, until) if until else None)


def test_a_fact_is_drawn_from_when_until_when_it_held() -> None:
    assert bar(fact(1), AXIS, LAST) == "●─────────▶"
    assert bar(fact(3, 6), AXIS, LAST) == "  ○──┤    │"
    assert bar(fact(3, 6), AXIS, date(2026, 1, 4)) == "  ○┼─┤     "
    assert bar(fact(3, 3), AXIS, date(2026, 1, 1)) == "│ ○        "


def test_the_day_of_a_turn_belongs_to_what_begins() -> None:
    before, after = fact(1, 6), fact(6)
    day = date(2026, 1, 6)
    assert (held(before, day), held(after, day)) == (False, True)
    assert turns([(before, after)], LAST) == [FIRST, day, LAST]
    assert step([FIRST, day, LAST], LAST, -1) == day
    assert step([FIRST, day, LAST], FIRST, -1) == FIRST


def test_an_axis_of_one_day_has_room_all_the_same() -> None:
    axis = axis_of([(fact(11),)], LAST, 10)
    assert bar(fact(11), axis, LAST) == "         ●"


def text(app: MemtuiApp) -> str:
    screen = app.screen
    assert isinstance(screen, HistoryScreen)
    lines = ["".join(part for part, _ in line.parts) for line in screen._list.lines]
    return "\n".join([*lines, str(screen._about.render()), str(screen._bar.render())])


async def test_the_arrow_keys_scrub_through_what_held(app: MemtuiApp, team: dict[str, str]) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "j", "j", "T")
        shown = text(app)
        assert "Ana — role" in shown
        assert "as of today" in shown
        assert "why   It holds: it was said last, on 12 Oct 2026" in shown
        assert "then  Ana is on sabbatical works in research." in shown
        await press(pilot, "left", "left")
        assert "as of 20 Sep 2026" in text(app)
        assert "since 12 Oct 2026, not yet on 20 Sep 2026" in text(app)
        screen = app.screen
        assert isinstance(screen, HistoryScreen)
        looks = {
            line.parts[1][0]: line.parts[1][1]
            for line in screen._list.lines
            if line.item is not None
        }
        assert looks["Ana is on sabbatical."] == "plain"
        assert looks["Ana works in research."] == "dim"
        await press(pilot, "full_stop", "comma", "comma")
        assert "as of 19 Sep 2026" in text(app)
        await press(pilot, "k")
        assert "20 Sep–12 Oct 2026, not yet on 19 Sep 2026" in text(app)
        await press(pilot, "right")
        assert "20 Sep–12 Oct 2026, held on 20 Sep 2026" in text(app)
        await press(pilot, "j")
        await press(pilot, "n", "k")
        assert "as of today" in text(app)
        assert "It was replaced on 12 Oct 2026" in text(app)
        await press(pilot, "q")
        assert type(app.screen).__name__ == "MainScreen"


async def test_a_whole_subject_is_shown_on_one_axis(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "j", "j", "T", "tab")
        shown = text(app)
        for sentence in ("Ana lives in Recife.", "Ana leads the data team.", "Ana's report"):
            assert sentence in shown
        assert "It holds: it was said last" in shown
        await press(pilot, "tab")
        assert "Recife" not in text(app)


async def test_by_day_enter_shows_the_timeline(app: MemtuiApp, team: dict[str, str]) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "j", "j", "O", "enter")
        assert isinstance(app.screen, HistoryScreen)


async def test_joined_pictures_are_taken_apart_wherever_they_stand(
    app: MemtuiApp, kept: Callable[..., str]
) -> None:
    kept("👩‍👩‍👧‍👦 family", "👨🏽‍💻 job", "The 👩‍👩‍👧‍👦 family 🏳️‍🌈 works.", "2026-09-01")
    async with app.run_test(size=(60, 15)) as pilot:
        await settle(pilot)
        for keys in ("j", "T", "v", "d", "b"):
            await press(pilot, keys)
            strips = app.screen._compositor.render_strips()
            drawn = "".join(segment.text for strip in strips for segment in strip)
            assert not {"\u200d", "\ufe0f", "\U0001f3fd"} & set(drawn), keys
            if keys != "j":
                await press(pilot, "escape")
