"""Two places decide on one review."""

from dataclasses import replace

from memtui.extract.proposal import LeftOut
from memtui.facts.fact import Draft
from memtui.review import review as reviewing
from memtui.review.as_json import review_from, review_json
from memtui.review.merging import changed, merged
from memtui.review.review import Review, start
from tests.tui.open_review import CONVERSATION, DATE, OWNER, ROLE, TASK


def _review() -> Review:
    return start("r_1", "Standup", "conversation: a", (ROLE, TASK, DATE), turns=CONVERSATION.turns)


def _ticks(review: Review) -> str:
    return "".join("x" if item.ticked else "." for item in review.items)


def test_what_was_decided_in_either_place_is_there() -> None:
    before = _review()
    ours = reviewing.tick(before, 0, value=False)
    theirs = reviewing.tick(before, 2, value=False)
    both = merged(before, ours, theirs)
    assert _ticks(both) == ".x."
    assert [item.decided for item in both.items] == [True, False, True]


def test_what_both_decided_stays_as_decided_here() -> None:
    before = _review()
    ours = reviewing.tick(before, 0, value=True)
    theirs = reviewing.tick(before, 0, value=False)
    assert _ticks(merged(before, ours, theirs)) == "xxx"


def test_where_nothing_changed_there_ours_is_as_it_was() -> None:
    before = _review()
    ours = reviewing.tick(before, 0, value=False)
    assert merged(before, ours, review_from(review_json(before))) is ours


def test_an_edited_draft_is_taken_over() -> None:
    before = _review()
    draft = replace(before.items[1].draft, fact="Bruno takes all dashboards.")
    theirs = reviewing.edit(before, 1, draft)
    assert merged(before, before, theirs).items[1].draft.fact == "Bruno takes all dashboards."


def test_what_came_here_and_there_is_all_there() -> None:
    before = _review()
    ours = reviewing.more(before, [OWNER])
    theirs = replace(
        reviewing.more(before, [replace(OWNER, fact="Carla leads.")]),
        left_out=(LeftOut("Bruno", "a password"),),
    )
    both = merged(before, ours, theirs)
    assert [item.draft.fact for item in both.items[3:]] == [
        "Carla owns the launch.",
        "Carla leads.",
    ]
    assert both.left_out == theirs.left_out


def test_what_was_forgotten_there_is_gone_and_its_words_do_not_come_back() -> None:
    before = _review()
    ours = reviewing.tick(before, 0, value=False)
    proposal = replace(before.items[0].proposal, quote="")
    quiet = replace(
        before.items[0], proposal=proposal, draft=replace(before.items[0].draft, evidence=None)
    )
    theirs = replace(before, items=(quiet, before.items[2]), turns=())
    both = merged(before, ours, theirs)
    assert [item.proposal.fact for item in both.items] == [ROLE.fact, DATE.fact]
    assert (both.items[0].proposal.quote, both.items[0].draft.evidence) == ("", None)
    assert both.turns == ()
    assert not both.items[0].ticked


def test_the_same_proposal_twice_is_two_items() -> None:
    before = start("r_1", "", "conversation: a", (ROLE, ROLE))
    theirs = reviewing.tick(before, 1, value=False)
    assert _ticks(merged(before, reviewing.tick(before, 0, value=True), theirs)) == "x."


def test_the_places_of_what_changed_are_told() -> None:
    before = _review()
    assert changed(before, reviewing.tick(before, 2, value=False)) == [2]
    assert changed(before, reviewing.more(before, [OWNER])) == [3]
    assert changed(before, replace(before, items=before.items[1:])) is None


def test_an_edited_name_does_not_make_another_item() -> None:
    before = _review()
    ours = reviewing.edit(before, 0, Draft("Ana Lima", "role", "Ana leads.", source="x"))
    theirs = reviewing.tick(before, 2, value=False)
    both = merged(before, ours, theirs)
    assert (len(both.items), both.items[0].draft.subject) == (3, "Ana Lima")
