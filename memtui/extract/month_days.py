"""Days named by their number alone: "on the 30th", "dia 30", "am 30.", "30日".

The sentence's tense says whether it is the one past or the one to come; where it does not, it may
be either.
"""

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from memtui.conversations.times import MONTHS

_MONTH = "|".join(sorted(map(re.escape, MONTHS), key=len, reverse=True))
_NO_MONTH = rf"(?!\s*(?:(?:of|de|del)\s+)?(?:{_MONTH})\b)(?!\s*[/.-]?\d)"
# What may follow a day; "the 30th floor" is none.
_ENDS = (
    r"(?=\s*(?:$|[.,;:!?)\n]|\b(?:at|in|and|or|to|but|so|because|for|with|we|he|she|they|I|if"
    r"|às|e|y|et|und|um|à|a\s+las|das)\b))"
)


class _Tongue(NamedTuple):
    """How a language names such a day, and how it tells what is past and what is to come."""

    named: re.Pattern[str]
    past: re.Pattern[str]
    coming: re.Pattern[str]


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'’])(?:{pattern})(?!\w)", re.IGNORECASE)


_TONGUES = (
    _Tongue(
        re.compile(
            r"\b(?:on|by|until|till|from|since|before|after)\s+the\s+(?P<n>\d{1,2})(?:st|nd|rd|th)\b"
            + _NO_MONTH
            + _ENDS,
            re.IGNORECASE,
        ),
        _words(r"was|were|had|did|went|left|came|met|got|took|gave|saw|began|since|[a-z]{3,}ed"),
        _words(r"will|won't|going to|gonna|due|deadline|is|are|until|till|[a-z]+['’](?:ll|re)"),
    ),
    _Tongue(
        re.compile(rf"\bdia\s+(?P<n>\d{{1,2}})\b{_NO_MONTH}{_ENDS}", re.IGNORECASE),
        _words(r"foi|era|fui|foram|fomos|estive|esteve|desde|[^\W\d_]{2,}(?:ou|eu|iu|ei|aram|eram)"),
        _words(r"é|são|será|serão|vai|vão|vou|vamos|até|fica"),
    ),
    _Tongue(
        re.compile(rf"\bel\s+día\s+(?P<n>\d{{1,2}})\b{_NO_MONTH}{_ENDS}", re.IGNORECASE),
        _words(r"fue|era|fui|fueron|desde|[^\W\d_]{2,}(?:ó|aron|ieron)"),
        _words(r"es|son|será|serán|va|van|voy|vamos|hasta"),
    ),
    _Tongue(
        re.compile(rf"\ble\s+(?P<n>\d{{1,2}})\b{_NO_MONTH}(?=\s*(?:$|[.,;:!?)\n]))", re.I),
        _words(
            r"était|étaient|a été|depuis|(?:a|ai|ont|avons|est|sont|suis)\s+[^\W\d_]{2,}[éit]e?s?"
        ),
        _words(r"sera|seront|va|vont|vais|allons|jusqu['’]au"),
    ),
    _Tongue(
        re.compile(rf"\b(?:am|bis\s+zum|seit\s+dem)\s+(?P<n>\d{{1,2}})\.{_NO_MONTH}", re.I),
        _words(r"war|waren|wurde|wurden|hatte|seit|(?:ist|hat|haben|sind)\b.*\bge[a-zäöüß]{3,}"),
        _words(r"wird|werden|findet|bis"),
    ),
    _Tongue(
        re.compile(r"(?<![\d月])(?P<n>\d{1,2})日(?![間後前目])"),
        re.compile(r"ました|でした|だった|[っいん][ただ](?:。|$)"),
        re.compile(r"予定|です|ます(?:。|$)|だろう|つもり|まで"),
    ),
    _Tongue(
        re.compile(r"(?<![\d月])(?P<n>\d{1,2})[号號](?![楼樓线線机機房床桌店球选選车車院码碼门門])"),
        re.compile(r"了|过|過"),
        re.compile(r"将|將|要|会|會|准备|準備|之前"),
    ),
)  # fmt: skip
# So far around a day its sentence is looked at.
_LONGEST = 300
_MARKS = (". ", "! ", "? ", "\n", "。", "！", "？")


class MonthDay(NamedTuple):
    """The words that name a day by its number, where they begin, and which days they may mean."""

    words: str
    start: int
    days: tuple[date, ...]


def month_days(text: str, day: date | None) -> Iterator[MonthDay]:
    """The days that a text names by their number alone.

    Args:
        text: A sentence or a whole turn.
        day: The day on which it was said; without it nothing can be worked out.
    """
    for tongue in _TONGUES:
        for match in tongue.named.finditer(text):
            number = int(match["n"])
            if not 1 <= number <= 31:
                continue
            sentence = _sentence(text, match.start(), match.end())
            days = _days(number, sentence, tongue, day) if day else ()
            yield MonthDay(match[0], match.start(), days)


def _sentence(text: str, start: int, end: int) -> str:
    """The sentence around a place, roughly."""
    first, last = max(0, start - _LONGEST), min(len(text), end + _LONGEST)
    begins = [at + len(mark) for mark in _MARKS if (at := text.rfind(mark, first, start)) >= 0]
    ends = [at + 1 for mark in _MARKS if (at := text.find(mark, end, last)) >= 0]
    return text[max(begins, default=first) : min(ends, default=last)]


def _days(number: int, sentence: str, tongue: _Tongue, day: date) -> tuple[date, ...]:
    was, will = bool(tongue.past.search(sentence)), bool(tongue.coming.search(sentence))
    past, coming = _nearest(number, day, back=True), _nearest(number, day, back=False)
    if was != will:
        return (past,) if was else (coming,)
    return tuple(dict.fromkeys((past, coming)))


def _nearest(number: int, day: date, *, back: bool) -> date:
    """The nearest day of this number, today or before or after it; some months have none."""
    month = day.replace(day=1)
    while True:
        if number <= monthrange(month.year, month.month)[1]:
            found = month.replace(day=number)
            if found <= day if back else found >= day:
                return found
        step = timedelta(days=-1 if back else 31)
        month = (month + step).replace(day=1)
