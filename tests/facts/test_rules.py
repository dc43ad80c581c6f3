"""The rules of keeping and mending facts, as worked examples."""

from dataclasses import replace
from datetime import date, datetime
from itertools import permutations

import pytest

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Draft, Evidence, Fact, Rules
from memtui.facts.keeping import (
    Correct,
    End,
    Forget,
    ForgetSource,
    Import,
    Keep,
    Restore,
    Status,
    TakeBack,
)
from tests.facts.world import (
    APRIL,
    FEB,
    JAN,
    JULY,
    JUNE,
    MARCH,
    MAY,
    TODAY,
    World,
    draft,
    linked,
    refused,
    three,
)


def test_a_fact_about_a_new_thing_is_current() -> None:
    world = World()
    assert world.keep(draft("Ana leads the data team.", MARCH)) == [Status.NEW]
    assert world.told() == ["Ana leads the data team. 2026-03-01–"]


def test_a_fact_said_later_replaces_the_current_one() -> None:
    world = World()
    world.keep(draft("A.", JAN))
    outcome = world.ask(Keep((draft("B.", MARCH),))).outcomes[0]
    assert outcome.status is Status.REPLACES
    assert [fact.fact for fact in outcome.replaced] == ["A."]
    assert world.told() == ["A. 2026-01-01–2026-03-01", "B. 2026-03-01–"]


def test_a_fact_said_earlier_goes_to_history_at_once() -> None:
    world = World()
    world.keep(draft("B.", MARCH))
    assert world.keep(draft("A.", JAN)) == [Status.HISTORY]
    assert world.told() == ["A. 2026-01-01–2026-03-01", "B. 2026-03-01–"]


def test_the_current_sentence_on_a_new_day_is_not_kept_twice() -> None:
    world = World()
    world.keep(draft("A.", JAN))
    first = world.id_of("A.")
    assert world.keep(draft("a ", MARCH)) == [Status.AGAIN]
    (fact,) = world.timeline()
    assert (fact.id, fact.said, fact.also_said, fact.last_said) == (first, JAN, (MARCH,), MARCH)


def test_the_same_sentence_on_the_same_day_is_known_anywhere_in_the_timeline() -> None:
    world = three()
    for sentence, day in (("A.", JAN), ("b", MARCH), ("C.", MAY)):
        change = world.ask(Keep((draft(sentence, day),)))
        assert (change.outcomes[0].status, change.edits) == (Status.KNOWN, ())


def test_the_current_sentence_without_a_day_is_known() -> None:
    world = World()
    world.keep(draft("A.", JAN))
    assert world.keep(draft("A.")) == [Status.KNOWN]
    assert world.keep(draft("B.")) == [Status.REPLACES]
    assert world.timeline()[-1].said == TODAY


def test_a_future_day_is_taken_as_today() -> None:
    world = World()
    world.keep(draft("A.", date(2031, 1, 1)))
    assert world.timeline()[0].said == TODAY


@pytest.mark.parametrize("order", list(permutations([("A.", JAN), ("B.", MARCH), ("A.", MAY)])))
def test_a_then_b_then_a_again_gives_one_timeline_in_any_order(
    order: tuple[tuple[str, date], ...],
) -> None:
    world = World()
    for sentence, day in order:
        world.keep(draft(sentence, day))
    assert world.told() == [
        "A. 2026-01-01–2026-03-01",
        "B. 2026-03-01–2026-05-01",
        "A. 2026-05-01–",
    ]
    assert linked(world.timeline()) == [
        ("A.", [], "B."),
        ("B.", ["A."], "A."),
        ("A.", ["B."], None),
    ]
    assert len({fact.id for fact in world.timeline()}) == 3


def test_the_same_file_twice_adds_nothing() -> None:
    world = World()
    drafts = (draft("A.", JAN), draft("B.", MARCH), draft("x", JAN, attribute="city"))
    world.keep(*drafts)
    before = dict(world.facts)
    assert world.keep(*drafts) == [Status.KNOWN] * 3
    assert world.facts == before


def test_a_correction_within_one_batch_counts_in_the_order_said() -> None:
    day = datetime(2026, 3, 1, 9)
    world = World()
    later, earlier = (draft("B.", MARCH, time=day.replace(hour=11)), draft("A.", MARCH, time=day))
    assert world.keep(later, earlier) == [Status.REPLACES, Status.NEW]
    assert [fact.fact for fact in world.timeline() if fact.current] == ["B."]


def test_two_sentences_of_one_day_stand_in_the_order_kept() -> None:
    world = World()
    world.keep(draft("A.", MARCH), draft("B.", MARCH))
    world.keep(draft("C.", MARCH))
    assert linked(world.timeline())[-1][0] == "C."
    assert [fact.fact for fact in world.timeline() if fact.current] == ["C."]


def test_things_differ_by_attribute_and_not_by_spelling() -> None:
    world = World()
    world.keep(draft("A.", JAN))
    assert world.keep(draft("B.", MARCH, subject="ana ", attribute="  ROLE")) == [Status.REPLACES]
    assert world.keep(draft("C.", MAY, attribute="job")) == [Status.NEW]


