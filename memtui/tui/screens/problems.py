"""The notes that cannot be read, each with the reason; they are left as they are."""

import asyncio
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from memtui.desk.desk import Desk
from memtui.facts.text import visible
from memtui.tui.commands import Command, bindings
from memtui.tui.everywhere import Modal
from memtui.tui.widgets.hints import Hints


class ProblemsScreen(Modal[None]):
    """Lists notes that cannot be read."""

    OFFERS = (
        Command("back", "escape,q", "Back", "Notes", hint="back"),
        Command("down", "j,down", "Further down", "Notes", action="scroll(1)"),
        Command("up", "k,up", "Further up", "Notes", action="scroll(-1)"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("problems", OFFERS)]

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def compose(self) -> ComposeResult:
        """The list, the keys."""
        with VerticalScroll(classes="dialog"):
            yield Static("Notes that cannot be read", classes="heading", markup=False)
            yield Static("They are left exactly as they are; mend them in an editor.", markup=False)
            yield Static(id="problems", markup=False)
        yield Hints()

    def on_mount(self) -> None:
        """Read the list."""
        self._read()

    @work(name="read the problems", group="problems")
    async def _read(self) -> None:
        problems = await asyncio.to_thread(self.desk.memory.problems)
        lines = [
            Content.assemble(
                "\n", (visible(str(each.path)), "$accent"), f"\n{visible(each.reason)}"
            )
            for each in problems
        ]
        self.query_one("#problems", Static).update(Content("\n").join(lines))

    def action_back(self) -> None:
        """Back to the list of facts."""
        self.dismiss()

    def action_scroll(self, by: int) -> None:
        """Show what does not fit."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)
