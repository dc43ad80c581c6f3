"""Names that may be one: spelled nearly alike, or words for one thing. Pure."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations

from memtui.desk.tidying.people import Pair, near_words
from memtui.store.synonyms import meanings, plainly

_LONG_ENOUGH = 5
_MOST_ALIKE = 12
# Spellings of one word in Britain and America, of a word of some letters.
_BRITISH = (
    ("our", "or"),
    ("is(?=e|ing|ation)", "iz"),
    ("(?<=[bt])re$", "er"),
    ("(?<=[a-z]{3})ence$", "ense"),
    ("ogue$", "og"),
    ("gramme$", "gram"),
    ("ll", "l"),
)
# Behind a stem of letters enough, and not of "glass", "status" or "basis".
_PLURAL = re.compile(
    r"(?<=[a-z]{2})ies$|(?<=ch|sh|ss)es$|(?<=[a-z]{2}[xz])es$|(?<=[a-z]{2}[^sui])s$"
)
# What only looks like the plural of another word.
_NO_PLURAL = frozenset(("news", "means", "goods", "customs", "arms", "glasses", "works", "terms"))
_SHORT = 4
_MOST_BEGINNINGS = 1
_DIGITS = re.compile("[0-9]+")
_OTHER = re.compile(r"[^\w]+")


def near_spelled(names: Mapping[str, int], *, people: bool = False) -> list[Pair]:
    """Pairs of names that differ by a letter, by marks, accents or spaces, or by a plural.

    Each pair has the name to give up first. The work grows with the number of names, not with
    that of their pairs.

    Args:
        names: How many facts have each name.
        people: Whether they are of people, among others, of whom many share a word.
    """
    forms: dict[str, list[str]] = defaultdict(list)
    for name in names:
        for form in _forms(_plain(name)):
            forms[form].append(name)
    pairs = {
        _ordered(pair, names)
        for group in forms.values()
        if 1 < len(group) <= _MOST_ALIKE
        for pair in combinations(sorted(set(group)), 2)
        if _is_near(*map(_plain, pair)) and not _told_apart(*map(_words, pair), people=people)
    }
    return sorted(pairs)


def respelled(names: Mapping[str, int]) -> list[Pair]:
    """Pairs of names of the same words, in other numbers or spelled as elsewhere.

    `job` and `jobs`; `favourite color` and `favorite colour`. The work grows with the names.

    Args:
        names: How many facts have each name.
    """
    alike: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for name in names:
        alike[tuple(map(_one_spelling, _words(name)))].append(name)
    return sorted(
        _ordered(pair, names)
        for group in alike.values()
        if 1 < len(group) <= _MOST_ALIKE
        for pair in combinations(group, 2)
        if _words(pair[0]) != _words(pair[1])
    )


@lru_cache(maxsize=10_000)
def _one_spelling(word: str) -> str:
    """A word in the singular, as it is spelled in America."""
    if word not in _NO_PLURAL:
        word = _PLURAL.sub(lambda ending: "y" if ending[0] == "ies" else "", word)
    if len(word) >= _LONG_ENOUGH:
        for british, american in _BRITISH:
            word = re.sub(british, american, word)
    return word


def extended(names: Mapping[str, int]) -> list[Pair]:
    """Pairs of which one is the other with more words after it: `Ana` and `Ana Lima`.

    Only where a single longer name begins so: of two Anas nobody knows which is meant.
    """
    longer: dict[str, list[str]] = defaultdict(list)
    for name in names:
        words = _words(name)
        for number in range(1, len(words)):
            longer[" ".join(words[:number])].append(name)
    pairs = []
    for name in names:
        found = longer.get(" ".join(_words(name)), [])
        if len(found) == _MOST_BEGINNINGS and not _DIGITS.search(found[0]):
            pairs.append((found[0], name))
    return sorted(pairs)


def synonyms(attributes: Mapping[str, Iterable[str]], numbers: Mapping[str, int]) -> list[Pair]:
    """Pairs of attributes of one subject that are words for one thing.

    Most attributes mean nothing usual: the work grows with the number of names.

    Args:
        attributes: The attributes of each subject.
        numbers: How many facts have each attribute.
    """
    meant = {name: meanings(name) for name in set().union(*attributes.values())}
    pairs = set[Pair]()
    for own in attributes.values():
        alike: dict[int, list[str]] = defaultdict(list)
        for name in own:
            for meaning in meant[name]:
                alike[meaning].append(name)
        for group in alike.values():
            pairs.update(combinations(sorted(set(group)), 2))
    return sorted(_ordered(pair, numbers) for pair in pairs if len({*map(plainly, pair)}) == 2)


def _ordered(pair: Pair, numbers: Mapping[str, int]) -> Pair:
    """The name to give up first: the one of fewer facts, else the longer one."""
    one, other = sorted(pair, key=lambda name: (numbers[name], -len(name), name))
    return one, other


def _plain(name: str) -> str:
    return _OTHER.sub("", plainly(name))


def _words(name: str) -> list[str]:
    return plainly(name).split()


def _forms(plain: str) -> Iterator[str]:
    """The name itself, and without any one of its letters: near names share one of these."""
    yield plain
    if len(plain) >= _LONG_ENOUGH:
        yield from {plain[:at] + plain[at + 1 :] for at in range(len(plain))}


def _told_apart(one: list[str], other: list[str], *, people: bool) -> bool:
    """Whether a word as short as a letter tells them apart on purpose: Team A, Team B."""
    if len(one) != len(other):
        return False
    if people and not all(map(near_words, one, other)):
        return True
    return any(a != b and min(len(a), len(b)) < _SHORT for a, b in zip(one, other, strict=True))


def _is_near(one: str, other: str) -> bool:
    if _DIGITS.findall(one) != _DIGITS.findall(other):
        return False
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    if len(short) < _LONG_ENOUGH - 1 or len(long) - len(short) > 1 or short[0] != long[0]:
        return False
    if len(short) == len(long):
        differ = [at for at in range(len(one)) if one[at] != other[at]]
        swapped = Counter(one) == Counter(other) and len(differ) == 2
        return len(short) > _LONG_ENOUGH and (len(differ) == 1 or swapped)
    return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))
