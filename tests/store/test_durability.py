import errno
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Rules
from memtui.facts.keeping import Import
from memtui.store import change as journal
from memtui.store.memory import Memory, fresh_id, utc_now
from tests.store.crashing import FORGOTTEN, REQUESTS
from tests.store.making import edit, keep, keeping, kept, note_path, on_disk, place_note

ROOT = Path(__file__).parents[2]


def prepare(memory: Memory) -> None:
    place_note(memory, FORGOTTEN, "Ana", "Ana works in xyzzy.", said="2024-10-01")
    place_note(memory, "f_00000000000000ab", "Ana", "Ana rests.", said="2024-09-01")
    place_note(memory, "f_00000000000000ac", "Bo", "Bo paints.", said="2024-10-05")
    memory.refresh()
    memory.repair()


def run(home: Path, request: str, step: int) -> int:
    command = [sys.executable, "-m", "tests.store.crashing", str(home), request, str(step)]
    return subprocess.run(command, cwd=ROOT, check=False, timeout=60).returncode


def state(memory: Memory) -> tuple[Rules, set[tuple[str, str, str, bool]]]:
    """What is known, without ids and times."""
    facts = memory.facts(history=True)
    told = {(fact.subject, fact.attribute, fact.fact, fact.current) for fact in facts}
    return memory.rules, told


@pytest.mark.parametrize("request_name", REQUESTS)
def test_a_change_killed_at_any_step_is_there_whole_or_not_at_all(
    tmp_path: Path, request_name: str
) -> None:
    home = tmp_path / "start"
    with_all = tmp_path / "done"
    memory = Memory.open(home, "team", make=True)
    prepare(memory)
    before = state(memory)
    memory.close()
    shutil.copytree(home, with_all)
    assert run(with_all, request_name, -1) == 0
    memory = Memory.open(with_all, "team")
    memory.refresh()
    after = state(memory)
    memory.close()
    assert before != after

    step, seen = 0, set()
    while True:
        crashed = tmp_path / f"crashed-{step}"
        shutil.copytree(home, crashed)
        code = run(crashed, request_name, step)
        if code == 0:
            break
        assert code == -signal.SIGKILL
        memory = Memory.open(crashed, "team")
        memory.refresh()
        now = state(memory)
        assert now in (before, after)
        if now == after and request_name == "forget":
            assert not [path for path in crashed.rglob("*") if b"xyzzy" in contents(path)]
        assert memory.problems() == []
        assert memory.doctor().disagreeing == ()
        assert not list((crashed / "team" / "state").glob(".memtui-*"))
        assert not (crashed / "team" / "state" / "change.json").exists()
        memory.close()
        seen.add(now == after)
        step += 1
    assert step >= 3
    assert seen == {False, True}


