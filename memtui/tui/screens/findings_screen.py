"""A screen of what wants mending: looked for beside what is shown, and again after each change."""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Iterable

from textual import on, work
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from memtui.desk.desk import Desk
from memtui.desk.telling import count
from memtui.desk.tidying.finding import Finding
from memtui.desk.tidying.findings import Seen, findings, findings_after, seen
from memtui.desk.tidying.looking import Looked
from memtui.errors import MemtuiError
from memtui.facts.keeping import Change
from memtui.tui.closing import close
from memtui.tui.finding_lines import finding_lines
from memtui.tui.screens.undoing import UndoingScreen
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.two_sided import TwoSided

_TOLD_EVERY = 1_000  # facts that were looked through
_SHOWN_EVERY = 20_000  # the same, until what was found in them is shown
_TITLE = Content.styled("Tidy", "bold $accent")


class FindingsScreen(UndoingScreen):
    """Shows what is found, as it is found, and keeps it true; what to do those tell who extend it.

    What was found stays in sight while it is looked again.
    """

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

    def _tell(self) -> None:
        """Say what can be done about the finding under the cursor."""
        raise NotImplementedError

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
