"""What wants mending in the memory: findings by kind, each with its fix under one key."""

import asyncio
from typing import ClassVar

from textual import on, work
from textual.binding import BindingType
from textual.content import Content

from memtui.desk.tidying.finding import Finding, Fix
from memtui.desk.tidying.findings import (
    keep_aside,
    put_aside,
)
from memtui.errors import MemtuiError
from memtui.tui.commands import Command, bindings
from memtui.tui.describing import settled_lines
from memtui.tui.finding_lines import told
from memtui.tui.screens.dialog import Done
from memtui.tui.screens.findings_screen import FindingsScreen
from memtui.tui.screens.list_screen import MOVES
from memtui.tui.screens.undoing import undo
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import LineList

_SETTLED = 0.1  # seconds the cursor rests before it is worked out what a fix would do
_ABOUT = 8  # lines at most about a finding


def _any(screen: "TidyScreen") -> bool:
    return bool(screen.findings)


def _two_ways(screen: "TidyScreen") -> bool:
    finding = screen.finding
    return finding is not None and len(finding.fixes) > 1


class TidyScreen(FindingsScreen):
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

    _foreseen = 1  # lines that told what the last fix would do

    @on(LineList.Moved)
    def _tell(self) -> None:
        """Say what can be done; what it would do follows when the cursor rests."""
        finding = self.finding
        # Room is kept for what follows, so that the list is not drawn smaller and larger again.
        room = [""] * self._foreseen if finding and finding.fixes else []
        about = told(finding, room)[:_ABOUT] if finding else []
        self._about.update(Content("\n").join(about))
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
            self._foreseen = len(lines)
            about = told(finding, [f"  {line}" for line in lines])
            self._about.update(Content("\n").join(about[:_ABOUT]))

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
            before = self._looked
            touched = {edit.id for edit in done.change.edits}
            self._leave_out(each for each in self.findings if touched & set(each.facts))
            self._look_after(before, done.change)
            self._made.append(done.change)

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
        if not self.findings and any(self._looked.numbers.values()):
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
        """Look anew at what was mended here, else at everything."""
        if self._made:
            self._look_after(self._looked, self._made.pop().inverse())
        else:
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
