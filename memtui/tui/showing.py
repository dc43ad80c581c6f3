"""What of a list is shown: what a filter found, what held before or not, under headings.

Pure, and quick enough for a key press at 100,000 rows.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from memtui.tui.filtering import EVERYTHING, Filter
from memtui.tui.listing import NOTHING, Listing


class Found(NamedTuple):
    """The places that a filter finds in a listing: of what holds now, and of what held before."""

    listing: Listing
    asked: Filter
    current: Sequence[int]
    past: Sequence[int]


class Shown(NamedTuple):
    """The lines of the list: a row by its place, a subject's heading by `~` of its number.

    `visible` has the rows alone; `counts` says for each heading how many facts under it hold now.
    """

    lines: list[int]
    visible: Sequence[int]
    counts: dict[int, int]


ALL_OF_NOTHING = Found(NOTHING, EVERYTHING, (), ())
NO_LINES = Shown([], (), {})


def find(listing: Listing, asked: Filter = EVERYTHING, before: Found = ALL_OF_NOTHING) -> Found:
    """Filter a listing.

    Args:
        listing: The rows.
        asked: Only rows that meet it.
        before: What was found last: where more is asked now, only that is looked through.
    """
    current, past = listing.current, listing.past
    if before.listing is listing and asked.narrows(before.asked):
        current, past = before.current, before.past
    return Found(
        listing,
        asked,
        asked.matching(listing.rows, listing.texts, current),
        asked.matching(listing.rows, listing.texts, past),
    )


def show(found: Found, *, history: bool = False, opened: Collection[int] = ()) -> Shown:
    """The lines to show.

    Args:
        found: What the filter finds.
        history: Whether all that held before is shown.
        opened: Things (by number) whose earlier facts are shown in any case.
    """
    visible = found.current
    if history:
        # Both are in order: what is sorted here is only their seam.
        visible = sorted([*visible, *found.past])
    elif opened:
        past = [place for thing in opened for place in _past(found.listing, thing, visible)]
        if past:
            visible = sorted({*visible, *past})
    return _with_headings(found.listing, visible, past=len(visible) > len(found.current))


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
    for old in _around(before, place):
        new = after.place_of(before.rows[old].id)
        if new is not None:
            return _nearest(after, shown, new)
    return shown.visible[0]


def _around(listing: Listing, place: int) -> Iterator[int]:
    """A place, those of its thing, those after it, those before it."""
    thing = listing.thing(place)
    yield place
    yield from range(thing.start, len(listing.rows))
    yield from range(thing.start - 1, -1, -1)


def _past(listing: Listing, number: int, visible: Sequence[int]) -> range:
    """The earlier facts of a thing, if any fact of it is visible."""
    thing = listing.numbered(number)
    at = bisect_left(visible, thing.start)
    shown = at < len(visible) and visible[at] < thing.end
    return range(thing.start + thing.current, thing.end) if shown else range(0)


def _with_headings(listing: Listing, visible: Sequence[int], *, past: bool) -> Shown:
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
