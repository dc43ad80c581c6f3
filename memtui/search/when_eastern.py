"""Times in Chinese and Japanese, which put no spaces between words: "2024年3月", "去年", "先月"."""

import re
from datetime import date, timedelta
from typing import NamedTuple

from memtui.search.days import ONE_DAY, Kind, Span, Unit, day_of, moved, period_back
from memtui.search.when_eastern_words import (
    AFTER_IT,
    DAYS,
    LAST_DAY,
    LAST_MONTHS,
    LAST_WEEKS,
    PART_OF_DECADE,
    PART_OF_MONTH,
    PART_OF_YEAR,
    RANGE,
    TIME,
    WEEKDAYS,
    YEARS,
    number,
)
from memtui.search.when_today_words import half_back

_UNITS = {"年": Unit.YEAR, "月": Unit.MONTH, "天": Unit.DAY, "日": Unit.DAY}


class _Found(NamedTuple):
    """The days of a time. `year` = the one said; `month` = it stands without its year."""

    first: date
    end: date
    year: int | None = None
    month: int | None = None


def eastern_time(question: str, today: date) -> Span | None:
    """The first time that a question names in Chinese or Japanese."""
    for match in TIME.finditer(question):
        if match["latest"] or match["ago_side"]:
            if first := _since(match, today):
                return Span(first, None, Kind.AFTER, match[0], match.start())
        elif match["from_year"]:
            begin, last = int(match["from_year"]), int(match["to_year"])
            if begin < last and (first := day_of(begin, 1, 1)) and (end := day_of(last + 1, 1, 1)):
                return Span(first, end, Kind.IN, match[0], match.start())
        elif (found := _found(match, today)) and (span := _span(question, match, found, today)):
            return span
    return None


def _since(match: re.Match[str], today: date) -> date | None:
    unit, signs = _unit(match["latest_unit"] or match["ago_unit"]), match["latest"] or match["ago"]
    back = half_back(unit, 1) if signs == "半" else (unit, number(signs))
    return moved(today, back[0], -back[1]) if back else None


def _span(question: str, match: re.Match[str], found: _Found, today: date) -> Span | None:
    start = match.start()
    whole = _of_a_year_ago(question, match, found, today)
    if whole := whole or _stretch(question, match, found, today):
        return whole
    behind = AFTER_IT.match(question, match.end())
    words = question[start : behind.end() if behind else match.end()]
    side = behind.lastgroup if behind else None
    if _is_bare(match) and side is None and not question.startswith("に", match.end()):
        return None
    if side in ("before", "until"):
        return Span(None, found.first if side == "before" else found.end, Kind.BEFORE, words, start)
    if side in ("since", "after"):
        return Span(found.first if side == "since" else found.end, None, Kind.AFTER, words, start)
    return Span(found.first, found.end, Kind.IN, words, start)


def _of_a_year_ago(question: str, match: re.Match[str], found: _Found, today: date) -> Span | None:
    """A part of a year that is told from today: "两年前的三月"."""
    start, end = match.start(), match.end()
    years = (match["ago_unit"] or "").endswith("年") and question.startswith(("の", "的"), end)
    part = TIME.match(question, end + 1) if years else None
    if part is None or not (part["month"] or part["christmas"] or part["quarter"]):
        return None
    days = _found(part, today, found.first.year)
    return (
        Span(days.first, days.end, Kind.IN, question[start : part.end()], start) if days else None
    )


def _stretch(question: str, match: re.Match[str], found: _Found, today: date) -> Span | None:
    """A stretch over times with words between them: "3月到5月", "5月3日到6日"."""
    start, begin, whole = match.start(), found, None
    last_day = LAST_DAY.match(question, match.end()) if match["day"] else None
    if last_day:
        last = day_of(found.first.year, found.first.month, number(last_day[1]))
        if last and last > found.first:
            words = question[start : last_day.end()]
            return Span(found.first, last + ONE_DAY, Kind.IN, words, start)
    end = match.end()
    while between := RANGE.match(question, end):
        following = TIME.match(question, between.end())
        last_found = _found(following, today, found.year) if following else None
        if following is None or last_found is None:
            break
        first, end = _begin(begin, last_found), following.end()
        if first >= last_found.end:
            break
        begin = last_found._replace(first=first, month=begin.month)
        whole = Span(first, last_found.end, Kind.IN, question[start:end], start)
    return whole


def _is_bare(match: re.Match[str]) -> bool:
    """Whether it may be something else: "三月" a name, "クリスマス" a party's."""
    sign = match["month"]
    alone = sign and not (sign.isdecimal() or len(sign) > 1 or match["day"] or match["month_part"])
    return not match["of"] and bool((alone and not match["of_year"]) or match["christmas"])


def _begin(first: _Found, last: _Found) -> date:
    """Where a stretch begins: a month without its year is of the one that follows it."""
    if first.month and (last.month is None or first.first > last.first):
        return date(last.first.year - (first.month > last.first.month), first.month, 1)
    return first.first


