"""The facts of a subject on one axis of time: when each held, and what held on a day. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby

from memtui.facts.fact import Fact, Rules
from memtui.facts.settling import in_time
from memtui.facts.things import thing_key

Timeline = tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Axis:
    """Days as cells: the first day is cell 0, the last one cell `width` - 1."""

    first: date
    last: date
    width: int

    def cell(self, of: date) -> int:
        """The cell of a day."""
        days = max(1, (self.last - self.first).days)
        place = round((of - self.first).days * (self.width - 1) / days)
        return max(0, min(self.width - 1, place))


def timelines(facts: Iterable[Fact], rules: Rules) -> list[Timeline]:
    """Facts by thing, each timeline oldest first, in the order in which things come."""
    groups = groupby(facts, lambda fact: thing_key(fact.subject, fact.attribute, rules))
    return [tuple(in_time(group)) for _, group in groups]


def axis_of(lines: Sequence[Timeline], today: date, width: int) -> Axis:
    """The axis on which all of some timelines stand."""
    starts = [fact.said for line in lines for fact in line]
    first = min(starts, default=today)
    return Axis(min(first, today - timedelta(days=1)), max(today, first), max(2, width))


def bar(fact: Fact, axis: Axis, as_of: date) -> str:
    """When a fact held: `●──▶` while it does, `○──┤` when it did; `│` is the day looked at."""
    cells = [" "] * axis.width
    begin = axis.cell(fact.said)
    end = axis.cell(fact.until) if fact.until else axis.width - 1
    for cell in range(begin, end + 1):
        cells[cell] = "─"
    if end > begin:
        cells[end] = "▶" if fact.until is None else "┤"
    cells[begin] = "●" if fact.current else "○"
    here = axis.cell(as_of)
    cells[here] = {"─": "┼", " ": "│"}.get(cells[here], cells[here])
    return "".join(cells)


def held(fact: Fact, on: date) -> bool:
    """Whether a fact held on a day."""
    return fact.said <= on and (fact.until is None or fact.until > on)


def turns(lines: Sequence[Timeline], today: date) -> list[date]:
    """The days on which something began or ended, and today; in order."""
    facts = [fact for line in lines for fact in line]
    days = {fact.said for fact in facts} | {fact.until for fact in facts if fact.until}
    return sorted(each for each in days | {today} if each <= today)


def step(days: Sequence[date], at: date, by: int) -> date:
    """The next of some days after another one, or the one before it; the day itself at an end."""
    ahead = [each for each in days if (each > at if by > 0 else each < at)]
    return (ahead[0] if by > 0 else ahead[-1]) if ahead else at
