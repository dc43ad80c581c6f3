"""One keeping: its facts, ticked to be taken back, all of them or some."""

import asyncio
from collections.abc import Sequence
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from memtui.desk.desk import Desk
from memtui.desk.telling import count, day, forgotten, span, taken_back_line, whence
from memtui.errors import MemtuiError
from memtui.facts.fact import Fact
from memtui.facts.keeping import Change, Request, TakeBack
from memtui.store.entries import Batch
from memtui.tui.cells import left, plain
from memtui.tui.closing import close
from memtui.tui.commands import Command, bindings
from memtui.tui.screens.dialog import Dialog, Done
from memtui.tui.screens.list_screen import MOVES
from memtui.tui.screens.undoing import UndoingScreen, undo
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList, Part
from memtui.tui.widgets.two_sided import TwoSided

_LISTED = 8


class BatchScreen(UndoingScreen):
    """The facts of a keeping, to be taken back."""

    OFFERS = (
        Command("take_back", "d,enter", "Take back what is ticked…", "Keeping", hint="take back"),
        Command("tick", "space", "Tick, and go on", "Keeping", hint="tick"),
        Command("tick_all", "a", "Tick all, or none", "Keeping", hint="all"),
        Command("view", "v", "All about the fact", "Keeping", hint="view"),
        undo("Keeping"),
        *MOVES,
        Command("back", "escape,q", "Back", "Keeping", hint="back"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("batch", OFFERS)]
    AUTO_FOCUS = "LineList"

    def __init__(self, desk: Desk, batch: Batch) -> None:
        super().__init__()
        self.desk = desk
        self.keeping = batch
        self.facts: list[Fact] = []
        self.ticked: set[str] = set()
        self._parts: list[tuple[Part, ...]] = []
        self._lines: list[Line] = []
        self._bar = TwoSided()
        self._list = LineList(id="eras")

    def compose(self) -> ComposeResult:
        """Which keeping, its facts, the keys."""
        yield self._bar
        yield self._list
        yield Hints()

    def on_mount(self) -> None:
        """Read the facts."""
        self._read()

    @work(name="read the keeping", group="batch", exclusive=True)
    async def _read(self) -> None:
        memory = self.desk.memory
        try:
            facts = await asyncio.to_thread(memory.facts, history=True, batch=self.keeping.id)
        except MemtuiError as error:
            self.memtui.complain(error)
            close(self)
            return
        if not facts:
            close(self)
            return
        parts = await self._cut(facts)
        self.facts, self._parts = facts, parts
        self.ticked = {fact.id for fact in self.facts}
        self._show()

    async def _cut(self, facts: Sequence[Fact]) -> list[tuple[Part, ...]]:
        """The facts for the width, cut away from this thread: there may be very many."""
        return await asyncio.to_thread(_parts, facts, self._list.room)

    async def _lay_out(self) -> None:
        facts = self.facts
        parts = await self._cut(facts)
        if facts is self.facts:
            self._parts = parts
            self._show()

    def _show(self) -> None:
        self._lines = [self._line(place) for place in range(len(self.facts))]
        self._tell()

    def _line(self, place: int) -> Line:
        tick = ("[x] ", "plain") if self.facts[place].id in self.ticked else ("[ ] ", "dim")
        return Line((tick, *self._parts[place]), place)

    def _tell(self) -> None:
        kept = day(self.keeping.kept.date()) if self.keeping.kept else "on a day not known"
        title = f"Kept {kept} · {plain(whence(self.keeping)) or 'no source'}"
        numbers = f"{len(self.ticked):,} of {count(len(self.facts), 'fact')} ticked"
        self._bar.show(
            Content.styled(title, "bold $accent"), Content.styled(numbers, "$text-muted")
        )
        self._list.show(self._lines)
        self.query_one(Hints).refresh()

    def on_resize(self) -> None:
        """Draw for the new width."""
        self.call_after_refresh(self._lay_out)

    def action_tick(self) -> None:
        """Tick a fact, or no longer, and go on."""
        if fact := self._fact():
            self.ticked ^= {fact.id}
            place = self._list.cursor or 0
            self._lines[place] = self._line(place)
            self._list.action_move(1)
            self._tell()

    def action_tick_all(self) -> None:
        """Tick all facts, or none where all are."""
        everything = {fact.id for fact in self.facts}
        self.ticked = set() if self.ticked == everything else everything
        self._show()

    @on(LineList.Clicked)
    def _clicked(self, event: LineList.Clicked) -> None:
        if event.again:
            self.action_tick()

    def action_view(self) -> None:
        """Show all about the fact."""
        if fact := self._fact():
            from memtui.tui.screens.fact import FactScreen

            self.app.push_screen(FactScreen(self.desk, fact.id))

    def action_take_back(self) -> None:
        """Ask whether to take back what is ticked."""
        if not self.ticked:
            self.memtui.tell("Nothing is ticked: space ticks a fact, a all of them.")
            return
        whole = len(self.ticked) == len(self.facts)
        ids = None if whole else frozenset(self.ticked)
        self.app.push_screen(TakeBackDialog(self.desk, self.keeping.id, ids), self._taken_back)

    def _taken_back(self, done: Done | None) -> None:
        if done is not None:
            self.memtui.tell(f"{done.line} · u brings it back")
            self._read()

    def taken_back(self) -> None:
        """Read it anew."""
        self._read()

    def action_back(self) -> None:
        """Back to the list of keepings."""
        self.app.pop_screen()

    def _fact(self) -> Fact | None:
        place = self._list.cursor
        return self.facts[place] if place is not None and place < len(self.facts) else None


class TakeBackDialog(Dialog):
    """Takes back a keeping, or some of its facts."""

    heading = "Take this back?"
    only_as_shown = True
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("save", "y", "Take it back", "Dialog", hint="take it back"),
        Command("leave", "escape,n,q", "Leave it as it is", "Dialog", hint="leave it"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("take_back", OFFERS)]

    def __init__(self, desk: Desk, batch: str, ids: frozenset[str] | None) -> None:
        super().__init__(desk)
        self.keeping = batch
        self.ids = ids
        self._going = Content("")

    def fields(self) -> ComposeResult:
        """What would go, and what would hold again."""
        yield Static(id="going", markup=False)

    def meant(self) -> bool:
        """Not when the key was one of a word."""
        run = self.memtui.in_a_run()
        if run:
            self.say("Typed by mistake? y once more takes it back.", "$text-warning")
        return not run

    def request(self) -> Request:
        """Take back the batch, or part of it."""
        return TakeBack(self.keeping, self.ids)

    def describe(self, change: Change) -> list[str]:
        """What goes, and what holds again."""
        gone = forgotten(change)
        again = [
            edit.after
            for edit in change.edits
            if edit.before and edit.after and edit.after.current and not edit.before.current
        ]
        lines = [f"- {_told(fact)}" for fact in gone[:_LISTED]]
        lines += [f"… and {len(gone) - _LISTED:,} more"] if len(gone) > _LISTED else []
        lines += [f"holds again: {_told(fact)}" for fact in again[:_LISTED]]
        lines += [f"… and {len(again) - _LISTED:,} more"] if len(again) > _LISTED else []
        self._going = Content("\n".join(lines))
        return ["", taken_back_line(change).replace("took back", "takes back", 1)]

    def described(self) -> None:
        """List what goes and what holds again."""
        self.query_one("#going", Static).update(self._going)

    def told(self, change: Change) -> str:
        """What was taken back."""
        return taken_back_line(change)


def _parts(facts: Sequence[Fact], room: int) -> list[tuple[Part, ...]]:
    """What stands of each fact in its line, behind its tick."""
    width = min(28, room // 3)
    return [
        (
            (f"{left(f'{fact.subject} — {fact.attribute}', width)}  ", "accent"),
            (plain(fact.fact), "plain" if fact.current else "dim"),
        )
        for fact in facts
    ]


def _told(fact: Fact) -> str:
    return f"{plain(fact.fact)}  ({span(fact.said, fact.until)})"
