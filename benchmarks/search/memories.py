"""Memories to search: facts placed as notes, indexed, and their vectors made."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from memtui.facts.fact import Fact
from memtui.search.catching_up import texts_of
from memtui.search.meaning import Meaning
from memtui.store.memory import Memory
from memtui.store.notes import write_note


def placed(
    home: Path,
    name: str,
    facts: Iterable[Fact],
    now: datetime,
    settings: Mapping[str, Any] | None = None,
) -> Memory:
    """A memory with exactly these facts; one that is there already is taken as it is."""
    there = (home / name).exists()
    memory = Memory.open(home, name, make=True, clock=lambda: now)
    if not there:
        if settings:
            memory.save_settings(settings)
        notes = memory.folder / "notes" / "memory"
        (notes / "history").mkdir(parents=True, exist_ok=True)
        for fact in facts:
            folder = notes if fact.current else notes / "history"
            (folder / f"{fact.id}.md").write_bytes(write_note(fact))
    memory.refresh()
    return memory


def meaning_of(memory: Memory) -> Meaning:
    """Search by meaning over a memory, all vectors made."""
    meaning = Meaning(memory.folder, memory.settings, memory.name)
    texts = texts_of(memory.rows(history=True))
    meaning.follow(texts, "benchmark")
    meaning.catch_up(texts)
    return meaning
