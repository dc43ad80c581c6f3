"""Search by meaning as the desk keeps it up with its memory."""

import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Event

import pytest

from memtui.desk.desk import Desk
from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Draft
from memtui.facts.keeping import Correct, Forget, Keep
from memtui.search.ranking import Asked
from memtui.search.unavailable import unavailable
from memtui.search.unit import Vectors
from tests.search.words_embedder import WordsEmbedder

Embedders = dict[str, WordsEmbedder]
NOW = datetime(2026, 11, 1, 9, tzinfo=UTC)


class Gated(WordsEmbedder):
    """Embeds facts only once it is let."""

    def __init__(self, name: str) -> None:
        super().__init__(name, 512)
        self.gate, self.waiting = Event(), Event()

    def embed(
        self, texts: Sequence[str], *, query: bool = False, seconds: float | None = None
    ) -> Vectors:
        if not query:
            self.waiting.set()
            assert self.gate.wait(30)
        return super().embed(texts, query=query, seconds=seconds)

    def close(self) -> None:
        super().close()
        self.gate.set()


@pytest.fixture
def open_desk(tmp_path: Path) -> Iterator[Callable[..., Desk]]:
    opened: list[Desk] = []

    def open_(*, scan: bool = True) -> Desk:
        desk = Desk.open(tmp_path, "team", make=True, scan=scan, clock=lambda: NOW)
        opened.append(desk)
        return desk

    yield open_
    for desk in opened:
        desk.close()


@pytest.fixture
def desk(open_desk: Callable[..., Desk]) -> Desk:
    return open_desk()


def keep(desk: Desk, *facts: str) -> list[str]:
    drafts = [Draft(fact.split()[0], "is", fact, said=date(2026, 9, 1)) for fact in facts]
    change = desk.apply(Keep(tuple(drafts), "b_1"))
    return [outcome.fact.id for outcome in change.outcomes]


def people(desk: Desk) -> list[str]:
    return keep(desk, "Ana works in research.", "Bruno lives in Porto.", "Carla plays chess.")


def found(desk: Desk, query: str) -> list[str]:
    return [hit.fact.fact for hit in desk.search(Asked(query), meaning=True).hits]


def until(desk: Desk, holds: Callable[[], bool]) -> None:
    """Wait until something holds, looked at whenever the desk has news."""
    news = threading.Event()
    desk.meaning.listeners.add(news.set)
    while not holds():
        assert news.wait(30)
        news.clear()
    desk.meaning.listeners.discard(news.set)


def ready(desk: Desk) -> tuple[int, int]:
    standing = desk.meaning.standing()
    return standing.done, standing.total


def vectors(desk: Desk) -> bytes:
    return b"".join(path.read_bytes() for path in (desk.memory.folder / "index").rglob("*")
                    if path.is_file())  # fmt: skip


def vector_of(fact: str) -> bytes:
    """The bytes under which a fact said on 1 September 2026 is indexed."""
    text = f"2026-09-01 — {fact.split()[0]}, is: {fact}"
    vector: bytes = WordsEmbedder("words", 512).embed([text])[0].tobytes()
    return vector


def test_nothing_is_made_before_it_is_wanted(desk: Desk, embedders: Embedders) -> None:
    ids = people(desk)
    desk.search(Asked("Ana"))
    desk.apply(Forget((ids[0],)))
    desk.undo()
    assert embedders == {}
    assert not list((desk.memory.folder / "index").glob("vectors*"))


def test_a_question_is_answered_by_meaning_of_what_is_embedded_for_it(desk: Desk) -> None:
    people(desk)
    assert found(desk, "chess is played by whom")[0] == "Carla plays chess."
    assert ready(desk) == (3, 3)
    keep(desk, "Dora plays checkers.")
    assert "Dora plays checkers." in found(desk, "chess")


def test_a_thread_embeds_what_is_kept_and_what_others_write(desk: Desk) -> None:
    (ana, *_) = people(desk)
    desk.meaning.start(own=False)
    until(desk, lambda: ready(desk) == (3, 3))
    keep(desk, "Dora plays checkers.")
    until(desk, lambda: ready(desk) == (4, 4))
    note = desk.memory.path(ana)
    note.write_text(note.read_text().replace("works in research", "teaches at night"))
    desk.refresh()
    until(desk, lambda: vector_of("Ana teaches at night.") in vectors(desk))
    assert found(desk, "teaches at night")[0] == "Ana teaches at night."


def test_only_what_changed_is_embedded_again(desk: Desk, embedders: Embedders) -> None:
    people(desk)
    found(desk, "Ana")
    embedders["words"].texts.clear()
    keep(desk, "Dora plays checkers.")
    found(desk, "Dora")
    assert embedders["words"].texts == ["Dora", "2026-09-01 — Dora, is: Dora plays checkers."]


def test_what_is_forgotten_leaves_the_vectors_at_once(desk: Desk) -> None:
    ana, *others = people(desk)
    found(desk, "Ana")
    facts = ("Bruno lives in Porto.", "Carla plays chess.")
    for id_, fact in zip(others, facts, strict=True):
        assert vector_of(fact) in vectors(desk)
        desk.apply(Forget((id_,)))
        assert vector_of(fact) not in vectors(desk)
    assert found(desk, "who is there?") == ["Ana works in research."]
    assert desk.memory.fact(ana)


def test_what_is_forgotten_leaves_vectors_that_nobody_has_open(
    open_desk: Callable[..., Desk], embedders: Embedders
) -> None:
    desk = open_desk()
    _, _, carla = people(desk)
    found(desk, "Ana")
    desk.close()
    desk = open_desk()
    desk.apply(Forget((carla,)))
    assert vector_of("Carla plays chess.") not in vectors(desk)


