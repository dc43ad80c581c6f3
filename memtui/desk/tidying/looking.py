"""Finds what wants mending among facts. Pure: facts and rules in, findings out."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType

from memtui.desk.telling import count, day
from memtui.desk.tidying.finding import Finding, Fix, Kind, key_of
from memtui.desk.tidying.names import extended, near_spelled, respelled, synonyms
from memtui.desk.tidying.people import Pair, alike
from memtui.extract.dates import written_days
from memtui.facts.fact import Draft, Fact, Rules
from memtui.facts.keeping import ChangeRules, Correct, End, Forget, Keep, Rename, Tag
from memtui.facts.settling import in_time
from memtui.facts.text import fold, visible
from memtui.facts.things import Key, is_many, subject_key, thing_key
from memtui.store.synonyms import plainly, same_meaning
from memtui.store.words import language_of, words_of

# A fact that somebody looked at and found right has this tag; it is not doubted again.
CHECKED = "checked"
# The same of a deadline whose day has passed, which may have been checked before that day.
CHECKED_DEADLINE = "checked deadline"
# So many findings of a kind are listed; the rest are counted.
MOST = 500
_LONG = timedelta(days=730)
_DUE = ("deadline", "date", "end date")
_FROM_CONVERSATION = "conversation: "
_BY_HAND = "checked by hand"
_LATIN = re.compile("[a-z]")


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found, what matters most first; `numbers` counts also what is more than wanted."""

    findings: tuple[Finding, ...] = ()
    numbers: Mapping[Kind, int] = field(default_factory=dict)


class Looking:
    """A look for all that wants mending, page by page.

    Args:
        rules: The rules in force.
        today: The person's day.
        secrets: The facts whose notes look like a secret, by id, and by which rule.
        most: So many findings of a kind are wanted.
        aside: The keys of findings that are not.
    """

    def __init__(
        self,
        rules: Rules,
        today: date,
        *,
        secrets: Mapping[str, str] = MappingProxyType({}),
        most: int = MOST,
        aside: Collection[str] = (),
    ) -> None:
        self._rules = rules
        self._today = today
        self._secrets = secrets
        self._most = most
        self._aside = aside
        self._found: dict[Kind, list[Finding]] = {kind: [] for kind in Kind}
        self._numbers = Counter[Kind]()
        self._all_names = Names()

    @property
    def looked(self) -> Looked:
        """What was found so far."""
        found = tuple(each for kind in Kind for each in self._found[kind])
        return Looked(found, dict(self._numbers))

    def at(self, facts: Sequence[Fact], *, names: bool = True) -> None:
        """Look at some facts, what held before among them; those of a thing come together.

        Args:
            facts: The facts.
            names: Whether their names are to be looked at among all in the end.
        """
        if self._secrets:
            self.take(_secrets(facts, self._secrets))
        self.take(_of_one_day(facts, self._rules))
        for fact in facts:
            if fact.current:
                for kind in _kinds_of(fact, self._rules, self._today):
                    if self._counts(kind, key_of(kind, (fact.id,))):
                        self._found[kind].append(_of_a_fact(kind, fact, self._today))
        if names:
            self._all_names.add(facts, self._rules)

    def at_names(self) -> None:
        """Look at the names of all facts."""
        self.take(_names(self._all_names, self._rules))

    def take(self, findings: Iterable[Finding]) -> None:
        """Take in what was found."""
        for each in findings:
            if self._counts(each.kind, each.key):
                self._found[each.kind].append(each)

    def _counts(self, kind: Kind, key: str) -> bool:
        """Count one more of a kind, unless it was put aside; whether it is wanted whole."""
        if key in self._aside:
            return False
        self._numbers[kind] += 1
        return len(self._found[kind]) < self._most


class Names:
    """The names that facts have, gathered page by page."""

    def __init__(self) -> None:
        self.subjects = Counter[str]()
        self.attributes = Counter[str]()
        self.of_subject = defaultdict[str, set[str]](set)
        self.a_fact_of: dict[tuple[Kind, str], str] = {}
        self.sentences = defaultdict[str, list[tuple[str, str]]](list)

    def add(self, facts: Iterable[Fact], rules: Rules) -> None:
        """Take in the names of some facts, and what is said under each attribute of whom."""
        for fact in facts:
            subject = subject_key(fact.subject, rules)
            self.subjects[fact.subject] += 1
            self.attributes[fact.attribute] += 1
            self.of_subject[subject].add(fact.attribute)
            self.a_fact_of[Kind.SUBJECTS, fact.subject] = fact.id
            self.a_fact_of[Kind.ATTRIBUTES, fact.attribute] = fact.id
            self.sentences[fact.attribute].append((subject, fact.fact))


