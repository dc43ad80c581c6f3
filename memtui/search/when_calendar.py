"""Days, months, years, decades and Christmas by their names: "3 May 2025", "the 1990s". Pure."""

import re
from datetime import date

from memtui.search import when_today_words as today_said
from memtui.search import when_words as said
from memtui.search.days import FIRST_YEAR, LAST_YEAR
from memtui.search.when_asked import Asked, Period
from memtui.search.when_today import year_from_today

_ORDINAL = re.compile(r"(?:(\d{1,2})[-–])?(\d{1,2})(?:st|nd|rd|th|er|re|o|a|е|го)?")
_ISO = re.compile(r"(\d{4})[-/](\d\d?)(?:[-/](\d\d?))?")
_DOTTED = re.compile(r"(\d\d?)\.(\d\d?)\.(\d{4})")
_SLASHED = re.compile(r"(\d\d?)/(\d\d?)/(\d{4})")
_MONTH_AND_YEAR = re.compile(r"(\d\d?)/(\d{4})")
_YEARS = re.compile(r"((?:19|20)\d\d)[-/–—]((?:19|20)\d\d)")
_DECADE = re.compile(r"(\d{3}|\d)0(s|er|ern)?")
_BEFORE_A_YEAR = said.OF | said.words(
    """the l le der des dem dell dello lo il im vom no o nel nell en em d"""
)


def written(asked: Asked, at: int) -> Period | None:
    """A day, a month or several years in numbers only."""
    text = asked.tokens.text(at)
    if match := _ISO.fullmatch(text):
        if match[3]:
            return asked.day(at + 1, int(match[1]), int(match[2]), int(match[3]))
        if 12 < int(match[2]) > int(match[1]) % 100:
            return _years(asked, at, int(match[1]), int(match[1][:2] + match[2]), alone=False)
        return asked.months(at + 1, int(match[1]), int(match[2]))
    if match := _DOTTED.fullmatch(text):
        return asked.day(at + 1, int(match[3]), int(match[2]), int(match[1]))
    if match := _SLASHED.fullmatch(text):
        one, two, year = int(match[1]), int(match[2]), int(match[3])
        # Of 3/4/2026 nobody can tell what it is.
        if one > 12 or one == two:
            return asked.day(at + 1, year, two, one)
        return asked.day(at + 1, year, one, two) if two > 12 else None
    if match := _MONTH_AND_YEAR.fullmatch(text):
        return asked.months(at + 1, int(match[2]), int(match[1]))
    match = _YEARS.fullmatch(text)
    return _years(asked, at, int(match[1]), int(match[2]), alone=True) if match else None


def day_and_month(asked: Asked, at: int) -> Period | None:
    """Such as "3 May 2025", "the 3rd of May", "May 3rd, 2025", "3 de maio do ano passado"."""
    tokens = asked.tokens
    first, second = tokens.text(at), tokens.over(at + 1, said.OF)
    if several := _several_days(asked, at):
        return several
    if match := _ORDINAL.fullmatch(first):
        if not all(tokens.joined(place) for place in range(at, second)):
            return None
        name, stop = second, second + 1
    else:
        match = _ORDINAL.fullmatch(tokens.text(at + 1)) if tokens.joined(at) else None
        if match is None or tokens.short_year(at + 1):
            return None
        if tokens.text(at + 2) in said.units() and tokens.joined(at + 1):
            # "in October 2 years ago"
            return None
        name, stop = at, at + 2
    month, day = said.months().get(tokens.text(name)), int(match[2])
    if month is None or not 1 <= day <= 31:
        return None
    begin = int(match[1] or day)
    if found := _year_behind(asked, stop):
        return _from_day(begin, asked.day(found[1], found[0], month, day))
    if tokens.text(name) in said.SHORT and not (tokens.led_by_on(at) or asked.year):
        return None
    if tokens.text(name) in said.VERBS and tokens.low(tokens.all[name]):
        return None
    if asked.year:
        return _from_day(begin, asked.day(stop, asked.year, month, day))
    # 29 February may be some years ago.
    for year in range(asked.today.year, asked.today.year - 9, -1):
        period = asked.day(stop, year, month, day)
        if period and period.first <= asked.today:
            return _from_day(begin, period._replace(month=month))
    return None


def _several_days(asked: Asked, at: int) -> Period | None:
    """Such as "10 to 12 May", "between 10 and 12 May": from one day of a month to another."""
    tokens = asked.tokens
    match = _ORDINAL.fullmatch(tokens.text(at))
    between = said.openings().get((tokens.text(at - 1),), said.TO)
    if match is None or match[1] or tokens.text(at + 1) not in between:
        return None
    if not (tokens.joined(at) and tokens.joined(at + 1)):
        return None
    start = tokens.over(at + 2, said.THE)
    if not tokens.text(start)[:1].isdigit():
        return None
    return _from_day(int(match[2]), day_and_month(asked, start))


def _from_day(begin: int, period: Period | None) -> Period | None:
    """The days of a month from one until another that was found."""
    if period is None or not 1 <= begin <= period.first.day:
        return None
    return period._replace(first=period.first.replace(day=begin))


