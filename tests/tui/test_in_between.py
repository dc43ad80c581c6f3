"""What a person does while something is still going on, or by mistake, does no harm."""

import threading
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static
from textual.widgets._toast import Toast

from memtui.desk.desk import Desk
from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Draft
from memtui.facts.keeping import Change, Forget, Keep, Request
from memtui.tui.app import MemtuiApp
from memtui.tui.screens.dialog import Dialog
from memtui.tui.screens.help import HelpScreen
from memtui.tui.screens.main import MainScreen
from memtui.tui.screens.review import ReviewScreen
from tests.tui.open_review import make_desk, make_review, settled, showing
from tests.tui.open_review import shown as text_on
from tests.tui.seen import said_last, under_cursor
from tests.tui.settling import press, settle, type_text

Hold = Callable[[Desk, str], threading.Event]


@pytest.fixture
def hold(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hold]:
    """Makes something that a desk does wait until the event that it answers with is set."""
    gates = []

    def held(desk: Desk, name: str) -> threading.Event:
        gate, does = threading.Event(), getattr(desk, name)
        gates.append(gate)

        def wait(*given: Any, **named: Any) -> Any:
            gate.wait(30)
            return does(*given, **named)

        monkeypatch.setattr(desk, name, wait)
        return gate

    yield held
    for gate in gates:
        gate.set()


def outcome(app: MemtuiApp) -> str:
    return str(app.screen.query_one("#outcome", Static).render())


async def until(pilot: Pilot[None], seen: Callable[[], bool]) -> None:
    while not seen():
        await pilot.pause()


# Typing into the wrong window


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys that follow each other at once count as a run of typing."""
    monkeypatch.setattr("memtui.tui.notices.RUN", 60.0)


async def test_a_word_typed_into_the_list_forgets_nothing(
    app: MemtuiApp, desk: Desk, team: dict[str, str], typing: None
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await type_text(pilot, "daisy")
        assert "y once more" in outcome(app)
        assert desk.memory.counts().current == 6


async def test_a_word_typed_into_the_list_takes_nothing_back(
    app: MemtuiApp, desk: Desk, team: dict[str, str], typing: None
) -> None:
    desk.apply(Forget((team["diet"],)))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "z", "u")
        assert desk.memory.counts().current == 5
        assert said_last(app) == "Typed by mistake? u once more takes the last change back."
        await press(pilot, "u")
        assert desk.memory.counts().current == 6


async def test_a_word_typed_into_a_review_discards_nothing(tmp_path: Path, typing: None) -> None:
    desk = make_desk(tmp_path)
    async with showing(desk, tmp_path, ReviewScreen(desk, make_review(desk))) as pilot:
        await pilot.press("D", "a", "y")
        await settled(pilot)
        assert len(desk.reviews()) == 1
    desk.close()


# Dialogs


async def test_enter_right_after_typing_keeps_what_is_typed(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "e", "!")
        await pilot.press("!", "?", "enter")
        await settle(pilot)
        assert under_cursor(app) == "Ana lives in Recife.!!?"
        assert said_last(app) == "corrected · u takes it back"


async def test_typing_asks_the_memory_only_for_the_newest_text(
    app: MemtuiApp, desk: Desk, team: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Request] = []
    first, preview = threading.Event(), desk.preview

    def slow(request: Request, **named: Any) -> Change:
        asked.append(request)
        first.wait(30)
        return preview(request, **named)

    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        monkeypatch.setattr(desk, "preview", slow)
        await pilot.press("e", *"abcdefgh")
        await until(pilot, lambda: bool(asked))
        first.set()
        await settle(pilot)
        assert len(asked) <= 2
        assert outcome(app) == "the earlier wording is kept with the fact"


async def test_waiting_for_another_program_is_told_and_not_left_half_way(
    app: MemtuiApp,
    desk: Desk,
    team: dict[str, str],
    hold: Hold,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("memtui.tui.screens.dialog.PATIENCE", 0.01)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "e", "!")
        gate = hold(desk, "apply")
        await pilot.press("enter")
        await until(pilot, lambda: "waiting until another program has written" in outcome(app))
        await pilot.press("escape", "escape")
        assert isinstance(app.screen, Dialog)
        gate.set()
        await settle(pilot)
        assert outcome(app) == "Stopped: nothing was changed."
        await press(pilot, "enter")
        assert isinstance(app.screen, MainScreen)
        assert under_cursor(app) == "Ana lives in Recife.!"


async def test_forgetting_says_that_it_is_working_out_what_would_go(
    app: MemtuiApp, desk: Desk, team: dict[str, str], hold: Hold
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        gate = hold(desk, "preview")
        await pilot.press("d", "y")
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        assert outcome(app) == "A moment: it is being worked out."
        gate.set()
        await settle(pilot)
        assert "u takes it back" in outcome(app)
        assert desk.memory.counts().current == 6


async def test_help_opened_while_a_change_is_made_goes_with_the_dialog(
    app: MemtuiApp, desk: Desk, team: dict[str, str], hold: Hold
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "e", "!")
        gate = hold(desk, "apply")
        await pilot.press("enter", "f1")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        gate.set()
        await settle(pilot)
        assert isinstance(app.screen, MainScreen)
        assert len(app.screen_stack) == 1


async def test_of_what_is_said_at_once_only_the_last_failure_is_shown(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await settle(pilot)
        for number in range(3):
            app.complain(MemtuiError(Code.MEMORY_BUSY, f"Failure {number}.", "Wait."))
        app.tell("This would hide it.")
        await settle(pilot)
        await settle(pilot)
        assert [toast._notification.message for toast in app.screen.query(Toast)] == [
            "Failure 2. Wait."
        ]
        await press(pilot, "j")
        app.tell("This comes later.")
        await settle(pilot)
        await settle(pilot)
        assert [toast._notification.message for toast in app.screen.query(Toast)] == [
            "This comes later."
        ]


# Reviews


async def test_leaving_a_review_twice_leaves_it_once(
    tmp_path: Path, hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.tui.in_order.PATIENCE", 0.0)
    desk = make_desk(tmp_path)
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        gate = hold(desk, "save_review")
        await pilot.press("space", "q", "q", "escape")
        gate.set()
        await settled(pilot)
        await settled(pilot)
        assert isinstance(pilot.app.screen, MainScreen)
    desk.close()


async def test_a_review_that_is_being_kept_is_not_left(
    tmp_path: Path, hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.tui.in_order.PATIENCE", 0.0)
    desk = make_desk(tmp_path)
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        gate = hold(desk, "keep_review")
        await pilot.press("enter", "q", "D", "f1")
        await until(pilot, lambda: isinstance(pilot.app.screen, HelpScreen))
        gate.set()
        await settled(pilot)
        await settled(pilot)
        assert isinstance(pilot.app.screen, MainScreen)
        assert desk.reviews() == []
    desk.close()


async def test_what_others_keep_meanwhile_is_seen_in_the_review(tmp_path: Path) -> None:
    desk, other = make_desk(tmp_path), Desk.open(tmp_path, "team")
    screen = ReviewScreen(desk, make_review(desk))
    async with showing(desk, tmp_path, screen) as pilot:
        assert "replaces: Ana leads the data team.  (1 Sep)" in text_on(pilot)
        draft = Draft("Ana", "role", "Ana heads the lab.", said=date(2026, 10, 2))
        other.apply(Keep((draft,), "b_00000009"))
        pilot.app.screen_stack[0].post_message(MainScreen.NotesChanged())
        await settled(pilot)
        await settled(pilot)
        assert "replaces: Ana heads the lab.  (2 Oct)" in text_on(pilot)
    other.close()
    desk.close()
