"""Times by themselves, without what leads to them: "3 May 2025", "last year". Pure."""

import re
from collections.abc import Collection
from datetime import date, timedelta
from typing import NamedTuple

from memtui.search import when_words as said
from memtui.search.days import ONE_DAY, Unit, day_of, moved, period_back
from memtui.search.when_parts import is_season, part_of_year
from memtui.search.when_tokens import Tokens, folded

# A number behind one of these is a price, a version, a name.
_NOT_BEFORE_A_NUMBER = frozenset("#$€£@:.-/_+&=")
_ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|re|o|a|е|го)?")
_ISO = re.compile(r"(\d{4})[-/](\d\d?)(?:[-/](\d\d?))?")
_DOTTED = re.compile(r"(\d\d?)\.(\d\d?)\.(\d{4})")
_SLASHED = re.compile(r"(\d\d?)/(\d\d?)/(\d{4})")
_MONTH_AND_YEAR = re.compile(r"(\d\d?)/(\d{4})")
_QUARTER = re.compile(r"[qt]([1-4])")


class Period(NamedTuple):
    """A time found at a token: its days, the token after it, and how sure it is.

    `alone` = it needs no lead. `month` is set when the year was not said. `end` may be open.
    """

    first: date
    end: date | None
    stop: int
    alone: bool
    month: int | None = None