def test_taking_a_keeping_back_leaves_no_vector(desk: Desk, embedders: Embedders) -> None:
    people(desk)
    keep(desk, "Dora plays checkers.")
    found(desk, "Dora")
    desk.undo()
    assert vector_of("Dora plays checkers.") not in vectors(desk)
    desk.undo()
    assert found(desk, "Ana") == []


def test_a_corrected_fact_is_found_by_its_new_meaning(desk: Desk) -> None:
    ana, *_ = people(desk)
    found(desk, "Ana")
    desk.apply(Correct(ana, fact="Ana paints landscapes."))
    answer = desk.search(Asked("landscapes"), meaning=True)
    assert answer.hits[0].fact.fact == "Ana paints landscapes."
    assert (answer.hits[0].meaning or 0) > 0.3


def test_another_embedder_catches_up_while_the_old_one_serves(
    desk: Desk, embedders: Embedders
) -> None:
    people(desk)
    found(desk, "Ana")
    gated = embedders["new"] = Gated("new")
    desk.memory.save_settings({"embedder.model": "new"})
    desk.meaning.start(own=False)
    assert gated.waiting.wait(30)
    standing = desk.meaning.standing()
    assert (standing.embedder, standing.serving, standing.done) == ("new", "words", 0)
    assert found(desk, "plays chess")[0] == "Carla plays chess."
    gated.gate.set()
    until(desk, lambda: desk.meaning.standing().serving == "new")
    assert found(desk, "plays chess")[0] == "Carla plays chess."
    assert not any(text.startswith("Bruno") for text in gated.texts)


def test_closing_in_the_middle_keeps_what_is_embedded(
    open_desk: Callable[..., Desk], embedders: Embedders
) -> None:
    desk = open_desk()
    keep(desk, *(f"Person{n} has number {n}." for n in range(70)))
    gated = embedders["words"] = Gated("words")
    desk.meaning.start(own=True)
    assert gated.waiting.wait(30)
    desk.close()
    done, total = ready(again := open_desk())
    assert (done < 70, total) == (True, 70)
    assert again.meaning.catch_up()
    assert ready(again) == (70, 70)


def test_closing_seals_the_chroma_folder(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    people(desk)
    desk.meaning.start(own=True)
    found(desk, "Ana")
    until(desk, lambda: desk.meaning.standing().index == "Chroma")
    desk.close()
    assert (desk.memory.folder / "index" / "chroma" / "seal.json").exists()


def test_a_catalogue_that_is_still_empty_forgets_nothing(
    open_desk: Callable[..., Desk], embedders: Embedders
) -> None:
    desk = open_desk()
    people(desk)
    found(desk, "Ana")
    desk.close()
    for path in (desk.memory.folder / "index").glob("catalog.db*"):
        path.unlink()
    embedders["words"].texts.clear()
    desk = open_desk(scan=False)
    assert ready(desk) == (3, 3)
    desk.refresh()
    assert found(desk, "plays chess")[0] == "Carla plays chess."
    assert embedders["words"].texts == ["plays chess"]


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


def test_everything_can_be_made_anew(desk: Desk, embedders: Embedders) -> None:
    people(desk)
    found(desk, "Ana")
    embedders["words"].texts.clear()
    desk.reindex()
    assert found(desk, "plays chess")[0] == "Carla plays chess."
    assert len(embedders["words"].texts) == 3 + 1


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


def test_how_much_words_weigh_is_measured_though_all_is_embedded(
    open_desk: Callable[..., Desk], embedders: Embedders
) -> None:
    embedder = embedders["words"] = WordsEmbedder("words", 512)
    embedder.word_weight, embedder.slow_for_many = None, True
    desk = open_desk()
    keep(desk, *(f"Subject{n} is number {n % 7}." for n in range(60)))
    found(desk, "number 3")
    assert ready(desk) == (60, 60)
    embedder.texts.clear()
    embedder.slow_for_many = False
    desk.meaning.start(own=False)
    until(desk, lambda: len(embedder.texts) == 60)


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


def test_vectors_that_cannot_be_opened_leave_words(desk: Desk) -> None:
    people(desk)
    (desk.memory.folder / "index" / "vectors.db").mkdir()
    answer = desk.search(Asked("chess"), meaning=True)
    assert [hit.fact.fact for hit in answer.hits] == ["Carla plays chess."]
    assert answer.problem is not None
    standing = desk.meaning.standing()
    assert (standing.total, standing.problem is not None) == (0, True)


def test_a_forgetting_that_the_vectors_cannot_follow_is_told(desk: Desk) -> None:
    ana, *_ = people(desk)
    (desk.memory.folder / "index" / "vectors.db").mkdir()
    desk.apply(Forget((ana,)))
    assert any("vectors" in notice for notice in desk.memory.notices)


def test_a_memory_is_called_by_a_word_that_stays_on_a_server(
    open_desk: Callable[..., Desk],
) -> None:
    desk = open_desk()
    people(desk)
    found(desk, "Ana")
    assert "word" not in (desk.memory.read_state("meaning") or {})
    desk.memory.save_settings({"index.chroma": "http://127.0.0.1:9"})
    words = set()
    for _ in range(2):
        assert found(desk, "plays chess")[0] == "Carla plays chess."
        words.add(desk.memory.read_state("meaning")["word"])  # type: ignore[index]
        desk.close()
        desk = open_desk()
    (word,) = words
    assert len(word) == 16


def test_after_closing_meaning_is_not_opened_again(desk: Desk) -> None:
    people(desk)
    desk.meaning.close()
    with pytest.raises(MemtuiError) as caught:
        desk.meaning.search("Ana")
    assert caught.value.code is Code.INDEX_UNAVAILABLE
