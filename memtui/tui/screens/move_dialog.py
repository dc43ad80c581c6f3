"""Moving facts to another memory: which one, what goes, and what a crash could do."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from memtui.desk.desk import Desk
from memtui.desk.moving import Moved, going, move
from memtui.desk.telling import count
from memtui.errors import MemtuiError
from memtui.facts.fact import Fact
from memtui.facts.text import visible
from memtui.store.catalog import Row
from memtui.store.places import memory_names
from memtui.store.progress import Stopped
from memtui.tui.closing import close
from memtui.tui.commands import Command, bindings
from memtui.tui.describing import facts_in_short
from memtui.tui.everywhere import Modal
from memtui.tui.long_work import LongWork
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList

if TYPE_CHECKING:
    from memtui.tui.app import MemtuiApp


def _somewhere(dialog: "MoveDialog") -> bool:
    return bool(dialog.names)


class MoveDialog(Modal[Moved | None]):
    """Moves facts to another memory; answers with what it did, with `None` when it was left."""

    OFFERS = (
        Command("move", "enter", "Move them there", "Move", hint="move", when=_somewhere),
        Command(
            "history",
            "h",
            "What held before them too, or not",
            "Move",
            hint="earlier ones",
            when=_somewhere,
        ),
        Command("back", "escape,q,f10", "Leave them here", "Move", hint="leave"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("move", OFFERS)]
    AUTO_FOCUS = "LineList"

    def __init__(self, desk: Desk, rows: Sequence[Row], home: Path) -> None:
        super().__init__()
        self.desk = desk
        self.rows = rows
        self.home = home
        self.names: list[str] = []
        self.with_history = True
        self._facts: list[Fact] = []
        self._doing = False
        self._work = LongWork()
        self._lines = LineList(id="memories")

    @property
    def memtui(self) -> "MemtuiApp":
        """The app, by its own type."""
        return cast("MemtuiApp", self.app)

    def compose(self) -> ComposeResult:
        """The facts, the memories there are, what would go, the keys."""
        with Vertical(classes="dialog"):
            yield Static("Move to another memory", classes="heading", markup=False)
            yield Static(facts_in_short(self.rows), classes="fact", markup=False)
            yield self._lines
            yield Static(id="outcome", markup=False)
        yield Hints()

    def on_mount(self) -> None:
        """Read which memories there are, and what would go."""
        self._read()

    @work(name="read the memories", group="memories", exclusive=True)
    async def _read(self) -> None:
        try:
            names = await asyncio.to_thread(memory_names, self.home)
            self.names = [name for name in names if name != self.desk.memory.name]
            ids = [row.id for row in self.rows]
            self._facts = await asyncio.to_thread(going, self.desk, ids, history=self.with_history)
        except MemtuiError as error:
            self._say(f"{error.message} {error.hint}", "$text-error")
            return
        self._lines.show([Line(((name, "plain"),), n) for n, name in enumerate(self.names)])
        self._lines.display = bool(self.names)
        self.query_one(Hints).refresh()
        if not self.names:
            self._say("There is no other memory. m, then n, makes one.", "$text-warning")
            return
        box = "[x]" if self.with_history else "[ ]"
        self._say(
            f"{box} h  with what held before them: {count(len(self._facts), 'fact')} in all\n\n"
            "They are written there first and only then forgotten here. If that is interrupted, "
            "they are in both; move them again.\nu brings them back here; there they stay."
        )

    def action_history(self) -> None:
        """With what held before, or not."""
        self.with_history = not self.with_history
        self._read()

    @work(name="move facts", group="change")
    async def action_move(self) -> None:
        """Move them to the memory under the cursor."""
        place = self._lines.cursor
        if self._doing or place is None or not self._facts:
            return
        self._doing = True
        name = self.names[place]
        self._say(f"writing them to {visible(name)}…")
        work = self._work = LongWork()
        try:
            with work.told(self, self._say):
                moved = await asyncio.to_thread(
                    move, self.desk, self._facts, self.home, name, progress=work.progress
                )
        except Stopped:
            self._say("Stopped: all of them are here still, and nothing is there.")
        except MemtuiError as error:
            self._say(f"{error.message} {error.hint}", "$text-error")
        else:
            close(self, moved)
        finally:
            self._doing = False

    def _say(self, text: str, look: str = "$text-muted") -> None:
        self.query_one("#outcome", Static).update(Content.styled(text.rstrip(), look))

    def action_back(self) -> None:
        """Leave them here."""
        if self._doing:
            stops = self._work.stop()
            self._say("stopping…" if stops else "A moment: they are being moved.")
        else:
            self.dismiss(None)
