"""Reviewing proposals: what starts ticked, what each row says it would do, what is asked."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from memtui.conversations.conversation import Role, Turn
from memtui.errors import Code
from memtui.extract.proposal import LeftOut, Mark, Proposal
from memtui.facts.fact import Fact, Origin, Rules, Saying
from memtui.facts.keeping import Keep, Status
from memtui.review.as_json import review_from, review_json
from memtui.review.review import (
    Review,
    decide,
    edit,
    keep_beside,
    more,
    request,
    same_as,
    start,
    tick,
    tick_where,
    undecided,
)
from memtui.review.verdicts import Verdict, judge, settle_ticks

NOW = datetime(2026, 11, 1, 9, tzinfo=UTC)
TODAY = date(2026, 11, 1)
OCTOBER = date(2026, 10, 12)
LEADS = Fact(
    "f_0000000000000001",
    "Ana",
    "role",
    "Ana leads the data team.",
    Saying(date(2026, 9, 1), kept=datetime(2026, 9, 1, tzinfo=UTC), source="added by hand"),
)


def proposal(
    fact: str = "Ana works in research.",
    said: date | None = OCTOBER,
    *,
    subject: str = "Ana",
    attribute: str = "role",
    marks: frozenset[Mark] = frozenset(),
) -> Proposal:
    return Proposal(
        subject, attribute, fact, said, None, "I moved", "Ana", 0, marks, Origin("ollama", "m")
    )


def review(*proposals: Proposal) -> Review:
    return start("r_1", "standup", "conversation: standup.json", proposals)


def verdicts(of: Review, *facts: Fact, rules: Rules = Rules()) -> tuple[Verdict, ...]:  # noqa: B008
    return judge(of, facts, rules, now=NOW, today=TODAY)


def test_what_nothing_speaks_against_starts_ticked() -> None:
    marked = frozenset({Mark.ASSISTANT})
    made = review(proposal(), proposal("Ana is tall.", attribute="height", marks=marked))
    assert [item.ticked for item in made.items] == [True, False]
    assert verdicts(made)[1].notes == ("only the assistant said so",)


def test_rows_stand_by_subject_in_the_order_in_which_subjects_first_occur() -> None:
    made = review(proposal(), proposal(subject="Bo"), proposal("x", attribute="city"))
    assert [item.draft.subject for item in made.items] == ["Ana", "Ana", "Bo"]


def test_a_row_shows_which_fact_it_would_replace() -> None:
    (verdict,) = verdicts(review(proposal()), LEADS)
    assert (verdict.status, verdict.replaced) == (Status.REPLACES, (LEADS,))


@pytest.mark.parametrize(
    ("sentence", "said", "status"),
    [
        ("Ana leads the data team", date(2026, 9, 1), Status.KNOWN),
        ("Ana leads the data team", None, Status.KNOWN),
        ("Ana leads the data team", OCTOBER, Status.AGAIN),
        ("Ana studies.", date(2025, 1, 1), Status.HISTORY),
        ("Ana studies.", OCTOBER, Status.REPLACES),
    ],
)
def test_the_status_follows_from_sentence_and_day(
    sentence: str, said: date | None, status: Status
) -> None:
    assert verdicts(review(proposal(sentence, said)), LEADS)[0].status is status


def test_what_is_known_already_is_unticked() -> None:
    made = review(proposal("Ana leads the data team.", None), proposal("x", attribute="city"))
    made = settle_ticks(made, dict(enumerate(verdicts(made, LEADS))))
    assert [item.ticked for item in made.items] == [False, True]


def test_an_edit_is_judged_at_once() -> None:
    made = review(proposal())
    made = edit(made, 0, replace(made.items[0].draft, attribute="hobby"))
    assert verdicts(made, LEADS)[0].status is Status.NEW


def test_a_row_that_cannot_be_kept_says_why_and_leaves_the_others_alone() -> None:
    made = review(proposal("The password is hunter2."), proposal("x", attribute=""), proposal())
    first, third, second = verdicts(made)
    assert first.problem is not None
    assert first.problem.code is Code.FACT_SENSITIVE
    assert second.problem is not None
    assert second.problem.code is Code.FACT_EMPTY
    assert third.status is Status.NEW
    assert [item.ticked for item in settle_ticks(made, dict(enumerate(verdicts(made)))).items] == [
        False,
        True,
        False,
    ]


def test_ticked_rows_count_for_those_said_after_them_and_unticked_ones_do_not() -> None:
    made = review(proposal("A.", date(2026, 10, 1)), proposal("B.", OCTOBER))
    assert [each.status for each in verdicts(made)] == [Status.NEW, Status.REPLACES]
    made = tick(made, 0, False)
    assert [each.status for each in verdicts(made)] == [Status.NEW, Status.NEW]


def test_a_row_kept_beside_replaces_nothing() -> None:
    made = keep_beside(review(proposal()), 0)
    assert verdicts(made, LEADS)[0].status is Status.NEW
    assert request(made, "b_1") == Keep((made.items[0].draft,), "b_1", ("Ana / role",))
    assert verdicts(keep_beside(made, 0), LEADS)[0].status is Status.REPLACES


def test_two_sentences_of_one_day_are_pointed_out() -> None:
    same_day = replace(LEADS, first=Saying(OCTOBER))
    assert verdicts(review(proposal()), same_day)[0].notes == (
        "both were said on one day; the one kept later counts",
    )


def test_only_ticked_rows_are_asked_for() -> None:
    made = review(proposal(), proposal("x", attribute="city"))
    assert len(request(made, "b_1").drafts) == 2
    made = tick_where(made, lambda at, item: at == 1)
    assert [each.fact for each in request(made, "b_1").drafts] == ["x"]
    assert request(tick(made, 1), "b_1").drafts == ()


def test_a_review_survives_being_written_down() -> None:
    made = start(
        "r_1",
        "standup",
        "conversation: standup.json",
        [proposal(marks=frozenset({Mark.QUESTION})), proposal("x", None)],
        left_out=[LeftOut("Bruno", "looked like a password")],
        turns=[Turn("Ana", Role.PERSON, "I moved", NOW, OCTOBER)],
    )
    assert review_from(review_json(made)) == made


def test_what_is_proposed_later_stands_behind_and_moves_nothing() -> None:
    made = start("r_1", "talk", "s", [proposal(), proposal(subject="Bo")])
    made = tick(made, 1, False)
    longer = more(made, [proposal("Ana studies."), proposal()], left_out=[LeftOut("Bo", "x")])
    assert longer.items[:2] == made.items
    assert [item.draft.fact for item in longer.items[2:]] == ["Ana studies."]
    assert longer.left_out == (LeftOut("Bo", "x"),)


def test_a_tick_an_edit_and_keeping_beside_decide() -> None:
    made = review(proposal(), proposal("b", attribute="x"), proposal("c", attribute="y"))
    assert made.decided == 0
    made = keep_beside(tick(made, 0), 1)
    assert made.decided == 2
    assert undecided(made, [0, 1, 2], after=0) == 2
    assert undecided(made, [0, 1, 2], after=2) == 2
    assert undecided(decide(made, {2: False}), [0, 1, 2], after=None) is None


def test_a_correction_in_one_conversation_follows_what_it_corrects() -> None:
    made = review(
        replace(proposal("Ana is in Ghent.", attribute="city"), turn=0),
        replace(proposal("Ana is in Antwerp.", attribute="city"), turn=2),
    )
    first, second = verdicts(made)
    assert (first.follows, second.follows) == (None, 0)
    assert [fact.fact for fact in second.replaced] == ["Ana is in Ghent."]
    assert second.notes == ()


def test_rows_of_a_subject_stand_in_the_order_said() -> None:
    made = review(
        replace(proposal("b"), turn=4), replace(proposal("a"), turn=1), proposal(subject="Bo")
    )
    assert [item.draft.fact for item in made.items] == ["a", "b", "Ana works in research."]


def test_the_same_thing_under_the_name_that_is_known_is_judged_anew() -> None:
    made = review(proposal(attribute="position"))
    assert verdicts(made, LEADS)[0].status is Status.NEW
    made = same_as(made, 0, "Ana", "role")
    assert verdicts(made, LEADS)[0].status is Status.REPLACES
    assert made.items[0].decided


def test_marks_of_the_wording_go_when_it_is_mended() -> None:
    marks = frozenset({Mark.PRONOUN, Mark.UNSAID, Mark.ASSISTANT})
    made = review(proposal("I work in research.", marks=marks))
    mended = edit(made, 0, replace(made.items[0].draft, fact="Ana works in research."))
    assert verdicts(mended)[0].marks == {Mark.ASSISTANT}
    worse = edit(made, 0, replace(made.items[0].draft, fact="She works in my team tomorrow."))
    assert verdicts(worse)[0].marks == {
        Mark.ASSISTANT, Mark.PRONOUN, Mark.UNNAMED, Mark.RELATIVE,
    }  # fmt: skip


def test_what_was_read_later_but_said_earlier_is_not_what_counts_in_the_end() -> None:
    made = start(
        "r_1", "t", "s", [replace(proposal("Ana is in Antwerp.", attribute="city"), turn=5)]
    )
    made = more(made, [replace(proposal("Ana is in Ghent.", attribute="city"), turn=2)])
    late, early = verdicts(made)
    assert (late.status, late.follows, early.status) == (Status.REPLACES, 1, Status.NEW)
    drafts = request(made, "b_1").drafts
    assert [draft.fact for draft in drafts] == ["Ana is in Ghent.", "Ana is in Antwerp."]
