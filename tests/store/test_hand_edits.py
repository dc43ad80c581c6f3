"""What people and other programs do to the notes is picked up; what is unreadable is left alone."""

import os
import shutil
from datetime import date
from pathlib import Path

import pytest

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Draft
from memtui.facts.keeping import Correct, End, Forget, ForgetSource, Keep, TakeBack
from memtui.facts.text import fold
from memtui.store import mirror
from memtui.store.memory import Memory, fresh_id, utc_now
from tests.store.making import (
    NOTE,
    edit,
    keep,
    keeping,
    kept,
    note_path,
    on_disk,
    place_note,
)

ONE = "f_0000000000000001"
TWO = "f_0000000000000002"


def test_a_note_placed_by_hand_is_a_fact(memory: Memory) -> None:
    place_note(memory, ONE, "Ana", "Ana works in research.")
    assert memory.refresh().changed == {ONE}
    assert [row.fact for row in memory.rows()] == ["Ana works in research."]
    assert memory.refresh().changed == frozenset()


def test_an_edit_in_place_is_picked_up_even_when_size_and_time_stay(memory: Memory) -> None:
    path = place_note(memory, ONE, "Ana", "Ana works in research.")
    memory.refresh()
    times = path.stat()
    edit(path, "research", "politics")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert memory.refresh().changed == {ONE}
    assert memory.rows()[0].fact == "Ana works in politics."


def test_a_deleted_note_is_gone(memory: Memory) -> None:
    path = place_note(memory, ONE, "Ana", "Ana works in xyzzy.")
    memory.refresh()
    path.unlink()
    assert memory.refresh().removed == {ONE}
    assert memory.rows() == []
    assert memory.words("xyzzy") == []
    with pytest.raises(MemtuiError, match="FACT_UNKNOWN"):
        memory.fact(ONE)


def test_what_another_process_keeps_is_reported_once(memory: Memory, home: Path) -> None:
    other = Memory.open(home, "team")
    change = keep(other, "Ana", "Ana works in research.")
    assert memory.refresh().changed == {kept(change).id}
    assert memory.refresh().changed == frozenset()
    other.apply(Forget((kept(change).id,)))
    assert memory.refresh().removed == {kept(change).id}
    assert other.refresh().removed == frozenset()
    other.close()


@pytest.mark.parametrize("looking_at", [0, 200])
def test_a_change_takes_edits_into_account_that_were_never_looked_at(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, looking_at: int
) -> None:
    monkeypatch.setattr(mirror, "_ALWAYS_LOOK_AT", looking_at)
    first = keep(memory, "Ana", "Ana works in research.")
    edit(note_path(memory, first), "Ana works in research.", "Ana works in sales.")
    second = keep(memory, "Ana", "Ana rests.", said="2024-11-01")
    assert [fact.fact for fact in second.outcomes[0].replaced] == ["Ana works in sales."]

    # A note of the thing goes to another subject in place.
    edit(note_path(memory, second), "subject: Ana", "subject: Bea")
    third = keep(memory, "Ana", "Ana paints.", said="2024-12-01")
    assert [fact.fact for fact in memory.timeline("Ana", "role")][-1] == "Ana paints."
    assert [fact.fact for fact in memory.timeline("Bea", "role")] == ["Ana rests."]

    # A new note of the thing, and one renamed away.
    place_note(memory, ONE, "Ana", "Ana sings.", said="2024-12-02")
    fourth = keep(memory, "Ana", "Ana swims.", said="2024-12-03")
    assert [fact.id for fact in fourth.outcomes[0].replaced] == [ONE]
    assert memory.fact(kept(third).id).replaced_by == ONE


def test_a_note_of_another_thing_edited_into_this_one_counts(memory: Memory) -> None:
    place_note(memory, ONE, "Bea", "She sings.")
    memory.refresh()
    edit(memory.path(ONE), "subject: Bea", "subject: Ana")
    change = keep(memory, "Ana", "Ana rests.", said="2024-11-01")
    assert [fact.id for fact in change.outcomes[0].replaced] == [ONE]


def test_a_renamed_note_keeps_its_name_wherever_it_goes(memory: Memory) -> None:
    first = keep(memory, "Ana", "Ana works in research.")
    path = note_path(memory, first)
    path.rename(path.with_name("Ana’s role.md"))
    second = keep(memory, "Ana", "Ana rests.", said="2024-11-01")
    assert kept(first).id in second.outcomes[0].fact.replaces
    moved = memory.folder / "notes" / "memory" / "history" / "Ana’s role.md"
    assert memory.path(kept(first).id) == moved
    assert len(on_disk(memory)) == 3
    memory.apply(Forget((kept(second).id,)))
    assert memory.path(kept(first).id) == moved
    memory.apply(Forget((kept(first).id,)))
    assert len(on_disk(memory)) == 1


