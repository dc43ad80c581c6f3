"""Pick conversations of a file, folder or zip; the list fills while it is read."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import monotonic, sleep
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static
from textual.worker import get_current_worker

from memtui.conversations.collection import Collection, Found
from memtui.conversations.listing import Listed, has_nobody
from memtui.conversations.tally import tally
from memtui.desk.desk import Desk
from memtui.desk.listing import listed_for
from memtui.desk.telling import count, day
from memtui.errors import MemtuiError
from memtui.facts.text import fold, visible
from memtui.tui.cells import left, right
from memtui.tui.commands import Command, bindings
from memtui.tui.picks import Picks
from memtui.tui.screens.list_screen import MOVES
from memtui.tui.screens.way import Saying, WayScreen
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList
from memtui.tui.widgets.path_input import FilterInput

# Between two batches: short at first, so that there is something to look at.
_FIRST_PAUSE, _PAUSE = 0.05, 0.3
# So that a key never waits for the thread that reads.
_BREATH, _EVERY = 0.002, 0.02
_TITLE_CELLS = 40
_TOLD = 3


@dataclass(frozen=True, slots=True)
class Row:
    """A conversation in the list, and the text that a filter looks at."""

    listed: Listed
    text: str
    nobody: bool


class PickScreen(WayScreen):
    """Lists conversations, the newest first: day, turns, what is new, title, first words.

    Args:
        desk: The desk.
        collection: Where they are.
        found: They themselves, as they come.
        where: What was opened, so that what was picked there is picked again another time.
    """

    OFFERS = (
        Command("go", "enter", "Look at it, or read what is picked", "Pick", hint="go on"),
        Command("pick", "space", "Pick it, or not", "Pick", hint="pick"),
        Command("look", "right,l", "Look at this conversation", "Pick", hint="look"),
        Command("filter", "slash,i", "Filter by title, words or day", "Pick", hint="filter"),
        Command("new", "n", "Only those with something new", "Pick", hint="only new"),
        Command("all", "a", "Pick all that are shown, or none", "Pick", hint="all"),
        Command("back", "escape,q,left,h", "Back to the files", "Pick", hint="back"),
        *MOVES,
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("pick", OFFERS)]
    AUTO_FOCUS = "#conversations"

    class Came(Message):
        """Some more conversations."""

        def __init__(self, rows: Sequence[Row]) -> None:
            super().__init__()
            self.rows = rows

    class Ended(Message):
        """All was read, or why no more of it can be."""

        def __init__(self, error: MemtuiError | None) -> None:
            super().__init__()
            self.error = error

    def __init__(
        self, desk: Desk, collection: Collection, found: Iterator[Found], where: str = ""
    ) -> None:
        super().__init__()
        self.desk = desk
        self.collection = collection
        self.found = found
        self.picks = Picks(desk.memory, where)
        self.rows: list[Row] = []
        """All, in the order in which they came."""
        self.order: list[int] = []
        """Their places, the newest first."""
        self.picked: dict[int, None] = {}
        self.looked_at: dict[int, None] = {}
        """What may have been read since the list was drawn."""
        self.reading = True
        self.only_new = False
        self._saved = frozenset[str]()
        self._drawn: dict[int, tuple[bool, Line]] = {}

    def compose(self) -> ComposeResult:
        """The title, the filter, the list, what was not read, the keys."""
        yield Static(id="title", markup=False)
        yield FilterInput(placeholder="/ filter", id="titles")
        yield LineList(id="conversations")
        yield Saying(id="tally")
        yield Saying(id="said")
        yield Hints()

    def on_mount(self) -> None:
        """Begin to read."""
        self._head()
        self._read()

    def on_unmount(self) -> None:
        """Read no further."""
        self.workers.cancel_node(self)

    def on_screen_resume(self) -> None:
        """See what was read meanwhile."""
        if self.looked_at:
            self._look_again(tuple(self.looked_at))
            self.looked_at.clear()

    @work(name="see what was read", group="marks", exclusive=True)
    async def _look_again(self, places: tuple[int, ...]) -> None:
        try:
            rows = await asyncio.to_thread(self._rows_anew, places)
        except MemtuiError as error:
            self.query_one("#said", Saying).tell(error)
            return
        if not self.query("#title"):
            # The person has gone on, and the screen is being taken down.
            return
        for place, row in zip(places, rows, strict=True):
            self.rows[place] = row
            self._drawn.pop(place, None)
            if row.listed.read_on and not row.listed.new:
                self.picked.pop(place, None)
        self._head()
        self._list()

    def _rows_anew(self, places: tuple[int, ...]) -> list[Row]:
        marks = self.desk.read_before.marks()
        rows = []
        for place in places:
            before = self.rows[place]
            one = before.listed
            mark = marks.of(self.collection.read(one.place, one.id))
            read, on = (mark.turns, mark.on) if mark else (0, None)
            rows.append(replace(before, listed=replace(one, read=read, read_on=on)))
        return rows

    @work(name="list conversations", group="listing", thread=True)
    def _read(self) -> None:
        worker, error = get_current_worker(), None
        marks = self.desk.read_before.marks()
        self._saved = self.picks.saved()
        batch: list[Row] = []
        pause, sent, rested = _FIRST_PAUSE, monotonic(), monotonic()
        try:
            for found in self.found:
                if worker.is_cancelled:
                    return
                one = listed_for(marks, self.collection, found)
                batch.append(_row(one, nobody=has_nobody(found.conversation)))
                now = monotonic()
                if now - sent > pause:
                    self.post_message(self.Came(batch))
                    batch, sent, pause = [], now, _PAUSE
                if now - rested > _EVERY:
                    sleep(_BREATH)
                    rested = monotonic()
        except MemtuiError as problem:
            error = problem
        self.post_message(self.Came(batch))
        self.post_message(self.Ended(error))

    @on(Came)
    def _came(self, event: Came) -> None:
        first = len(self.rows)
        self.rows.extend(event.rows)
        for place in range(first, len(self.rows)):
            if self.rows[place].listed.id in self._saved:
                self.picked[place] = None
        self.order = sorted(range(len(self.rows)), key=self._age)
        self._head()
        self._list(keep_top=True)

    @on(Ended)
    def _ended(self, event: Ended) -> None:
        self.reading = False
        self._head()
        if event.error:
            self.query_one("#tally", Saying).tell(event.error)
        else:
            self.query_one("#tally", Saying).say("\n".join(_tally(self.collection)))

    def _age(self, place: int) -> tuple[int, int, int]:
        return *self.rows[place].listed.age, place

    def _head(self) -> None:
        formats = self.collection.formats
        format_ = self.collection.format if len(formats) < 2 else f"{len(formats)} formats"
        parts = [visible(self.collection.name), format_]
        parts.append(count(len(self.rows), "conversation"))
        if self.picked:
            parts.append(f"{len(self.picked):,} picked")
        if self.reading:
            size = max(1, self.collection.size)
            parts.append(f"reading… {min(99, 100 * self.collection.done // size)} %")
        self.query_one("#title", Static).update(Content(" · ".join(filter(None, parts))))

    @on(Input.Changed)
    def _filtered(self, event: Input.Changed) -> None:
        self._list()

    @on(Input.Submitted)
    @on(FilterInput.Left)
    def _to_list(self) -> None:
        self.query_one(LineList).focus()

    @on(LineList.Clicked)
    def _clicked(self, event: LineList.Clicked) -> None:
        if event.again:
            self.action_look()

    def _list(self, *, keep_top: bool = False) -> None:
        """Show what the filter lets through; while the cursor is at the top, it stays there."""
        words = fold(self.query_one(FilterInput).value).split()
        conversations = self.query_one(LineList)
        shown = [place for place in self.order if self._is_wanted(self.rows[place], words)]
        lines = [self._line(place) for place in shown]
        top = keep_top and conversations.place == 0 and shown
        empty = "no match" if self.rows else "reading…" if self.reading else "nothing here"
        conversations.show(
            lines or [Line(((empty, "dim"),))], shown[0] if top else conversations.cursor
        )

    def _line(self, place: int) -> Line:
        """The line of a conversation, drawn only once: there may be thousands."""
        picked = place in self.picked
        drawn = self._drawn.get(place)
        if drawn is None or drawn[0] is not picked:
            drawn = self._drawn[place] = picked, _line(self.rows[place], place, picked)
        return drawn[1]

    def _is_wanted(self, row: Row, words: Sequence[str]) -> bool:
        if self.only_new and not row.listed.new:
            return False
        return all(word in row.text for word in words)

    def action_pick(self) -> None:
        """Pick the conversation under the cursor, or not, and go to the next."""
        conversations = self.query_one(LineList)
        place = conversations.cursor
        if place is None:
            return
        if place in self.picked:
            del self.picked[place]
        else:
            self.picked[place] = None
        self._head()
        self._list()
        conversations.action_move(1)

    def action_all(self) -> None:
        """Pick all that are shown; when they are, none of them."""
        shown = self.query_one(LineList).items
        if all(place in self.picked for place in shown):
            for place in shown:
                self.picked.pop(place, None)
        else:
            self.picked.update(dict.fromkeys(shown))
        self._head()
        self._list()

    def action_new(self) -> None:
        """Show only what has turns that were not read yet, or all."""
        self.only_new = not self.only_new
        self._list()
        shown = "only what is new is shown" if self.only_new else "all is shown"
        self.query_one("#said", Saying).say(shown)

    def action_go(self) -> None:
        """Go on with what is picked, or look at what is under the cursor."""
        if len(self.picked) < 2:
            self._look(next(iter(self.picked), self.query_one(LineList).cursor))
            return
        self._go()

    def _go(self) -> None:
        from memtui.tui.screens.read_several import ReadSeveralScreen

        # The oldest first, as they were said.
        self.looked_at.update(self.picked)
        chosen = [self.rows[place] for place in reversed(self.order) if place in self.picked]
        self.app.push_screen(ReadSeveralScreen(self.desk, self.collection, chosen, self.picks))

    def action_look(self) -> None:
        """Look at the conversation under the cursor."""
        self._look(self.query_one(LineList).cursor)

    @work(name="fetch a conversation", group="fetch", exclusive=True)
    async def _look(self, place: int | None) -> None:
        from memtui.tui.screens.preview import PreviewScreen

        if place is None:
            return
        row = self.rows[place].listed
        try:
            opened = await asyncio.to_thread(self.collection.opened, row.place, row.id)
        except MemtuiError as error:
            self.query_one("#said", Saying).tell(error)
            return
        self.query_one("#said", Saying).say("")
        self.looked_at[place] = None
        self.app.push_screen(PreviewScreen(self.desk, opened, opened.conversations[0]))

    def action_filter(self) -> None:
        """Type a filter."""
        self.query_one(FilterInput).focus()

    def action_back(self) -> None:
        """From the filter to the list; from the list back."""
        if self.query_one(FilterInput).has_focus or self.query_one(FilterInput).value:
            self.query_one(FilterInput).value = ""
            self._to_list()
        else:
            self.dismiss()


def _row(one: Listed, *, nobody: bool) -> Row:
    days = " ".join(f"{each} {day(each)}" for each in {one.started, one.ended} if each)
    return Row(one, fold(f"{one.title} {one.words} {days}"), nobody)


def _line(row: Row, place: int, picked: bool) -> Line:
    one = row.listed
    last = day(one.ended) if one.ended else ""
    state = "" if not one.read_on else f"{one.new:,} new" if one.new else "read"
    title = visible(one.title) or "(no title)"
    return Line(
        (
            ("[x] " if picked else "[ ] ", "accent" if picked else "dim"),
            (right(last, 11) + "  ", "dim"),
            (right(f"{one.turns:,}", 5) + "  ", "dim"),
            (right(state, 6) + "  ", "accent" if one.new else "dim"),
            (left(title, _TITLE_CELLS).rstrip() + "  ", "dim" if state == "read" else "plain"),
            (visible(one.words), "dim"),
        ),
        place,
    )


def _tally(collection: Collection) -> list[str]:
    """What was left out, and what was not read at all."""
    lines = list(collection.warnings[:_TOLD])
    if collection.left_out:
        lines.append(f"left out: {tally(collection.left_out, most=6)}")
    if collection.unread:
        told = "; ".join(each.error.message.rstrip(".") for each in collection.unread[:_TOLD])
        more = len(collection.unread) - _TOLD
        lines.append(f"not read: {told}" + (f"; and {more:,} more files" if more > 0 else ""))
    return lines
