"""What all tests share: embedders of their own, so that no model is loaded."""

import socket
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from memtui.search.embedders import embedder
from memtui.search.embedders.embedder import Embedder
from memtui.settings import EmbedderSettings
from tests.search.words_embedder import WordsEmbedder

# How fast a computer makes examples says nothing about what is tested.
settings.register_profile(
    "any computer", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any computer")


@pytest.fixture(autouse=True)
def embedders(monkeypatch: pytest.MonkeyPatch) -> dict[str, WordsEmbedder]:
    """The embedders in place of the built-in one, by the name of their model."""
    made: dict[str, WordsEmbedder] = {}
    make_embedder = embedder.make_embedder

    def make(settings: EmbedderSettings) -> Embedder:
        if settings.kind != "auto":
            return make_embedder(settings)
        name = settings.model or "words"
        return made.setdefault(name, WordsEmbedder(name, 512))

    monkeypatch.setattr(embedder, "make_embedder", make)
    return made


@pytest.fixture
def silent() -> Iterator[str]:
    """The host and port of a server that takes connections and never says anything."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"127.0.0.1:{listening.getsockname()[1]}"
