"""Days inside a fact's sentence: which words are part of one, and which only mean one."""

import re
from datetime import date, timedelta

from memtui.conversations.times import MONTHS, WEEKDAYS, day_in

_NEAR = {
    "today": 0,
    "tonight": 0,
    "tomorrow": 1,
    "yesterday": -1,
    "hoje": 0,
    "amanhã": 1,
    "ontem": -1,
    "aujourd'hui": 0,
    "aujourd’hui": 0,
    "demain": 1,
    "hier": -1,
    "hoy": 0,
    "ayer": -1,
    "heute": 0,
    "gestern": -1,
}
# "mañana" and "morgen" are also mornings, and "hier" is "here" in German.
_NEAR_WORD = re.compile(
    r"(?<![\w'’])(" + "|".join(map(re.escape, _NEAR)) + r")(?![\w'’])(?!\s*\()", re.IGNORECASE
)
_GERMAN = re.compile(r"(?<!\w)(?:ist|sind|und|der|die|das|ich|wohnt|arbeitet)(?!\w)", re.IGNORECASE)
_FAR = re.compile(
    r"(?<!\w)(?:"
    r"(?:next|last|this|coming|past)\s+(?:week|weekend|month|year|quarter|monday|tuesday|wednesday"
    r"|thursday|friday|saturday|sunday|spring|summer|autumn|fall|winter)"
    r"|in\s+(?:a|one|two|three|\d+)\s+(?:days?|weeks?|months?|years?)"
    r"|(?:a|one|two|three|\d+)\s+(?:days?|weeks?|months?|years?)\s+ago"
    r"|(?:semana|mês|ano|mes|año)\s+(?:que\s+vem|passad[oa]|pasad[oa]|próxim[oa]|que\s+viene)"
    r"|(?:próxim[oa]|passad[oa]|últim[oa])\s+(?:semana|mês|ano|mes|año)"
    r"|(?:semaine|mois|année|an)\s+(?:prochaine?|derni[eè]re?)|mañana|morgen"
    r"|(?:nächste|letzte|kommende)[nsr]?\s+(?:woche|monat|jahr|quartal)"
    r")(?!\w)",
    re.IGNORECASE,
)
_OF_A_DAY = re.compile(r"\d{1,4}(?:st|nd|rd|th|º|er)?", re.IGNORECASE)
_MONTH = "(?:" + "|".join(sorted(map(re.escape, MONTHS), key=len, reverse=True)) + r")\.?"
_ORDINAL = r"\d{1,2}(?:st|nd|rd|th|º|er|\.)?"
_YEAR = r"(?:19|20|21)\d\d"
_DAY = re.compile(
    rf"(?<!\w)(?:{_YEAR}-\d\d-\d\d"
    rf"|{_ORDINAL}\s+(?:de\s+|of\s+)?{_MONTH}(?:,?\s+(?:de\s+)?{_YEAR})?"
    rf"|{_MONTH}\s+(?:{_ORDINAL}(?:,?\s+{_YEAR})?|(?:de\s+)?{_YEAR})"
    rf"|\d{{1,2}}[/.]\d{{1,2}}(?:[/.](?:{_YEAR}|\d\d))?"
    rf"|{_YEAR}|(?:{'|'.join(sorted(WEEKDAYS | {m for m in MONTHS if len(m) > 4}))}))(?!\w)",
    re.IGNORECASE,
)
_NEEDS = "today|tomorrow|yesterday|tonight|week|weekend|month|year|day|days|ago|next|last|hoje"
_HINTS = frozenset(
    (
        *_NEEDS.split("|"),
        *(word.split("'")[0] for word in _NEAR),
        *("mañana", "morgen", "semana", "mês", "mes", "ano", "año", "dia", "día", "semaine"),
        *("mois", "année", "jour", "jours", "woche", "monat", "jahr", "tag", "tage", "tagen"),
    )
)


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
    near = [each for each in _NEAR_WORD.finditer(fact) if not _here(each[0], fact)]
    if near and day:
        for match in reversed(near):
            resolved = day + timedelta(days=_NEAR[match[0].casefold()])
            fact = f"{fact[: match.end()]} ({resolved.isoformat()}){fact[match.end() :]}"
        return fact, bool(_FAR.search(fact))
    return fact, bool(near or _FAR.search(fact))


def tells_a_day(text: str) -> bool:
    """Whether words from which a day can be worked out stand in a text."""
    words = set(re.findall(r"[^\W_]+", text.casefold()))
    return bool(words & _HINTS or words & WEEKDAYS or words & MONTHS.keys() or day_in(text))


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


def _here(word: str, fact: str) -> bool:
    return word.casefold() == "hier" and bool(_GERMAN.search(fact))
