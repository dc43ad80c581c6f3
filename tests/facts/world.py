"""A memory in memory: facts, rules and a clock that moves a second with each request."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta

import pytest

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Draft, Fact, Rules
from memtui.facts.keeping import Change, Keep, Request, Status, scope
from memtui.facts.planning import plan
from memtui.facts.settling import in_time
from memtui.facts.text import sentence_key
from memtui.facts.things import thing_key

TODAY = date(2026, 11, 1)
JAN, FEB, MARCH, APRIL = (date(2026, month, 1) for month in (1, 2, 3, 4))
MAY, JUNE, JULY = (date(2026, month, 1) for month in (5, 6, 7))


def draft(
    fact: str,
    said: date | None = None,
    *,
    subject: str = "Ana",
    attribute: str = "role",
    time: datetime | None = None,
) -> Draft:
    return Draft(subject, attribute, fact, said=said, time=time)


class World:
    """Applies requests the way a store does, giving `plan` no more than the scope it asked for."""

    def __init__(self, rules: Rules = Rules()) -> None:  # noqa: B008
        self.rules = rules
        self.facts: dict[str, Fact] = {}
        self.now = datetime(2026, 11, 1, 9, tzinfo=UTC)
        self._ids = 0

    def ask(self, request: Request) -> Change:
        change = self.preview(request)
        self.apply(change)
        self.now += timedelta(seconds=1)
        return change

    def preview(self, request: Request) -> Change:
        return plan(
            request,
            self._within(request),
            self.rules,
            now=self.now,
            today=TODAY,
            new_id=self._new_id,
        )

    def apply(self, change: Change) -> None:
        for edit in change.edits:
            assert self.facts.get(edit.id) == edit.before
            if edit.after is None:
                del self.facts[edit.id]
            else:
                self.facts[edit.id] = edit.after
        if change.rules:
            assert self.rules == change.rules[0]
            self.rules = change.rules[1]

    def keep(self, *drafts: Draft, batch: str = "") -> list[Status]:
        return [each.status for each in self.ask(Keep(drafts, batch)).outcomes]

    def timeline(self, subject: str = "Ana", attribute: str = "role") -> list[Fact]:
        key = thing_key(subject, attribute, self.rules)
        return in_time(fact for fact in self.facts.values() if self._key(fact) == key)

    def told(self, subject: str = "Ana", attribute: str = "role") -> list[str]:
        """The timeline in words: "A. 2026-01-01–2026-03-01"."""
        return [
            f"{fact.fact} {fact.said}–{fact.until or ''}{'!' if fact.ended else ''}"
            for fact in self.timeline(subject, attribute)
        ]

    def id_of(self, sentence: str) -> str:
        (found,) = (
            fact.id
            for fact in self.facts.values()
            if sentence_key(fact.fact) == sentence_key(sentence)
        )
        return found

    def _key(self, fact: Fact) -> tuple[str, str]:
        return thing_key(fact.subject, fact.attribute, self.rules)

    def _new_id(self) -> str:
        self._ids += 1
        return f"f_{self._ids:016x}"

    def _within(self, request: Request) -> list[Fact]:
        asked = scope(request)
        if asked.everything:
            return list(self.facts.values())
        keys = {thing_key(*thing, self.rules) for thing in asked.things}
        subjects = {thing_key(subject, "", self.rules)[0] for subject in asked.subjects}
        for fact in self.facts.values():
            batches = {saying.batch for saying in (fact.first, *fact.again)}
            sources = {saying.source for saying in (fact.first, *fact.again)}
            if fact.id in asked.ids or batches & asked.batches or sources & asked.sources:
                keys.add(self._key(fact))
                if asked.kin:
                    subjects.add(self._key(fact)[0])
        return [
            fact
            for fact in self.facts.values()
            if self._key(fact) in keys or self._key(fact)[0] in subjects
        ]


def linked(timeline: Iterable[Fact]) -> list[tuple[str, list[str], str | None]]:
    """Each fact's sentence, the sentences it replaces, and that of the one that replaced it."""
    timeline = list(timeline)
    words = {fact.id: fact.fact for fact in timeline}
    return [
        (fact.fact, [words[id_] for id_ in fact.replaces], words.get(fact.replaced_by or ""))
        for fact in timeline
    ]


def three() -> World:
    world = World()
    world.keep(draft("A.", JAN))
    world.keep(draft("B.", MARCH))
    world.keep(draft("C.", MAY))
    return world


@contextmanager
def refused(code: Code) -> Iterator[None]:
    with pytest.raises(MemtuiError) as caught:
        yield
    assert caught.value.code is code
