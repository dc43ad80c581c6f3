"""What wants mending in the memory: findings by kind, each with its fix under one key."""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from memtui.desk.desk import Desk
from memtui.desk.telling import count
from memtui.desk.tidying.finding import Finding, Fix
from memtui.desk.tidying.findings import (
    Seen,
    findings,
    findings_after,
    keep_aside,
    put_aside,
    seen,
)
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
_ABOUT = 8  # lines at most about a finding
_TOLD_EVERY = 1_000  # facts that were looked through
_SHOWN_EVERY = 20_000  # the same, until what was found in them is shown
_TITLE = Content.styled("Tidy", "bold $accent")


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
        """So many facts were looked through; what was found in them, now and then."""

        def __init__(self, number: int, looked: Looked | None) -> None:
            super().__init__()
            self.number = number
            self.looked = looked

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._looked = Looked()
        self._seen: Seen | None = None
        self._made: list[Change] = []
        self._stop = threading.Event()
        self._shown = asyncio.Event()
        self._looking = False
        self._behind = False
        self._number = 0
        self._foreseen = 1
        self._items: dict[str, int] = {}
        self._by_item: dict[int, Finding] = {}
        self._bar = TwoSided(_TITLE)
        self._list = LineList(id="eras")
        self._about = Static(id="about", markup=False)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Those that are shown."""
        return self._looked.findings

    @property
    def finding(self) -> Finding | None:
        """The one under the cursor."""
        item = self._list.cursor
        return None if item is None else self._by_item.get(item)

    def compose(self) -> ComposeResult:
        """How many, the findings, what is known of one and what would mend it, the keys."""
        yield self._bar
        yield self._list
        yield self._about
        yield Hints()

    def on_mount(self) -> None:
        """Look for what wants mending, and follow what others change."""
        self.memtui.memory_changed.subscribe(self, lambda _: self._follow())
        self._about.update("Looking…")
        self._read()
        self._come_to_first()

    def on_unmount(self) -> None:
        """Look no further."""
        self._stop.set()

    def on_screen_resume(self) -> None:
        """Look whether other screens changed anything."""
        if self._seen is not None:
            self._follow()

    def _follow(self) -> None:
        """Look again, once nothing is over this and no look goes on."""
        if self._looking or not self.is_active:
            self._behind = True
        else:
            self._read(news=True)

    @work(name="look for findings", group="check", exclusive=True)
    async def _read(self, *, scan: bool = False, news: bool = False) -> None:
        """Look at everything; what was found stays in sight meanwhile.

        Args:
            scan: Look first for notes that others changed.
            news: Not where nothing changed since the last look.
        """
        self._stop.set()
        stop = self._stop = threading.Event()
        self._begin()
        first, told = self._seen is None, 0

        def go_on(number: int, found: Callable[[], Looked]) -> bool:
            nonlocal told
            if number // _TOLD_EVERY != told // _TOLD_EVERY or not told:
                shown = first and (not told or number // _SHOWN_EVERY != told // _SHOWN_EVERY)
                self.post_message(self.Went(number, found() if shown else None))
                told = number
            return not stop.is_set()

        try:
            if scan:
                await asyncio.to_thread(self.desk.refresh)
            there = await asyncio.to_thread(seen, self.desk)
            if news and there == self._seen:
                looked = self._looked
            else:
                looked = await asyncio.to_thread(findings, self.desk, go_on)
                self._made.clear()
        except MemtuiError as error:
            self.memtui.complain(error)
            close(self)
            return
        self._take(looked, there)

    @work(name="look at what was mended", group="check", exclusive=True)
    async def _read_after(self, before: Looked, change: Change) -> None:
        """Look at what a change touched, and at everything only where that does not do."""
        since = self._seen
        assert since is not None
        self._begin()
        try:
            there = await asyncio.to_thread(seen, self.desk)
            looked = await asyncio.to_thread(findings_after, self.desk, before, since, change)
        except MemtuiError as error:
            self.memtui.complain(error)
            close(self)
            return
        if looked is None:
            self._read()
        else:
            self._take(looked, there)

    @work(name="come to what was found", group="findings")
    async def _come_to_first(self) -> None:
        """The next key is about the first that is found, or nothing is."""
        await self._shown.wait()

    def _begin(self) -> None:
        self._looking, self._behind, self._number = True, False, 0

    def _take(self, looked: Looked, there: Seen) -> None:
        self._looking = False
        self._show(looked)
        self._shown.set()
        self._seen = there
        if self._behind and self.is_active:
            self._read(news=True)

    @on(Went)
    def _went(self, event: Went) -> None:
        if self._looking:
            self._number = event.number
            if event.looked and event.looked.findings:
                self._show(event.looked)
                self._shown.set()
            else:
                self._tell_number()

    def _show(self, looked: Looked) -> None:
        """Show what was found; the cursor stays on its finding, at first on the first."""
        self._looked = looked
        items = [self._items.setdefault(f.key, len(self._items)) for f in looked.findings]
        self._by_item = dict(zip(items, looked.findings, strict=True))
        untouched = self._seen is None and not self._list.place
        self._list.show(
            finding_lines(looked.findings, looked.numbers, items),
            items[0] if items and untouched else None,
        )
        self._tell_number()
        self._tell()

    def _tell_number(self) -> None:
        """Say in the bar how many there are, or how far the looking is."""
        numbers = count(sum(self._looked.numbers.values()), "finding")
        if self._looking and self._seen is None:
            numbers = f"looking… {count(self._number, 'fact')} so far"
        elif self._looking and self._number > _TOLD_EVERY:
            numbers += " · looking again…"
        self._bar.show(_TITLE, Content.styled(numbers, "$text-muted"))

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

    def _look_after(self, before: Looked, change: Change) -> None:
        if self._looking or self._seen is None:
            self._read()
        else:
            self._read_after(before, change)

    def _leave_out(self, settled: Iterable[Finding]) -> None:
        """Show some findings no more."""
        keys = {each.key for each in settled}
        kinds = Counter(each.kind for each in self.findings if each.key in keys)
        left = tuple(each for each in self.findings if each.key not in keys)
        numbers = {kind: n - kinds[kind] for kind, n in self._looked.numbers.items()}
        self._show(Looked(left, numbers))

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
