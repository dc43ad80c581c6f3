from datetime import UTC, date, datetime

import pytest

from memtui.desk.telling import count, forget_line, kept_line, span, taken_back_line
from memtui.facts.fact import Fact, Saying
from memtui.facts.keeping import Change, Edit, Outcome, Status

KEPT = datetime(2026, 10, 12, 9, 31, 4, tzinfo=UTC)


def fact(id: str, *, until: date | None = None) -> Fact:
    return Fact(
        id, "Ana", "role", f"Ana is {id}.", Saying(date(2026, 9, 1), kept=KEPT), until=until
    )


def kept(*statuses: Status) -> Change:
    return Change(outcomes=tuple(Outcome(status, fact("f_1")) for status in statuses))


@pytest.mark.parametrize(
    ("statuses", "line"),
    [
        ((Status.NEW, Status.REPLACES), "kept 2; 1 replaced an older fact"),
        ((Status.NEW,), "kept 1"),
        ((Status.HISTORY, Status.HISTORY), "kept 2; 2 went to history"),
        ((Status.AGAIN,), "nothing new; 1 said again"),
        ((Status.KNOWN, Status.KNOWN), "nothing new; 2 known already"),
        (
            (Status.REPLACES, Status.REPLACES, Status.AGAIN, Status.KNOWN),
            "kept 2; 2 replaced an older fact; 1 said again; 1 known already",
        ),
        ((), "nothing new"),
    ],
)
def test_the_result_of_keeping_says_what_became_of_each(
    statuses: tuple[Status, ...], line: str
) -> None:
    assert kept_line(kept(*statuses)) == line


@pytest.mark.parametrize(
    ("start", "until", "text"),
    [
        (date(2026, 10, 12), None, "since 12 Oct 2026"),
        (date(2026, 9, 1), date(2026, 9, 20), "1–20 Sep 2026"),
        (date(2026, 9, 20), date(2026, 10, 12), "20 Sep–12 Oct 2026"),
        (date(2025, 9, 1), date(2026, 9, 1), "1 Sep 2025–1 Sep 2026"),
        (date(2026, 9, 1), date(2026, 9, 1), "1 Sep 2026"),
    ],
)
def test_how_long_a_fact_held_is_said_as_short_as_possible(
    start: date, until: date | None, text: str
) -> None:
    assert span(start, until) == text


def test_forgetting_says_how_many_and_how_many_of_them_were_history() -> None:
    current, older = fact("f_1"), fact("f_2", until=date(2026, 10, 12))
    gone = [Edit(each.id, each, None) for each in (current, older)]
    assert forget_line(Change(edits=(gone[0],))) == "forgot 1 fact"
    assert forget_line(Change(edits=tuple(gone))) == "forgot 2 facts, 1 of them history"
    assert forget_line(Change(edits=(gone[1], gone[1]))) == "forgot 2 facts, all of them history"


def test_taking_back_says_what_holds_again() -> None:
    replaced = fact("f_2", until=date(2026, 10, 12))
    change = Change(
        edits=(Edit("f_1", fact("f_1"), None), Edit("f_2", replaced, fact("f_2"))),
    )
    assert taken_back_line(change) == "took back 1 fact; 1 older fact holds again"
    assert taken_back_line(Change(edits=change.edits[:1])) == "took back 1 fact"


def test_counts_read_as_words() -> None:
    assert count(1, "fact") == "1 fact"
    assert count(1200, "fact") == "1,200 facts"
    assert count(2, "memory", "memories") == "2 memories"
