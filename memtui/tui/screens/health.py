"""Whether notes, index, search and extractor are well, each row with what puts it right."""

import asyncio
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from memtui.desk.checks import (
    Check,
    Mending,
    check_extractor,
    checks_of_notes,
    checks_of_search,
    verdict,
)
from memtui.desk.desk import Desk
from memtui.desk.inspecting import inspect
from memtui.desk.telling import count
from memtui.errors import MemtuiError
from memtui.tui.asking_for import ShowFacts
from memtui.tui.check_lines import check_line, told_of_check
from memtui.tui.commands import Command, bindings
from memtui.tui.describing import repaired_line
from memtui.tui.screens.ask import AskScreen
from memtui.tui.screens.list_screen import MOVES
from memtui.tui.screens.undoing import UndoingScreen, undo
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList
from memtui.tui.widgets.two_sided import TwoSided

_AGAIN = 5.0  # seconds until an extractor that does not answer is asked again
_TOLD_EVERY = 1_000  # facts that were looked through
_TITLE = Content.styled("Health", "bold $accent")
_AREAS = ("notes", "search", "extractor")


def _can_be_mended(screen: "HealthScreen") -> bool:
    return screen.check is not None and screen.check.mending is not None


class HealthScreen(UndoingScreen):
    """Whether notes, index, search and extractor are well, and what puts right what is not."""

    OFFERS = (
        Command("mend", "f,enter", "Put it right", "Health", "put right", _can_be_mended),
        Command("look", "r", "Look again", "Health", hint="look again"),
        Command("repair", "R", "Repair links, folders, permissions and index", "Health"),
        Command("reindex", "i", "Make index and vectors anew…", "Health", hint="index anew"),
        undo("Health"),
        Command("tidy", "w", "Tidy: what wants mending in the notes", "Health", hint="tidy"),
        Command("models", "L", "The models that read conversations", "Health", hint="models"),
        Command("settings", "comma", "Settings of the memory, and the theme", "Health"),
        *MOVES,
        Command("back", "escape,q,c", "Back", "Health", hint="back"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("health", OFFERS)]
    AUTO_FOCUS = "LineList"

    class Changed(Message):
        """More is ready for search, or something went wrong there."""

    class Went(Message):
        """So many facts were looked through."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.found: dict[str, tuple[Check, ...]] = {}
        self._checking: set[str] = set()
        self._behind: set[str] = set()
        self._asked = False
        self._stop = threading.Event()
        self._number = 0
        self._shown: list[Check] = []
        self._bar = TwoSided(_TITLE)
        self._list = LineList(id="eras")
        self._about = Static(id="about", markup=False)

    @property
    def check(self) -> Check | None:
        """The row under the cursor."""
        place = self._list.cursor
        return self._shown[place] if place is not None and place < len(self._shown) else None

    def compose(self) -> ComposeResult:
        """How many rows want something, the rows, what is known of one, the keys."""
        yield self._bar
        yield self._list
        yield self._about
        yield Hints()

    def on_mount(self) -> None:
        """Follow what others change, and an extractor that comes."""
        self.memtui.memory_changed.subscribe(self, lambda _: self._follow("notes", "search"))
        self.desk.meaning.listeners.add(self._hear)
        self.set_interval(_AGAIN, self._ask_again)

    def on_unmount(self) -> None:
        """Listen and look no more."""
        self._stop.set()
        self.desk.meaning.listeners.discard(self._hear)

    def on_screen_resume(self) -> None:
        """Look at everything: other screens may have mended it."""
        self.action_look()

    def on_screen_suspend(self) -> None:
        """Look no further: what others mend is looked at when this is back."""
        self._stop.set()

    def _hear(self) -> None:
        self.post_message(self.Changed())

    @on(Changed)
    def _follow_search(self) -> None:
        self._follow("search")

    def _follow(self, *areas: str) -> None:
        if self.is_active:
            self._look_at(*areas)

    def _ask_again(self) -> None:
        unwell = any(not each.well for each in self.found.get("extractor", ()))
        if unwell and self.is_active and "extractor" not in self._checking:
            self._look_at("extractor")

    def action_look(self) -> None:
        """Look at everything anew; what was found stays in sight meanwhile."""
        self._asked = True
        self._look_at(*_AREAS)
        self._show()

    def _look_at(self, *areas: str) -> None:
        """Look in the background; what is asked while that goes on makes one more look."""
        looks: dict[str, Callable[[], object]] = {
            "notes": self._look_at_notes,
            "search": self._look_at_search,
            "extractor": self._look_at_extractor,
        }
        for area in areas:
            if area in self._checking:
                self._behind.add(area)
            else:
                self._checking.add(area)
                looks[area]()

    @work(name="check the notes", group="check")
    async def _look_at_notes(self) -> None:
        stop = self._stop = threading.Event()

        def go_on(number: int) -> bool:
            self.post_message(self.Went(number))
            return not stop.is_set()

        await self._take("notes", lambda: tuple(checks_of_notes(self.desk.memory.doctor(go_on))))

    @on(Went)
    def _went(self, event: Went) -> None:
        told, self._number = self._number, event.number
        if "notes" in self._checking and told // _TOLD_EVERY != event.number // _TOLD_EVERY:
            self._tell_state()

    @work(name="check the search", group="check")
    async def _look_at_search(self) -> None:
        desk = self.desk
        await self._take(
            "search", lambda: tuple(checks_of_search(inspect(desk.memory, desk.meaning)))
        )

    @work(name="check the extractor", group="check")
    async def _look_at_extractor(self) -> None:
        self._tell_found("extractor", ((await check_extractor(self.desk)).check,))

    async def _take(self, area: str, look: Callable[[], tuple[Check, ...]]) -> None:
        try:
            checks = await asyncio.to_thread(look)
        except MemtuiError as error:
            checks = (Check(area, "cannot be looked at", (str(error),), well=False),)
        self._tell_found(area, checks)

    def _tell_found(self, area: str, checks: tuple[Check, ...]) -> None:
        if area != "notes" or not self._stop.is_set():
            self.found[area] = checks
        self._checking.discard(area)
        if area in self._behind:
            self._behind.discard(area)
            self._follow(area)
        self._asked = self._asked and bool(self._checking)
        self._show()

    def _tell_state(self) -> None:
        """Say in the bar how all stands, or how far the looking is."""
        checks = [each for area in _AREAS for each in self.found.get(area, ())]
        if self._asked:
            far = f" {count(self._number, 'fact')} so far" if self._number >= _TOLD_EVERY else ""
            told = Content.styled(
                f"looking…{far if 'notes' in self._checking else ''}", "$text-muted"
            )
        else:
            well = all(each.well for each in checks)
            told = Content.styled(verdict(checks), "$text-success" if well else "$text-warning")
        self._bar.show(_TITLE, told)

    def _show(self) -> None:
        self._tell_state()
        lines: list[Line] = []
        shown: list[Check] = []
        for area in _AREAS:
            lines.append(Line(((area.capitalize(), "head"),)))
            if area not in self.found:
                lines.append(Line((("  looking…", "dim"),)))
            for check in self.found.get(area, ()):
                lines.append(check_line(check, len(shown)))
                shown.append(check)
        self._shown = shown
        self._list.show(lines)
        self._tell()

    @on(LineList.Moved)
    def _tell(self) -> None:
        """Say what is known of the row, and what puts it right."""
        check = self.check
        self._about.update(Content("\n").join(told_of_check(check)) if check else Content(""))
        self.query_one(Hints).refresh()

    @on(LineList.Clicked)
    def _clicked(self, event: LineList.Clicked) -> None:
        if event.again:
            self.action_mend()

    def action_mend(self) -> None:
        """Do what puts the row right."""
        match self.check:
            case Check(mending=Mending.REPAIR):
                self.action_repair()
            case Check(mending=Mending.REINDEX):
                self.action_reindex()
            case Check(mending=Mending.TIDY):
                self.action_tidy()
            case Check(mending=Mending.SETTINGS):
                self.action_settings()
            case Check(mending=Mending.EXTRACTOR):
                self.action_models()
            case Check(mending=Mending.AHEAD):
                tomorrow = self.desk.memory.today + timedelta(days=1)
                self.app.pop_screen()
                self.app.screen.post_message(ShowFacts(f"said:{tomorrow}.."))
            case Check(well=False):
                self.memtui.tell("It cannot be put right here; what is wrong is said below.")
            case Check():
                self.memtui.tell("There is nothing to put right here.")
            case None:
                pass

    @work(name="repair", group="change")
    async def action_repair(self) -> None:
        """Put right what can be without losing anything."""
        await self._mend(self._repair)

    def _repair(self) -> str:
        return repaired_line(self.desk.repair())

    def action_reindex(self) -> None:
        """Make index and vectors anew, after a yes: embedding takes a while."""
        text = (
            "Everything in them follows from the notes, so nothing is lost and there is nothing to "
            "take back; until all facts are embedded again, the vectors from before answer."
        )
        ask = AskScreen("Make index and vectors anew?", text)
        self.app.push_screen(ask, self._reindex_if)

    def _reindex_if(self, yes: bool | None) -> None:
        if yes:
            self._reindex()

    @work(name="reindex", group="change")
    async def _reindex(self) -> None:
        await self._mend(self._make_anew)

    def _make_anew(self) -> str:
        self.desk.reindex()
        return "The index was made anew; vectors follow in the background."

    async def _mend(self, mend: Callable[[], str]) -> None:
        try:
            told = await asyncio.to_thread(mend)
        except MemtuiError as error:
            self.memtui.complain(error)
        else:
            self.memtui.tell(told)
        self.action_look()

    def taken_back(self) -> None:
        """Look at everything anew."""
        self.action_look()

    def action_tidy(self) -> None:
        """Show what wants mending in the notes."""
        from memtui.tui.screens.tidy import TidyScreen

        self.app.push_screen(TidyScreen(self.desk))

    def action_settings(self) -> None:
        """Show the settings."""
        from memtui.tui.screens.settings import SettingsScreen

        self.app.push_screen(SettingsScreen(self.desk))

    def action_models(self) -> None:
        """Show the models that read conversations."""
        from memtui.tui.screens.models import ModelsScreen

        self.app.push_screen(ModelsScreen(self.desk))

    def action_back(self) -> None:
        """Back to the list of facts."""
        self.app.pop_screen()
