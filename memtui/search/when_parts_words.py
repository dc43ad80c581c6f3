"""The words for parts of a year, a month or a decade, in the languages of `when_words`."""

from functools import cache

from memtui.search.when_words import OF, words
from memtui.store.words import without_accents

# Which third of a time is meant.
BEGINNING, MIDDLE, END = 0, 1, 2
_SEASON = -1
# What stands before a time with nothing between, and what needs an "of" because it is another
# word too.
_DIRECT = {
    "early anfang fruhen debut primi начале": BEGINNING,
    "mid mitte mi середине": MIDDLE,
    "late ende spaten fin конце": END,
    """summer winter spring autumn fall sommer fruhling fruhjahr herbst ete hiver printemps automne
    verao inverno primavera outono verano invierno otono autunno летом зимои веснои осенью""": (
        _SEASON
    ),
}
_WITH_OF = {
    "beginning start inicio inicios comeco comecos principio principios inizio inizi": BEGINNING,
    "middle milieu meados mediados meta": MIDDLE,
    "end fim fins finais finales fine": END,
    "estate": _SEASON,
}
# With nothing between before a month of these languages only: "fine" is an English word.
_DIRECT_IN_ITALIAN = {"inizio": BEGINNING, "meta": MIDDLE, "fine": END}
_ORDINALS = (
    """first erste ersten erstes erster premier premiere primeiro primeira primer primero primera
    primo prima первом первои""",
    """second zweite zweiten zweites zweiter seconde deuxieme segundo segunda secondo seconda
    втором второи""",
    "third dritte dritten drittes troisieme terceiro tercer tercero terzo третьем",
    "fourth vierte vierten viertes quatrieme quarto cuarto четвертом",
)
QUARTERS = words("quarter quartal quartals trimestre квартале")
# Half of anything, and half of a year.
HALVES = words("half halfte moitie metade mitad meta половине")
HALF_YEARS = words("halbjahr halbjahrs jahreshalfte semestre полугодии")
# Between a part and what it is of.
TO_BE_SKIPPED = OF | words(
    """года the du dos da l el o le la il lo os los les gli der den dem des das dell dello degli
    dall"""
)
ENGLISH_MONTHS = words(
    """january february march april may june july august september october november december"""
)


def is_season(word: str) -> bool:
    """Whether a word names a season."""
    return _SEASON in (direct().get(word), with_of().get(word))


def is_season_part(part: int) -> bool:
    """Whether a part is a season, of which only the year is sure."""
    return part == _SEASON


@cache
def direct() -> dict[str, int]:
    """What may stand before a time with nothing between."""
    return _by_word(_DIRECT)


@cache
def with_of() -> dict[str, int]:
    """What needs an "of"."""
    return _by_word(_WITH_OF)


def direct_in_italian(word: str, following: str, months: dict[str, int]) -> int | None:
    """The part that an Italian word before an Italian month is."""
    if following in months and following not in ENGLISH_MONTHS:
        return _DIRECT_IN_ITALIAN.get(word)
    return None


@cache
def ordinals() -> dict[str, int]:
    """Which of several, in words and with a number."""
    known = {word: n for n, line in enumerate(_ORDINALS, start=1) for word in line.split()}
    signs = ("", "st", "nd", "rd", "th", "er", "e", "o", "a", "ro", "do", "eme")
    return known | {f"{n}{sign}": n for n in range(1, 5) for sign in signs}


def _by_word(parts: dict[str, int]) -> dict[str, int]:
    return {without_accents(word): part for text, part in parts.items() for word in text.split()}
