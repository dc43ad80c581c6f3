"""A fact as the catalogue has it: the columns of its row, its words, and the fact again."""

from datetime import datetime
from typing import Any

from memtui.facts.fact import Fact, Rules, Saying
from memtui.facts.things import Key, shown_subject, thing_key
from memtui.store.fields import from_fields, moment_text
from memtui.store.words import prepared


def thing_text(key: Key) -> str:
    """A thing as one text, so that things sort by subject, then attribute."""
    return "\x1f".join(key)


def columns_of(fact: Fact, rules: Rules) -> tuple[str | None, ...]:
    """The columns of `facts` from `thing` to `kept`."""
    first = fact.first
    timed = first.time if first.time and first.time.date() == first.said else None
    clock = timed.time().isoformat() if timed else ""
    return (
        thing_text(thing_key(fact.subject, fact.attribute, rules)),
        f"{first.said} {clock:15} {moment_or_none(first.kept) or '':26} {first.place:09}",
        shown_subject(fact.subject, rules),
        fact.attribute,
        fact.fact,
        first.source,
        first.said.isoformat(),
        fact.last_said.isoformat(),
        fact.until.isoformat() if fact.until else None,
        fact.ended.isoformat() if fact.ended else None,
        fact.replaced_by,
        ", ".join(fact.tags),
        moment_or_none(first.kept),
    )


def moment_or_none(moment: datetime | None) -> str | None:
    """A moment as text, where there is one."""
    return moment_text(moment) if moment else None


def words_of_fact(fact: Fact) -> str:
    """By which words a fact is found: its own, and those it rests on."""
    sayings: tuple[Saying, ...] = (fact.first, *fact.again)
    sources = dict.fromkeys(saying.source for saying in sayings)
    quotes = dict.fromkeys(saying.evidence.quote for saying in sayings if saying.evidence)
    days = dict.fromkeys([saying.said for saying in sayings] + [fact.until or fact.said])
    texts = (fact.fact, fact.attribute, *fact.tags, *sources, *quotes)
    return prepared((fact.subject,), texts, days)


def fact_of(fields: dict[str, Any]) -> Fact:
    """The fact that was stored as fields."""
    return from_fields(fields, fields["fact"])
