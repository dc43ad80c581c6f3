"""Characters that terminals do not agree on, drawn so that what follows stands where it belongs.

A vowel sign of an Indian script takes a cell in tmux and xterm and none in others; a picture that
is newer than the terminal takes none, one or two. Room is kept for the widest; here it is cleared,
the text is written into it, and the cursor is put behind it, wherever the terminal thinks it is.
"""

import re

from rich.cells import cell_len
from textual.driver import Driver

from memtui.tui.cells import ROOM

_NEW = "\U0001f6d0-\U0001f6df\U0001f6f0-\U0001f6ff\U0001f7e0-\U0001f7ff\U0001fa70-\U0001faff"
_UNSURE = re.compile(f"[{ROOM}{_NEW}]")
# A word of other letters than ours, with such a character in it.
_WORD = re.compile(f"[^\x00-\xa0]*[{ROOM}{_NEW}][^\x00-\xa0]*")
_PIECE = re.compile("\x1b\\[([0-9]+);([0-9]+)H|\x1b\\[[0-9;?]*[A-Za-z]|\n|[^\x1b\n]+|\x1b")


def steady(data: str) -> str:
    """What is sent to the terminal, with the cursor put behind each word of which it is unsure."""
    if not _UNSURE.search(data):
        return data
    sent: list[str] = []
    y = x = 0
    for piece in _PIECE.finditer(data):
        text = piece[0]
        if piece[1]:
            y, x = int(piece[1]), int(piece[2])
        elif text == "\n":
            y, x = 0, 0
        elif not text.startswith("\x1b"):
            text, x = _written(text, y, x), x + cell_len(text)
        sent.append(text)
    return "".join(sent)


def _written(text: str, y: int, x: int) -> str:
    """A text that is written from a place on; where that is unknown, as well as may be."""
    sent, end = [], 0
    for word in _WORD.finditer(text):
        start = x + cell_len(text[: word.start()])
        width = cell_len(word[0])
        shown = word[0].replace(ROOM, "")
        if y:
            back, on = f"\x1b[{y};{start}H", f"\x1b[{y};{start + width}H"
            shown = " " * width + back + shown + on
        sent += [text[end : word.start()], shown]
        end = word.end()
    return "".join([*sent, text[end:]])


def steady_driver(driver: type[Driver]) -> type[Driver]:
    """A driver that sends what another one would, so that columns hold in every terminal."""

    class Steady(driver):  # type: ignore[misc, valid-type]
        def write(self, data: str) -> None:
            super().write(steady(data))

    return Steady
