"""Changes of many notes: told of, whole after a crash or a power cut, taken back to the byte."""

import errno
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Draft
from memtui.facts.keeping import Correct, End, Forget, Keep, Many, Request, Tag
from memtui.store import change as journal
from memtui.store import durable, frontmatter
from memtui.store.fields import KEYS
from memtui.store.memory import Memory, fresh_id, utc_now
from memtui.store.progress import STOPPABLE, Doing, Stopped
from tests.store.making import on_disk

ROOT = Path(__file__).parents[2]
COUNT = 45


def fill(memory: Memory) -> tuple[str, ...]:
    """Keep more facts than are written one by one; their ids."""
    drafts = tuple(Draft(f"S{n}", "role", f"S{n} sings.") for n in range(COUNT))
    change = memory.apply(Keep(drafts, "b_0000000a"))
    return tuple(outcome.fact.id for outcome in change.outcomes)


def requests(ids: tuple[str, ...]) -> dict[str, Request]:
    return {
        "tag": Tag(ids, ("good",)),
        "end": Many(tuple(End(id_) for id_ in ids)),
        "correct": Many(tuple(Correct(id_, attribute="work") for id_ in ids)),
        "forget": Forget(ids),
        "keep": Keep(tuple(Draft(f"N{n}", "role", f"N{n} sits.") for n in range(COUNT))),
    }


@pytest.mark.parametrize("name", ["tag", "end", "correct", "forget", "keep"])
def test_a_change_of_many_notes_and_its_inverse_give_back_each_byte(
    memory: Memory, name: str
) -> None:
    request = requests(fill(memory))[name]
    before = on_disk(memory)
    seen = [row.fact for row in memory.rows(history=True)]
    change = memory.apply(request, memory.preview(request))
    after = on_disk(memory)
    assert after != before
    assert memory.doctor().well
    back = memory.undo(change)
    assert on_disk(memory) == before
    assert [row.fact for row in memory.rows(history=True)] == seen
    memory.undo(back)
    assert on_disk(memory) == after
    assert memory.refresh().changed == set()
    assert memory.doctor().well


def test_it_is_told_how_far_a_change_is(memory: Memory) -> None:
    ids = fill(memory)
    told: dict[Doing, set[int]] = {}

    def progress(doing: Doing, done: int, of: int) -> None:
        assert done <= of
        if of == 0:
            assert doing is Doing.LOOKING
            of = COUNT
        told.setdefault(doing, set()).add(of)

    change = memory.apply(Tag(ids, ("good",)), progress=progress)
    assert told == {doing: {COUNT} for doing in Doing}
    assert list(told) == list(Doing)
    told.clear()
    memory.undo(change, progress=progress)
    assert list(told) == list(Doing)


@pytest.mark.parametrize("end", [Stopped, KeyboardInterrupt])
@pytest.mark.parametrize(
    ("at", "last"),
    [(each, False) for each in Doing if each in STOPPABLE] + [(Doing.WRITING, True)],
)
def test_a_change_ended_before_it_is_put_in_place_leaves_nothing_of_itself(
    memory: Memory, at: Doing, last: bool, end: type[BaseException]
) -> None:
    ids = fill(memory)
    before = on_disk(memory)

    def progress(doing: Doing, done: int, of: int) -> None:
        if doing is at and (done == of or not last):
            raise end

    for request in (Tag(ids, ("good",)), Tag(ids[:1], ("good",))):
        with pytest.raises(end):
            memory.apply(request, progress=progress)
        assert on_disk(memory) == before
        assert not journal.leftovers(memory.folder)
    assert memory.refresh().changed == set()
    assert memory.apply(Tag(ids, ("good",))).edits


