from pathlib import Path

from memtui.store.memory import Memory
from memtui.store.places import memory_names
from memtui.tui.app import MemtuiApp
from memtui.tui.screens.main import MainScreen
from tests.tui.settling import press, settle, type_text


def outcome(app: MemtuiApp) -> str:
    return str(app.screen.query_one("#outcome").render())


async def test_a_memory_is_deleted_when_its_name_is_typed(
    app: MemtuiApp, home: Path, team: dict[str, str]
) -> None:
    Memory.open(home, "work", make=True).close()
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "m", "G", "D")
        assert "All facts of work go" in outcome(app)
        await type_text(pilot, "wor")
        await press(pilot, "enter")
        assert outcome(app) == "That is not work; nothing was deleted."
        assert memory_names(home) == ["team", "work"]
        await type_text(pilot, "k")
        await press(pilot, "enter")
        assert outcome(app) == "deleted work"
        assert memory_names(home) == ["team"]
        await press(pilot, "escape")
        assert type(app.screen).__name__ == "MainScreen"


async def test_the_memory_that_is_open_is_not_deleted(
    app: MemtuiApp, home: Path, team: dict[str, str]
) -> None:
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "m", "D")
        assert outcome(app) == "It is open now: open another one first."
        await press(pilot, "n")
        await type_text(pilot, "a/b")
        await press(pilot, "enter")
        assert memory_names(home) == ["team"]


async def test_a_new_memory_by_the_name_of_another_is_told_and_opened_when_asked_twice(
    app: MemtuiApp, home: Path, team: dict[str, str]
) -> None:
    Memory.open(home, "work", make=True).close()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "m", "n")
        await type_text(pilot, "Work")
        await press(pilot, "enter")
        assert outcome(app).startswith("MEMORY_EXISTS: There is a memory called work already. ")
        await type_text(pilot, "s")
        assert outcome(app) == ""
        await press(pilot, "backspace", "enter")
        assert "Enter once more opens it" in outcome(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, MainScreen)
        assert app.screen.desk.memory.name == "work"
        assert memory_names(home) == ["team", "work"]


async def test_a_new_memory_is_made_at_once(
    app: MemtuiApp, home: Path, team: dict[str, str]
) -> None:
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "m", "n")
        await type_text(pilot, "home")
        await press(pilot, "enter")
        assert memory_names(home) == ["home", "team"]
