"""The memories there are: open another one, or make a new one."""

import asyncio
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from memtui.errors import MemtuiError
from memtui.store.places import check_name, memory_names
from memtui.tui.commands import Command, bindings
from memtui.tui.everywhere import Modal
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList


class MemoriesScreen(Modal[str | None]):
    """Chooses a memory; answers with its name, with `None` when left."""

    OFFERS = (
        Command("choose", "enter", "Open it", "Memories", hint="open"),
        Command("new", "n", "Make a new one", "Memories", hint="new"),
        Command("back", "escape,q,f10", "Back", "Memories", hint="back"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("memories", OFFERS)]
    AUTO_FOCUS = "LineList"

    def __init__(self, home: Path, now: str) -> None:
        super().__init__()
        self.home = home
        self.now = now
        self.names: list[str] = []
        self._lines = LineList(id="memories")

    def compose(self) -> ComposeResult:
        """The list, the name of a new one, the keys."""
        with Vertical(classes="dialog"):
            yield Static("Memories", classes="heading", markup=False)
            yield self._lines
            yield Input(placeholder="the new memory's name", compact=True)
            yield Static(id="outcome", markup=False)
        yield Hints()

    def on_mount(self) -> None:
        """Read which there are."""
        self.query_one(Input).display = False
        self._read()

    @work(name="read the memories", group="memories")
    async def _read(self) -> None:
        self.names = await asyncio.to_thread(memory_names, self.home)
        at = self.names.index(self.now) if self.now in self.names else 0
        self._lines.show(
            [
                Line(((name, "plain"), ("  open now" if name == self.now else "", "dim")), place)
                for place, name in enumerate(self.names)
            ],
            at,
        )

    def action_choose(self) -> None:
        """Answer with the memory under the cursor."""
        if self._lines.cursor is not None:
            self.dismiss(self.names[self._lines.cursor])

    def action_new(self) -> None:
        """Ask for a name."""
        field = self.query_one(Input)
        field.display = True
        field.focus()

    @on(Input.Submitted)
    def _named(self, event: Input.Submitted) -> None:
        try:
            check_name(event.value.strip())
        except MemtuiError as error:
            text = f"{error.message} {error.hint}".rstrip()
            self.query_one("#outcome", Static).update(Content.styled(text, "$text-error"))
            return
        self.dismiss(event.value.strip())

    @on(LineList.Clicked)
    def _clicked(self, event: LineList.Clicked) -> None:
        if event.again:
            self.action_choose()

    def action_back(self) -> None:
        """Stay with the one that is open."""
        self.dismiss(None)
