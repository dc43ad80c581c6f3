"""The process in which a sentence-transformers model runs, with a model that costs nothing."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from memtui.errors import Code, MemtuiError
from memtui.search.embedders.local import LocalModel
from memtui.settings import EmbedderSettings

FAKE = """
import os, pathlib, threading
import numpy as np

class SentenceTransformer:
    def __init__(self, name):
        print("loading", name)
        if name == "nowhere":
            raise OSError("nowhere is no model")

    def encode_query(self, texts, **how):
        return self.encode(["? " + text for text in texts])

    encode_document = lambda self, texts, **how: self.encode(texts)

    def encode(self, texts, **how):
        print("a bar", flush=True)
        if "odd" in texts:
            raise KeyError("what nobody expects")
        if "die" in texts:
            os._exit(3)
        if "wait" in " ".join(texts):
            pathlib.Path(os.environ["WAITING"]).touch()
            threading.Event().wait()
        return np.array([[len(text), 1.0, text.startswith("?")] for text in texts], np.float64)
"""


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sentence_transformers.py").write_text(FAKE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("WAITING", str(tmp_path / "waiting"))


@pytest.fixture
def model() -> Iterator[LocalModel]:
    made = LocalModel(EmbedderSettings(kind="sentence-transformers", model="some/model"))
    yield made
    made.close()


def test_what_the_model_prints_is_no_answer(model: LocalModel) -> None:
    rows = model.embed(["one", "three\n"])
    assert rows.shape == (2, 3)
    assert rows[0].tolist() == pytest.approx([0.9487, 0.3162, 0], abs=1e-4)
    assert model.embed(["one"], query=True)[0][2] > 0
    assert model.embed([]).shape == (0, 0)


def test_a_model_that_is_not_there_is_told() -> None:
    model = LocalModel(EmbedderSettings(kind="sentence-transformers", model="nowhere"))
    with pytest.raises(MemtuiError, match="nowhere is no model") as caught:
        model.embed(["one"])
    assert caught.value.code is Code.INDEX_UNAVAILABLE


def test_whatever_a_model_raises_is_told(model: LocalModel) -> None:
    with pytest.raises(MemtuiError, match="what nobody expects"):
        model.embed(["odd"])


def test_a_process_that_ended_is_told_and_started_again(model: LocalModel) -> None:
    with pytest.raises(MemtuiError, match="its process ended"):
        model.embed(["die"])
    assert model.embed(["one"]).shape == (1, 3)


def test_closing_ends_what_is_on_its_way(model: LocalModel, tmp_path: Path) -> None:
    raised: list[MemtuiError] = []

    def ask() -> None:
        try:
            model.embed(["wait"])
        except MemtuiError as error:
            raised.append(error)

    asking = threading.Thread(target=ask)
    asking.start()
    while not (tmp_path / "waiting").exists():
        assert asking.is_alive()
    model.close()
    asking.join(10)
    assert [error.code for error in raised] == [Code.INDEX_UNAVAILABLE]


def test_a_model_that_takes_too_long_for_a_search_is_ended_and_started_again(
    model: LocalModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(MemtuiError, match="did not answer within 1 seconds"):
        model.embed(["wait"], seconds=1.2)
    assert model.embed(["one"]).shape == (1, 3)
    monkeypatch.setattr("memtui.search.embedders.local.QUESTION_SECONDS", 1.2)
    with pytest.raises(MemtuiError, match="did not answer within"):
        model.embed(["wait"], query=True)


def test_a_package_that_is_missing_is_told(
    tmp_path: Path, model: LocalModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sentence_transformers.py").write_text("import no_such_package_anywhere\n")
    with pytest.raises(MemtuiError, match="no_such_package_anywhere") as caught:
        model.embed(["one"])
    assert "pip install" in caught.value.hint
