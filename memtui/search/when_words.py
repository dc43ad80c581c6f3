"""The words with which questions name times, in English, Portuguese, Spanish, French, German,
Italian and Russian. All are folded: lower case, without accents. What is told from today is in
`when_today_words`.
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


def words(text: str) -> frozenset[str]:
    """Words that stand in a line."""
    return frozenset(text.split())


_LEADS = {
    Lead.IN: """in|during|throughout|as of|from|em|no ano de|no ano|no mês de|en|durante|pendant
    au mois de|courant|im|während|nel|nell|в|во""",
    Lead.BEFORE: """before|prior to|earlier than|antes de|antes do|antes da|antes dos|antes del
    antes de los|avant|avant l|avant le|avant la|vor|vor dem|vor den|prima di|prima del
    prima dell|prima degli|до|перед""",
    Lead.UNTIL: """until|till|up to|até|até o|até a|jusqu en|jusqu a|jusqu au|d ici|d ici a|hasta
    hasta el|hasta la|bis|bis zum|fino a|fino al|entro|entro il|no later than""",
    Lead.SINCE: """since|starting in|desde|desde o|desde a|desde el|desde la|a partir de|a partir do
    depuis|depuis le|depuis la|depuis l|à partir du|seit|seit dem|ab|ab dem|dal|dall|с|со""",
    Lead.AFTER: """after|later than|após|depois de|depois do|depois da|après|après l|après le|nach
    nach dem|después de|después del|dopo|dopo il|после""",
}
# Of what is known by its article: "in the 90s", "no segundo trimestre".
_IN_IT = """no|na|nos|nas|au|aux|nel|nella|negli|am|in der|in den|dans les|dans le"""
# They lead to a year alone, for more than years is counted with them.
_ABOUT = """around|circa|um|um das jahr|vers|en torno a|por volta de|em torno de|alrededor de|hacia
    intorno al|verso il"""
# Somebody may have made it: it leads to no month that is a name too.
BY = "by"
PERSONS = words("april may june august")
# "a gennaio"
TO_AN_ITALIAN_MONTH = frozenset((("a",), ("ad",)))
ITALIAN_MONTHS = words(
    """gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre
    dicembre"""
)
# Between a lead and a month or a year.
_NAMED = """the year|the month of|ano|o ano de|mês de|o mês de|el año|el mes de|le mois de|l an
l année|dem jahr|jahr|jahre|monat|dem monat|anno|l anno|mese di"""
# Before a time that is one without a lead: "on 3 May", "el mes pasado".
_ARTICLES = """the|on|on the|o|a|os|no|na|nos|nas|no dia|el|la|los|las|el día|le|l|les|ces|ce|il|lo
gli|der|die|das|dem|den|am|im|in the|in den|dans les|en los|en las|em|в|за"""
_BETWEEN = "between|entre|zwischen|tra|fra|между"
_FROM = "from|de|desde|von|vom|ab|du|del|dal|с"
# Between that and a time.
THE = words("the il lo le la l el o a os as den dem der die das")
# Behind a time that is a beginning.
_ONWARD = """on|onward|onwards|an|em diante|en adelante|in poi|to now|until now|till now|to today
    until today|to date|to the present|bis heute|bis jetzt|até hoje|até agora|jusqu a aujourd hui
    a aujourd hui|jusqu a maintenant|hasta hoy|hasta ahora|fino a oggi|fino ad oggi|ad oggi"""
ONWARD_ALONE = words("onward onwards")
AND = words("and e y et und и")
OR = words("or o oder ou")
NOT = words("not no nicht não nao pas non")
# "Not before March" is since March.
OTHER_WAY_ROUND = {Lead.BEFORE: Lead.SINCE, Lead.AFTER: Lead.UNTIL}
TO = words("to until till through a ate au al bis hasta до по")

# Between a day, its month and its year.
OF = words("of de do del des di")
# What begins anew behind a time: "around 2022 and why", but "around 2022 people".
GOING_ON = words(
    """and or but who whom what where when which why how did was were is are do does had has have
    she he they we i you it
    with at in on for from to as by e ou quem que onde com em et ou qui avec a chez und oder wer
    wo mit bei y o quien donde con en chi dove herum"""
)
DASHES = frozenset("-–—")
# Before a month or a day of a year that was said.
IN_A_YEAR = words("in on the on em no na dia en el au im am a le la nel il at zu of s")
IN_LOS = (("en", "los"), ("de", "los"), ("desde", "los"))
# What a decade is many of: "anos 90", "90er Jahre".
YEARS_OF = words("anos annees anni jahre jahren")
_DECADES = (
    "twenties zwanziger zwanzigern vinte veinte vingt venti",
    "thirties dreissiger dreissigern trinta treinta trente trenta",
    "forties vierziger vierzigern quarenta cuarenta quarante quaranta",
    "fifties funfziger funfzigern cinquenta cincuenta cinquante cinquanta",
    "sixties sechziger sechzigern sessenta sesenta soixante sessanta",
    "seventies siebziger siebzigern setenta settanta",
    "eighties achtziger achtzigern oitenta ochenta ottanta",
    "nineties neunziger neunzigern noventa novanta",
)
# They need "Jahre" behind them; what the others need stands before.
DECADES_BEFORE_YEARS = words(
    "zwanziger dreissiger vierziger funfziger sechziger siebziger achtziger neunziger"
)
# Behind these a number is a name.
NUMBERED = words(
    """room rooms port ports page pages line lines version versions issue issues raum raume seite
    seiten zimmer sala salas pagina paginas puerto puertos porto porta portas salle salles page"""
)
# What may follow a year.
YEAR_SIGNS = words("года году год г")
# Months that are also other words or names.
VERBS = words("may march")
NAMES = words("marco")
# Forms of months that are also other words: they need a year.
SHORT = words(
    """jan feb fev mar apr abr avr jun jul aug ago sep sept set oct out okt nov dec dez dic ene
    fevr juil mrz"""
)
_UNITS = {
    Unit.YEAR: """year years ano anos an ans annee annees jahr jahre jahren jahres anno anni год
    году года лет""",
    Unit.MONTH: """month months mes meses mois monat monats monate monaten mese mesi месяц месяце
    месяца месяцев""",
    Unit.WEEK: """week weeks semana semanas semaine semaines woche wochen settimana settimane неделя
    неделю недели неделе недель""",
    Unit.DAY: "day days dia dias jour jours tag tage tagen giorno giorni день дня днеи",
}
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


@cache
def leads() -> dict[Words, Lead]:
    """Each lead, word by word."""
    return {phrase: lead for lead, text in _LEADS.items() for phrase in phrases(text)}


@cache
def leads_to_it() -> dict[Words, Lead]:
    """What leads to a time that has an article."""
    return dict.fromkeys(phrases(_IN_IT), Lead.IN)


@cache
def about() -> frozenset[Words]:
    """What leads to a year that is not sure."""
    return phrases(_ABOUT)


@cache
def onward() -> frozenset[Words]:
    """What makes a beginning of the time before it."""
    return phrases(_ONWARD)


@cache
def named() -> frozenset[Words]:
    """What may stand between a lead and a month or a year."""
    return phrases(_NAMED)


@cache
def articles() -> frozenset[Words]:
    """What belongs to a time that stands behind it."""
    return phrases(_ARTICLES)


@cache
def openings() -> dict[Words, frozenset[str]]:
    """What begins a stretch of time, with the words between its two ends."""
    return {
        **dict.fromkeys(phrases(_FROM), TO),
        **dict.fromkeys(phrases(_BETWEEN), AND),
    }


@cache
def months() -> dict[str, int]:
    """The names of the months, long and short."""
    known = {without_accents(name): number for name, number in MONTHS.items()}
    return known | numbered(_MONTHS)


@cache
def decades() -> dict[str, int]:
    """The decades of a century in words."""
    return {word: 10 * n + 10 for word, n in numbered(_DECADES).items()}


@cache
def decades_alone() -> dict[str, int]:
    """Those that are no numbers too."""
    ends = ("ties", "iger", "igern", "ssigern", "ssiger")
    return {word: first for word, first in decades().items() if word.endswith(ends)}


@cache
def units() -> dict[str, Unit]:
    """What periods are called, one and many."""
    return {without_accents(word): unit for unit, text in _UNITS.items() for word in text.split()}


def phrases(text: str) -> frozenset[Words]:
    """Phrases that a bar or a line parts, word by word."""
    return frozenset(
        tuple(without_accents(phrase).split()) for phrase in text.replace("\n", "|").split("|")
    )


def numbered(lines: tuple[str, ...]) -> dict[str, int]:
    """The words of each line with its number, from 1."""
    return {
        without_accents(word): number
        for number, line in enumerate(lines, start=1)
        for word in line.split()
    }
