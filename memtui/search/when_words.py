"""The words with which questions name times, in English, Portuguese, Spanish, French, German,
Italian and Russian. All are folded: lower case, without accents.
"""

from enum import StrEnum
from functools import cache

from memtui.conversations.times import MONTHS
from memtui.search.days import Unit
from memtui.store.words import without_accents


class Lead(StrEnum):
    """What the words before a time make of it."""

    IN = "in"
    BEFORE = "before"
    UNTIL = "until"
    SINCE = "since"
    AFTER = "after"


Words = tuple[str, ...]


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_LEADS = {
    Lead.IN: """in|during|throughout|as of|from|em|no ano de|no ano|no mês de|en|durante|pendant
    au mois de|courant|im|während|nel|nell|в|во""",
    Lead.BEFORE: """before|prior to|earlier than|antes de|antes do|antes da|antes del|avant|avant l
    avant le|avant la|vor|vor dem|prima di|prima del|prima dell|до|перед""",
    Lead.UNTIL: """until|till|up to|até|até o|até a|jusqu en|jusqu a|jusqu au|hasta|hasta el
    hasta la|bis|bis zum|fino a|fino al""",
    Lead.SINCE: """since|starting in|desde|desde o|desde a|desde el|desde la|a partir de|a partir do
    depuis|depuis le|depuis la|depuis l|à partir du|seit|seit dem|ab|ab dem|dal|dall|с|со""",
    Lead.AFTER: """after|later than|após|depois de|depois do|depois da|après|après l|après le|nach
    nach dem|después de|después del|dopo|dopo il|после""",
}
# Between a lead and a month or a year.
_NAMED = """the year|the month of|ano|o ano de|mês de|o mês de|el año|el mes de|le mois de|l an
l année|dem jahr|jahr|jahre|monat|dem monat|anno|l anno|mese di"""
# Before a time that is one without a lead: "on 3 May", "el mes pasado".
_ARTICLES = """the|on|on the|o|a|no|na|nos|nas|no dia|el|la|los|las|el día|le|l|les|ces|ce|il|lo
gli|der|die|das|dem|den|am|im|in the|in den|dans les|en los|en las|em|в|за"""
_BETWEEN = "between|entre|zwischen|tra|fra|между"
_FROM = "from|de|von|vom|du|del|dal|с"
_AND = _set("and e y et und и")
_TO = _set("to until till through a ate au al bis hasta до по")

