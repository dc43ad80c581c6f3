"""Search by meaning as the desk keeps it up with its memory."""

from collections.abc import Callable

import pytest

from memtui.desk.desk import Desk
from memtui.errors import Code, MemtuiError
from memtui.facts.keeping import Correct, Forget
from memtui.search.ranking import Asked
from tests.desk.meaning_desk import Embedders, Gated, found, keep, people, ready, until
from tests.search.words_embedder import WordsEmbedder


@pytest.fixture
def desk(open_desk: Callable[..., Desk]) -> Desk:
    return open_desk()


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


def test_everything_can_be_made_anew(desk: Desk, embedders: Embedders) -> None:
    people(desk)
    found(desk, "Ana")
    embedders["words"].texts.clear()
    desk.reindex()
    assert found(desk, "plays chess")[0] == "Carla plays chess."
    assert len(embedders["words"].texts) == 3 + 1


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
