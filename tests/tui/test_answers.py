"""How the hits of a search change under a pointer."""

from collections.abc import Sequence
from datetime import date

import pytest

from memtui.facts.fact import Fact, Saying
from memtui.search.ranking import Answer, By, Hit
from memtui.tui.answers import Shown, arranged, arranged_around, found_by


def hit(name: str, by: By = By.WORDS, *, until: str = "") -> Hit:
    end = date.fromisoformat(until) if until else None
    fact = Fact(f"f_{name}", "Ana", "role", name, Saying(date(2026, 9, 1)), until=end)
    return Hit(fact, "", f"[f_{name}]", 1.0, by)


def names(shown: Sequence[Shown]) -> list[str]:
    return [f"{each.group} {each.hit.fact.fact}" for each in shown]


@pytest.fixture
def answers() -> tuple[list[Shown], Answer]:
    """What words found, and what words and meaning found together."""
    old = Answer((hit("a"), hit("b"), hit("p", until="2026-09-02")))
    new = Answer(
        (
            hit("c", By.MEANING),
            hit("b", By.BOTH),
            hit("a"),
            hit("q", By.HELD_THEN, until="2026-09-03"),
            hit("p", By.BOTH, until="2026-09-02"),
        )
    )
    return arranged(old), new


Answers = tuple[list[Shown], Answer]


def test_what_stands_above_a_pointer_stays_and_the_rest_is_new(answers: Answers) -> None:
    before, new = answers
    assert names(arranged(new)) == ["now c", "now b", "now a", "held then q", "before p"]
    for place, expected in enumerate(
        (
            ["now a", "now c", "now b", "held then q", "before p"],
            ["now a", "now b", "now c", "held then q", "before p"],
            ["now a", "now b", "before p", "now c", "held then q"],
        )
    ):
        assert names(arranged_around(before, new, place)) == expected


def test_what_stays_tells_the_newer_reason(answers: Answers) -> None:
    before, new = answers
    assert [found_by(each.hit) for each in arranged_around(before, new, 1)[:2]] == ["words", "both"]
