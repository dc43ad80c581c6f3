"""The memories there are: open another one, make a new one, delete one."""

import asyncio
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from memtui.errors import Code, MemtuiError
from memtui.facts.text import visible
from memtui.store.places import check_name, delete, memory_names
from memtui.tui.commands import Command, bindings
from memtui.tui.everywhere import Modal
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList


class MemoriesScreen(Modal[str | None]):
    """Chooses a memory; answers with its name, with `None` when left."""

    OFFERS = (
        Command("choose", "enter", "Open it", "Memories", hint="open"),
        Command("new", "n", "Make a new one", "Memories", hint="new"),
        Command("delete", "D", "Delete it with all its facts…", "Memories", hint="delete"),
        Command("back", "escape,q,f10", "Back", "Memories", hint="back"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("memories", OFFERS)]
    AUTO_FOCUS = "LineList"

    def __init__(self, home: Path, now: str) -> None:
        super().__init__()
        self.home = home
        self.now = now
        self.names: list[str] = []
        self.deleting = ""
        self._offered = ""
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
        self.deleting = ""
        self._ask("the new memory's name")

    def action_delete(self) -> None:
        """Ask for the name of the memory under the cursor, so that none goes by mistake."""
        if self._lines.cursor is None:
            return
        name = self.names[self._lines.cursor]
        if name == self.now:
            self._say("It is open now: open another one first.", "$text-warning")
            return
        self.deleting = name
        self._ask(f"type {name} to delete it")
        self._say(
            f"All facts of {visible(name)} go, with their history and all that waits. "
            "Nothing brings them back.",
            "$text-warning",
        )

    def _ask(self, hint: str) -> None:
        field = self.query_one(Input)
        field.value = ""
        field.placeholder = hint
        field.display = True
        field.focus()

    def _say(self, text: str, look: str) -> None:
        self.query_one("#outcome", Static).update(Content.styled(text, look))

    @on(Input.Submitted)
    def _named(self, event: Input.Submitted) -> None:
        name = event.value.strip()
        if not self.deleting:
            self._new(name)
        elif name == self.deleting:
            self._delete(name)
        else:
            self._say(f"That is not {visible(self.deleting)}; nothing was deleted.", "$text-error")

    @work(name="name a new memory", group="memories", exclusive=True)
    async def _new(self, name: str) -> None:
        """Answer with the name of a new memory; with one that there is only when asked twice."""
        try:
            check_name(name)
        except MemtuiError as error:
            self._say(f"{error.message} {error.hint}".rstrip(), "$text-error")
            return
        names = await asyncio.to_thread(memory_names, self.home)
        there = next((each for each in names if each.casefold() == name.casefold()), "")
        if there and there != self._offered:
            self._offered = there
            self._say(
                f"{Code.MEMORY_EXISTS}: There is a memory called {visible(there)} already. Enter "
                "once more opens it; for a new one choose another name.",
                "$text-warning",
            )
        else:
            self.dismiss(there or name)

    @on(Input.Changed)
    def _typed(self) -> None:
        """What was offered was another name's."""
        if self._offered:
            self._offered = ""
            self._say("", "$text-muted")

    @work(name="delete a memory", group="memories")
    async def _delete(self, name: str) -> None:
        try:
            await asyncio.to_thread(delete, self.home, name)
        except MemtuiError as error:
            self._say(f"{error.message} {error.hint}".rstrip(), "$text-error")
            return
        self.deleting = ""
        self.query_one(Input).display = False
        self._lines.focus()
        self._say(f"deleted {visible(name)}", "$text-muted")
        self._read()

    @on(LineList.Clicked)
    def _clicked(self, event: LineList.Clicked) -> None:
        if event.again:
            self.action_choose()

    def action_back(self) -> None:
        """Stay with the one that is open."""
        self.dismiss(None)
