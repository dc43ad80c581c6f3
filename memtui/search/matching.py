"""Which words of a question a fact has, to be told and highlighted."""

from memtui.facts.fact import Fact
from memtui.store.words import asked, prepared, telling_words, words_of

# What people put around words.
_AROUND = "“”‘’\"'.,;:!?()[]"


def matched_words(fact: Fact, query: str) -> tuple[str, ...]:
    """The words of a question that a fact has, or rests on, as they were asked."""
    quotes = [each.evidence.quote for each in (fact.first, *fact.again) if each.evidence]
    texts = (fact.attribute, fact.fact, *fact.tags, fact.source, *quotes)
    days = [fact.said, *fact.also_said, *([fact.until] if fact.until else [])]
    there = set(prepared((fact.subject,), texts, days).split())
    telling = set(telling_words(query))
    found = (
        word.strip(_AROUND)
        for word in query.split()
        if not telling.isdisjoint(words_of(word)) and _is_among(word, there)
    )
    return tuple(dict.fromkeys(word for word in found if word))


def _is_among(word: str, there: set[str]) -> bool:
    terms = [term for group in asked(word) for term in group]
    return any(
        term in there or (term.endswith("*") and any(each.startswith(term[:-1]) for each in there))
        for term in terms
    )
