"""One contract for every vector index: exact, in a Chroma folder, on a Chroma server."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from memtui.errors import Code, MemtuiError
from memtui.search.transport import Within
from memtui.search.unit import Vectors
from memtui.search.vectors.chroma import open_chroma
from memtui.search.vectors.chroma_process import start_chroma
from memtui.search.vectors.exact import ExactIndex
from memtui.search.vectors.index import VectorIndex, bring_in_line
from memtui.search.vectors.server import ChromaServer, look_for
from tests.search.meaning_child import facts
from tests.search.vectors import random_vectors, shelf
from tests.search.words_embedder import WordsEmbedder

Make = Callable[[], VectorIndex]
MEMORIES = itertools.count()


@pytest.fixture(params=["exact", "folder", "process", "server"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[VectorIndex]:
    made: VectorIndex | None
    if request.param == "exact":
        made = ExactIndex()
    elif request.param == "folder":
        made = open_chroma(tmp_path / "chroma", "model 1")
    elif request.param == "process":
        made = start_chroma(tmp_path / "chroma", "model 1")
    else:
        url = request.getfixturevalue("chroma_server")
        made = ChromaServer(url, f"m{next(MEMORIES)}", "model 1", environ={})
    assert made is not None
    yield made
    made.close()


def nearest(keys: list[str], rows: Vectors, vector: Vectors, count: int) -> list[str]:
    cosines = (rows @ vector).tolist()
    ranked = sorted(zip(keys, cosines, strict=True), key=lambda near: (-near[1], near[0]))
    return [key for key, _ in ranked[:count]]


def test_an_empty_one_finds_nothing(index: VectorIndex) -> None:
    assert index.query(random_vectors(1)[0], 5) == []
    assert index.keys() == frozenset()
    index.remove(["nothing"])
    index.forget(["nothing"])
    index.add([], random_vectors(0))
    assert index.keys() == frozenset()


def test_the_nearest_come_first_with_their_cosines(index: VectorIndex) -> None:
    rows = random_vectors(300)
    keys = [f"k{at}" for at in range(300)]
    index.add(keys, rows)
    assert index.keys() == frozenset(keys)
    for vector in random_vectors(5, seed=1):
        near = index.query(vector, 20)
        assert [key for key, _ in near] == nearest(keys, rows, vector, 20)
        assert [cosine for _, cosine in near] == pytest.approx(
            [float(rows[keys.index(key)] @ vector) for key, _ in near], abs=1e-5
        )


def test_what_says_nearly_the_same_is_found_by_its_own_vector(index: VectorIndex) -> None:
    texts = facts(300)
    rows = WordsEmbedder(width=256).embed(list(texts.values()))
    index.add(list(texts), rows)
    for key, row in zip(texts, rows, strict=True):
        assert key in [found for found, _ in index.query(row, 5)]


def test_no_more_come_than_are_there_or_asked_for(index: VectorIndex) -> None:
    rows = random_vectors(3)
    index.add(["a", "b", "c"], rows)
    assert len(index.query(rows[0], 10)) == 3
    assert len(index.query(rows[0], 2)) == 2
    assert index.query(rows[0], 0) == []


def test_equals_are_ordered_by_key(index: VectorIndex) -> None:
    row = random_vectors(1)[0]
    keys = [f"k{at}" for at in range(9)]
    index.add(keys[::-1], np.array([row] * 9))
    assert [key for key, _ in index.query(row, 9)] == keys


def test_a_key_has_one_vector(index: VectorIndex) -> None:
    first, second = random_vectors(2)
    index.add(["a"], np.array([first]))
    index.add(["a"], np.array([second]))
    ((key, cosine),) = index.query(second, 5)
    assert key == "a"
    assert cosine == pytest.approx(1, abs=1e-5)


def test_what_is_removed_takes_no_place(index: VectorIndex) -> None:
    rows = random_vectors(100)
    keys = [f"k{at}" for at in range(100)]
    index.add(keys, rows)
    best = [key for key, _ in index.query(rows[0], 10)]
    index.remove([*best, "nothing"])
    left = [key for key in keys if key not in best]
    assert index.keys() == frozenset(left)
    found = [key for key, _ in index.query(rows[0], 10)]
    assert found == nearest(left, rows[[int(key[1:]) for key in left]], rows[0], 10)
    index.add(best, rows[[int(key[1:]) for key in best]])
    assert [key for key, _ in index.query(rows[0], 10)] == best


def test_what_is_forgotten_is_never_found_again(index: VectorIndex) -> None:
    source = shelf(60)
    bring_in_line(index, source)
    gone = source.of.pop("k7")
    index.forget(["k7"])
    assert not index.keys() & {"k7"}
    assert bring_in_line(index, source)
    assert index.keys() == source.keys()
    assert "k7" not in [key for key, _ in index.query(gone, 60)]


def test_it_comes_in_line_with_its_source(index: VectorIndex) -> None:
    source = shelf(1_200)
    index.add(["stale"], random_vectors(1, seed=5))
    told: list[tuple[int, int]] = []
    assert bring_in_line(index, source, progress=lambda *so_far: told.append(so_far))
    assert index.keys() == source.keys()
    assert told[-1] == (1_200, 1_200)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_coming_in_line_can_be_stopped_and_goes_on(index: VectorIndex) -> None:
    source = shelf(index.batch + 50)
    answers = iter([False, True])
    assert not bring_in_line(index, source, stopped=lambda: next(answers))
    assert len(index.keys()) == index.batch
    assert bring_in_line(index, source)
    assert index.keys() == source.keys()


def test_what_leaves_the_source_meanwhile_is_passed_over(index: VectorIndex) -> None:
    source = shelf(10)
    wanted = source.keys()
    del source.of["k3"]
    index.add(*source.vectors(sorted(wanted)))
    assert index.keys() == source.keys()


def test_it_can_be_closed_twice(index: VectorIndex) -> None:
    index.add(["a"], random_vectors(1))
    index.close()
    index.close()


def test_what_is_removed_is_overwritten_on_a_server_first(
    chroma_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = f"m{next(MEMORIES)}"
    first = ChromaServer(chroma_server, memory, "model 1", environ={})
    first.add(["a", "b", "c"], random_vectors(3))
    first.close()
    index = ChromaServer(chroma_server, memory, "model 1", environ={})
    asked: list[tuple[str, list[str]]] = []
    ask = index._ask

    def listening(what: str, body: dict[str, Any], within: Within | None = None) -> Any:
        asked.append((what, body["ids"]))
        return ask(what, body, within)

    with monkeypatch.context() as patched:
        patched.setattr(index, "_ask", listening)
        index.forget(["b"])
        index.remove(["c", "not there"])
    assert asked == [(what, [key]) for key in "bc" for what in ("upsert", "delete")]
    assert [key for key, _ in index.query(random_vectors(1)[0], 3)] == ["a"]
    index.close()


def test_a_chroma_server_that_runs_is_seen(chroma_server: str) -> None:
    look_for(chroma_server, environ={})
    with pytest.raises(MemtuiError) as caught:
        look_for(f"{chroma_server}/elsewhere", environ={})
    assert caught.value.code is Code.INDEX_UNAVAILABLE
