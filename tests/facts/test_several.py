"""Several facts changed as one, tags, and part of a batch taken back."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Fact, Rules, Saying
from memtui.facts.keeping import (
    Correct,
    End,
    Forget,
    Keep,
    Many,
    Rename,
    Request,
    Status,
    Tag,
    TakeBack,
)
from memtui.facts.settling import settle
from memtui.facts.tagging import typed_tags
from memtui.facts.text import fold
from tests.facts.world import FEB, JAN, MARCH, TODAY, World, draft, refused

WORDS = st.sampled_from(["urgent", "Urgent", "later", "work", "a b"])


def two() -> World:
    world = World()
    world.keep(
        draft("A.", date(2026, 1, 1), attribute="job"),
        draft("B.", date(2026, 2, 1), attribute="job"),
        draft("C.", date(2026, 1, 1), subject="Bo", attribute="job"),
    )
    return world


def test_an_attribute_is_corrected_in_several_facts_as_one_change() -> None:
    world = two()
    ids = [world.id_of("B."), world.id_of("C.")]
    change = world.ask(Many(tuple(Correct(id_, attribute="role") for id_ in ids)))
    assert world.told("Ana", "role") == ["A. 2026-01-01–2026-02-01", "B. 2026-02-01–"]
    assert world.told("Bo", "role") == ["C. 2026-01-01–"]
    world.apply(change.inverse())
    assert world.told("Ana", "job") == ["A. 2026-01-01–2026-02-01", "B. 2026-02-01–"]


def test_a_fact_that_moved_with_a_later_one_is_found_where_it_went() -> None:
    world = two()
    ids = [world.id_of("B."), world.id_of("A.")]
    world.ask(Many(tuple(Correct(id_, attribute="role") for id_ in ids)))
    assert world.told("Ana", "role") == ["A. 2026-01-01–2026-02-01", "B. 2026-02-01–"]


def test_where_one_cannot_be_done_none_is() -> None:
    world = two()
    with pytest.raises(MemtuiError) as raised:
        world.ask(Many((End(world.id_of("B.")), End(world.id_of("A.")))))
    assert raised.value.code is Code.END_IMPOSSIBLE
    assert world.told("Ana", "job")[-1] == "B. 2026-02-01–"


def test_tags_are_added_once_and_taken_away_whatever_their_case() -> None:
    world = two()
    ids = (world.id_of("B."), world.id_of("C."))
    world.ask(Tag(ids, add=("Urgent", "urgent", "work")))
    assert [world.facts[id_].tags for id_ in ids] == [("Urgent", "work")] * 2
    world.ask(Tag(ids[:1], add=("later",), remove=("URGENT",)))
    assert world.facts[ids[0]].tags == ("work", "later")
    assert world.facts[ids[1]].tags == ("Urgent", "work")
    assert world.ask(Tag(ids, add=("WORK",))).edits == ()


def test_a_tag_that_looks_like_a_secret_or_says_nothing_is_refused() -> None:
    world = two()
    for tag, code in (
        ("ghp_abcdefghijklmnop1234", Code.FACT_SENSITIVE),
        (" , ", Code.FACT_EMPTY),
        ("x" * 61, Code.FACT_TOO_LONG),
    ):
        with pytest.raises(MemtuiError) as raised:
            world.ask(Tag((world.id_of("B."),), add=(tag,)))
        assert raised.value.code is code


def test_tags_are_typed_with_plus_and_minus() -> None:
    assert typed_tags(["+urgent", "work", "-later"]) == (("urgent", "work"), ("later",))


@given(st.lists(st.tuples(st.lists(WORDS), st.lists(WORDS)), max_size=5))
def test_tags_never_repeat_and_change_nothing_else(
    steps: list[tuple[list[str], list[str]]],
) -> None:
    world = two()
    ids = tuple(world.facts)
    for add, remove in steps:
        before = world.told("Ana", "job")
        world.ask(Tag(ids, tuple(add), tuple(remove)))
        assert world.told("Ana", "job") == before
        for fact in world.facts.values():
            names = [fold(tag) for tag in fact.tags]
            assert len(names) == len(set(names))
            assert not {fold(tag) for tag in remove} & set(names)
            assert {fold(tag) for tag in add} - {fold(tag) for tag in remove} <= set(names)


def by_hand(*facts: tuple[str, str, date]) -> World:
    """Notes as a hand writes them, nothing in them settled: id, sentence and day of each."""
    world = World()
    for id_, sentence, day in facts:
        world.facts[id_] = Fact(id_, "Ana", "city", sentence, Saying(day))
    return world


@pytest.mark.parametrize("part", ["tags", "source"])
def test_what_settles_nothing_touches_no_other_fact(part: str) -> None:
    world = by_hand(("f_1", "A.", JAN), ("f_2", "A.", FEB), ("f_3", "B.", FEB))
    change = world.ask(
        Tag(("f_1", "f_2"), ("x",))
        if part == "tags"
        else Many((Correct("f_1", source="A letter"), Correct("f_2", source="A letter")))
    )
    assert [edit.id for edit in change.edits] == ["f_1", "f_2"]
    for edit in change.edits:
        before, after = edit.before, edit.after
        assert before and after and after != before
        assert replace(after, tags=(), first=before.first, edited=None, revisions=()) == before


def test_what_was_settled_before_it_in_one_request_stays_so() -> None:
    world = by_hand(("f_1", "A.", JAN), ("f_2", "B.", FEB))
    steps: tuple[Correct | Tag, ...] = (
        Tag(("f_1",), ("x",)),
        Correct("f_2", fact="C."),
        Tag(("f_1", "f_2"), ("y",)),
        Correct("f_1", source="A letter"),
    )
    world.ask(Many(steps))
    assert world.told("Ana", "city") == ["A. 2026-01-01–2026-02-01", "C. 2026-02-01–"]
    assert [world.facts[id_].tags for id_ in ("f_1", "f_2")] == [("x", "y"), ("y",)]
    assert world.facts["f_1"].source == "A letter"


def test_a_fact_that_became_one_with_its_neighbour_in_one_request_is_found_there() -> None:
    world = by_hand(("f_1", "A.", JAN), ("f_2", "B.", FEB))
    world.ask(Many((Correct("f_2", fact="A."), Tag(("f_1",), ("x",)))))
    assert [(fact.id, fact.tags) for fact in world.timeline("Ana", "city")] == [("f_2", ("x",))]


CARD = "Card 4111 1111 1111 1111."


def with_an_old_secret() -> World:
    """A note with a card number that a hand wrote, beside another."""
    world = World()
    for id_, words in (("f_1", CARD), ("f_2", "Lives in Oslo.")):
        world.facts[id_] = Fact(id_, "Kathrine", id_, words, Saying(JAN))
    return world


@pytest.mark.parametrize(
    "request_",
    [
        Many(tuple(Correct(id_, subject="Katherine", join=True) for id_ in ("f_1", "f_2"))),
        Rename("Kathrine", "Katherine"),
    ],
)
def test_an_old_secret_does_not_bar_a_change_that_leaves_it_as_it_is(request_: Request) -> None:
    world = with_an_old_secret()
    world.ask(request_)
    assert {fact.subject for fact in world.facts.values()} == {"Katherine"}
    assert world.facts["f_1"].fact == CARD


@pytest.mark.parametrize(
    "request_",
    [
        Correct("f_1", fact="Her card 4111 1111 1111 1111."),
        Correct("f_1", subject="ghp_abcdefghijklmnop1234"),
        Rename("Kathrine", "ghp_abcdefghijklmnop1234"),
    ],
)
def test_what_is_written_anew_is_refused_beside_an_old_secret_too(request_: Request) -> None:
    world = with_an_old_secret()
    with refused(Code.FACT_SENSITIVE):
        world.ask(request_)


@pytest.mark.parametrize(
    "request_",
    [
        Many(tuple(Correct(id_, subject="4111 1111") for id_ in ("f_2", "f_1"))),
        Rename("Kathrine", "4111 1111"),
    ],
)
def test_a_secret_that_a_name_makes_of_a_fact_is_refused_naming_it(request_: Request) -> None:
    world = with_an_old_secret()
    world.facts["f_1"] = replace(world.facts["f_1"], attribute="1111 1111", fact="Lives.")
    with pytest.raises(MemtuiError, match="Kathrine — 1111 1111 would look like a secret"):
        world.ask(request_)


def test_a_rule_of_ones_own_bars_what_is_changed_alone() -> None:
    world = with_an_old_secret()
    world.rules = Rules(never=("Oslo",))
    world.ask(Correct("f_2", subject="Katherine"))
    with refused(Code.FACT_SENSITIVE):
        world.ask(Correct("f_2", fact="Lived in Oslo."))


TO_COME = date(2099, 1, 1)


def test_a_day_to_come_in_a_note_counts_as_today_and_bars_no_newer_fact() -> None:
    world = by_hand(("f_1", "Lives in Recife.", TO_COME))
    before = world.facts["f_1"]
    change = world.ask(Keep((draft("Lives in Oslo.", attribute="city"),)))
    (kept,) = change.outcomes
    assert (kept.status, [fact.id for fact in kept.replaced]) == (Status.REPLACES, ["f_1"])
    assert world.told("Ana", "city") == [
        "Lives in Recife. 2026-11-01–2026-11-01",
        "Lives in Oslo. 2026-11-01–",
    ]
    assert [each.said for each in world.facts["f_1"].revisions] == [TO_COME]
    world.apply(change.inverse())
    assert world.facts == {"f_1": before}


def test_of_several_days_to_come_one_is_left() -> None:
    world = by_hand(("f_1", "A.", JAN), ("f_2", "B.", FEB))
    again = (Saying(TO_COME), Saying(date(2099, 2, 1)))
    world.facts["f_2"] = replace(world.facts["f_2"], again=again)
    world.ask(Correct("f_1", fact="C."))
    assert world.facts["f_2"].also_said == (TODAY,)


def test_a_tag_leaves_a_day_to_come_as_it_is() -> None:
    world = by_hand(("f_1", "A.", TO_COME))
    world.ask(Tag(("f_1",), ("x",)))
    assert world.facts["f_1"].said == TO_COME


def test_part_of_a_batch_is_taken_back() -> None:
    world = World()
    world.keep(draft("Old.", date(2026, 1, 1)), batch="b_1")
    world.ask(
        Keep(
            (draft("New.", date(2026, 2, 1)), draft("C.", date(2026, 2, 1), subject="Bo")),
            "b_2",
        )
    )
    world.ask(TakeBack("b_2", frozenset({world.id_of("New.")})))
    assert world.told() == ["Old. 2026-01-01–"]
    assert world.told("Bo") == ["C. 2026-02-01–"]
    with pytest.raises(MemtuiError):
        world.ask(TakeBack("b_2", frozenset({world.id_of("Old.")})))


@pytest.mark.parametrize("many", [(), ("note",)])
@pytest.mark.parametrize("name", ["tag", "end", "forget"])
def test_a_thing_is_settled_once_for_all_its_facts(
    monkeypatch: pytest.MonkeyPatch, name: str, many: tuple[str, ...]
) -> None:
    world = World(Rules(many=many))
    days = [JAN + timedelta(days=n) for n in range(60)]
    world.keep(*(draft(f"{day}.", day, attribute="note") for day in days))
    ids = tuple(world.facts)
    requests: dict[str, Request] = {
        "tag": Tag(ids, ("good",)),
        "end": Many(tuple(End(id_) for id_ in ids if world.facts[id_].current)),
        "forget": Forget(ids),
    }
    looked_at: list[int] = []

    def counted(facts: Iterable[Fact], **more: Any) -> list[Fact]:
        facts = list(facts)
        looked_at.append(len(facts))
        return settle(facts, **more)

    monkeypatch.setattr("memtui.facts.timelines.settle", counted)
    world.ask(requests[name])
    assert sum(looked_at) <= 2 * len(ids)


def placed_by_hand() -> tuple[World, list[str]]:
    """Two notes of one sentence, which the rules make one fact, and one that follows them."""
    world = World()
    world.keep(draft("A.", JAN), draft("B.", FEB), draft("C.", MARCH))
    ids = [world.id_of(each) for each in ("A.", "B.", "C.")]
    world.facts[ids[1]] = replace(world.facts[ids[1]], fact="A.")
    return world, ids


def test_of_two_notes_that_are_one_fact_both_can_be_forgotten_or_tagged() -> None:
    world, ids = placed_by_hand()
    world.ask(Tag(tuple(ids), ("good",)))
    assert [fact.tags for fact in world.facts.values()] == [("good",)] * 3
    world, ids = placed_by_hand()
    world.ask(Forget(tuple(ids[:2])))
    assert world.told("Ana", "role") == ["C. 2026-03-01–"]


def test_of_two_notes_that_are_one_fact_the_days_of_the_older_can_be_forgotten() -> None:
    world, ids = placed_by_hand()
    world.ask(Forget((ids[0],)))
    left = [fact for fact in world.facts.values() if fact.fact == "A."]
    assert [(fact.said, fact.also_said) for fact in left] == [(FEB, ())]


def test_an_end_asked_for_twice_is_refused() -> None:
    world = two()
    with pytest.raises(MemtuiError, match="has not held since"):
        world.ask(Many((End(world.id_of("B.")), End(world.id_of("B.")))))
