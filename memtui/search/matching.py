"""Which words of a question a fact has, to be told and highlighted."""

from collections.abc import Sequence
from functools import lru_cache

from memtui.facts.fact import Fact
from memtui.store.words import asked, prepared, signs_and_words, telling_words

# What people put around words.
_AROUND = "“”‘’\"'.,;:!?()[]"


def matched_words(fact: Fact, query: str) -> tuple[str, ...]:
    """The words of a question that a fact has, or rests on, as they were asked."""
    quotes = [each.evidence.quote for each in fact.sayings if each.evidence]
    texts = (fact.attribute, fact.fact, *fact.tags, fact.source, *quotes)
    days = [fact.said, *fact.also_said, *([fact.until] if fact.until else [])]
    there = set(prepared((fact.subject,), texts, days).split())
    words = (word for word, terms in _asked_words(query) if _is_among(terms, there))
    return tuple(dict.fromkeys(words))


@lru_cache(maxsize=16)
def _asked_words(query: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """A question's telling words as they were written, each with its terms."""
    telling = set(telling_words(query))
    written = (word.strip(_AROUND) for word in query.split() if telling & {*signs_and_words(word)})
    return tuple(
        (word, tuple(term for group in asked(word) for term in group)) for word in written if word
    )


def _is_among(terms: Sequence[str], there: set[str]) -> bool:
    return any(
        term in there or (term.endswith("*") and any(each.startswith(term[:-1]) for each in there))
        for term in terms
    )
