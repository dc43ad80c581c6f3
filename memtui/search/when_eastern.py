"""Times in Chinese and Japanese, which put no spaces between words: "2024年3月", "去年", "先月"."""

import re
from datetime import date

from memtui.search.days import Kind, Span, Unit, day_of, moved, period_back

_NUMBERS = "一二三四五六七八九十"
_TIME = re.compile(
    r"(?<!\d)(?:(?P<year>\d{4})年の?)?(?P<month>\d{1,2})月(?!間)(?:(?P<day>\d{1,2})[日号號])?"
    rf"|(?<!\d)(?P<year_before>\d{{4}})年(?P<number>十?[{_NUMBERS}])月"
    rf"|(?<![{_NUMBERS}])(?P<alone>十?[{_NUMBERS}])月份"
    rf"|(?<![\d{_NUMBERS}])(?P<count>\d{{1,3}}|[两兩{_NUMBERS}])"
    r"(?P<unit>年|个月|個月|[かヶカヵケ]月|週間?|周|星期|天|日)前"
    r"|(?<!\d)(?P<only>\d{4})年(?!間)"
    r"|(?P<word>去年|昨年|前年|今年|先月|上个月|上個月|先週|上周|上週|上星期|昨日|昨天|前天|一昨日|今月|这个月|這個月|本月)"
)
_AFTER_IT = re.compile(
    r"(?P<before>之前|以前|より前|の前)|(?P<until>まで|为止|為止)|(?P<since>以来|以來|から|起)"
    r"|(?P<after>之后|之後|以后|以後|の後)"
)
_WORDS = {
    **dict.fromkeys(("去年", "昨年"), (Unit.YEAR, 1)),
    "前年": (Unit.YEAR, 2),
    "今年": (Unit.YEAR, 0),
    **dict.fromkeys(("先月", "上个月", "上個月"), (Unit.MONTH, 1)),
    **dict.fromkeys(("今月", "这个月", "這個月", "本月"), (Unit.MONTH, 0)),
    **dict.fromkeys(("先週", "上周", "上週", "上星期"), (Unit.WEEK, 1)),
    **dict.fromkeys(("昨日", "昨天"), (Unit.DAY, 1)),
    **dict.fromkeys(("前天", "一昨日"), (Unit.DAY, 2)),
}
_UNITS = {"年": Unit.YEAR, "月": Unit.MONTH, "天": Unit.DAY, "日": Unit.DAY}


def eastern_time(question: str, today: date) -> Span | None:
    """The first time that a question names in Chinese or Japanese."""
    for match in _TIME.finditer(question):
        if period := _period(match, today):
            return _span(question, match, *period)
    return None


def _span(question: str, match: re.Match[str], first: date, end: date) -> Span:
    behind = _AFTER_IT.match(question, match.end())
    words = question[match.start() : behind.end() if behind else match.end()]
    side = behind.lastgroup if behind else None
    if side in ("before", "until"):
        return Span(None, first if side == "before" else end, Kind.BEFORE, words, match.start())
    if side in ("since", "after"):
        return Span(first if side == "since" else end, None, Kind.AFTER, words, match.start())
    return Span(first, end, Kind.IN, words, match.start())


def _period(match: re.Match[str], today: date) -> tuple[date, date] | None:
    if match["word"]:
        return period_back(today, *_WORDS[match["word"]])
    if match["count"]:
        return period_back(today, _UNITS.get(match["unit"][-1], Unit.WEEK), _number(match["count"]))
    if match["only"]:
        first, unit = day_of(int(match["only"]), 1, 1), Unit.YEAR
    else:
        month = _number(match["month"] or match["number"] or match["alone"])
        said_year = match["year"] or match["year_before"]
        year = int(said_year or today.year - (month > today.month))
        first = day_of(year, month, int(match["day"] or 1))
        unit = Unit.DAY if match["day"] else Unit.MONTH
    end = moved(first, unit, 1) if first else None
    return (first, end) if first and end else None


def _number(text: str) -> int:
    """A number of digits, or of signs: "12", "十二", "两"."""
    if text.isdecimal():
        return int(text)
    return sum(2 if sign in "两兩" else _NUMBERS.index(sign) + 1 for sign in text)
