"""What a server says of an answer by meaning: what answered, and what it lacks."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from memtui.desk.desk import Desk
from memtui.facts.fact import Draft
from memtui.facts.keeping import Keep
from memtui.search.ranking import Asked
from memtui.serve.opened import Opened
from tests.desk.meaning_desk import Embedders, Gated, until

NOW = datetime(2026, 11, 1, 9, tzinfo=UTC)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    desk = Desk.open(tmp_path, "team", make=True, clock=lambda: NOW)
    desk.apply(Keep((Draft("Ana", "role", "Ana leads.", said=date(2026, 9, 1)),), "b_1"))
    yield Opened(desk, meaning=True)
    desk.close()


def test_how_many_facts_are_not_ready_yet_is_told(opened: Opened, embedders: Embedders) -> None:
    gated = embedders["words"] = Gated("words")
    assert opened.search(Asked("Ana"))[1] == "words: meaning is being loaded"
    opened.warm_up()
    while not opened.warm:
        assert gated.waiting.wait(30)
    assert opened.search(Asked("Ana"))[1] == ("words and meaning · meaning: 0 of 1 fact ready")
    gated.gate.set()
    until(opened.desk, lambda: opened.desk.meaning.standing().done == 1)
    assert opened.search(Asked("Ana"))[1] == "words and meaning"
