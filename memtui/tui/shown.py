"""What the terminal shows already, so that it is not sent again: over SSH each byte counts.

Textual draws a whole region anew when anything in it changed, and all when a screen is put over
another. Here each cell is compared with what was sent for it last, and only those that differ go
out. Where terminals do not agree on how wide a text is, what they show of its line is not known.
"""

import re
from collections.abc import Iterator
from functools import cache

from textual._ansi_sequences import SYNC_END, SYNC_START
from textual.driver import Driver

from memtui.tui.frugal import PLAIN, Style, change, frugal, ground_of, styled

_ALT_SCREEN = "\x1b[?1049"
_MODE = re.compile(
    "(?:\x1b\\[[?<>][0-9;]*(?:[hlu]|\\$p)|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)|\x07)+"
)
_WIDE = "\u3000-\u303e\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60"
# Letters and signs of which each terminal knows the width: one cell, or two.
_NARROW = (
    " -~\xa0-\xac\xae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf"
    "\u2190-\u21ff\u2500-\u25fc\u2713-\u2718\u2801-\u28ff"
)
# Compiled by name where they are first used, behind the first frame: that takes some milliseconds.
_PIECE = "\x1b\\[([0-9]+);([0-9]+)H|\x1b\\[([0-9;]*)m|(\n)|([^\x1b\x00-\x1f\x7f]+)"
_ONE_CELL_EACH = f"[{_NARROW}]*"
_CERTAIN = f"[{_NARROW}{_WIDE}]*"
_WIDE_ONE = f"[{_WIDE}]"
_pattern = cache(re.compile)
_CLEAR = "\x1b[2J"
_FAR = 7  # a move takes as many bytes as this many cells
Cells = tuple[list[str | None], list[Style]]
Run = tuple[int, int, list[tuple[Style, str]]]


class Shown:
    """The cells of a terminal, as far as they are known by what was sent."""

    def __init__(self) -> None:
        self._rows: dict[int, Cells] = {}
        self._cursor: tuple[int, int] | None = None
        self._clear = ""
        self._first = ""

    def forget(self, *, clear: bool = False) -> None:
        """Nothing is known any more: all that comes next is sent.

        Args:
            clear: Have the terminal forget it too; some keep what does not fit for a larger size.
        """
        self._rows = {}
        self._cursor = None
        self._first = ""
        self._clear = _CLEAR if clear else self._clear

    def new(self, data: str) -> str:
        """What of this is to be sent, for the same picture; what is not understood as it is."""
        if not data or _MODE.fullmatch(data):
            if _ALT_SCREEN in data:
                self.forget()
            return data
        if self._first:
            # What came when nothing was known was sent at once, and is looked at behind it.
            first, self._first = self._first, ""
            self._new(first)
        if not self._rows:
            self._first = data
            clear, self._clear = self._clear, ""
            return clear + frugal(data)
        return self._new(data)

    def _new(self, data: str) -> str:
        taken = _taken(data)
        if taken is None:
            self.forget()
            return data
        runs, cursor = taken
        sent: list[str] = []
        for run in runs:
            sent.extend(self._differing(*run))
        if sent or cursor != self._cursor:
            sent.append(f"\x1b[{cursor[0]};{cursor[1]}H")
        self._cursor = cursor
        return frugal("".join(sent))

    def _differing(self, y: int, x: int, pieces: list[tuple[Style, str]]) -> Iterator[str]:
        """The parts of a run that differ from what is there."""
        texts, looks = self._rows.setdefault(y, ([], []))
        certain, rest = _certain(pieces)
        new, styles = _cells(certain)
        if rest:
            # It may end anywhere: from here on the line is unknown.
            at = x + len(new)
            del texts[at:], looks[at:]
            yield f"\x1b[{y};{at}H"
            yield from (_written(style, text) for style, text in rest)
        if not new:
            return
        end = x + len(new)
        if len(texts) < end:
            lacking = end - len(texts)
            texts.extend([None] * lacking)
            looks.extend([PLAIN] * lacking)
        old, before = texts[x:end], looks[x:end]
        if old == new and before == styles:
            return
        # Of a wide character, one half goes with the other: a terminal leaves a hole there.
        holes = [x - 1] if old[0] == "" != new[0] else []
        holes += [end] if texts[end : end + 1] == [""] and new[-1] != old[-1] else []
        texts[x:end], looks[x:end] = new, styles
        changed = [
            at
            for at in range(len(new))
            if old[at] != new[at] or (before[at] is not styles[at] and before[at] != styles[at])
        ]
        for start, stop in _parts(changed, new, styles):
            yield f"\x1b[{y};{x + start}H"
            at = start
            while at < stop:
                style, first = styles[at], at
                while at < stop and styles[at] == style:
                    at += 1
                yield _written(style, "".join(each or "" for each in new[first:at]))
        for hole in holes:
            texts[hole], looks[hole] = " ", ground_of(looks[hole])
            yield f"\x1b[{y};{hole}H{_written(looks[hole], ' ')}"