def test_what_was_written_is_not_read_again(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = fill(memory)
    monkeypatch.setattr("memtui.store.notes.read_note", None)
    monkeypatch.setattr("memtui.store.scanning.read", None)
    memory.apply(Forget(ids))
    assert memory.rows(history=True) == []


class PowerCut(BaseException):
    """The machine stops here."""


def cut(folder: Path, to: Path, durably: set[int]) -> None:
    """What a power cut leaves at worst: files that were not made durable are empty."""
    shutil.copytree(folder, to)
    for path in folder.rglob("*"):
        if path.is_file() and "index" not in path.parts and path.stat().st_ino not in durably:
            (to / path.relative_to(folder)).write_bytes(b"")


@pytest.mark.parametrize("trusted", [True, False])
@pytest.mark.parametrize("name", ["tag", "forget", "end"])
def test_a_power_cut_at_any_step_leaves_a_change_of_many_notes_whole_or_undone(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, trusted: bool
) -> None:
    ids = fill(memory)
    request = requests(ids)[name]
    before = {path: data for path, data in on_disk(memory).items() if path.endswith(".md")}
    durably = {path.stat().st_ino for path in memory.folder.rglob("*")}
    steps: list[str] = []
    left: list[tuple[str, Path]] = []
    fsync = os.fsync

    def synced(handle: int) -> None:
        fsync(handle)
        durably.add(os.fstat(handle).st_ino)

    def all_synced(self: durable._FileSystem) -> None:
        durably.update(path.stat().st_ino for path in memory.folder.rglob("*"))

    def look(step: str) -> None:
        kind = step.partition(" f_")[0].partition("notes/")[0]
        # Of steps that are done to each note alike, the first ones are enough.
        if steps.count(kind) < 3:
            left.append((step, tmp_path / f"cut-{len(left)}" / "team"))
            cut(memory.folder, left[-1][1], durably)
        steps.append(kind)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(durable._FileSystem, "sync", all_synced)
    monkeypatch.setattr(durable, "_is_trusted", lambda folder: trusted)
    monkeypatch.setattr(durable, "_THREADS", 1)
    other = Memory(memory.folder, utc_now, fresh_id, on_step=look)
    other.apply(request)
    other.close()
    monkeypatch.undo()
    after = {path: data for path, data in on_disk(memory).items() if path.endswith(".md")}
    outcomes = set()
    for step, folder in left:
        again = Memory.open(folder.parent, "team")
        again.refresh()
        now = {path: data for path, data in on_disk(again).items() if path.endswith(".md")}
        assert now in (before, after), step
        assert again.doctor().well, step
        outcomes.add(now == after)
        again.close()
    assert outcomes == {False, True}


KILLED = """
import os, signal, sys
from itertools import count
from pathlib import Path
from memtui.facts.keeping import *
from memtui.store.memory import Memory, fresh_id, utc_now
from tests.store.test_many import requests
numbers = count()
def die(name):
    if next(numbers) == int(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)
memory = Memory(Path(sys.argv[1]) / "team", utc_now, fresh_id, on_step=die)
ids = tuple(sorted(row.id for row in memory.rows(history=True)))
memory.apply(requests(ids)[sys.argv[2]])
"""


def kill(home: Path, name: str, step: int) -> int:
    command = [sys.executable, "-c", KILLED, str(home), name, str(step)]
    return subprocess.run(command, cwd=ROOT, check=False, timeout=60).returncode


@pytest.mark.parametrize("name", ["tag", "forget"])
def test_a_change_of_many_notes_killed_while_several_are_placed_at_once_is_finished(
    memory: Memory, tmp_path: Path, name: str
) -> None:
    fill(memory)
    memory.close()
    home = memory.folder.parent
    of_each = COUNT if name == "tag" else 0
    for step in (of_each + 2, of_each + 3, of_each + 20, of_each + COUNT + 1):
        crashed = tmp_path / f"crashed-{step}"
        shutil.copytree(home, crashed)
        assert kill(crashed, name, step) == -signal.SIGKILL
        again = Memory.open(crashed, "team")
        again.refresh()
        facts = again.facts()
        if name == "tag":
            assert [fact.tags for fact in facts] == [("good",)] * COUNT
        else:
            assert facts == []
        assert again.doctor().well
        assert not list((crashed / "team" / "state").glob(".memtui-*"))
        again.close()


def test_what_is_found_edited_after_a_crash_is_left_among_many(memory: Memory, home: Path) -> None:
    ids = fill(memory)

    def stop(name: str) -> None:
        if name == "put the journal in place":
            raise OSError(errno.EIO, "Input/output error")

    other = Memory(memory.folder, utc_now, fresh_id, on_step=stop)
    with pytest.raises(MemtuiError):
        other.apply(Tag(ids, ("good",)))
    other.close()
    path = memory.path(ids[7])
    path.write_text(path.read_text("utf-8").replace("sings", "swims"), "utf-8")
    again = Memory.open(home, "team")
    again.refresh()
    assert sum("edited since" in notice for notice in again.notices) == 1
    assert [fact.id for fact in again.facts() if not fact.tags] == [ids[7]]
    again.close()


def test_a_failure_while_many_are_made_durable_changes_nothing(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = fill(memory)
    before = on_disk(memory)

    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    for name in ("sync", "_sync"):
        with monkeypatch.context() as patched:
            if name == "sync":
                patched.setattr(durable, "_is_trusted", lambda folder: True)
                patched.setattr(durable._FileSystem, "sync", fail)
            else:
                patched.setattr(durable, "_is_trusted", lambda folder: False)
                patched.setattr(durable, "_sync", fail)
            with pytest.raises(MemtuiError, match="Nothing was changed") as caught:
                memory.apply(Tag(ids, ("good",)))
        assert caught.value.code is Code.MEMORY_READONLY
        assert on_disk(memory) == before
        assert not journal.leftovers(memory.folder)


LINES = (
    "id: f_0000000000000001\n", "subject: Ana\n", "subject: 'Ana: the ''first'''\n",
    "attribute: role (old)\n", "said: 2024-01-02\n", "kept: 2024-01-02T03:04:05Z\n",
    "place: 3\n", "evidence:\n", "  quote: 'I sing, # loud'\n", "  speaker: Ana\n", "again:\n",
    "- said: 2024-01-02\n", "  source: a.json\n", "tags:\n", "- x y\n", "- 'a: b'\n",
    "source: ''\n", "mine: 1\n", "# a word\n", "\n", "  - x\n", "until:\n", "batch: b_1 # x\n",
    "time: 2024-01-02T10:\n", "origin: {by: plain}\n", "source: \"x\"\n", "source: 'x\x85y'\n",
)  # fmt: skip


@given(st.lists(st.sampled_from(LINES), max_size=12), st.randoms())
def test_a_header_is_read_without_a_parser_only_as_the_parser_reads_it(
    lines: list[str],
    random: "st.Random",  # type: ignore[name-defined]
) -> None:
    text = "".join(lines)
    if text and random.random() < 0.5:
        at = random.randrange(len(text))
        text = text[:at] + random.choice(" :-'\"#{\tz1") + text[at + random.randint(0, 1) :]
    split = frontmatter._LINES.findall(text)
    simple = frontmatter._simple_blocks(split, KEYS)
    if simple is not None:
        assert simple == frontmatter._parsed_blocks(split, frozenset(KEYS))
