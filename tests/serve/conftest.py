"""Memories and clients for the tests of what programs are served."""

import os
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from memtui.desk.desk import Desk
from memtui.desk.tokens import Scope, Tokens
from memtui.facts.fact import Draft, Evidence
from memtui.facts.keeping import Keep
from tests.serve.serving import Make, served

FACTS = (
    ("Ana", "role", "Ana leads the data team.", "2026-09-01", ""),
    ("Ana", "role", "Ana works in research.", "2026-10-12", "I moved to research"),
    ("Ana", "city", "Ana lives in Recife.", "2025-03-03", ""),
    ("Launch", "date", "The launch is on 16 October.", "2026-10-09", ""),
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home folder with the memory `team` in it."""
    home = tmp_path / "home"
    desk = Desk.open(home, "team", make=True)
    for subject, attribute, fact, said, quote in FACTS:
        evidence = Evidence(quote, "Ana") if quote else None
        day = date.fromisoformat(said)
        desk.apply(Keep((Draft(subject, attribute, fact, "notes", day, evidence=evidence),)))
    desk.close()
    return home


@pytest.fixture
def look(home: Path) -> Callable[[], Desk]:
    """Opens the memory as the app would."""
    return lambda: Desk.open(home, "team")


@pytest.fixture
def make(home: Path) -> Make:
    """Makes a token for a scope, and for one memory alone where it is named."""

    def make_one(scope: Scope, memory: str = "") -> str:
        name = f"{scope} {memory}"
        return Tokens(home).make(name, scope, lambda: datetime.now(UTC), memory)

    return make_one


@pytest.fixture
def address(home: Path) -> Iterator[str]:
    """Where a server of the memories is."""
    with served(home) as at:
        yield at


def environ(home: Path) -> dict[str, str]:
    """What a server's process is started with."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    return {**kept, "MEMTUI_HOME": str(home), "PYTHONPATH": str(Path.cwd())}


@asynccontextmanager
async def over_stdio(home: Path, *argv: str, mode: str = "auto") -> AsyncIterator[Client]:
    """The official client, with `memtui mcp` as its own process."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "memtui", "-m", "team", "mcp", *argv],
        env=environ(home),
    )
    async with Client(server, mode=mode, read_timeout_seconds=60) as client:
        yield client


def ids(home: Path) -> dict[str, str]:
    """The ids of the facts by their sentences."""
    desk = Desk.open(home, "team")
    found = {fact.fact: fact.id for fact in desk.memory.facts(history=True)}
    desk.close()
    return found
