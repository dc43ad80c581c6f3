"""How text is prepared for word search: the same for what is kept and for what is asked.

A word becomes its stems with accents folded; scripts without spaces become pairs of characters.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from memtui.store.small_words import telling, telling_pairs

if TYPE_CHECKING:
    import Stemmer

# Languages whose words are stemmed, each with words that tell it from the others.
_TELLING = {
    "english": """the and is are was in of to with for has works lives likes from at his her they
    what where who when how which does did my i""",
    "portuguese": """o os uma não em do da dos das com para por foi tem seu sua trabalha mora
    qual quem onde quando como que quanto""",
    "spanish": """el los las una no en del con para por fue tiene su trabaja vive y es
    cuál quién dónde cuándo cómo qué cuánto""",
    "french": """le les une ne pas dans du des avec pour est sa son travaille habite et il elle
    quel quelle qui où quand comment combien que""",
    "german": """der die das ein eine nicht in im mit für ist hat und arbeitet wohnt von zu sie
    welche welcher wer wo wann wie was ich""",
    "italian": """il lo gli una non nel della con per è ha suo sua lavora vive e di che
    quale chi dove quando come quanto cosa""",
    "dutch": """de het een niet in van met voor is heeft en werkt woont op zijn haar
    welke wie waar wanneer hoe wat""",
    "swedish": """och är en ett inte i på med för har av hon han bor arbetar
    vilken vem var när hur vad""",
    "danish": "og er en et ikke i på med for har af hun han bor arbejder",
    "norwegian": "og er en et ikke i på med for har av hun han bor jobber",
    "finnish": "on ja ei se hän asuu työskentelee kanssa oli",
    "romanian": "și este nu în cu pentru are lui la din lucrează locuiește",
    "turkish": "ve bir bu için ile değil var çalışıyor yaşıyor",
    "hungarian": "és az egy nem van volt hogy dolgozik lakik",
    "russian": "и в не на с для он она это работает живёт живет был была",
    "arabic": "في من على إلى هو هي يعمل لا",
    "greek": "και το η ο είναι σε με για από δεν",
}
LANGUAGES = tuple(_TELLING)
_NAMES = ("english",)

_MARKS = (
    "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0903"
    "\u093a-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0dff\u0e31-\u0e4e\u0eb1-\u0ecd\u0f18-\u0fbc"
    "\u102b-\u109d\u17b4-\u17d3\u1ab0-\u1aff\u1dc0-\u1dff\u3099\u309a\ufe20-\ufe2f"
)
# Emoji and other signs that stand for something: a flag's two letters are one, the colour of a
# skin none. Arrows and mathematical signs are not, they only stand between words.
_SIGN = (
    "[\U0001f1e6-\U0001f1ff]{2}|[\u00a2-\u00a5\u00a9\u00ae\u00b0\u20a0-\u20cf\u2300-\u23ff"
    "\u25a0-\u27bf\u2b00-\u2bff\U0001f000-\U0001f3fa\U0001f400-\U0001faff]"
)
_ASCII_WORD = re.compile("[a-z0-9]+")
_WORD = rf"(?:[^\W_]|[{_MARKS}])+"
_PAIRED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_PIECE = rf"[{_PAIRED}]+|[^{_PAIRED}]+"
_PAIRED_RANGES = tuple((_PAIRED[at], _PAIRED[at + 2]) for at in range(0, len(_PAIRED), 3))
_DAY = re.compile(r"\b(\d{4})-(\d\d)(?:-(\d\d))?\b")
_ACCENTS = re.compile("[\u0300-\u036f]+")
# Portuguese plurals that Snowball leaves apart from their singulars, and those.
_PLURAL = re.compile(r"(?:ões|ães|ãos|ão|oes|aes|aos)$")
_SINGLE = str.maketrans("øđłħıŧæœðþ", "odlhit\x00\x01dt")
_DOUBLE = (("\x00", "ae"), ("\x01", "oe"))


def prepared(names: Iterable[str], texts: Iterable[str], days: Iterable[date]) -> str:
    """What is indexed of a fact: its words, and its days by year, month and day.

    Args:
        names: Whom or what it is about. A name has one stem in all facts, whatever language
            they seem to be in.
        texts: Its texts. Each word has an English stem too: names stand among them, and the
            language is only guessed.
        days: The days by which it can be found.
    """
    words = [word for text in texts for word in signs_and_words(text)]
    languages = tuple(dict.fromkeys((language_of(words), "english")))
    terms = [term for word in words for term in forms_of(word, languages)]
    called = [word for name in names for word in signs_and_words(name)]
    terms += [term for word in called for term in forms_of(word, _NAMES)]
    for day in days:
        terms += _day_terms(f"{day.year:04}", f"{day.month:02}", f"{day.day:02}")
    return " ".join(terms)


def unfinished(query: str) -> str:
    """The last word of a query that may not be typed to its end, accents folded; else empty."""
    words = words_of(query[-100:])
    if not words or len(words[-1]) < 2 or not query[-1:].isalnum() or is_paired(words[-1]):
        return ""
    return without_accents(words[-1])


def asked(query: str) -> list[tuple[str, ...]]:
    """A query's words, each as the terms under which a fact that has it may be found.

    A term that ends in `*` stands for all that begin so.
    """
    groups: list[tuple[str, ...]] = [
        (_day_terms(*match.groups())[-1],) for match in _DAY.finditer(query)
    ]
    words = signs_and_words(_DAY.sub(" ", query))
    language = _guessed(words)
    # A word in the stems of every language would count the more, the more of them a fact has.
    languages = tuple(dict.fromkeys((language, *_NAMES))) if language else LANGUAGES
    for word in _telling_among(words):
        if is_paired(word):
            pairs = telling_pairs(_pairs(word))
            groups += [(pair,) for pair in pairs] if len(word) > 1 else [(word + "*",)]
        else:
            groups.append(forms_of(word, languages))
    return list(dict.fromkeys(groups))


def telling_words(query: str) -> list[str]:
    """A query's signs and words without the small words that nearly every text has."""
    return _telling_among(signs_and_words(query))