def test_forgetting_the_middle_settles_its_neighbours() -> None:
    world = three()
    world.ask(Forget((world.id_of("B."),)))
    assert world.told() == ["A. 2026-01-01–2026-05-01", "C. 2026-05-01–"]
    assert linked(world.timeline())[1] == ("C.", ["A."], None)


def test_forgetting_what_stood_between_joins_equal_neighbours() -> None:
    world = World()
    for sentence, day in (("A.", JAN), ("B.", MARCH), ("A.", MAY)):
        world.keep(draft(sentence, day))
    newest = world.timeline()[-1].id
    world.ask(Forget((world.id_of("B."),)))
    (fact,) = world.timeline()
    assert (fact.id, fact.said, fact.also_said, fact.current) == (newest, JAN, (MAY,), True)


def test_forgetting_the_current_fact_makes_nothing_current_and_restore_does() -> None:
    world = three()
    world.ask(Forget((world.id_of("C."),)))
    assert world.told() == ["A. 2026-01-01–2026-03-01", "B. 2026-03-01–2026-05-01!"]
    world.ask(Restore(world.id_of("B.")))
    assert world.told() == ["A. 2026-01-01–2026-03-01", "B. 2026-03-01–"]


def test_forgetting_lets_the_fact_before_hold_again_when_asked_to() -> None:
    world = three()
    world.ask(Forget((world.id_of("C."),), restore=True))
    assert world.told() == ["A. 2026-01-01–2026-03-01", "B. 2026-03-01–"]


def test_forgetting_with_history_takes_what_came_before_and_nothing_else() -> None:
    world = three()
    world.keep(draft("x", JAN, attribute="city"))
    world.ask(Forget((world.id_of("B."),), history=True))
    assert world.told() == ["C. 2026-05-01–"]
    assert len(world.timeline(attribute="city")) == 1


def test_forgetting_goes_by_date_and_never_by_links() -> None:
    world = three()
    c = world.facts[world.id_of("C.")]
    world.facts[c.id] = replace(c, replaces=())
    world.ask(Forget((c.id,), history=True))
    assert world.told() == []


def test_correcting_the_words_keeps_place_and_id_and_records_the_earlier_wording() -> None:
    world = three()
    id_ = world.id_of("B.")
    world.ask(Correct(id_, fact="B, really."))
    fact = world.facts[id_]
    assert (fact.fact, fact.said, fact.until) == ("B, really.", MARCH, MAY)
    assert [revision.fact for revision in fact.revisions] == ["B."]
    assert fact.edited is not None


def test_correcting_the_date_of_a_history_fact_past_the_current_one_makes_it_current() -> None:
    world = three()
    world.ask(Correct(world.id_of("A."), said=JUNE))
    assert world.told() == [
        "B. 2026-03-01–2026-05-01",
        "C. 2026-05-01–2026-06-01",
        "A. 2026-06-01–",
    ]


def test_correcting_the_thing_takes_its_earlier_facts_along() -> None:
    world = three()
    world.ask(Correct(world.id_of("B."), subject="Bruno"))
    assert world.told("Bruno") == ["A. 2026-01-01–2026-03-01", "B. 2026-03-01–"]
    assert world.told() == ["C. 2026-05-01–"]


def test_correcting_only_this_one_leaves_the_earlier_facts() -> None:
    world = three()
    world.ask(Correct(world.id_of("B."), attribute="job", only=True))
    assert world.told(attribute="job") == ["B. 2026-03-01–"]
    assert world.told() == ["A. 2026-01-01–2026-05-01", "C. 2026-05-01–"]


def test_a_thing_that_has_facts_is_joined_only_when_asked_to() -> None:
    world = three()
    world.keep(draft("X.", APRIL, attribute="job"))
    asked = Correct(world.id_of("X."), attribute="role")
    with refused(Code.THING_EXISTS):
        world.preview(asked)
    world.ask(replace(asked, join=True))
    assert world.told()[1:3] == ["B. 2026-03-01–2026-04-01", "X. 2026-04-01–2026-05-01"]


def test_keeping_beside_makes_the_thing_many_valued_in_the_same_change() -> None:
    world = World()
    world.keep(draft("A.", JAN))
    change = world.ask(Keep((draft("B.", MARCH),), many=("Ana / role",)))
    assert change.outcomes[0].status is Status.NEW
    assert [fact.current for fact in world.timeline()] == [True, True]
    world.apply(change.inverse())
    assert (world.told(), world.rules) == (["A. 2026-01-01–"], Rules())


def test_taking_back_a_batch_restores_what_it_replaced() -> None:
    world = World()
    world.keep(draft("A.", JAN), batch="b_1")
    world.keep(draft("A.", FEB), draft("B.", MARCH), batch="b_2")
    world.keep(draft("x", MARCH, attribute="city"), batch="b_2")
    world.ask(TakeBack("b_2"))
    (fact,) = world.facts.values()
    assert (fact.fact, fact.also_said, fact.current) == ("A.", (), True)
    with refused(Code.FACT_UNKNOWN):
        world.preview(TakeBack("b_2"))


