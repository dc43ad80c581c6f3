"""What counts for a fact beside words and meaning: who is named, when and with what it was said."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import IntFlag

from memtui.facts.fact import Fact
from memtui.facts.text import fold
from memtui.search.days import Kind, Span
from memtui.search.gathering import Found
from memtui.search.naming import Question


class Named(IntFlag):
    """What of a fact a question names; `MEANT` is its attribute by another usual name.

    `NAMESAKE` is a part of its subject, which is the whole name of another.
    """

    NOTHING = 0
    SUBJECT = 1
    ATTRIBUTE = 2
    MEANT = 4
    NAMESAKE = 8


# What `names_in` says of a fact that is asked for: its subject and attribute are both named, or
# it is cited.
LEADS = Named.SUBJECT | Named.ATTRIBUTE


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts, in shares of a whole match of words.

    Args:
        subject: The question names the fact's subject; the less, the more of what was found is
            about it.
        attribute: It names the attribute, by its own or another usual name.
        thing: It names both.
        alike: How much better than its subject's others the fact suits the question, judged by
            what is kept of others under the same attribute; in shares of cosines.
        said_then: The fact was said at the time that it names.
        together: The share of what its best companion, said in the same conversation on the same
            day, has above the middle.
    """

    subject: float
    attribute: float
    thing: float
    alike: float
    said_then: float
    together: float


# Chosen on LoCoMo; `docs/search.md` tells what that is worth on conversations they were not
# chosen on. Of attributes it has but one: 1 to 2 are equally good for `alike`, on the memory by
# which currency is measured and on one of another seed. Of 400 other questions in other words
# `thing` brings 397 with 0.5, 399 with 1.
MEASURED = Weights(subject=0.5, attribute=0.5, thing=1.0, alike=1.5, said_then=0.3, together=0.25)

# So much comes a namesake's fact after the same of who is named.
_NEXT = 0.001


def names_in(question: Question, facts: Collection[Fact]) -> dict[str, Named]:
    """For each fact what of it is named; `LEADS` for a cited one."""
    every = {fact.subject for fact in facts}
    subjects = dict.fromkeys(question.subjects(every), Named.SUBJECT)
    subjects |= dict.fromkeys(question.namesakes(every, subjects), Named.NAMESAKE)
    attributes = {name: _named(question, name) for name in {fact.attribute for fact in facts}}
    named = {
        fact.id: LEADS
        if fact.id in question.ids
        else attributes[fact.attribute] | subjects.get(fact.subject, Named.NOTHING)
        for fact in facts
    }
    answered = {fact.subject for fact in facts if names_both(named[fact.id])}
    for fact in facts:
        asked = Named.SUBJECT in named[fact.id] and fact.subject not in answered
        if asked and question.means_instead(fact.attribute):
            named[fact.id] |= Named.MEANT
    return named


def names_both(named: Named) -> bool:
    """Whether a question names a fact's subject and its attribute, in whatever words."""
    return Named.SUBJECT in named and bool(named & (Named.ATTRIBUTE | Named.MEANT))


def _named(question: Question, attribute: str) -> Named:
    if question.names_attribute(attribute):
        return Named.ATTRIBUTE
    return Named.MEANT if question.means_attribute(attribute) else Named.NOTHING


def scored(
    found: Found,
    then: Found | None,
    facts: Mapping[str, Fact],
    time: Span | None,
    named: Mapping[str, Named],
    weights: Weights = MEASURED,
    *,
    asks_who: bool = False,
) -> dict[str, float]:
    """What each candidate is ranked by.

    Args:
        found: What was found.
        then: What was found at the time that the question names.
        facts: The facts of both.
        time: The time that the question names.
        named: What the question names, as `names_in` tells it.
        weights: What counts beside words and meaning.
        asks_who: Whether it asks for a subject: who is it?
    """
    weight = found.weight
    scores = {}
    theirs = {fact.subject for id_, fact in facts.items() if Named.SUBJECT in named[id_]}
    # Who works at Siemens is told where Siemens is named, not where it is the subject.
    told_of = theirs if asks_who else ()
    named_by = {id_ for id_, fact in facts.items() if _names_one(fact, theirs, told_of)}
    about = len(named_by) / max(len(facts), 1)
    alike = _alike(facts, found.cosines, named)
    for id_, fact in facts.items():
        sides = [each.scores[id_] for each in (found, then) if each and id_ in each.scores]
        score = max(sides)
        # To name a subject tells the less, the more of what was found is about it.
        if id_ in named_by:
            score += weight * weights.subject * (1 - about)
        if Named.SUBJECT in named[id_]:
            score += weights.alike * alike.get(id_, 0.0)
        if names_both(named[id_]):
            score += weight * (weights.attribute + weights.thing)
        # An attribute that is asked of somebody is not asked of others.
        elif named[id_] & (Named.ATTRIBUTE | Named.MEANT) and not theirs:
            score += weight * weights.attribute
        if time and said_within(fact, time):
            score += weight * weights.said_then
        scores[id_] = score
    return _namesakes_after(facts, _together(facts, scores, weights.together), named)


def _names_one(fact: Fact, subjects: Collection[str], told_of: Iterable[str]) -> bool:
    """Whether a fact is about one of some subjects, or says one of some names of another."""
    return fact.subject in subjects or any(name in fact.fact for name in told_of)


def said_within(fact: Fact, time: Span) -> bool:
    """Whether a fact was said in the stretch that a question asks about."""
    return time.kind is Kind.IN and any(map(time.has, (fact.said, *fact.also_said)))


def _alike(
    facts: Mapping[str, Fact], cosines: Mapping[str, float], named: Mapping[str, Named]
) -> dict[str, float]:
    """How much better than their middle the facts of who is named suit a question.

    A name makes all of them suit it, and the sentence of each does by chance. What the question
    asks of them shows in how near it comes to what is kept of others under the same attribute.
    Where nothing is, they would be as far behind as the others are.
    """
    theirs: dict[str, float] = {}
    own: dict[str, float] = {}
    kinds = {id_: fold(fact.attribute) for id_, fact in facts.items() if id_ in cosines}
    for id_, kind in kinds.items():
        best = own if Named.SUBJECT in named[id_] else theirs
        best[kind] = max(best.get(kind, -1.0), cosines[id_])
    both = own.keys() & theirs.keys()
    if not both:
        return {}
    behind = sum(own[kind] - theirs[kind] for kind in both) / len(both)
    suits = {kind: theirs.get(kind, cosine - behind) for kind, cosine in own.items()}
    middle = sum(suits.values()) / len(suits)
    return {id_: suits[kind] - middle for id_, kind in kinds.items() if kind in suits}


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


def _namesakes_after(
    facts: Mapping[str, Fact], scores: Mapping[str, float], named: Mapping[str, Named]
) -> dict[str, float]:
    """Who is named by a whole name comes before others who have it in theirs, in each attribute."""
    own: dict[str, float] = {}
    theirs: dict[str, float] = {}
    for id_, fact in facts.items():
        if named[id_] & (Named.SUBJECT | Named.NAMESAKE):
            best = own if Named.SUBJECT in named[id_] else theirs
            kind = fold(fact.attribute)
            best[kind] = max(best.get(kind, scores[id_]), scores[id_])
    ahead = {kind: theirs[kind] - own[kind] for kind in own.keys() & theirs.keys()}
    return {
        id_: score - max(0.0, ahead.get(fold(facts[id_].attribute), -1.0) + _NEXT)
        if Named.NAMESAKE in named[id_]
        else score
        for id_, score in scores.items()
    }