# Between a day, its month and its year.
OF = _set("of de do del des di")
# What may follow a year.
YEAR_SIGNS = _set("года году год г")
LAST = _set(
    """last past previous passado passada pasado pasada ultimo ultima dernier derniere letzte
    letzten letzter letztes letztem vorige vorigen voriges vorigem vergangene
    vergangenen vergangenes vergangenem scorso scorsa прошлыи прошлои прошлом прошлого
    прошлую прошлым"""
)
LAST_BUT_ONE = _set(
    """vorletzte vorletzten vorletzter vorletztes vorletztem retrasado retrasada antepasado
    antepasada позапрошлом позапрошлои позапрошлого"""
)
LATEST = _set(
    """last past ultimos ultimas derniers dernieres letzten vergangenen ultimi ultime последние
    последних"""
)
THIS = _set(
    """this este esta deste desta neste nesta cette cet dieses diesem diese dieser questo
    questa этом этои этот эту"""
)
DAYS_BACK = {
    **dict.fromkeys(_set("yesterday ontem ayer hier gestern ieri вчера"), 1),
    **dict.fromkeys(_set("anteontem anteayer vorgestern позавчера"), 2),
}
TWO_DAYS_BACK = (("antes", "de", "ayer"), ("antes", "de", "ontem"))
# "hier" is "here" in German.
GERMAN = _set("wer was wo ist sind und der die das ich arbeitet wohnt es nicht")
# In German a year needs no lead.
ASKING_IN_GERMAN = _set("wo wer wann wie welche welcher welches wohin woher wem wen")
BEFORE_AGO = (("ha",), ("il", "y", "a"), ("hace",), ("vor",))
AFTER_AGO = _set("ago atras fa назад")
# Months that are also other words or names.
VERBS = _set("may march")
NAMES = _set("marco")
# Forms of months that are also other words: they need a year.
SHORT = _set(
    """jan feb fev mar apr abr avr jun jul aug ago sep sept set oct out okt nov dec dez dic ene
    fevr juil mrz"""
)
_UNITS = {
    Unit.YEAR: """year years ano anos an ans annee annees jahr jahre jahren jahres anno anni год
    году года лет""",
    Unit.MONTH: """month months mes meses mois monat monate monaten mese mesi месяц месяце месяца
    месяцев""",
    Unit.WEEK: """week weeks semana semanas semaine semaines woche wochen settimana settimane неделя
    неделю недели неделе недель""",
    Unit.DAY: "day days dia dias jour jours tag tage tagen giorno giorni день дня днеи",
}
_COUNTS = (
    "a an one um uma un una une uno ein eine einem einer один одну",
    "two dois duas dos deux zwei due два две",
    "three tres trois drei tre три",
    "four quatro cuatro quatre vier quattro четыре",
    "five cinco cinq funf cinque пять",
    "six seis sechs sei шесть",
    "seven sete siete sept sieben sette семь",
    "eight oito ocho huit acht otto восемь",
    "nine nove nueve neuf neun девять",
    "ten dez diez dix zehn dieci десять",
)
_MONTHS = (
    "gennaio январь январе января",
    "febbraio февраль феврале февраля",
    "март марте марта",
    "aprile апрель апреле апреля",
    "maggio май мае мая",
    "giugno июнь июне июня",
    "luglio июль июле июля",
    "август августе августа",
    "settembre сентябрь сентябре сентября",
    "ottobre октябрь октябре октября",
    "ноябрь ноябре ноября",
    "dicembre декабрь декабре декабря",
)
_WEEKDAYS = (
    "monday segunda lundi lunes montag lunedi понедельник",
    "tuesday terca mardi martes dienstag martedi вторник",
    "wednesday quarta mercredi miercoles mittwoch mercoledi среду",
    "thursday quinta jeudi jueves donnerstag giovedi четверг",
    "friday sexta vendredi viernes freitag venerdi пятницу",
    "saturday sabado samedi samstag sabato субботу",
    "sunday domingo dimanche sonntag domenica воскресенье",
)


@cache
def leads() -> dict[Words, Lead]:
    """Each lead, word by word."""
    return {phrase: lead for lead, text in _LEADS.items() for phrase in _phrases(text)}


@cache
def named() -> frozenset[Words]:
    """What may stand between a lead and a month or a year."""
    return _phrases(_NAMED)


@cache
def articles() -> frozenset[Words]:
    """What belongs to a time that stands behind it."""
    return _phrases(_ARTICLES)


@cache
def openings() -> dict[Words, frozenset[str]]:
    """What begins a stretch of time, with the words between its two ends."""
    return {
        **dict.fromkeys(_phrases(_FROM), _TO),
        **dict.fromkeys(_phrases(_BETWEEN), _AND),
    }


@cache
def months() -> dict[str, int]:
    """The names of the months, long and short."""
    known = {without_accents(name): number for name, number in MONTHS.items()}
    return known | _numbered(_MONTHS)


@cache
def units() -> dict[str, Unit]:
    """What periods are called, one and many."""
    return {without_accents(word): unit for unit, text in _UNITS.items() for word in text.split()}


@cache
def counts() -> dict[str, int]:
    """Small numbers in words."""
    return _numbered(_COUNTS)


@cache
def weekdays() -> dict[str, int]:
    """The days of the week; Monday is 1."""
    return _numbered(_WEEKDAYS)


def _phrases(text: str) -> frozenset[Words]:
    return frozenset(
        tuple(without_accents(phrase).split()) for phrase in text.replace("\n", "|").split("|")
    )


def _numbered(lines: tuple[str, ...]) -> dict[str, int]:
    return {
        without_accents(word): number
        for number, line in enumerate(lines, start=1)
        for word in line.split()
    }
