import threading
from collections.abc import Callable
from typing import Any

import pytest
from textual.widgets import Checkbox, Input, TextArea

from memtui.desk.desk import Desk
from memtui.errors import Code, MemtuiError
from memtui.facts.keeping import Change, Request
from memtui.tui.app import MemtuiApp
from memtui.tui.palette import Palette
from memtui.tui.screens.dialog import Dialog
from memtui.tui.screens.fact_dialogs import AddDialog, CorrectDialog
from memtui.tui.screens.help import HelpScreen
from memtui.tui.screens.main import MainScreen
from memtui.tui.widgets.hints import Hints
from tests.tui.seen import said_last, under_cursor
from tests.tui.settling import press, settle, type_text


def outcome(app: MemtuiApp) -> str:
    return str(app.screen.query_one("#outcome").render())


async def test_a_adds_a_fact_and_the_cursor_goes_to_it(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "a")
        assert isinstance(app.screen, AddDialog)
        await type_text(pilot, "Carla")
        await press(pilot, "tab")
        await type_text(pilot, "city")
        await press(pilot, "tab")
        await type_text(pilot, "Carla lives in Porto.")
        await press(pilot, "tab")
        await type_text(pilot, "yesterday")
        assert outcome(app) == "new: nothing holds of Carla — city yet"
        await press(pilot, "enter")
        assert under_cursor(app) == "Carla lives in Porto."
        assert said_last(app) == "kept 1 · u takes it back"
        row = next(row for row in desk.memory.rows() if row.subject == "Carla")
        assert (row.said, row.source) == ("2026-10-19", "added by hand")


async def test_what_a_fact_would_replace_is_told_as_it_is_typed(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "a", "tab")
        assert outcome(app) == "Fill in subject, attribute and fact."
        await type_text(pilot, "role")
        await press(pilot, "tab")
        await type_text(pilot, "Ana heads the lab.")
        assert outcome(app) == "replaces: Ana works in research.  (12 Oct 2026)"
        await press(pilot, "tab")
        await type_text(pilot, "2026-09-30")
        assert outcome(app).startswith("history: held 30 Sep–12 Oct 2026")


async def test_a_refused_text_stays_and_the_reason_is_told(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "a", "tab")
        await type_text(pilot, "login")
        await press(pilot, "tab")
        await type_text(pilot, "Ana's password is hunter2.")
        assert "looks like a secret" in outcome(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, AddDialog)
        assert app.screen.query_one(TextArea).text == "Ana's password is hunter2."
        assert not any(row.attribute == "login" for row in desk.memory.rows())


