"""What the app says: for how long, and what it leaves to be seen."""

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets._toast import Toast

from memtui.errors import Code, MemtuiError
from memtui.tui.app import MemtuiApp
from tests.tui.seen import main
from tests.tui.settling import press, settle

WRONG = MemtuiError(Code.NO_EXTRACTOR, "Ollama does not answer.", "Start it.")


def said(app: MemtuiApp) -> list[str]:
    return [str(toast.render()) for toast in app.screen.query(Toast)]


def rows_of_notice(app: MemtuiApp) -> range:
    region = app.screen.query_one(Toast).region
    return range(region.y, region.bottom)


async def say(pilot: Pilot[None], what: str | MemtuiError) -> None:
    app = pilot.app
    assert isinstance(app, MemtuiApp)
    if isinstance(what, str):
        app.tell(what)
    else:
        app.complain(what)
    await settle(pilot)


async def test_what_is_said_is_gone_at_the_next_key(app: MemtuiApp, team: dict[str, str]) -> None:
    async with app.run_test(notifications=True) as pilot:
        await settle(pilot)
        await press(pilot, "O")
        assert said(app) == ["Sorted by day said."]
        await press(pilot, "O")
        assert said(app) == ["Sorted by day kept."]
        await press(pilot, "j")
        assert said(app) == []


async def test_what_is_said_is_gone_at_the_wheel_and_at_a_click(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(notifications=True) as pilot:
        await settle(pilot)
        await say(pilot, "one")
        await pilot.click("FactList", offset=(10, 3))
        await settle(pilot)
        assert said(app) == []
        await say(pilot, "two")
        await pilot._post_mouse_events([events.MouseScrollDown], "FactList")
        await settle(pilot)
        assert said(app) == []


async def test_an_error_stays_until_a_key_that_is_no_part_of_a_run(
    app: MemtuiApp, team: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with app.run_test(notifications=True) as pilot:
        await settle(pilot)
        await press(pilot, "j")
        await say(pilot, WRONG)
        monkeypatch.setattr("memtui.tui.notices.RUN", 60.0)
        await press(pilot, "j", "j")
        await say(pilot, "not now")
        assert said(app) == ["NO_EXTRACTOR\nOllama does not answer. Start it."]
        monkeypatch.setattr("memtui.tui.notices.RUN", 0.0)
        await press(pilot, "k")
        assert said(app) == []
        await say(pilot, "now")
        assert said(app) == ["now"]


@pytest.mark.parametrize("size", [(60, 15), (80, 24), (120, 40)], ids=str)
async def test_it_covers_neither_the_cursor_nor_the_keys(
    app: MemtuiApp, team: dict[str, str], size: tuple[int, int]
) -> None:
    height = size[1]
    async with app.run_test(notifications=True, size=size) as pilot:
        await settle(pilot)
        await press(pilot, "H")
        for key in ("g", *["j"] * 12):
            await press(pilot, key)
            await say(pilot, "one")
            assert set(rows_of_notice(app)).isdisjoint(main(app).facts.rows_of_cursor)
            assert height - 1 not in rows_of_notice(app)
            await say(pilot, WRONG)
            assert len(rows_of_notice(app)) == 2
            assert set(rows_of_notice(app)).isdisjoint(main(app).facts.rows_of_cursor)
        await press(pilot, "g")
        await say(pilot, "one")
        assert list(rows_of_notice(app)) == [height - 2]


async def test_it_gives_way_to_the_cursor_that_comes_to_be_there(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(notifications=True, size=(60, 12)) as pilot:
        await settle(pilot)
        await say(pilot, "one")
        assert list(rows_of_notice(app)) == [10]
        main(app).facts.last()
        await settle(pilot)
        assert main(app).facts.rows_of_cursor == range(10, 11)
        assert list(rows_of_notice(app)) == [9]


async def test_it_covers_no_field_that_is_typed_into(app: MemtuiApp, team: dict[str, str]) -> None:
    async with app.run_test(notifications=True, size=(60, 15)) as pilot:
        await settle(pilot)
        await press(pilot, "a", "tab", "tab", "tab")
        lifted = 0
        for height in range(15, 5, -1):
            await pilot.resize_terminal(60, height)
            await settle(pilot)
            await say(pilot, "one")
            (row,) = app._rows_of_cursor()
            assert row not in rows_of_notice(app)
            lifted += height - 2 not in rows_of_notice(app)
        assert lifted
