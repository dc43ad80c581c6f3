"""Times told from today: "two years ago", "last week", "yesterday", "on Friday". Pure."""

from datetime import timedelta

from memtui.search import when_today_words as said
from memtui.search import when_words as words
from memtui.search.days import ONE_DAY, Unit, moved
from memtui.search.when_asked import Asked, Period
from memtui.search.when_parts_words import is_season

_A_YEAR = range(365, 367)
_A_WEEK = 7


def ago(asked: Asked, at: int) -> Period | None:
    """Such as "two years ago", "há dois anos", "vor einem halben Jahr": the period it falls into.

    Of a half it is the month, the week or the day that is so long ago.
    """
    tokens = asked.tokens
    place = at + tokens.phrase_of(at, said.BEFORE_AGO)
    amount = _amount(asked, place)
    if amount is None:
        return None
    unit, count, stop = amount
    if tokens.text(stop) in said.AFTER_AGO and tokens.joined(stop - 1):
        return asked.back(unit, count, stop + 1)
    return asked.back(unit, count, stop) if place > at else None


def latest(asked: Asked, at: int) -> Period | None:
    """Such as "the last 3 months", "les 3 derniers mois": until today."""
    tokens = asked.tokens
    one, two = tokens.text(at), tokens.text(at + 1)
    amount = None
    if one in said.LATEST and tokens.joined(at):
        decade = (Unit.YEAR, 10, at + 2) if two in said.DECADES else None
        amount = decade or _amount(asked, at + 1)
    elif two in said.LATEST:
        count, unit = tokens.count(at), words.units().get(tokens.text(at + 2))
        amount = (unit, count, at + 3) if unit and count is not None else None
    if amount is None:
        return None
    first = moved(asked.today, amount[0], -amount[1])
    return Period(first, None, amount[2], alone=True) if first else None


def last_or_this(asked: Asked, at: int) -> Period | None:
    """Such as "last year", "el mes pasado", "esta semana", "last Friday"."""
    tokens = asked.tokens
    if tokens.text(at) in said.YEAR_BEFORE:
        return asked.back(Unit.YEAR, 1, at + 1)
    one, two = tokens.text(at), tokens.text(at + 1)
    if not tokens.joined(at):
        return None
    if two == "before" and tokens.text(at + 2) == "last" and one in words.units():
        return asked.back(words.units()[one], 2, at + 3)
    feira = 1 if two == "feira" else 0
    for place, mark, name in (
        (at + 1, one, two),
        (at + 1 + feira, tokens.text(at + 1 + feira), one),
    ):
        back = 1 if mark in said.LAST else 2 if mark in said.LAST_BUT_ONE else None
        if mark in said.THIS and mark == one:
            back = 0
        if back is None:
            continue
        stop = place + 1
        unit = words.units().get(name)
        if unit and unit is not Unit.DAY:
            # "the last month of the project" is no month of the calendar.
            if mark == one and back and tokens.text(stop) in words.OF:
                return None
            return asked.back(unit, back, stop)
        if back == 1 and is_season(name):
            first = moved(asked.today, Unit.YEAR, -1)
            return Period(first, asked.today + ONE_DAY, stop, alone=True) if first else None
        weekday = said.weekdays().get(name)
        if weekday and back == 1 and words.units().get(tokens.text(stop)) is not Unit.WEEK:
            return asked.days_back((asked.today.isoweekday() - weekday) % 7 or 7, stop)
    return None


def near_day(asked: Asked, at: int) -> Period | None:
    """Such as "yesterday", "avant-hier", "this morning"."""
    tokens = asked.tokens
    length = tokens.phrase_of(at, said.days_back())
    if not length or (
        tokens.text(at) == "hier" and said.GERMAN & {token.text for token in tokens.all}
    ):
        return None
    return asked.days_back(said.days_back()[tokens.phrase(at, length)], at + length)


def year_from_today(asked: Asked, at: int) -> tuple[int, int] | None:
    """The year that "last year", "two years ago" or "next year" is, and the token after it."""
    tokens = asked.tokens
    for found in (last_or_this(asked, at), ago(asked, at)):
        if found and found.days in _A_YEAR:
            return found.first.year, found.stop
    year = asked.today.year + 1
    one, two = tokens.text(at), tokens.text(at + 1)
    if not tokens.joined(at):
        return None
    if one in said.NEXT and words.units().get(two) is Unit.YEAR:
        return year, at + 2
    if words.units().get(one) is Unit.YEAR:
        if two in said.NEXT:
            return year, at + 2
        if length := tokens.phrase_of(at + 1, said.TO_COME):
            return year, at + 1 + length
    return None


