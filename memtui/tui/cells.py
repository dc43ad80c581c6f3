"""Texts fitted to a number of terminal cells, wide and joined characters counted as shown."""

import re

from rich.cells import cell_len, set_cell_size

from memtui.facts.text import visible

# Terminals disagree on how wide a picture is that is joined of several, has a skin tone, or is
# made of a sign: each part alone is as wide everywhere.
_JOINED = re.compile("(?<=[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f])[\u200d\ufe0f]+|\ufe0f")
_TONES = re.compile("(?<=[\U0001f000-\U0001faff\u2600-\u27bf])[\U0001f3fb-\U0001f3ff]")


def plain(text: str) -> str:
    """The text without what cannot be seen, its joined pictures taken apart."""
    shown = visible(text)
    return shown if shown.isascii() else _JOINED.sub("", _TONES.sub("", shown))


def cut(text: str, width: int) -> str:
    """The text as `plain` gives it, cut with `…` where it is wider than `width`."""
    shown = plain(text)
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
