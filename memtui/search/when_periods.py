"""Times by themselves, without what leads to them: the first reader that finds one. Pure."""

from memtui.search import when_words as said
from memtui.search.when_asked import Asked, Period
from memtui.search.when_calendar import christmas, day_and_month, decade, month, written, year
from memtui.search.when_parts import part, quarter_or_half
from memtui.search.when_today import (
    ago,
    last_or_this,
    latest,
    near_day,
    on_weekday,
    year_from_today,
)

# A number behind one of these is a price, a version, a name.
_NOT_BEFORE_A_NUMBER = frozenset("#$€£@:.-/_+&=")
# Of a year that is told from today: "last year, in October".
_OF_A_YEAR = (part, quarter_or_half, christmas, day_and_month, month)
_READERS = (
    written,
    part,
    day_and_month,
    month,
    ago,
    latest,
    quarter_or_half,
    christmas,
    last_or_this,
    near_day,
    on_weekday,
    decade,
    year,
)


def period_at(asked: Asked, at: int) -> Period | None:
    """The time that begins at a token."""
    if at >= len(asked.tokens.all):
        return None
    token = asked.tokens.all[at]
    before = asked.tokens.question[token.start - 1] if token.start else ""
    if token.text[0].isdigit() and before in _NOT_BEFORE_A_NUMBER:
        return None
    if found := _year_and_part(asked, at):
        return found
    return next((found for read in _READERS if (found := read(asked, at))), None)


def _year_and_part(asked: Asked, at: int) -> Period | None:
    """Such as "last year in October", "no ano passado, em 3 de maio"."""
    found = year_from_today(asked, at)
    if found is None or not asked.tokens.joined(found[1] - 1):
        return None
    of_year = asked.of_year(found[0])
    start = asked.tokens.over(found[1], said.IN_A_YEAR)
    for read in _OF_A_YEAR:
        part_of_it = read(of_year, start)
        if part_of_it and part_of_it.first.year == found[0]:
            word = asked.tokens.all[start]
            if word.text in said.VERBS and start == found[1] and asked.tokens.low(word):
                return None
            return part_of_it._replace(alone=True, month=None)
    return None
