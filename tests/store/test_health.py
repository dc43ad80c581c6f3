import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from memtui.store import watching
from memtui.store.memory import Memory
from tests.store.making import edit, keep, kept, on_disk, place_note


def test_all_is_well_with_a_memory_that_only_memtui_wrote(memory: Memory) -> None:
    keep(memory, "Ana", "Ana works in research.")
    keep(memory, "Ana", "Ana rests.", said="2024-11-01")
    before = on_disk(memory)
    health = memory.doctor()
    assert health.well, health
    assert health.counts.notes == 2
    assert memory.repair().done == ()
    assert on_disk(memory) == before


def test_what_does_not_follow_from_the_statements_is_put_right(memory: Memory) -> None:
    first = kept(keep(memory, "Ana", "Ana works in research.")).id
    second = kept(keep(memory, "Ana", "Ana rests.", said="2024-11-01")).id
    before = on_disk(memory)
    path = memory.path(first)
    edit(path, "until: 2024-11-01", "until: 2023-01-01")
    path.rename(memory.folder / "notes" / "memory" / path.name)
    edit(memory.path(second), f"- {first}", "- f_0000000000000009")
    health = memory.doctor()
    assert set(health.disagreeing) == {first, second}
    assert not health.well
    repaired = memory.repair()
    assert repaired.done == ("Settled 2 notes.",)
    assert on_disk(memory) == before
    assert memory.doctor().well
    memory.undo(repaired.change)
    assert not memory.doctor().well


def test_an_older_fact_does_not_hold_again_because_a_newer_note_is_broken(memory: Memory) -> None:
    older = kept(keep(memory, "Ana", "Ana works in research.")).id
    newer = kept(keep(memory, "Ana", "Ana rests.", said="2024-11-01")).id
    path = memory.path(newer)
    edit(path, "said: 2024-11-01", "said: soon")
    assert memory.doctor().disagreeing == ()
    memory.repair()
    assert not memory.fact(older).current
    edit(path, "said: soon", "said: 2024-11-01")
    assert memory.doctor().well


def test_a_day_to_come_in_a_note_is_told(memory: Memory) -> None:
    id_ = kept(keep(memory, "Ana", "Ana works in research.")).id
    edit(memory.path(id_), "said: 2024-10-12", "said: 2924-10-12")
    health = memory.doctor()
    assert health.ahead == (id_,)
    assert not health.well


def test_a_note_in_the_wrong_folder_is_moved_as_it_is(memory: Memory) -> None:
    path = place_note(memory, "f_00000000000000aa", "Ana", "Ana sings.", name="history/ana.md")
    data = path.read_bytes()
    assert memory.doctor().disagreeing == ("f_00000000000000aa",)
    memory.repair()
    assert (memory.folder / "notes/memory/ana.md").read_bytes() == data
    assert not path.exists()
    assert memory.doctor().well


def test_secrets_in_notes_are_found_and_not_repeated(memory: Memory) -> None:
    place_note(memory, "f_00000000000000aa", "Bruno", "The password of Bruno is hunter2.")
    health = memory.doctor()
    (secret,) = health.secrets
    assert secret.id == "f_00000000000000aa"
    assert secret.path == "notes/memory/f_00000000000000aa.md"
    assert "hunter2" not in repr(health)


@pytest.mark.parametrize("place", ["\n\nThe password is hunter2.\n", "key"])
def test_secrets_in_what_others_wrote_into_a_note_are_found(memory: Memory, place: str) -> None:
    path = place_note(memory, "f_00000000000000aa", "Bruno", "Bruno sings.")
    if place == "key":
        edit(path, "subject:", "hint: the password is hunter2\nsubject:")
    else:
        path.write_text(path.read_text("utf-8") + place, "utf-8")
    assert [secret.id for secret in memory.doctor().secrets] == ["f_00000000000000aa"]


def test_the_id_of_another_fact_is_no_card_number(memory: Memory) -> None:
    path = place_note(memory, "f_00000000000000aa", "Bruno", "Bruno sings.")
    edit(path, "subject:", "replaces:\n- f_4111111111111111\nsubject:")
    assert memory.doctor().secrets == ()


def test_a_secret_is_found_in_a_note_that_was_looked_at_before_and_gone_with_its_words(
    memory: Memory,
) -> None:
    path = place_note(memory, "f_00000000000000aa", "Bruno", "Bruno sings.")
    assert memory.doctor().secrets == ()
    edit(path, "subject:", "hint: the password is hunter2\nsubject:")
    assert [secret.rule for secret in memory.doctor().secrets] == ["password"]
    other = Memory.open(memory.folder.parent, memory.name)
    assert [secret.rule for secret in other.doctor().secrets] == ["password"]
    edit(path, "hint: the password is hunter2\n", "")
    assert other.doctor().secrets == ()
    other.close()
    assert memory.doctor().secrets == ()


