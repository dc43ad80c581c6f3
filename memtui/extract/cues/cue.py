"""What a table of cues is made of, and how its patterns are written.

In a pattern `{P}` is the person or thing by its capitalised name, `{T}` a thing by name or noun,
`{V}` any value, `{C}` a capitalised one, `{L}` one in small letters, `{D}` a day.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

_UPPER = r"[^\W\d_a-zß-öø-ÿ]"
_NAME = (
    rf"{_UPPER}[\w'’.-]*(?:\s+(?:(?:de|da|do|dos|das|del|van|von|der|la|le)\s+)?{_UPPER}[\w'’.-]*)"
    r"{0,3}"
)
_PARTS = {
    "{P}": rf"(?P<subject>{_NAME})",
    "{T}": r"(?P<subject>[^\W\d_][\w'’-]*(?:\s+[\w'’-]+){0,5}?)",
    "{V}": r"(?P<value>\S.{0,160}?)",
    "{C}": rf"(?P<value>{_UPPER}.{{0,80}}?)",
    "{L}": r"(?P<value>[a-zß-öø-ÿ].{0,80}?)",
    "{D}": r"(?P<day>.{1,60}?)",
}


@dataclass(frozen=True)
class Cue:
    """A way to state something. Not `sure` means: propose it, but leave the tick to the person.

    `attribute` empty takes the group `attribute` of the pattern.
    """

    attribute: str
    pattern: str
    sure: bool = True

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern for a whole sentence."""
        pattern = self.pattern.replace(" ", r"\s+")
        for part, expression in _PARTS.items():
            pattern = pattern.replace(part, expression)
        return re.compile(rf"{pattern}\s*[.!]*")


@dataclass(frozen=True)
class Language:
    """The cues of one language and what keeps a sentence from being read.

    `common` are its most frequent words, by which it is told from the others; `doubt` are
    hypotheses, hedges and negations; `nobody` words that stand where a name would; `articles` are
    cut from a thing's name; `leads` open a sentence without belonging to it; `more` in a value
    means that more than one thing is said; `attributes` are labels that are known; `named` tells a
    sentence in the first person with the person's name; `owned` tells whose a thing is, as in
    "Ana's birthday".
    """

    cues: tuple[Cue, ...]
    common: frozenset[str]
    doubt: re.Pattern[str]
    nobody: frozenset[str]
    articles: re.Pattern[str]
    leads: re.Pattern[str]
    more: re.Pattern[str]
    attributes: frozenset[str]
    named: Callable[[str, str], str | None]
    owned: re.Pattern[str]


OWNED_BEFORE = re.compile(r"(?P<owner>.+)['’]s\s+(?P<label>[\w -]+)")
OWNED_AFTER = re.compile(
    rf"(?P<label>[^\W\d_][\w -]*?)\s+(?:(?:do|da|dos|das|de|du|des|del)\s+|d['’])(?P<owner>{_NAME})"
)


def set_of(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


def words(*texts: str) -> re.Pattern[str]:
    """A pattern for any of the expressions, as whole words, in any case."""
    return re.compile(rf"(?<![\w'’])(?:{'|'.join(texts)})(?![\w'’])", re.IGNORECASE)


def verbs(opening: str, forms: Mapping[str, str], adverbs: str) -> Callable[[str, str], str | None]:
    """How to name the person in a sentence that opens in the first person.

    Args:
        opening: A pattern for the pronoun (may be empty where the verb is enough).
        forms: From the first person of a verb to its third.
        adverbs: A pattern for what may stand between.
    """
    choices = "|".join(sorted(map(re.escape, forms), key=len, reverse=True))
    pattern = re.compile(
        rf"{opening}(?P<adverb>(?:(?:{adverbs})\s+)?)(?P<verb>{choices})(?![\w'’])", re.IGNORECASE
    )

    def named(sentence: str, name: str) -> str | None:
        match = pattern.match(sentence)
        if match is None:
            return None
        verb = forms[" ".join(match["verb"].casefold().replace("’", "'").split())]
        return f"{name} {match['adverb']}{verb}{sentence[match.end() :]}"

    return named
