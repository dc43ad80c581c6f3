"""Which subjects and attributes a question names, and how else it could name them. Pure.

Other names count (`memory.toml`), and "I", "eu", "я"… is the person, whose names are known.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memtui.facts.fact import Rules
from memtui.facts.things import attribute_key, subject_key
from memtui.store.synonyms import meanings, meanings_in, meanings_instead
from memtui.store.words import forms_of, language_of, without_accents, words_of


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Words that are the person who asks, whoever else is named.
_I = _set(
    """i my mine myself eu meu minha meus minhas yo mi mis mío mía je j mon ma mes ich mein meine
    meinen meinem meiner meines io mio mia miei mie я мой моя моё мои моей моего ik mijn 나는 내가
    내 나의 저는 제가 제 저의"""
)
# Words that are the person only when nobody is named: "tell me about Ana", "o trabalho da Ana".
_I_ALONE = _set(
    """me mim comigo moro trabalho vivo tenho gosto prefiro estudo conmigo trabajo tengo prefiero
    estudio moi mir mich abito lavoro ho preferisco мне меня"""
)
_WHO = _set("who whom wer wen wem qui quem quién quiénes chi кто")
_WHO_EASTERN = ("谁", "誰", "だれ", "哪些人")
# In scripts without spaces, unless it is "we", or a part of another word ("private", "school").
_I_EASTERN = re.compile("我(?!们|們)|私(?=[のはがにをもとへで]|$)|[僕俺](?!ら)")
# A memory may have the person as a subject under no name.
_NAMELESS = ("me", "i", "myself", "user")
# Each further way to say a question costs a word search.
_MOST_WORDINGS = 6
_ID = re.compile(r"(?<!\w)f_[0-9a-f]{16}(?!\w)")
_CAPITAL = re.compile(r"(?<=[^.?!¿¡] )[A-ZÀ-ÖØ-ÞА-Я]\w")


@dataclass(frozen=True, slots=True)
class Question:
    """A question read for names.

    `wordings` are ways to say it, the one with the names that count first. `me` are the keys of
    the person's names, where the question is about them: they are one person, so that one name
    stands for all. `ids` are the facts that it cites.
    """

    wordings: tuple[str, ...]
    me: tuple[str, ...]
    ids: tuple[str, ...]
    _words: tuple[str, ...]
    _languages: tuple[str, ...]
    _meant: frozenset[int]
    _rules: Rules
    _my_place: tuple[int, int] | None = None

    def subjects(self, subjects: Iterable[str]) -> frozenset[str]:
        """Those of some subjects that are named; a name within a longer one is not."""
        places = {subject: self._place(subject) for subject in dict.fromkeys(subjects)}
        mine = {subject for subject in places if subject_key(subject, self._rules) in self.me}
        if self._my_place:
            places |= {subject: places[subject] or self._my_place for subject in mine}
        named = {subject: place for subject, place in places.items() if place}
        whole = frozenset(
            subject
            for subject, (start, stop) in named.items()
            if not any(
                begin <= start and stop <= end and end - begin > stop - start
                for begin, end in named.values()
            )
        )
        return whole if self._my_place else whole | mine

    def namesakes(self, subjects: Iterable[str], named: Iterable[str]) -> frozenset[str]:
        """Those of some subjects of whose name only a part is said, which is all of another's.

        Args:
            subjects: The subjects.
            named: Those of them that are named.
        """
        wholes = [name for name in map(_parts, named) if name]
        return frozenset(
            subject
            for subject in dict.fromkeys(subjects)
            if any(
                len(whole) < len(_parts(subject)) and _place(_parts(subject), " ".join(whole))
                for whole in wholes
            )
            and not all(any(_is(word, part) for word in self._words) for part in _parts(subject))
        )

    @property
    def asks_who(self) -> bool:
        """Whether it asks for a subject: who is it?"""
        return any(word in _WHO or any(who in word for who in _WHO_EASTERN) for word in self._words)

    def names_attribute(self, attribute: str) -> bool:
        """Whether an attribute is named, by one of its names, in any form."""
        names = _all_names(attribute, attribute_key(attribute, self._rules), self._rules.attributes)
        return any(_has(self._words, name, self._languages) for name in names)

    def means_attribute(self, attribute: str) -> bool:
        """Whether another usual name for the same is said, in any language."""
        return not self._meant.isdisjoint(meanings(attribute))

    def means_instead(self, attribute: str) -> bool:
        """Whether an attribute answers where what is asked for is not kept."""
        return not meanings_instead(self._meant).isdisjoint(meanings(attribute))

    def _place(self, subject: str) -> tuple[int, int] | None:
        names = _all_names(subject, subject_key(subject, self._rules), self._rules.subjects)
        places = [place for name in names if (place := _place(self._words, name))]
        return max(places, key=_length, default=None)


def read_names(text: str, rules: Rules, me: Sequence[str] = ()) -> Question:
    """Read a question.

    Args:
        text: What is asked.
        rules: Other names for subjects and attributes.
        me: The names of the person who asks.
    """
    words = tuple(words_of(text))
    pairs = (*rules.subjects, *rules.attributes)
    counting = text
    for other, name in pairs:
        counting = _said(counting, other, name)
    about_me = _is_about_me(text, words, rules)
    by_name = [] if about_me else [(place, name) for name in me if (place := _place(words, name))]
    my_place = max((place for place, _ in by_name), key=_length, default=None)
    wordings = [f"{name}: {counting}" for name in me if about_me] or [counting]
    wordings += [text, *(_said(counting, name, other) for other, name in pairs)]
    wordings += [_said(counting, name, other) for _, name in by_name for other in me]
    mine = (*me, *_NAMELESS) if about_me or my_place else ()
    keys = tuple(dict.fromkeys(subject_key(name, rules) for name in mine))
    languages = tuple(dict.fromkeys((language_of(words), "english")))
    ids = tuple(dict.fromkeys(_ID.findall(text.lower())))
    wordings = list(dict.fromkeys(wordings))[:_MOST_WORDINGS]
    meant = meanings_in(words, languages) if words else frozenset()
    return Question(tuple(wordings), keys, ids, words, languages, meant, rules, my_place)


def _is_about_me(text: str, words: Sequence[str], rules: Rules) -> bool:
    if any(word in _I or _I_EASTERN.search(word) for word in words):
        return True
    # Names begin with a capital, or are known.
    named = _CAPITAL.search(text) or any(
        _place(words, name) for pair in rules.subjects for name in pair
    )
    return not named and any(word in _I_ALONE for word in words)


def _length(place: tuple[int, int]) -> int:
    start, stop = place
    return stop - start


def _all_names(name: str, key: str, pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
    """A name, the one that counts, and all others for it."""
    yield name
    if pairs:
        yield key
        rules = Rules(subjects=tuple(pairs))
        yield from (other for other, _ in pairs if subject_key(other, rules) == key)


def _said(text: str, name: str, other: str) -> str:
    """A text with another name in the place of one."""
    pattern = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    return pattern.sub(lambda _: other, text)


def _place(words: Sequence[str], name: str) -> tuple[int, int] | None:
    """Where a name stands among words, accents and a genitive's s aside."""
    parts = _parts(name)
    for start in range(len(words) - len(parts) + 1 if parts else 0):
        if all(_is(words[start + at], part) for at, part in enumerate(parts)):
            return start, start + len(parts)
    return None


@lru_cache(maxsize=10_000)
def _parts(name: str) -> tuple[str, ...]:
    return tuple(words_of(name))


@lru_cache(maxsize=10_000)
def _is(word: str, part: str) -> bool:
    bare, wanted = without_accents(word), without_accents(part)
    # In scripts without spaces, and before Korean endings, a word stands within a longer one.
    within = part[0] >= "\u3040" and len(part) > 1
    return bare in (wanted, wanted + "s") or (within and part in word)


def _has(words: Sequence[str], name: str, languages: tuple[str, ...]) -> bool:
    """Whether all words of a name are there, in any form that it has in some languages."""
    parts = _parts(name)
    return bool(parts) and all(
        any(_is_form(word, part, languages) for word in words) for part in parts
    )


@lru_cache(maxsize=20_000)
def _is_form(word: str, part: str, languages: tuple[str, ...]) -> bool:
    if _is(word, part):
        return True
    if min(len(word), len(part)) < 3 or part[0] >= "\u3040":
        return False
    return any(
        not set(forms_of(word, (language,))).isdisjoint(forms_of(part, (language,)))
        for language in languages
    )