def test_a_note_in_a_folder_of_ones_own_stays_there_while_it_is_current(memory: Memory) -> None:
    place_note(memory, ONE, "Ana", "Ana sings.", name="people/Ána/ana.md")
    memory.refresh()
    memory.apply(Correct(ONE, fact="Ana sings well."))
    assert memory.path(ONE).parent.name == "Ána"
    memory.apply(End(ONE, date(2024, 10, 30)))
    assert memory.path(ONE) == memory.folder / "notes/memory/history/ana.md"


def test_names_that_differ_only_in_case_or_form_are_different_things_or_one(
    memory: Memory,
) -> None:
    for name in ("alpha", "Alpha", "CAFÉ", "café", "cafe\u0301", "각" * 90, "x" * 120):
        keep(memory, name, f"{name} is here.")
    names = {path.name for path in (memory.folder / "notes").rglob("*.md")}
    assert all(len(name) == 21 for name in names)
    assert {fold(row.subject) for row in memory.rows()} == {
        "alpha",
        "caf\xe9",
        "각" * 90,
        "x" * 120,
    }


def broken(memory: Memory, kind: str) -> Path:
    path = memory.folder / "notes" / "memory" / f"{ONE}.md"
    text = NOTE.format(id=ONE, subject="Ana", attribute="role", said="2024-10-12", fact="x")
    if kind == "link":
        path.symlink_to(memory.folder / "memory.toml")
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.write_bytes(
            {
                "yaml": text.replace("Ana", "[").encode(),
                "no id": text.replace(f"id: {ONE}\n", "").encode(),
                "encoding": text.replace("x", "é").encode("latin-1"),
                "large": text.encode() + b"x" * 50_000_000,
                "empty": b"",
                "letterhead": b"---\nTo: Ana\nRe: [x\n---\nDear Ana\n",
            }[kind]
        )
    return path


KINDS = ["yaml", "no id", "encoding", "large", "empty", "letterhead", "link", "pipe"]


@pytest.mark.parametrize("kind", KINDS)
def test_an_unreadable_note_is_listed_and_left_alone(memory: Memory, kind: str) -> None:
    path = broken(memory, kind)
    before = None if kind == "pipe" else path.read_bytes()
    memory.refresh()
    memory.refresh()
    (problem,) = memory.problems()
    assert problem.path == f"notes/memory/{ONE}.md"
    assert problem.reason
    assert memory.counts().unreadable == 1
    with pytest.raises(MemtuiError) as caught:
        memory.fact(ONE)
    assert caught.value.code is Code.NOTE_UNREADABLE
    for request in (End(ONE), Forget((ONE,))):
        with pytest.raises(MemtuiError) as caught:
            memory.apply(request)
        assert caught.value.code is Code.NOTE_UNREADABLE
    keep(memory, "Ana", "Ana rests.")
    memory.repair()
    assert path.is_fifo() if before is None else path.read_bytes() == before


def test_a_note_that_broke_is_never_overwritten(memory: Memory) -> None:
    first = keep(memory, "Ana", "Ana works in research.")
    path = note_path(memory, first)
    edit(path, "subject: Ana", "subject: [Ana")
    bytes_before = path.read_bytes()
    change = keep(memory, "Ana", "Ana rests.", said="2024-11-01")
    assert change.outcomes[0].replaced == ()
    assert path.read_bytes() == bytes_before
    with pytest.raises(MemtuiError, match="MEMORY_CHANGED"):
        memory.undo(first)
    edit(path, "subject: [Ana", "subject: Ana")
    assert kept(first).id in memory.refresh().changed
    assert memory.problems() == []


def test_a_new_note_is_not_written_over_a_file_that_is_there(memory: Memory) -> None:
    path = broken(memory, "no id")
    before = path.read_bytes()
    other = Memory(memory.folder, utc_now, lambda: ONE)
    with pytest.raises(MemtuiError) as caught:
        keep(other, "Bo", "Bo paints.")
    assert caught.value.code is Code.NOTE_UNREADABLE
    assert path.read_bytes() == before
    other.close()


def test_forgetting_names_a_copy_of_the_note_and_leaves_it_alone(memory: Memory) -> None:
    path = place_note(memory, ONE, "Ana", "Ana sings.")
    copy = path.with_name("copy.md")
    shutil.copy(path, copy)
    memory.refresh()
    memory.apply(Forget((ONE,)))
    assert copy.exists()
    (notice,) = memory.notices
    assert "notes/memory/copy.md holds the forgotten fact too" in notice


