"""What holds for any facts and any order of requests."""

from datetime import date, datetime, timedelta
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from memtui.errors import MemtuiError
from memtui.facts.fact import Draft, Fact, Rules
from memtui.facts.keeping import (
    ChangeRules,
    Correct,
    End,
    Forget,
    Keep,
    Many,
    Rename,
    Request,
    Restore,
    TakeBack,
)
from memtui.facts.secrets import secret_in
from memtui.facts.things import is_many, thing_key
from tests.facts.world import TODAY, World, draft, linked

DAYS = st.integers(0, 60).map(lambda number: date(2026, 1, 1) + timedelta(days=number))
SENTENCES = st.sampled_from(["A.", "B.", "C.", "a", "D."])
NAMES = st.sampled_from(["Ana", "ana", "Bo"])
ATTRIBUTES = st.sampled_from(["role", "job"])


@st.composite
def statements(made: st.DrawFn) -> list[Draft]:
    """Statements that differ in their moment, so that time alone orders them."""
    minutes = made(st.lists(st.integers(0, 60 * 24 * 20), unique=True, max_size=7))
    moments = [datetime(2026, 1, 1) + timedelta(minutes=each) for each in minutes]
    drafts = [draft(made(SENTENCES), moment.date(), time=moment) for moment in moments]
    once = {(each.fact.strip(".").casefold(), each.said): each for each in drafts}
    return list(once.values())


@given(statements(), st.randoms(use_true_random=False))
def test_any_order_of_keeping_gives_one_timeline(made: list[Draft], random: object) -> None:
    straight, shuffled = World(), World()
    for each in made:
        straight.keep(each)
    order = list(made)
    random.shuffle(order)  # type: ignore[attr-defined]
    for each in order:
        shuffled.keep(each)

    def told(world: World) -> list[object]:
        return [
            (fact.fact.strip(".").casefold(), fact.said, fact.also_said, fact.until)
            for fact in world.timeline()
        ]

    assert told(shuffled) == told(straight)
    assert [len(links) for _, links, _ in linked(shuffled.timeline())] == [
        len(links) for _, links, _ in linked(straight.timeline())
    ]
    together = World()
    together.keep(*made)
    assert told(together) == told(straight)


@given(statements())
def test_keeping_the_same_again_changes_nothing(made: list[Draft]) -> None:
    world = World()
    world.keep(*made)
    assert world.ask(Keep(tuple(made))).edits == ()


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=120))
def test_nothing_that_looks_like_a_secret_reaches_a_change(
    subject: str, attribute: str, fact: str
) -> None:
    world = World()
    try:
        world.ask(Keep((Draft(subject, attribute, fact, said=date(2026, 1, 1)),)))
    except MemtuiError:
        assert world.facts == {}
    for kept in world.facts.values():
        assert secret_in(kept.subject, kept.attribute, kept.fact) is None


