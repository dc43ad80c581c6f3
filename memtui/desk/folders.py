"""A watched folder: conversations in it are read when they rest, and what they say waits.

Nothing is kept by itself. For each file a journal says what happened; it and the marks of what was
read are written only after the proposals are, so that whoever is ended in between proposes nothing
twice and loses nothing.
"""

import asyncio
import hashlib
import os
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from memtui.conversations.collection import Collection
from memtui.conversations.conversation import Conversation
from memtui.conversations.listing import has_nobody
from memtui.conversations.reading import Person
from memtui.desk.desk import Desk
from memtui.desk.queue import new_of
from memtui.desk.room import adding, refuse_when_full, room
from memtui.desk.telling import count
from memtui.desk.unattended import read_unattended
from memtui.errors import Code, MemtuiError
from memtui.extract.extractor import Extractor
from memtui.store.places import index_folder
from memtui.store.watching import changes

_ENTRIES = 5_000
_LOOK = 20.0  # seconds between looks, for what rests by now or failed before
_MOMENT = 0.2
_UNFINISHED = (".part", ".crdownload", ".download", ".tmp", ".swp", "~")
_WAIT, _LONGEST_WAIT = 60.0, 3_600.0  # seconds until what failed is tried again
# What may pass by itself: the file is tried again later.
_PASSING = (
    Code.EXTRACTOR_UNAVAILABLE,
    Code.EXTRACTOR_UNREADABLE,
    Code.MEMORY_BUSY,
    Code.QUEUE_FULL,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """What happened to one file when it was last looked at.

    `outcome` is `read`, `skipped` or `failed`; `why` tells more. A file that failed has no
    `stamp`, so that it is tried again.
    """

    file: str
    on: str
    outcome: str
    why: str = ""
    conversations: int = 0
    proposals: int = 0
    stamp: tuple[int, int] | None = None

    @property
    def told(self) -> str:
        """The file and what came of it: "standup.json: 3 proposals from 2 conversations"."""
        if self.outcome != "read":
            return self.file
        read = count(self.conversations, "conversation")
        return f"{self.file}: {count(self.proposals, 'proposal')} from {read}"

    @property
    def line(self) -> str:
        """For people: "read standup.json: 3 proposals from 2 conversations"."""
        line = f"{self.outcome} {self.told}"
        return f"{line}: {self.why}" if self.why else line


class Folder:
    """One watched folder of one memory.

    Args:
        desk: The open memory.
        folder: What is watched, with all in it.
        extractor: What reads.
        plainly: Whether that is the plain reader.
        quiet: For how many seconds a file must have rested.
        clock: Gives the moment, aware, in UTC.
    """

    def __init__(
        self,
        desk: Desk,
        folder: Path,
        extractor: Extractor,
        *,
        plainly: bool,
        quiet: float,
        clock: Callable[[], datetime],
    ) -> None:
        self._desk = desk
        self._folder = folder.resolve()
        self._extractor = extractor
        self._plainly = plainly
        self._quiet = quiet
        self._clock = clock
        word = hashlib.blake2b(os.fsencode(self._folder), digest_size=8).hexdigest()
        self._state = f"watch/{word}"
        self._seen: dict[str, tuple[int, int]] = {}
        # Names are told as text; some are none.
        self._paths: dict[str, Path] = {}
        self._failures: dict[str, tuple[int, float]] = {}
        self._unavailable = False

    @property
    def path(self) -> Path:
        """The folder."""
        return self._folder

    @property
    def origin(self) -> str:
        """Who its proposals come from, as the review tells it."""
        home = Path.home()
        inside = self._folder.is_relative_to(home) and self._folder != home
        shown = f"~/{self._folder.relative_to(home)}" if inside else str(self._folder)
        return f"watch: {shown}"

    def journal(self) -> list[Entry]:
        """What happened to each file, the latest last."""
        state = self._desk.memory.read_state(self._state)
        entries = state.get("files", []) if isinstance(state, dict) else []
        return [_entry(each) for each in entries if isinstance(each, dict)]

    def due(self) -> list[str]:
        """The files that are new or grew and have rested since, by name within the folder.

        What failed is due again after a minute, and after twice as long each further time.
        """
        done = {entry.file: entry.stamp for entry in self.journal()}
        now = self._clock().timestamp()
        seen, self._seen = self._seen, dict(self._files())
        # A file from a clock that goes ahead rests too, once two looks found it the same.
        return [
            name
            for name, stamp in self._seen.items()
            if stamp != done.get(name)
            and now >= self._failures.get(name, (0, 0.0))[1]
            and (now - stamp[0] / 1e9 >= self._quiet or seen.get(name) == stamp)
        ]

    def follow(
        self, stop: threading.Event, told: Callable[[Entry], None], *, every: float = _LOOK
    ) -> None:
        """Read what is due, now and whenever something changes, until stopped.

        Args:
            stop: Ends it, within a moment also while something is being read.
            told: Told of each file; what goes on failing for one reason is told once.
            every: After so many seconds it looks again in any case.

        Raises:
            MemtuiError: `MEMORY_BUSY` when another process follows this folder.
        """
        said = ""
        with self._alone():
            for _ in changes(self._folder, stop, every=every):
                for name in self.due():
                    entry = None if stop.is_set() else self.read(name, stop.is_set)
                    if entry is None:
                        return
                    if entry.outcome != "failed" or entry.why != said:
                        told(entry)
                    said = entry.why if entry.outcome == "failed" else ""
                    if self._unavailable:
                        # It would be so for the others too; they are due as before.
                        break

    @contextmanager
    def _alone(self) -> Iterator[None]:
        from filelock import FileLock, Timeout

        index = index_folder(self._desk.memory.folder)
        lock = FileLock(index / f"{self._state.replace('/', '-')}.lock", timeout=0)
        try:
            lock.acquire()
        except Timeout:
            raise MemtuiError(
                Code.MEMORY_BUSY,
                f"Another memtui watches {self._folder} for this memory already.",
                "End it first, or leave it to that one.",
            ) from None
        try:
            yield
        finally:
            lock.release()

    def read(self, name: str, stopped: Callable[[], bool] = lambda: False) -> Entry | None:
        """Read one file and have what it says wait; the journal tells what came of it.

        `None` when it was stopped in between: it is due again then.
        """
        path = self._paths.get(name, self._folder / name)
        self._unavailable = False
        try:
            status = path.stat()
            stamp = (status.st_mtime_ns, status.st_size)
        except OSError as error:
            return self._write(self._told(name, "skipped", error.strerror or str(error)))
        try:
            read = asyncio.run(_unless(stopped, self._read(name, path)))
            if read is None:
                return None
            entry = read
        except MemtuiError as error:
            told = f"{error.message} {error.hint}".rstrip()
            self._unavailable = error.code is Code.EXTRACTOR_UNAVAILABLE
            # A file that may not be read or lies on a disk that is away tells no change later.
            if error.code in _PASSING or isinstance(error.__context__, OSError):
                return self._write(self._told(name, "failed", told))
            entry = self._told(name, "skipped", told)
        # What grew meanwhile is due again.
        finished = entry.outcome != "failed"
        return self._write(replace(entry, stamp=stamp if finished else None))

    async def _read(self, name: str, path: Path) -> Entry:
        settings = self._desk.memory.settings.me
        zone = ZoneInfo(settings.time_zone) if settings.time_zone else None
        collection = Collection.of([path], Person(settings.names, zone))
        marks = self._desk.read_before.marks()
        conversations = proposals = 0
        notes: dict[str, None] = {}
        failed = ""
        for found in collection:
            conversation = found.conversation
            mark = marks.of(conversation, by_model=not self._plainly)
            if mark and mark.turns == len(conversation.turns):
                continue
            if has_nobody(conversation):
                notes["nobody in it is known to be you (add your name under [me])"] = None
                continue
            if mark:
                conversation = replace(conversation, read_before=mark.turns)
            source = f"conversation: {collection.source_of(found.place)}"
            made, wrong = await self._propose(conversation, source)
            failed = failed or wrong
            conversations += 1
            proposals += made
        told = "; ".join([*notes, *([failed] if failed else [])])
        if not conversations:
            return self._told(name, "skipped", told or "nothing new in it")
        outcome = "failed" if failed else "read"
        return replace(
            self._told(name, outcome, told), conversations=conversations, proposals=proposals
        )

    async def _propose(self, conversation: Conversation, source: str) -> tuple[int, str]:
        """Have a conversation read; how many proposals wait, and what of it could not be read."""
        desk = self._desk
        refuse_when_full(desk)
        partial = self._partial()
        if conversation.id not in partial and any(
            _is_of(each.items, conversation) for each in desk.reviews() if each.origin
        ):
            # Whoever read it was ended before it could be marked as read.
            desk.was_read(conversation, source, plainly=self._plainly)
            return 0, ""
        found = await read_unattended(desk, conversation, self._extractor, whole=True)
        failed = "; ".join(found.account.failed) if found.account else ""
        with adding(desk):
            new = new_of(desk, source, found.proposals)
            fit = new[: room(desk.reviews())]
            if len(fit) < len(new):
                self._note_partial({*partial, conversation.id})
                more = count(len(new) - len(fit), "more proposal")
                failed = f"{more} found no room; it is read again once others are reviewed"
            if fit:
                desk.begin_review(conversation, source, fit, found.left_out, origin=self.origin)
        if not failed:
            desk.was_read(conversation, source, plainly=self._plainly)
            if conversation.id in partial:
                self._note_partial(partial - {conversation.id})
        return len(fit), failed

    def _partial(self) -> set[str]:
        """The conversations of which a part waits and the rest found no room yet."""
        state = self._desk.memory.read_state(self._state)
        return set(state.get("partial", [])) if isinstance(state, dict) else set()

    def _note_partial(self, conversations: set[str]) -> None:
        self._put({"partial": sorted(conversations)})

    def _put(self, changed: dict[str, Any]) -> None:
        before = self._desk.memory.read_state(self._state)
        value = {"folder": str(self._folder), **(before if isinstance(before, dict) else {})}
        self._desk.memory.write_state(self._state, {**value, **changed})

    def _told(self, name: str, outcome: str, why: str = "") -> Entry:
        return Entry(name, self._clock().isoformat(timespec="seconds"), outcome, why)

    def _write(self, entry: Entry) -> Entry:
        if entry.stamp:
            self._failures.pop(entry.file, None)
        else:
            times = self._failures.get(entry.file, (0, 0.0))[0]
            wait = min(_WAIT * 2**times, _LONGEST_WAIT)
            self._failures[entry.file] = (times + 1, self._clock().timestamp() + wait)
        others = [each for each in self.journal() if each.file != entry.file]
        entries = [*others, entry][-_ENTRIES:]
        self._put({"files": [asdict(each) for each in entries]})
        return entry

    def _files(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """Regular files below the folder with what tells whether they changed."""
        for where, folders, names in os.walk(self._folder):
            folders[:] = sorted(each for each in folders if not each.startswith("."))
            for name in sorted(names):
                path = Path(where) / name
                if name.startswith(".") or name.endswith(_UNFINISHED) or path.is_symlink():
                    continue
                try:
                    status = path.stat()
                except OSError:
                    continue
                if path.is_file():
                    relative = os.fsencode(path.relative_to(self._folder)).decode(errors="replace")
                    self._paths[relative] = path
                    yield relative, (status.st_mtime_ns, status.st_size)


async def _unless(stopped: Callable[[], bool], reading: Coroutine[Any, Any, Entry]) -> Entry | None:
    """What reading gives, unless it is stopped before it ends."""
    task = asyncio.ensure_future(reading)
    while not (await asyncio.wait({task}, timeout=_MOMENT))[0]:
        if stopped():
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
            return None
    return task.result()


def watched(desk: Desk, clock: Callable[[], datetime]) -> list[Folder]:
    """The folders that the memory's settings name, as far as they are there.

    Raises:
        MemtuiError: `NO_EXTRACTOR`, when there is one to be read.
    """
    settings = desk.memory.settings
    paths = [Path(each).expanduser() for each in settings.watch.folders]
    return [
        Folder(
            desk,
            path,
            desk.extractor(),
            plainly=settings.extractor.kind == "plain",
            quiet=settings.watch.quiet,
            clock=clock,
        )
        for path in paths
        if path.is_dir()
    ]


def _is_of(items: Any, conversation: Conversation) -> bool:
    return any(item.proposal.origin.conversation == conversation.id for item in items)


def _entry(value: dict[str, Any]) -> Entry:
    stamp = value.get("stamp")
    return Entry(
        str(value.get("file", "")),
        str(value.get("on", "")),
        str(value.get("outcome", "")),
        str(value.get("why", "")),
        int(value.get("conversations", 0)),
        int(value.get("proposals", 0)),
        (int(stamp[0]), int(stamp[1])) if stamp else None,
    )
