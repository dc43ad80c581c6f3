"""Several facts changed as one, tags, and part of a batch taken back."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.errors import Code, MemtuiError
from memtui.facts.keeping import Correct, End, Keep, Many, Tag, TakeBack
from memtui.facts.tagging import typed_tags
from memtui.facts.text import fold
from tests.facts.world import World, draft

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