def contents(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def test_two_processes_that_keep_fifty_facts_each_give_a_hundred_notes(
    memory: Memory, home: Path
) -> None:
    script = (
        "import sys; from pathlib import Path; from memtui.store.memory import Memory\n"
        "from tests.store.making import keep\n"
        "memory = Memory.open(Path(sys.argv[1]), 'team')\n"
        "for n in range(50): keep(memory, f'{sys.argv[2]}{n}', 'It sings.')\n"
        "keep(memory, 'Ana', f'Ana is {sys.argv[2]}.')\n"
    )
    writers = [
        subprocess.Popen([sys.executable, "-c", script, str(home), who], cwd=ROOT)
        for who in ("a", "b")
    ]
    assert [writer.wait(120) for writer in writers] == [0, 0]
    memory.refresh()
    assert memory.counts().notes == 102
    assert memory.counts().unreadable == 0
    assert [fact.current for fact in memory.timeline("Ana", "role")] == [False, True]


def test_a_full_disk_keeps_nothing_and_leaves_nothing(memory: Memory, home: Path) -> None:
    keep(memory, "Ana", "Ana works in research.")
    before = on_disk(memory)

    for attempt in range(3):
        names: list[str] = []

        def fill(name: str, attempt: int = attempt, names: list[str] = names) -> None:
            names.append(name)
            if len(names) > attempt:
                raise OSError(errno.ENOSPC, "No space left on device")

        other = Memory(memory.folder, utc_now, fresh_id, on_step=fill)
        with pytest.raises(MemtuiError, match="No space left on device") as caught:
            other.apply(keeping("Ana", "Ana rests.", said="2024-11-01"))
        assert caught.value.code is Code.MEMORY_READONLY
        assert "Nothing was changed." in caught.value.message
        other.close()
        assert on_disk(memory) == before
        assert sorted(path.name for path in (memory.folder / "state").iterdir()) == [
            "lock",
            "lock.json",
        ]


def test_what_fails_after_the_journal_is_finished_with_the_next_change(memory: Memory) -> None:
    keep(memory, "Ana", "Ana works in research.")

    def fail(name: str) -> None:
        if name.startswith("did"):
            raise OSError(errno.EIO, "Input/output error")

    other = Memory(memory.folder, utc_now, fresh_id, on_step=fail)
    with pytest.raises(MemtuiError, match="is done when the memory is opened next"):
        other.apply(keeping("Ana", "Ana rests.", said="2024-11-01"))
    other.close()
    keep(memory, "Bo", "Bo paints.")
    assert "A change that was interrupted was finished." in memory.notices
    assert [fact.fact for fact in memory.timeline("Ana", "role")] == [
        "Ana works in research.",
        "Ana rests.",
    ]


def interrupt(memory: Memory) -> None:
    """Stop a replacement just after its journal was written."""

    def stop(name: str) -> None:
        if name == "put the journal in place":
            raise OSError(errno.EIO, "Input/output error")

    other = Memory(memory.folder, utc_now, fresh_id, on_step=stop)
    with pytest.raises(MemtuiError):
        other.apply(keeping("Ana", "Ana rests.", said="2024-11-01"))
    other.close()


def test_a_note_edited_before_an_interrupted_change_is_redone_is_left_and_reported(
    memory: Memory, home: Path
) -> None:
    path = note_path(memory, keep(memory, "Ana", "Ana works in research."))
    interrupt(memory)
    edit(path, "works in research", "works at home")
    edited = path.read_bytes()
    again = Memory.open(home, "team")
    again.refresh()
    assert path.read_bytes() == edited
    assert {row.fact for row in again.rows(history=True)} == {"Ana works at home.", "Ana rests."}
    assert any(path.name in notice and "edited since" in notice for notice in again.notices)
    again.close()


def test_a_damaged_journal_is_dropped_and_told(memory: Memory, home: Path) -> None:
    keep(memory, "Ana", "Ana works in research.")
    before = on_disk(memory)
    interrupt(memory)
    path = memory.folder / "state" / "change.json"
    path.write_bytes(path.read_bytes().replace(b"rests", b"sings"))
    again = Memory.open(home, "team")
    assert on_disk(again) == before
    assert not path.exists()
    assert any("dropped" in notice for notice in again.notices)
    again.close()


def test_the_journal_holds_only_the_path_of_what_is_forgotten(memory: Memory) -> None:
    prepare(memory)
    seen: list[bytes] = []

    def look(name: str) -> None:
        if name == "put the journal in place":
            seen.append((memory.folder / "state" / "change.json").read_bytes())

    other = Memory(memory.folder, utc_now, fresh_id, on_step=look)
    other.apply(REQUESTS["forget"])
    other.close()
    assert len(seen) == 1
    assert b"xyzzy" not in seen[0]
    steps = json.loads(seen[0].partition(b"\n")[2])
    gone = next(step for step in steps if FORGOTTEN in step["path"])
    assert (gone["text"], gone["before"], gone["to"]) == (None, None, None)


def test_a_change_and_its_inverse_give_back_each_byte(memory: Memory) -> None:
    prepare(memory)
    path = place_note(memory, "f_00000000000000ad", "Cy", "Cy swims.")
    edit(path, "subject: Cy", "mine: yes # !\nsubject: 'Cy'")
    path.write_text(path.read_text("utf-8") + "\nLonger.\n", "utf-8")
    memory.refresh()
    for request in REQUESTS.values():
        before = on_disk(memory)
        change = memory.apply(request)
        after = on_disk(memory)
        assert before != after
        back = memory.undo(change)
        assert on_disk(memory) == before
        again = memory.undo(back)
        assert on_disk(memory) == after
        memory.undo(again)
        assert on_disk(memory) == before


def test_undo_is_refused_when_a_note_was_changed_since(memory: Memory) -> None:
    change = keep(memory, "Ana", "Ana works in research.")
    path = note_path(memory, change)
    edit(path, "research", "sales")
    with pytest.raises(MemtuiError, match=r"MEMORY_CHANGED.*Ana / role"):
        memory.undo(change)
    assert "sales" in path.read_text("utf-8")


def test_undo_keeps_what_was_written_beside_the_fact_since(memory: Memory) -> None:
    first = keep(memory, "Ana", "Ana works in research.")
    change = keep(memory, "Ana", "Ana rests.", said="2024-11-01")
    path = note_path(memory, first)
    path.write_text(path.read_text("utf-8") + "\nA diary.\n", "utf-8")
    memory.undo(change)
    assert memory.fact(kept(first).id).current
    assert note_path(memory, first).read_text("utf-8").endswith("research.\n\nA diary.\n")


def test_a_change_that_would_differ_from_what_was_shown_is_not_made(memory: Memory) -> None:
    request = keeping("Ana", "Ana rests.", said="2024-11-01")
    shown = memory.preview(request)
    other = keep(memory, "Ana", "Ana works in research.")
    before = on_disk(memory)
    with pytest.raises(MemtuiError, match="MEMORY_CHANGED"):
        memory.apply(request, shown)
    assert on_disk(memory) == before
    memory.undo(other)
    memory.apply(request, shown)


def test_facts_come_back_with_their_ids(memory: Memory) -> None:
    fact = kept(keep(memory, "Ana", "Ana works in research."))
    other = Memory.open(memory.folder.parent, "copy", make=True)
    other.apply(Import((fact,)))
    assert other.fact(fact.id) == fact
    before = on_disk(other)
    other.apply(Import((fact,)))
    assert on_disk(other) == before
    other.close()


def test_nothing_is_left_beside_a_finished_change(memory: Memory) -> None:
    keep(memory, "Ana", "Ana works in research.")
    keep(memory, "Ana", "Ana rests.", said="2024-11-01")
    memory.write_state("drafts/r_1", 1)
    memory.save_settings({"me.names": ["Ana"]})
    assert not journal.leftovers(memory.folder)
    assert not list(memory.folder.rglob(".memtui-*"))


def test_half_written_values_are_cleared_when_they_are_old(memory: Memory, home: Path) -> None:
    memory.write_state("drafts/r_1", 1)
    paths = [memory.folder / "state" / name for name in ("a", "drafts/b", "drafts/c")]
    paths = [path.with_name(f".memtui-value-{path.name}") for path in paths]
    for path in paths:
        path.write_bytes(b"words")
    for path in paths[:2]:
        os.utime(path, (0, 0))
    Memory.open(home, "team").close()
    assert [path.exists() for path in paths] == [False, False, True]
