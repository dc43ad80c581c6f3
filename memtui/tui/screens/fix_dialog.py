"""Asking once more before a fix that joins timelines or deletes, with what would come of it."""

import asyncio
from collections.abc import Sequence
from typing import ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from memtui.desk.desk import Desk
from memtui.desk.telling import count
from memtui.desk.tidying.finding import Fix
from memtui.desk.tidying.resulting import Timeline, timelines_after
from memtui.errors import MemtuiError
from memtui.facts.keeping import Change, Request
from memtui.tui.commands import Command, bindings
from memtui.tui.finding_lines import timeline_lines
from memtui.tui.screens.dialog import Dialog
from memtui.tui.screens.list_screen import MOVES
from memtui.tui.widgets.line_list import LineList

# Lines for the heading, what is done, how much it changes, the keys, and the space between them.
_AROUND = 11


class FixDialog(Dialog):
    """Shows the whole timelines that would come of a fix, and does it."""

    heading = "Mend this?"
    only_as_shown = True
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("save", "y", "Do it", "Dialog", hint="do it"),
        Command("leave", "escape,n,q", "Leave it as it is", "Dialog", hint="leave it"),
        *MOVES,
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("fix", OFFERS)]
    AUTO_FOCUS = "LineList"
    DEFAULT_CSS = """
    FixDialog .dialog LineList {
        max-height: 100vh;
    }
    """

    def __init__(self, desk: Desk, fix: Fix) -> None:
        super().__init__(desk)
        self.fix = fix
        self._timelines: Sequence[Timeline] = ()
        self._lines = LineList()

    def fields(self) -> ComposeResult:
        """What is about to be done, and what comes of it."""
        yield Static(self.fix.does, classes="fact", markup=False)
        yield self._lines

    def on_resize(self, event: events.Resize) -> None:
        """Leave room around the timelines, and lay them out for it."""
        self._lines.styles.max_height = max(3, event.size.height - _AROUND)
        self.call_after_refresh(self._lay_out)

    async def look(self) -> None:
        """Work out what would happen as things stand, and show it."""
        await super().look()
        self._timelines = ()
        if self.shown is not None:
            try:
                self._timelines = await asyncio.to_thread(
                    timelines_after, self.desk.memory, self.shown
                )
            except MemtuiError as error:
                self.refused(error)
        await self._show()

    @work(name="lay out the timelines", group="foresee", exclusive=True)
    async def _lay_out(self) -> None:
        await self._show()

    async def _show(self) -> None:
        lines = await asyncio.to_thread(timeline_lines, self._timelines, self._lines.room)
        self._lines.show(lines)

    def meant(self) -> bool:
        """Not when the key was one of a word."""
        run = self.memtui.in_a_run()
        if run:
            self.say("Typed by mistake? y once more does it.", "$text-warning")
        return not run

    def request(self) -> Request:
        """What mends it."""
        return self.fix.request

    def describe(self, change: Change) -> list[str]:
        """How much it changes."""
        if not change.edits:
            return ["memory.toml alone is changed; u takes it back."]
        return [f"{count(len(change.edits), 'note')} changed; u takes it back."]

    def told(self, change: Change) -> str:
        """What was done."""
        return self.fix.does

    def action_move(self, by: int) -> None:
        """Move through the timelines by facts."""
        self._lines.action_move(by)

    def action_page(self, direction: int) -> None:
        """Move through the timelines by what fits the view."""
        self._lines.action_page(direction)

    def action_edge(self, place: int) -> None:
        """Go to the first (0) or last (-1) fact."""
        self._lines.action_edge(place)
