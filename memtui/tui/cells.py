"""Texts fitted to a number of terminal cells, wide and joined characters counted as shown."""

import re
from unicodedata import category

from rich.cells import cell_len, set_cell_size

from memtui.facts.text import visible

# Terminals disagree on how wide a picture is that is joined of several, has a skin tone, or is
# made of a sign: each part alone is as wide everywhere.
_JOINED = re.compile("(?<=[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f])[\u200d\ufe0f]+|\ufe0f")
# Behind a sign that some terminals give a cell of its own, and others none; see `steady`.
ROOM = "\u2800"
_SIGNS = re.compile(
    "[\u0900-\u0dff\u0f00-\u109f\u1700-\u1cff\ua800-\uabff\U00011000-\U00011fff](?!\u2800)"
)
_TONES = re.compile("(?<=[\U0001f000-\U0001faff\u2600-\u27bf])[\U0001f3fb-\U0001f3ff]")


def plain(text: str) -> str:
    """The text without what cannot be seen: joined pictures taken apart, with room for signs."""
    shown = visible(text)
    if shown.isascii():
        return shown
    return _SIGNS.sub(_with_room, _JOINED.sub("", _TONES.sub("", shown)))


def _with_room(sign: re.Match[str]) -> str:
    return sign[0] + ROOM if category(sign[0]) == "Mc" else sign[0]


def cut(text: str, width: int) -> str:
    """The text as `plain` gives it, cut with `…` where it is wider than `width`."""
    shown = plain(text)
    if cell_len(shown) <= width:
        return shown
    if width < 1:
        return ""
    kept = set_cell_size(shown, width - 1).rstrip()
    while kept and category(kept[-1]) == "Mc":  # its room was cut off
        kept = kept[:-1]
    return kept + "…"


def left(text: str, width: int) -> str:
    """The text cut or filled to exactly `width` cells, at the left."""
    shown = cut(text, width)
    return shown + " " * (width - cell_len(shown))


def right(text: str, width: int) -> str:
    """The text cut or filled to exactly `width` cells, at the right."""
    shown = cut(text, width)
    return " " * (width - cell_len(shown)) + shown
