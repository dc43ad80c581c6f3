"""A watched folder: read when it rests, proposed once, whatever ends the one who reads."""

import asyncio
import json
import os
import threading
from collections.abc import AsyncGenerator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from memtui.conversations.conversation import Conversation
from memtui.desk import room
from memtui.desk.desk import Desk
from memtui.desk.folder import Folder
from memtui.desk.folders import standings
from memtui.desk.journal import Entry
from memtui.errors import Code, MemtuiError
from memtui.extract.events import Account, Done, Event, Proposed
from memtui.extract.extractor import Context
from memtui.extract.proposal import Proposal
from memtui.facts.fact import Origin
from memtui.store import state

START = datetime(2026, 11, 1, 9, tzinfo=UTC)


class EachTurn:
    """Proposes every turn of the person as a fact."""

    name = "each turn"

    def __init__(self) -> None:
        self.read: list[int] = []
        self.error: MemtuiError | None = None
        self.slow = False

    async def propose(
        self, conversation: Conversation, context: Context
    ) -> AsyncGenerator[Event, None]:
        if self.error:
            raise self.error
        if self.slow:
            await asyncio.Event().wait()
        self.read.append(len(conversation.turns) - conversation.read_before)
        for at, turn in enumerate(conversation.turns):
            origin = Origin("fake", "", conversation.id)
            yield Proposed(
                Proposal("Ana", turn.text, f"Ana says {turn.text}.", turn.day, None, turn.text,
                         turn.speaker, at, frozenset(), origin)
            )  # fmt: skip
        yield Done(Account(len(conversation.turns), 0, 1, 1, 1, 1, "stop"))


