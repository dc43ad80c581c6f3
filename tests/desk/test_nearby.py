"""Near names in a real memory, by words and by meaning; and what is known already under another."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

import numpy as np
import pytest

from memtui.conversations.conversation import Conversation, Grade, Role, Turn, conversation_of
from memtui.desk.desk import Desk
from memtui.extract.proposal import Proposal
from memtui.facts.fact import Draft, Origin
from memtui.facts.keeping import ChangeRules, Keep
from memtui.facts.things import with_alias
from memtui.review.near import Near, Why
from memtui.store.synonyms import usual_names

DAY = date(2026, 10, 12)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    clock = datetime(2026, 10, 12, 9, tzinfo=UTC)
    desk = Desk.open(tmp_path, "team", make=True, clock=lambda: clock)
    kept = [("Ana", "role", "Ana leads the data team."), ("Ana", "city", "Ana lives in Recife.")]
    desk.apply(Keep(tuple(Draft(*parts, said=date(2026, 9, 1)) for parts in kept)))
    yield desk
    desk.close()


def talk() -> Conversation:
    return conversation_of([Turn("Ana", Role.PERSON, "words", None, DAY)], "talk", Grade.TURN)


def proposal(subject: str, attribute: str, fact: str) -> Proposal:
    return Proposal(
        subject, attribute, fact, DAY, None, "words", "Ana", 0, frozenset(), Origin("ollama")
    )


def test_a_word_for_a_known_attribute_is_suggested(desk: Desk) -> None:
    review = desk.begin_review(talk(), "s", [proposal("Ana", "position", "Ana is a judge.")])
    assert desk.nearby.find(review) == {0: Near("Ana", "role", Why.SYNONYM)}
    assert review.items[0].ticked


def test_a_sentence_that_is_kept_under_another_attribute_starts_unticked(desk: Desk) -> None:
    review = desk.begin_review(talk(), "s", [proposal("Ana", "whereabouts", "Ana lives in Recife")])
    assert desk.nearby.find(review) == {0: Near("Ana", "city", Why.SENTENCE)}
    assert not review.items[0].ticked


def test_once_an_alias_is_remembered_it_is_the_thing_itself(desk: Desk) -> None:
    review = desk.begin_review(talk(), "s", [proposal("Ana", "position", "Ana is a judge.")])
    rules = with_alias(desk.memory.rules, "attribute", "position", "role")
    desk.apply(ChangeRules(rules))
    assert desk.nearby.find(review) == {}
    assert [fact.attribute for fact in desk.verdicts(review)[0].replaced] == ["role"]


def test_what_is_proposed_later_is_ticked_by_the_same_rules(desk: Desk) -> None:
    review = desk.begin_review(talk(), "s", [proposal("Ana", "role", "Ana is a judge.")])
    longer = desk.add_to_review(
        review,
        [
            proposal("Ana", "city", "Ana lives in Recife."),
            proposal("Ana", "whereabouts", "Ana lives in Recife."),
            proposal("Bo", "city", "Bo lives in Rio."),
        ],
    )
    assert [item.ticked for item in longer.items] == [True, True, False, True]


def test_meaning_is_asked_where_words_do_not_tell(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    near = np.array([1.0, 0.0])
    far = np.array([0.1, np.sqrt(0.99)])

    def vectors(texts: Sequence[str]) -> np.ndarray:
        close = ("whereabouts", "city")
        spread = 0.01 * np.arange(len(texts))
        made = [near if text in close else far for text in texts]
        return np.array(made) + np.outer(spread * (len(texts) > 5), [1.0, 0.0])

    monkeypatch.setattr(desk.meaning, "vectors", vectors)
    review = desk.begin_review(talk(), "s", [proposal("Ana", "whereabouts", "Ana is in Rio.")])
    assert desk.nearby.find(review) == {}
    assert desk.nearby.find(review, meaning=True) == {0: Near("Ana", "city", Why.MEANING)}
    monkeypatch.setattr(desk.meaning, "vectors", lambda texts: None)
    assert desk.nearby.find(review, meaning=True) == {}


def test_the_usual_names_are_one_word_for_each_thing() -> None:
    names = usual_names()
    assert {"role", "city", "deadline"} <= set(names)
    assert len(names) == len(set(names))


def test_what_was_declined_can_be_cleared(desk: Desk) -> None:
    drafts = [Draft("Ana", "pet", "Ana has a cat."), Draft("Bo", "pet", "Bo has a dog.")]
    desk.declined.add(drafts)
    assert len(desk.declined) == 2
    assert desk.declined.clear() == 2
    assert not desk.declined.knows(drafts[0])
    assert len(desk.declined) == 0
