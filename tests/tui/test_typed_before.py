"""What is being typed into a form outlives an app that is ended, however it is ended."""

import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.widgets import Input, TextArea

from memtui.desk.desk import Desk
from memtui.desk.typed import typed_before
from memtui.facts.keeping import Forget
from memtui.tui.app import MemtuiApp
from memtui.tui.screens.fact_dialogs import AddDialog, CorrectDialog
from memtui.tui.screens.main import MainScreen
from tests.tui.seen import said_last
from tests.tui.settling import press, settle, type_text
from tests.tui.terminal import Terminal

MAIN = "import sys; from memtui.__main__ import main; sys.exit(main(sys.argv[1:]))"
STATE = "state/typed.json"


def _wait_until_written(path: Path, text: str) -> None:
    end = time.monotonic() + 30
    while not (path.exists() and text in path.read_text("utf-8")):
        assert time.monotonic() < end, f"{text!r} was not written to {path}"


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGKILL])
async def test_a_form_that_was_being_filled_is_there_again(
    app: MemtuiApp, desk: Desk, home: Path, team: dict[str, str], number: signal.Signals
) -> None:
    with Terminal(MAIN, "--home", str(home), "-m", "team") as terminal:
        terminal.wait_for("3 subjects")
        terminal.press("a")
        terminal.wait_for("Add a fact")
        terminal.press("Dora\trole\tDora paints.")
        terminal.wait_for("Dora paints")
        terminal.wait_for("nothing holds of Dora")
        if number == signal.SIGKILL:
            # That leaves no time to write what is shown already.
            _wait_until_written(desk.memory.folder / STATE, "Dora p")
        terminal.process.send_signal(number)
        terminal.end()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        dialog = app.screen
        assert isinstance(dialog, AddDialog)
        assert dialog.query_one("#subject", Input).value == "Dora"
        fact = dialog.query_one("#fact", TextArea).text
        assert fact.startswith("D")
        assert "when memtui was ended" in said_last(app)
        await press(pilot, "ctrl+s")
        assert isinstance(app.screen, MainScreen)
    assert [fact.fact for fact in desk.memory.facts(subject="Dora")] == [fact]
    assert not (desk.memory.folder / STATE).exists()


async def test_the_last_keys_are_written_down_too(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "a", "tab", "tab")
        await type_text(pilot, "Dora paints.")
        app.exit(return_code=143)
    typed = typed_before(desk.memory)
    assert typed is not None
    assert typed.parts["fact"] == "Dora paints."


async def test_a_correction_is_one_of_the_same_fact(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    desk.memory.write_state(
        "typed",
        {
            "id": team["bruno"],
            "parts": {"subject": "Bruno", "attribute": "city", "fact": "Bruno moved.", "said": ""},
        },
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        dialog = app.screen
        assert isinstance(dialog, CorrectDialog)
        assert dialog.fact_id == team["bruno"]
        assert dialog.query_one("#fact", TextArea).text == "Bruno moved."
        await press(pilot, "escape", "escape")
        assert isinstance(app.screen, MainScreen)
    assert not (desk.memory.folder / STATE).exists()


async def test_what_its_person_drops_does_not_come_back(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "a")
        await type_text(pilot, "Dora")
        await settle(pilot)
        assert (desk.memory.folder / STATE).exists()
        await press(pilot, "ctrl+q", "ctrl+q")
    assert not (desk.memory.folder / STATE).exists()


async def test_a_secret_is_not_written_down_as_it_is_typed(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "a", "tab", "tab")
        await type_text(pilot, "The password is hunter2secret!")
        await settle(pilot)
        assert not (desk.memory.folder / STATE).exists()


def test_forgetting_a_fact_drops_what_was_being_typed_of_it(
    desk: Desk, kept: Callable[..., str]
) -> None:
    fact_id = kept("Ana", "role", "Ana works in research.", "2026-09-01")
    parts = {"subject": "Ana", "attribute": "role", "fact": "Well: Ana works in research!"}
    desk.memory.write_state("typed", {"id": "", "parts": parts})
    desk.apply(Forget((fact_id,), history=True))
    assert not (desk.memory.folder / STATE).exists()