class World:
    """A folder, a memory, and a clock that is moved by hand."""

    def __init__(self, home: Path, folder: Path) -> None:
        self.home, self.folder = home, folder
        self.now = START
        self.extractor = EachTurn()
        folder.mkdir()
        self.open()

    def open(self) -> None:
        """Begin anew, as after a restart."""
        self.desk = Desk.open(self.home, "team", make=True, clock=lambda: self.now)
        self.watch = Folder(
            self.desk, self.folder, self.extractor, plainly=False, quiet=60,
            clock=lambda: self.now,
        )  # fmt: skip

    def write(self, name: str, *said: str) -> Path:
        """A conversation, last changed now."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps([{"role": "user", "content": each} for each in said]))
        stamp = self.now.timestamp()
        os.utime(path, (stamp, stamp))
        return path

    def rest(self, seconds: float = 61) -> list[str]:
        """Let time pass and read what is due; what is told."""
        self.now += timedelta(seconds=seconds)
        read = [self.watch.read(name) for name in self.watch.due()]
        return [entry.line for entry in read if entry]

    @property
    def proposed(self) -> list[str]:
        """What waits."""
        items = [item for review in self.desk.reviews() for item in review.items]
        return sorted(item.draft.attribute for item in items)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path / "home", tmp_path / "chats")
    yield made
    made.desk.close()


def test_a_file_is_read_when_it_has_rested_and_what_it_says_waits(world: World) -> None:
    world.write("a.json", "one", "two")
    assert world.rest(30) == []
    assert world.rest(31) == ["read a.json: 2 proposals from 1 conversation"]
    assert world.proposed == ["one", "two"]
    assert world.desk.memory.facts() == []
    assert world.desk.reviews()[0].origin.startswith("watch: ")
    assert world.rest() == []


def test_of_a_file_that_grew_only_what_is_new_is_proposed(world: World) -> None:
    world.write("a.json", "one", "two")
    world.rest()
    world.write("a.json", "one", "two", "three")
    assert world.rest() == ["read a.json: 1 proposal from 1 conversation"]
    assert world.extractor.read == [2, 1]
    assert world.proposed == ["one", "three", "two"]


def test_a_copy_under_another_name_is_not_read_again(world: World) -> None:
    world.write("a.json", "one")
    world.rest()
    world.write("sub/b.json", "one")
    assert world.rest() == ["skipped sub/b.json: nothing new in it"]
    assert world.extractor.read == [1]


def test_what_is_no_conversation_is_skipped_with_the_reason(world: World) -> None:
    (world.folder / "a.json").write_text('{"odd": [')
    (world.folder / ".hidden.json").write_text("x")
    (world.folder / "b.json.part").write_text("x")
    (world.folder / "c.json").symlink_to("/etc/passwd")
    world.now = datetime.now(UTC)
    (told,) = world.rest()
    assert told.startswith("skipped a.json: a.json ")
    assert world.rest() == []
    (entry,) = world.watch.journal()
    assert (entry.file, entry.outcome) == ("a.json", "skipped")


def test_a_name_that_is_no_text_is_read_like_any_other(world: World) -> None:
    world.write(os.fsdecode(b"b\xff.json"), "one")
    assert world.rest() == ["read b\ufffd.json: 1 proposal from 1 conversation"]
    assert world.proposed == ["one"]
    assert world.rest() == []


def test_what_may_not_be_read_is_read_once_it_may(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = world.write("a.json", "one").resolve()
    opened = Path.open

    def refuse(path: Path, *args: Any, **more: Any) -> Any:
        if path == locked:
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *args, **more)

    with monkeypatch.context() as closed:
        closed.setattr(Path, "open", refuse)
        (told,) = world.rest()
    assert told.startswith("failed a.json: a.json may not be read.")
    assert world.rest() == ["read a.json: 1 proposal from 1 conversation"]


def test_what_failed_is_tried_again_ever_later_and_loses_nothing(world: World) -> None:
    world.write("a.json", "one")
    world.extractor.error = MemtuiError(Code.EXTRACTOR_UNAVAILABLE, "Nothing answers.", "Start it.")
    assert world.rest() == ["failed a.json: Nothing answers. Start it."]
    assert world.rest(59) == []
    assert len(world.rest(2)) == 1
    assert world.rest(100) == []
    world.extractor.error = None
    assert world.rest(30) == ["read a.json: 1 proposal from 1 conversation"]


def test_a_folder_that_cannot_be_looked_into_is_said_once_until_it_can(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.write("a.json", "one")
    world.write("private/b.json", "two")
    scan = os.scandir

    def refusing(path: Any) -> Any:
        if str(path).endswith("private"):
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    closed = (
        "failed private/: CONVERSATION_UNREADABLE: The folder cannot be read (Permission denied)."
        " Allow reading it, or take it out of what is watched."
    )
    world.desk.memory.save_settings({"watch.folders": [str(world.folder)]})
    with monkeypatch.context() as patched:
        patched.setattr(os, "scandir", refusing)
        assert world.rest() == ["read a.json: 1 proposal from 1 conversation", closed]
        assert world.rest() == []
        (standing,) = standings(world.desk.memory)
        assert (standing.files, len(standing.problems)) == (1, 1)
        assert standing.problems[0].startswith(f"{world.folder}/private: CONVERSATION_UNREADABLE")
    assert world.rest() == ["read private/b.json: 1 proposal from 1 conversation"]
    assert standings(world.desk.memory)[0].problems == ()


def test_a_folder_that_is_not_there_is_said(world: World) -> None:
    world.desk.memory.save_settings({"watch.folders": [str(world.folder), "/none/there"]})
    there, gone = standings(world.desk.memory)
    assert (there.there, there.problems) == (True, ())
    assert gone.problems == (
        "CONVERSATION_UNREADABLE: There is no folder /none/there."
        " Make it, or take it out of `watch.folders`.",
    )


def test_what_finds_no_room_waits_once_there_is_some(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "WAITING_LIMIT", 3)
    world.write("a.json", "one", "two")
    world.write("b.json", "three", "four", "five")
    assert world.rest() == [
        "read a.json: 2 proposals from 1 conversation",
        "failed b.json: 2 more proposals found no room; it is read again once others are reviewed",
    ]
    assert world.proposed == ["one", "three", "two"]
    # While there is none it is not read.
    assert world.rest(3_600) == [
        "failed b.json: 3 proposals wait already. Review them first (r in memtui); then it is read."
    ]
    world.open()
    (first,) = [each for each in world.desk.reviews() if len(each.items) == 2]
    world.desk.keep_review(first, world.desk.verdicts(first))
    assert world.rest(3_600) == ["read b.json: 2 proposals from 1 conversation"]
    assert world.proposed == ["five", "four", "three"]
    assert world.rest(3_600) == []
    assert world.extractor.read == [2, 3, 3]


def test_while_nothing_more_may_wait_the_other_files_are_not_tried(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "WAITING_LIMIT", 1)
    for name in "abcd":
        world.write(f"{name}.json", name)
    world.now += timedelta(seconds=61)
    assert [entry.outcome for entry in world.watch.look()] == ["read", "failed"]
    assert world.extractor.read == [1]


def test_what_was_left_out_before_is_not_proposed_by_another_file(world: World) -> None:
    world.write("a.json", "one")
    world.rest()
    (review,) = world.desk.reviews()
    world.desk.declined.add(item.draft for item in review.items)
    world.desk.drop_review(review.id)
    world.write("b.json", "one", "two")
    world.rest()
    assert world.proposed == ["two"]


def test_it_follows_until_it_is_stopped_even_while_it_reads(world: World) -> None:
    world.write("a.json", "one")
    world.write("b.json", "two")
    world.now += timedelta(seconds=61)
    stop = threading.Event()
    told: list[str] = []

    def note(entry: Entry) -> None:
        told.append(entry.file)
        # While the next one is read, as the model takes its time.
        world.extractor.slow = True
        threading.Timer(0.3, stop.set).start()

    world.watch.follow(stop, note)
    assert told == ["a.json"]
    assert world.proposed == ["one"]
    world.extractor.slow = False
    assert world.rest() == ["read b.json: 1 proposal from 1 conversation"]


def test_while_the_model_is_away_the_other_files_are_not_tried(world: World) -> None:
    for name in ("a.json", "b.json", "c.json"):
        world.write(name, name)
    world.now += timedelta(seconds=61)
    world.extractor.error = MemtuiError(Code.EXTRACTOR_UNAVAILABLE, "Nothing answers.", "")
    stop = threading.Event()
    told: list[str] = []

    def note(entry: Entry) -> None:
        told.append(entry.line)
        threading.Timer(0.3, stop.set).start()

    world.watch.follow(stop, note)
    assert told == ["failed a.json: Nothing answers."]
    world.extractor.error = None
    assert len(world.rest(61)) == 3


def test_a_folder_is_followed_by_one_at_a_time(world: World) -> None:
    stop = threading.Event()
    with world.watch._alone(), pytest.raises(MemtuiError) as busy:
        world.watch.follow(stop, lambda entry: None)
    assert busy.value.code is Code.MEMORY_BUSY


class Killed(BaseException):
    """The process is ended here."""


@pytest.mark.parametrize("written", [True, False])
@pytest.mark.parametrize("at", range(1, 6))
def test_killed_anywhere_and_started_again_it_proposes_each_once(
    world: World, monkeypatch: pytest.MonkeyPatch, at: int, written: bool
) -> None:
    """Killed before or after the nth time that something is written."""
    world.write("a.json", "one", "two")
    world.write("b.json", "three")
    write = state.write_state
    left = at

    def killing(folder: Path, name: str, value: object) -> None:
        nonlocal left
        left -= 1
        if left == 0 and not written:
            raise Killed
        write(folder, name, value)
        if left == 0:
            raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(state, "write_state", killing)
        with pytest.raises(Killed):
            world.rest()
    world.desk.close()
    world.open()
    world.rest()
    assert world.proposed == ["one", "three", "two"]
    assert world.rest() == []
