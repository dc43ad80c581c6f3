"""Several lines that are pasted where one belongs."""

from textual import events

from memtui.desk.desk import Desk
from memtui.tui.app import MemtuiApp
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
