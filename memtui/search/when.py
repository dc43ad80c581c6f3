"""The time that a question names: "in September", "last year", "antes de março" → an interval.

Pure. Precise before complete: a word that only may be a time ("may", "March", a number) is none,
because its facts would be shown for nothing. A month or a day without a year is the last one that
has begun.
"""

from collections.abc import Collection
from datetime import date

from memtui.search import when_words as said
from memtui.search.days import FIRST_YEAR, LAST_YEAR, Kind, Span, moved
from memtui.search.when_eastern import eastern_time
from memtui.search.when_periods import Periods
from memtui.search.when_tokens import Tokens
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
    spans = [_Reader(question, today, names).span()]
    if not question.isascii():
        spans.append(eastern_time(question, today))
    return min((span for span in spans if span), key=lambda span: span.start, default=None)


class _Reader:
    """One question being read for a time with what stands before it."""

    def __init__(self, question: str, today: date, names: Collection[str]) -> None:
        self._tokens = Tokens(question)
        self._periods = Periods(self._tokens, today, names)

    def span(self) -> Span | None:
        """The first time."""
        for at in range(len(self._tokens.all)):
            if found := self._stretch(at) or self._led(at):
                return found
        return None

    def _stretch(self, at: int) -> Span | None:
        """ "Two ends: "between March and June 2025", "von 2023 bis 2024"."""
        between = said.openings().get((self._tokens.text(at),))
        first = self._periods.at(at + 1) if between else None
        if between is None or first is None or self._tokens.text(first.stop) not in between:
            return None
        last = self._periods.at(first.stop + 1)
        if last is None or last.end is None:
            return None
        begin = first.first
        if first.month and (last.month is None or begin > last.first):
            begin = date(last.first.year - (first.month > last.first.month), first.month, 1)
        if begin >= last.end:
            return None
        return self._made(at, last.stop, begin, last.end, Kind.IN)

    def _led(self, at: int) -> Span | None:
        period = self._periods.at(at)
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
            unit = said.units().get(self._tokens.text(start - 1)) if start else None
            near = moved(first, unit, -1) if unit and self._tokens.joined(start - 1) else None
            if near:
                return self._made(start - 1, period.stop, near, first, Kind.IN)
            return self._made(start, period.stop, None, first, Kind.BEFORE)
        return self._made(start, period.stop, first, end, Kind.IN)

    def _lead(self, at: int, *, alone: bool) -> tuple[int, Lead | None]:
        """Where the words begin that lead to a time, and what they make of it."""
        between = said.articles() if alone else said.named()
        starts = [
            at,
            *(at - len(phrase) for phrase in self._tokens.before(at) if phrase in between),
        ]
        for start in sorted(starts):
            for phrase in self._tokens.before(start):
                lead = said.leads().get(phrase)
                # "in" belongs to what is before "on 3 May".
                if lead and not (lead is Lead.IN and self._tokens.text(start) == "on"):
                    return start - len(phrase), lead
        return min(starts) if alone else at, None

    def _made(self, at: int, stop: int, first: date | None, end: date | None, kind: Kind) -> Span:
        start = self._tokens.all[at].start
        return Span(
            first, end, kind, self._tokens.question[start : self._tokens.all[stop - 1].end], start
        )
