"""What counts for a fact beside words and meaning: who is named, when and with what it was said."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date

from memtui.facts.fact import Fact
from memtui.search.days import Kind, Span
from memtui.search.gathering import Found
from memtui.search.naming import Question

# What `names_in` says of a fact that is asked for: its subject and attribute are both named, or
# it is cited.
LEADS = 3


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts, in shares of a whole match of words.

    Args:
        subject: The question names the fact's subject; the less, the more of what was found is
            about it.
        attribute: It names the attribute.
        said_then: The fact was said at the time that it names.
        together: The share of what its best companion, said in the same conversation on the same
            day, has above the middle.
    """

    subject: float
    attribute: float
    said_then: float
    together: float


# Chosen on LoCoMo; `docs/search.md` tells what that is worth on conversations they were not
# chosen on.
MEASURED = Weights(subject=0.5, attribute=0.25, said_then=0.3, together=0.25)


def names_in(question: Question, facts: Collection[Fact]) -> dict[str, int]:
    """For each fact 1 when its subject is named, 2 when its attribute is, 3 for both or cited."""
    subjects = question.subjects(fact.subject for fact in facts)
    attributes = {name: question.names_attribute(name) for name in {f.attribute for f in facts}}
    return {
        fact.id: LEADS
        if fact.id in question.ids
        else (fact.subject in subjects) + 2 * attributes[fact.attribute]
        for fact in facts
    }


def scored(
    found: Found,
    then: Found | None,
    facts: Mapping[str, Fact],
    time: Span | None,
    named: Mapping[str, int],
    weights: Weights = MEASURED,
) -> dict[str, float]:
    """What each candidate is ranked by.

    Args:
        found: What was found.
        then: What was found at the time that the question names.
        facts: The facts of both.
        time: The time that the question names.
        named: What the question names, as `names_in` tells it.
        weights: What counts beside words and meaning.
    """
    weight = found.weight
    scores = {}
    about = sum(named[id_] & 1 for id_ in facts) / max(len(facts), 1)
    for id_, fact in facts.items():
        sides = [each.scores[id_] for each in (found, then) if each and id_ in each.scores]
        score = max(sides)
        # To name a subject tells the less, the more of what was found is about it.
        score += weight * weights.subject * (1 - about) * (named[id_] & 1)
        score += weight * weights.attribute * (named[id_] >> 1)
        if time and said_within(fact, time):
            score += weight * weights.said_then
        scores[id_] = score
    return _together(facts, scores, weights.together)


def said_within(fact: Fact, time: Span) -> bool:
    """Whether a fact was said in the stretch that a question asks about."""
    return time.kind is Kind.IN and any(map(time.has, (fact.said, *fact.also_said)))


def _together(
    facts: Mapping[str, Fact], scores: Mapping[str, float], share: float
) -> dict[str, float]:
    """What was said in one conversation on one day lends each other a little."""
    if not scores:
        return {}
    ordered = sorted(scores.values())
    middle = (ordered[len(ordered) // 2] + ordered[(len(ordered) - 1) // 2]) / 2
    said: defaultdict[tuple[str, date], list[str]] = defaultdict(list)
    for id_, fact in facts.items():
        said[fact.source, fact.said].append(id_)
    raised = dict(scores)
    for ids in said.values():
        best = sorted(ids, key=lambda id_: -scores[id_])[:2]
        for id_ in ids:
            other = next((each for each in best if each != id_), None)
            if other:
                raised[id_] += share * max(0.0, scores[other] - middle)
    return raised
