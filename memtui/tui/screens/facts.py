"""The facts of a memory on a screen: the list, the filter, and what is known of one fact.

The main screen adds what a person can do with them.
"""

import asyncio
import threading
from typing import TYPE_CHECKING, cast

from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input, Static

from memtui.desk.desk import Desk
from memtui.desk.telling import count
from memtui.errors import MemtuiError
from memtui.tui.describing import in_brief, in_full
from memtui.tui.listing import NOTHING, matches_in_history
from memtui.tui.seeing import Seen, look
from memtui.tui.widgets.bar import Bar
from memtui.tui.widgets.detail import Detail
from memtui.tui.widgets.fact_list import FactList
from memtui.tui.widgets.hints import Hints

if TYPE_CHECKING:
    from memtui.tui.app import MemtuiApp

FIRST_FRAME = 300
_SETTLED = 0.06  # seconds the cursor rests before all about a fact is read
_EMPTY = (
    "",
    "This memory is empty.",
    "a  add a fact by hand",
    "o  open a conversation and choose what to keep of it",
    "?  all keys",
)


class FactsScreen(Screen[None]):
    """The facts of the open memory."""

    AUTO_FOCUS = "FactList"

    class NotesChanged(Message):
        """Somebody changed notes or settings on disk."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.seen: Seen | None = None
        self.facts = FactList()
        self._header = Bar()
        self._state = Static("", id="state", markup=False)
        self._notice = Static("", id="notice", markup=False)
        self._one_reading = asyncio.Lock()
        self._one_change = asyncio.Lock()
        self._away = False
        self._stop = threading.Event()

    @property
    def memtui(self) -> "MemtuiApp":
        """The app, by its own type."""
        return cast("MemtuiApp", self.app)

    def compose(self) -> ComposeResult:
        """The header, the filter, the list with what is known of a fact, what waits, the keys."""
        yield self._header
        with Horizontal(id="filter"):
            yield Static("/ ", markup=False)
            yield Input(placeholder="filter", compact=True, select_on_focus=False)
            yield self._state
        with Horizontal(id="body"):
            yield self.facts
            yield Detail("beside")
        yield Detail("below")
        yield self._notice
        yield Hints()

    def on_mount(self) -> None:
        """Show the memory."""
        self.show_memory(self.desk)

    def show_memory(self, desk: Desk) -> None:
        """Show the first facts of a memory at once; the rest follows the first frame."""
        self._stop.set()
        self._stop = threading.Event()
        self.desk = desk
        self.seen = None
        self.query_one(Input).value = ""
        self.facts.set_listing(NOTHING)
        self.facts.empty = ("", "Reading the notes…")
        self.facts.set_rows(desk.memory.rows(limit=FIRST_FRAME))
        self._tell_state()
        self.call_after_refresh(self._after_first_frame)

    def _after_first_frame(self) -> None:
        self.read(scan=True)
        if self.memtui.watching:
            self._watch()

    def on_unmount(self) -> None:
        """Stop watching the folder."""
        self._stop.set()

    # Reading the memory

    @work(name="read the memory", group="reading")
    async def read(self, *, scan: bool = False, select: str | None = None) -> None:
        """Read the memory again and show it; the cursor stays, or goes to a fact."""
        desk = self.desk
        async with self._one_reading:
            try:
                seen = await asyncio.to_thread(look, desk, scan=scan)
            except MemtuiError as error:
                self.memtui.complain(error)
                return
            if desk is not self.desk:
                return
            self.seen = seen
            self.facts.empty = () if seen.listing.rows else _EMPTY
            self.facts.set_listing(seen.listing)
            for notice in seen.notices:
                self.memtui.tell(notice)
            if select is not None:
                self.go_to(select)
            self._tell_state()

    @work(thread=True, name="watch the notes", group="watching")
    def _watch(self) -> None:
        from memtui.store.watching import watch

        stop = self._stop
        for _ in watch(self.desk.memory.folder, stop):
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

    def go_to(self, fact_id: str) -> None:
        """Put the cursor on a fact, whatever has to be shown for it."""
        if self.facts.reveal(fact_id):
            return
        if self.facts.words:
            self.query_one(Input).value = ""
            self.facts.filter("")
        if not self.facts.reveal(fact_id) and fact_id in self.facts.listing.places:
            self.facts.show_history(True)
            self.facts.select(fact_id)

    # What stands around the list

    def _tell_state(self) -> None:
        seen = self.seen
        numbers = ""
        if seen is not None:
            numbers = count(seen.current, "fact")
            if self.facts.words:
                numbers = f"{self.facts.shown_facts:,} of {numbers}"
            numbers += f" · {count(seen.subjects, 'subject')}"
        title = Content.assemble(("memtui", "bold $accent"), f" · {self.desk.memory.name}")
        self._header.show(title, Content.styled(numbers, "$text-muted"))
        state = f"history: {'on' if self.facts.history else 'off'}"
        if self.facts.words and not self.facts.history:
            more = matches_in_history(self.facts.listing, self.facts.words)
            state = f"{count(more, 'more', 'more')} in history · H" if more else state
        self._state.update(Content.styled(state, "$text-muted"))
        waiting = []
        if seen is not None and seen.reviews:
            waiting.append(f"{count(seen.reviews, 'review')} {_waits(seen.reviews)} · r")
        if seen is not None and seen.unreadable:
            waiting.append(f"{count(seen.unreadable, 'note')} cannot be read · !")
        self._notice.update(Content.styled("   ".join(waiting), "$text-warning"))
        self._notice.display = bool(waiting)
        self.query_one(Hints).refresh()

    @on(FactList.Moved)
    def _moved(self) -> None:
        place = self.facts.place
        below = self.query_one("#below", Detail)
        if below.display and below.size.width:
            width = below.size.width
            below.show(in_brief(place.row, place.earlier, width) if place else [])
        if self.query_one("#beside", Detail).size.width:
            self._read_detail()

    def on_resize(self, event: events.Resize) -> None:
        """What is known of the fact is laid out anew."""
        self.call_after_refresh(self._moved)

    @work(name="read the fact", group="detail", exclusive=True)
    async def _read_detail(self) -> None:
        await asyncio.sleep(_SETTLED)
        beside = self.query_one("#beside", Detail)
        row = self.facts.row
        if row is None:
            beside.show([])
            return
        timeline = await asyncio.to_thread(self.desk.memory.timeline, row.subject, row.attribute)
        fact = next((each for each in timeline if each.id == row.id), None)
        if fact is not None:
            width = beside.size.width
            beside.show(in_full(fact, timeline, width, today=self.desk.memory.today))

    # The filter

    def action_filter(self) -> None:
        """Type into the filter."""
        self.query_one(Input).focus()

    def action_clear(self) -> None:
        """Clear the filter and go back to the list."""
        self.query_one(Input).value = ""
        self.facts.focus()

    @on(Input.Changed)
    def _filtered(self, event: Input.Changed) -> None:
        self.facts.empty = ("", "Nothing here has all these words.", "Esc clears the filter")
        self.facts.filter(event.value)
        self._tell_state()

    @on(Input.Submitted)
    def _left_filter(self) -> None:
        self.facts.focus()

    # Moving

    def action_move(self, by: int) -> None:
        """Move the cursor by facts."""
        self.facts.move(by)

    def action_subject(self, by: int) -> None:
        """Move the cursor to another subject."""
        self.facts.subject(by)

    def action_page(self, by: float) -> None:
        """Move the cursor by a part of the list's height."""
        self.facts.page(by)

    def action_first(self) -> None:
        """Move the cursor to the first fact."""
        self.facts.first()

    def action_last(self) -> None:
        """Move the cursor to the last fact."""
        self.facts.last()


def _waits(number: int) -> str:
    return "waits" if number == 1 else "wait"
