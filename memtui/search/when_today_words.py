"""The words with which questions name times told from today, in the languages of `when_words`:
"last", "two years ago", "yesterday", "on Friday". All are folded.
"""

from functools import cache

from memtui.search.days import Unit
from memtui.search.when_words import Words, numbered, phrases, words

LAST = words(
    """last past previous passado passada pasado pasada ultimo ultima dernier derniere passe passee
    letzte letzten letzter letztes letztem vorige vorigen voriges vorigem vergangene
    vergangenen vergangenes vergangenem scorso scorsa прошлыи прошлои прошлом прошлого
    прошлую прошлым"""
)
LAST_BUT_ONE = words(
    """vorletzte vorletzten vorletzter vorletztes vorletztem retrasado retrasada antepasado
    antepasada позапрошлом позапрошлои позапрошлого"""
)
LATEST = words(
    """last past ultimos ultimas derniers dernieres letzten vergangenen ultimi ultime последние
    последних"""
)
THIS = words(
    """this este esta deste desta neste nesta cette cet dieses diesem diese dieser questo
    questa этом этои этот эту"""
)
NEXT = words(
    """next proximo proxima prochain prochaine nachste nachsten nachstes nachster nachstem
    siguiente prossimo prossima следующем"""
)
TO_COME = (("que", "vem"), ("que", "viene"), ("a", "venir"))
YEAR_BEFORE = words("vorjahr vorjahres vorjahrs")
# "hier" is "here" in German.
GERMAN = words("wer was wo ist sind und der die das ich arbeitet wohnt es nicht")
# In German a year needs no lead.
ASKING_IN_GERMAN = words("wo wer wann wie welche welcher welches wohin woher wem wen")
_DAYS_BACK = (
    """this morning|this afternoon|this evening|tonight|hoje de manhã|hoje à tarde|hoje à noite
    esta manhã|esta noite|esta tarde|ce matin|ce soir|cet après midi|cette nuit|heute morgen
    heute früh|heute vormittag|heute mittag|heute nachmittag|heute abend|heute nacht|esta mañana
    esta noche|stamattina|stamani|stamane|stasera|stanotte|questa mattina|questa sera
    questo pomeriggio|сегодня утром|сегодня вечером""",
    """yesterday|last night|ontem|ayer|anoche|hier|gestern|ieri|la notte scorsa|вчера""",
    """the day before yesterday|day before yesterday|anteontem|antes de ontem|anteayer
    antes de ayer|avant hier|vorgestern|l altro ieri|altro ieri|altroieri|avantieri|позавчера""",
    "vorvorgestern|trasanteontem",
)
BEFORE_AGO = (
    *(("ha",), ("faz",), ("il", "y", "a"), ("ca", "fait"), ("hace",), ("vor",), ("voila",)),
    *(("ha", "cerca", "de"), ("il", "y", "a", "environ"), ("vor", "etwa"), ("hace", "unos")),
)
AFTER_AGO = words("ago atras fa назад")
ONE = words("a an one um uma un una une ein eine einem einer")
HALF = words("half medio media meio meia demi demie mezzo mezza halbe halben halbes halber halbem")
OF_A = words("a an of")
AND_A_HALF = phrases("and a half|e meio|e meia|et demi|et demie|y medio|y media|e mezzo|e mezza")
# So many halves.
HALVES = {
    **dict.fromkeys(words("anderthalb eineinhalb полтора полторы"), 3),
    "zweieinhalb": 5,
    "dreieinhalb": 7,
}
COUPLE = (("couple", "of"), ("par", "de"))
DECADES = words(
    """decade decades decada decadas decennie decennies jahrzehnt jahrzehnte jahrzehnten decennio
    decenni десятилетие"""
)
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
    "eleven onze once elf undici одиннадцать",
    "twelve doze doce douze zwolf dodici двенадцать",
)
_MORE_COUNTS = {
    **dict.fromkeys(words("fifteen quinze quince funfzehn quindici пятнадцать"), 15),
    **dict.fromkeys(words("twenty vinte veinte vingt zwanzig venti двадцать"), 20),
    **dict.fromkeys(words("thirty trinta treinta trente dreiszig dreissig trenta тридцать"), 30),
}
_WEEKDAYS = (
    "monday segunda lundi lunes montag lunedi понедельник",
    "tuesday terca mardi martes dienstag martedi вторник",
    "wednesday quarta mercredi miercoles mittwoch mercoledi среду",
    "thursday quinta jeudi jueves donnerstag giovedi четверг",
    "friday sexta vendredi viernes freitag venerdi пятницу",
    "saturday sabado samedi samstag sabato субботу",
    "sunday domingo dimanche sonntag domenica воскресенье",
)
# What makes one day of a day of the week: "am Montag", but "montags".
ON_A_DAY = words("on am no na el")
# "vendredi" is one day and "le vendredi" is all of them.
ONE_BY_ITSELF = words(
    """lundi mardi mercredi jeudi vendredi samedi dimanche lunedi martedi mercoledi giovedi venerdi
    sabato domenica"""
)
NOT_ONE = words(
    """le il di ogni chaque un una tous les du de al a la del dal au premier deuxieme second
    troisieme quatrieme primo secondo terzo quarto prochain prossimo prossima"""
)
# "segunda" is "second" too; "quinta" is a farm.
COUNTING = words("segunda terca quarta sexta")
FARM = "quinta"
# A question that has one of these asks for what is usual or to come.
NOT_PAST = words(
    """do does is are am will shall can could should would must every each usually always never
    often"""
)
ASKING = words("what who whom where when which why how did was were had has have")
PARTS_OF_A_DAY = words("morning afternoon evening night abend morgen vormittag nachmittag")
CHRISTMAS = words("christmas natal noel weihnachten navidad natale рождество")
# A town too.
NATAL = "natal"
AT_CHRISTMAS = words("at over for an zu a no na en por per на")
CHRISTMAS_DAYS = words("day eve")


@cache
def days_back() -> dict[Words, int]:
    """What names a day near today, with how many days ago it was."""
    return {words: days for days, text in enumerate(_DAYS_BACK) for words in phrases(text)}


@cache
def counts() -> dict[str, int]:
    """Small numbers in words."""
    return numbered(_COUNTS) | _MORE_COUNTS


@cache
def weekdays() -> dict[str, int]:
    """The days of the week; Monday is 1."""
    return numbered(_WEEKDAYS)


def half_back(unit: Unit, halves: int) -> tuple[Unit, int] | None:
    """So many halves of a unit, in whole ones of a smaller unit; of days there is none."""
    match unit:
        case Unit.YEAR:
            return Unit.MONTH, 6 * halves
        case Unit.MONTH:
            return Unit.WEEK, 2 * halves
        case Unit.WEEK:
            return Unit.DAY, 7 * halves // 2
    return None