class Periods:
    """The times in one question, by the word with which each begins."""

    def __init__(self, tokens: Tokens, today: date, names: Collection[str]) -> None:
        self._tokens, self._today = tokens, today
        self._names = {folded(name) for name in names}

    def at(self, at: int) -> Period | None:
        """The time that begins at a token."""
        if at >= len(self._tokens.all):
            return None
        token = self._tokens.all[at]
        if token.start and token.text[0].isdigit():
            before = self._tokens.question[token.start - 1]
            if before in _NOT_BEFORE_A_NUMBER:
                return None
        return (
            self._written_day(at)
            or self._part(at)
            or self._day_and_month(at)
            or self._month(at)
            or self._ago(at)
            or self._latest(at)
            or self._last_or_this(at)
            or self._days_back(at)
            or self._quarter(at)
            or self._year(at)
        )

    def _written_day(self, at: int) -> Period | None:
        text = self._tokens.text(at)
        if match := _ISO.fullmatch(text):
            if match[3]:
                return self._day_at(at + 1, int(match[1]), int(match[2]), int(match[3]))
            return self._month_at(at + 1, int(match[1]), int(match[2]))
        if match := _DOTTED.fullmatch(text):
            return self._day_at(at + 1, int(match[3]), int(match[2]), int(match[1]))
        if match := _SLASHED.fullmatch(text):
            one, two, year = int(match[1]), int(match[2]), int(match[3])
            # Of 3/4/2026 nobody can tell what it is.
            if one > 12 or one == two:
                return self._day_at(at + 1, year, two, one)
            return self._day_at(at + 1, year, one, two) if two > 12 else None
        if match := _MONTH_AND_YEAR.fullmatch(text):
            return self._month_at(at + 1, int(match[2]), int(match[1]))
        return None

    def _part(self, at: int) -> Period | None:
        """Such as "the end of 2024", "summer 2023"."""
        if self._tokens.text(at) in self._names:
            return None
        part = part_of_year(self._tokens, at)
        return Period(*part, alone=True) if part else None

    def _day_and_month(self, at: int) -> Period | None:
        """Such as "3 May 2025", "the 3rd of May", "May 3rd, 2025", "3 de maio de 2025"."""
        first, second = self._tokens.text(at), self._tokens.over(at + 1, said.OF)
        if match := _ORDINAL.fullmatch(first):
            day, place, month = int(match[1]), second, said.months().get(self._tokens.text(second))
        else:
            match = (
                _ORDINAL.fullmatch(self._tokens.text(at + 1)) if self._tokens.joined(at) else None
            )
            if match is None:
                return None
            day, place, month = int(match[1]), at + 1, said.months().get(first)
        if month is None or not 1 <= day <= 31:
            return None
        name = self._tokens.all[at if place == at + 1 and not first[0].isdigit() else place]
        if year := self._tokens.year_number(behind := self._tokens.over(place + 1, said.OF)):
            return self._day_at(self._tokens.signed(behind + 1), year, month, day)
        if name.text in said.SHORT and not self._tokens.led_by_on(at):
            return None
        if name.text in said.VERBS and self._tokens.low(name):
            return None
        for year in range(self._today.year, self._today.year - 9, -1):
            found = self._day_at(place + 1, year, month, day)
            if found and found.first <= self._today:
                return found
        return None

    def _month(self, at: int) -> Period | None:
        """Such as "March 2025", "March", "March of last year", "last March"."""
        place = at + 1 if self._tokens.text(at) in said.LAST and self._tokens.joined(at) else at
        token = self._tokens.all[place] if place < len(self._tokens.all) else self._tokens.all[at]
        month = said.months().get(token.text)
        if month is None:
            return None
        behind = self._tokens.over(place + 1, said.OF)
        if (year := self._tokens.year_number(behind)) and place == at:
            return self._month_at(self._tokens.signed(behind + 1), year, month)
        for start in (behind, self._tokens.over(place + 1, said.OF | {"the", "l", "le", "el"})):
            last = self._last_or_this(start)
            if last and last.end and (last.end - last.first).days > 300:
                return self._month_at(last.stop, last.first.year, month)
        if token.text in said.SHORT or token.text in self._names:
            return None
        if token.text in said.NAMES and not self._tokens.low(token):
            return None
        after = self._tokens.text(place + 1) if self._tokens.joined(place) else ""
        last_one = place > at or after in said.LAST
        year = self._today.year - (month > self._today.month)
        if last_one and month == self._today.month:
            year -= 1
        found = self._month_at(place + 1 + (after in said.LAST), year, month)
        return found and found._replace(alone=last_one, month=month)

    def _ago(self, at: int) -> Period | None:
        """Such as "two years ago", "há dois anos", "vor drei Monaten": the period it falls into."""
        place = at
        for phrase in said.BEFORE_AGO:
            if tuple(token.text for token in self._tokens.all[at : at + len(phrase)]) == phrase:
                place = at + len(phrase)
        count, unit = self._tokens.count(place), said.units().get(self._tokens.text(place + 1))
        if count is None or unit is None:
            return None
        stop = place + 2
        if self._tokens.text(stop) in said.AFTER_AGO and self._tokens.joined(stop - 1):
            return self._back(unit, count, stop + 1)
        return self._back(unit, count, stop) if place > at else None

    def _latest(self, at: int) -> Period | None:
        """Such as "the last 3 months", "les 3 derniers mois": until today."""
        one, two = self._tokens.text(at), self._tokens.text(at + 1)
        count = self._tokens.count(at + 1) if one in said.LATEST else None
        if count is None and two in said.LATEST:
            count = self._tokens.count(at)
        unit = said.units().get(self._tokens.text(at + 2))
        if count is None or unit is None:
            return None
        first = moved(self._today, unit, -count)
        return Period(first, None, at + 3, alone=True) if first else None

    def _last_or_this(self, at: int) -> Period | None:
        """Such as "last year", "el mes pasado", "esta semana", "last Friday"."""
        one, two = self._tokens.text(at), self._tokens.text(at + 1)
        if not self._tokens.joined(at):
            return None
        if two == "before" and self._tokens.text(at + 2) == "last" and one in said.units():
            return self._back(said.units()[one], 2, at + 3)
        feira = 1 if two == "feira" else 0
        for place, mark, name in (
            (at + 1, one, two),
            (at + 1 + feira, self._tokens.text(at + 1 + feira), one),
        ):
            back = 1 if mark in said.LAST else 2 if mark in said.LAST_BUT_ONE else None
            if mark in said.THIS and mark == one:
                back = 0
            if back is None:
                continue
            stop = place + 1
            unit = said.units().get(name)
            if unit and unit is not Unit.DAY:
                # "the last month of the project" is no month of the calendar.
                if mark == one and back and self._tokens.text(stop) in said.OF:
                    return None
                return self._back(unit, back, stop)
            if back == 1 and is_season(name):
                first = moved(self._today, Unit.YEAR, -1)
                return Period(first, self._today + ONE_DAY, stop, alone=True) if first else None
            weekday = said.weekdays().get(name)
            if weekday and back == 1:
                days = (self._today.isoweekday() - weekday) % 7 or 7
                day = self._today - timedelta(days=days)
                return Period(day, day + ONE_DAY, stop, alone=True)
        return None

    def _days_back(self, at: int) -> Period | None:
        text = self._tokens.text(at)
        days, stop = said.DAYS_BACK.get(text, 0), at + 1
        if text == "avant" and self._tokens.text(at + 1) == "hier":
            days, stop = 2, at + 2
        words = tuple(self._tokens.text(place) for place in range(at, at + 3))
        if words in said.TWO_DAYS_BACK:
            days, stop = 2, at + 3
        if text == "hier" and said.GERMAN & {token.text for token in self._tokens.all}:
            return None
        day = self._today - timedelta(days=days)
        return Period(day, day + ONE_DAY, stop, alone=True) if days else None

    def _quarter(self, at: int) -> Period | None:
        match = _QUARTER.fullmatch(self._tokens.text(at))
        if match is None:
            return None
        first_month = 3 * int(match[1]) - 2
        behind = self._tokens.over(at + 1, said.OF)
        year = self._tokens.year_number(behind)
        stop = behind + 1 if year else at + 1
        found = year or self._today.year - (first_month > self._today.month)
        end = moved(date(found, first_month, 1), Unit.MONTH, 3)
        return Period(date(found, first_month, 1), end, stop, alone=bool(year))

    def _year(self, at: int) -> Period | None:
        year = self._tokens.year_number(at)
        if year is None:
            return None
        stop = self._tokens.signed(at + 1)
        before = self._tokens.all[at - 1] if at else None
        german = (
            before is not None
            and stop == len(self._tokens.all)
            and self._tokens.text(0) in said.ASKING_IN_GERMAN
            and (self._tokens.low(before) or before.text in self._names)
        )
        return Period(date(year, 1, 1), date(year + 1, 1, 1), stop, alone=german)

    def _day_at(self, stop: int, year: int, month: int, day: int) -> Period | None:
        found = day_of(year, month, day)
        return Period(found, found + ONE_DAY, stop, alone=True) if found else None

    def _month_at(self, stop: int, year: int, month: int) -> Period | None:
        first = day_of(year, month, 1)
        return Period(first, moved(first, Unit.MONTH, 1), stop, alone=True) if first else None

    def _back(self, unit: Unit, count: int, stop: int) -> Period | None:
        found = period_back(self._today, unit, count)
        return Period(*found, stop, alone=True) if found else None
