"""Is a proposal about a thing that the memory knows under other names? Suggestions, never more.

Pure. Words decide first: the same sentence kept elsewhere, a table of synonyms, names that differ
in spelling or in words that say nothing. What words leave open may be asked of an embedder.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from functools import cached_property

from memtui.facts.fact import Draft, Rules
from memtui.facts.text import fold, sentence_key
from memtui.facts.things import attribute_key, subject_key
from memtui.store.synonyms import plainly, same_meaning

# The attribute, of some, that means nearly the same as another; `None` where none does.
Alike = Callable[[str, Sequence[str]], str | None]
_SPELLED_ALIKE = 0.85
_LONG_ENOUGH = 5
_FILLERS = frozenset(
    """the a an his her their of current present new main actual own o os as um uma de do da dos das
    atual novo nova seu sua el la los las un una del actual nuevo nueva su le les l un une du des
    actuel actuelle nouveau nouvelle son sa der die das den dem ein eine aktuelle aktueller neue
    neuer sein ihr project projekt projet projeto proyecto team""".split()  # noqa: SIM905
)


class Why(StrEnum):
    """What makes two names look like one."""

    SENTENCE = "the same sentence is kept there"
    SYNONYM = "another word for it"
    SPELLING = "nearly the same name"
    MEANING = "means nearly the same"


@dataclass(frozen=True, slots=True)
class Near:
    """The thing that a proposal may be about, as the memory spells it, and why it may be."""

    subject: str
    attribute: str
    why: Why


@dataclass(frozen=True)
class Known:
    """What the memory knows, for finding near names.

    `names` are its subjects, each with its attributes; `sentences` gives, for a subject, the
    attribute of each sentence kept about it, by its key.
    """

    names: Mapping[str, Sequence[str]]
    rules: Rules
    sentences: Callable[[str], Mapping[str, str]] = lambda subject: {}

    @cached_property
    def attributes(self) -> dict[str, tuple[str, dict[str, str]]]:
        """By the key of a subject: how it is spelled, and its attributes by their keys."""
        found: dict[str, tuple[str, dict[str, str]]] = {}
        for subject, attributes in self.names.items():
            _, own = found.setdefault(subject_key(subject, self.rules), (subject, {}))
            for attribute in attributes:
                own.setdefault(attribute_key(attribute, self.rules), attribute)
        return found

    @cached_property
    def plain_subjects(self) -> dict[str, tuple[str, ...]]:
        """The words of each subject, by its key."""
        return {key: _words(subject) for key, (subject, _) in self.attributes.items()}


def near(draft: Draft, known: Known, alike: Alike | None = None) -> Near | None:
    """The thing that a draft may be about under other names; `None` when it is known, or new.

    Args:
        draft: What is proposed.
        known: What the memory knows.
        alike: Finds an attribute of nearly the same meaning, where an embedder is at hand.
    """
    if not (fold(draft.subject) and fold(draft.attribute)):
        return None
    key = subject_key(draft.subject, known.rules)
    wanted = attribute_key(draft.attribute, known.rules)
    if key in known.attributes:
        subject, own = known.attributes[key]
        return None if wanted in own else _near_attribute(draft, subject, own, known, alike)
    found = [
        (subject, near_attribute or Near(subject, draft.attribute, Why.SPELLING), near_attribute)
        for each in _near_subjects(draft.subject, known)
        for subject, own in [known.attributes[each]]
        for near_attribute in [
            Near(subject, own[wanted], Why.SPELLING)
            if wanted in own
            else _near_attribute(draft, subject, own, known, None)
        ]
    ]
    surer = [made for _, made, attribute in found if attribute] or [made for _, made, _ in found]
    return surer[0] if len(surer) == 1 else None


def _near_attribute(
    draft: Draft, subject: str, own: Mapping[str, str], known: Known, alike: Alike | None
) -> Near | None:
    there = known.sentences(subject).get(sentence_key(draft.fact))
    if there is not None:
        return Near(subject, there, Why.SENTENCE)
    for attribute in own.values():
        if same_meaning(draft.attribute, attribute):
            return Near(subject, attribute, Why.SYNONYM)
    for attribute in own.values():
        if _nearly_one(_words(draft.attribute), _words(attribute)):
            return Near(subject, attribute, Why.SPELLING)
    found = alike(draft.attribute, tuple(own.values())) if alike and own else None
    return Near(subject, found, Why.MEANING) if found else None


def _near_subjects(subject: str, known: Known) -> list[str]:
    """The keys of subjects whose name is part of this one, holds it, or is nearly spelled so."""
    words = _words(subject)
    return [
        key
        for key, other in known.plain_subjects.items()
        if _nearly_one(words, other) or _part_of(words, other) or _part_of(other, words)
    ]


def _words(name: str) -> tuple[str, ...]:
    """The words of a name that say something, or all of them."""
    words = plainly(name).replace("'", " ").replace("’", " ").split()
    return tuple(word for word in words if word not in _FILLERS) or tuple(words)


def _nearly_one(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    if one == other or "".join(one) == "".join(other):
        return True
    a, b = " ".join(one), " ".join(other)
    if min(len(a), len(b)) < _LONG_ENOUGH or a[0] != b[0] or any(map(str.isdigit, a + b)):
        return False
    return SequenceMatcher(None, a, b).ratio() >= _SPELLED_ALIKE


def _part_of(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Whether a name is the beginning or the end of another: "Ana" of "Ana Lima"."""
    if len(short) >= len(long) or any(any(map(str.isdigit, word)) for word in long):
        return False
    return long[: len(short)] == short or long[-len(short) :] == short
