"""Vectors are made once for a text and an embedder, and go with the fact."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Draft
from memtui.facts.keeping import Keep
from memtui.search import cachefile
from memtui.search.cache import Model, VectorCache, dated
from memtui.search.cachefile import discard_cache
from memtui.search.catching_up import catch_up, texts_of, texts_of_facts, word_weight
from memtui.store.memory import Memory
from tests.search.vectors import random_vectors
from tests.search.words_embedder import WordsEmbedder

ONE, TWO = Model("one", "{}"), Model("two", "{}")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "vectors.db"


@pytest.fixture
def cache(path: Path) -> Iterator[VectorCache]:
    cache = VectorCache(path, path.parent)
    yield cache
    cache.close()


def put(cache: VectorCache, model: Model, *texts: str) -> None:
    cache.put(model, texts, random_vectors(len(texts)))


def test_what_is_embedded_is_not_pending_any_more(cache: VectorCache) -> None:
    cache.note({"f_1": "a", "f_2": "b"}, "1")
    assert cache.pending("one") == {"f_1", "f_2"}
    put(cache, ONE, "a")
    assert cache.pending("one") == {"f_2"}
    assert cache.count("one") == (1, 2)
    assert cache.pending("two") == {"f_1", "f_2"}


def test_vectors_come_back_exactly(cache: VectorCache) -> None:
    cache.note({"f_1": "a", "f_2": "b", "f_3": "c"}, "1")
    rows = random_vectors(2, width=384)
    cache.put(ONE, ["a", "b"], rows)
    ids, vectors = cache.vectors_of("one", ["f_2", "f_1", "f_3", "f_4"])
    assert np.array_equal(vectors[ids.index("f_1")], rows[0])
    assert np.array_equal(vectors[ids.index("f_2")], rows[1])
    assert sorted(ids) == ["f_1", "f_2"]


def test_facts_of_one_text_share_a_vector(cache: VectorCache) -> None:
    cache.note({"f_2": "a", "f_1": "a"}, "1")
    put(cache, ONE, "a")
    (key,) = cache.source("one").keys()
    assert cache.facts_under([key]) == {key: ["f_1", "f_2"]}
    cache.change({}, ["f_1"], "2")
    assert cache.facts_under([key]) == {key: ["f_2"]}
    assert cache.forgotten() == set()


def test_a_corrected_fact_waits_again_and_its_old_vector_goes(cache: VectorCache) -> None:
    cache.note({"f_1": "a"}, "1")
    put(cache, ONE, "a")
    cache.change({"f_1": "b"}, [], "2")
    assert cache.pending("one") == {"f_1"}
    assert cache.source("one").keys() == frozenset()
    assert cache.forgotten() == set()


@pytest.mark.parametrize("whole", [True, False])
def test_nothing_of_a_forgotten_fact_stays_in_the_files(path: Path, whole: bool) -> None:
    import hashlib

    cache = VectorCache(path, path.parent)
    cache.note({"f_1": "a", "f_2": "b"}, "1")
    rows = random_vectors(2, width=384)
    cache.put(ONE, ["a", "b"], rows)
    cache.put(TWO, ["a", "b"], rows)
    keys = cache.source("one").keys() | cache.source("two").keys()
    if whole:
        cache.note({"f_2": "b"}, "2")
    else:
        cache.change({}, ["f_1"], "2")
    assert cache.wipe()
    left = b"".join(each.read_bytes() for each in path.parent.iterdir())
    assert rows[1].tobytes() in left
    for trace in (rows[0].tobytes(), hashlib.sha256(b"a").digest(), b"f_1"):
        assert trace not in left
    assert len(cache.forgotten()) == 2
    assert cache.forgotten() < keys
    cache.purged(cache.forgotten())
    assert cache.forgotten() == set()
    cache.close()


def test_a_vector_that_comes_after_the_fact_is_forgotten_is_not_kept(cache: VectorCache) -> None:
    cache.note({"f_1": "a"}, "1")
    cache.note({}, "2")
    put(cache, ONE, "a")
    assert cache.source("one").keys() == frozenset()


def test_a_key_is_never_used_for_another_vector(cache: VectorCache) -> None:
    seen: set[str] = set()
    for turn in range(20):
        cache.note({"f_1": str(turn)}, str(turn))
        put(cache, ONE, str(turn))
        keys = cache.source("one").keys()
        assert not keys & seen
        seen |= keys


def test_the_mark_is_kept_with_the_facts(path: Path, cache: VectorCache) -> None:
    assert cache.mark == ""
    cache.note({"f_1": "a"}, "catalogue 7")
    other = VectorCache(path, path.parent)
    assert other.mark == "catalogue 7"
    other.close()


def test_another_process_sees_what_was_written(path: Path, cache: VectorCache) -> None:
    other = VectorCache(path, path.parent)
    before = other.state()
    assert other.state() == before
    cache.note({"f_1": "a"}, "1")
    assert other.state() != before
    assert other.pending("one") == {"f_1"}
    other.close()


def test_the_same_text_embedded_by_two_has_one_vector(path: Path, cache: VectorCache) -> None:
    cache.note({"f_1": "a"}, "1")
    other = VectorCache(path, path.parent)
    put(cache, ONE, "a")
    put(other, ONE, "a")
    assert len(cache.source("one").keys()) == 1
    other.close()


@pytest.mark.parametrize(
    "content", [b"not a database" * 400, b"", b"SQLite format 3\0" + b"x" * 9000]
)
def test_a_broken_file_is_made_anew(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    cache = VectorCache(path, path.parent)
    cache.note({"f_1": "a"}, "1")
    assert cache.pending("one") == {"f_1"}
    cache.close()


def test_another_format_is_made_anew(path: Path) -> None:
    VectorCache(path, path.parent).close()
    with sqlite3.connect(path) as db:
        db.execute("UPDATE meta SET value = '99'")
    db.close()
    cache = VectorCache(path, path.parent)
    assert cache.mark == ""
    cache.close()


def test_a_file_that_breaks_while_it_is_open_is_made_anew(path: Path) -> None:
    cache = VectorCache(path, path.parent)
    texts = {f"f_{at}": str(at) for at in range(2_000)}
    cache.note(texts, "1")
    cache.put(ONE, list(texts.values()), random_vectors(2_000, width=384))
    assert cache.wipe()
    path.write_bytes(b"\xff" * path.stat().st_size)
    with pytest.raises(MemtuiError) as caught:
        cache.source("one").vectors(sorted(cache.source("one").keys()))
    assert caught.value.code is Code.INDEX_UNAVAILABLE
    assert cache.mark == ""
    cache.note({"f_1": "a"}, "1")
    assert cache.pending("one") == {"f_1"}
    cache.close()


def test_a_file_that_another_process_made_anew_is_the_one_that_counts(path: Path) -> None:
    cache = VectorCache(path, path.parent)
    cache.note({"f_1": "a"}, "1")
    before = cache.state()
    discard_cache(path)
    other = VectorCache(path, path.parent)
    other.note({"f_2": "b"}, "2")
    assert cache.state() != before
    assert cache.mark == "2"
    assert cache.pending("one") == {"f_2"}
    other.close()
    cache.close()


def test_the_files_are_the_persons_own_or_the_groups(tmp_path: Path) -> None:
    for mode, expected in ((0o700, 0o600), (0o2770, 0o660)):
        folder = tmp_path / oct(mode)
        folder.mkdir()
        folder.chmod(mode)
        cache = VectorCache(folder / "index" / "vectors.db", folder)
        cache.note({"f_1": "a"}, "1")
        files = list((folder / "index").iterdir())
        assert {each.stat().st_mode & 0o777 for each in files} == {expected}
        cache.close()


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(MemtuiError) as caught:
        VectorCache(tmp_path / "file" / "vectors.db", tmp_path)
    assert caught.value.code is Code.INDEX_UNAVAILABLE


def test_what_holds_now_is_embedded_first(tmp_path: Path) -> None:
    memory = Memory.open(tmp_path, "team", make=True)
    for fact, said in (("Ana lives in Faro.", 2), ("Ana lives in Porto.", 1)):
        draft = Draft("Ana", "city", fact, said=date(2026, 1, said))
        memory.apply(Keep((draft,), "b_1"))
    texts = texts_of(memory.rows(history=True))
    assert list(texts.values()) == [
        "2026-01-02 — Ana, city: Ana lives in Faro.",
        "2026-01-01 — Ana, city: Ana lives in Porto.",
    ]
    assert texts_of_facts(memory.facts(history=True), memory.rules) == texts
    memory.save_settings({"subjects.aliases": {"Ana": "Ana Lima"}})
    memory.refresh()
    rows, facts = memory.rows(history=True), memory.facts(history=True)
    assert texts_of(rows) == texts_of_facts(facts, memory.rules)
    assert "Ana Lima, city" in next(iter(texts_of(rows).values()))
    memory.close()


def test_catching_up_embeds_each_text_once_in_order(cache: VectorCache) -> None:
    texts = {f"f_{at}": dated("2026-01-01", f"fact {at % 70}") for at in range(100)}
    cache.note(texts, "1")
    embedder = WordsEmbedder()
    told: list[tuple[int, int]] = []
    assert catch_up(cache, embedder, "{}", texts, progress=lambda *far: told.append(far))
    assert embedder.texts == list(dict.fromkeys(texts.values()))
    assert told == [(32, 70), (64, 70), (70, 70)]
    assert catch_up(cache, embedder, "{}", texts)
    assert len(embedder.texts) == 70


def test_catching_up_can_be_stopped_and_goes_on_where_it_was(cache: VectorCache) -> None:
    texts = {f"f_{at}": f"fact {at}" for at in range(100)}
    cache.note(texts, "1")
    embedder = WordsEmbedder()
    answers = iter([False, False, True])
    assert not catch_up(cache, embedder, "{}", texts, stopped=lambda: next(answers))
    assert cache.count(embedder.identity) == (64, 100)
    assert catch_up(cache, embedder, "{}", texts)
    assert sorted(embedder.texts) == sorted(texts.values())


def test_two_at_once_end_with_one_vector_for_each(path: Path, cache: VectorCache) -> None:
    texts = {f"f_{at}": f"fact {at}" for at in range(200)}
    cache.note(texts, "1")
    other = VectorCache(path, path.parent)
    threads = [
        threading.Thread(target=catch_up, args=(each, WordsEmbedder(), "{}", texts))
        for each in (cache, other)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert cache.count("words 1") == (200, 200)
    assert len(cache.source("words 1").keys()) == 200
    other.close()


def test_the_weight_of_words_is_known_measured_or_assumed(cache: VectorCache) -> None:
    embedder = WordsEmbedder()
    assert word_weight(cache, embedder, []) == 0.1
    embedder.word_weight = None
    assert word_weight(cache, embedder, ["one"]) == 0.2
    texts = {f"f_{at}": dated("2026-01-01", f"fact {at} of {at % 7}") for at in range(100)}
    cache.note(texts, "1")
    catch_up(cache, embedder, "{}", texts)
    measured = word_weight(cache, embedder, list(texts.values()))
    assert 0.05 < measured < 2
    assert word_weight(cache, embedder, []) == measured


def test_a_memory_that_was_away_for_a_while_is_read_again(tmp_path: Path) -> None:
    here, away = tmp_path / "here", tmp_path / "away"
    here.mkdir()
    cache = VectorCache(here / "index" / "vectors.db", here)
    cache.note({"f_1": "a"}, "1")
    put(cache, ONE, "a")
    here.rename(away)
    with pytest.raises(MemtuiError):
        cache.count("one")
    away.rename(here)
    assert cache.count("one") == (1, 1)
    cache.close()


def test_vectors_of_several_widths_are_made_anew(cache: VectorCache) -> None:
    cache.note({"f_1": "a", "f_2": "b"}, "1")
    cache.put(ONE, ["a"], random_vectors(1, width=8))
    cache.put(ONE, ["b"], random_vectors(1, width=16))
    assert cache.width("one") in (8, 16)
    source = cache.source("one")
    with pytest.raises(MemtuiError):
        source.vectors(sorted(source.keys()))
    assert cache.width("one") is None
    assert cache.mark == ""


MANY = {f"f_{at}": f"text {at}" for at in range(600)}


def _let_go_of_a_model(cache: VectorCache) -> int:
    """Keep vectors of two models and let go of one; how large the file was with both."""
    cache.note(MANY, "1")
    for model in (ONE, TWO):
        cache.put(model, list(MANY.values()), random_vectors(len(MANY), width=3_000))
    cache.wipe()
    size = cache._path.stat().st_size
    cache.drop_model("one")
    cache.drop_model("two")
    cache.put(TWO, ["text 1"], random_vectors(1, width=3_000))
    return size


@pytest.mark.parametrize("old", [False, True])
def test_the_file_shrinks_once_most_of_it_is_free(
    path: Path, old: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if old:
        with monkeypatch.context() as before:
            before.setattr(cachefile, "_PREPARED", cachefile._PREPARED.replace("INCREMENTAL", "0"))
            VectorCache(path, path.parent).close()
    with closing(VectorCache(path, path.parent)) as cache:
        size = _let_go_of_a_model(cache)
        # Another process that has it open sees the same before and after.
        with closing(VectorCache(path, path.parent)) as other:
            assert len(other.source("two").keys()) == 1
            cache.cut()
            assert other.count("two") == (1, 600)
        assert path.stat().st_size < size / 10
        assert cache.count("two") == (1, 600)


def test_cutting_can_be_stopped_and_goes_on_later(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cachefile, "_PAGES", 100)
    with closing(VectorCache(path, path.parent)) as cache:
        size = _let_go_of_a_model(cache)
        steps = iter([False, True])
        cache.cut(lambda: next(steps))
        between = path.stat().st_size
        assert size / 2 < between < size
        cache.cut()
        assert path.stat().st_size < size / 10


def test_a_file_that_others_write_to_is_cut_later(path: Path) -> None:
    with closing(VectorCache(path, path.parent)) as cache:
        size = _let_go_of_a_model(cache)
        cache.wipe()
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            cache.cut()
            other.execute("ROLLBACK")
        assert path.stat().st_size >= size / 2
        cache.cut()
        assert path.stat().st_size < size / 10


def test_a_little_room_is_left_for_what_comes(path: Path) -> None:
    with closing(VectorCache(path, path.parent)) as cache:
        cache.note(MANY, "1")
        cache.put(ONE, list(MANY.values()), random_vectors(len(MANY), width=8))
        cache.wipe()
        size = path.stat().st_size
        cache.drop_model("one")
        cache.cut()
        assert path.stat().st_size == size
