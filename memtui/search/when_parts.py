"""Parts of a year, a month or a decade: "early 2024", "the end of March", "2. Quartal". Pure."""

import re
from datetime import date, timedelta

from memtui.search import when_parts_words as said
from memtui.search import when_today_words as today_said
from memtui.search import when_words as words
from memtui.search.days import Unit, moved
from memtui.search.when_asked import Asked, Period
from memtui.search.when_calendar import decade, month, year
from memtui.search.when_today import last_or_this, year_from_today

_QUARTER = re.compile(r"q([1-4])")
_QUARTER_OF_A_YEAR = re.compile(r"t([1-4])")
_HALF_OF_A_YEAR = re.compile(r"h([12])")
_YEAR_BEHIND = re.compile(r"\s?(?:['’](\d\d)|/((?:19|20|21)\d\d))\b")
_YEAR_BEFORE = re.compile(r"(\d{4})-?([qh])([1-4])")
# What is shorter has no thirds.
_A_MONTH, _YEAR_DAYS = 28, 365


def part(asked: Asked, at: int) -> Period | None:
    """Such as "the end of 2024", "early March", "Anfang letzten Jahres", "summer 2023"."""
    tokens = asked.tokens
    word, behind = tokens.text(at), tokens.over(at + 1, said.TO_BE_SKIPPED)
    if asked.named(at) or not tokens.joined(at):
        return None
    if word == "mi" and not tokens.question.startswith("-", tokens.all[at].end):
        # In Spanish it is "my".
        return None
    which, direct = said.direct().get(word), behind == at + 1
    if which is None:
        which = said.direct_in_italian(word, tokens.text(at + 1), words.months())
    if which is None and not direct:
        which = said.with_of().get(word)
    if which is None:
        return None
    # "the month of March", "el año 2024"
    after = tokens.over(behind + 1, words.OF)
    unit = words.units().get(tokens.text(behind))
    if (unit is Unit.MONTH and tokens.text(after) in words.months()) or (
        unit is Unit.YEAR and tokens.year_number(after)
    ):
        behind = after
    whole = _whole(asked, behind)
    if whole is None or whole.end is None:
        return None
    if said.is_season_part(which):
        return whole._replace(alone=True) if _is_year(whole) else None
    low = tokens.text(behind) in words.VERBS and tokens.low(tokens.all[behind])
    if direct and whole.month and tokens.text(at - 1) == "the":
        # Somebody who died may be meant.
        return None
    return _third(asked, whole, which)._replace(alone=not (low and direct and whole.month))


def quarter_or_half(asked: Asked, at: int) -> Period | None:
    """Such as "the second quarter of 2024", "2. Halbjahr", "Q3 2025", "last quarter"."""
    tokens = asked.tokens
    if match := _YEAR_BEFORE.fullmatch(tokens.text(at)):
        return _of_year(asked, int(match[1]), _LENGTHS[match[2]], int(match[3]), at + 1)
    if (number := tokens.year_number(at)) and tokens.joined(at):
        for pattern, length in _SHORT:
            if match := pattern.fullmatch(tokens.text(at + 1)):
                return _of_year(asked, number, length, int(match[1]), at + 2)
    return _last_quarter(asked, at) or _short(asked, at) or _counted(asked, at)


_SHORT = ((_QUARTER, 3), (_QUARTER_OF_A_YEAR, 3), (_HALF_OF_A_YEAR, 6))
_LENGTHS = {"q": 3, "h": 6}


def _short(asked: Asked, at: int) -> Period | None:
    """Such as "Q3 2025", "H1 of last year"; only a quarter may be without its year."""
    tokens = asked.tokens
    for pattern, length in _SHORT:
        if match := pattern.fullmatch(tokens.text(at)):
            number = int(match[1])
            if behind := _YEAR_BEHIND.match(tokens.question, tokens.all[at].end):
                found = int(behind[2] or 2000 + int(behind[1]))
                return _of_year(asked, found, length, number, at + 2)
            if of := _year_of(asked, at + 1):
                return _of_year(asked, of[0], length, number, of[1])
            if pattern is _QUARTER or asked.year:
                return _last_of(asked, length, number, at + 1)
    return None


