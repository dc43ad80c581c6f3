"""The facts of a memory on a screen: the list, the filter, and what is known of one fact.

The main screen adds what a person can do with them.
"""

import asyncio

from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from memtui.desk.desk import Desk
from memtui.desk.telling import progress_line
from memtui.errors import MemtuiError
from memtui.store.catalog import Row
from memtui.tui.commands import keys_of, offers
from memtui.tui.completing import Completing
from memtui.tui.describing import in_brief, in_full
from memtui.tui.filtering import NOTES, Filter, no_filter, read
from memtui.tui.listing import NOTHING
from memtui.tui.screens.kept_up import KeptUpScreen
from memtui.tui.seeing import Seen
from memtui.tui.state_lines import empty_lines, numbers_line, state_line, waiting_line
from memtui.tui.widgets.detail import Detail
from memtui.tui.widgets.fact_list import FactList
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.two_sided import TwoSided
from memtui.tui.zones import zone_of

FIRST_FRAME = 300
_SETTLED = 0.06  # seconds the cursor rests before all about a fact is read
_READING = "Reading the notes…"
_NO_MATCH = "Nothing here has all this."
_CLEARS = "Esc clears the filter · ? what can be written"


class FactsScreen(KeptUpScreen):
    """The facts of the open memory."""

    AUTO_FOCUS = "FactList"
    NOTES = NOTES

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.facts = FactList()
        self.filter_field = Input(
            placeholder="filter",
            compact=True,
            select_on_focus=False,
            suggester=Completing(lambda: self.facts.listing.rows),
        )
        self._below = Detail("below")
        self._beside = Detail("beside")
        self._hints = Hints()
        self._header = TwoSided()
        self._state = Static("", id="state", markup=False)
        self._notice = Static("", id="notice", markup=False)
        self._notice.display = False

    def compose(self) -> ComposeResult:
        """The header, the filter, the list with what is known of a fact, what waits, the keys."""
        yield self._header
        with Horizontal(id="filter"):
            yield Static("/ ", markup=False)
            yield self.filter_field
            yield self._state
        with Horizontal(id="body"):
            yield self.facts
            yield Static(id="edge", markup=False)
            yield self._beside
        yield self._below
        yield self._notice
        yield self._hints

    def on_mount(self) -> None:
        """Show the memory."""
        self.show_memory(self.desk)

    def show_memory(self, desk: Desk) -> None:
        """Show the first facts of a memory at once; the rest follows the first frame."""
        self.change_to(desk)
        self.filter_field.value = ""
        self.facts.set_listing(NOTHING)
        self._tell_empty()
        self.facts.set_rows(desk.memory.rows(limit=FIRST_FRAME))
        self._tell_state()
        self.call_after_refresh(self._after_first_frame)

    def _show(self, seen: Seen, select: str) -> None:
        self.seen = seen
        if self.memtui.watching:
            self.desk.meaning.start(own=True)
        self._tell_empty()
        self.facts.set_listing(seen.listing)
        if seen.notices:
            self.memtui.tell("\n".join(seen.notices))
        if select:
            self.go_to(select)
        self._tell_state()
        self.memtui.keep_clear()

    def go_to(self, fact_id: str) -> None:
        """Put the cursor on a fact, whatever has to be shown for it."""
        if self.facts.reveal(fact_id):
            return
        if self.facts.asked:
            self.filter_field.value = ""
            self.facts.filter(self._asked(""))
        if not self.facts.reveal(fact_id) and fact_id in self.facts.listing.places:
            self.facts.show_history(True)
            self.facts.select(fact_id)

    # What stands around the list

    def _tell_state(self) -> None:
        title = Content.assemble(("memtui", "bold $accent"), f" · {self.desk.memory.name}")
        numbers = numbers_line(self.seen, self.facts)
        self._header.show(title, Content.styled(numbers, "$text-muted"))
        text, look = state_line(self.facts)
        self._state.update(Content.styled(text, look))
        waiting = waiting_line(self.seen)
        self._notice.update(Content.styled(waiting, "$text-warning"))
        self._notice.display = bool(waiting)
        self._hints.refresh()

    @on(FactList.Marked)
    def _marked(self) -> None:
        self._tell_state()

    def _tell_empty(self) -> None:
        """What stands where facts would."""
        if self.seen is None:
            self.facts.empty = ("", _READING)
        elif self.facts.asked:
            asked = self.facts.asked
            why = no_filter(asked.unknown) if asked.unknown else ""
            why = f"{asked.problem}." if asked.problem else why
            self.facts.empty = tuple(
                ["", _NO_MATCH, why, _CLEARS] if why else ["", _NO_MATCH, _CLEARS]
            )
        else:
            self.facts.empty = empty_lines(
                offers(self, keys_of(self.app)), len(self.seen.by_subject.past)
            )

    @on(KeptUpScreen.CameOn)
    def _came_on(self, event: KeptUpScreen.CameOn) -> None:
        """Say how far the first look is, where facts would be."""
        if self.seen is None:
            line = progress_line(event.doing, event.done, event.of)
            self.facts.empty = ("", _READING, line)
            self.facts.refresh()

    @on(FactList.Moved)
    def _moved(self) -> None:
        place = self.facts.place
        width = self._below.size.width
        if width:
            self._below.show(in_brief(place.row, place.earlier, width) if place else [])
        if self._beside.size.width:
            self._read_detail()

    def on_resize(self, event: events.Resize) -> None:
        """What is known of the fact is laid out anew."""
        self.call_after_refresh(self._moved)

    @work(name="read the fact", group="detail", exclusive=True)
    async def _read_detail(self) -> None:
        await asyncio.sleep(_SETTLED)
        row = self.facts.row
        lines: list[Content] = []
        if row is not None:
            try:
                lines = await asyncio.to_thread(self._told, row, self._beside.size.width)
            except MemtuiError as error:
                self.memtui.complain(error)
        self._beside.show(lines)

    def _told(self, row: Row, width: int) -> list[Content]:
        memory = self.desk.memory
        timeline = memory.timeline(row.subject, row.attribute)
        return [
            line
            for fact in timeline
            if fact.id == row.id
            for line in in_full(fact, timeline, width, today=memory.today, origin=False)
        ]

    # The filter

    def action_filter(self) -> None:
        """Type into the filter."""
        self.filter_field.focus()

    def action_clear(self) -> None:
        """Select nothing; where nothing is selected, clear the filter; go back to the list."""
        self.facts.choose()
        if self.facts.selected and not self.filter_field.has_focus:
            self.facts.mark_none()
        else:
            self.filter_field.value = ""
        self.facts.focus()

    # Selecting

    def action_mark(self) -> None:
        """Select the fact, or no longer."""
        self.facts.mark()

    def action_mark_shown(self) -> None:
        """Select all that is shown, or none of it."""
        self.facts.mark_shown()

    def action_mark_others(self) -> None:
        """Select what is not."""
        self.facts.mark_others()

    def action_order(self) -> None:
        """Sort by something else."""
        self.order = self.order.next
        self.memtui.tell(f"Sorted by {self.order}.")
        self.read()

    def _asked(self, text: str) -> Filter:
        return read(text, self.desk.memory.today, zone_of(self.desk)) if text else Filter()

    @on(Input.Changed)
    def _filtered(self, event: Input.Changed) -> None:
        self.facts.filter(self._asked(event.value))
        self._tell_empty()
        self._tell_state()

    @on(Input.Submitted)
    def _left_filter(self) -> None:
        self.facts.choose()
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
