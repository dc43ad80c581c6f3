"""What was kept when, and from where: keepings and sources, each opened to its facts."""

import asyncio
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content

from memtui.desk.desk import Desk
from memtui.desk.telling import count, day, whence
from memtui.errors import MemtuiError
from memtui.store.entries import Batch, Source
from memtui.tui.asking_for import ShowFacts
from memtui.tui.cells import left, plain, right
from memtui.tui.closing import close
from memtui.tui.commands import Command, bindings
from memtui.tui.filtering import whole
from memtui.tui.screens.list_screen import MOVES
from memtui.tui.screens.undoing import UndoingScreen, undo
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList
from memtui.tui.widgets.two_sided import TwoSided
from memtui.tui.zones import zone_of


def _any(screen: "BatchesScreen") -> bool:
    return bool(screen.entries)


class BatchesScreen(UndoingScreen):
    """Lists what was kept together, or the sources of all facts."""

    OFFERS = (
        Command("open", "enter", "Its facts, to be taken back", "Keepings", hint="open", when=_any),
        Command("show", "s", "Its facts in the list", "Keepings", "in the list", _any),
        Command("sources", "tab", "Keepings, or sources", "Keepings", hint="keepings/sources"),
        undo("Keepings"),
        *MOVES,
        Command("back", "escape,q,b", "Back", "Keepings", hint="back"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("batches", OFFERS)]
    AUTO_FOCUS = "LineList"

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.by_source = False
        self.entries: list[Batch | Source] = []
        self._bar = TwoSided()
        self._list = LineList(id="eras")

    def compose(self) -> ComposeResult:
        """What it is, the list, the keys."""
        yield self._bar
        yield self._list
        yield Hints()

    def on_mount(self) -> None:
        """Read the list."""
        self._read()

    def on_screen_resume(self) -> None:
        """Something may have been taken back."""
        self._read()

    @work(name="read the keepings", group="batches", exclusive=True)
    async def _read(self) -> None:
        memory = self.desk.memory
        try:
            if self.by_source:
                self.entries = [*await asyncio.to_thread(memory.sources)]
            else:
                self.entries = [*await asyncio.to_thread(memory.batches)]
        except MemtuiError as error:
            self.memtui.complain(error)
            close(self)
            return
        self._show()

    def _show(self) -> None:
        what = "Sources" if self.by_source else "Keepings"
        numbers = count(len(self.entries), "source" if self.by_source else "keeping")
        self._bar.show(Content.styled(what, "bold $accent"), Content.styled(numbers, "$text-muted"))
        zone = zone_of(self.desk)
        lines = []
        for place, each in enumerate(self.entries):
            kept = each.kept.astimezone(zone) if each.kept else None
            when = f"{right(day(kept.date()), 11)} {kept:%H:%M}" if kept else left("not known", 17)
            number = right(count(each.count, "fact"), 11)
            name = each.name if isinstance(each, Source) else whence(each)
            parts = [(f"{when}  ", "dim"), (f"{number}  ", "accent")]
            lines.append(Line((*parts, (plain(name) or "no source", "plain")), place))
        if not lines:
            nothing = "Nothing was kept together yet; o opens a conversation."
            lines = [Line(((nothing, "dim"),))]
        self._list.show(lines)
        self.query_one(Hints).refresh()

    def on_resize(self) -> None:
        """Draw for the new width."""
        self.call_after_refresh(self._show)

    @on(LineList.Clicked)
    def _clicked(self, event: LineList.Clicked) -> None:
        if event.again:
            self.action_open()

    def action_sources(self) -> None:
        """The other list."""
        self.by_source = not self.by_source
        self._read()

    def action_open(self) -> None:
        """Open a keeping; of a source, show its facts in the list."""
        entry = self._entry()
        if isinstance(entry, Batch):
            from memtui.tui.screens.batch import BatchScreen

            self.app.push_screen(BatchScreen(self.desk, entry))
        elif entry is not None:
            self.action_show()

    def action_show(self) -> None:
        """Show its facts in the list, where all that can be done with facts is."""
        entry = self._entry()
        if entry is not None:
            text = self._found_by(entry)
            self.app.pop_screen()
            self.app.screen.post_message(ShowFacts(text))

    def _found_by(self, entry: Batch | Source) -> str:
        """What finds its facts: the source, or the day where there are several."""
        if isinstance(entry, Source):
            return f"source:{whole(entry.name)}"
        if entry.sources > 1 and entry.kept is not None:
            return f"kept:{entry.kept.astimezone(zone_of(self.desk)).date()}"
        return f"source:{whole(entry.source)}"

    def taken_back(self) -> None:
        """Read it anew."""
        self._read()

    def action_back(self) -> None:
        """Back to the list of facts."""
        self.app.pop_screen()

    def _entry(self) -> Batch | Source | None:
        place = self._list.cursor
        return self.entries[place] if place is not None and place < len(self.entries) else None