def test_forgetting_a_source_takes_what_was_said_there_and_makes_nothing_current() -> None:
    world = World()
    world.keep(draft("A.", JAN), draft("x", JAN, attribute="city"))
    there = (draft("B.", MARCH), draft("x", MARCH, attribute="city"))
    world.keep(*(replace(each, source="conversation: b.json") for each in there))
    world.ask(ForgetSource("conversation: b.json"))
    assert world.told() == ["A. 2026-01-01–2026-03-01!"]
    (city,) = world.timeline(attribute="city")
    assert (city.said, city.also_said, city.current) == (JAN, (), True)
    with refused(Code.FACT_UNKNOWN):
        world.preview(ForgetSource("conversation: b.json"))


def test_importing_an_export_twice_changes_nothing() -> None:
    world = three()
    world.ask(End(world.id_of("C."), JULY))
    exported = tuple(world.facts.values())
    fresh = World()
    fresh.ask(Import(exported))
    assert fresh.facts == world.facts
    assert fresh.ask(Import(exported)).edits == ()


def test_importing_what_is_known_under_another_id_changes_nothing() -> None:
    world, other = three(), World()
    for fact in world.facts.values():
        other.keep(draft(fact.fact, fact.said))
    renamed = tuple(
        replace(fact, id=f"f_{at:016d}") for at, fact in enumerate(world.facts.values())
    )
    assert other.ask(Import(renamed)).edits == ()


@pytest.mark.parametrize(
    ("made", "code"),
    [
        (draft("The password is hunter2."), Code.FACT_SENSITIVE),
        (draft(" \u200b"), Code.FACT_EMPTY),
        (draft("x", attribute=" "), Code.FACT_EMPTY),
        (draft("x" * 2_001), Code.FACT_TOO_LONG),
        (draft("x", subject="y" * 121), Code.FACT_TOO_LONG),
    ],
)
def test_what_may_not_be_kept_is_refused_by_name(made: Draft, code: Code) -> None:
    with refused(code):
        World().preview(Keep((made,)))


def test_a_refusal_for_length_gives_both_numbers_and_for_a_secret_no_value() -> None:
    with pytest.raises(MemtuiError, match=r"2,001 characters; at most 2,000"):
        World().preview(Keep((draft("x" * 2_001),)))
    with pytest.raises(MemtuiError) as caught:
        World().preview(Keep((draft("The password is hunter2."),)))
    assert "hunter2" not in str(caught.value)
    assert "secret manager" in caught.value.hint


def test_a_secret_in_a_quote_or_source_is_dropped() -> None:
    made = replace(
        draft("A.", JAN),
        source="my password is hunter2",
        evidence=Evidence("the password is hunter2", "Ana"),
    )
    world = World()
    world.keep(made)
    (fact,) = world.timeline()
    assert (fact.source, fact.evidence) == ("", None)


def test_what_a_correction_may_not_say_is_refused() -> None:
    world = three()
    with refused(Code.FACT_SENSITIVE):
        world.preview(Correct(world.id_of("C."), fact="The password is hunter2."))


def test_a_fact_whose_earlier_wording_was_a_secret_forgets_that_wording() -> None:
    world = World()
    world.keep(draft("A.", JAN))
    (fact,) = world.timeline()
    world.facts[fact.id] = replace(fact, fact="The password is hunter2.")
    world.ask(Correct(fact.id, fact="It is in the vault."))
    assert world.facts[fact.id].revisions == ()


def test_a_merged_fact_carries_the_notes_of_both() -> None:
    world = World()
    for sentence, day in (("A.", JAN), ("B.", MARCH), ("A.", MAY)):
        world.keep(draft(sentence, day))
    for fact in list(world.facts.values()):
        world.facts[fact.id] = replace(fact, carried=(f"note of {fact.said}",))
    world.ask(Forget((world.id_of("B."),)))
    (fact,) = world.timeline()
    assert fact.carried == ("note of 2026-05-01", "note of 2026-01-01")


def test_what_was_promised_tells_equal_changes_from_different_ones() -> None:
    world = three()
    asked = Keep((draft("D.", JUNE),))
    promised = world.preview(asked).promise()
    world.now = world.now.replace(hour=17)
    assert world.preview(asked).promise() == promised
    world.keep(draft("E.", JULY))
    assert world.preview(asked).promise() != promised


def test_a_timeline_edited_by_hand_is_put_right_by_the_next_change() -> None:
    world = three()
    fact = world.facts[world.id_of("A.")]
    broken: Fact = replace(fact, until=None, replaced_by=None)
    world.facts[fact.id] = broken
    world.keep(draft("D.", JUNE))
    assert world.told()[0] == "A. 2026-01-01–2026-03-01"
