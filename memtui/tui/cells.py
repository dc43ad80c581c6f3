"""Texts fitted to a number of terminal cells, wide and joined characters counted as shown."""

from rich.cells import cell_len, set_cell_size

from memtui.facts.text import visible


def cut(text: str, width: int) -> str:
    """The text without what cannot be seen, cut with `…` where it is wider than `width`."""
    shown = visible(text)
    if cell_len(shown) <= width:
        return shown
    if width < 1:
        return ""
    return set_cell_size(shown, width - 1).rstrip() + "…"


def left(text: str, width: int) -> str:
    """The text cut or filled to exactly `width` cells, at the left."""
    shown = cut(text, width)
    return shown + " " * (width - cell_len(shown))


def right(text: str, width: int) -> str:
    """The text cut or filled to exactly `width` cells, at the right."""
    shown = cut(text, width)
    return " " * (width - cell_len(shown)) + shown
