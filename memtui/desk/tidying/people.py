"""Names of people that may be one: sound alike, shortened, turned round, or called by a pet name.

Pure. A name has words without digits; of what is short, little may differ, as Team A is not Team B.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations

from memtui.store.synonyms import plainly

Pair = tuple[str, str]

_TITLES = frozenset(
    (
        *("dr", "dra", "mr", "mrs", "ms", "prof", "sr", "sra", "srta", "herr", "frau", "mme"),
        *("mlle", "dona", "dom"),
    )
)
# First names that one person goes by; what is on no common line may be two people's.
_PET_NAMES = """
alex alexander alexandre alejandro; sasha alexander; andy andrew; andy andreas; becky rebecca;
ben benjamin; beto roberto; beto alberto; beth liz lizzie betty eliza elizabeth; bia beatriz;
bill billy will willy william; bob bobby rob robbie robert; cat kate katie kathy kati katharina
katherine catherine; charlie chuck charles; chico paco pancho francisco; chris christopher;
chris christian; dan danny daniel; dave davey david; deb debbie deborah; dick rick richie richard;
drew andrew; duda edu eduardo; ed eddie ted teddy edward; fred freddie frederick friedrich;
gabi gabriela; gabi gabriele; gabe gabriel; greg gregory; guga gustavo; hans johannes;
harry henry; jack johnny john; jake jacob jakob; jeff jeffrey; jen jenny jennifer;
jim jimmy jamie james; joe joey joseph; jon jonathan; josh joshua; ken kenny kenneth;
larry lawrence; lena helena; lena magdalena; leo leonardo; leo leonard; lu luiza; lu luisa;
maggie meg peggy margaret; manu manuel; matt matty matthew; matt matthias; max maximilian;
mike mick mickey michael; misha mikhail; nacho ignacio; nando fernando;
nick nicky nicholas nicolas nikolaus; pat paddy patrick; pepe ze zeca jose; pete peter;
phil philip; quique enrique; rafa rafael raphael; ray raymond; ron ronnie ronald;
sam sammy samuel; sandy sandra; seba sebastian; sepp josef; steve steven stephen stefan;
sue susie susan; tim timmy timothy; tom tommy thomas; toni tony anthony antonio anton; uli ulrich;
vicky victoria; vini vinicius; walt walter; zac zach zachary
"""
_SOUNDS = (
    *(("ph", "f"), ("ck", "k"), ("ae", "a"), ("oe", "o"), ("ue", "u"), ("y", "i"), ("w", "v")),
    ("c", "k"),
)
_TWICE = re.compile(r"(.)\1")
_NOT_FIRST = (("h", ""), ("z", "s"))
_LETTERS = {"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "a", "œ": "o", "ı": "i"}
_MOST = 12
_LONG = 7
_LONG_ENOUGH = 5
_VOWELS = "aeiou"


def alike(names: Mapping[str, int]) -> list[Pair]:
    """Pairs of names that may be of one person, the name to give up first.

    The work grows with the number of names, not with that of their pairs.

    Args:
        names: How many facts have each name.
    """
    words = {name: own for name in names if (own := _words_of(name))}
    groups: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for name, own in words.items():
        for key in _keys(own):
            groups[key].append(name)
    pairs: set[Pair] = set()
    for (kind, *_), group in groups.items():
        if 1 < len(group) <= _MOST:
            every: Iterator[Pair] = combinations(group, 2)
            found = _shortened(group, words) if kind == _SHORTENED else every
            pairs.update(_ordered(pair, names, words) for pair in found)
    return sorted(pairs)


def near_words(one: str, other: str) -> bool:
    """Whether a word of a name may be another's, misspelled: of some length, and one letter apart.

    The vowel at the end tells Daniel from Daniela.
    """
    short, long = sorted((one, other), key=len)
    if one == other:
        return True
    if len(long) - len(short) > 1 or one[:1] != other[:1]:
        return False
    if sound(one) == sound(other):
        return len(short) > 2
    if len(short) == len(long):
        differ = [at for at in range(len(one)) if one[at] != other[at]]
        if len(differ) == 2 and differ[0] + 1 == differ[1]:
            return sorted(one) == sorted(other) and len(one) >= _LONG_ENOUGH
        ends = differ == [len(one) - 1] and one[-1] in _VOWELS and other[-1] in _VOWELS
        return len(differ) == 1 and len(one) >= _LONG and not ends
    if len(short) < _LONG or (long[:-1] == short and long[-1] in _VOWELS):
        return False
    return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))


@cache
def sound(word: str) -> str:
    """A word about as it sounds, whatever the language it is spelled in."""
    for letter, plain in _LETTERS.items():
        word = word.replace(letter, plain)
    for spelled, plain in _SOUNDS:
        word = word.replace(spelled, plain)
    rest = word[1:]
    for spelled, plain in _NOT_FIRST:
        rest = rest.replace(spelled, plain)
    return _TWICE.sub(r"\1", word[:1] + rest)


_SHORTENED, _SAME, _PET = "shortened", "same", "pet"


def _words_of(name: str) -> tuple[str, ...]:
    """The words of a name in their usual order, initials with their dot; none where it is none."""
    last, comma, first = name.partition(",")
    words = plainly(f"{first} {last}" if comma and "," not in first else name)
    found = [word for word in words.replace(".", ". ").replace("'", "").split() if word != "."]
    if len(found) > 2 and found[0].rstrip(".") in _TITLES:
        del found[0]
    if len(found) < 2 or not all(word.rstrip(".").isalpha() for word in found):
        return ()
    return tuple(found)


def _keys(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """What names that may be one share."""
    yield (_SAME, *sorted(sound(word.rstrip(".")) for word in words))
    first, last = words[0], words[-1]
    if len(last) > 2:
        yield (_SHORTENED, first[0], sound(last))
    for number in _pet_names().get(first, ()):
        yield (_PET, str(number), *map(sound, words[1:]))


def _shortened(group: list[str], words: Mapping[str, tuple[str, ...]]) -> Iterator[Pair]:
    """Those of which one has an initial for a word, where there is but one whom it may mean."""
    for name in group:
        own = words[name]
        if any(len(word) == 2 and word.endswith(".") for word in own[:-1]):
            meant = [each for each in group if each != name and _abbreviates(own, words[each])]
            if len(meant) == 1:
                yield name, meant[0]


def _abbreviates(short: tuple[str, ...], full: tuple[str, ...]) -> bool:
    """Whether a name has initials for words of another, or between them."""
    if len(short) == len(full) + 1 and len(short) > 2:
        return (short[0], short[-1]) == (full[0], full[-1])
    return len(short) == len(full) and all(
        mine == whole or (mine.endswith(".") and whole.startswith(mine[:-1]))
        for mine, whole in zip(short, full, strict=True)
    )


def _ordered(pair: Pair, names: Mapping[str, int], words: Mapping[str, tuple[str, ...]]) -> Pair:
    """What is shortened or turned round is given up, else the one of fewer facts."""

    def weight(name: str) -> tuple[bool, bool, int, int, str]:
        dotted = any(word.endswith(".") for word in words[name])
        return not dotted, "," not in name, names[name], -len(name), name

    one, other = sorted(pair, key=weight)
    return one, other


@cache
def _pet_names() -> dict[str, tuple[int, ...]]:
    """The lines on which a first name stands."""
    found: dict[str, list[int]] = defaultdict(list)
    for number, line in enumerate(_PET_NAMES.replace("\n", " ").split(";")):
        for name in line.split():
            found[name].append(number)
    return {name: tuple(lines) for name, lines in found.items()}
