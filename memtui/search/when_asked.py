"""What the readers of times share: the question, the day it is asked, and what they find. Pure."""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import NamedTuple

from memtui.search.days import ONE_DAY, Unit, day_of, moved, period_back
from memtui.search.when_tokens import Tokens


class Period(NamedTuple):
    """A time found at a token: its days, the token after it, and how sure it is.

    `alone` = it needs no lead. `article` = there may be an article between its lead and it.
    `month` is set when the year was not said. `end` may be open.
    """

    first: date
    end: date | None
    stop: int
    alone: bool
    month: int | None = None
    article: bool = False

    @property
    def days(self) -> int:
        """How long it is; 0 when it is open."""
        return (self.end - self.first).days if self.end else 0


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that is read for times. `year` = the year that its next month is of, when said."""

    tokens: Tokens
    today: date
    names: frozenset[str]
    year: int | None = None

    def of_year(self, year: int) -> "Asked":
        """The same, with months and days of one year."""
        return replace(self, year=year)

    def named(self, at: int) -> bool:
        """Whether a word is somebody's name."""
        return self.tokens.text(at) in self.names

    def last_year_of(self, month: int, day: int = 1) -> int:
        """The year of the last such day that has begun, or the one that was said."""
        return self.year or self.today.year - ((month, day) > (self.today.month, self.today.day))

    def day(self, stop: int, year: int, month: int, day: int) -> Period | None:
        """A day of the calendar."""
        found = day_of(year, month, day)
        return Period(found, found + ONE_DAY, stop, alone=True) if found else None

    def months(self, stop: int, year: int, month: int, count: int = 1) -> Period | None:
        """So many months of the calendar from one on."""
        first = day_of(year, month, 1)
        return Period(first, moved(first, Unit.MONTH, count), stop, alone=True) if first else None

    def back(self, unit: Unit, count: int, stop: int) -> Period | None:
        """The period of the calendar so many periods ago."""
        found = period_back(self.today, unit, count)
        return Period(*found, stop, alone=True) if found else None

    def days_back(self, days: int, stop: int) -> Period:
        """The day so many days ago."""
        day = self.today - timedelta(days=days)
        return Period(day, day + ONE_DAY, stop, alone=True)
