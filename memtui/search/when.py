"""The time that a question names: "in September", "last year", "antes de março" → an interval.

Pure. Precise before complete: a word that only may be a time ("may", "March", a number) is none,
because its facts would be shown for nothing. A month or a day without a year is the last one that
has begun.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator
from datetime import date, timedelta
from typing import NamedTuple

from memtui.search import when_words as said
from memtui.search.days import (
    FIRST_YEAR,
    LAST_YEAR,
    ONE_DAY,
    Kind,
    Span,
    Unit,
    day_of,
    moved,
    period_back,
)
from memtui.search.when_eastern import eastern_time
from memtui.search.when_words import Lead
from memtui.store.words import without_accents

# A question is short; what is pasted beyond this names no time that is asked about.
_LONGEST = 2_000


def asked_time(question: str, today: date, *, names: Collection[str] = ()) -> Span | None:
    """The first time that a question names.

    Args:
        question: What is asked, in any language.
        today: The person's day.
        names: Names that are known: a subject called May is no month.

    Returns:
        The time, or `None` when the question names none.
    """
    if not FIRST_YEAR < today.year <= LAST_YEAR:
        return None
    question = question[:_LONGEST]
    spans = [_Reader(question, today, names).span()]
    if not question.isascii():
        spans.append(eastern_time(question, today))
    return min((span for span in spans if span), key=lambda span: span.start, default=None)


class _Token(NamedTuple):
    """A word or a number of the question: folded, as written, and where."""

    text: str
    written: str
    start: int
    end: int


class _Period(NamedTuple):
    """A time found at a token: its days, the token after it, and how sure it is.

    `alone` = it needs no lead. `month` is set when the year was not said. `open` = no end.
    """

    first: date
    end: date | None
    stop: int
    alone: bool
    month: int | None = None


_TOKEN = re.compile(r"[^\W\d_]\w*|\d[\w.:/-]*\w|\d")
# A number behind one of these is a price, a version, a name.
_NOT_BEFORE_A_NUMBER = frozenset("#$€£@:.-/_+&=")
_ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|re|o|a|е|го)?")
_ISO = re.compile(r"(\d{4})[-/](\d\d?)(?:[-/](\d\d?))?")
_DOTTED = re.compile(r"(\d\d?)\.(\d\d?)\.(\d{4})")
_SLASHED = re.compile(r"(\d\d?)/(\d\d?)/(\d{4})")
_QUARTER = re.compile(r"[qt]([1-4])")
_GAP = re.compile(r"[\s,'’-]*")
_GAP_AFTER_SHORT = re.compile(r"\.?[\s,'’-]*")


class _Reader:
    """One question being read, word by word."""

    def __init__(self, question: str, today: date, names: Collection[str]) -> None:
        self.question, self.today = question, today
        self.names = {_folded(name) for name in names}
        self.tokens = [
            _Token(_folded(match[0]), match[0], match.start(), match.end())
            for match in _TOKEN.finditer(question)
        ]

    def span(self) -> Span | None:
        """The first time."""
        for at in range(len(self.tokens)):
            if found := self._stretch(at) or self._led(at):
                return found
        return None

    # Times with what stands before them

    def _stretch(self, at: int) -> Span | None:
        """ "Two ends: "between March and June 2025", "von 2023 bis 2024"."""
        between = said.openings().get((self._text(at),))
        first = self._period(at + 1) if between else None
        if between is None or first is None or self._text(first.stop) not in between:
            return None
        last = self._period(first.stop + 1)
        if last is None or last.end is None:
            return None
        begin = first.first
        if first.month and (last.month is None or begin > last.first):
            begin = date(last.first.year - (first.month > last.first.month), first.month, 1)
        if begin >= last.end:
            return None
        return self._made(at, last.stop, begin, last.end, Kind.IN)

    def _led(self, at: int) -> Span | None:
        period = self._period(at)
        if period is None:
            return None
        start, lead = self._lead(at, alone=period.alone)
        if lead is None and not period.alone:
            return None
        first, end = period.first, period.end
        if end is None or lead is Lead.SINCE:
            return self._made(start, period.stop, first, None, Kind.AFTER)
        if lead is Lead.AFTER:
            return self._made(start, period.stop, end, None, Kind.AFTER)
        if lead is Lead.UNTIL:
            return self._made(start, period.stop, None, end, Kind.BEFORE)
        if lead is Lead.BEFORE:
            unit = said.units().get(self._text(start - 1)) if start else None
            near = moved(first, unit, -1) if unit and self._joined(start - 1) else None
            if near:
                return self._made(start - 1, period.stop, near, first, Kind.IN)
            return self._made(start, period.stop, None, first, Kind.BEFORE)
        return self._made(start, period.stop, first, end, Kind.IN)

    def _lead(self, at: int, *, alone: bool) -> tuple[int, Lead | None]:
        """Where the words begin that lead to a time, and what they make of it."""
        between = said.articles() if alone else said.named()
        starts = [at, *(at - len(phrase) for phrase in self._before(at) if phrase in between)]
        for start in sorted(starts):
            for phrase in self._before(start):
                lead = said.leads().get(phrase)
                # "in" belongs to what is before "on 3 May".
                if lead and not (lead is Lead.IN and self._text(start) == "on"):
                    return start - len(phrase), lead
        return min(starts) if alone else at, None

    def _before(self, at: int) -> Iterator[tuple[str, ...]]:
        """The words before a token, the longest phrase first."""
        for length in range(min(4, at), 0, -1):
            if all(self._joined(place) for place in range(at - length, at)):
                yield tuple(token.text for token in self.tokens[at - length : at])

    def _made(self, at: int, stop: int, first: date | None, end: date | None, kind: Kind) -> Span:
        start = self.tokens[at].start
        return Span(first, end, kind, self.question[start : self.tokens[stop - 1].end], start)

    # Times by themselves

    def _period(self, at: int) -> _Period | None:
        """The time that begins at a token."""
        if at >= len(self.tokens):
            return None
        token = self.tokens[at]
        if token.start and token.text[0].isdigit():
            before = self.question[token.start - 1]
            if before in _NOT_BEFORE_A_NUMBER:
                return None
        return (
            self._written_day(at)
            or self._day_and_month(at)
            or self._month(at)
            or self._ago(at)
            or self._latest(at)
            or self._last_or_this(at)
            or self._days_back(at)
            or self._quarter(at)
            or self._year(at)
        )

    def _written_day(self, at: int) -> _Period | None:
        text = self._text(at)
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
        return None

    def _day_and_month(self, at: int) -> _Period | None:
        """Such as "3 May 2025", "the 3rd of May", "May 3rd, 2025", "3 de maio de 2025"."""
        first, second = self._text(at), self._over(at + 1, said.OF)
        if match := _ORDINAL.fullmatch(first):
            day, place, month = int(match[1]), second, said.months().get(self._text(second))
        else:
            match = _ORDINAL.fullmatch(self._text(at + 1)) if self._joined(at) else None
            if match is None:
                return None
            day, place, month = int(match[1]), at + 1, said.months().get(first)
        if month is None or not 1 <= day <= 31:
            return None
        name = self.tokens[at if place == at + 1 and not first[0].isdigit() else place]
        if year := self._year_number(behind := self._over(place + 1, said.OF)):
            return self._day_at(self._signed(behind + 1), year, month, day)
        if name.text in said.SHORT and not self._led_by_on(at):
            return None
        if name.text in said.VERBS and self._low(name):
            return None
        for year in range(self.today.year, self.today.year - 9, -1):
            found = self._day_at(place + 1, year, month, day)
            if found and found.first <= self.today:
                return found
        return None

    def _month(self, at: int) -> _Period | None:
        """Such as "March 2025", "March", "March of last year", "last March"."""
        place = at + 1 if self._text(at) in said.LAST and self._joined(at) else at
        token = self.tokens[place] if place < len(self.tokens) else self.tokens[at]
        month = said.months().get(token.text)
        if month is None:
            return None
        behind = self._over(place + 1, said.OF)
        if (year := self._year_number(behind)) and place == at:
            return self._month_at(self._signed(behind + 1), year, month)
        for start in (behind, self._over(place + 1, said.OF | {"the", "l", "le", "el"})):
            last = self._last_or_this(start)
            if last and last.end and (last.end - last.first).days > 300:
                return self._month_at(last.stop, last.first.year, month)
        if token.text in said.SHORT or token.text in self.names:
            return None
        if token.text in said.NAMES and not self._low(token):
            return None
        after = self._text(place + 1) if self._joined(place) else ""
        last_one = place > at or after in said.LAST
        year = self.today.year - (month > self.today.month)
        if last_one and month == self.today.month:
            year -= 1
        found = self._month_at(place + 1 + (after in said.LAST), year, month)
        return found and found._replace(alone=last_one, month=month)

    def _ago(self, at: int) -> _Period | None:
        """Such as "two years ago", "há dois anos", "vor drei Monaten": the period it falls into."""
        place = at
        for phrase in said.BEFORE_AGO:
            if tuple(token.text for token in self.tokens[at : at + len(phrase)]) == phrase:
                place = at + len(phrase)
        count, unit = self._count(place), said.units().get(self._text(place + 1))
        if count is None or unit is None:
            return None
        stop = place + 2
        if self._text(stop) in said.AFTER_AGO and self._joined(stop - 1):
            return self._back(unit, count, stop + 1)
        return self._back(unit, count, stop) if place > at else None

    def _latest(self, at: int) -> _Period | None:
        """Such as "the last 3 months", "les 3 derniers mois": until today."""
        one, two = self._text(at), self._text(at + 1)
        count = self._count(at + 1) if one in said.LATEST else None
        if count is None and two in said.LATEST:
            count = self._count(at)
        unit = said.units().get(self._text(at + 2))
        if count is None or unit is None:
            return None
        first = moved(self.today, unit, -count)
        return _Period(first, None, at + 3, alone=True) if first else None

    def _last_or_this(self, at: int) -> _Period | None:
        """Such as "last year", "el mes pasado", "esta semana", "last Friday"."""
        one, two = self._text(at), self._text(at + 1)
        if not self._joined(at):
            return None
        feira = 1 if two == "feira" else 0
        for place, mark, name in (
            (at + 1, one, two),
            (at + 1 + feira, self._text(at + 1 + feira), one),
        ):
            back = 1 if mark in said.LAST else 0 if mark in said.THIS and mark == one else None
            if back is None:
                continue
            stop = place + 1
            unit = said.units().get(name)
            if unit and unit is not Unit.DAY:
                # "the last month of the project" is no month of the calendar.
                if mark == one and back and self._text(stop) in said.OF:
                    return None
                return self._back(unit, back, stop)
            weekday = said.weekdays().get(name)
            if weekday and back:
                days = (self.today.isoweekday() - weekday) % 7 or 7
                day = self.today - timedelta(days=days)
                return _Period(day, day + ONE_DAY, stop, alone=True)
        return None

    def _days_back(self, at: int) -> _Period | None:
        text = self._text(at)
        days, stop = said.DAYS_BACK.get(text, 0), at + 1
        if text == "avant" and self._text(at + 1) == "hier":
            days, stop = 2, at + 2
        if text == "hier" and said.GERMAN & {token.text for token in self.tokens}:
            return None
        day = self.today - timedelta(days=days)
        return _Period(day, day + ONE_DAY, stop, alone=True) if days else None

    def _quarter(self, at: int) -> _Period | None:
        match = _QUARTER.fullmatch(self._text(at))
        if match is None:
            return None
        first_month = 3 * int(match[1]) - 2
        behind = self._over(at + 1, said.OF)
        year = self._year_number(behind)
        stop = behind + 1 if year else at + 1
        found = year or self.today.year - (first_month > self.today.month)
        end = moved(date(found, first_month, 1), Unit.MONTH, 3)
        return _Period(date(found, first_month, 1), end, stop, alone=bool(year))

    def _year(self, at: int) -> _Period | None:
        year = self._year_number(at)
        if year is None:
            return None
        stop = self._signed(at + 1)
        before = self.tokens[at - 1] if at else None
        german = (
            before is not None
            and stop == len(self.tokens)
            and self._text(0) in said.ASKING_IN_GERMAN
            and (self._low(before) or before.text in self.names)
        )
        return _Period(date(year, 1, 1), date(year + 1, 1, 1), stop, alone=german)

    # Parts

    def _text(self, at: int) -> str:
        return self.tokens[at].text if 0 <= at < len(self.tokens) else ""

    def _joined(self, at: int) -> bool:
        """Whether nothing parts a token from the next."""
        if at + 1 >= len(self.tokens):
            return False
        token, following = self.tokens[at], self.tokens[at + 1]
        short = token.text in said.SHORT or token.text.isdigit()
        gap = _GAP_AFTER_SHORT if short else _GAP
        return bool(gap.fullmatch(self.question, token.end, following.start))

    def _over(self, at: int, words: Collection[str]) -> int:
        """The next token that is none of some words."""
        while self._text(at) in words and self._joined(at):
            at += 1
        return at

    def _led_by_on(self, at: int) -> bool:
        return self._text(at - 1) in ("on", "am", "le", "em")

    def _low(self, token: _Token) -> bool:
        return token.written[0].islower()

    def _count(self, at: int) -> int | None:
        text = self._text(at)
        if not self._joined(at):
            return None
        return int(text) if text.isdecimal() and len(text) < 4 else said.counts().get(text)

    def _year_number(self, at: int) -> int | None:
        text = self._text(at)
        if at and not self._joined(at - 1):
            before = self.question[self.tokens[at - 1].end : self.tokens[at].start] if text else ""
            if before.strip():
                return None
        if len(text) != 4 or not text.isdecimal():
            return None
        return int(text) if FIRST_YEAR <= int(text) <= LAST_YEAR else None

    def _signed(self, at: int) -> int:
        return at + 1 if self._text(at) in said.YEAR_SIGNS and self._joined(at - 1) else at

    def _day_at(self, stop: int, year: int, month: int, day: int) -> _Period | None:
        found = day_of(year, month, day)
        return _Period(found, found + ONE_DAY, stop, alone=True) if found else None

    def _month_at(self, stop: int, year: int, month: int) -> _Period | None:
        first = day_of(year, month, 1)
        return _Period(first, moved(first, Unit.MONTH, 1), stop, alone=True) if first else None

    def _back(self, unit: Unit, count: int, stop: int) -> _Period | None:
        found = period_back(self.today, unit, count)
        return _Period(*found, stop, alone=True) if found else None


def _folded(text: str) -> str:
    return without_accents(unicodedata.normalize("NFKC", text).casefold())
