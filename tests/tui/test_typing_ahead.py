"""Keys that come all at once, as over a slow line, go to where the ones before have led.

They come as bytes in one piece, by way of the reader of bytes and the driver that the app has.
"""

import asyncio
import json
import shutil
import threading
from pathlib import Path
from typing import Any

import pytest
from textual._xterm_parser import XTermParser
from textual.pilot import Pilot
from textual.widgets import Input

from memtui.desk.desk import Desk
from memtui.desk.setting.every import SETTINGS
from memtui.facts.keeping import Change
from memtui.store.places import create
from memtui.tui.app import MemtuiApp
from memtui.tui.in_order import KeysInOrder
from memtui.tui.screens.fact_dialogs import AddDialog, CorrectDialog
from memtui.tui.screens.help import HelpScreen
from memtui.tui.screens.models import ModelsScreen
from memtui.tui.screens.preview import PreviewScreen
from memtui.tui.screens.review import ReviewScreen
from memtui.tui.seeing import Seen, look
from tests.tui.open_review import make_desk, make_review
from tests.tui.seen import said_last, under_cursor
from tests.tui.settling import settle
from tests.tui.tmux import Tmux

ENTER, TAB, SAVE, DOWN = "\r", "\t", "\x13", "\x1b[B"
CLEAR = "\x15"  # of a field, what is before the cursor


def pasted(text: str) -> str:
    return f"\x1b[200~{text}\x1b[201~"


