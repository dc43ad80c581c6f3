"""Days inside a fact's sentence: which words are part of one, and which only mean one."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from memtui.conversations.times import MONTHS, WEEKDAYS, day_in
from memtui.extract.relative import Meant, meant_days
from memtui.extract.relative_words import weekdays_in

# "hier" is "here" in German.
_GERMAN = re.compile(
    r"(?<!\w)(?:ist|sind|und|der|die|das|ich|wohnt|arbeitet|von)(?!\w)", re.IGNORECASE
)
# Stretches that nobody can tell the days of.
_FAR = re.compile(
    r"(?<!\w)(?:"
    r"(?:next|last|this|coming|past)\s+(?:weekend|quarter|spring|summer|autumn|fall|winter)"
    r"|(?:nächste|letzte|kommende)[nsr]?\s+(?:quartal|wochenende)"
    r"|(?:próxim[oa]|passad[oa]|últim[oa]|prochaine?|dernière?)\s+(?:trimestre|fim\s+de\s+semana)"
    r")(?!\w)",
    re.IGNORECASE,
)
_OF_A_DAY = re.compile(r"\d{1,4}(?:st|nd|rd|th|º|er)?", re.IGNORECASE)
_MONTH = "(?:" + "|".join(sorted(map(re.escape, MONTHS), key=len, reverse=True)) + r")\.?"
_ORDINAL = r"\d{1,2}(?:st|nd|rd|th|º|er|\.)?"
_YEAR = r"(?:19|20|21)\d\d"
_ORD = r"(?:st|nd|rd|th|º|er|\.)?"
_OF = r"(?:,?\s+(?:de\s+|del\s+|of\s+)?)"
_WRITTEN = re.compile(
    rf"(?<![\w.])(?:(?P<y1>{_YEAR})[-/](?P<m3>\d\d)(?:[-/](?P<d1>\d\d))?"
    rf"|(?P<d2>\d{{1,2}}){_ORD}\s+(?:de\s+|of\s+)?(?P<m1>{_MONTH})(?:{_OF}(?P<y2>{_YEAR}))?"
    rf"|(?P<m2>{_MONTH})\s+(?:(?P<d3>\d{{1,2}}){_ORD}(?!\d)(?:{_OF}(?P<y3>{_YEAR}))?"
    rf"|(?:de\s+|del\s+)?(?P<y5>{_YEAR}))"
    rf"|(?P<a>\d{{1,2}})(?:/(?P<b>\d{{1,2}})(?:/(?P<y4>{_YEAR}))?"
    rf"|\.(?P<c>\d{{1,2}})\.(?:(?P<y9>{_YEAR})|(?!\d)))"
    rf"|(?P<y6>{_YEAR})(?!年))(?![\w%€$])"
    rf"|(?:(?P<y7>{_YEAR})年)?(?P<m4>\d{{1,2}})月(?:(?P<d4>\d{{1,2}})[日号])?|(?P<y8>{_YEAR})年",
    re.IGNORECASE,
)
_A_YEAR = 366
_DAY = re.compile(
    rf"(?<!\w)(?:{_YEAR}-\d\d-\d\d"
    rf"|{_ORDINAL}\s+(?:de\s+|of\s+)?{_MONTH}(?:,?\s+(?:de\s+)?{_YEAR})?"
    rf"|{_MONTH}\s+(?:{_ORDINAL}(?:,?\s+{_YEAR})?|(?:de\s+)?{_YEAR})"
    rf"|\d{{1,2}}[/.]\d{{1,2}}(?:[/.](?:{_YEAR}|\d\d))?"
    rf"|{_YEAR}|(?:{'|'.join(sorted(WEEKDAYS | {m for m in MONTHS if len(m) > 4}))}))(?!\w)"
    rf"|(?:{_YEAR}年)?\d{{1,2}}月(?:\d{{1,2}}[日号])?|{_YEAR}年",
    re.IGNORECASE,
)
_NEEDS = "today|tomorrow|yesterday|tonight|week|weekend|month|year|day|days|ago|next|last|hoje"
_HINTS = frozenset(
    (
        *_NEEDS.split("|"),
        *("amanhã", "ontem", "aujourd", "demain", "hier", "hoy", "ayer", "heute", "gestern"),
        *("mañana", "morgen", "semana", "mês", "mes", "ano", "año", "dia", "día", "semaine"),
        *("mois", "année", "jour", "jours", "woche", "monat", "jahr", "tag", "tage", "tagen"),
    )
)


@dataclass(frozen=True, slots=True)
class Written:
    """A day as it is written; what is not written of it is `None`."""

    year: int | None
    month: int | None
    day: int | None

    def agrees(self, other: "Written") -> bool:
        """Whether both may be one day: what both say is equal."""
        pairs = zip(self._parts, other._parts, strict=True)
        shared = [(mine, yours) for mine, yours in pairs if None not in (mine, yours)]
        return bool(shared) and all(mine == yours for mine, yours in shared)

    def within(self, first: date, last: date) -> bool:
        """Whether it may be a day of a stretch; a year alone, if the stretch is in it."""
        years = range(first.year, last.year + 1) if self.year is None else (self.year,)
        if self.month is None or self.day is None:
            ends = (first.year, first.month), (last.year, last.month)
            return any(ends[0] <= (year, self.month or ends[0][1]) <= ends[1] for year in years)
        return any(first <= day <= last for year in years if (day := self.on(year)))

    def on(self, year: int) -> date | None:
        """The day in a year, if there is one."""
        try:
            return date(year, self.month or 1, self.day or 1)
        except ValueError:
            return None

    @property
    def _parts(self) -> tuple[int | None, int | None, int | None]:
        return self.year, self.month, self.day


def with_day(fact: str, day: date | None) -> tuple[str, bool]:
    """Write the day beside words such as "tomorrow".

    Args:
        fact: The sentence.
        day: The day on which it was said.

    Returns:
        The sentence, and whether it still has words that mean a day only when they are said.
    """
    if _absolute(fact):
        return fact, False
    meant = _only_then(fact, day)
    for each in reversed(meant):
        if each.day:
            end = each.start + len(each.words)
            fact = f"{fact[:end]} ({each.day.isoformat()}){fact[end:]}"
    return fact, bool(_FAR.search(fact)) or any(each.day is None for each in meant)


def tells_only_then(fact: str) -> bool:
    """Whether words of a sentence mean a day only as seen from when it was said."""
    return with_day(fact, None)[1]


def written_days(text: str) -> list[Written]:
    """The days written in a text: "16 October", "2026-10-16", "16/10", "12月1日", "2019"."""
    found: list[Written] = []
    for match in _WRITTEN.finditer(text):
        groups = match.groupdict()
        if groups["a"]:
            # Of 3/4 nobody can tell which is the month, so both count.
            written = groups["y4"] or groups["y9"]
            year = int(written) if written else None
            one, two = int(groups["a"]), int(groups["b"] or groups["c"])
            found += [Written(year, m, d) for d, m in ((one, two), (two, one)) if m <= 12]
            continue
        name = groups["m1"] or groups["m2"]
        month = MONTHS.get(name.casefold().rstrip(".")) if name else groups["m3"] or groups["m4"]
        years = (groups[each] for each in ("y1", "y2", "y3", "y5", "y6", "y7", "y8"))
        days = (groups[each] for each in ("d1", "d2", "d3", "d4"))
        parts = (next(filter(None, years), None), month, next(filter(None, days), None))
        found.append(Written(*(int(part) if part else None for part in parts)))
    return found


def names_its_weekday(fact: str, written: Iterable[Written]) -> bool:
    """Whether the one weekday beside the one full day of a fact is that day's own."""
    days = {day for each in written if each.year and each.day and (day := each.on(each.year))}
    named = {number for _, _, number, _ in weekdays_in(fact)}
    return len(days) != 1 or len(named) != 1 or days.pop().weekday() in named