async def test_a_day_that_cannot_be_read_is_refused(app: MemtuiApp, team: dict[str, str]) -> None:
    async with app.run_test(size=(80, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "a", "tab", "tab", "tab")
        await type_text(pilot, "12.10.2026")
        assert "is not a day" in outcome(app)


async def test_the_counter_appears_near_the_limit(app: MemtuiApp, team: dict[str, str]) -> None:
    async with app.run_test(size=(80, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "a")
        counter = app.screen.query_one("#fact-count")
        assert str(counter.render()) == ""
        app.screen.query_one(TextArea).text = "x" * 2_001
        await settle(pilot)
        assert str(counter.render()) == "2,001/2,000"
        assert counter.has_class("-over")


async def test_known_names_are_suggested(app: MemtuiApp, team: dict[str, str]) -> None:
    async with app.run_test(size=(80, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "a")
        await type_text(pilot, "bru")
        await press(pilot, "right", "tab")
        assert app.screen.query_one("#subject", Input).value == "Bruno"
        await type_text(pilot, "d")
        await press(pilot, "right")
        assert app.screen.query_one("#attribute", Input).value == "diet"


@pytest.mark.parametrize("key", ["a", "e", "x", "d", "v", "m", "exclamation_mark"])
async def test_the_keys_of_the_app_work_in_every_dialog(
    app: MemtuiApp, team: dict[str, str], key: str
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, key)
        dialog = app.screen
        assert not isinstance(dialog, MainScreen)
        await press(pilot, "f1")
        assert isinstance(app.screen, HelpScreen)
        await press(pilot, "f1")
        assert app.screen_stack[-1] is dialog
        await press(pilot, "ctrl+p")
        assert isinstance(app.screen, Palette)
        await press(pilot, "escape")
        before = app.theme
        await press(pilot, "f2")
        assert app.screen_stack[-1] is dialog
        assert app.theme != before


async def test_ctrl_z_goes_to_the_shell_from_every_field_and_another_key_takes_back(
    app: MemtuiApp, team: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[str] = []
    monkeypatch.setattr(
        MemtuiApp, "action_suspend_process", lambda app: left.append(str(app.focused.id))
    )
    async with app.run_test(size=(80, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "a", "ctrl+z", "tab", "tab")
        await type_text(pilot, "Ana")
        field = app.screen.query_one("#fact", TextArea)
        await press(pilot, "ctrl+z")
        assert (left, field.text) == (["subject", "fact"], "Ana")
        await press(pilot, "ctrl+underscore")
        assert field.text == ""
        await press(pilot, "ctrl+y", "left", "shift+left", "backspace")
        assert field.text == "Aa"


async def test_typed_text_is_dropped_only_when_asked_twice(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "a")
        await type_text(pilot, "Carla")
        await press(pilot, "escape")
        assert "not kept yet" in outcome(app)
        await press(pilot, "ctrl+q")
        assert "ctrl+q again" in said_last(app)
        assert not app._exit
        await press(pilot, "f10")
        assert isinstance(app.screen, MainScreen)


async def test_e_corrects_the_words_and_keeps_the_fact(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "e")
        assert isinstance(app.screen, CorrectDialog)
        assert outcome(app) == "nothing is changed yet"
        await press(pilot, "backspace")
        await type_text(pilot, ", near the sea.")
        await press(pilot, "enter")
        fact = desk.memory.fact(team["city"])
        assert fact.fact == "Ana lives in Recife, near the sea."
        assert fact.revisions[0].fact == "Ana lives in Recife."
        assert under_cursor(app) == fact.fact


async def test_a_new_attribute_takes_the_history_along_or_only_this_one(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "j", "j", "e", "shift+tab")
        await type_text(pilot, "x")
        assert outcome(app).count("moves to Ana — rolex") == 3
        app.screen.query_one("#only", Checkbox).toggle()
        await settle(pilot)
        assert outcome(app).count("moves to Ana — rolex") == 1
        await press(pilot, "enter")
        assert desk.memory.fact(team["research"]).attribute == "rolex"
        assert desk.memory.fact(team["lead"]).attribute == "role"


async def test_a_thing_that_has_facts_already_is_joined_only_when_asked(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "e", "shift+tab")
        app.screen.query_one("#attribute", Input).value = "role"
        await settle(pilot)
        assert "Tick “join”" in outcome(app)
        await press(pilot, "ctrl+s")
        assert "--" not in said_last(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, CorrectDialog)
        app.screen.query_one("#join", Checkbox).toggle()
        await settle(pilot)
        await press(pilot, "enter")
        assert isinstance(app.screen, MainScreen)
        assert desk.memory.fact(team["city"]).attribute == "role"


async def test_x_ends_a_fact_on_a_day(app: MemtuiApp, desk: Desk, team: dict[str, str]) -> None:
    async with app.run_test(size=(80, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "G", "x")
        assert "from 20 Oct 2026 on nothing holds" in outcome(app)
        await type_text(pilot, "2020-01-01")
        await press(pilot, "enter")
        assert isinstance(app.screen, Dialog)
        app.screen.query_one(Input).value = "2026-10-18"
        await settle(pilot)
        await press(pilot, "enter")
        assert str(desk.memory.fact(team["launch"]).ended) == "2026-10-18"
        assert said_last(app) == "ended on 18 Oct 2026 · u takes it back"


async def test_d_forgets_only_with_another_key_and_u_brings_it_back(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "d", "d", "enter", "space")
        assert isinstance(app.screen, Dialog)
        assert "git, backups" in outcome(app)
        await press(pilot, "y")
        assert under_cursor(app) == "Ana's report is due on 30 October 2026."
        assert not any(row.id == team["city"] for row in desk.memory.rows())
        await press(pilot, "u")
        assert under_cursor(app) == "Ana lives in Recife."


async def test_forgetting_offers_the_history_and_the_fact_before(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "j", "j", "d")
        assert "[ ] h  and the 2 older facts that it replaced" in outcome(app)
        assert "[ ] r  let this hold again: Ana is on sabbatical." in outcome(app)
        await press(pilot, "h")
        assert "Ana leads the data team." in str(app.screen.query_one("#going").render())
        await press(pilot, "h", "r", "y")
        assert under_cursor(app) == "Ana is on sabbatical."
        assert desk.memory.fact(team["sabbatical"]).current


async def test_forgetting_with_history_leaves_nothing_of_the_thing(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "j", "j", "d", "h", "y")
        assert said_last(app).startswith("forgot 3 facts, 2 of them history")
        assert desk.memory.timeline("Ana", "role") == []


async def test_what_another_program_changed_meanwhile_is_not_overwritten(
    app: MemtuiApp, desk: Desk, team: dict[str, str], kept: Callable[..., str]
) -> None:
    async with app.run_test(size=(80, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "a", "tab")
        await type_text(pilot, "role")
        await press(pilot, "tab")
        await type_text(pilot, "Ana heads the lab.")
        kept("Ana", "role", "Ana teaches.", "2026-10-15")
        await press(pilot, "enter")
        assert isinstance(app.screen, AddDialog)
        assert outcome(app) == "replaces: Ana teaches.  (15 Oct 2026)"
        await press(pilot, "enter")
        assert isinstance(app.screen, MainScreen)


async def test_waiting_for_another_program_leaves_the_screen_alive(
    app: MemtuiApp, desk: Desk, team: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.tui.in_order.PATIENCE", 0.0)
    held, apply = threading.Event(), desk.apply

    def busy(request: Request, shown: Change | None = None, **_: object) -> Change:
        held.wait(10)
        raise MemtuiError(Code.MEMORY_BUSY, "Process 42 on host a holds it.", "Try again.")

    desk.apply = busy  # type: ignore[method-assign]
    async with app.run_test(size=(80, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "e", "backspace")
        await pilot.press("enter")
        await type_during(pilot, "!")
        assert app.screen.query_one(TextArea).text == "Ana lives in Recife!"
        held.set()
        await settle(pilot)
        assert said_last(app) == "Process 42 on host a holds it. Try again."
        desk.apply = apply  # type: ignore[method-assign]
        await press(pilot, "enter")
        assert desk.memory.fact(team["city"]).fact == "Ana lives in Recife!"


async def test_what_a_dialog_still_works_out_ends_with_it(
    app: MemtuiApp, desk: Desk, team: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    held, preview = threading.Event(), desk.preview

    def slow(*given: Any, **more: Any) -> Change:
        held.wait(30)
        return preview(*given, **more)

    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        monkeypatch.setattr(desk, "preview", slow)
        await pilot.press("e")
        while not any(each.name == "look ahead" for each in app.workers):
            await pilot.pause()
        (looking,) = [each for each in app.workers if each.name == "look ahead"]
        assert isinstance(app.screen, CorrectDialog)
        app.screen.dismiss(None)
        assert looking.is_cancelled
        held.set()
        await settle(pilot)
        assert isinstance(app.screen, MainScreen)


async def type_during(pilot: object, text: str) -> None:
    """Type while a worker is still at work."""
    for character in text:
        await pilot.press(character)  # type: ignore[attr-defined]
        await pilot.pause()  # type: ignore[attr-defined]


async def test_a_suggested_name_is_taken_over_by_the_key_that_is_hinted_at(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "a", "B")
        hints = app.screen.query_one(Hints)
        assert "→ complete" in str(hints.render())
        await press(pilot, "right")
        assert app.screen.query_one("#subject", Input).value == "Bruno"
        assert "complete" not in str(hints.render())
        await press(pilot, "tab", "d", "tab")
        assert app.screen.query_one("#attribute", Input).value == "d"


async def test_the_help_of_a_dialog_has_the_keys_that_work_in_its_fields(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "a", "f1")
        told = str(app.screen.query_one("#commands").render())
        assert "tab shift+tab" in told
        assert "→" in told
        assert "?" not in told
        await press(pilot, "f1", "escape", "question_mark")
        assert "? F1" in str(app.screen.query_one("#commands").render())
