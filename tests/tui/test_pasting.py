"""Several lines that are pasted where one belongs."""

import time

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from memtui.desk.desk import Desk
from memtui.tui.app import PASTED, MemtuiApp
from memtui.tui.screens.fact_dialogs import AddDialog
from tests.tui.seen import said_last
from tests.tui.settling import press, settle


async def test_pasted_lines_are_joined_in_a_field_of_one_line(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "a")
        pilot.app.post_message(events.Paste("Data\r\n  team\n"))
        await settle(pilot)
        assert isinstance(app.screen, AddDialog)
        assert app.screen.typed("subject") == "Data team"
        assert "2 lines were pasted; they are joined into one." in said_last(app)


async def test_a_fact_of_several_lines_is_said_to_become_one(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "a", *"Zed", "tab", *"role", "tab")
        pilot.app.post_message(events.Paste("Zed leads\n\nthe team."))
        await settle(pilot)
        outcome = str(app.screen.query_one("#outcome").render())
        assert outcome.endswith("its 2 lines are joined into one")
        await press(pilot, "enter")
    assert [fact.fact for fact in desk.memory.timeline("Zed", "role")] == ["Zed leads the team."]


async def at_once(pilot: Pilot[None], text: str) -> None:
    """Have a text come as the keys of a paste do where a terminal does not say that it is one."""
    now = time.monotonic()
    for character in text:
        key = events.Key({"\r": "enter", "\t": "tab"}.get(character, character), character)
        key.time = now
        pilot.app.post_message(key)
    await settle(pilot)


LINES = "Zed leads the team, and Ana works in research.\r" * 50


async def test_what_is_pasted_as_keys_is_text_also_where_a_line_ends(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "a", *"Zed", "tab", *"role", "tab")
        await at_once(pilot, LINES)
        assert isinstance(app.screen, AddDialog)
        assert app.screen.typed("fact") == LINES.replace("\r", "\n")
        outcome = str(app.screen.query_one("#outcome").render())
        assert "at most" in outcome
    assert not desk.memory.timeline("Zed", "role")


async def test_where_nothing_takes_text_what_is_pasted_as_keys_does_nothing(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    before = desk.memory.facts(history=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await at_once(pilot, "j" + LINES)
        assert len(app.screen_stack) == 1
        assert said_last(app) == "Nothing here takes what was pasted."
    assert desk.memory.facts(history=True) == before


@pytest.mark.parametrize("key", ["slash", "s"])
async def test_of_very_much_that_is_pasted_a_field_takes_a_part_and_says_so(
    app: MemtuiApp, team: dict[str, str], key: str
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, key)
        pilot.app.post_message(events.Paste("a line of many\n" * 10_000))
        await settle(pilot)
        assert len(app.screen.query_one(Input).value) == PASTED
        assert said_last(app) == (
            "10,000 lines were pasted; they are joined into one; "
            "of what was pasted, 2,000 characters are taken."
        )