def follows(written: Written, said: str, day: date | None, others: Iterable[Written]) -> bool:
    """Whether a day written in a fact follows from what was said.

    Args:
        written: The day in the fact.
        said: The words that the fact rests on.
        day: When they were said.
        others: The days written in the conversation and in what is known.
    """
    for other in others:
        if written.agrees(other) and _same_length(written, other):
            if other.year or written.year is None or day is None:
                return True
            full = written.on(written.year)
            if full and abs((full - day).days) <= _A_YEAR:
                return True
    return any(
        written.within(first, last) for meant in meant_days(said, day) for first, last in meant.days
    )


def _same_length(fact: Written, said: Written) -> bool:
    """Whether a fact's day has no part that was not said, but for the year."""
    return (fact.month is None or said.month is not None) and (
        fact.day is None or said.day is not None
    )


def _only_then(fact: str, day: date | None) -> list[Meant]:
    """Words that mean a day only as seen from another; a weekday alone is let pass."""
    german = bool(_GERMAN.search(fact))
    return [
        each
        for each in meant_days(fact, day)
        if not each.bare and not (german and each.words.casefold() == "hier")
    ]


def tells_a_day(text: str) -> bool:
    """Whether words from which a day can be worked out stand in a text."""
    words = set(re.findall(r"[^\W_]+", text.casefold()))
    named = words & _HINTS or words & WEEKDAYS or words & MONTHS.keys()
    return bool(named or written_days(text) or meant_days(text, None))


def without_days(text: str) -> str:
    """A text without the days written in it: what is left of it was not worked out."""
    return _DAY.sub(" ", text)


def looks_like_a_day(text: str) -> bool:
    """Whether a text is a day: `Friday 16 October`, `2026-10-16`, `next week`, `16/10`."""
    words = [word for word in re.findall(r"[^\W_]+", text.casefold()) if word not in _FILLERS]
    if not words or len(words) > 7:
        return False
    dated = any(word in WEEKDAYS or word in MONTHS or word in _HINTS for word in words)
    return all(map(_of_a_day_or_time, words)) and (dated or bool(re.search(r"\d[/.-]\d", text)))


_FILLERS = frozenset(("the", "of", "de", "del", "le", "la", "o", "a", "el", "den", "dem", "at"))


def _of_a_day_or_time(word: str) -> bool:
    return (
        _part_of_a_day(word) or word in _HINTS or word in ("am", "pm", "h", "uhr", "noon", "this")
    )


def _part_of_a_day(word: str) -> bool:
    """Whether a word may be part of a written day: a number of it, a month, a weekday."""
    folded = word.casefold()
    return bool(_OF_A_DAY.fullmatch(word) or folded in MONTHS or folded in WEEKDAYS)


def _absolute(fact: str) -> bool:
    return day_in(fact) is not None or bool(re.search(r"(?<!\d)(?:19|20|21)\d\d(?!\d)", fact))
