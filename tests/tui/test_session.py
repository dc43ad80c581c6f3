"""A whole session of a curator, by keys alone, in a real terminal."""

import json
import shutil
from pathlib import Path

import pytest

from memtui.desk.desk import Desk
from tests.tui.tmux import Tmux

NAMES = (
    *("Ana", "Bruno", "Carla", "Diego", "Elena", "Farah", "Gil", "Hana", "Ines", "Jonas"),
    *("Kaya", "Lena", "Mara", "Nils", "Olga", "Paul", "Rosa", "Sara", "Tom", "Ute"),
    *("Vera", "Will", "Xenia", "Yara", "Zoe"),
)
PLACES = ("Recife", "Porto", "Lisbon", "Lyon", "Graz")


def said(at: int, text: str) -> dict[str, object]:
    return {
        "uuid": f"m{at}",
        "sender": "human",
        "text": text,
        "content": [{"type": "text", "text": text}],
        "created_at": f"2026-07-06T12:{at:02}:00Z",
    }


def export(folder: Path) -> Path:
    """An export of two conversations, one of them with fifty plain statements."""
    team = [
        said(at, f"{name} lives in {PLACES[at % 5]}. {name} prefers tea.")
        for at, name in enumerate(NAMES)
    ]
    conversations = [
        {"uuid": "a", "name": "The team", "chat_messages": team},
        {"uuid": "b", "name": "Other things", "chat_messages": [said(1, "Good morning.")]},
    ]
    for each in conversations:
        each |= {"created_at": "2026-07-06T12:00:00Z", "updated_at": "2026-07-06T13:00:00Z"}
    file = folder / "export.json"
    file.write_text(json.dumps(conversations))
    return file


@pytest.mark.skipif(shutil.which("tmux") is None, reason="there is no tmux")
def test_a_session_by_keys_alone(tmp_path: Path) -> None:
    file, home = export(tmp_path), tmp_path / "home"
    Desk.open(home, "team", make=True).close()
    with Tmux("--home", str(home), "-m", "team", home=tmp_path) as terminal:
        terminal.shows("This memory is empty", "o open chat")

        # Open an export, pick a conversation, have it read without a model.
        terminal.press("o")
        terminal.shows("Open a conversation", "export.json")
        terminal.press("/")
        terminal.shows("F1 help")
        terminal.type(str(file))
        terminal.shows("export.json", without="home/")
        terminal.press("Enter")
        terminal.shows("2 conversations", "The team", "Other things")
        terminal.press("Enter")
        terminal.shows("p plain reader", "Ana lives in Recife")
        terminal.press("p")

        # Review all fifty, one by one.
        terminal.shows("0 of 50 decided", "25 ticked")
        terminal.press("x")
        terminal.shows("1 of 50 decided", "24 ticked")
        terminal.press("-N", "49", "y")
        terminal.shows("50 of 50 decided", "Remember 49 facts")
        terminal.press("Enter")
        terminal.shows("kept 49", "49 facts · 25 subjects")

        # A fact by hand, under another name of an attribute; then the two are one.
        terminal.press("a")
        terminal.shows("Add a fact")
        terminal.type("Bruno")
        terminal.press("Tab")
        terminal.type("home")
        terminal.press("Tab")
        terminal.type("Bruno lives in Braga.")
        terminal.press("C-s")
        terminal.shows("50 facts", "Bruno lives in Porto.", "Bruno lives in Braga.")
        terminal.press("Space")
        terminal.shows("1 selected")
        terminal.press("e")
        terminal.shows("Correct all of these")
        terminal.type("city")
        terminal.shows("city has one fact already")
        terminal.press("Tab")
        terminal.press("Tab")
        terminal.press("Space")
        terminal.shows("goes to history")
        terminal.press("Enter")
        terminal.shows("u takes it back", "49 facts")

        # Correct it; what it said before stays with it.
        terminal.press("e")
        terminal.shows("Correct a fact", "Bruno prefers tea.")
        terminal.press("End")
        terminal.press(*["BSpace"] * 4)
        terminal.shows("fact       Bruno prefers", without="fact       Bruno prefers tea.")
        terminal.type("coffee.")
        terminal.press("C-s")
        terminal.shows("Bruno prefers coffee.", "u takes it back", without="Correct a fact")

        # Forget it, and take that back.
        terminal.press("d")
        terminal.shows("y forget")
        terminal.pause()
        terminal.press("y")
        terminal.shows("48 facts", without="Bruno prefers coffee.")
        terminal.pause()
        terminal.press("u")
        terminal.shows("49 facts", "taken back", "Bruno prefers coffee.")

        # What held before.
        terminal.press("k")
        terminal.shows("▸ city", "Bruno lives in Braga.")
        terminal.press("T")
        terminal.shows("as of", "Bruno lives in Porto.")
        terminal.press("h")
        terminal.shows("as of 6 Jul 2026")
        terminal.press("q")
        terminal.shows("49 facts")
        terminal.press("q")
        assert terminal.end() == 0

    desk = Desk.open(home, "team")
    bruno = {fact.fact for fact in desk.memory.facts(history=True, subject="Bruno")}
    desk.close()
    assert bruno == {"Bruno lives in Porto.", "Bruno lives in Braga.", "Bruno prefers coffee."}