def test_looking_says_how_far_it_is_and_ends_when_it_is_not_to_go_on(memory: Memory) -> None:
    for number in range(500):
        place_note(memory, f"f_{number:016x}", f"S {number}", f"S {number} sings.")
    told: list[int] = []

    def go_on(number: int) -> bool:
        told.append(number)
        return len(told) != 2

    memory.doctor(go_on)
    assert len(told) == 2
    assert 0 < told[0] < told[1] < 500
    assert memory.doctor(go_on).counts.notes == 500
    assert told[-1] == 500


def test_others_may_change_notes_while_they_are_looked_through(memory: Memory) -> None:
    paths = [
        place_note(memory, f"f_{number:016x}", f"S {number}", f"S {number} sings.")
        for number in range(500)
    ]
    memory.refresh()

    def go_on(number: int) -> bool:
        if number < 300:
            edit(paths[499], "sings", "has the password hunter2 and sings")
            paths[498].unlink()
            keep(memory, "Ana", "Ana rests.")
        return True

    assert [each.id for each in memory.doctor(go_on).secrets] == [f"f_{499:016x}"]
    assert memory.doctor().counts.notes == 500


def test_leftovers_and_open_doors_are_found_and_mended(memory: Memory) -> None:
    path = memory.path(kept(keep(memory, "Ana", "Ana sings.")).id)
    path.chmod(0o644)
    memory.folder.chmod(0o755)
    stray = memory.folder / "state" / ".memtui-change-0123"
    stray.write_bytes(b"half")
    health = memory.doctor()
    assert health.leftovers == ("state/.memtui-change-0123",)
    assert set(health.exposed) == {".", f"notes/memory/{path.name}", "state/.memtui-change-0123"}
    memory.repair()
    assert memory.doctor().well
    assert not stray.exists()


def test_unknown_settings_are_named(memory: Memory) -> None:
    (memory.folder / "memory.toml").write_text("colour = 1\n[me]\nage = 3\n")
    assert memory.doctor().unknown_settings == ("colour", "me.age")


def test_watching_tells_of_notes_and_settings_alone(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "on_network", lambda folder: True)
    stop = threading.Event()
    told = threading.Semaphore(0)
    started = threading.Event()

    def look(changes: Iterator[None]) -> None:
        started.set()
        for _ in changes:
            told.release()

    thread = threading.Thread(target=look, args=(memory.watch(stop),))
    thread.start()
    started.wait()

    def until_told(change: Path, number: int) -> None:
        """Polling starts when it starts: change until it is seen."""
        while not told.acquire(timeout=0.2):
            change.write_text(f"changed {number}", "utf-8")
            number += 1

    try:
        until_told(memory.folder / "notes" / "memory" / "x.md", 0)
        until_told(memory.folder / "memory.toml", 0)
    finally:
        stop.set()
        thread.join(20)
    assert not thread.is_alive()


def test_twenty_threads_keep_at_once(memory: Memory) -> None:
    def work(n: int) -> None:
        keep(memory, f"S{n}", f"S{n} sings.")
        keep(memory, "Ana", f"Ana is {n}.", said=f"2024-01-{n + 1:02}")
        memory.rows()
        memory.words("Ana")
        memory.refresh()

    threads = [threading.Thread(target=work, args=(n,)) for n in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    memory.refresh()
    assert memory.counts().notes == 40
    timeline = memory.timeline("Ana", "role")
    assert [fact.said.day for fact in timeline] == list(range(1, 21))
    assert [fact.current for fact in timeline] == [False] * 19 + [True]
    assert memory.doctor().well


def test_what_goes_while_it_is_looked_at_is_no_trouble(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = memory.folder / "index"
    passing = [index / "passing.db", index / "passing.folder"]
    passing[0].touch()
    passing[1].mkdir()
    monkeypatch.setattr("memtui.store.health.os.scandir", _losing(*passing))
    assert memory.doctor().exposed == ()
    assert not any(path.exists() for path in passing)


def _losing(file: Path, folder: Path) -> Callable[[Path], Any]:
    """Lists a folder as `os.scandir` does; what is in that of the file goes right after."""
    scandir = os.scandir

    @contextmanager
    def losing(place: Path) -> Iterator[list[os.DirEntry[str]]]:
        with scandir(place) as entries:
            found = list(entries)
        file.unlink()
        folder.rmdir()
        yield found

    return lambda place: losing(place) if place == file.parent else scandir(place)
