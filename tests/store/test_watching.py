"""While a memory is watched, only what changed is looked at, and nothing is missed by that."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from memtui.store import scanning, watching
from memtui.store.memory import Memory
from memtui.store.watching import Burst
from tests.store.making import edit, keep, kept, note_path, place_note

NOTHING = Burst(frozenset(), news=False)


class Played:
    """Bursts that a test plays in place of those that the system tells of."""

    def __init__(self, memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
        self._bursts = [NOTHING]
        monkeypatch.setattr(watching, "bursts", lambda folder, stop: self._played())
        self._watch = memory.watch(threading.Event())
        self._next = Burst(None, news=True)
        self.play(NOTHING)
        memory.refresh()

    def _played(self) -> Iterator[Burst]:
        while True:
            yield self._next

    def play(self, burst: Burst) -> None:
        self._next = Burst(burst.notes, news=True)
        next(self._watch)

    def end(self) -> None:
        self._watch.close()  # type: ignore[attr-defined]


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders that were looked through, all of them."""
    folders: list[Path] = []
    scan = scanning.scan

    def counted(notes: Path) -> scanning.Scan:
        folders.append(notes)
        return scan(notes)

    monkeypatch.setattr(scanning, "scan", counted)
    return folders


def changed(path: Path, memory: Memory) -> Burst:
    below = path.relative_to(memory.folder / "notes" / "memory")
    return Burst(frozenset({str(below).encode()}), news=True)


def test_only_what_changed_is_looked_at_while_the_notes_are_watched(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, looks: list[Path]
) -> None:
    path = note_path(memory, keep(memory, "Ana", "Ana works in research."))
    played = Played(memory, monkeypatch)
    looks.clear()
    edit(path, "research", "politics")
    played.play(changed(path, memory))
    assert memory.refresh().changed == {path.stem}
    assert [row.fact for row in memory.rows()] == ["Ana works in politics."]
    new = place_note(memory, "f_00000000000000aa", "Bo", "Bo paints.")
    played.play(changed(new, memory))
    assert memory.refresh().changed == {new.stem}
    new.unlink()
    played.play(changed(new, memory))
    assert memory.refresh().removed == {new.stem}
    assert memory.refresh().changed == set()
    assert not looks


def test_a_change_is_built_on_what_the_watch_told_of(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, looks: list[Path]
) -> None:
    keep(memory, "Ana", "Ana works in research.")
    played = Played(memory, monkeypatch)
    looks.clear()
    new = place_note(memory, "f_00000000000000aa", "Bo", "Bo paints.")
    played.play(changed(new, memory))
    outcome = keep(memory, "Bo", "Bo sings.").outcomes[0]
    assert [fact.id for fact in outcome.replaced] == [new.stem]
    assert not looks


def test_all_notes_are_looked_at_when_too_much_changed_or_the_watch_has_ended(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, looks: list[Path]
) -> None:
    played = Played(memory, monkeypatch)
    place_note(memory, "f_00000000000000aa", "Bo", "Bo paints.")
    played.play(Burst(None, news=True))
    assert memory.refresh().changed == {"f_00000000000000aa"}
    place_note(memory, "f_00000000000000ab", "Cy", "Cy swims.")
    played.end()
    looks.clear()
    assert memory.refresh().changed == {"f_00000000000000ab"}
    assert looks


def test_what_another_process_keeps_is_told_of_and_seen(memory: Memory, home: Path) -> None:
    other = Memory.open(home, "team")
    stop = threading.Event()
    told = threading.Semaphore(0)

    def look() -> None:
        for _ in memory.watch(stop):
            told.release()

    thread = threading.Thread(target=look)
    thread.start()
    try:
        ids: set[str] = set()
        while not ids or not told.acquire(timeout=0.2):
            ids.add(kept(keep(other, f"S{len(ids)}", "It sings.")).id)
        assert ids <= memory.refresh().changed
    finally:
        stop.set()
        thread.join(20)
        other.close()
    assert not thread.is_alive()
