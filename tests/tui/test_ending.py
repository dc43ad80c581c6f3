"""However the app ends, nothing that was found is lost, and nothing kept is shown around."""

import os
import signal
from pathlib import Path

import pytest

from memtui.desk.desk import Desk
from memtui.errors import Code, MemtuiError
from memtui.tui.app import MemtuiApp
from memtui.tui.screens.main import MainScreen
from tests.tui.seen import said_last
from tests.tui.settling import press, settle
from tests.tui.terminal import Terminal

READING = """
import asyncio
import sys

from memtui.__main__ import main
from memtui.conversations.conversation import Conversation, Grade, Role, Turn
from memtui.desk.desk import Desk
from memtui.extract.events import Proposed
from memtui.extract.proposal import Proposal
from memtui.facts.fact import Origin
from memtui.tui.screens.main import MainScreen
from memtui.tui.screens.reading import ReadingScreen


class Endless:
    name = "endless"

    async def propose(self, conversation, context):
        yield Proposed(
            Proposal(
                "Ana", "role", "Ana works in research.", None, None, "research", "Ana", 0,
                frozenset(), Origin("endless"),
            )
        )
        await asyncio.Event().wait()


def read(screen):
    turns = (Turn("Ana", Role.PERSON, "I moved to research."),)
    chat = Conversation("c", "chat", turns, None, None, Grade.NONE)
    screen.app.push_screen(ReadingScreen(screen.desk, "chat.txt", chat))


Desk.extractor = lambda desk, *kind: Endless()
MainScreen.action_open = read
sys.exit(main(["--home", sys.argv[1], "-m", "team"]))
"""
FAULTY = """
import sys

from memtui.__main__ import main
from memtui.tui.screens.main import MainScreen


def fail(screen):
    everything = screen.desk.memory.facts()
    raise KeyError(everything[0].fact)


MainScreen.action_view = fail
sys.exit(main(["--home", sys.argv[1], "-m", "team"]))
"""

HANGING = """
import sys
import threading

from memtui.__main__ import main
from memtui.tui import ending
from memtui.tui.screens.main import MainScreen


def hang(screen):
    print("HANGS", file=sys.__stdout__, flush=True)
    threading.Event().wait()


ending.GRACE = 0.1
MainScreen.action_view = hang
sys.exit(main(["--home", sys.argv[1], "-m", "team"]))
"""


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT])
def test_what_was_found_waits_for_review_when_the_app_is_told_to_end(
    desk: Desk, home: Path, team: dict[str, str], number: signal.Signals
) -> None:
    with Terminal(READING, str(home)) as terminal:
        terminal.wait_for("Recife")
        terminal.press("o")
        terminal.wait_for("1 fact so far")
        terminal.process.send_signal(number)
        assert terminal.end() == 128 + number
    (review,) = desk.reviews()
    assert [item.draft.fact for item in review.items] == ["Ana works in research."]


def test_what_was_found_waits_for_review_when_the_terminal_is_closed(
    desk: Desk, home: Path, team: dict[str, str]
) -> None:
    with Terminal(READING, str(home)) as terminal:
        terminal.wait_for("Recife")
        terminal.press("o")
        terminal.wait_for("1 fact so far")
        terminal.close()
        assert terminal.process.wait(60) == 128 + signal.SIGHUP
    assert [len(review.items) for review in desk.reviews()] == [1]


def test_an_app_that_hangs_ends_too_when_the_terminal_is_closed(
    home: Path, team: dict[str, str]
) -> None:
    with Terminal(HANGING, str(home)) as terminal:
        terminal.wait_for("3 subjects")
        terminal.press("v")
        terminal.wait_for("HANGS")
        terminal.close()
        assert terminal.process.wait(60) == 128 + signal.SIGHUP


def test_after_a_stay_in_the_shell_the_screen_is_drawn_again(
    desk: Desk, home: Path, team: dict[str, str]
) -> None:
    with Terminal(FAULTY, str(home)) as terminal:
        terminal.wait_for("Recife")
        terminal.wait_for("3 subjects")
        terminal.press("\x1a")
        terminal.wait_for("\x1b[?1049l")
        os.waitpid(terminal.process.pid, os.WUNTRACED)
        terminal.shown = ""
        terminal.process.send_signal(signal.SIGCONT)
        terminal.wait_for("Ana lives in Recife.")
        terminal.press("q")
        assert terminal.end() == 0


def test_a_fault_ends_the_app_with_one_sentence_that_shows_no_fact(
    desk: Desk, home: Path, team: dict[str, str]
) -> None:
    with Terminal(FAULTY, str(home)) as terminal:
        terminal.wait_for("Recife")
        terminal.press("v")
        terminal.wait_for("\x1b[?1049l")
        drawn = len(terminal.shown)
        assert terminal.end() == 1
        told = terminal.shown[drawn:]
    assert "memtui: It stopped by a fault of its own: KeyError at " in told
    assert "MEMTUI_TRACE=1" in told
    assert "Ana" not in told
    assert "Traceback" not in told


def test_the_details_of_a_fault_are_shown_to_who_asks_for_them(
    desk: Desk, home: Path, team: dict[str, str]
) -> None:
    with Terminal(FAULTY, str(home), MEMTUI_TRACE="1") as terminal:
        terminal.wait_for("Recife")
        terminal.press("v")
        assert terminal.end() == 1
    assert "Traceback (most recent call last)" in terminal.shown
    assert "KeyError" in terminal.shown


async def test_what_fails_in_the_background_is_told_and_the_app_goes_on(
    app: MemtuiApp, desk: Desk, team: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone() -> dict[str, list[str]]:
        raise MemtuiError(Code.INDEX_UNAVAILABLE, "The index cannot be used.", "Wait.")

    monkeypatch.setattr(desk.memory, "names", gone)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("a")
        await pilot.pause()
        assert said_last(app) == "The index cannot be used. Wait."
        await press(pilot, "escape")
        assert isinstance(app.screen, MainScreen)
