"""What is typed into the search beside the question narrows it, before the cut to its places."""

from datetime import date

import pytest

from memtui.facts.fact import Fact, Rules, Saying
from memtui.tui.app import MemtuiApp
from memtui.tui.asking import asked_for
from memtui.tui.screens.search import SearchScreen
from tests.tui.settling import press, settle, type_text

TODAY = date(2026, 11, 30)
ANA = Fact(
    "f_0000000000000001",
    "Ana",
    "role",
    "Ana works in research.",
    Saying(date(2025, 3, 1), source="conversation: standup.json"),
    tags=("team",),
)


@pytest.mark.parametrize(
    ("typed", "question", "met"),
    [
        ("who works in research", "who works in research", True),
        ("who works subject:ana in research", "who works in research", True),
        ("who works subject:bruno", "who works", False),
        ("-subject:ana who works", "who works", False),
        ("who said:2025 works", "who works", True),
        ("who works said:2026..", "who works", False),
        ('who works source:"standup.json" tag:team', "who works", True),
        ("who works is:past", "who works", False),
        ("note: this is no filter", "note: this is no filter", True),
    ],
)
def test_the_question_is_told_from_what_narrows_it(typed: str, question: str, met: bool) -> None:
    asked, problem = asked_for(typed, 20, Rules(), TODAY, None, current=False)
    assert (asked.query, problem) == (question, "")
    assert asked.admits(ANA) is met


def test_what_cannot_be_read_is_told() -> None:
    _, problem = asked_for("who works said:lately", 20, Rules(), TODAY, None, current=False)
    assert "said:lately" in problem


async def test_hits_are_narrowed_as_one_types(app: MemtuiApp, team: dict[str, str]) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        await type_text(pilot, "who works subject:ana")
        assert isinstance(app.screen, SearchScreen)
        assert {hit.fact.subject for hit in app.screen.hits} == {"Ana"}
        await type_text(pilot, " said:lately")
        assert "said:lately" in str(app.screen.query_one("#why").render())
