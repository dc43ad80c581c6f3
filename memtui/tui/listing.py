"""The rows of a memory as the lines of a list: grouped by subject, filtered, with history.

Pure, and quick enough for a key press at 100,000 rows: `arrange` is done once for each reading of
the memory (in a thread), `show` at each change of filter.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len

from memtui.facts.text import fold
from memtui.store.catalog import Row

_MARKS = re.compile("[\u0300-\u036f]")
# Any character will do that no fact can hold.
_BETWEEN = "\x00"


class Thing(NamedTuple):
    """The rows of one thing: those from `start`, of which `current` hold now, until `end`."""

    start: int
    current: int
    end: int

    @property
    def earlier(self) -> int:
        """How many facts of the thing hold no longer."""
        return self.end - self.start - self.current


@dataclass(frozen=True, slots=True)
class Listing:
    """Rows in the order of the list: by thing, what holds now before what held before.

    `subject_of` and `thing_of` say for each row to which entry of `subjects` and `things` it
    belongs; `texts` is what the filter looks at; `places` finds a row by its fact's id.
    """

    rows: tuple[Row, ...] = ()
    subjects: tuple[str, ...] = ()
    things: tuple[Thing, ...] = ()
    subject_of: tuple[int, ...] = ()
    thing_of: tuple[int, ...] = ()
    current: tuple[int, ...] = ()
    past: tuple[int, ...] = ()
    texts: tuple[str, ...] = ()
    places: dict[str, int] = field(default_factory=dict)
    attribute_width: int = 0

    def thing(self, place: int) -> Thing:
        """The thing of a row."""
        return self.things[self.thing_of[place]]


class Shown(NamedTuple):
    """The lines of the list: a row by its place, a subject's heading by `~` of its number.

    `visible` has the rows alone; `counts` says for each heading how many facts under it hold now.
    """

    lines: list[int]
    visible: list[int]
    counts: dict[int, int]


NOTHING = Listing()
NO_LINES = Shown([], [], {})


def arrange(rows: Sequence[Row]) -> Listing:
    """Put rows, which come by subject and thing, in the order of the list."""
    ordered: list[Row] = []
    subjects: list[str] = []
    things: list[Thing] = []
    subject_of: list[int] = []
    thing_of: list[int] = []
    current: list[int] = []
    past: list[int] = []
    for group in _by_thing(rows):
        now = [row for row in group if row.until is None]
        start = len(ordered)
        if not subjects or not _same(subjects[-1], group[0].subject):
            subjects.append(group[0].subject)
        ordered += now
        ordered += [row for row in group if row.until is not None]
        subject_of += [len(subjects) - 1] * len(group)
        thing_of += [len(things)] * len(group)
        current += range(start, start + len(now))
        past += range(start + len(now), len(ordered))
        things.append(Thing(start, len(now), len(ordered)))
    return Listing(
        tuple(ordered),
        tuple(subjects),
        tuple(things),
        tuple(subject_of),
        tuple(thing_of),
        tuple(current),
        tuple(past),
        tuple(_filtered_texts(ordered)),
        {row.id: place for place, row in enumerate(ordered)},
        max(map(cell_len, {row.attribute for row in ordered}), default=0),
    )


def show(
    listing: Listing, words: str, *, history: bool = False, opened: Collection[int] = ()
) -> Shown:
    """The lines to show.

    Args:
        listing: The rows.
        words: Only rows in which each of these words occurs, ignoring case and accents.
        history: Whether all that held before is shown.
        opened: Things (by number) whose earlier facts are shown in any case.
    """
    visible: Sequence[int] = range(len(listing.rows)) if history else listing.current
    visible = _matching(listing, visible, words)
    if opened and not history:
        past = [place for number in opened for place in _past(listing, number, visible)]
        if past:
            visible = sorted({*visible, *past})
    return _with_headings(listing, list(visible), past=history or bool(opened))


def matches_in_history(listing: Listing, words: str) -> int:
    """How many facts that hold no longer the filter would find."""
    return len(_matching(listing, listing.past, words))


def follow(before: Listing, place: int, after: Listing, shown: Shown) -> int | None:
    """Where the cursor goes when what is shown changes.

    To the same fact; else to one of the same thing that is shown; else to the nearest after it,
    or before it.

    Args:
        before: The rows as they were.
        place: Where the cursor was among them.
        after: The rows now.
        shown: What is shown of them.

    Returns:
        The place among `after`, or `None` when nothing is shown.
    """
    if not shown.visible:
        return None
    if before is after:
        return _nearest(after, shown, place)
    thing = before.thing(place)
    for old in (
        place,
        *range(thing.start, thing.end),
        *range(thing.end, len(before.rows)),
        *range(thing.start - 1, -1, -1),
    ):
        new = after.places.get(before.rows[old].id)
        if new is not None:
            return _nearest(after, shown, new)
    return shown.visible[0]


def folded(text: str) -> str:
    """The form in which the filter compares: no case, no accents, compatibility forms joined."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return plain if plain.isascii() else _MARKS.sub("", plain)


def _matching(listing: Listing, places: Sequence[int], words: str) -> Sequence[int]:
    texts = listing.texts
    for word in folded(words).split():
        places = [place for place in places if word in texts[place]]
    return places


def _by_thing(rows: Sequence[Row]) -> list[list[Row]]:
    groups: list[list[Row]] = []
    thing: object = groups
    for row in rows:
        if row.thing != thing:
            thing = row.thing
            groups.append([])
        groups[-1].append(row)
    return groups


def _same(one: str, other: str) -> bool:
    return one == other or fold(one) == fold(other)


def _filtered_texts(rows: Sequence[Row]) -> list[str]:
    """What the filter looks at; folded in one go, which is many times quicker."""
    together = _BETWEEN.join(
        f"{row.subject}\n{row.attribute}\n{row.fact}\n{row.source}\n{row.said}\n{row.tags}".replace(
            _BETWEEN, ""
        )
        for row in rows
    )
    return folded(together).split(_BETWEEN) if rows else []


def _past(listing: Listing, number: int, visible: Sequence[int]) -> range:
    """The earlier facts of a thing, if any fact of it is visible."""
    thing = listing.things[number]
    at = bisect_left(visible, thing.start)
    shown = at < len(visible) and visible[at] < thing.end
    return range(thing.start + thing.current, thing.end) if shown else range(0)


def _with_headings(listing: Listing, visible: list[int], *, past: bool) -> Shown:
    lines: list[int] = []
    counts: dict[int, int] = {}
    rows = listing.rows
    for subject, places in groupby(visible, listing.subject_of.__getitem__):
        lines.append(~subject)
        before = len(lines)
        lines += places
        counts[subject] = (
            sum(rows[place].until is None for place in lines[before:])
            if past
            else len(lines) - before
        )
    return Shown(lines, visible, counts)


def _nearest(listing: Listing, shown: Shown, place: int) -> int:
    """The place itself if it is shown, else one of its thing, else the next or last one."""
    at = bisect_left(shown.visible, place)
    if at < len(shown.visible) and shown.visible[at] == place:
        return place
    thing = listing.thing(place)
    first = bisect_left(shown.visible, thing.start)
    if first < len(shown.visible) and shown.visible[first] < thing.end:
        return shown.visible[first]
    return shown.visible[min(at, len(shown.visible) - 1)]
