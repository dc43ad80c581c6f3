"""All about one fact, where the pane beside the list has no room for it."""

import asyncio
from typing import TYPE_CHECKING, ClassVar, cast

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from memtui.desk.desk import Desk
from memtui.desk.recalls import Counted, Recalls
from memtui.errors import MemtuiError
from memtui.facts.fact import Fact
from memtui.tui.closing import close
from memtui.tui.commands import Command, bindings
from memtui.tui.copying import copy
from memtui.tui.describing import QUIET, in_full
from memtui.tui.everywhere import Modal
from memtui.tui.widgets.hints import Hints

if TYPE_CHECKING:
    from memtui.tui.app import MemtuiApp


class FactScreen(Modal[None]):
    """Shows a fact with its whole timeline."""

    OFFERS = (
        Command("back", "escape,q,v", "Back", "Fact", hint="back"),
        Command("copy", "y", "Copy the fact with its citation", "Fact", hint="copy"),
        Command("down", "j,down", "Further down", "Fact", hint="down", action="scroll(1)"),
        Command("up", "k,up", "Further up", "Fact", hint="up", action="scroll(-1)"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("fact", OFFERS)]

    def __init__(self, desk: Desk, fact_id: str) -> None:
        super().__init__()
        self.desk = desk
        self.fact_id = fact_id
        self._fact: Fact | None = None
        self._timeline: list[Fact] = []
        self._recalls: Recalls | None = None

    def compose(self) -> ComposeResult:
        """The lines, the keys."""
        with VerticalScroll(classes="dialog"):
            yield Static(markup=False)
        yield Hints()

    def on_mount(self) -> None:
        """Read the fact, now and whenever it may have changed: a forgotten one is not shown on."""
        self._read()
        cast("MemtuiApp", self.app).memory_changed.subscribe(self, lambda _: self._read())

    @work(name="read the fact", group="fact")
    async def _read(self) -> None:
        memory = self.desk.memory
        try:
            fact = await asyncio.to_thread(memory.fact, self.fact_id)
            self._timeline = await asyncio.to_thread(memory.timeline, fact.subject, fact.attribute)
            self._recalls = await asyncio.to_thread(Counted(memory).of, fact.id)
        except MemtuiError as error:
            cast("MemtuiApp", self.app).complain(error)
            close(self)
            return
        self._fact = next((each for each in self._timeline if each.id == fact.id), fact)
        self._lay_out()

    def on_resize(self) -> None:
        """Lay the lines out for the new width."""
        self.call_after_refresh(self._lay_out)

    def _lay_out(self) -> None:
        if self._fact is not None:
            width = self.query_one(VerticalScroll).scrollable_content_region.width
            today = self.desk.memory.today
            lines = in_full(self._fact, self._timeline, width, today=today)
            if self._recalls:
                told = f"Recalled by assistants {self._recalls.line}"
                lines += [Content(""), *Content.styled(told, QUIET).wrap(max(1, width))]
            self.query_one(Static).update(Content("\n").join(lines))

    def action_back(self) -> None:
        """Back to the list."""
        self.dismiss()

    def action_copy(self) -> None:
        """Copy the fact with its citation."""
        if self._fact is not None:
            copy(cast("MemtuiApp", self.app), self._fact.id, self._fact.fact)

    def action_scroll(self, by: int) -> None:
        """Show what does not fit."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)
