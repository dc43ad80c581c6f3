"""Days that words mean only as seen from the day they were said: "in three weeks", "下周五".

Which words mean a day is decided by the tables of `relative_words`; dateparser works out which day
that is, in the one language whose table admitted them. Weekdays are worked out here: it takes
"next Friday" for the coming one, and reads none of "próxima sexta", "nächsten Freitag", "下周五".
"""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache

from memtui.extract.month_days import month_days
from memtui.extract.relative_words import LANGUAGES, NUMBERS, Phrase, Side, Unit, weekdays_in

# What dateparser makes of a phrase is believed no further from the day it was said than this.
_FURTHEST = timedelta(days=366 * 12)
# No phrase is longer, but for what many spaces stretch.
_LONGEST = 80
Days = tuple[date, date]


@dataclass(frozen=True, slots=True)
class Meant:
    """Words that mean a day or a stretch of days, and which they may mean.

    `days` are stretches, first and last day included; more than one where people differ, none
    where nobody can tell.
    """

    words: str
    start: int
    days: tuple[Days, ...]
    bare: bool = False

    @property
    def day(self) -> date | None:
        """The one day that is meant, if it is one."""
        if len(self.days) == 1 and self.days[0][0] == self.days[0][1]:
            return self.days[0][0]
        return None

    def may_mean(self, day: date) -> bool:
        """Whether this day may be meant."""
        return any(first <= day <= last for first, last in self.days)


def meant_days(text: str, day: date | None) -> list[Meant]:
    """The words of a text that mean days, in their order.

    Args:
        text: A sentence or a whole turn.
        day: The day on which it was said; without it nothing can be worked out.
    """
    found: dict[int, Meant] = {}
    for language, phrases in LANGUAGES.items():
        for phrase in phrases:
            for match in phrase.compiled.finditer(text):
                days = _stretch(language, phrase, match[0], day) if day else ()
                _take(found, Meant(match[0], match.start(), days))
    for words, start, numbered in month_days(text, day):
        _take(found, Meant(words, start, tuple((each, each) for each in numbered)))
    for start, end, number, side in weekdays_in(text):
        days = _weekday(number, side, day) if day else ()
        _take(found, Meant(text[start:end], start, days, bare=side is Side.NONE))
    return [found[start] for start in sorted(found)]


def _take(found: dict[int, Meant], meant: Meant) -> None:
    """Of words that overlap the longest count."""
    end = meant.start + len(meant.words)
    near = (found.get(start) for start in range(meant.start - _LONGEST, end))
    over = [each for each in near if each and meant.start < each.start + len(each.words)]
    if all(len(each.words) < len(meant.words) for each in over):
        for each in over:
            del found[each.start]
        found[meant.start] = meant


def _stretch(language: str, phrase: Phrase, words: str, day: date) -> tuple[Days, ...]:
    asked = phrase.compiled.sub(phrase.rewritten, words) if phrase.rewritten else words
    worked_out = _dateparser_says(language, _in_digits(asked, language), day)
    if worked_out is None or abs(worked_out - day) > _FURTHEST:
        return ()
    return (_around(worked_out, phrase.unit_of(words)),)


def _in_digits(words: str, language: str) -> str:
    """A phrase with its number in digits; languages without spaces have no words to tell apart."""
    numbers = NUMBERS[language]
    if language in ("ja", "zh"):
        return "".join(numbers.get(each, each) for each in words)
    return " ".join(numbers.get(word, word) for word in words.casefold().split())


@lru_cache(maxsize=1024)
def _dateparser_says(language: str, words: str, day: date) -> date | None:
    import dateparser

    found = dateparser.parse(
        words,
        languages=[language],
        settings={
            "RELATIVE_BASE": datetime.combine(day, time()),
            "PARSERS": ["relative-time"],
            "TIMEZONE": "UTC",
            "RETURN_AS_TIMEZONE_AWARE": False,
        },
    )
    return found.date() if found else None


def _around(day: date, unit: Unit) -> Days:
    """The day, or the week, month or year that it is in."""
    match unit:
        case Unit.DAY:
            return day, day
        case Unit.WEEK:
            monday = day - timedelta(days=day.weekday())
            return monday, monday + timedelta(days=6)
        case Unit.MONTH:
            return day.replace(day=1), day.replace(day=monthrange(day.year, day.month)[1])
        case Unit.YEAR:
            return date(day.year, 1, 1), date(day.year, 12, 31)


def _weekday(number: int, side: Side, day: date) -> tuple[Days, ...]:
    coming = day + timedelta(days=(number - day.weekday() - 1) % 7 + 1)
    past = day - timedelta(days=(day.weekday() - number - 1) % 7 + 1)
    this_week = day + timedelta(days=number - day.weekday())
    days: tuple[date, ...]
    match side:
        case Side.NEXT:
            days = (coming, this_week + timedelta(days=7))
        case Side.LAST:
            days = (past, this_week - timedelta(days=7))
        case Side.NEXT_WEEK:
            days = (this_week + timedelta(days=7),)
        case Side.LAST_WEEK:
            days = (this_week - timedelta(days=7),)
        case Side.NONE:
            days = (past, this_week, coming)
    return tuple((each, each) for each in dict.fromkeys(days))
