"""How wide texts are on a terminal, and texts set into columns of that width."""

import unicodedata
from collections.abc import Sequence
from itertools import accumulate


def width(text: str) -> int:
    """How many cells a text takes: two for wide characters, none for combining ones."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(character: str) -> int:
    if unicodedata.east_asian_width(character) in "WF":
        return 2
    return 0 if unicodedata.category(character) in ("Mn", "Me", "Cf") else 1


def padded(text: str, cells: int) -> str:
    """A text filled up with spaces to a number of cells."""
    return text + " " * (cells - width(text))


def wrapped(text: str, cells: int | None) -> list[str]:
    """A text broken into lines of at most so many cells; `None` is any width.

    Breaks between words, and within those that alone are too wide.
    """
    if cells is None:
        return [text]
    lines = [""]
    for piece in _pieces(text, max(cells, 2)):
        joined = f"{lines[-1]} {piece}" if lines[-1] else piece
        if width(joined) <= cells:
            lines[-1] = joined
        else:
            lines.append(piece)
    return lines


def _pieces(text: str, cells: int) -> list[str]:
    pieces: list[str] = []
    for word in text.split():
        while width(word) > cells:
            ends = accumulate(map(_cells, word))
            fitting = max(1, sum(end <= cells for end in ends))
            pieces.append(word[:fitting])
            word = word[fitting:]
        pieces.append(word)
    return pieces


def table(rows: Sequence[tuple[str, ...]], *, gap: str = "  ") -> list[str]:
    """Rows as aligned lines; the last column is as long as it is."""
    widths = [max(map(width, column)) for column in list(zip(*rows, strict=True))[:-1]]
    return [gap.join([*map(padded, row[:-1], widths), row[-1]]).rstrip() for row in rows]
