"""A memory that stayed the same is opened quickly, and no change to its notes is missed by that."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.store.catalog import Catalogue
from memtui.store.memory import Memory
from memtui.store.progress import Doing, Stopped
from tests.store.making import edit, keep, place_note

ONE, TWO, THREE = (f"f_000000000000000{at}" for at in (1, 2, 3))
_LONG_AGO = 1_600_000_000 * 10**9


@pytest.fixture
def looked_at(memory: Memory, home: Path) -> Path:
    """The home of a memory whose notes rested when they were last looked at; the first note."""
    first = place_note(memory, ONE, "Ana", "Ana works in research.")
    for path in (first, place_note(memory, TWO, "Bea", "Bea sings.")):
        os.utime(path, ns=(_LONG_AGO, _LONG_AGO))
    memory.refresh()
    memory.close()
    return first


def _opened_again(home: Path) -> tuple[set[str], set[str], list[str]]:
    memory = Memory.open(home, "team")
    try:
        news = memory.refresh()
        return set(news.changed), set(news.removed), [row.fact for row in memory.rows()]
    finally:
        memory.close()


def test_what_is_known_of_each_note_is_not_loaded_while_all_stay_the_same(
    looked_at: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(self: Catalogue) -> dict[bytes, object]:
        raise AssertionError("every note's stamp was loaded")

    monkeypatch.setattr(Catalogue, "known", load)
    assert _opened_again(home) == (set(), set(), ["Ana works in research.", "Bea sings."])


def _in_place(note: Path) -> None:
    edit(note, "research", "politics")
    os.utime(note, ns=(_LONG_AGO, _LONG_AGO))


def _away(note: Path) -> None:
    note.unlink()


def _another(note: Path) -> None:
    text = note.read_text("utf-8").replace(ONE, THREE).replace("Ana", "Carla")
    new = note.with_name(f"{THREE}.md")
    new.write_text(text, "utf-8")
    os.utime(new, ns=(_LONG_AGO, _LONG_AGO))


def _elsewhere(note: Path) -> None:
    note.rename(note.with_name("About Ana.md"))


@pytest.mark.parametrize(
    ("change", "changed", "removed", "first"),
    [
        (_in_place, {ONE}, set(), "Ana works in politics."),
        (_away, set(), {ONE}, "Bea sings."),
        (_another, {THREE}, set(), "Ana works in research."),
        (_elsewhere, {ONE}, set(), "Ana works in research."),
    ],
)
def test_a_note_that_others_changed_is_met(
    looked_at: Path,
    home: Path,
    change: Callable[[Path], None],
    changed: set[str],
    removed: set[str],
    first: str,
) -> None:
    change(looked_at)
    seen = _opened_again(home)
    assert seen[:2] == (changed, removed)
    assert seen[2][0] == first
    assert _opened_again(home) == (set(), set(), seen[2])


def test_what_another_process_wrote_is_built_upon(looked_at: Path, home: Path) -> None:
    one, other = Memory.open(home, "team"), Memory.open(home, "team")
    one.refresh()
    other.refresh()
    keep(other, "Ana", "Ana paints.", said="2025-01-01")
    other.refresh()
    assert len(one.refresh().changed) == 2
    keep(one, "Ana", "Ana swims.", said="2025-01-02")
    assert len(one.timeline("Ana", "role")) == 3
    one.close()
    other.close()


@pytest.mark.parametrize("at", [Doing.READING, Doing.INDEXING])
def test_a_look_that_is_stopped_changes_nothing_and_the_next_is_whole(
    memory: Memory, at: Doing
) -> None:
    place_note(memory, ONE, "Ana", "Ana works in research.")
    place_note(memory, TWO, "Bea", "Bea sings.")
    told = []

    def stop(doing: Doing, done: int, of: int) -> None:
        told.append((doing, done, of))
        if doing is at:
            raise Stopped

    with pytest.raises(Stopped):
        memory.refresh(progress=stop)
    assert memory.rows() == []
    assert told[0] == (Doing.READING, 0, 2)
    assert memory.refresh().changed == {ONE, TWO}
    assert [row.fact for row in memory.rows()] == ["Ana works in research.", "Bea sings."]
