"""The things at hand while a request is worked out; what changed of them becomes the `Change`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from memtui.errors import Code, MemtuiError
from memtui.facts.admitting import no_later
from memtui.facts.fact import Fact, Rules
from memtui.facts.keeping import Change, Edit, Outcome
from memtui.facts.settling import settle
from memtui.facts.text import sentence_key
from memtui.facts.things import Key, is_many, thing_key


@dataclass(frozen=True, slots=True)
class Part:
    """The facts of one timeline that belong to one thing under new rules; `whole` = all of it."""

    facts: list[Fact]
    whole: bool


class Timelines:
    """Timelines by thing, settled when first looked at and after each alteration.

    A thing of which facts were only touched is not settled: it stays as its notes say.

    Args:
        facts: The facts as they stand on disk.
        rules: The rules in force.
        now: The moment, aware, in UTC.
        today: The person's day.
        new_id: Gives a fresh fact id.
    """

    def __init__(
        self,
        facts: Sequence[Fact],
        rules: Rules,
        *,
        now: datetime,
        today: date,
        new_id: Callable[[], str],
    ) -> None:
        self.rules = rules
        self.now = now.replace(microsecond=0)
        self.today = today
        self.new_id = new_id
        self._rules_before = rules
        self._before = {fact.id: fact for fact in facts}
        self._raw: dict[Key, dict[str, Fact]] = {}
        self._settled: dict[Key, list[Fact]] = {}
        self._where: dict[str, tuple[Key, Fact]] = {}
        self._seen: set[str] = set()
        self._touched: dict[str, Key] = {}
        for fact in self._before.values():
            self._raw.setdefault(self.key(fact), {})[fact.id] = fact

    def key(self, fact: Fact) -> Key:
        """The thing that a fact is about."""
        return thing_key(fact.subject, fact.attribute, self.rules)

    def things(self) -> list[Key]:
        """All things at hand."""
        return list(self._raw.keys() | self._settled.keys())

    def of(self, key: Key) -> list[Fact]:
        """A thing's timeline, oldest first."""
        if key in self._settled:
            return self._settled[key]
        return self.put(key, self._raw.get(key, {}).values())

    def put(self, key: Key, facts: Iterable[Fact], fresh: tuple[str, ...] = ()) -> list[Fact]:
        """Settle a thing anew with these facts, and return its timeline; days to come are today."""
        facts = [no_later(each, self.today, self.now, self.rules.never) for each in facts]
        self._seen.update(self._raw.get(key, ()))
        many = bool(facts) and is_many(facts[0].subject, facts[0].attribute, self.rules)
        for fact in self._settled.get(key, ()):
            if self._where[fact.id][0] == key:
                del self._where[fact.id]
        settled = settle(facts, many=many, new_id=self.new_id, fresh=fresh)
        self._settled[key] = settled
        self._where.update((fact.id, (key, fact)) for fact in settled)
        return settled

    def alter(self, altered: Mapping[Key, Mapping[str, Fact]]) -> None:
        """Put other facts in the place of those with their ids, settling each thing once."""
        for key, facts in altered.items():
            self.put(key, [facts.get(each.id, each) for each in self.of(key)])

    def touch(self, fact: Fact) -> None:
        """Put a fact that `as_it_stands` gave back with what settles nothing: its tags, source."""
        if fact.id in self._where:
            key, before = self._where[fact.id]
            timeline = self._settled[key]
            timeline[timeline.index(before)] = fact
            self._where[fact.id] = (key, fact)
        else:
            key = self.key(fact)
            self._raw[key][fact.id] = fact
            self._touched[fact.id] = key

    def as_it_stands(self, id_: str) -> Fact:
        """A fact by its id, as its note says while its thing was not settled yet.

        Raises:
            MemtuiError: `FACT_UNKNOWN`.
        """
        before = self._before.get(id_)
        if before is not None and id_ not in self._where:
            key = self.key(before)
            if key not in self._settled:
                return self._raw[key][id_]
        return self.find(id_)[1]

    def find(self, id_: str) -> tuple[Key, Fact]:
        """A fact by its id, and its thing; where it is one with a neighbour of its words, that.

        Raises:
            MemtuiError: `FACT_UNKNOWN`.
        """
        before = self._before.get(id_)
        if before is not None:
            home = self.key(before)
            timeline = self.of(home)
            if id_ in self._where:
                return self._where[id_]
            sentence = sentence_key(before.fact)
            for fact in timeline:
                days = (fact.said, *fact.also_said)
                if before.said in days and sentence_key(fact.fact) == sentence:
                    return home, fact
        raise MemtuiError(
            Code.FACT_UNKNOWN,
            f"No fact has the id {id_}.",
            "List the ids with `memtui facts --history`; it may have been forgotten.",
        )

    def on_disk(self, id_: str) -> Fact:
        """A fact as it stands on disk, by its id."""
        return self._before[id_]

    def holds(self, id_: str) -> bool:
        """Whether a fact of this id is on disk."""
        return id_ in self._before

    def regroup(self, rules: Rules) -> dict[Key, list[Part]]:
        """Put rules in force; for each thing under them, the timelines that come together in it."""
        timelines = [self.of(key) for key in self.things()]
        self.rules = rules
        self._raw = {}
        self._settled = {}
        self._where = {}
        self._seen = set()
        self._touched = {}
        together: dict[Key, list[Part]] = {}
        for timeline in timelines:
            parts: dict[Key, list[Fact]] = {}
            for fact in timeline:
                parts.setdefault(self.key(fact), []).append(fact)
            for key, facts in parts.items():
                self._raw.setdefault(key, {}).update((fact.id, fact) for fact in facts)
                together.setdefault(key, []).append(Part(facts, whole=len(parts) == 1))
        return together

    def change(self, outcomes: tuple[Outcome, ...] = ()) -> Change:
        """What became of the facts and rules, against what stood on disk."""
        after = {
            id_: self._raw[key][id_]
            for id_, key in self._touched.items()
            if key not in self._settled
        }
        for key in sorted(self._settled):
            after.update((fact.id, fact) for fact in self._settled[key])
        gone = sorted((self._seen & self._before.keys()) - after.keys())
        edits = [
            Edit(id_, self._before.get(id_), fact)
            for id_, fact in after.items()
            if self._before.get(id_) != fact
        ]
        edits += [Edit(id_, self._before[id_], None) for id_ in gone]
        rules = (self._rules_before, self.rules) if self.rules != self._rules_before else None
        return Change(tuple(edits), rules, outcomes)