def words_of(text: str) -> list[str]:
    """A text's words, lower case, scripts without spaces apart from others."""
    if text.isascii():
        return _ASCII_WORD.findall(text.lower())
    words = _compiled(_WORD).findall(unicodedata.normalize("NFKC", text).casefold())
    return [piece for word in words for piece in _compiled(_PIECE).findall(word)]


def signs_and_words(text: str) -> list[str]:
    """A text's emoji and other signs that stand for something, then its words."""
    words = words_of(text)
    return words if text.isascii() else _compiled(_SIGN).findall(text) + words


@lru_cache(maxsize=8)
def _compiled(pattern: str) -> re.Pattern[str]:
    """A pattern that takes long to compile, once a text needs it: in ASCII none does."""
    return re.compile(pattern)


def is_paired(word: str) -> bool:
    """Whether a word begins in a script without spaces."""
    return not word.isascii() and any(low <= word[0] <= high for low, high in _PAIRED_RANGES)


def without_accents(word: str) -> str:
    """A lower-case word with its accents folded."""
    if word.isascii():
        return word
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", word)).translate(_SINGLE)
    for mark, letters in _DOUBLE:
        bare = bare.replace(mark, letters)
    return unicodedata.normalize("NFC", bare)


@lru_cache(maxsize=20_000)
def forms_of(word: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    """The terms of a word: its stem with the accents folded, and the stem of the folded word.

    Both, so that a word typed without its accents finds the one that has them.
    """
    if is_paired(word):
        return (*_pairs(word), word[-1])
    if len(word) < 3 or word.isdigit():
        return (without_accents(word),)
    bare = without_accents(word)
    forms: dict[str, None] = {}
    for language in languages:
        for form in dict.fromkeys((word, bare)):
            stem = without_accents(_stem(form, language))
            # So short a stem is that of too many words: "di" of "did" in Hungarian.
            forms[stem if len(stem) > 2 else bare] = None
    return tuple(forms)


def _stem(word: str, language: str) -> str:
    if language == "portuguese":
        word = _PLURAL.sub("ao", word)
    return str(_stemmer(language).stemWord(word))


def _pairs(word: str) -> list[str]:
    return [word[at : at + 2] for at in range(len(word) - 1)]


def _day_terms(year: str, month: str, day: str | None) -> list[str]:
    return [year, year + month, *([year + month + day] if day else [])]


@lru_cache(maxsize=1)
def _telling() -> dict[str, list[str]]:
    languages: dict[str, list[str]] = {}
    for language, words in _TELLING.items():
        for word in words.split():
            languages.setdefault(word, []).append(language)
    return languages


def _telling_among(words: Sequence[str]) -> list[str]:
    return telling(words, list(map(without_accents, words)), language_of(words))


def language_of(words: Iterable[str]) -> str:
    """The language of some words, from the small words in them; English when none tells."""
    return _guessed(words) or "english"


def _guessed(words: Iterable[str]) -> str:
    known = _telling()
    votes: dict[str, float] = {}
    for word in words:
        found = known.get(word, ())
        for language in found:
            votes[language] = votes.get(language, 0.0) + 1 / len(found)
        if not found and not word.isascii() and (language := _script(word)):
            votes[language] = votes.get(language, 0.0) + 0.5
    return max(votes, key=lambda language: votes[language]) if votes else ""


def _script(word: str) -> str:
    if "\u0400" <= word[0] <= "\u04ff":
        return "russian"
    if "\u0600" <= word[0] <= "\u06ff":
        return "arabic"
    return "greek" if "\u0370" <= word[0] <= "\u03ff" else ""


@lru_cache(maxsize=32)
def _stemmer(language: str) -> "Stemmer.Stemmer":
    import Stemmer

    return Stemmer.Stemmer(language)
