"""The words that mean a day as seen from another, in seven languages.

A phrase that dateparser does not read in its language is rewritten as one that it does.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property

from memtui.conversations.times import WEEKDAYS


class Unit(StrEnum):
    """How exactly a phrase names its day."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


class Side(StrEnum):
    """On which side of the day it was said a weekday is."""

    NONE = "none"
    NEXT = "next"
    LAST = "last"
    NEXT_WEEK = "next week"
    LAST_WEEK = "last week"


_UNITS = (
    (Unit.DAY, re.compile(r"days?\b|dias?\b|días?\b|jours?\b|tage?n?\b|日|天", re.IGNORECASE)),
    (
        Unit.WEEK,
        re.compile(r"week|fortnight|semana|semaine|woche|週|周|星期|礼拜|禮拜", re.IGNORECASE),
    ),
    (Unit.MONTH, re.compile(r"month|m[eê]s(?:es)?\b|\bmois|monat|月", re.IGNORECASE)),
    (Unit.YEAR, re.compile(r"year|\banos?\b|\baños?\b|\bans?\b|année|jahr|年", re.IGNORECASE)),
)


@dataclass(frozen=True)
class Phrase:
    """A pattern for words that mean a day; `rewritten` is the template dateparser is asked."""

    pattern: str
    rewritten: str = ""
    spaced: bool = True

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern, as whole words in any case."""
        if not self.spaced:
            return re.compile(self.pattern)
        spaced = self.pattern.replace(" ", r"\s+")
        return re.compile(rf"(?<![\w'’])(?:{spaced})(?![\w'’])(?!\s*\()", re.IGNORECASE)

    def unit_of(self, words: str) -> Unit:
        """How exactly these words name a day; without a unit it is one day."""
        return next((unit for unit, sign in reversed(_UNITS) if sign.search(words)), Unit.DAY)


def _counted(names: str, **more: str) -> dict[str, str]:
    """Numbers from one, by their names in a language; `more` are other names."""
    return {name: str(number) for number, name in enumerate(names.split(), start=1)} | more


NUMBERS = {
    "en": _counted("one two three four five six seven eight nine ten", a="1"),
    "pt": _counted("um dois três quatro cinco seis sete oito nove dez", uma="1", duas="2"),
    "es": _counted("un dos tres cuatro cinco seis siete ocho nueve diez", una="1"),
    "fr": _counted("un deux trois quatre cinq six sept huit neuf dix", une="1"),
    "de": _counted("einem zwei drei vier fünf sechs sieben acht neun zehn", einer="1", einen="1"),
    "ja": _counted("一 二 三 四 五 六 七 八 九"),
    "zh": _counted("一 二 三 四 五 六 七 八 九", 两="2"),
}


def _n(language: str) -> str:
    """A pattern for a number, in group `n`."""
    return rf"(?P<n>\d{{1,3}}|{'|'.join(NUMBERS[language])})"


_EN, _PT, _ES, _FR, _DE, _JA, _ZH = map(_n, NUMBERS)

LANGUAGES: dict[str, tuple[Phrase, ...]] = {
    "en": (
        Phrase("today|tomorrow|yesterday|(?:the )?day (?:after tomorrow|before yesterday)"),
        Phrase("tonight", "today"),
        Phrase("(?:the )?(?:coming|following) (?P<u>week|month|year)", r"next \g<u>"),
        Phrase("past (?P<u>week|month|year)", r"last \g<u>"),
        Phrase("(?:next|last|this) (?:week|month|year)"),
        Phrase(f"in {_EN} (?:days?|weeks?|months?|years?|fortnight)"),
        Phrase(f"{_EN} (?:days?|weeks?|months?|years?) (?:ago|from now)"),
    ),
    "pt": (
        Phrase("hoje|amanhã|ontem|anteontem"),
        Phrase("depois de amanhã", "em 2 dias"),
        Phrase(r"(?P<u>semana|ano) (?:que vem|seguinte)", r"próxima \g<u>"),
        Phrase(r"mês (?:que vem|seguinte)", "próximo mês"),
        Phrase("próxim[oa] (?:semana|mês|ano)|(?:semana|mês|ano) passad[oa]"),
        Phrase(r"últim[oa] (?P<u>semana|ano|mês)", r"\g<u> passado"),
        Phrase("est[ea] (?:semana|mês|ano)"),
        Phrase(
            rf"(?:em|daqui a|dentro de) {_PT} (?P<u>dias?|semanas?|m[eê]s(?:es)?|anos?)",
            r"em \g<n> \g<u>",
        ),
        Phrase(rf"(?:há|faz) {_PT} (?P<u>dias?|semanas?|m[eê]s(?:es)?|anos?)", r"há \g<n> \g<u>"),
        Phrase(rf"{_PT} (?P<u>dias?|semanas?|m[eê]s(?:es)?|anos?) atrás", r"há \g<n> \g<u>"),
    ),
    "es": (
        Phrase("hoy|ayer|anteayer"),
        Phrase(r"(?<!la\x20)(?<!esta\x20)(?<!una\x20)(?<!pasado\x20)mañana"),
        Phrase("pasado mañana", "en 2 días"),
        Phrase("(?:la )?(?:semana que viene|próxima semana)", "la próxima semana"),
        Phrase(r"(?:el )?(?P<u>mes|año) que viene", r"el próximo \g<u>"),
        Phrase(r"(?:el )?próximo (?P<u>mes|año)", r"el próximo \g<u>"),
        Phrase("(?:la )?(?:semana pasada|última semana)", "la semana pasada"),
        Phrase(r"(?:el )?(?P<u>mes|año) pasado", r"el \g<u> pasado"),
        Phrase("est[ea] (?:semana|mes|año)"),
        Phrase(
            rf"(?:en|dentro de) {_ES} (?P<u>días?|semanas?|meses|mes|años?)", r"en \g<n> \g<u>"
        ),
        Phrase(rf"hace {_ES} (?:días?|semanas?|meses|mes|años?)"),
    ),
    "fr": (
        Phrase("aujourd['’]hui", "aujourd'hui"),
        Phrase("demain|hier|avant-hier|après-demain"),
        Phrase("(?:la )?semaine prochaine", "la semaine prochaine"),
        Phrase("(?:le )?mois prochain", "le mois prochain"),
        Phrase("(?:l['’])?(?:année prochaine|an prochain)", "l'année prochaine"),
        Phrase("(?:la )?semaine (?:dernière|passée)", "la semaine dernière"),
        Phrase("(?:le )?mois (?:dernier|passé)", "le mois dernier"),
        Phrase("(?:l['’])?(?:année (?:dernière|passée)|an (?:dernier|passé))", "l'année dernière"),
        Phrase("cette semaine"),
        Phrase(f"dans {_FR} (?:jours?|semaines?|mois|ans?)"),
        Phrase(f"il y a {_FR} (?:jours?|semaines?|mois|ans?)"),
    ),
    "de": (
        Phrase("heute|gestern|vorgestern|übermorgen"),
        Phrase(r"(?-i:(?<!heute\x20)(?<!gestern\x20)(?<!am\x20)(?<!jeden\x20)morgen)"),
        Phrase("(?:nächste|kommende)[nr]? woche", "nächste Woche"),
        Phrase("(?:nächste|kommende)[nrms]* (?P<u>monat|jahr)e?s?", r"in 1 \g<u>"),
        Phrase("(?:letzte|vorige|vergangene)[nr]? woche", "letzte Woche"),
        Phrase("(?:letzte|vorige|vergangene)[nrms]* (?P<u>monat|jahr)e?s?", r"vor 1 \g<u>"),
        Phrase("diese (?:woche)|diesen monat"),
        Phrase(f"(?:in|vor) {_DE} (?:tag|woche|monat|jahr)e?n?"),
    ),
    "ja": (
        Phrase("今日|明日|昨日|明後日|一昨日|来週(?!の?[月火水木金土日]曜)|先週(?!の?[月火水木金土日]曜)|今週(?!の?[月火水木金土日]曜)"
               "|来月|先月|今月|来年|去年|昨年", spaced=False),
        Phrase("あさって", "2日後", spaced=False),
        Phrase("おととい", "2日前", spaced=False),
        Phrase(rf"{_JA}(?P<u>日|週間|か月|ヶ月|カ月|年)(?P<s>後|前)", spaced=False),
    ),
    "zh": (
        Phrase("今天|明天|昨天|后天|前天|大后天|下个月|上个月|明年|去年", spaced=False),
        Phrase("下个?(?:周|星期|礼拜)(?![一二三四五六日天])", "下周", spaced=False),
        Phrase("上个?(?:周|星期|礼拜)(?![一二三四五六日天])", "上周", spaced=False),
        Phrase("(?:这个?|本)(?:周|星期|礼拜)(?![一二三四五六日天])", "本周", spaced=False),
        Phrase(rf"{_ZH}(?P<u>天|个?周|个?星期|个?月|年)(?P<s>后|前)", spaced=False),
    ),
}  # fmt: skip

_NUMBER_OF = {
    name: number
    for number, names in enumerate(
        (
            "monday segunda lundi lunes montag",
            "tuesday terça mardi martes dienstag",
            "wednesday quarta mercredi miércoles mittwoch",
            "thursday quinta jeudi jueves donnerstag",
            "friday sexta vendredi viernes freitag",
            "saturday sábado samedi samstag",
            "sunday domingo dimanche sonntag",
        )
    )
    for name in names.split()
}
_NUMBER_OF |= dict(zip("月火水木金土日", range(7), strict=True))
_NUMBER_OF |= dict(zip("一二三四五六天", range(7), strict=True))
_BEFORE = {
    Side.NEXT: r"next|coming|próxim[oa]|prochaine?|nächste[nr]?|kommende[nr]?",
    Side.LAST: r"last|past|passad[oa]|pasado|últim[oa]|dernière?|letzte[nr]?|vorige[nr]?",
}
_AFTER: dict[Side, str] = {
    Side.NEXT: r"que vem|que viene|prochaine?|próxim[oa]",
    Side.LAST: r"passad[oa]|pasado|dernier|passé",
}
_SIDES = {
    "before_next": Side.NEXT,
    "after_next": Side.NEXT,
    "before_last": Side.LAST,
    "after_last": Side.LAST,
    "next_week": Side.NEXT_WEEK,
    "last_week": Side.LAST_WEEK,
}


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    names = "|".join(sorted((name for name in WEEKDAYS if len(name) > 4), key=len, reverse=True))
    before = "|".join(f"(?P<before_{side}>{words})" for side, words in _BEFORE.items())
    after = "|".join(f"(?P<after_{side}>{words})" for side, words in _AFTER.items())
    return (
        re.compile(
            rf"(?<!\w)(?:(?:{before})\s+)?(?P<name>{names})(?:-feira)?(?:\s+(?:{after}))?(?!\w)",
            re.IGNORECASE,
        ),
        re.compile(
            r"(?:(?P<next_week>来週)|(?P<last_week>先週)|今週)?の?(?P<name>[月火水木金土日])曜日?"
        ),
        re.compile(
            r"(?:(?P<next_week>下个?)|(?P<last_week>上个?)|这个?|本)?(?:周|星期|礼拜)"
            r"(?P<name>[一二三四五六日天])"
        ),
    )


def weekdays_in(text: str) -> Iterator[tuple[int, int, int, Side]]:
    """Start, end, number (Monday is 0) and side of each weekday that a text names."""
    for pattern in _patterns():
        for match in pattern.finditer(text):
            number = _NUMBER_OF.get(match["name"].casefold())
            groups = [name for name, words in match.groupdict().items() if words]
            side = next((side for name, side in _SIDES.items() if name in groups), Side.NONE)
            if number is not None:
                yield match.start(), match.end(), number, side
