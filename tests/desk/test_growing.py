"""A review that grows by one proposal at a time costs as much for each, however long it is."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from memtui.desk.desk import Desk
from memtui.extract.proposal import Proposal
from memtui.facts.fact import Origin
from memtui.review.review import Review


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk.open(tmp_path, "team", make=True)
    yield desk
    desk.close()


def proposal(subject: str, fact: str) -> Proposal:
    origin = Origin("ollama")
    return Proposal(subject, "role", fact, None, None, fact, "Ana", 0, frozenset(), origin)


def test_only_what_is_about_the_same_thing_is_judged_anew(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[int] = []
    verdicts = desk.verdicts

    def counting(review: Review) -> object:
        judged.append(len(review.items))
        return verdicts(review)

    monkeypatch.setattr(desk, "verdicts", counting)
    review = Review("r_1", "talk", "conversation: talk")
    for name in ("Ana", "Bruno", "Carla", "Ana"):
        review = desk.add_to_review(review, [proposal(name, f"{name} is in team {len(judged)}.")])
    assert judged == [1, 1, 1, 2]
    assert [item.ticked for item in review.items] == [True] * 4
    review = desk.add_to_review(review, [proposal("Ana", "Password: Xk9#mQ2!vL8$wR4z")])
    assert [item.ticked for item in review.items] == [True] * 4 + [False]
