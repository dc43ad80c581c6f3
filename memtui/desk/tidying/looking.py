"""Finds what wants mending among facts. Pure: facts and rules in, findings out."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import pairwise

from memtui.desk.telling import count, day
from memtui.desk.tidying.finding import Finding, Fix, Kind
from memtui.desk.tidying.names import Pair, extended, near_spelled, synonyms
from memtui.extract.dates import written_days
from memtui.facts.fact import Draft, Fact, Rules
from memtui.facts.keeping import ChangeRules, Correct, End, Forget, Keep, Rename, Tag
from memtui.facts.secrets import secret_in
from memtui.facts.settling import in_time
from memtui.facts.text import fold, visible
from memtui.facts.things import Key, is_many, subject_key, thing_key
from memtui.store.synonyms import plainly, same_meaning
from memtui.store.words import language_of, words_of

# A fact that somebody looked at and found right has this tag; it is not doubted again.
CHECKED = "checked"
_LONG = timedelta(days=730)
_DUE = ("deadline", "date", "end date")
_FROM_CONVERSATION = "conversation: "
_BY_HAND = "checked by hand"
_LATIN = re.compile("[a-z]")


def look(facts: Sequence[Fact], rules: Rules, today: date) -> list[Finding]:
    """All findings, those that matter most first.

    Args:
        facts: All facts of a memory, what held before among them.
        rules: The rules in force.
        today: The person's day.
    """
    found = [
        *_secrets(facts),
        *_of_one_day(facts, rules),
        *_names(facts, rules),
        *(each for fact in facts if fact.current for each in _of_a_fact(fact, rules, today)),
    ]
    order = list(Kind)
    return sorted(found, key=lambda finding: order.index(finding.kind))


def _secrets(facts: Sequence[Fact]) -> Iterator[Finding]:
    for fact in facts:
        rule = secret_in(fact.subject, fact.attribute, fact.fact)
        if rule:
            yield Finding(
                Kind.SECRET,
                f"{visible(fact.subject)} — {visible(fact.attribute)}: {rule}",
                (fact.id,),
                (Fix("forget it", Forget((fact.id,)), asks=True),),
                "A memory keeps no secrets: put it in a secret manager, and change it there.",
            )


def _of_one_day(facts: Sequence[Fact], rules: Rules) -> Iterator[Finding]:
    things: dict[Key, list[Fact]] = {}
    for fact in facts:
        if not is_many(fact.subject, fact.attribute, rules):
            key = thing_key(fact.subject, fact.attribute, rules)
            things.setdefault(key, []).append(fact)
    for timeline in things.values():
        if len(timeline) < 2:
            continue
        for before, after in pairwise(in_time(timeline)):
            if before.said == after.said and not _checked(after):
                yield Finding(
                    Kind.ONE_DAY,
                    f"{_thing(after)}, {day(after.said)}: {visible(after.fact)}",
                    (after.id, before.id),
                    (
                        Fix(
                            f"forget the other: {visible(before.fact)}",
                            Forget((before.id,)),
                            asks=True,
                        ),
                        Fix("leave both, the later one counts", Tag((after.id,), (CHECKED,))),
                    ),
                    f"The other, which it replaced on the same day: {visible(before.fact)}",
                )


def _names(facts: Sequence[Fact], rules: Rules) -> Iterator[Finding]:
    known = {fold(name) for name, _ in (*rules.subjects, *rules.attributes)}
    subjects = Counter(fact.subject for fact in facts)
    attributes = Counter(fact.attribute for fact in facts)
    of_subject: dict[str, set[str]] = {}
    for fact in facts:
        of_subject.setdefault(subject_key(fact.subject, rules), set()).add(fact.attribute)
    first = {fact.subject: fact.id for fact in facts} | {}
    for pair in dict.fromkeys((*near_spelled(subjects), *extended(subjects))):
        if not known & set(map(fold, pair)) and fold(pair[0]) != fold(pair[1]):
            yield _merging(Kind.SUBJECTS, pair, subjects, rules, first[pair[0]])
    holder = {fact.attribute: fact.id for fact in facts}
    held: dict[str, list[Fact]] = {}
    for fact in facts:
        held.setdefault(fact.attribute, []).append(fact)
    near = [
        (one, other)
        for one, other in near_spelled(attributes)
        if not _of_two_languages(held[one], held[other], rules)
    ]
    for pair in dict.fromkeys((*near, *synonyms(of_subject, attributes))):
        if not known & set(map(fold, pair)) and fold(pair[0]) != fold(pair[1]):
            yield _merging(Kind.ATTRIBUTES, pair, attributes, rules, holder[pair[0]])


def _of_two_languages(one: Sequence[Fact], other: Sequence[Fact], rules: Rules) -> bool:
    """Whether the facts of two attributes share neither a subject nor a language."""
    subjects, others = (
        {subject_key(each.subject, rules) for each in held} for held in (one, other)
    )
    if subjects & others:
        return False
    mine, theirs = ({language_of(words_of(each.fact)) for each in held} for held in (one, other))
    return not mine & theirs


def _merging(kind: Kind, pair: Pair, numbers: Counter[str], rules: Rules, id_: str) -> Finding:
    old, new = pair
    subjects = kind is Kind.SUBJECTS
    alias = (*(rules.subjects if subjects else rules.attributes), (old, new))
    aliased = (
        Rules(rules.many, rules.attributes, alias)
        if subjects
        else Rules(rules.many, alias, rules.subjects)
    )
    return Finding(
        kind,
        f"{visible(old)} ({numbers[old]:,}) and {visible(new)} ({numbers[new]:,})",
        (id_,),
        (
            Fix(
                f"rename {visible(old)} to {visible(new)}, joining their timelines",
                Rename(old, new, "subject" if subjects else "attribute"),
                asks=True,
            ),
            Fix(
                f"let {visible(old)} be another name for {visible(new)}, in memory.toml",
                ChangeRules(aliased),
                asks=True,
            ),
        ),
        f"{count(numbers[old], 'fact')} would go with {count(numbers[new], 'fact')}.",
    )


def _of_a_fact(fact: Fact, rules: Rules, today: date) -> Iterator[Finding]:
    what = f"{_thing(fact)}: {visible(fact.fact)}"
    checked = Fix("it is right as it is", Tag((fact.id,), (CHECKED,)))
    if passed := _passed(fact, today):
        yield Finding(
            Kind.DEADLINE,
            what,
            (fact.id,),
            (Fix(f"it ended on {day(passed)}", End(fact.id, passed)), checked),
            "The day has passed; what held until then stays in history.",
        )
    if _checked(fact):
        return
    if not _named(fact, rules):
        named = f"{fact.subject}: {fact.fact}"
        fix = Fix(f"let it begin “{visible(fact.subject)}: …”", Correct(fact.id, fact=named))
        yield Finding(
            Kind.NAMELESS,
            what,
            (fact.id,),
            (fix, checked),
            "An assistant reads the sentence alone; e corrects it in other words.",
        )
    sayings = (fact.first, *fact.again)
    if fact.source.startswith(_FROM_CONVERSATION) and not any(each.evidence for each in sayings):
        yield Finding(
            Kind.EVIDENCE,
            what,
            (fact.id,),
            (checked, Fix("forget it", Forget((fact.id,)), asks=True)),
            f"It came from {visible(fact.source)}, and no words of it were kept.",
        )
    if today - fact.last_said > _LONG:
        again = Draft(fact.subject, fact.attribute, fact.fact, _BY_HAND, today)
        yield Finding(
            Kind.STALE,
            what,
            (fact.id,),
            (Fix("it still holds today", Keep((again,))), Fix("it ended", End(fact.id, today))),
            f"Said last on {day(fact.last_said)}.",
        )


def _checked(fact: Fact) -> bool:
    return CHECKED in map(fold, fact.tags)


def _thing(fact: Fact) -> str:
    return f"{visible(fact.subject)} — {visible(fact.attribute)}"


def _named(fact: Fact, rules: Rules) -> bool:
    """Whether the sentence has the subject's name, another name for it, or a word of it.

    A name in other letters than the sentence's is taken to be there.
    """
    sentence = plainly(fact.fact)
    if _LATIN.search(plainly(fact.subject)) and not _LATIN.search(sentence):
        return True
    key = subject_key(fact.subject, rules)
    names = [fact.subject, *(name for name, to in rules.subjects if fold(to) == key)]
    return any(
        word in sentence
        for name in names
        for word in (plainly(name), *(part for part in plainly(name).split() if len(part) > 2))
    )


def _passed(fact: Fact, today: date) -> date | None:
    """The day on which a deadline passed, if it is one and did; not before it was last said."""
    if not any(same_meaning(fact.attribute, word) for word in _DUE):
        return None
    days = [
        on
        for each in written_days(fact.fact)
        if each.month and each.day
        for on in [each.on(each.year or fact.said.year)]
        if on and on >= fact.said
    ]
    last = max(days, default=None)
    return max(last, fact.last_said) if last and last < today else None
