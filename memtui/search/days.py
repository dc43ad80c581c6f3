"""Stretches of days that a question may ask about, and the calendar they are made from. Pure."""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

FIRST_YEAR, LAST_YEAR = 1900, 2199
ONE_DAY = timedelta(days=1)


class Unit(StrEnum):
    """A period of the calendar."""

    YEAR = "year"
    MONTH = "month"
    WEEK = "week"
    DAY = "day"


class Kind(StrEnum):
    """Whether a time is a stretch, or all before or after something."""

    IN = "in"
    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Span:
    """The days that a question asks about, from `first` until before `end`; `None` = no bound.

    `words` are the words that name them, at `start` in the question.
    """

    first: date | None
    end: date | None
    kind: Kind
    words: str
    start: int

    def meets(self, said: date, until: date | None) -> bool:
        """Whether what held from `said` until before `until` held on one of these days."""
        begun = self.end is None or said < self.end
        return begun and (self.first is None or until is None or until > self.first)

    def has(self, day: date) -> bool:
        """Whether a day is one of them."""
        return (self.first is None or day >= self.first) and (self.end is None or day < self.end)

    def without(self, question: str) -> str:
        """The question without the words that name the time."""
        rest = question[: self.start] + " " + question[self.start + len(self.words) :]
        rest = re.sub(r"\s+", " ", re.sub(r"\s+(?=[,.;:?!])", "", rest))
        return rest.strip(" ,;:")


def day_of(year: int, month: int, day: int) -> date | None:
    """A day, if the calendar has it and somebody may mean it."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def moved(day: date, unit: Unit, count: int) -> date | None:
    """A day so many periods later; the end of a shorter month for a day that it lacks."""
    if unit in (Unit.DAY, Unit.WEEK):
        return day + timedelta(days=count * (7 if unit is Unit.WEEK else 1))
    months = day.year * 12 + day.month - 1 + count * (12 if unit is Unit.YEAR else 1)
    year, month = months // 12, months % 12 + 1
    if not 1 < year < 9999:
        return None
    last = (date(year + month // 12, month % 12 + 1, 1) - ONE_DAY).day
    return date(year, month, min(day.day, last))


def period_back(today: date, unit: Unit, count: int) -> tuple[date, date] | None:
    """The period of the calendar into which the day so many periods ago falls."""
    day = moved(today, unit, -count)
    if day is None or day.year < FIRST_YEAR:
        return None
    first = {
        Unit.YEAR: date(day.year, 1, 1),
        Unit.MONTH: date(day.year, day.month, 1),
        Unit.WEEK: day - timedelta(days=day.weekday()),
        Unit.DAY: day,
    }[unit]
    end = moved(first, unit, 1)
    return (first, end) if end else None