def new_driver(driver: type[Driver], shown: Shown) -> type[Driver]:
    """A driver that sends what another one would, but for what the terminal shows already."""

    class New(driver):  # type: ignore[misc, valid-type]
        _begun = False

        def write(self, data: str) -> None:
            # An update is begun when there is something in it.
            if data == SYNC_START:
                self._begun = True
                return
            if data == SYNC_END and self._begun:
                self._begun = False
                return
            if data := shown.new(data):
                begin, self._begun = SYNC_START * self._begun, False
                super().write(begin + data)

    return New


def _taken(data: str) -> tuple[list[Run], tuple[int, int]] | None:
    """Runs of text from a place on, and where the cursor is left; `None` if it is anything else."""
    runs: list[Run] = []
    pieces: list[tuple[Style, str]] | None = None
    style = PLAIN
    end = 0
    cursor = None
    for piece in _pattern(_PIECE).finditer(data):
        if piece.start() != end:
            return None
        end = piece.end()
        y, x, codes, line, text = piece.groups()
        if y:
            cursor = int(y), int(x)
            pieces = None
        elif line:
            pieces = cursor = None
        elif codes is not None:
            after = styled(style, codes)
            if after is None:
                return None
            style = after
        elif pieces is not None:
            pieces.append((style, text))
        elif cursor is None:
            return None
        else:
            pieces = [(style, text)]
            runs.append((*cursor, pieces))
    whole = end == len(data) and cursor is not None and pieces is None and style == PLAIN
    return (runs, cursor) if whole and cursor else None


def _certain(pieces: list[tuple[Style, str]]) -> tuple[list[tuple[Style, str]], ...]:
    """What comes before a letter that may be of any width or join the one before; the rest."""
    whole = "".join(text for _, text in pieces)
    found = _pattern(_CERTAIN).match(whole)
    assert found
    if found.end() == len(whole):
        return pieces, []
    left = found.end() - 1
    before, rest = [], []
    for style, text in pieces:
        if left > 0:
            before.append((style, text[:left]))
        if text[max(left, 0) :]:
            rest.append((style, text[max(left, 0) :]))
        left -= len(text)
    return before, rest


def _cells(pieces: list[tuple[Style, str]]) -> tuple[list[str | None], list[Style]]:
    """One text and style for each cell; the second cell of a wide character has the empty text."""
    texts: list[str | None] = []
    looks: list[Style] = []
    for style, text in pieces:
        if _pattern(_ONE_CELL_EACH).fullmatch(text):
            cells: list[str] = list(text)
        else:
            cells = []
            for each in text:
                cells += (each, "") if _pattern(_WIDE_ONE).match(each) else (each,)
        ground = ground_of(style)
        texts += cells
        if ground is style or " " not in text:
            looks += [style] * len(cells)
        else:
            looks += [ground if each == " " else style for each in cells]
    return texts, looks


def _parts(
    changed: list[int], texts: list[str | None], looks: list[Style]
) -> Iterator[tuple[int, int]]:
    """Where the changed cells begin and end, with what is as short as a move between them."""
    at = 0
    while at < len(changed):
        start, stop = changed[at], changed[at] + 1
        at += 1
        while at < len(changed) and changed[at] - stop <= _FAR:
            now = looks[stop - 1]
            if any(each not in (now, ground_of(now)) for each in looks[stop : changed[at]]):
                break
            stop = changed[at] + 1
            at += 1
        while texts[start] == "":
            start -= 1
        while stop < len(texts) and texts[stop] == "":
            stop += 1
        yield start, stop


def _written(style: Style, text: str) -> str:
    return f"{change(PLAIN, style)}{text}\x1b[0m" if style != PLAIN else text
