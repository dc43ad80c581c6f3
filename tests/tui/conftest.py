"""A memory on disk, open at a fixed moment, for the tests of the screens."""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path

import pytest

from memtui.desk.desk import Desk
from memtui.facts.fact import Draft, Evidence
from memtui.facts.keeping import Keep
from memtui.tui.app import MemtuiApp

NOW = datetime(2026, 10, 20, 9, 31, 4, tzinfo=UTC)


@pytest.fixture(autouse=True)
def greenwich(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The computer's time zone, the same everywhere."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys that a test presses one after the other are each meant, as by a person who reads."""
    monkeypatch.setattr("memtui.tui.notices.RUN", 0.0)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def desk(home: Path) -> Iterator[Desk]:
    """An empty memory, called team."""
    numbers = count(1)
    desk = Desk.open(
        home, "team", make=True, clock=lambda: NOW, new_id=lambda: f"f_{next(numbers):016x}"
    )
    yield desk
    desk.close()


@pytest.fixture
def kept(desk: Desk) -> Callable[..., str]:
    """Keeps a fact and answers with its id."""

    def keep(subject: str, attribute: str, fact: str, said: str, **more: str) -> str:
        quote = more.get("quote")
        draft = Draft(
            subject,
            attribute,
            fact,
            source=more.get("source", "added by hand"),
            said=date.fromisoformat(said),
            evidence=Evidence(quote, more.get("speaker", "")) if quote else None,
        )
        change = desk.memory.apply(Keep((draft,), batch="b_71f20000"))
        return change.outcomes[0].fact.id

    return keep


@pytest.fixture
def team(kept: Callable[..., str]) -> dict[str, str]:
    """A few facts of a team, two of them replaced: their ids by name."""
    chat = {"source": "conversation: standup.json"}
    return {
        "lead": kept("Ana", "role", "Ana leads the data team.", "2026-09-01"),
        "sabbatical": kept("Ana", "role", "Ana is on sabbatical.", "2026-09-20"),
        "research": kept(
            "Ana",
            "role",
            "Ana works in research.",
            "2026-10-12",
            **chat,
            quote="I moved to research this week",
            speaker="Ana",
        ),
        "city": kept("Ana", "city", "Ana lives in Recife.", "2025-03-03"),
        "deadline": kept(
            "Ana", "deadline", "Ana's report is due on 30 October 2026.", "2026-10-09", **chat
        ),
        "bruno": kept("Bruno", "city", "Bruno lives in São Paulo.", "2026-10-12"),
        "diet": kept("Bruno", "diet", "Bruno is vegetarian.", "2026-02-04"),
        "launch": kept("Launch", "date", "The launch is on Friday 16 October.", "2026-10-12"),
    }


@pytest.fixture
def app(desk: Desk, home: Path) -> MemtuiApp:
    """The app on that memory; it does not watch the folder."""
    return MemtuiApp(desk, home, watching=False)
