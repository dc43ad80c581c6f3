"""The lines of the list of facts, as parts of text and the look of each; nothing is drawn here."""

from datetime import date
from typing import NamedTuple

from memtui.desk.telling import day, span
from memtui.store.catalog import Row
from memtui.tui.cells import cut, left, right
from memtui.tui.listing import Listing, Order
from memtui.tui.showing import Shown

LEAD = 3  # cells before a fact's name, where its tick is
_DAY = 11
_SHARE = {Order.SUBJECT: 28}
_SHARE_OF_BOTH_NAMES = 40

# A text, and how it looks: the end of a component class of the list, or empty; `past` is struck
# where it is the last part.
Part = tuple[str, str]


class Columns(NamedTuple):
    """The widths of the columns; 0 = left out where the terminal is narrow."""

    attribute: int
    day: int
    fact: int

    @classmethod
    def fit(cls, width: int, longest: int, share: int = 28) -> "Columns":
        """The columns for a width, when the longest name has so many cells.

        `share` is what of a hundred cells the names have at most.
        """
        if width < 24:
            return cls(0, 0, max(0, width - LEAD))
        attribute = min(longest + 4, max(9, width * share // 100))
        days = _DAY if width >= 44 else 0
        return cls(attribute, days, width - LEAD - attribute - (days + 2 if days else 0) - 3)


def heading(listing: Listing, shown: Shown, subject: int, width: int) -> list[Part]:
    """A subject, and how many of its facts below hold now."""
    number = f"{shown.counts[subject]:,} " if width > 12 else ""
    room = max(0, width - 1 - len(number))
    name = left(left(listing.subjects[subject], max(0, room - 1)), room)
    return [(f" {name}", "subject"), (number, "quiet")]


def fact_line(
    listing: Listing, shown: Shown, line: int, width: int, *, here: bool, ticked: bool
) -> list[Part]:
    """A fact.

    Args:
        listing: The facts.
        shown: What is shown of them.
        line: Which of the lines shown.
        width: The cells there are.
        here: Whether the cursor is on it.
        ticked: Whether it is selected.
    """
    share = _SHARE.get(listing.order, _SHARE_OF_BOTH_NAMES)
    columns = Columns.fit(width, listing.label_width, share)
    row = listing.rows[shown.lines[line]]
    tick = "✓" if ticked else " "
    if row.until is None:
        pointer = ("▾" if _is_open(listing, shown, line) else "▸") if here else " "
        return _now(listing, shown.lines[line], row, columns, f"{tick}{pointer} ")
    lead = f"{tick}{'▸' if here else ' '} ⋮ "
    return _past(listing, shown, line, row.until, columns, lead)


def _is_open(listing: Listing, shown: Shown, line: int) -> bool:
    """Whether what held before the fact is shown below it."""
    thing = listing.thing(shown.lines[line])
    below = shown.lines[line + 1 : line + 2]
    return bool(below) and thing.start + thing.current <= below[0] < thing.end


def _now(listing: Listing, place: int, row: Row, columns: Columns, lead: str) -> list[Part]:
    thing = listing.thing(place)
    earlier = f" +{thing.earlier:,}" if thing.earlier and place == thing.start else ""
    name = max(0, columns.attribute - len(earlier))
    said = f"  {right(_day(listing, place), columns.day)}" if columns.day else ""
    fact = cut(row.fact, columns.fact)
    if not columns.attribute:
        return [(lead + fact, "")]
    return [
        (lead + left(listing.label(row), name), "attribute"),
        (f"{earlier}{said}  ", "quiet"),
        (fact, ""),
    ]


def _past(
    listing: Listing, shown: Shown, line: int, until: str, columns: Columns, lead: str
) -> list[Part]:
    row = listing.rows[shown.lines[line]]
    if not columns.attribute:
        return [(lead, "past"), (cut(row.fact, columns.fact - 2), "past")]
    thing = listing.thing(shown.lines[line])
    above = line > 0 and thing.start <= shown.lines[line - 1] < thing.end
    word = "was" if above else listing.label(row)
    held = span(date.fromisoformat(row.said), date.fromisoformat(until))
    room = columns.attribute + (columns.day + 2 if columns.day else 0) - 2
    if not columns.day:
        when = left(word, room)
    elif len(held) > room:
        when = right(f"–{day(date.fromisoformat(until))}", room)
    else:
        when = left(word, room - len(held) - 1) + " " + held if room > len(held) else held
    return [(f"{lead}{when}  ", "past"), (cut(row.fact, columns.fact), "past")]


def _day(listing: Listing, place: int) -> str:
    shown = listing.day(place)
    return day(date.fromisoformat(shown)) if shown else ""
