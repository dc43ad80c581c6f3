"""Names that may be one: spelled nearly alike, or words for one thing. Pure."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from memtui.desk.tidying.people import Pair, near_words
from memtui.store.synonyms import plainly, same_meaning

_LONG_ENOUGH = 5
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
        if 1 < len(group) <= 12
        for pair in combinations(sorted(set(group)), 2)
        if _is_near(*map(_plain, pair)) and not _told_apart(*map(_words, pair), people=people)
    }
    return sorted(pairs)


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

    Args:
        attributes: The attributes of each subject.
        numbers: How many facts have each attribute.
    """
    # Many subjects have the same attributes.
    together = {pair for own in attributes.values() for pair in combinations(sorted(set(own)), 2)}
    return sorted(
        _ordered(pair, numbers)
        for pair in together
        if plainly(pair[0]) != plainly(pair[1]) and same_meaning(*pair)
    )


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
