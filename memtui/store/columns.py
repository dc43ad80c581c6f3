"""A fact as the catalogue has it: the columns of its row, its words, and the fact again."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from memtui.facts.fact import Fact, Rules
from memtui.facts.things import Key, shown_subject, thing_key
from memtui.store.fields import from_fields, moment_text

_DIGITS = re.compile("[0-9]+")


def thing_text(key: Key) -> str:
    """A thing as one text, so that things sort by subject, then attribute."""
    return "\x1f".join(map(name_text, key))


def name_text(name: str) -> str:
    """A name so that numbers in it sort as numbers: each is led by how many digits it has."""
    if not _DIGITS.search(name):
        return name
    return _DIGITS.sub(lambda run: chr(ord("0") + len(run[0])) + run[0], name)


def columns_of(fact: Fact, rules: Rules) -> tuple[str | None, ...]:
    """The columns of `facts` from `thing` to `changed`."""
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
        max(filter(None, map(moment_or_none, _moments(fact))), default=None),
    )


def _moments(fact: Fact) -> Iterator[datetime | None]:
    """When each of its sayings was kept, and when it was corrected."""
    yield fact.edited
    for saying in fact.sayings:
        yield saying.kept


def moment_or_none(moment: datetime | None) -> str | None:
    """A moment as text, where there is one."""
    return moment_text(moment) if moment else None


def words_of_fact(fact: Fact) -> str:
    """By which words a fact is found: its own, and those it rests on."""
    from memtui.store.words import prepared

    sayings = fact.sayings
    sources = dict.fromkeys(saying.source for saying in sayings)
    quotes = dict.fromkeys(saying.evidence.quote for saying in sayings if saying.evidence)
    days = dict.fromkeys([saying.said for saying in sayings] + [fact.until or fact.said])
    texts = (fact.fact, fact.attribute, *fact.tags, *sources, *quotes)
    return prepared((fact.subject,), texts, days)


def fact_of(fields: dict[str, Any]) -> Fact:
    """The fact that was stored as fields."""
    return from_fields(fields, fields["fact"])
