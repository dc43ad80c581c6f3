"""Parts of a year by their names: "early 2024", "the summer of 2023", "2. Quartal 2024". Pure."""

from datetime import date
from functools import cache

from memtui.search import when_words as said
from memtui.search.days import Unit, moved
from memtui.search.when_tokens import Tokens
from memtui.store.words import without_accents

# The first month of a part of a year, and how many it has.
_BEGINNING, _MIDDLE, _END = (1, 4), (5, 4), (9, 4)
# Summer is in June and in December, so that a season's year is all that is sure.
_SEASON = (1, 12)
# What stands before a year with nothing between, and what needs an "of" because it is another
# word too.
_DIRECT = {
    "early anfang debut начале": _BEGINNING,
    "mid mitte mi середине": _MIDDLE,
    "late ende fin конце": _END,
    """summer winter spring autumn fall sommer fruhling fruhjahr herbst ete hiver printemps automne
    verao inverno primavera outono verano invierno otono autunno летом зимои веснои осенью""": (
        _SEASON
    ),
}
_WITH_OF = {
    "beginning start inicio inicios comeco comecos principio principios inizio": _BEGINNING,
    "middle milieu meados mediados meta": _MIDDLE,
    "end fim fins finais finales fine": _END,
    "estate": _SEASON,
}
_ORDINALS = (
    """first erste ersten erstes erster premier premiere primeiro primeira primer primero primera
    primo prima первом первои""",
    """second zweite zweiten zweites zweiter seconde deuxieme segundo segunda secondo seconda
    втором второи""",
    "third dritte dritten drittes troisieme terceiro tercer tercero terzo третьем",
    "fourth vierte vierten viertes quatrieme quarto cuarto четвертом",
)
_QUARTERS = "quarter quartal quartals trimestre квартале"
_HALVES = """half halfte halbjahr halbjahrs moitie semestre metade mitad meta половине полугодии"""
_TO_BE_SKIPPED = said.OF | {"года", "the", "l", "el", "o"}


def part_of_year(tokens: Tokens, at: int) -> tuple[date, date, int] | None:
    """The part of a year that begins at a word: its days, and the word after it."""
    word, behind = tokens.text(at), tokens.over(at + 1, _TO_BE_SKIPPED)
    part = _direct().get(word) if tokens.joined(at) else None
    if word == "mi" and not tokens.question.startswith("-", tokens.all[at].end):
        # In Spanish it is "my".
        return None
    if part is None and behind > at + 1:
        part = _with_of().get(word)
    if part is None and tokens.joined(at):
        part = _counted(_ordinals().get(word), tokens.text(at + 1))
        behind = tokens.over(at + 2, _TO_BE_SKIPPED)
    year = tokens.year_number(behind) if part else None
    if part is None or year is None:
        return None
    first = date(year, part[0], 1)
    end = moved(first, Unit.MONTH, part[1])
    return (first, end, tokens.signed(behind + 1)) if end else None


def is_season(word: str) -> bool:
    """Whether a word names a season."""
    return _SEASON in (_direct().get(word), _with_of().get(word))


def _counted(number: int | None, unit: str) -> tuple[int, int] | None:
    if number and unit in _QUARTERS.split():
        return 3 * number - 2, 3
    if number and number < 3 and unit in _HALVES.split():
        return 6 * number - 5, 6
    return None


@cache
def _direct() -> dict[str, tuple[int, int]]:
    return _by_word(_DIRECT)


@cache
def _with_of() -> dict[str, tuple[int, int]]:
    return _by_word(_WITH_OF)


@cache
def _ordinals() -> dict[str, int]:
    known = {word: n for n, line in enumerate(_ORDINALS, start=1) for word in line.split()}
    signs = ("", "st", "nd", "rd", "th", "er", "e", "o", "a", "ro", "do")
    return known | {f"{n}{sign}": n for n in range(1, 5) for sign in signs}


def _by_word(parts: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    return {without_accents(word): part for text, part in parts.items() for word in text.split()}
