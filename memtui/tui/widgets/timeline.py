"""A line on which the facts of one thing stand in proportion to time."""

from collections.abc import Sequence
from datetime import date

from rich.cells import cell_len

from memtui.desk.telling import day

_LEAST = 2


def scale(
    spans: Sequence[tuple[date, date | None]], today: date, width: int
) -> tuple[str, str] | None:
    """The line and the days under it.

    `●` is where a fact that holds began and `○` where one that held did; nothing is drawn while
    nothing held, and `▶` is now.

    Args:
        spans: From when until when each fact held, oldest first.
        today: The person's day.
        width: The cells there are.

    Returns:
        Two lines, or `None` where there is no room or nothing to tell apart.
    """
    if len(spans) < 2 and not (spans and spans[0][1]):
        return None
    places = _places([start for start, _ in spans], today, width - 2)
    if places is None:
        return None
    line = [" "] * (places[-1] + 1)
    for number, (start, until) in enumerate(spans):
        begin, end = places[number], places[number + 1]
        stop = end if until is None else _stop(start, until, spans, number, today, begin, end)
        for cell in range(begin, stop):
            line[cell] = "─"
        if until is not None and stop < end:
            line[stop] = "┤"
        line[begin] = "●" if until is None else "○"
    if spans[-1][1] is None:
        line[-1] = "▶"
    first, last = day(spans[0][0]), "now"
    gap = len(line) - cell_len(first) - len(last)
    return (" " + "".join(line), " " + first + (" " * gap + last if gap > 0 else ""))


def _places(starts: Sequence[date], today: date, width: int) -> list[int] | None:
    """A cell for each beginning, and one for now; apart by at least two cells."""
    if width < (len(starts) + 1) * _LEAST + 4:
        return None
    days = max(1, (max(today, starts[-1]) - starts[0]).days)
    last = width - 1
    places = [round((start - starts[0]).days / days * last) for start in starts] + [last]
    for at in range(1, len(places)):
        places[at] = max(places[at], places[at - 1] + _LEAST)
    for at in range(len(places) - 1, -1, -1):
        places[at] = min(places[at], last - (len(places) - 1 - at) * _LEAST)
    return places


def _stop(
    start: date,
    until: date,
    spans: Sequence[tuple[date, date | None]],
    number: int,
    today: date,
    begin: int,
    end: int,
) -> int:
    """The cell at which a fact ceased to hold, between its beginning and the next one's."""
    following = spans[number + 1][0] if number + 1 < len(spans) else today
    if until >= following:
        return end
    share = (until - start).days / max(1, (following - start).days)
    return begin + max(1, min(end - begin - 1, round((end - begin) * share)))