def _found(match: re.Match[str], today: date, of_year: int | None = None) -> _Found | None:
    if match["ago"] or match["half_ago"]:
        return _ago(match, today)
    if match["day_word"]:
        return _days(period_back(today, Unit.DAY, DAYS[match["day_word"]]))
    if match["week"] or match["weekday"] or match["day_of_week"]:
        return _week(match, today)
    if match["last_quarter"]:
        this = date(today.year, today.month - (today.month - 1) % 3, 1)
        first = moved(this, Unit.MONTH, -3)
        return _Found(first, this) if first else None
    if match["decade"] or match["decade_signs"]:
        return _decade(match, today)
    year = of_year
    if match["year"]:
        year = number(match["year"])
    elif match["year_word"]:
        year = today.year - YEARS[match["year_word"]]
    if match["christmas"]:
        year = year or today.year - ((today.month, today.day) < (12, 24))
        first = day_of(year, 12, 24)
        return _Found(first, first + timedelta(days=3), year) if first else None
    if match["month_word"]:
        month = period_back(today, Unit.MONTH, LAST_MONTHS[match["month_word"]])
        return _days(_part_of_month(*month, match["word_part"])) if month else None
    if match["month"]:
        return _month(match, number(match["month"]), year, today)
    return _year(match, year, today)


def _year(match: re.Match[str], year: int | None, today: date) -> _Found | None:
    """A year, or the half, the third or the quarter of one."""
    month, count, said = 1, 12, year
    if part := match["year_part"] or match["half_year"]:
        month, count = PART_OF_YEAR[part]
    elif quarter := match["quarter"] or match["q"]:
        month, count = 3 * number(quarter) - 2, 3
    if year is None:
        if count == 12:
            return None
        year = today.year - (month > today.month)
    elif match["year_word"] and year > today.year and count == 12:
        return None
    first = day_of(year, month, 1)
    end = moved(first, Unit.MONTH, count) if first else None
    return _Found(first, end, said) if first and end else None


def _month(match: re.Match[str], month: int, said: int | None, today: date) -> _Found | None:
    year = said or today.year - (month > today.month)
    first = day_of(year, month, number(match["day"]) if match["day"] else 1)
    if first is None:
        return None
    if match["day"]:
        if first > today and said is None:
            first = day_of(year - 1, month, first.day) or first
        return _Found(first, first + ONE_DAY, said)
    end = moved(first, Unit.MONTH, 1)
    if end is None:
        return None
    days = _part_of_month(first, end, match["month_part"])
    if said is None and days[0] > today:
        begun = day_of(year - 1, month, 1) or first
        days = _part_of_month(begun, moved(begun, Unit.MONTH, 1) or end, match["month_part"])
    return _Found(*days, said, None if said else month)


def _part_of_month(first: date, end: date, part: str | None) -> tuple[date, date]:
    """A third of a month, by ten days."""
    if part is None:
        return first, end
    third = PART_OF_MONTH[part]
    begin = first + timedelta(days=10 * third)
    return begin, end if third == 2 else begin + timedelta(days=10)


def _ago(match: re.Match[str], today: date) -> _Found | None:
    unit, count = _unit(match["ago_unit"] or match["half_unit"]), 0
    if match["ago"]:
        count = number(match["ago"])
    halves = bool(match["half_ago"] or match["and_half"] or "半" in (match["ago_unit"] or ""))
    if halves:
        smaller = half_back(unit, 2 * count + 1)
        if smaller is None:
            return None
        unit, count = smaller
    return _days(period_back(today, unit, count))


def _week(match: re.Match[str], today: date) -> _Found | None:
    sign = match["weekday"] or match["day_of_week"]
    sign = sign or match["day_of_it"] or match["weekday_of_it"]
    weekday = WEEKDAYS[sign] if sign else None
    if weekday is None:
        return _days(period_back(today, Unit.WEEK, LAST_WEEKS[match["week"]]))
    day = today - timedelta(days=(today.isoweekday() - weekday) % 7)
    if match["week"]:
        week = period_back(today, Unit.WEEK, LAST_WEEKS[match["week"]])
        if week is None:
            return None
        day = week[0] + timedelta(days=weekday - 1)
    return _Found(day, day + ONE_DAY)


def _decade(match: re.Match[str], today: date) -> _Found | None:
    first = int(match["decade"]) if match["decade"] else 10 * number(match["decade_signs"][0])
    if first < 100:
        first += 2000 if 2000 + first <= today.year else 1900
    month, count = PART_OF_DECADE.get(match["decade_part"], (1, 120))
    begin = day_of(first, 1, 1)
    begin = moved(begin, Unit.MONTH, month - 1) if begin else None
    end = moved(begin, Unit.MONTH, count) if begin else None
    return _Found(begin, end, first) if begin and end else None


def _unit(text: str) -> Unit:
    return _UNITS.get(text[-1], Unit.WEEK)


def _days(days: tuple[date, date] | None) -> _Found | None:
    return _Found(*days) if days else None
