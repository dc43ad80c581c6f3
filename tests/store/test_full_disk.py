"""A disk without room: what was kept is listed and found, and nothing is written half."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.errors import Code, MemtuiError
from memtui.store import index as store_index
from memtui.store.memory import Memory
from tests.store.making import keep, place_note

# No file can grow: what SQLite does when there is no room left.
NO_ROOM = """
import resource, sys
from memtui.__main__ import main
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
sys.exit(main(sys.argv[1:]))
"""


def without_room(home: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", NO_ROOM, "--home", str(home), "-m", "team", *arguments]
    return subprocess.run(command, capture_output=True, text=True)


def test_what_was_kept_is_listed_and_found(home: Path, memory: Memory) -> None:
    keep(memory, "Ana", "Ana works in research.")
    memory.close()
    for arguments in (["facts"], ["search", "--words", "research"]):
        done = without_room(home, *arguments)
        assert done.returncode == 0, done.stderr
        assert "Ana works in research." in done.stdout
        assert "no room for the index" in done.stderr


def test_nothing_is_kept_and_why_is_told(home: Path, memory: Memory) -> None:
    memory.close()
    fact = ["--subject", "Bo", "--attribute", "role", "--fact", "Bo paints. " * 20]
    done = without_room(home, "remember", *fact)
    assert done.returncode == 1
    assert "MEMORY_READONLY" in done.stderr
    again = Memory.open(home, "team")
    again.refresh()
    assert again.counts().notes == 0
    assert not again.notices
    again.close()


@pytest.fixture
def full(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Fills the disk for an open catalogue, or makes room again."""

    def fill(is_full: bool) -> None:
        mirror = memory._index._mirror
        database = mirror.catalogue._db
        if is_full:
            (pages,) = database.execute("PRAGMA page_count").fetchone()
            database.execute(f"PRAGMA max_page_count = {pages}")
        monkeypatch.setattr(store_index, "_ROOM", 1 << 62 if is_full else 0)

    return fill


def test_an_open_memory_goes_on_and_returns_to_its_file(
    home: Path, memory: Memory, full: Callable[[bool], None]
) -> None:
    keep(memory, "Ana", "Ana works in research.")
    full(True)
    for number in range(60):
        place_note(memory, f"f_{number:016x}", f"Bo {number}", f"Bo {number} paints walls.")
    assert len(memory.refresh().changed) == 60
    assert len(memory.words("paints", limit=100)) == 60
    assert len(memory.rows()) == 61
    assert memory.refresh().changed == frozenset()
    assert len([each for each in memory.notices if "no room" in each]) == 1
    full(False)
    place_note(memory, "f_000000000000ffff", "Cy", "Cy sings.")
    memory.refresh()
    assert len(memory.rows()) == 62
    other = Memory.open(home, "team")
    assert len(other.rows()) == 62
    other.close()


def test_what_is_kept_meanwhile_is_in_the_file_afterwards(
    home: Path, memory: Memory, full: Callable[[bool], None]
) -> None:
    full(True)
    for number in range(60):
        keep(memory, f"Bo {number}", f"Bo {number} paints walls of number {number}.")
    assert len(memory.rows()) == 60
    other = Memory.open(home, "team")
    other.refresh()
    assert len(other.rows()) == 60
    other.close()


def test_threads_read_while_the_catalogue_is_in_memory(
    memory: Memory, full: Callable[[bool], None]
) -> None:
    full(True)
    failed: list[MemtuiError] = []
    over = threading.Event()

    def read() -> None:
        while not over.is_set():
            try:
                memory.rows()
                memory.words("paints")
            except MemtuiError as error:
                failed.append(error)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        for number in range(60):
            keep(memory, f"Bo {number}", f"Bo {number} paints walls of number {number}.")
    finally:
        over.set()
        reader.join()
    assert not failed


def test_what_stands_in_the_index_s_place_is_moved_aside_and_stays_whole(
    home: Path, memory: Memory
) -> None:
    keep(memory, "Ana", "Ana works in research.")
    memory.close()
    folder = memory.folder / "index"
    shutil.rmtree(folder)
    folder.write_text("my own notes about indexes")
    opened = Memory.open(home, "team")
    opened.refresh()
    assert [hit.score > 0 for hit in opened.words("research")] == [True]
    assert "it is index.aside-1 now" in opened.notices[0]
    assert folder.with_name("index.aside-1").read_text() == "my own notes about indexes"
    opened.close()
    (folder / "catalog.db").unlink()
    (folder / "catalog.db").mkdir()
    (folder / "catalog.db" / "mine").write_text("mine")
    again = Memory.open(home, "team")
    again.refresh()
    assert [row.fact for row in again.rows()] == ["Ana works in research."]
    assert (folder / "catalog.db.aside-1" / "mine").read_text() == "mine"
    again.close()


@pytest.mark.skipif(os.name == "nt", reason="no dangling links there")
def test_an_index_that_leads_nowhere_is_made(home: Path, memory: Memory) -> None:
    memory.close()
    folder = memory.folder / "index"
    shutil.rmtree(folder)
    folder.symlink_to(home / "nowhere")
    opened = Memory.open(home, "team")
    assert opened.notices
    assert folder.is_dir()
    opened.close()


def test_an_index_that_may_not_be_written_is_kept_in_memory(
    home: Path, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(memory, "Ana", "Ana works in research.")
    memory.close()

    def refuse(path: Path, flags: int, folder: Path) -> int:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(store_index, "open_file", refuse)
    opened = Memory.open(home, "team")
    opened.refresh()
    assert [row.fact for row in opened.rows()] == ["Ana works in research."]
    assert opened.words("research")
    assert opened.notices[0].startswith("Nothing may be written to the index")
    # Nobody waits until all notes are read again at each look.
    before = opened.stamp
    opened.refresh()
    assert opened.stamp == before
    opened.close()


def test_making_the_index_anew_where_nothing_may_be_written_is_refused(
    home: Path, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, flags: int, folder: Path) -> int:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(store_index, "open_file", refuse)
    with pytest.raises(MemtuiError) as caught:
        memory.reindex()
    assert caught.value.code is Code.INDEX_UNAVAILABLE
    assert "nothing was made anew" in caught.value.message


def test_where_the_index_is_while_the_memory_may_not_be_written_is_told(
    home: Path, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.close()
    elsewhere = home / "cache" / "f00"
    monkeypatch.setattr(store_index, "index_folder", lambda folder: elsewhere)
    opened = Memory.open(home, "team")
    told = f"Nothing may be written to {memory.folder}: its index is in {elsewhere}."
    opened.refresh()
    assert opened.notices == [told]
    opened.reindex()
    assert opened.notices == [told]
    opened.close()
