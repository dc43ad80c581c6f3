"""The whole timelines that come of a change, also the facts in them that it leaves alone."""

from collections.abc import Iterator
from dataclasses import dataclass

from memtui.facts.fact import Fact, Rules
from memtui.facts.keeping import Change
from memtui.facts.settling import in_time
from memtui.facts.things import Key, shown_subject, thing_key
from memtui.store.memory import Memory


@dataclass(frozen=True, slots=True)
class Timeline:
    """What a thing's facts are after a change, oldest first.

    Args:
        subject: The thing's subject, as it is shown then.
        attribute: Its attribute.
        facts: The facts, those among them that the change deletes.
        touched: Those that the change alters or brings, by id.
        gone: Those that it deletes, by id.
    """

    subject: str
    attribute: str
    facts: tuple[Fact, ...]
    touched: frozenset[str]
    gone: frozenset[str]


def timelines_after(memory: Memory, change: Change) -> list[Timeline]:
    """The timelines of all things that a change touches, as they are then.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE`.
    """
    rules = change.rules[1] if change.rules else memory.rules
    after = {edit.id: edit.after for edit in change.edits}
    stated = [fact for edit in change.edits for fact in (edit.before, edit.after) if fact]
    things = {(fact.subject, fact.attribute) for fact in stated}
    if change.rules:
        stated += _renamed(memory, *change.rules)
        things |= {(fact.subject, fact.attribute) for fact in stated}
    facts = {fact.id: fact for fact in memory.facts_of(things)}
    facts |= {fact.id: fact for fact in stated if fact.id not in facts}
    together: dict[Key, list[Fact]] = {}
    for fact in facts.values():
        now = after.get(fact.id) or fact
        together.setdefault(thing_key(now.subject, now.attribute, rules), []).append(now)
    return [
        Timeline(
            shown_subject(own[-1].subject, rules),
            own[-1].attribute,
            tuple(own),
            frozenset(fact.id for fact in own if after.get(fact.id)),
            frozenset(fact.id for fact in own if fact.id in after and not after[fact.id]),
        )
        for _, each in sorted(together.items())
        for own in [in_time(each)]
    ]


def _renamed(memory: Memory, before: Rules, after: Rules) -> Iterator[Fact]:
    """The facts of the names that are others' names from then on, and of those."""
    for names in set(after.subjects) - set(before.subjects):
        own, counterparts = (memory.facts(history=True, subject=name) for name in names)
        attributes = {fact.attribute for fact in own}
        yield from own
        yield from (fact for fact in counterparts if fact.attribute in attributes)
    for names in set(after.attributes) - set(before.attributes):
        own, counterparts = (memory.facts(history=True, attribute=name) for name in names)
        subjects = {fact.subject for fact in own}
        yield from own
        yield from (fact for fact in counterparts if fact.subject in subjects)
