import re
from random import Random

import pytest
from rich.cells import cell_len
from rich.color import ColorSystem
from textual.driver import Driver

from memtui.desk.desk import Desk
from memtui.facts.fact import Draft
from memtui.facts.keeping import Keep
from memtui.tui.app import MemtuiApp
from memtui.tui.frugal import frugal, frugal_driver
from tests.tui.settling import press, settle

Cell = tuple[str, frozenset[str]]
_PART = re.compile("\x1b\\[([0-9;?]*)([A-Za-z])|\n|([^\x1b\n]+)")
_CODES = re.compile("[34]8;2;[0-9]+;[0-9]+;[0-9]+|[34]8;5;[0-9]+|[0-9]+")
# What a code stands for and takes away: colours and grounds each other, 22 to 29 what is on.
_KINDS = {"3": "colour", "9": "colour", "4": "ground", "10": "ground"}


class Screen:
    """As much of a terminal as is needed: cells, each with what can be seen of its style."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], Cell] = {}
        self.y = self.x = 1
        self.style: dict[str, str] = {}

    def take(self, data: str) -> "Screen":
        for found in _PART.finditer(data):
            codes, final, text = found.groups()
            if text:
                self.write(text)
            elif final == "H":
                self.y, self.x = map(int, codes.split(";"))
            elif final == "m":
                self.turn(codes)
            elif final is None:
                self.y += 1
        return self

    def write(self, text: str) -> None:
        for character in text:
            seen = self.style.items()
            if character == " ":
                seen = {k: v for k, v in seen if k in ("ground", "4", "7", "9")}.items()
                if "7" in self.style:
                    seen = self.style.items()
            style = frozenset(f"{kind} {code}" for kind, code in seen)
            self.cells[self.y, self.x] = character, style
            self.x += cell_len(character)

    def turn(self, codes: str) -> None:
        for code in _CODES.findall(codes) or ["0"]:
            kind = _KINDS.get(code[:2] if len(code) == 3 else code[:1]) if len(code) > 1 else code
            if code == "0":
                self.style = {}
            elif code in ("39", "49"):
                self.style.pop({"39": "colour", "49": "ground"}[code], None)
            elif code.startswith("2") and len(code) == 2:
                gone = {"22": "12", "25": "56"}.get(code, code[1])
                self.style = {k: v for k, v in self.style.items() if k not in gone}
            else:
                assert kind is not None
                self.style[kind] = code


def same(before: str) -> str:
    """What is sent in place of something, when the same is seen of it."""
    after = frugal(before)
    one, other = Screen().take(before), Screen().take(after)
    assert one.cells == other.cells
    assert (one.y, one.x, one.style) == (other.y, other.x, other.style)
    return after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("plain\nlines", "plain\nlines"),
        ("\x1b[31ma\x1b[0m\x1b[31mb\x1b[0m", "\x1b[31mab\x1b[0m"),
        ("\x1b[1;31ma\x1b[0m\x1b[31mb", "\x1b[1;31ma\x1b[22mb"),
        ("\x1b[31;40ma\x1b[0m\x1b[32;40m \x1b[0mb", "\x1b[31;40ma \x1b[0mb"),
        ("\x1b[9ma\x1b[0m ", "\x1b[9ma\x1b[0m "),
        ("\x1b[31ma\x1b[0m\x1b[2;3H\n\x1b[4;5H\x1b[31mb\x1b[0m", "\x1b[31ma\x1b[4;5Hb\x1b[0m"),
        ("\x1b[31m", "\x1b[31m"),
        ("\x1b[38;2;1;2;3;48;5;4ma\x1b[m", "\x1b[38;2;1;2;3;48;5;4ma\x1b[0m"),
    ],
)
def test_less_is_sent_for_the_same_picture(before: str, after: str) -> None:
    assert same(before) == after


@pytest.mark.parametrize(
    "data",
    ["\x1b[2J\x1b[H", "\x1b]52;c;YQ==\x07", "\x1b[?2026h", "\x1b[58;5;1ma\x1b[0m\x1b[58;5;1mb"],
)
def test_what_is_no_style_is_sent_as_it_is(data: str) -> None:
    assert frugal(data) == data


def test_an_erased_line_gets_the_ground_that_was_set() -> None:
    assert frugal("\x1b[41m\x1b[K\x1b[0m") == "\x1b[41m\x1b[K\x1b[0m"


def test_any_sequence_of_styles_gives_the_same_picture() -> None:
    random = Random(7)
    codes = ["0", "1", "2", "3", "4", "7", "9", "31", "92", "38;5;9", "38;2;1;2;3", "44", "103"]
    codes += ["48;5;9", "48;2;9;9;9", "1;4;31", "2;9;38;2;5;5;5;48;2;6;6;6", ""]
    pieces = [*(f"\x1b[{code}m" for code in codes), "a", "word", " ", "   ", "東", "\n"]
    pieces += ["\x1b[2;3H", "\x1b[9;1H", "\x1b[0m", "\x1b[0m"]
    for _ in range(500):
        same("".join(random.choices(pieces, k=40)))


async def test_the_app_looks_the_same(app: MemtuiApp, desk: Desk) -> None:
    desk.memory.apply(
        Keep(tuple(Draft(f"P {n // 6}", f"a {n % 6}", f"P {n // 6} said {n}.") for n in range(90)))
    )
    desk.memory.apply(Keep((Draft("P 1", "a 1", "P 1 says 東京 now."),)))
    sent: list[str] = []
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        assert app._driver is not None
        app._driver.write = sent.append  # type: ignore[assignment,method-assign]
        type(app).is_headless, headless = False, type(app).is_headless  # type: ignore[assignment]
        app.console._color_system = ColorSystem.TRUECOLOR
        try:
            await press(pilot, "j", "H", "G", "k", "[", "space", "question_mark", "escape")
        finally:
            type(app).is_headless = headless  # type: ignore[method-assign]
    assert len(sent) > 8
    whole, less = Screen(), Screen()
    for data in sent:
        assert whole.take(data).cells == less.take(frugal(data)).cells
    assert sum(map(len, map(frugal, sent))) < 0.8 * sum(map(len, sent))


def test_a_driver_sends_the_less() -> None:
    written: list[str] = []

    class Terminal(Driver):
        def __init__(self) -> None: ...

        def write(self, data: str) -> None:
            written.append(data)

        def start_application_mode(self) -> None: ...

        def disable_input(self) -> None: ...

        def stop_application_mode(self) -> None: ...

    driver = frugal_driver(Terminal)
    driver.write(driver.__new__(driver), "\x1b[31ma\x1b[0m\x1b[31mb\x1b[0m")
    assert written == ["\x1b[31mab\x1b[0m"]
