"""A question word by word, for those who read times in it. Pure."""

import re
import unicodedata
from collections.abc import Collection, Iterator
from typing import NamedTuple

from memtui.search import when_today_words as today_said
from memtui.search import when_words as said
from memtui.search.days import FIRST_YEAR, LAST_YEAR
from memtui.store.words import without_accents

_TOKEN = re.compile(r"\d{4}[–—]\d{4}(?!\w)|\d{1,2}–\d{1,2}(?!\w)|[^\W\d_]\w*|\d[\w.:/-]*\w|\d")
_GAP = re.compile(r"[\s,'’-]*")
_GAP_AFTER_SHORT = re.compile(r"[.°]?[\s,'’-]*")
# "'25", but no end of a quotation and no elision.
_SHORT_YEAR = re.compile(r"(?<![^\s,(])['’]\d\d(?!['’\w])")
_SHORT_YEARS_FROM = 1950
_MARK = re.compile(r"\s*[^\w\s'’-]|\s*$")


class Token(NamedTuple):
    """A word or a number of the question: folded, as written, and where."""

    text: str
    written: str
    start: int
    end: int


class Tokens:
    """The words of a question, by their number; beyond its ends there are none."""

    def __init__(self, question: str) -> None:
        self.question = question
        self.all = [
            Token(folded(match[0]), match[0], match.start(), match.end())
            for match in _TOKEN.finditer(question)
        ]

    def text(self, at: int) -> str:
        """A word, folded; empty beyond the ends."""
        return self.all[at].text if 0 <= at < len(self.all) else ""

    def joined(self, at: int) -> bool:
        """Whether nothing parts a token from the next."""
        if at + 1 >= len(self.all):
            return False
        token, following = self.all[at], self.all[at + 1]
        short = token.text in said.SHORT or token.text.isdigit()
        gap = _GAP_AFTER_SHORT if short else _GAP
        return bool(gap.fullmatch(self.question, token.end, following.start))

    def over(self, at: int, words: Collection[str]) -> int:
        """The next token that is none of some words."""
        while self.text(at) in words and self.joined(at):
            at += 1
        return at

    def led_by_on(self, at: int) -> bool:
        """Whether what is before a word makes a day of it."""
        return self.text(at - 1) in ("on", "am", "le", "em")

    def low(self, token: Token) -> bool:
        """Whether a word begins with a small letter."""
        return token.written[0].islower()

    def count(self, at: int) -> int | None:
        """A small number that counts what follows."""
        text = self.text(at)
        if not self.joined(at):
            return None
        return int(text) if text.isdecimal() and len(text) < 4 else today_said.counts().get(text)

    def year_number(self, at: int) -> int | None:
        """A year that stands by itself."""
        text = self.text(at)
        if at and not self.joined(at - 1):
            before = self.question[self.all[at - 1].end : self.all[at].start] if text else ""
            if before.strip():
                return None
        if self.short_year(at):
            return _SHORT_YEARS_FROM + (int(text) - _SHORT_YEARS_FROM) % 100
        if len(text) != 4 or not text.isdecimal():
            return None
        return int(text) if FIRST_YEAR <= int(text) <= LAST_YEAR else None

    def short_year(self, at: int) -> bool:
        """Whether a token is a year of two digits: "'25"."""
        start = self.all[at].start if at < len(self.all) else 0
        return bool(start and _SHORT_YEAR.match(self.question, start - 1))

    def ends(self, at: int) -> bool:
        """Whether what is said ends before a token, or goes on with a word that begins anew."""
        if self.text(at) in said.GOING_ON or at >= len(self.all):
            return True
        return bool(_MARK.match(self.question, self.all[at - 1].end))

    def phrase(self, at: int, length: int) -> tuple[str, ...]:
        """So many words from a token on; empty when something parts them."""
        if not all(self.joined(place) for place in range(at, at + length - 1)):
            return ()
        return tuple(self.text(place) for place in range(at, at + length))

    def phrase_of(self, at: int, phrases: Collection[tuple[str, ...]]) -> int:
        """How many words from a token on are one of some phrases, the longest; 0 when none."""
        lengths = sorted({len(phrase) for phrase in phrases}, reverse=True)
        return next((n for n in lengths if self.phrase(at, n) in phrases), 0)

    def signed(self, at: int) -> int:
        """The token after the word for "year", if that is here."""
        return at + 1 if self.text(at) in said.YEAR_SIGNS and self.joined(at - 1) else at

    def before(self, at: int) -> Iterator[tuple[str, ...]]:
        """The words before a token, the longest phrase first."""
        for length in range(min(4, at), 0, -1):
            if all(self.joined(place) for place in range(at - length, at)):
                yield tuple(token.text for token in self.all[at - length : at])


def folded(text: str) -> str:
    """How words are compared: lower case, without accents."""
    return without_accents(unicodedata.normalize("NFKC", text).casefold())