def month(asked: Asked, at: int) -> Period | None:
    """Such as "March 2025", "March", "March of last year", "last March"."""
    tokens = asked.tokens
    place = at + 1 if tokens.text(at) in today_said.LAST and tokens.joined(at) else at
    number = said.months().get(tokens.text(place))
    if number is None:
        return None
    token = tokens.all[place]
    if place == at and (found := _year_behind(asked, place + 1)):
        return asked.months(found[1], found[0], number)
    if token.text in said.SHORT or asked.named(place):
        return None
    if token.text in said.NAMES and not tokens.low(token):
        return None
    after = tokens.text(place + 1) if tokens.joined(place) else ""
    last_one = place > at or after in today_said.LAST
    year = asked.last_year_of(number)
    if last_one and number == asked.today.month:
        year -= 1
    period = asked.months(place + 1 + (after in today_said.LAST), year, number)
    known = None if asked.year else number
    return period and period._replace(alone=last_one, month=known)


def year(asked: Asked, at: int) -> Period | None:
    """Such as "2024", and in German also without a lead."""
    tokens = asked.tokens
    number = tokens.year_number(at)
    if number is None:
        return None
    stop = tokens.signed(at + 1)
    before = tokens.all[at - 1] if at else None
    german = (
        before is not None
        and stop == len(tokens.all)
        and tokens.text(0) in today_said.ASKING_IN_GERMAN
        and (tokens.low(before) or asked.named(at - 1))
    )
    return Period(date(number, 1, 1), date(number + 1, 1, 1), stop, alone=german)


def decade(asked: Asked, at: int) -> Period | None:
    """Such as "1990s", "90er Jahre", "années 90", "década de 1990"."""
    tokens = asked.tokens
    word, place = tokens.text(at), at
    if word in said.YEARS_OF and tokens.joined(at):
        place = at + 1
    elif word in today_said.DECADES:
        place = tokens.over(at + 1, said.OF | said.words("os los anos"))
    match = _DECADE.fullmatch(tokens.text(place))
    names = said.decades() if place > at else said.decades_alone()
    first = int(match[1] + "0") if match else names.get(tokens.text(place))
    if first is None:
        return None
    stop = place + 1
    if place == at:
        if tokens.text(stop) in said.YEARS_OF and tokens.joined(place):
            stop += 1
        elif word in said.DECADES_BEFORE_YEARS or not (
            tokens.ends(stop) or _goes_on_in_german(asked, at)
        ):
            return None
    if match and bool(match[2]) != (place == at) and not _in_los(asked, at):
        return None
    if first < 100:
        first += 2000 if 2000 + first <= asked.today.year else 1900
    if not FIRST_YEAR <= first < LAST_YEAR - 10:
        return None
    return Period(date(first, 1, 1), date(first + 10, 1, 1), stop, alone=False, article=True)


def christmas(asked: Asked, at: int) -> Period | None:
    """Such as "last Christmas", "Weihnachten 2024", "no Natal": its three days."""
    tokens = asked.tokens
    place = at + (tokens.text(at) in today_said.LAST and tokens.joined(at))
    name = tokens.text(place)
    if name not in today_said.CHRISTMAS or asked.named(place):
        return None
    stop = place + 1 + (tokens.text(place + 1) in today_said.CHRISTMAS_DAYS)
    last = place > at
    if not last and tokens.text(stop) in today_said.LAST and tokens.joined(stop - 1):
        last, stop = True, stop + 1
    found = _year_behind(asked, stop)
    before = tokens.text(at - 1) if at else ""
    town = name == today_said.NATAL and before in ("em", "in", "en", "a", "de", "por", "para")
    alone = bool(
        last or found or (before in today_said.AT_CHRISTMAS and not town and tokens.ends(stop))
    )
    if not alone and (town or before == "in"):
        return None
    of_year, stop = found or (asked.last_year_of(12, 24), stop)
    first, end = date(of_year, 12, 24), date(of_year, 12, 27)
    return Period(first, end, stop, alone=alone or bool(asked.year), article=True)


def _years(asked: Asked, at: int, first: int, last: int, *, alone: bool) -> Period | None:
    if not FIRST_YEAR <= first < last < LAST_YEAR or asked.tokens.text(at - 1) in said.NUMBERED:
        return None
    return Period(date(first, 1, 1), date(last + 1, 1, 1), at + 1, alone=alone)


def _year_behind(asked: Asked, at: int) -> tuple[int, int] | None:
    """The year behind a month, in numbers or told from today, and the token after it."""
    tokens = asked.tokens
    behind = tokens.over(at, said.OF)
    if number := tokens.year_number(behind):
        return number, tokens.signed(behind + 1)
    if not tokens.joined(at - 1):
        return None
    for start in dict.fromkeys((at, behind, tokens.over(at, _BEFORE_A_YEAR))):
        if found := year_from_today(asked, start):
            return found
    return None


def _in_los(asked: Asked, at: int) -> bool:
    """Whether a number is a decade by what stands before it: "en los 90"."""
    return asked.tokens.phrase(at - 2, 3)[:2] in said.IN_LOS if at > 1 else False


def _goes_on_in_german(asked: Asked, at: int) -> bool:
    following = asked.tokens.all[at + 1]
    return asked.tokens.text(at).endswith(("er", "ern")) and asked.tokens.low(following)