class AnyRequests(RuleBasedStateMachine):
    """Any requests in any order, each taken back once and done again."""

    @initialize()
    def begin(self) -> None:
        self.world = World()
        self.batches: list[str] = []

    def _do(self, request: Request) -> None:
        before = (dict(self.world.facts), self.world.rules)
        try:
            change = self.world.ask(request)
        except MemtuiError:
            assert (self.world.facts, self.world.rules) == before
            return
        after = (dict(self.world.facts), self.world.rules)
        self.world.apply(change.inverse())
        assert (self.world.facts, self.world.rules) == before
        self.world.apply(change)
        assert (self.world.facts, self.world.rules) == after

    def _some(self, data: st.DataObject) -> Fact:
        return self.world.facts[data.draw(st.sampled_from(sorted(self.world.facts)))]

    @rule(sentence=SENTENCES, day=st.none() | DAYS, subject=NAMES, attribute=ATTRIBUTES)
    def keep(self, sentence: str, day: date | None, subject: str, attribute: str) -> None:
        batch = f"b_{len(self.batches)}"
        self.batches.append(batch)
        made = draft(sentence, day, subject=subject, attribute=attribute)
        self._do(Keep((made,), batch))

    @precondition(lambda self: self.world.facts)
    @rule(data=st.data(), day=st.none() | DAYS)
    def end(self, data: st.DataObject, day: date | None) -> None:
        self._do(End(self._some(data).id, day))

    @precondition(lambda self: self.world.facts)
    @rule(data=st.data())
    def restore(self, data: st.DataObject) -> None:
        self._do(Restore(self._some(data).id))

    @precondition(lambda self: self.world.facts)
    @rule(data=st.data(), history=st.booleans())
    def forget(self, data: st.DataObject, history: bool) -> None:
        key = self._some(data)
        timeline = self.world.timeline(key.subject, key.attribute)
        none_held = not any(fact.current for fact in timeline)
        self._do(Forget((key.id,), history))
        many = is_many(key.subject, key.attribute, self.world.rules)
        if none_held and not many:
            rest = self.world.timeline(key.subject, key.attribute)
            assert not any(fact.current for fact in rest)

    @precondition(lambda self: self.world.facts)
    @rule(
        data=st.data(),
        subject=st.none() | NAMES,
        attribute=st.none() | ATTRIBUTES,
        fact=st.none() | SENTENCES,
        said=st.none() | DAYS,
        only=st.booleans(),
        join=st.booleans(),
    )
    def correct(
        self,
        data: st.DataObject,
        subject: str | None,
        attribute: str | None,
        fact: str | None,
        said: date | None,
        only: bool,
        join: bool,
    ) -> None:
        id_ = self._some(data).id
        self._do(Correct(id_, subject, attribute, fact, said, only=only, join=join))

    @precondition(lambda self: self.batches)
    @rule(data=st.data())
    def take_back(self, data: st.DataObject) -> None:
        self._do(TakeBack(data.draw(st.sampled_from(self.batches))))

    @precondition(lambda self: self.world.facts)
    @rule(data=st.data(), attribute=ATTRIBUTES, join=st.booleans())
    def several(self, data: st.DataObject, attribute: str, join: bool) -> None:
        ids = data.draw(st.lists(st.sampled_from(sorted(self.world.facts)), max_size=4))
        corrections = [Correct(id_, attribute=attribute, join=join) for id_ in ids]
        self._do(Many((*corrections, *(End(id_) for id_ in ids[:1]))))

    @precondition(lambda self: self.world.facts and self.batches)
    @rule(data=st.data())
    def take_back_a_part(self, data: st.DataObject) -> None:
        ids = data.draw(st.sets(st.sampled_from(sorted(self.world.facts))))
        self._do(TakeBack(data.draw(st.sampled_from(self.batches)), frozenset(ids)))

    @rule(old=NAMES, new=NAMES)
    def rename(self, old: str, new: str) -> None:
        self._do(Rename(old, new))

    @rule(many=st.booleans(), alias=st.booleans())
    def change_rules(self, many: bool, alias: bool) -> None:
        rules = Rules(("role",) if many else (), (("job", "role"),) if alias else ())
        self._do(ChangeRules(rules))

    @invariant()
    def links_and_days_agree(self) -> None:
        for fact in self.world.facts.values():
            if fact.replaced_by:
                successor = self.world.facts[fact.replaced_by]
                assert successor.replaces == (fact.id,)
                assert fact.until == successor.said
                assert fact.ended is None
            assert (fact.until is None) == (fact.replaced_by is None and fact.ended is None)
            assert fact.until is None or fact.until >= fact.last_said
            assert fact.last_said <= TODAY

    @invariant()
    def a_day_has_one_fact_and_no_gap_before_an_end(self) -> None:
        rules = self.world.rules
        keys = {
            thing_key(fact.subject, fact.attribute, rules): fact
            for fact in self.world.facts.values()
            if not is_many(fact.subject, fact.attribute, rules)
        }
        for example in keys.values():
            timeline = self.world.timeline(example.subject, example.attribute)
            for fact, following in pairwise(timeline):
                assert fact.until is not None
                assert fact.until <= following.said
                assert fact.until == following.said or fact.ended


TestAnyRequests = AnyRequests.TestCase
TestAnyRequests.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
