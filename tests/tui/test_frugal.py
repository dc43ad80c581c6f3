from random import Random

import pytest

from memtui.tui.frugal import frugal
from tests.tui.emulated import Screen


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