async def at_once(pilot: Pilot[None], text: str) -> None:
    """Have all of it come in one piece."""
    driver = pilot.app._driver
    assert driver is not None
    parser = XTermParser()
    events = [*parser.feed(text)]
    if parser._timeout_time is not None:
        parser._timeout_time = 0.0  # nothing more comes
    for event in (*events, *parser.tick()):
        driver.process_message(event)
    await settle(pilot)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the computer is."""
    monkeypatch.setattr("memtui.tui.in_order.PATIENCE", 60.0)


# The list


async def test_what_follows_the_filters_key_is_filtered_by(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test() as pilot:
        await settle(pilot)
        await at_once(pilot, "/ade")
        assert len(app.screen_stack) == 1
        assert app.screen.query_one(Input).value == "ade"


async def test_what_follows_leaving_the_filter_goes_to_the_list(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test() as pilot:
        await settle(pilot)
        await at_once(pilot, f"/lives{ENTER}je")
        assert isinstance(app.screen, CorrectDialog)
        assert app.screen.typed("fact") == "Bruno lives in São Paulo."


async def test_a_screen_that_was_left_gets_no_more_keys(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test() as pilot:
        await settle(pilot)
        await at_once(pilot, "?q/due")
        assert len(app.screen_stack) == 1
        assert app.screen.query_one(Input).value == "due"


@pytest.mark.parametrize(
    ("keys", "fact"),
    [
        ("OG", "Ana lives in Recife."),
        ("GOg", "Ana works in research."),
        ("GO]", "Bruno is vegetarian."),
        ("gOOO]", "Bruno lives in São Paulo."),
        ("GOOO[", "Bruno lives in São Paulo."),
        ("GHg", "Ana lives in Recife."),
        (f"/vegetarian{ENTER}O/{CLEAR}{ENTER}G", "Ana lives in Recife."),
    ],
)
async def test_what_follows_another_order_goes_by_that_order(
    app: MemtuiApp,
    team: dict[str, str],
    keys: str,
    fact: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        loop = asyncio.get_running_loop()

        def late(*given: Any, **more: Any) -> Seen:
            for _ in range(100):
                asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop).result()
            return look(*given, **more)

        monkeypatch.setattr("memtui.tui.screens.kept_up.look", late)
        await at_once(pilot, keys)
        assert under_cursor(app) == fact


# Dialogs


async def test_several_dialogs_in_a_row_get_each_its_own(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await at_once(
            pilot,
            f"aZed{TAB}role{TAB}Zed leads the team.{SAVE}"
            f"e{CLEAR}Zed left.{SAVE}"
            f"t+urgent{ENTER}"
            f"x2026-10-20{ENTER}"
            "/zed",
        )
        assert len(app.screen_stack) == 1
        assert app.screen.query_one(Input).value == "zed"
    (fact,) = desk.memory.facts(history=True, subject="Zed")
    assert (fact.fact, fact.tags, str(fact.ended)) == ("Zed left.", ("urgent",), "2026-10-20")


async def test_what_several_facts_are_corrected_to_is_typed_ahead(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await at_once(pilot, f"/lives{ENTER}Aehome{ENTER}/home")
        assert app.screen.query_one(Input).value == "liveshome"
    cities = [fact for fact in desk.memory.facts() if fact.attribute == "home"]
    assert [fact.subject for fact in cities] == ["Ana", "Bruno"]


async def test_a_new_memory_gets_its_name_and_its_first_fact(
    app: MemtuiApp, desk: Desk, home: Path
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await at_once(pilot, f"mnwork{ENTER}aZed{TAB}role{TAB}Zed leads.{ENTER}")
        assert len(app.screen_stack) == 1
        assert app.desk.memory.name == "work"
        assert [fact.fact for fact in app.desk.memory.facts()] == ["Zed leads."]
        assert desk is not app.desk
        app.desk.close()


async def test_a_memory_goes_when_its_name_was_typed_ahead(
    app: MemtuiApp, home: Path, team: dict[str, str]
) -> None:
    create(home, "old")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await at_once(pilot, f"mkDold{ENTER}q/ana")
        assert not (home / "old").exists()
        assert len(app.screen_stack) == 1
        assert app.screen.query_one(Input).value == "ana"


async def test_a_command_is_found_by_words_typed_ahead(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await at_once(pilot, f"?/sort{ENTER}")
        text = str(app.screen.query_one("#commands").render())
        assert "Sort by subject" in text
        assert "Add a fact" not in text
        await at_once(pilot, f"q\x10sort by{ENTER}")
        assert len(app.screen_stack) == 1
        assert said_last(app).startswith("Sorted by")


async def test_what_is_searched_for_is_found_by_enter_right_behind_it(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await at_once(pilot, f"slives in são paulo{ENTER}e now{ENTER}")
        assert len(app.screen_stack) == 1
        assert under_cursor(app) == "Bruno lives in São Paulo. now"


async def test_settings_are_typed_ahead(app: MemtuiApp, desk: Desk, team: dict[str, str]) -> None:
    names = [each.name for each in SETTINGS]
    to_zone, to_names = "j" * names.index("me.time_zone"), "k"
    assert names.index("me.names") == names.index("me.time_zone") - 1
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        more = pasted("\nAna Lima")
        await at_once(pilot, f",{to_zone}eEurope/Lisbon{ENTER}{to_names}eAna{more}{SAVE}q/ana")
        assert len(app.screen_stack) == 1
    assert desk.memory.settings.me.time_zone == "Europe/Lisbon"
    assert desk.memory.settings.me.names == ("Ana", "Ana Lima")


# From a file to facts


def chats(file: Path, *titles: str) -> Path:
    """An export of conversations, in each of which a person says where they live."""
    said = {"role": "user", "content": "I live in Lisbon.", "timestamp": "2026-10-12T09:00:00Z"}
    file.write_text(json.dumps([{"title": title, "messages": [said]} for title in titles]))
    return file


async def test_a_path_a_filter_and_names_are_typed_ahead(
    app: MemtuiApp, desk: Desk, tmp_path: Path
) -> None:
    file = chats(tmp_path / "export.json", "Garden", "Kitchen", "Cat")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await at_once(pilot, f"o/{file}{ENTER}/kit{ENTER}{ENTER}wAna, Ana Lima{ENTER}")
        assert isinstance(app.screen, PreviewScreen)
        assert app.screen.conversation.title == "Kitchen"
        assert desk.memory.settings.me.names == ("Ana", "Ana Lima")


async def test_a_path_that_is_pasted_and_a_day_that_is_typed_go_where_they_belong(
    app: MemtuiApp, desk: Desk, tmp_path: Path
) -> None:
    file = tmp_path / "talk.txt"
    file.write_text("Ana: I live in Lisbon.\nBruno: I prefer tea.\n")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await at_once(pilot, f"o{pasted(str(file))}{ENTER}pn{CLEAR}2026-10-01{ENTER}")
        await settle(pilot)
        assert isinstance(app.screen, ReviewScreen)
        assert {str(item.draft.said) for item in app.screen.review.items} == {"2026-10-01"}


async def test_a_review_is_opened_edited_and_kept_in_one_go(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    make_review(desk)
    app = MemtuiApp(desk, tmp_path, watching=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await at_once(pilot, f"rNe Once.{ENTER}{ENTER}/once")
        assert len(app.screen_stack) == 1
        assert app.screen.query_one(Input).value == "once"
    assert desk.reviews() == []
    assert [fact.fact for fact in desk.memory.facts() if "Once" in fact.fact] != []
    desk.close()


async def test_a_models_name_is_typed_ahead(
    app: MemtuiApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(ModelsScreen, "_pull", lambda screen, name: asked.append(name))
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await at_once(pilot, f"Lp{CLEAR}qwen3:4b{ENTER}q/q")
        assert asked == ["qwen3:4b"]
        assert app.screen.query_one(Input).value == "q"


# Esc and the key behind it, which a terminal sends as it sends alt and the key


async def test_esc_is_not_lost_in_what_comes_in_one_piece(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        first = under_cursor(app)
        await at_once(pilot, "e\x1bje\x1bk")
        assert len(app.screen_stack) == 1
        assert under_cursor(app) == first


@pytest.mark.parametrize("key", ["j", "J", "/", "3", "[", "O", "Oz", " "])
async def test_what_comes_right_behind_esc_is_text_only_where_esc_led(
    app: MemtuiApp, team: dict[str, str], key: str
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await at_once(pilot, f"ex\x1b{key}")
        assert isinstance(app.screen, CorrectDialog)
        assert app.screen.typed("fact").endswith(f"x{key}")
        await at_once(pilot, "\x1b\x1b")
        assert len(app.screen_stack) == 1
        await at_once(pilot, f"e\x1b{key}\x1b")
        assert not isinstance(app.screen, CorrectDialog)


async def test_a_letter_with_alt_that_is_a_command_stays_one(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    app.set_keymap({"main.add": "alt+v"})
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await at_once(pilot, "\x1bv")
        assert isinstance(app.screen, AddDialog)


# Waiting


async def test_a_key_that_is_held_down_does_not_wait_for_itself(
    app: MemtuiApp, team: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    passed: list[int] = []
    follow = KeysInOrder._follow

    async def counted(app: KeysInOrder, *given: Any) -> None:
        passed.append(len(app._now))
        await follow(app, *given)

    monkeypatch.setattr(KeysInOrder, "_follow", counted)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await at_once(pilot, DOWN * 40)
        assert sum(passed) == 40
        assert len(passed) <= 4
        assert under_cursor(app) == "The launch is on Friday 16 October."


async def test_no_key_waits_for_ever_for_what_the_one_before_began(
    app: MemtuiApp, desk: Desk, team: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.tui.in_order.PATIENCE", 0.0)
    gate, apply, done = threading.Event(), desk.apply, threading.Event()

    def slow(*given: Any, **more: Any) -> Change:
        gate.wait(30)
        done.set()
        return apply(*given, **more)

    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        monkeypatch.setattr(desk, "apply", slow)
        await pilot.press("e", "!", "enter", "f1")
        while not isinstance(app.screen, HelpScreen):
            await pilot.pause()
        assert not done.is_set()
        gate.set()
        await settle(pilot)


@pytest.mark.skipif(shutil.which("tmux") is None, reason="there is no tmux")
def test_in_a_terminal_nothing_typed_ahead_is_lost(tmp_path: Path) -> None:
    home = tmp_path / "home"
    Desk.open(home, "team", make=True).close()
    with Tmux("--home", str(home), "-m", "team", home=tmp_path) as terminal:
        terminal.shows("This memory is empty")
        terminal.type(
            f"aZed{TAB}role{TAB}Zed leads the team.{SAVE}"
            f"aAna{TAB}city{TAB}Ana lives in Porto.{ENTER}"
            "/porto"
        )
        terminal.shows("/ porto", "Ana lives in Porto.", without="Zed leads")
        terminal.type(f"{ENTER}e Now.{ENTER}")
        terminal.shows("Ana lives in Porto. Now.", "corrected")
        terminal.type("sleads")
        terminal.shows("close in meaning")
        terminal.type(f"{ENTER}T")
        terminal.shows("as of", "Zed leads the team.")
        terminal.type("qq")
        assert terminal.end() == 0
    desk = Desk.open(home, "team")
    facts = sorted(fact.fact for fact in desk.memory.facts())
    desk.close()
    assert facts == ["Ana lives in Porto. Now.", "Zed leads the team."]
