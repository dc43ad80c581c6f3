"""Which earlier fact of a thing is asked for: "her previous employer", "before Klarna", "at first".

It only orders what is shown of the past of a thing that the question names, so that a word
that means something else ("before dinner") does no harm.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from memtui.facts.fact import Fact
from memtui.facts.things import Key, thing_key
from memtui.search.matching import matched_words
from memtui.search.scoring import Named, names_both
from memtui.store.memory import Memory
from memtui.store.words import words_of


class Step(StrEnum):
    """Which of a thing's facts a question asks for, told from one that it names or from today's."""

    FIRST = "first"
    BEFORE = "before"
    AFTER = "after"


_WORDS = {
    Step.FIRST: """first original originally initial initially primeiro primeira inicialmente
        primer primero primera premier première erste erster erstes ersten zuerst ursprünglich
        ursprüngliche primo""",
    Step.BEFORE: """before previous previously former formerly prior earlier ex old antes anterior
        anteriormente antigo antiga antiguo antigua avant auparavant précédent précédente ancien
        ancienne vor vorher vorherige vorheriger vorheriges vorige voriger voriges zuvor davor
        früher frühere früherer früheres ehemalige ehemaliger ehemaliges alte alter altes precedente
        precedentemente prima vecchio vecchia""",
    Step.AFTER: "after afterwards depois após después tras après ensuite danach dopo",
}
_STEPS = {word: step for step, words in _WORDS.items() for word in words.split()}
# In scripts without spaces a word stands within a longer one.
_EASTERN = {
    Step.FIRST: "最初 第一 一开始 初めの",
    Step.BEFORE: "之前 以前 此前 上一 前任 前の 前は 前に かつて",
    Step.AFTER: "之后 以后 の後 後に",
}


def asked_step(question: str) -> Step | None:
    """Which of a thing's facts a question asks for, in any of eight languages."""
    words = words_of(question)
    for before, word in zip(("", *words), words, strict=False):
        # "How old is she" asks for no former age.
        if (step := _STEPS.get(word)) and before != "how":
            return step
    found = (
        step for step, forms in _EASTERN.items() if any(map(question.__contains__, forms.split()))
    )
    return next(found, None)


def led_by(
    memory: Memory,
    step: Step,
    question: str,
    facts: Mapping[str, Fact],
    named: Mapping[str, Named],
    admits: Callable[[Fact], bool],
) -> tuple[Fact, ...]:
    """What is asked for of the past of the things that a question names, in its order.

    Args:
        memory: Where they are.
        step: What the question asks for.
        question: The question.
        facts: The candidates.
        named: What the question names of each.
        admits: Whether a fact may be in the answer.
    """
    things: dict[Key, tuple[str, str]] = {}
    both = set()
    for id_, fact in facts.items():
        if Named.SUBJECT in named[id_]:
            key = thing_key(fact.subject, fact.attribute, memory.rules)
            things[key] = fact.subject, fact.attribute
            if names_both(named[id_]):
                both.add(key)
    led: list[Fact] = []
    for key, thing in sorted(things.items()):
        versions = memory.facts_of([thing])
        # "Where was Greta before Porto": what is asked for is what Porto is of hers.
        if key in both or (not both and _named(_ordered(versions), question) is not None):
            led += filter(admits, in_succession(versions, step, question))
    return tuple(led)


def in_succession(versions: Sequence[Fact], step: Step, question: str) -> list[Fact]:
    """What a thing was, in the order in which it is asked for.

    Args:
        versions: All facts of one thing.
        step: What the question asks for.
        question: The question, which may name one of them by its words.

    Returns:
        Those that hold no more, or none when the question does not tell where to start.
    """
    ordered = _ordered(versions)
    named = _named(ordered, question)
    if step is Step.FIRST:
        asked = ordered
    elif step is Step.BEFORE:
        at = len(ordered) if named is None else named
        asked = ordered[:at][::-1] + ordered[at:]
    elif named is None:
        return []
    else:
        asked = ordered[named + 1 :] + ordered[: named + 1][::-1]
    return [fact for fact in asked if not fact.current]


def _ordered(versions: Sequence[Fact]) -> list[Fact]:
    return sorted(versions, key=lambda fact: (fact.said, fact.until is None, fact.id))


def _named(ordered: Sequence[Fact], question: str) -> int | None:
    """The place of the only fact that has a word of the question which no other has."""
    if len(ordered) < 2:
        return None
    matched = [matched_words(fact, question) for fact in ordered]
    times = Counter(word for words in matched for word in words)
    own = [at for at, words in enumerate(matched) if any(times[word] == 1 for word in words)]
    return own[0] if len(own) == 1 else None
