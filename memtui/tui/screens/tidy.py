"""What wants mending in the memory: findings by kind, each with its fix under one key."""

import asyncio
import threading
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from memtui.desk.desk import Desk
from memtui.desk.telling import count
from memtui.desk.tidying.finding import Finding, Fix, Kind
from memtui.desk.tidying.findings import findings, findings_after, keep_aside, put_aside
from memtui.desk.tidying.looking import Looked
from memtui.errors import MemtuiError
from memtui.facts.keeping import Change
from memtui.tui.closing import close
from memtui.tui.commands import Command, bindings
from memtui.tui.describing import settled_lines
from memtui.tui.finding_lines import finding_lines, told
from memtui.tui.screens.dialog import Done
from memtui.tui.screens.list_screen import MOVES
from memtui.tui.screens.undoing import UndoingScreen, undo
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.two_sided import TwoSided

_SETTLED = 0.1  # seconds the cursor rests before it is worked out what a fix would do


def _any(screen: "TidyScreen") -> bool:
    return bool(screen.findings)


def _two_ways(screen: "TidyScreen") -> bool:
    finding = screen.finding
    return finding is not None and len(finding.fixes) > 1


class TidyScreen(UndoingScreen):
    """What wants mending, and what would mend it."""

    OFFERS = (
        Command("fix", "f,enter", "Mend it, the first way", "Tidy", hint="fix", when=_any),
        Command("other_fix", "o,2", "Mend it, the second way", "Tidy", "other way", _two_ways),
        Command("correct", "e", "Correct the fact…", "Tidy", hint="correct", when=_any),
        Command("editor", "E", "Open the note in your editor (EDITOR)", "Tidy"),
        Command("aside", "i", "Put it aside: do not show it again", "Tidy", "put aside", _any),
        undo("Tidy"),
        Command("timeline", "T", "What held when, on an axis of time", "Tidy"),
        Command("all_aside", "A", "Show again what was put aside", "Tidy"),
        *MOVES,
        Command("back", "escape,q,w", "Back", "Tidy", hint="back"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("tidy", OFFERS)]
    AUTO_FOCUS = "LineList"

    class Went(Message):
        """So many facts were looked through."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.findings: tuple[Finding, ...] = ()
        self._numbers: Mapping[Kind, int] = {}
        self._stop = threading.Event()
        self._seen_once = False
        self._looking = False
        self._bar = TwoSided(Content.styled("Tidy", "bold $accent"))
        self._list = LineList(id="eras")
        self._about = Static(id="about", markup=False)

    def compose(self) -> ComposeResult:
        """How many, the findings, what is known of one and what would mend it, the keys."""
        yield self._bar
        yield self._list
        yield self._about
        yield Hints()

    def on_mount(self) -> None:
        """Look for what wants mending."""
        self._about.update("Looking…")
        self._read()

    def on_unmount(self) -> None:
        """Look no further."""
        self._stop.set()

    @work(name="look for findings", group="findings", exclusive=True)
    async def _read(self, *, scan: bool = False) -> None:
        self._stop.set()
        stop = self._stop = threading.Event()
        self._looking = True

        def go_on(number: int) -> bool:
            self.post_message(self.Went(number))
            return not stop.is_set()

        try:
            if scan:
                await asyncio.to_thread(self.desk.refresh)
            looked = await asyncio.to_thread(findings, self.desk, go_on)
        except MemtuiError as error:
            self.memtui.complain(error)
            close(self)
            return
        self._seen_once = True
        self._take(looked)

    @work(name="look at what was mended", group="findings", exclusive=True)
    async def _read_after(self, before: Looked, change: Change) -> None:
        """Look at what a change touched, and at everything only where that does not do."""
        self._looking = True
        try:
            looked = await asyncio.to_thread(findings_after, self.desk, before, change)
        except MemtuiError as error:
            self.memtui.complain(error)
            close(self)
            return
        if looked is None:
            self._read()
        else:
            self._take(looked)

    def _take(self, looked: Looked) -> None:
        self._looking = False
        self.findings, self._numbers = looked.findings, looked.numbers
        self._show()

    @on(Went)
    def _went(self, event: Went) -> None:
        if not self._seen_once:
            self._about.update(f"Looking… {count(event.number, 'fact')} so far")

    def _show(self) -> None:
        title = Content.styled("Tidy", "bold $accent")
        numbers = count(sum(self._numbers.values()), "finding")
        self._bar.show(title, Content.styled(numbers, "$text-muted"))
        self._list.show(finding_lines(self.findings, self._numbers))
        self._tell()

    @on(LineList.Moved)
    def _tell(self) -> None:
        """Say what can be done; what it would do follows when the cursor rests."""
        finding = self.finding
        self._about.update(Content("\n").join(told(finding)) if finding else Content(""))
        self.query_one(Hints).refresh()
        if finding and finding.fixes:
            self._foresee(finding)

    @work(name="foresee", group="foresee", exclusive=True)
    async def _foresee(self, finding: Finding) -> None:
        await asyncio.sleep(_SETTLED)
        try:
            change = await asyncio.to_thread(self.desk.preview, finding.fixes[0].request)
        except MemtuiError as error:
            lines = [f"{error.message} {error.hint}"]
        else:
            lines = settled_lines(change)
        if finding is self.finding:
            about = told(finding, [f"  {line}" for line in lines])
            self._about.update(Content("\n").join(about[:8]))

    def action_fix(self) -> None:
        """Mend it the likeliest way."""
        self._fix(0)

    def action_other_fix(self) -> None:
        """Mend it another way."""
        self._fix(1)

    def _fix(self, number: int) -> None:
        finding = self.finding
        if finding is None:
            return
        if finding.note:
            self._open(finding)
            return
        if number >= len(finding.fixes):
            self.memtui.tell("There is one way to mend it: f.")
            return
        fix = finding.fixes[number]
        if fix.asks:
            from memtui.tui.screens.fix_dialog import FixDialog

            self.app.push_screen(FixDialog(self.desk, fix), self._mended)
        else:
            self._apply(fix)

    @work(name="mend", group="change")
    async def _apply(self, fix: Fix) -> None:
        try:
            change = await asyncio.to_thread(self.desk.apply, fix.request)
        except MemtuiError as error:
            self.memtui.complain(error)
        else:
            self._mended(Done(change, fix.does))

    def _mended(self, done: Done | None) -> None:
        if done is not None:
            self.memtui.tell(f"done: {done.line} · u takes it back")
            before = Looked(self.findings, self._numbers)
            touched = {edit.id for edit in done.change.edits}
            self._leave_out(each for each in self.findings if touched & set(each.facts))
            if self._looking:
                self._read()
            else:
                self._read_after(before, done.change)

    def _leave_out(self, settled: Iterable[Finding]) -> None:
        """Show some findings no more."""
        keys = {each.key for each in settled}
        kinds = Counter(each.kind for each in self.findings if each.key in keys)
        self.findings = tuple(each for each in self.findings if each.key not in keys)
        self._numbers = {kind: n - kinds[kind] for kind, n in self._numbers.items()}
        self._show()

    def action_editor(self) -> None:
        """Open the note in the person's editor."""
        if finding := self.finding:
            self._open(finding)

    @work(name="edit the note", group="change")
    async def _open(self, finding: Finding) -> None:
        from memtui.tui.editing import edit_file, edit_note

        if finding.note:
            done = edit_file(self.memtui, self.desk.memory.folder / finding.note)
        else:
            done = bool(finding.facts) and await edit_note(self.memtui, self.desk, finding.facts[0])
        if done:
            self._read(scan=True)

    def action_correct(self) -> None:
        """Correct the fact of the finding."""
        self._correct()

    @work(name="read the fact", group="change")
    async def _correct(self) -> None:
        from memtui.tui.screens.fact_dialogs import CorrectDialog

        finding = self.finding
        if finding is None or not finding.facts:
            return
        rows = await asyncio.to_thread(self.desk.memory.rows_of, (), finding.facts[:1])
        row = next((row for row in rows if row.id == finding.facts[0]), None)
        if row is not None:
            self.app.push_screen(CorrectDialog(self.desk, row), self._mended)

    @work(name="put aside", group="aside")
    async def action_aside(self) -> None:
        """Do not show the finding again."""
        finding = self.finding
        if finding is None:
            return
        try:
            keys = await asyncio.to_thread(put_aside, self.desk)
            await asyncio.to_thread(keep_aside, self.desk, keys | {finding.key})
        except MemtuiError as error:
            self.memtui.complain(error)
            return
        self.memtui.tell("Put aside. A shows all again.")
        self._leave_out([finding])
        if not self.findings and any(self._numbers.values()):
            self._read()

    @work(name="show again", group="aside")
    async def action_all_aside(self) -> None:
        """Show again what was put aside."""
        try:
            await asyncio.to_thread(keep_aside, self.desk, ())
        except MemtuiError as error:
            self.memtui.complain(error)
            return
        self._read()

    def taken_back(self) -> None:
        """Look anew."""
        self._read()

    def action_timeline(self) -> None:
        """Show what held when."""
        finding = self.finding
        if finding and finding.facts:
            from memtui.tui.screens.history import HistoryScreen

            self.app.push_screen(HistoryScreen(self.desk, finding.facts[0]))

    def action_back(self) -> None:
        """Back to the list of facts."""
        self.app.pop_screen()

    @property
    def finding(self) -> Finding | None:
        """The one under the cursor."""
        place = self._list.cursor
        return self.findings[place] if place is not None and place < len(self.findings) else None
