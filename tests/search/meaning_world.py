"""One memory's search by meaning for tests, with embedders that can be told to fail."""

from pathlib import Path

from memtui.search.cache import dated
from memtui.search.meaning import Meaning
from memtui.search.unavailable import unavailable
from memtui.settings import EmbedderSettings, IndexSettings, Settings
from tests.search.words_embedder import WordsEmbedder

FACTS = {
    "f_1": dated("2026-01-01", "Ana works in research."),
    "f_2": dated("2026-01-02", "Bruno lives in Porto."),
    "f_3": dated("2026-01-03", "The launch is in May."),
}


class World:
    """One memory's index folder, with embedders that are made once for each model."""

    def __init__(self, memory: Path) -> None:
        self.memory = memory
        self.folder = memory / "index"
        self.embedders: dict[str, WordsEmbedder] = {}
        self.now = 0.0
        self.told: list[str] = []
        self._opened: list[Meaning] = []

    def make(self, settings: EmbedderSettings) -> WordsEmbedder:
        name = settings.model or "words"
        if name == "none":
            raise unavailable("No model is named.", "Name one.")
        return self.embedders.setdefault(name, WordsEmbedder(name))

    def open(self, model: str = "", *, own: bool = False, chroma: str = "") -> Meaning:
        settings = Settings(
            embedder=EmbedderSettings(model=model), index=IndexSettings(chroma=chroma)
        )
        meaning = Meaning(
            self.memory,
            settings,
            "m1",
            own=own,
            make=self.make,
            clock=lambda: self.now,
            environ={},
            tell=self.told.append,
        )
        self._opened.append(meaning)
        return meaning

    def caught_up(self, *, own: bool = False, chroma: str = "") -> Meaning:
        meaning = self.open(own=own, chroma=chroma)
        meaning.follow(FACTS, "1")
        assert meaning.catch_up(FACTS)
        meaning.tend()
        return meaning

    def close(self) -> None:
        for meaning in self._opened:
            meaning.close()


def best(meaning: Meaning, query: str) -> str:
    cosines = meaning.search(query).cosines
    return max(cosines, key=lambda id_: cosines[id_])
