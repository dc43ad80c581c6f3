"""A watched folder: conversations in it are read when they rest, and what they say waits.

Nothing is kept by itself. For each file a journal says what happened; it and the marks of what was
read are written only after the proposals are, so that whoever is ended in between proposes nothing
twice and loses nothing.
"""

import asyncio
import os
import stat
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from memtui.conversations.collection import Collection
from memtui.conversations.conversation import Conversation
from memtui.conversations.listing import has_nobody
from memtui.conversations.reading import Person
from memtui.desk.desk import Desk
from memtui.desk.journal import Entry, Journal
from memtui.desk.queue import new_of
from memtui.desk.room import adding, refuse_when_full, room
from memtui.desk.telling import count
from memtui.desk.unattended import read_unattended
from memtui.errors import Code, MemtuiError
from memtui.extract.extractor import Extractor
from memtui.store.places import index_folder
from memtui.store.watching import changes

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


# What is so for every file: the others are not tried.
_FOR_ALL = (Code.EXTRACTOR_UNAVAILABLE, Code.QUEUE_FULL)


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
        self._journal = Journal(desk.memory, self._folder)
        self._seen: dict[str, tuple[int, int]] = {}
        # Names are told as text; some are none.
        self._paths: dict[str, Path] = {}
        self._closed: dict[str, MemtuiError] = {}
        self._failures: dict[str, tuple[int, float]] = {}
        self.blocked = False
        """Whether what kept the last file from being read would keep the others from it too."""

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
        return self._journal.entries()

    def due(self) -> list[str]:
        """The files that are new or grew and have rested since, by name within the folder.

        What failed is due again after a minute, and after twice as long each further time. Folders
        that cannot be looked into are among them, with a slash at their end.
        """
        journal = self.journal()
        done = {entry.file: entry.stamp for entry in journal}
        now = self._clock().timestamp()
        seen, self._seen = self._seen, dict(self._files())
        self._journal.drop(
            each.file for each in journal if each.is_folder and each.file not in self._seen
        )
        # A file from a clock that goes ahead rests too, once two looks found it the same.
        return [
            name
            for name, stamp in self._seen.items()
            if stamp != done.get(name)
            and now >= self._failures.get(name, (0, 0.0))[1]
            and (
                now - stamp[0] / 1e9 >= self._quiet
                or seen.get(name) == stamp
                or name in self._closed
            )
        ]

    def look(self, stopped: Callable[[], bool] = lambda: False) -> Iterator[Entry]:
        """Read what is due now, one file after the other, until something is so for all of them."""
        for name in self.due():
            entry = None if stopped() else self.read(name, stopped)
            if entry is None:
                return
            yield entry
            if self.blocked:
                # It would be so for the others too; they are due as before.
                return

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
                for entry in self.look(stop.is_set):
                    if entry.outcome != "failed" or entry.why != said:
                        told(entry)
                    said = entry.why if entry.outcome == "failed" else ""
                if stop.is_set():
                    return

    @contextmanager
    def _alone(self) -> Iterator[None]:
        from filelock import FileLock, Timeout

        index = index_folder(self._desk.memory.folder)
        lock = FileLock(index / f"{self._journal.name.replace('/', '-')}.lock", timeout=0)
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
        self.blocked = False
        if name in self._closed:
            entry = self._told(name, "failed", str(self._closed[name]))
            return self._write(replace(entry, stamp=self._seen.get(name)))
        path = self._paths.get(name, self._folder / name)
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
            self.blocked = error.code in _FOR_ALL
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
        reviews = desk.reviews()
        refuse_when_full(reviews)
        partial = self._journal.partial
        if conversation.id not in partial and any(
            _is_of(each.items, conversation) for each in reviews if each.origin
        ):
            # Whoever read it was ended before it could be marked as read.
            desk.was_read(conversation, source, plainly=self._plainly)
            return 0, ""
        found = await read_unattended(desk, conversation, self._extractor, whole=True)
        failed = "; ".join(found.account.failed) if found.account else ""
        with adding(desk):
            reviews = desk.reviews()
            new = new_of(desk, source, found.proposals, reviews)
            fit = new[: room(reviews)]
            if len(fit) < len(new):
                self._journal.partial = {*partial, conversation.id}
                more = count(len(new) - len(fit), "more proposal")
                failed = f"{more} found no room; it is read again once others are reviewed"
            if fit:
                desk.begin_review(conversation, source, fit, found.left_out, origin=self.origin)
        if not failed:
            desk.was_read(conversation, source, plainly=self._plainly)
            self._journal.partial = partial - {conversation.id}
        return len(fit), failed

    def _told(self, name: str, outcome: str, why: str = "") -> Entry:
        return Entry(name, self._clock().isoformat(timespec="seconds"), outcome, why)

    def _write(self, entry: Entry) -> Entry:
        if entry.stamp:
            self._failures.pop(entry.file, None)
        else:
            times = self._failures.get(entry.file, (0, 0.0))[0]
            wait = min(_WAIT * 2**times, _LONGEST_WAIT)
            self._failures[entry.file] = (times + 1, self._clock().timestamp() + wait)
        self._journal.add(entry)
        return entry

    def _files(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """Regular files below the folder with what tells whether they changed."""
        self._closed.clear()
        troubles: list[OSError] = []
        for where, folders, names in os.walk(self._folder, onerror=troubles.append):
            folders[:] = sorted(each for each in folders if not each.startswith("."))
            for name in sorted(names):
                path = Path(where) / name
                if name.startswith(".") or name.endswith(_UNFINISHED):
                    continue
                try:
                    status = path.lstat()
                except FileNotFoundError:
                    continue
                except OSError as error:
                    # A folder whose names may be read, but none of its files.
                    troubles.append(OSError(error.errno, error.strerror, where))
                    break
                if stat.S_ISREG(status.st_mode):
                    relative = self._name(path)
                    self._paths[relative] = path
                    yield relative, (status.st_mtime_ns, status.st_size)
        for trouble in troubles:
            if isinstance(trouble, FileNotFoundError) and trouble.filename != str(self._folder):
                continue
            name = f"{self._name(Path(trouble.filename))}/"
            self._closed[name] = closed(trouble)
            yield name, _stamp_of_folder(trouble.filename)

    def _name(self, path: Path) -> str:
        return os.fsencode(path.relative_to(self._folder)).decode(errors="replace")


def closed(trouble: OSError) -> MemtuiError:
    """The error of a folder that cannot be looked into."""
    return MemtuiError(
        Code.CONVERSATION_UNREADABLE,
        f"The folder cannot be read ({trouble.strerror or trouble}).",
        "Allow reading it, or take it out of what is watched.",
    )


def _stamp_of_folder(path: str) -> tuple[int, int]:
    try:
        status = Path(path).stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_ctime_ns


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


def _is_of(items: Any, conversation: Conversation) -> bool:
    return any(item.proposal.origin.conversation == conversation.id for item in items)