def _counted(asked: Asked, at: int) -> Period | None:
    """Such as "the second quarter of 2024", "no primeiro semestre"."""
    tokens = asked.tokens
    number, unit = said.ordinals().get(tokens.text(at)), tokens.text(at + 1)
    if number is None or not tokens.joined(at):
        return None
    halves = unit in said.HALVES or unit in said.HALF_YEARS
    if not (halves and number < 3) and unit not in said.QUARTERS:
        return None
    length = 6 if halves else 3
    whole = month(asked, tokens.over(at + 2, said.TO_BE_SKIPPED)) if unit in said.HALVES else None
    if whole and whole.end and tokens.joined(at + 1):
        middle = whole.first.replace(day=16)
        return whole._replace(
            first=(whole.first, middle)[number - 1], end=(middle, whole.end)[number - 1], alone=True
        )
    if of := _year_of(asked, at + 2):
        return _of_year(asked, of[0], length, number, of[1])
    of_something = tokens.text(at + 2) in said.TO_BE_SKIPPED and tokens.joined(at + 1)
    if of_something or (unit in said.HALVES and not asked.year):
        return None
    return _last_of(asked, length, number, at + 2)


def _last_quarter(asked: Asked, at: int) -> Period | None:
    """Such as "last quarter", "no trimestre passado"."""
    tokens = asked.tokens
    one, two = tokens.text(at), tokens.text(at + 1)
    if not tokens.joined(at) or tokens.text(at + 2) in words.OF:
        return None
    pairs = ((one, two), (two, one))
    if not any(mark in today_said.LAST and name in said.QUARTERS for mark, name in pairs):
        return None
    this = date(asked.today.year, asked.today.month - (asked.today.month - 1) % 3, 1)
    first = moved(this, Unit.MONTH, -3)
    return Period(first, this, at + 2, alone=True) if first else None


def _year_of(asked: Asked, at: int) -> tuple[int, int] | None:
    """The year of which a quarter is, and the token after it."""
    behind = asked.tokens.over(at, said.TO_BE_SKIPPED)
    if number := asked.tokens.year_number(behind):
        return number, asked.tokens.signed(behind + 1)
    if not asked.tokens.joined(at - 1):
        return None
    return year_from_today(asked, at) or year_from_today(asked, behind)


def _of_year(asked: Asked, of: int, length: int, number: int, stop: int) -> Period | None:
    return asked.months(stop, of, length * (number - 1) + 1, length)


def _last_of(asked: Asked, length: int, number: int, stop: int) -> Period | None:
    of = asked.last_year_of(length * (number - 1) + 1)
    found = _of_year(asked, of, length, number, stop)
    known = None if asked.year else length * (number - 1) + 1
    return found and found._replace(alone=bool(asked.year), article=True, month=known)


def _whole(asked: Asked, at: int) -> Period | None:
    """What a part may be of."""
    found = decade(asked, at) or year(asked, at) or month(asked, at) or last_or_this(asked, at)
    return found if found and found.days >= _A_MONTH else None


def _is_year(period: Period) -> bool:
    return period.days // _YEAR_DAYS == 1


def _third(asked: Asked, whole: Period, which: int) -> Period:
    """A third of a time: by months, or in a month by ten days; the last one that has begun."""
    end = whole.end or whole.first
    if whole.days < _YEAR_DAYS:
        first = whole.first + timedelta(days=10 * which)
        if whole.month and first > asked.today:
            back = moved(whole.first, Unit.YEAR, -1) or whole.first
            begun = whole._replace(first=back, end=moved(back, Unit.MONTH, 1))
            return _third(asked, begun, which)
        end = end if which == said.END else first + timedelta(days=10)
        return whole._replace(first=first, end=end)
    length = (end.year - whole.first.year) * 12 // 3
    first = moved(whole.first, Unit.MONTH, which * length) or whole.first
    return whole._replace(first=first, end=moved(first, Unit.MONTH, length))
