"""What the terminal shows already is not sent again, and nothing old stays on the screen."""

from random import Random

import pytest
from rich.color import ColorSystem
from textual.driver import Driver

from memtui.desk.desk import Desk
from memtui.facts.fact import Draft
from memtui.facts.keeping import Keep
from memtui.tui.app import MemtuiApp
from memtui.tui.shown import Shown, new_driver
from tests.tui.emulated import HOLE, Screen
from tests.tui.settling import press, settle

HOME = "\x1b[1;1H"


def at(y: int, x: int, text: str, codes: str = "31;40") -> str:
    """A text in a style from a place on, as Textual sends it."""
    return f"\x1b[{y};{x}H\x1b[{codes}m{text}\x1b[0m"


@pytest.mark.parametrize(
    ("before", "after", "sent"),
    [
        ("one fact", "one fact", ""),
        ("one fact", "one face", at(2, 10, "e")),
        ("one fact", "two fact", at(2, 3, "two")),
        ("one very long fact", "two very long face", at(2, 3, "two") + at(2, 20, "e")),
        ("東京 is", "東方 is", at(2, 5, "方")),
        ("東京 is", "ab京 is", at(2, 3, "ab")),
        ("e\u0301t one", "e\u0301t two", at(2, 3, "e\u0301t two")),
        ("one e\u0301t", "two e\u0301t", at(2, 7, "e\u0301t") + at(2, 3, "two")),
    ],
)
def test_only_cells_that_differ_are_sent(before: str, after: str, sent: str) -> None:
    shown = Shown()
    shown.new(at(2, 3, before) + HOME)
    again = shown.new(at(2, 3, after) + HOME)
    wanted = Screen().take(at(2, 3, before) + sent)
    assert Screen().take(at(2, 3, before) + again).cells == wanted.cells
    assert len(again) <= len(sent + HOME)


def test_a_space_looks_the_same_in_any_colour_but_not_on_any_ground() -> None:
    shown = Shown()
    shown.new(at(1, 1, "   ", "31;40") + HOME)
    assert shown.new(at(1, 1, "   ", "1;32;40") + HOME) == ""
    assert shown.new(at(1, 1, "   ", "31;41") + HOME)
    assert shown.new(at(1, 1, "   ", "4;31;41") + HOME)
    assert shown.new(at(1, 1, "   ", "4;32;41") + HOME)


def test_the_cursor_is_moved_when_it_is_wanted_elsewhere() -> None:
    shown = Shown()
    shown.new(at(1, 1, "a") + HOME)
    assert shown.new(at(1, 1, "a") + "\x1b[3;4H") == "\x1b[3;4H"
    assert shown.new("\x1b[3;4H") == ""


@pytest.mark.parametrize(
    "data",
    ["\x1b[?1049h", "\x1b[2J" + HOME, "not placed", "\x1b[1;1H\tword" + HOME, at(1, 1, "a") + "\n"],
)
def test_what_is_not_understood_is_sent_and_then_all_anew(data: str) -> None:
    shown = Shown()
    whole = shown.new(at(1, 1, "a word") + HOME)
    assert shown.new(data) == data
    assert shown.new(at(1, 1, "a word") + HOME) == whole


@pytest.mark.parametrize("data", ["\x07", "\x1b]52;c;YQ==\x07", "\x1b[?2026$p", "\x1b[?25l"])
def test_what_draws_nothing_leaves_all_known(data: str) -> None:
    shown = Shown()
    shown.new(at(1, 1, "a word") + HOME)
    assert shown.new(data) == data
    assert shown.new(at(1, 1, "a word") + HOME) == ""


def test_whatever_is_written_where_gives_the_same_picture() -> None:
    random = Random(7)
    texts = [
        "a",
        "word",
        " ",
        "     ",
        "東",
        "東京 now",
        "cafe\u0301 x",
        "a longer one",
        "👍 it",
        "हिन्दी",
    ]
    codes = ["31;40", "32;40", "1;4;31", "44", "7;31", "38;2;1;2;3;48;5;9"]
    for _ in range(60):
        shown, whole, less = Shown(), Screen(), Screen()
        for _ in range(25):
            data = "\n".join(
                f"\x1b[{random.randint(1, 3)};{random.randint(1, 12)}H"
                + "".join(
                    f"\x1b[{random.choice(codes)}m{random.choice(texts)}\x1b[0m"
                    for _ in range(random.randint(1, 3))
                )
                for _ in range(3)
            )
            whole.take(data + HOME)
            less.take(shown.new(data + HOME))
            # Where half a wide character is overwritten, less leaves no hole of no ground.
            there = {at: cell for at, cell in whole.cells.items() if cell != HOLE}
            assert there == {at: less.cells[at] for at in there}
            assert whole.cells.keys() == less.cells.keys()
            assert (whole.y, whole.x, whole.style) == (less.y, less.x, less.style)