def test_of_two_notes_with_one_id_the_one_named_after_it_counts(memory: Memory) -> None:
    path = place_note(memory, ONE, "Ana", "Ana sings.")
    copy = path.with_name(f"{ONE}.sync-conflict.md")
    shutil.copy(path, copy)
    edit(copy, "sings", "paints")
    memory.refresh()
    assert [row.fact for row in memory.rows()] == ["Ana sings."]
    (problem,) = memory.problems()
    assert problem.path.endswith("sync-conflict.md")
    assert "same id" in problem.reason
    keep(memory, "Ana", "Ana rests.", said="2024-11-01")
    assert "paints" in copy.read_text("utf-8")
    path = memory.path(ONE)
    path.unlink()
    memory.refresh()
    assert memory.problems() == []
    assert memory.fact(ONE).fact == "Ana paints."


def test_a_name_that_is_not_utf8_does_no_harm(memory: Memory) -> None:
    text = NOTE.format(id=ONE, subject="Ana", attribute="role", said="2024-10-12", fact="Sings.")
    folder = os.fsencode(memory.folder / "notes" / "memory")
    with open(folder + b"/ana\xff.md", "w") as file:  # noqa: PTH123
        file.write(text)
    memory.refresh()
    keep(memory, "Ana", "Ana rests.", said="2024-11-01")
    assert os.listdir(folder + b"/history") == [b"ana\xff.md"]  # noqa: PTH208


def test_hidden_and_other_files_are_not_looked_at(memory: Memory) -> None:
    folder = memory.folder / "notes" / "memory"
    for name in (".obsidian/x.md", ".trash.md", "x.txt", "x.md~", ".x.md.swp"):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("junk")
    memory.refresh()
    assert memory.counts().notes == 0


def test_settings_edited_by_hand_take_effect(memory: Memory) -> None:
    keep(memory, "Ana Lima", "Ana sings.")
    keep(memory, "Ana", "Ana rests.", attribute="mood")
    assert len({row.subject for row in memory.rows()}) == 2
    path = memory.folder / "memory.toml"
    path.write_text('[subjects.aliases]\n"Ana Lima" = "Ana"\n[attributes.aliases]\nmood = "role"\n')
    refreshed = memory.refresh()
    assert refreshed.settings
    assert len(refreshed.changed) == 2
    assert {row.subject for row in memory.rows()} == {"Ana"}
    assert len({row.thing for row in memory.rows()}) == 1
    assert len(memory.timeline("ana lima", "Mood")) == 2
    assert not memory.refresh().settings
    path.write_text("many = [")
    with pytest.raises(MemtuiError, match="SETTINGS_UNREADABLE"):
        memory.refresh()


def test_a_memory_without_its_folders_is_usable(memory: Memory, home: Path) -> None:
    """As git leaves it, which keeps no empty folders."""
    memory.close()
    shutil.rmtree(memory.folder / "notes")
    shutil.rmtree(memory.folder / "state")
    shutil.rmtree(memory.folder / "index")
    again = Memory.open(home, "team", new_id=fresh_id)
    again.refresh()
    assert again.rows() == []
    keep(again, "Ana", "Ana sings.")
    assert len(again.rows()) == 1
    again.close()


def test_preview_changes_nothing(memory: Memory) -> None:
    keep(memory, "Ana", "Ana works in research.")
    before = on_disk(memory)
    change = memory.preview(keeping("Ana", "Ana rests.", said="2024-11-01"))
    assert len(change.edits) == 2
    assert on_disk(memory) == before


def test_what_a_preview_of_many_notes_missed_is_found_when_it_is_done(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mirror, "_ALWAYS_LOOK_AT", 0)
    monkeypatch.setattr(mirror, "_LOOK_AGAIN_AFTER", 0.0)
    place_note(memory, ONE, "Bea", "She sings.")
    memory.refresh()
    edit(memory.path(ONE), "subject: Bea", "subject: Ana")
    request = keeping("Ana", "Ana rests.", said="2024-11-01")
    before = on_disk(memory)
    with pytest.raises(MemtuiError) as error:
        memory.apply(request, memory.preview(request))
    assert error.value.code is Code.MEMORY_CHANGED
    assert on_disk(memory) == before
    change = memory.apply(request, memory.preview(request))
    assert [fact.id for fact in change.outcomes[0].replaced] == [ONE]


def test_a_source_and_a_batch_bring_the_whole_of_what_they_touch(memory: Memory) -> None:
    first = keep(memory, "Ana", "Ana works in research.")
    draft = Draft("Ana", "role", "Ana rests.", source="b.json", said=date(2024, 11, 1))
    second = memory.apply(Keep((draft,), "b_0000000b"))
    for request in (ForgetSource("B.json"), TakeBack("b_0000000b")):
        change = memory.apply(request)
        assert [row.id for row in memory.rows(history=True)] == [kept(first).id]
        memory.undo(change)
    assert [row.id for row in memory.rows()] == [kept(second).id]