def on_weekday(asked: Asked, at: int) -> Period | None:
    """Such as "on Friday", "am Freitag", "vendredi": the last one that has begun."""
    tokens = asked.tokens
    name = tokens.text(at)
    weekday = said.weekdays().get(name)
    if weekday is None or asked.named(at):
        return None
    stop = at + 1 + (tokens.text(at + 1) == "feira")
    week = last_or_this(asked, tokens.over(stop, words.OF | {"der", "la"}))
    if week and week.days == _A_WEEK and tokens.joined(stop - 1):
        day = week.first + timedelta(days=weekday - 1)
        return Period(day, day + ONE_DAY, week.stop, alone=True)
    low, feira = tokens.low(tokens.all[at]), stop > at + 1
    before = tokens.text(at - 1) if at and tokens.joined(at - 1) else ""
    by_itself = name in said.ONE_BY_ITSELF and low and before not in said.NOT_ONE
    if not (by_itself or before in said.ON_A_DAY or _leads_to_a_day(asked, at)):
        return None
    if before in ("no", "na", "el") and not low:
        return None
    if not feira and (name == said.FARM or (name in said.COUNTING and stop < len(tokens.all))):
        return None
    if _is_usual(asked, at, stop):
        return None
    stop += tokens.text(stop) in said.PARTS_OF_A_DAY
    return asked.days_back((asked.today.isoweekday() - weekday) % 7, stop)


def _leads_to_a_day(asked: Asked, at: int) -> bool:
    """Whether a day of the week is a bound: "since Friday"."""
    leads = words.leads()
    return any(
        leads.get(phrase, words.Lead.IN) is not words.Lead.IN for phrase in asked.tokens.before(at)
    )


def _is_usual(asked: Asked, at: int, stop: int) -> bool:
    """Whether more than one such day is meant, or one to come."""
    tokens = asked.tokens
    both = words.AND | words.OR | words.TO
    if tokens.text(stop) in both and tokens.text(stop + 1) in said.weekdays():
        return True
    if tokens.text(at - 1) in both and tokens.text(at - 2) in said.weekdays():
        return True
    # A date follows its day of the week, and says more.
    if tokens.text(tokens.over(stop, {"the", "der", "dem", "den"}))[:1].isdigit():
        return True
    if tokens.text(tokens.over(stop, words.OF)) in words.months():
        return True
    if tokens.text(stop) in said.NEXT or tokens.phrase_of(stop, said.TO_COME):
        return True
    if tokens.text(at - 1) != "on":
        return False
    behind = stop + (tokens.text(stop) in said.PARTS_OF_A_DAY)
    if at == 1 and behind < len(tokens.all) and tokens.text(behind) not in said.ASKING:
        return True
    return bool(said.NOT_PAST & {token.text for token in tokens.all})


def _amount(asked: Asked, at: int) -> tuple[Unit, int, int] | None:
    """So many of a unit from a token on, and the token after it."""
    tokens = asked.tokens
    place = at + (tokens.text(at) in said.ONE and tokens.joined(at))
    if tokens.text(place) in said.HALF and tokens.joined(place):
        return _halves(asked, tokens.over(place + 1, said.OF_A), 1)
    if halves := said.HALVES.get(tokens.text(at)):
        return _halves(asked, at + 1, halves)
    if couple := tokens.phrase_of(place, said.COUPLE):
        count, place = 2, place + couple
    elif (number := tokens.count(at)) is not None:
        count, place = number, at + 1
    elif tokens.text(at) in words.units() and at:
        count, place = 1, at
        if not tokens.phrase_of(at + 1, said.AND_A_HALF):
            return None
    else:
        return None
    if half := tokens.phrase_of(place, said.AND_A_HALF):
        return _halves(asked, place + half, 2 * count + 1)
    if tokens.text(place) in said.DECADES:
        return Unit.YEAR, 10 * count, place + 1
    unit = words.units().get(tokens.text(place))
    if unit is None:
        return None
    if half := tokens.phrase_of(place + 1, said.AND_A_HALF):
        found = _halves(asked, place, 2 * count + 1)
        return (*found[:2], place + 1 + half) if found else None
    return unit, count, place + 1


def _halves(asked: Asked, at: int, halves: int) -> tuple[Unit, int, int] | None:
    if asked.tokens.text(at) in said.DECADES:
        return Unit.YEAR, 5 * halves, at + 1
    unit = words.units().get(asked.tokens.text(at))
    smaller = said.half_back(unit, halves) if unit else None
    return (*smaller, at + 1) if smaller else None
