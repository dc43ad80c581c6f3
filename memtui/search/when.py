"""The time that a question names: "in September", "last year", "antes de março" → an interval.

Pure. Precise before complete: a word that only may be a time ("may", "March", a number) is none,
because its facts would be shown for nothing. A month or a day without a year is the last one that
has begun.
"""

from bisect import bisect_left
from collections.abc import Collection
from datetime import date

from memtui.search import when_words as said
from memtui.search.days import FIRST_YEAR, LAST_YEAR, Kind, Span, day_of, moved
from memtui.search.when_asked import Asked, Period
from memtui.search.when_eastern import eastern_time
from memtui.search.when_periods import period_at
from memtui.search.when_tokens import Tokens, folded
from memtui.search.when_words import Lead

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
    asked = Asked(Tokens(question), today, frozenset(folded(name) for name in names))
    spans = [_Reader(asked).span()]
    if not question.isascii():
        spans.append(eastern_time(question, today))
    return min((span for span in spans if span), key=lambda span: span.start, default=None)


class _Reader:
    """One question being read for a time with what stands before and behind it."""

    def __init__(self, asked: Asked) -> None:
        self._asked, self._tokens = asked, asked.tokens

    def span(self) -> Span | None:
        """The first time."""
        for at in range(len(self._tokens.all)):
            if found := self._onward(at) or self._stretch(at) or self._led(at):
                return found
        return None

    def _onward(self, at: int) -> Span | None:
        """Such as "from 2019 on", "de 2019 em diante"."""
        led = (self._tokens.text(at),) in said.openings()
        period = period_at(self._asked, at + led)
        if period is None or not self._tokens.joined(period.stop - 1):
            return None
        length = self._tokens.phrase_of(period.stop, said.onward())
        stop = period.stop + length
        if not length or not self._tokens.ends(stop):
            return None
        if not led and self._tokens.text(period.stop) not in said.ONWARD_ALONE:
            return None
        return self._made(at, stop, period.first, None, Kind.AFTER)

    def _stretch(self, at: int) -> Span | None:
        """Two ends: "between March and June 2025", "von 2023 bis 2024"."""
        between = said.openings().get((self._tokens.text(at),))
        first = self._period_over_the(at + 1) if between else None
        if between is None or first is None or self._tokens.text(first.stop) not in between:
            return None
        last = self._period_over_the(first.stop + 1)
        whole = _over(first, last) if last else None
        return self._made(at, whole.stop, whole.first, whole.end, Kind.IN) if whole else None

    def _period_over_the(self, at: int) -> Period | None:
        return period_at(self._asked, at) or period_at(self._asked, self._tokens.over(at, said.THE))

    def _led(self, at: int) -> Span | None:
        period = period_at(self._asked, at)
        if period is None:
            return None
        several = self._several(at, period)
        start, lead = self._lead(at, several)
        if lead is None and not several.alone:
            return None
        if lead is None or lead is Lead.IN:
            period = several
        first, end = period.first, period.end
        if end is None or lead is Lead.SINCE:
            return self._made(start, period.stop, first, None, Kind.AFTER)
        if lead is Lead.AFTER:
            return self._made(start, period.stop, end, None, Kind.AFTER)
        if lead is Lead.UNTIL:
            return self._made(start, period.stop, None, end, Kind.BEFORE)
        if lead is Lead.BEFORE:
            unit = said.units().get(self._tokens.text(start - 1)) if start else None
            near = moved(first, unit, -1) if unit and self._tokens.joined(start - 1) else None
            if near:
                return self._made(start - 1, period.stop, near, first, Kind.IN)
            return self._made(start, period.stop, None, first, Kind.BEFORE)
        return self._made(start, period.stop, first, end, Kind.IN)

    def _several(self, at: int, period: Period) -> Period:
        """A stretch over all of "January, February and March", "March-May", "2019 to 2021"."""
        found = period
        while following := self._following(found):
            apart, found = following
            over = _over(period, found)
            if over is None or _size(found) != _size(period):
                break
            both_years = found.days > 300 and apart in (said.TO | said.DASHES)
            sure = both_years and self._tokens.text(at - 1) not in said.NUMBERED
            over = over._replace(alone=period.alone or found.alone or sure, article=period.article)
            if apart != ",":
                return over
        return period

    def _following(self, period: Period) -> tuple[str, Period] | None:
        """What parts a time from the one that follows it, and that one."""
        stop = period.stop
        if stop >= len(self._tokens.all) or not period.days:
            return None
        word = self._tokens.text(stop)
        parted = word in said.AND | said.OR | said.TO
        if parted and not (self._tokens.joined(stop - 1) and self._tokens.joined(stop)):
            return None
        before = self._tokens.all[stop - 1]
        start = self._tokens.all[stop].start
        apart = word if parted else self._tokens.question[before.end : start].strip()
        if not parted and apart != "," and apart not in said.DASHES:
            return None
        found = period_at(self._asked, stop + parted)
        return (apart, found) if found and found.end else None

    def _lead(self, at: int, period: Period) -> tuple[int, Lead | None]:
        """Where the words begin that lead to a time, and what they make of it."""
        alone = period.alone
        between = said.articles() if alone or period.article else said.named()
        starts = [
            at,
            *(at - len(phrase) for phrase in self._tokens.before(at) if phrase in between),
        ]
        for start in sorted(starts):
            for phrase in self._tokens.before(start):
                lead = self._lead_of(phrase, at, period)
                # "in" belongs to what is before "on 3 May".
                if lead and not (lead is Lead.IN and self._tokens.text(start) == "on"):
                    begin = start - len(phrase)
                    if begin and self._tokens.text(begin - 1) in said.NOT:
                        return begin - 1, said.OTHER_WAY_ROUND.get(lead, lead)
                    return begin, lead
        return min(starts) if alone else at, None

    def _lead_of(self, phrase: tuple[str, ...], at: int, period: Period) -> Lead | None:
        month = bool(period.month) and period.days > 1
        person = month and self._tokens.text(at) in said.PERSONS
        if phrase == (said.BY,):
            return None if person else Lead.UNTIL
        if phrase in said.about():
            year = period.days in (365, 366) and self._tokens.ends(period.stop)
            return Lead.IN if year or (month and not person) else None
        if phrase in said.TO_AN_ITALIAN_MONTH:
            return Lead.IN if self._tokens.text(at) in said.ITALIAN_MONTHS else None
        if period.article and (lead := said.leads_to_it().get(phrase)):
            return lead
        return said.leads().get(phrase)

    def _made(self, at: int, stop: int, first: date | None, end: date | None, kind: Kind) -> Span:
        start = self._tokens.all[at].start
        return Span(
            first, end, kind, self._tokens.question[start : self._tokens.all[stop - 1].end], start
        )


def _size(period: Period) -> int:
    """Of which kind a time is: a day, a week, a month, a quarter, a half or a year."""
    return bisect_left((1, 7, 31, 92, 184), period.days)


def _over(first: Period, last: Period) -> Period | None:
    """A stretch from one time until the end of another, whose year may be of both."""
    begin = first.first
    if last.end is None:
        return None
    if first.month and (last.month is None or begin > last.first):
        later = (begin.month, begin.day) > (last.first.month, last.first.day)
        begin = day_of(last.first.year - later, begin.month, begin.day) or begin
    if begin >= last.end:
        return None
    return Period(begin, last.end, last.stop, alone=first.alone)