def _secrets(facts: Sequence[Fact], rules: Mapping[str, str]) -> Iterator[Finding]:
    for fact in facts:
        if rule := rules.get(fact.id):
            yield Finding(
                Kind.SECRET,
                f"{_thing(fact)}: {rule}",
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
            if before.said == after.said and not _has_tag(after, CHECKED):
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


def _names(names: Names, rules: Rules) -> Iterator[Finding]:
    known = {fold(name) for name, _ in (*rules.subjects, *rules.attributes)}
    near = [
        pair
        for pair in (*near_spelled(names.attributes), *respelled(names.attributes))
        if not _of_two_languages(*(names.sentences[name] for name in pair))
    ]
    for kind, numbers, pairs in (
        (
            Kind.SUBJECTS,
            names.subjects,
            (
                *near_spelled(names.subjects, people=True),
                *alike(names.subjects),
                *extended(names.subjects),
            ),
        ),
        (
            Kind.ATTRIBUTES,
            names.attributes,
            (*near, *synonyms(names.of_subject, names.attributes)),
        ),
    ):
        seen = set[frozenset[str]]()
        for pair in pairs:
            if frozenset(pair) in seen:
                continue
            seen.add(frozenset(pair))
            if not known & set(map(fold, pair)) and fold(pair[0]) != fold(pair[1]):
                yield _merging(kind, pair, numbers, rules, names.a_fact_of[kind, pair[0]])


def _of_two_languages(one: Sequence[tuple[str, str]], other: Sequence[tuple[str, str]]) -> bool:
    """Whether what is said under two attributes shares neither a subject nor a language."""
    if {subject for subject, _ in one} & {subject for subject, _ in other}:
        return False
    mine, theirs = ({language_of(words_of(said)) for _, said in each} for each in (one, other))
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
        names=pair,
    )


def _kinds_of(fact: Fact, rules: Rules, today: date) -> Iterator[Kind]:
    """What is to be found in a fact alone."""
    if fact.said > today:
        yield Kind.AHEAD
    if _passed(fact, today) and not _has_tag(fact, CHECKED_DEADLINE):
        yield Kind.DEADLINE
    if _has_tag(fact, CHECKED):
        return
    if not _named(fact, rules):
        yield Kind.NAMELESS
    sayings = fact.sayings
    if fact.source.startswith(_FROM_CONVERSATION) and not any(each.evidence for each in sayings):
        yield Kind.EVIDENCE
    if today - fact.last_said > _LONG:
        yield Kind.STALE


def _of_a_fact(kind: Kind, fact: Fact, today: date) -> Finding:
    checked = Fix("it is right as it is", Tag((fact.id,), (CHECKED,)))
    fixes: tuple[Fix, ...]
    match kind:
        case Kind.AHEAD:
            more = "With the next change about it that day counts as today; e gives it another."
            kept = fact.first.kept.date() if fact.first.kept else today
            on = min(kept, today)
            fixes = (Fix(f"it was said on {day(on)}", Correct(fact.id, said=on)),)
        case Kind.DEADLINE:
            passed = _passed(fact, today) or today
            more = "The day has passed; what held until then stays in history."
            holds = Fix("it holds all the same", Tag((fact.id,), (CHECKED_DEADLINE,)))
            fixes = Fix(f"it ended on {day(passed)}", End(fact.id, passed)), holds
        case Kind.NAMELESS:
            more = "An assistant reads the sentence alone; e corrects it in other words."
            named = Correct(fact.id, fact=f"{fact.subject}: {fact.fact}")
            fixes = Fix(f"let it begin “{visible(fact.subject)}: …”", named), checked
        case Kind.EVIDENCE:
            more = f"It came from {visible(fact.source)}, and no words of it were kept."
            fixes = checked, Fix("forget it", Forget((fact.id,)), asks=True)
        case _:
            more = f"Said last on {day(fact.last_said)}."
            again = Draft(fact.subject, fact.attribute, fact.fact, _BY_HAND, today)
            fixes = (
                Fix("it still holds today", Keep((again,))),
                Fix("it ended", End(fact.id, today)),
            )
    when = f", {day(fact.said)}" if kind is Kind.AHEAD else ""
    return Finding(kind, f"{_thing(fact)}{when}: {visible(fact.fact)}", (fact.id,), fixes, more)


def _has_tag(fact: Fact, tag: str) -> bool:
    return tag in map(fold, fact.tags)


def _thing(fact: Fact) -> str:
    return f"{visible(fact.subject)} — {visible(fact.attribute)}"


def _named(fact: Fact, rules: Rules) -> bool:
    """Whether the sentence has the subject's name, another name for it, or a word of it.

    A name in other letters than the sentence's is taken to be there.
    """
    sentence = plainly(fact.fact)
    if _LATIN.search(_plain_name(fact.subject)) and not _LATIN.search(sentence):
        return True
    key = subject_key(fact.subject, rules)
    names = [fact.subject, *(name for name, to in rules.subjects if fold(to) == key)]
    return any(word in sentence for name in names for word in _parts(name))


@lru_cache(maxsize=10_000)
def _plain_name(name: str) -> str:
    return plainly(name)


@lru_cache(maxsize=10_000)
def _parts(name: str) -> tuple[str, ...]:
    """A name, and each of its words that is more than an initial."""
    plain = _plain_name(name)
    return (plain, *(part for part in plain.split() if len(part) > 2))


@lru_cache(maxsize=10_000)
def _is_due(attribute: str) -> bool:
    return any(same_meaning(attribute, word) for word in _DUE)


def _passed(fact: Fact, today: date) -> date | None:
    """The day on which a deadline passed, if it is one and did; not before it was last said."""
    if not _is_due(fact.attribute):
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
