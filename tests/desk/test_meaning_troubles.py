"""What goes wrong with search by meaning is told while it lasts, and words go on."""

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

import pytest

from memtui.desk.desk import Desk
from memtui.errors import Code, MemtuiError
from memtui.facts.keeping import Forget
from memtui.search.ranking import Asked
from memtui.search.unavailable import unavailable
from memtui.search.unit import Vectors
from memtui.store.catalog import Row
from tests.desk.meaning_desk import Embedders, Gated, people, ready, until
from tests.search.words_embedder import WordsEmbedder


@pytest.fixture
def desk(open_desk: Callable[..., Desk]) -> Desk:
    return open_desk()


def test_what_was_wrong_with_another_embedder_is_told_no_more(
    open_desk: Callable[..., Desk], embedders: Embedders
) -> None:
    desk = open_desk()
    people(desk)
    embedders["words"] = WordsEmbedder("words", 512)
    embedders["words"].works = False
    desk.meaning.start(own=False)
    until(desk, lambda: desk.meaning.last()[1] is not None)
    embedders["new"] = gated = Gated("new")
    desk.memory.save_settings({"embedder.model": "new"})
    assert desk.meaning.last() == (None, None)
    standing = desk.meaning.standing()
    assert (standing.embedder, standing.problem) == ("new", None)
    assert gated.waiting.wait(30)
    assert open_desk().meaning.last() == (None, None)
    gated.gate.set()
    until(desk, lambda: ready(desk) == (3, 3))


def test_a_request_that_a_new_choice_ends_is_no_failure(desk: Desk, embedders: Embedders) -> None:
    class Ended(Gated):
        def embed(
            self, texts: Sequence[str], *, query: bool = False, seconds: float | None = None
        ) -> Vectors:
            super().embed(texts, query=query, seconds=seconds)
            raise unavailable("Its process ended.", "")

    people(desk)
    ended = embedders["words"] = Ended("words")
    new = embedders["new"] = Gated("new")
    desk.meaning.start(own=False)
    assert ended.waiting.wait(30)
    desk.memory.save_settings({"embedder.model": "new"})
    assert desk.meaning.standing().embedder == "new"
    assert new.waiting.wait(30)
    assert desk.meaning.standing().problem is None
    assert desk.meaning.last() == (None, None)
    new.gate.set()
    until(desk, lambda: ready(desk) == (3, 3))


def test_no_fact_is_read_again_for_an_embedder_that_cannot_tell_what_it_is(
    desk: Desk, embedders: Embedders, monkeypatch: pytest.MonkeyPatch
) -> None:
    people(desk)
    unknown = embedders["words"] = WordsEmbedder("words", 512)
    unknown.word_weight, unknown.known = None, False
    with pytest.raises(MemtuiError):
        desk.meaning.catch_up()
    read: list[bool] = []

    def rows(*, history: bool) -> list[Row]:
        read.append(history)
        return []

    monkeypatch.setattr(desk.memory, "rows", rows)
    with pytest.raises(MemtuiError) as raised:
        desk.meaning.catch_up()
    assert (raised.value.code, read) == (Code.INDEX_UNAVAILABLE, [])


def test_an_embedder_that_fails_is_told_and_words_go_on(desk: Desk, embedders: Embedders) -> None:
    people(desk)
    embedders["words"] = WordsEmbedder("words", 512)
    embedders["words"].works = False
    answer = desk.search(Asked("chess"), meaning=True)
    assert [hit.fact.fact for hit in answer.hits] == ["Carla plays chess."]
    assert answer.problem is not None
    assert answer.problem.code is Code.INDEX_UNAVAILABLE
    assert desk.meaning.last() == (None, "words does not answer.")


def test_the_thread_tries_again_after_a_failure(
    desk: Desk, embedders: Embedders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.desk.by_meaning._TRY_AGAIN", 0.01)
    monkeypatch.setattr("memtui.search.rest._SECONDS", 0.0)
    people(desk)
    embedders["words"] = WordsEmbedder("words", 512)
    embedders["words"].works = False
    desk.meaning.start(own=False)
    until(desk, lambda: desk.meaning.standing().problem is not None)
    embedders["words"].works = True
    until(desk, lambda: desk.meaning.standing().problem is None)
    assert ready(desk) == (3, 3)


def test_what_was_wrong_is_told_no_more_once_facts_are_embedded_again(
    desk: Desk, embedders: Embedders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.desk.by_meaning._TRY_AGAIN", 0.01)
    monkeypatch.setattr("memtui.search.rest._SECONDS", 0.0)
    monkeypatch.setattr("memtui.search.catching_up._BATCH", 1)
    people(desk)
    embedders["words"] = WordsEmbedder("words", 512)
    embedders["words"].works = False
    problems: dict[int, bool] = {}

    def listen() -> None:
        standing = desk.meaning.standing()
        problems[standing.done] = standing.problem is not None

    desk.meaning.listeners.add(listen)
    desk.meaning.start(own=False)
    until(desk, lambda: problems.get(0, False))
    embedders["words"].works = True
    until(desk, lambda: 3 in problems)
    assert problems == {0: True, 1: False, 2: False, 3: False}


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that fails under the vectors."""

    def opened(path: Path, memory: Path) -> NoReturn:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr("memtui.search.cache.opened", opened)


def test_vectors_that_cannot_be_opened_leave_words(desk: Desk, failing: None) -> None:
    people(desk)
    answer = desk.search(Asked("chess"), meaning=True)
    assert [hit.fact.fact for hit in answer.hits] == ["Carla plays chess."]
    assert answer.problem is not None
    standing = desk.meaning.standing()
    assert (standing.total, standing.problem is not None) == (0, True)


def test_a_forgetting_that_the_vectors_cannot_follow_is_told(desk: Desk, failing: None) -> None:
    ana, *_ = people(desk)
    (desk.memory.folder / "index" / "vectors.db").touch()
    desk.apply(Forget((ana,)))
    assert any("vectors" in notice for notice in desk.memory.notices)
