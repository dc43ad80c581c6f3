"""The rows of a memory as the lines of a list: in an order, under headings.

Pure. `arrange` is done once, away from the screen's thread; `arrange_anew` when some facts changed
and `arrange_by` for another order take what is arranged already, and so a fraction of its time.
What of it is shown is said in `showing.py`.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, tzinfo
from enum import StrEnum
from itertools import accumulate, compress, groupby, islice
from operator import attrgetter, itemgetter, ne
from typing import NamedTuple

from rich.cells import cell_len

from memtui.desk.telling import day
from memtui.facts.text import fold
from memtui.store.catalog import Row
from memtui.tui.cells import plain
from memtui.tui.filtering import folded

# Any character will do that no fact can hold.
_BETWEEN = "\x00"
_BESIDE = " — "
# So many texts are folded together: all at once would stop every other thread meanwhile.
_TOGETHER = 4_000


class Order(StrEnum):
    """By what the list is sorted: by subject and attribute, or by day, the newest first."""

    SUBJECT = "subject"
    SAID = "day said"
    KEPT = "day kept"

    @property
    def next(self) -> "Order":
        """The order after this one, in turns."""
        orders = list(Order)
        return orders[(orders.index(self) + 1) % len(orders)]


class Thing(NamedTuple):
    """The rows of one thing: those from `start`, of which `current` hold now, until `end`.

    `earlier` counts the thing's facts that hold no longer. Sorted by day each row stands alone.
    """

    start: int
    current: int
    end: int
    earlier: int


@dataclass(frozen=True, slots=True, eq=False)
class Listing:
    """Rows in the order of the list: by thing, what holds now before what held before; or by day.

    `subject_of` and `thing_of` say for each row to which entry of `subjects` (the headings: months
    where the order is by day) and `starts` (where things begin) it belongs; `earlier` counts what
    holds no longer, of the things that have any; `texts` is what the filter looks at; `places` says
    where by subject the row of a fact is, `moved` where it is instead; `days` are those to show,
    where not the days said.
    """

    rows: tuple[Row, ...] = ()
    subjects: tuple[str, ...] = ()
    starts: Sequence[int] = ()
    subject_of: Sequence[int] = ()
    thing_of: Sequence[int] = ()
    current: Sequence[int] = ()
    past: Sequence[int] = ()
    texts: tuple[str, ...] = ()
    places: Mapping[str, int] = field(default_factory=dict)
    moved: Sequence[int] = ()
    earlier: Mapping[str, int] = field(default_factory=dict)
    width: int = 0
    width_with_subject: int = 0
    order: Order = Order.SUBJECT
    days: Sequence[str] = ()

    @property
    def label_width(self) -> int:
        """How many cells the longest label has."""
        return self.width if self.order is Order.SUBJECT else self.width_with_subject

    def label(self, row: Row) -> str:
        """What a row is called under its heading."""
        if self.order is Order.SUBJECT:
            return row.attribute
        return f"{row.subject}{_BESIDE}{row.attribute}"

    def place_of(self, fact_id: str) -> int | None:
        """Where the row of a fact is, if it is there."""
        place = self.places.get(fact_id)
        return self.moved[place] if self.moved and place is not None else place

    def day(self, place: int) -> str:
        """The day to show of a row."""
        return self.days[place] if self.days else self.rows[place].said

    def thing(self, place: int) -> Thing:
        """The thing of a row."""
        return self.numbered(self.thing_of[place])

    def numbered(self, thing: int) -> Thing:
        """A thing by its number."""
        start = self.starts[thing]
        end = self.starts[thing + 1] if thing + 1 < len(self.starts) else len(self.rows)
        past = bisect_left(self.rows, True, start, end, key=_is_past)
        return Thing(start, past - start, end, self.earlier.get(self.rows[start].thing, 0))


NOTHING = Listing()

_thing = attrgetter("thing")
_subject = attrgetter("subject")


def arrange(
    rows: Sequence[Row], order: Order = Order.SUBJECT, zone: tzinfo | None = None
) -> Listing:
    """Put rows, which come by subject and thing, in the order of the list.

    Args:
        rows: The rows.
        order: By what to sort them.
        zone: The person's time zone, for the day kept; `None` for that of the computer.
    """
    ordered = _what_holds_first(rows)
    return arrange_by(_by_thing(ordered, _filtered_texts(ordered)), order, zone)


def arrange_anew(listing: Listing, things: Collection[str], rows: Iterable[Row]) -> Listing:
    """Put other rows in the place of those that some things have.

    Args:
        listing: The rows by subject.
        things: The things, in any order; new ones too.
        rows: All that they have now, by thing.
    """
    new = {thing: list(group) for thing, group in groupby(rows, _thing)}
    old_rows, old_texts = listing.rows, listing.texts
    all_rows: list[Row] = []
    texts: list[str] = []
    upto = 0
    for thing in sorted(things):
        start = bisect_left(old_rows, thing, key=_thing)
        ordered = _what_holds_first(new.get(thing, ()))
        all_rows += (*old_rows[upto:start], *ordered)
        texts += (*old_texts[upto:start], *_filtered_texts(ordered))
        upto = bisect_right(old_rows, thing, key=_thing)
    return _by_thing((*all_rows, *old_rows[upto:]), (*texts, *old_texts[upto:]))


def arrange_by(listing: Listing, order: Order, zone: tzinfo | None = None) -> Listing:
    """Rows, which stand by subject, in another order.

    By the day said, or by the moment kept, the newest comes first and each row stands alone.

    Args:
        listing: The rows by subject.
        order: By what to sort them.
        zone: The person's time zone, for the day kept; `None` for that of the computer.
    """
    if order is Order.SUBJECT or not listing.rows:
        return replace(listing, order=order)
    said = [row.said for row in listing.rows]
    kept = [row.kept or "" for row in listing.rows]
    days = said if order is Order.SAID else _days(kept, zone)
    of_day = defaultdict[str, list[int]](list)
    for place, each in enumerate(days):
        of_day[each].append(place)
    places: list[int] = []
    months: list[str] = []
    month_of: list[int] = []
    for month, of_month in groupby(sorted(of_day, reverse=True), lambda each: each[:7]):
        for each in of_month:
            of_day[each].sort(key=said.__getitem__, reverse=True)
            of_day[each].sort(key=kept.__getitem__, reverse=True)
            places += of_day[each]
        month_of += [len(months)] * (len(places) - len(month_of))
        months.append(_month(month) if month else "day not known")
    taken = itemgetter(*places) if len(places) > 1 else tuple
    moved = [0] * len(places)
    for new, place in enumerate(places):
        moved[place] = new
    return Listing(
        taken(listing.rows),
        tuple(months),
        range(len(places)),
        month_of,
        range(len(places)),
        sorted([moved[place] for place in listing.current]),
        sorted([moved[place] for place in listing.past]),
        taken(listing.texts),
        listing.places,
        moved,
        listing.earlier,
        listing.width,
        listing.width_with_subject,
        order,
        () if order is Order.SAID else taken(days),
    )


def _by_thing(rows: tuple[Row, ...], texts: tuple[str, ...]) -> Listing:
    """Rows that stand as they are to be listed, with all that is known of their order."""
    things = [row.thing for row in rows]
    differs = [True, *map(ne, islice(things, 1, None), things)] if rows else []
    starts = list(compress(range(len(rows)), differs))
    cells = {name: cell_len(plain(name)) for name in {row.attribute for row in rows}}
    subjects: list[str] = []
    subject_of_thing: list[int] = []
    subject = folded_subject = None
    width_with_subject = 0
    for start in starts:
        if rows[start].subject != subject:
            subject = rows[start].subject
            if fold(subject) != folded_subject:
                folded_subject = fold(subject)
                subjects.append(subject)
            beside = cell_len(subject) + len(_BESIDE)
        subject_of_thing.append(len(subjects) - 1)
        width_with_subject = max(width_with_subject, beside + cells[rows[start].attribute])
    thing_of = [number - 1 for number in accumulate(differs)]
    past = [place for place, row in enumerate(rows) if row.until is not None]
    return Listing(
        rows,
        tuple(subjects),
        starts,
        [subject_of_thing[thing] for thing in thing_of],
        thing_of,
        [place for place, row in enumerate(rows) if row.until is None],
        past,
        texts,
        {row.id: place for place, row in enumerate(rows)},
        earlier=Counter(things[place] for place in past),
        width=max(cells.values(), default=0),
        width_with_subject=width_with_subject,
    )


def _what_holds_first(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Rows, which come by thing, with those of each thing first that hold now."""
    things = [row.thing for row in rows]
    number = accumulate(map(ne, islice(things, 1, None), things), initial=0)
    keys = [2 * thing + _is_past(row) for thing, row in zip(number, rows, strict=False)]
    order = sorted(range(len(rows)), key=keys.__getitem__)
    return tuple([rows[place] for place in order])


def _is_past(row: Row) -> bool:
    return row.until is not None


def _month(month: str) -> str:
    """A month for people: "Oct 2026"."""
    return day(date.fromisoformat(f"{month}-01")).partition(" ")[2]


def _days(moments: Sequence[str], zone: tzinfo | None) -> list[str]:
    """The person's day of each of some moments; many were kept at one moment."""
    day_of = {"": ""}
    for moment in set(moments) - {""}:
        day_of[moment] = datetime.fromisoformat(moment).astimezone(zone).date().isoformat()
    return [day_of[moment] for moment in moments]


def _filtered_texts(rows: Sequence[Row]) -> tuple[str, ...]:
    """What the filter looks at; many are folded in one go, which is many times quicker."""
    texts: list[str] = []
    for start in range(0, len(rows), _TOGETHER):
        together = _BETWEEN.join(
            f"{row.subject}\n{row.attribute}\n{row.fact}\n{row.source}\n{row.said}\n{row.tags}".replace(
                _BETWEEN, ""
            )
            for row in rows[start : start + _TOGETHER]
        )
        texts += folded(together).split(_BETWEEN)
    return tuple(texts)
