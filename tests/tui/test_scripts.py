"""Names and sentences in many scripts: columns hold whatever the terminal thinks of their width."""

import re
import shutil
import unicodedata
from pathlib import Path

import pytest
from rich.cells import cell_len

from memtui.desk.desk import Desk
from memtui.facts.fact import Draft
from memtui.facts.keeping import Keep
from memtui.tui.app import MemtuiApp
from memtui.tui.cells import ROOM, cut, left, plain
from memtui.tui.steady import steady
from tests.tui.seen import shown
from tests.tui.settling import settle
from tests.tui.tmux import Tmux

NAMES = {
    "Devanagari": ("अनीता", "हिन्दी"),
    "Bengali": ("বাংলা", "ভাষা"),
    "Tamil": ("தமிழ்", "மொழி"),
    "Malayalam": ("മലയാളം", "ഭാഷ"),
    "Khmer": ("ខ្មែរ", "ភាសា"),
    "Burmese": ("မြန်မာ", "ဘာသာ"),
    "Thai": ("สวัสดี", "น้ำ"),
    "Chinese": ("田中花子", "部署"),
    "Arabic": ("مُحَمَّد", "عمل"),
    "Hebrew": ("שָׁלוֹם", "עיר"),
    "family": ("Zoë 👨‍👩‍👧", "🇧🇷 home"),
    "tone": ("Ana 👍🏽", "❤️ likes"),
}
DRAFTS = tuple(
    Draft(name, attribute, f"{name} — {script}.") for script, (name, attribute) in NAMES.items()
)


def width_in_tmux(text: str) -> int:
    """How many cells a text takes where each character has its own width."""
    wide = {"W": 2, "F": 2}
    none = ("Mn", "Me", "Cf")
    return sum(
        0 if unicodedata.category(each) in none else wide.get(unicodedata.east_asian_width(each), 1)
        for each in text
    )


@pytest.mark.parametrize("name", [name for pair in NAMES.values() for name in pair])
def test_as_much_room_is_kept_as_the_widest_terminal_needs(name: str) -> None:
    assert cell_len(plain(name)) >= width_in_tmux(plain(name).replace(ROOM, ""))
    assert plain(plain(name)) == plain(name)
    for width in range(9):
        assert cell_len(left(name, width)) == width
        assert width_in_tmux(cut(name, width).replace(ROOM, "")) <= width


def test_the_cursor_is_put_behind_a_word_that_terminals_disagree_on() -> None:
    line = f"\x1b[3;1H {left('अनीता', 8)}\x1b[1m4 "
    assert steady(line) == "\x1b[3;1H      \x1b[3;2Hअनीता\x1b[3;7H   \x1b[1m4 "


def test_what_all_terminals_agree_on_is_sent_as_it_is() -> None:
    for name in ("Ana", "田中花子", "สวัสดี", "مُحَمَّد"):
        line = f"\x1b[1;1H{left(name, 20)}\n\x1b[2;1H"
        assert steady(line) == line


async def test_each_line_of_the_list_is_as_wide_as_the_list(app: MemtuiApp, desk: Desk) -> None:
    desk.memory.apply(Keep(DRAFTS))
    async with app.run_test(size=(80, 40)) as pilot:
        await settle(pilot)
        lines = shown(app)
        for name, _ in NAMES.values():
            (heading,) = [line for line in lines if line.startswith(f" {plain(name)} ")]
            assert cell_len(heading) == 79
            assert heading.endswith(" 1")


@pytest.mark.skipif(shutil.which("tmux") is None, reason="there is no tmux")
def test_headings_keep_their_counts_in_a_terminal(tmp_path: Path) -> None:
    home = tmp_path / "home"
    desk = Desk.open(home, "team", make=True)
    desk.memory.apply(Keep(DRAFTS))
    desk.close()
    with Tmux("--home", str(home), "-m", "team", home=tmp_path) as terminal:
        terminal.shows("12 subjects", "अनीता")
        terminal.press("G")
        first = terminal.shows("▸ 部署")
        terminal.press("g")
        lines = (first + terminal.shows("▸ ❤ likes", "Zoë")).splitlines()
        columns = set()
        for name, attribute in NAMES.values():
            name, attribute = (plain(each).replace(ROOM, "") for each in (name, attribute))
            headings = [line for line in lines if line.startswith(f" {name}  ")]
            assert headings, name
            assert all(
                re.fullmatch(f" {re.escape(name)} +1 ?\\S?", line.rstrip()) for line in headings
            )
            facts = [line for line in lines if f" {attribute} " in line]
            columns |= {width_in_tmux(line[: line.index(f"{name} —")]) for line in facts}
        assert len(columns) == 1
        terminal.press("q")
        assert terminal.end() == 0
