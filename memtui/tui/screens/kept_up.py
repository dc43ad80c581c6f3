"""A screen about the open memory that is kept up to date: by whomever that is changed.

It begins with the first frame; what is read is shown by those who extend it.
"""

import asyncio
import gc
import threading
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, cast

from textual import on, work
from textual.message import Message

from memtui.desk.desk import Desk
from memtui.errors import MemtuiError
from memtui.facts.text import visible
from memtui.store.memory import Memory
from memtui.store.progress import Doing, Stopped
from memtui.tui.following import Following
from memtui.tui.listing import Order
from memtui.tui.screens.fitted import FittedScreen
from memtui.tui.seeing import Seen, look

if TYPE_CHECKING:
    from memtui.tui.app import MemtuiApp


_TOLD_EVERY = 2_000  # notes: a few times a second


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a reading is asked for."""

    scan: bool = False
    select: str = ""


class KeptUpScreen(FittedScreen[None]):
    """Reads the memory when it is asked to, and when others changed notes or settings."""

    class NotesChanged(Message):
        """Somebody changed notes or settings on disk."""

    class CameOn(Message):
        """The first look at a memory came so far."""

        def __init__(self, doing: Doing, done: int, of: int) -> None:
            super().__init__()
            self.doing = doing
            self.done = done
            self.of = of

    class FileRead(Message):
        """A conversation in a watched folder was read, or could not be."""

        def __init__(self, line: str) -> None:
            super().__init__()
            self.line = line

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.seen: Seen | None = None
        self.order = Order.SUBJECT
        self._wanted: _Wanted | None = None
        self._at_rest = asyncio.Event()
        self._at_rest.set()
        self._away = False
        self._stop = threading.Event()
        self._following: Following | None = None

    @property
    def memtui(self) -> "MemtuiApp":
        """The app, by its own type."""
        return cast("MemtuiApp", self.app)

    def change_to(self, desk: Desk) -> None:
        """Have to do with another memory from now on, of which nothing is seen yet."""
        self._stop.set()
        self._unfollow()
        self._stop = threading.Event()
        self.desk = desk
        self.seen = None
        self.order = Order.SUBJECT

    def _show(self, seen: Seen, select: str) -> None:
        """Show what was read, and put the cursor on a fact if one is named."""
        raise NotImplementedError

    def _after_first_frame(self) -> None:
        if not gc.isenabled():
            gc.freeze()
            gc.enable()
        self.read(scan=True)
        if self.memtui.watching:
            self._watch(self.desk.memory, self._stop)
            self._follow()

    def on_unmount(self) -> None:
        """Stop watching the folder."""
        self._stop.set()
        self._unfollow()

    def _follow(self) -> None:
        """Have the folders read that the memory's settings name."""
        self._following = Following(self.desk, self._told_of_file)
        try:
            self._following.start()
        except MemtuiError as error:
            self.memtui.complain(error)

    def _unfollow(self) -> None:
        if self._following:
            self._following.close()
            self._following = None

    def _told_of_file(self, line: str) -> None:
        """A watched file was read; called in another thread."""
        self.post_message(self.FileRead(visible(line)))

    @on(FileRead)
    def _file_read(self, event: FileRead) -> None:
        self.memtui.tell(event.line)

    # Reading the memory

    def read(self, *, scan: bool = False, select: str = "") -> None:
        """Have the memory read again; what is asked while that goes on makes one more reading.

        The next key is about what is shown then, unless this only looks for what others changed.

        Args:
            scan: Look first for notes that others changed.
            select: The fact to put the cursor on; else it stays.
        """
        before = self._wanted or _Wanted()
        self._wanted = _Wanted(scan or before.scan, select or before.select)
        if self._at_rest.is_set():
            self._at_rest.clear()
            self._read()
        if select or not scan:
            self._reach()

    @work(name="come to what is shown", group="shown")
    async def _reach(self) -> None:
        """The next key waits for it."""
        await self._at_rest.wait()

    @work(name="read the memory", group="reading")
    async def _read(self) -> None:
        try:
            while self._wanted is not None:
                wanted, desk, self._wanted = self._wanted, self.desk, None
                order, before = self.order, self.seen
                told = partial(self._come_on, self._stop, before is None)
                try:
                    seen = await asyncio.to_thread(
                        look, desk, scan=wanted.scan, order=order, before=before, progress=told
                    )
                except Stopped:
                    continue
                if desk is self.desk:
                    self._show(seen, wanted.select)
                    if wanted.scan:
                        self.memtui.memory_changed.publish(None)
        except MemtuiError as error:
            self.memtui.complain(error)
        finally:
            self._at_rest.set()

    def _come_on(
        self, stop: threading.Event, first: bool, doing: Doing, done: int, of: int
    ) -> None:
        """Told how far a look is; called in another thread."""
        if stop.is_set():
            raise Stopped
        if first and done % _TOLD_EVERY == 0:
            self.post_message(self.CameOn(doing, done, of))

    @work(thread=True, name="watch the notes", group="watching")
    def _watch(self, memory: Memory, stop: threading.Event) -> None:
        for _ in memory.watch(stop):
            self.post_message(self.NotesChanged())

    @on(NotesChanged)
    def _notes_changed(self) -> None:
        self.read(scan=True)

    def on_screen_suspend(self) -> None:
        """Another screen may change the memory."""
        self._away = True

    def on_screen_resume(self) -> None:
        """Show what other screens changed."""
        if self._away:
            self._away = False
            self.read()
