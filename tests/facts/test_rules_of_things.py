"""Ends, joined timelines and things of many values, as worked examples."""

from datetime import date

import pytest

from memtui.errors import Code
from memtui.facts.fact import Rules
from memtui.facts.keeping import (
    ChangeRules,
    Correct,
    End,
    Forget,
    Rename,
    Restore,
    Status,
)
from tests.facts.world import (
    FEB,
    JAN,
    JUNE,
    MARCH,
    MAY,
    World,
    draft,
    linked,
    refused,
    three,
)


def test_a_correction_that_changes_nothing_is_no_change() -> None:
    world = three()
    assert world.preview(Correct(world.id_of("B."), fact="B.", said=MARCH)).edits == ()


def test_an_ended_fact_leaves_a_gap_that_a_newer_fact_does_not_close() -> None:
    world = World()
    world.keep(draft("A.", JAN))
    world.ask(End(world.id_of("A."), MARCH))
    assert world.keep(draft("B.", MAY)) == [Status.NEW]
    assert world.told() == ["A. 2026-01-01–2026-03-01!", "B. 2026-05-01–"]
    assert linked(world.timeline()) == [("A.", [], None), ("B.", [], None)]


def test_an_older_fact_kept_after_an_end_holds_until_that_end() -> None:
    world = World()
    world.keep(draft("A.", JAN))
    world.ask(End(world.id_of("A."), MARCH))
    assert world.keep(draft("B.", FEB)) == [Status.HISTORY]
    assert world.told() == ["A. 2026-01-01–2026-02-01", "B. 2026-02-01–2026-03-01!"]


def test_a_fact_of_the_day_of_an_end_takes_its_place() -> None:
    world = World()
    world.keep(draft("A.", JAN))
    world.ask(End(world.id_of("A."), MARCH))
    world.keep(draft("B.", MARCH))
    assert world.told() == ["A. 2026-01-01–2026-03-01", "B. 2026-03-01–"]


def test_the_same_sentence_after_an_end_is_a_fact_of_its_own() -> None:
    world = World()
    world.keep(draft("A.", JAN))
    world.ask(End(world.id_of("A."), MARCH))
    assert world.keep(draft("A.", MAY)) == [Status.NEW]
    assert world.told() == ["A. 2026-01-01–2026-03-01!", "A. 2026-05-01–"]


@pytest.mark.parametrize(
    "day", [date(2027, 1, 1), FEB], ids=["in the future", "before it was said"]
)
def test_an_end_must_lie_between_the_last_saying_and_today(day: date) -> None:
    world = World()
    world.keep(draft("A.", MARCH))
    with refused(Code.END_IMPOSSIBLE):
        world.preview(End(world.id_of("A."), day))


def test_only_a_current_fact_ends_and_only_an_ended_one_is_restored() -> None:
    world = three()
    with refused(Code.END_IMPOSSIBLE):
        world.preview(End(world.id_of("A.")))
    for sentence in ("A.", "C."):
        with refused(Code.END_IMPOSSIBLE):
            world.preview(Restore(world.id_of(sentence)))


def test_an_unknown_id_is_said_to_be_unknown() -> None:
    for request in (End("f_no"), Restore("f_no"), Forget(("f_no",)), Correct("f_no", fact="x")):
        with refused(Code.FACT_UNKNOWN):
            World().preview(request)


def test_renaming_a_subject_joins_the_timelines_that_meet() -> None:
    world = World()
    world.keep(draft("A.", JAN, subject="Ana Lima"), draft("B.", MARCH))
    world.keep(draft("x", JAN, subject="Ana Lima", attribute="city"))
    world.ask(Rename("Ana Lima", "Ana"))
    assert world.told() == ["A. 2026-01-01–2026-03-01", "B. 2026-03-01–"]
    assert world.told(attribute="city") == ["x 2026-01-01–"]
    assert {fact.subject for fact in world.facts.values()} == {"Ana"}
    with refused(Code.FACT_UNKNOWN):
        world.preview(Rename("Carla", "Ana"))


def test_renaming_an_attribute_renames_it_for_all_subjects() -> None:
    world = World()
    world.keep(draft("A.", JAN, attribute="job"), draft("B.", JAN, subject="Bo", attribute="job"))
    world.ask(Rename("job", "role", "attribute"))
    assert world.told() == ["A. 2026-01-01–"]
    assert world.told("Bo") == ["B. 2026-01-01–"]


def test_what_the_rules_say_of_a_subject_follows_its_new_name() -> None:
    world = World(Rules(many=("Ana / hobby",), subjects=(("Ana Lima", "Ana"),)))
    world.keep(draft("A.", JAN, attribute="hobby"))
    world.ask(Rename("Ana", "Anna"))
    assert world.keep(draft("B.", MARCH, subject="Ana Lima", attribute="hobby")) == [Status.NEW]
    assert len([fact for fact in world.facts.values() if fact.current]) == 2


def test_an_alias_joins_two_timelines() -> None:
    world = World()
    world.keep(draft("A.", JAN, attribute="job"), draft("B.", MARCH))
    world.ask(ChangeRules(Rules(attributes=(("job", "role"),))))
    assert world.told() == ["A. 2026-01-01–2026-03-01", "B. 2026-03-01–"]
    assert world.keep(draft("C.", MAY, attribute="job")) == [Status.REPLACES]


def test_joining_drops_an_end_that_something_said_before_it_makes_void() -> None:
    world = World()
    world.keep(draft("A.", JAN, attribute="job"), draft("B.", MARCH))
    world.ask(End(world.id_of("A."), MAY))
    world.ask(ChangeRules(Rules(attributes=(("job", "role"),))))
    assert world.told() == ["A. 2026-01-01–2026-03-01", "B. 2026-03-01–"]


def test_many_valued_things_keep_each_sentence_beside_the_others() -> None:
    world = World(Rules(many=("hobby",)))
    chess, tennis = (draft(each, JAN, attribute="hobby") for each in ("Chess.", "Tennis."))
    assert world.keep(chess, tennis) == [Status.NEW, Status.NEW]
    assert world.keep(draft("Chess.", MARCH, attribute="hobby")) == [Status.AGAIN]
    world.ask(End(world.id_of("Tennis."), MAY))
    assert world.told(attribute="hobby") == ["Chess. 2026-01-01–", "Tennis. 2026-01-01–2026-05-01!"]


def test_many_valued_on_leaves_what_was_replaced_in_history_and_off_settles_again() -> None:
    world = three()
    before = world.told()
    many = Rules(many=("Ana / role",))
    world.ask(ChangeRules(many))
    assert world.told() == [
        "A. 2026-01-01–2026-03-01!",
        "B. 2026-03-01–2026-05-01!",
        "C. 2026-05-01–",
    ]
    assert all(not fact.replaces and not fact.replaced_by for fact in world.facts.values())
    assert world.keep(draft("D.", JUNE)) == [Status.NEW]
    world.ask(ChangeRules(Rules()))
    assert world.told() == [*before[:2], "C. 2026-05-01–2026-06-01", "D. 2026-06-01–"]
