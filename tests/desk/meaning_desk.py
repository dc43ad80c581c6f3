"""A desk for the tests of search by meaning: what is kept, found and waited for."""

import threading
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from threading import Event

from memtui.desk.desk import Desk
from memtui.facts.fact import Draft
from memtui.facts.keeping import Keep
from memtui.search.ranking import Asked
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
