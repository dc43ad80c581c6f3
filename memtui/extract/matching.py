"""Finding words again in a conversation, whatever their case, accents, spaces and quote marks."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from memtui.conversations.conversation import Conversation, Role

_SEPARATED = re.compile(r"(?<![\d.,])\d{1,3}(?:[.,’']\d{3})+(?![\d.,]\d)")
_WORD = re.compile(r"[^\W_]+")
_SENTENCE_END = re.compile(r"(?<=[.!?…。！？])\s+|(?<=[。！？])|\n+")
# Long enough to tell inflected forms of one word from another word.
_STEM = 5


def plain(text: str) -> str:
    """Only letters and digits, folded, without accents, with one space wherever something stood.

    A name or number beside letters of a script without capitals ("Anaは10月") stands alone.
    """
    return _folded(text)[0].strip()


def plain_words(text: str) -> list[str]:
    """The words of a text in their plain form."""
    return plain(text).split()


def stems(text: str) -> frozenset[str]:
    """The beginnings of a text's longer words: enough to see what it is about."""
    return frozenset(word[:_STEM] for word in plain_words(text) if len(word) >= _STEM - 1)


def sentences(text: str) -> list[str]:
    """The sentences of a text, roughly."""
    return [part.strip() for part in _SENTENCE_END.split(text) if part.strip()]


def _folded(text: str) -> tuple[str, list[int]]:
    """The plain form, and for each of its characters the place in the text it came from."""
    out: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        if character.isascii():
            shown = character.lower() if character.isalnum() else " "
        else:
            shown = "".join(
                " " if unicodedata.category(each)[0] not in "LN" else each
                for each in unicodedata.normalize("NFKD", character).casefold()
                if unicodedata.category(each)[0] != "M"
            )
        for each in shown:
            if out and _apart(out[-1], each):
                out.append(" ")
                places.append(place)
            if each != " " or (out and out[-1] != " "):
                out.append(each)
                places.append(place)
    return "".join(out), places


def _apart(one: str, other: str) -> bool:
    """Whether two neighbours are of different words, though nothing stands between them."""
    if one.isascii() == other.isascii() or " " in (one, other):
        return False
    return unicodedata.category(one if other.isascii() else other) in ("Lo", "Lm")


@dataclass(frozen=True)
class Heard:
    """One turn, ready to be searched."""

    text: str

    @cached_property
    def _search(self) -> tuple[str, list[int]]:
        return _folded(self.text)

    @property
    def plain(self) -> str:
        """The turn in plain form."""
        return self._search[0]

    def words_of(self, quote: str) -> str | None:
        """The turn's own words for a quote, or `None` when it does not hold them.

        A quote may leave words out with an ellipsis.
        """
        return self._words_of(_parts(quote))

    def holds(self, parts: Sequence[str]) -> bool:
        """Whether it holds all parts of a quote, in their plain form, one after the other."""
        return self._words_of(parts) is not None

    def _words_of(self, parts: Sequence[str]) -> str | None:
        text, places = self._search
        start, begin, end = 0, None, 0
        for part in parts:
            found = _find(text, part, start)
            if found is None:
                return None
            start = found + len(part)
            begin = places[found] if begin is None else begin
            end = places[start - 1] + 1
        if begin is None:
            return None
        closing = self.text[end : end + 1]
        return self.text[begin : end + (closing in tuple(".!?…。！？"))]


@dataclass(frozen=True)
class Spoken:
    """A conversation, ready to be searched."""

    conversation: Conversation

    @cached_property
    def turns(self) -> tuple[Heard, ...]:
        """Every turn."""
        return tuple(Heard(turn.text) for turn in self.conversation.turns)

    @cached_property
    def people(self) -> frozenset[str]:
        """The words that people said, and the speakers' names."""
        names = (turn.speaker for turn in self.conversation.turns if turn.role is not Role.MODEL)
        return self._words(Role.PERSON, Role.OTHER) | _all_words(set(names))

    @cached_property
    def models(self) -> frozenset[str]:
        """The words that models said."""
        return self._words(Role.MODEL)

    @cached_property
    def spellings(self) -> dict[str, frozenset[str]]:
        """For each plain word with an accent somewhere, how the conversation spells it."""
        found: dict[str, set[str]] = {}
        for turn in self.conversation.turns:
            for word in _WORD.findall(turn.text):
                found.setdefault(plain(word), set()).add(word)
        return {
            word: frozenset(forms)
            for word, forms in found.items()
            if any(not form.isascii() for form in forms)
        }

    def find(self, quote: str) -> list[int]:
        """The places of the turns that hold a quote."""
        parts = _parts(quote)
        return [place for place, heard in enumerate(self.turns) if heard.holds(parts)]

    def _words(self, *roles: Role) -> frozenset[str]:
        return frozenset(
            word
            for turn, heard in zip(self.conversation.turns, self.turns, strict=True)
            if turn.role in roles
            for word in (*heard.plain.split(), *joined_numbers(turn.text))
        )


def joined_numbers(text: str) -> list[str]:
    """The numbers with separators in a text, without them: `2500` for `2,500`."""
    return [re.sub(r"\D", "", number) for number in _SEPARATED.findall(text)]


def holds(words: frozenset[str], word: str) -> bool:
    """Whether a plain word occurs among words, also with an ending more or less."""
    if word in words:
        return True
    if len(word) < 3 or word.isdigit():
        return False
    return any(
        (each.startswith(word) or (len(each) > 2 and word.startswith(each)))
        and abs(len(each) - len(word)) <= 4
        for each in words
    )


def _parts(quote: str) -> list[str]:
    """The plain form of what stands around the ellipses of a quote."""
    return [part for each in re.split(r"\.\.\.|…", quote) if (part := plain(each))]


def _find(text: str, part: str, start: int) -> int | None:
    """Where a part stands as whole words; scripts without spaces have no such bounds."""
    bounded = part.isascii()
    while (found := text.find(part, start)) >= 0:
        end = found + len(part)
        if not bounded or (
            (found == 0 or not text[found - 1].isalnum())
            and (end == len(text) or not text[end].isalnum())
        ):
            return found
        start = found + 1
    return None


def _all_words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word for text in texts for word in plain_words(text))