@pytest.mark.parametrize(("x", "text"), [(2, "|"), (1, "|"), (2, "|x"), (3, "東")])
def test_half_a_wide_character_leaves_no_hole(x: int, text: str) -> None:
    shown = Shown()
    before = at(1, 1, "東京 is") + HOME
    screen = Screen().take(shown.new(before) + shown.new(at(1, x, text) + HOME))
    assert HOLE not in screen.cells.values()
    assert HOLE in Screen().take(before + at(1, x, text)).cells.values() or text == "東"


def test_a_terminal_of_another_size_forgets_what_it_keeps_beyond_its_edge() -> None:
    shown = Shown()
    shown.new(at(1, 1, "a word") + HOME)
    shown.forget(clear=True)
    assert shown.new(at(1, 1, "a word") + HOME).startswith("\x1b[2J\x1b[1;1H")
    assert shown.new(at(1, 1, "a word") + HOME) == ""


def test_a_driver_sends_no_update_of_nothing() -> None:
    written: list[str] = []

    class Terminal(Driver):
        def __init__(self) -> None: ...

        def write(self, data: str) -> None:
            written.append(data)

        def start_application_mode(self) -> None: ...

        def disable_input(self) -> None: ...

        def stop_application_mode(self) -> None: ...

    made = new_driver(Terminal, Shown())
    driver = made.__new__(made)
    begin, end, word = "\x1b[?2026h", "\x1b[?2026l", "\x1b[1;1Ha word\x1b[1;7H"
    for each in (begin, word, end, begin, word, end, begin, "\x07", end):
        driver.write(each)
    assert "".join(written) == begin + word + end + begin + "\x07" + end


@pytest.mark.parametrize(
    "keys",
    [
        ("j", "H", "G", "k", "[", "space", "question_mark", "escape", "ctrl+p", "escape"),
        ("w", "j", "j", "pagedown", "q", "c", "j", "q", "comma", "j", "k", "q"),
        ("T", "left", "right", "q", "v", "q", "a", "f10", "f2", "slash", "P", "escape", "b", "q"),
    ],
    ids=["list", "screens", "dialogs"],
)
async def test_the_app_looks_the_same(
    app: MemtuiApp, desk: Desk, monkeypatch: pytest.MonkeyPatch, keys: tuple[str, ...]
) -> None:
    desk.memory.apply(
        Keep(tuple(Draft(f"P {n // 6}", f"a {n % 6}", f"P {n // 6} said {n}.") for n in range(90)))
    )
    desk.memory.apply(Keep((Draft("P 1", "a 1", "P 1 says 東京 now, in a cafe\u0301 👍🏽."),)))
    shown, whole, less = app._shown, Screen(), Screen()
    sizes = [0, 0]

    def compare(data: str) -> None:
        new = shown.new(data)
        assert whole.take(data).cells == less.take(new).cells
        sizes[0] += len(data)
        sizes[1] += len(new)

    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert app._driver is not None
        monkeypatch.setattr(app._driver, "write", compare)
        monkeypatch.setattr(type(app), "is_headless", False)
        app.console._color_system = ColorSystem.TRUECOLOR
        await press(pilot, *keys)
        await pilot.resize_terminal(60, 20)
        await press(pilot, "j", "G")
        # As a terminal does that is made larger.
        await pilot.resize_terminal(90, 30)
        await press(pilot, "k", "g")
    assert 0 < sizes[1] < 0.5 * sizes[0]


@pytest.mark.parametrize("doing", ["resize", "ctrl+l"])
async def test_all_is_sent_anew_when_the_terminal_may_have_lost_it(
    app: MemtuiApp, team: dict[str, str], monkeypatch: pytest.MonkeyPatch, doing: str
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert app._driver is not None
        sent: list[str] = []
        monkeypatch.setattr(app._driver, "write", lambda data: sent.append(app._shown.new(data)))
        monkeypatch.setattr(type(app), "is_headless", False)
        await press(pilot, "ctrl+l")
        sent.clear()
        if doing == "resize":
            await pilot.resize_terminal(70, 24)
            await pilot.resize_terminal(80, 24)
            await settle(pilot)
        else:
            await press(pilot, "ctrl+l")
        cells = Screen().take("".join(sent)).cells
        assert all((y, x) in cells for y in range(1, 25) for x in range(1, 81))
