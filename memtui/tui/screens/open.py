"""Open a conversation: a typed path above a list of files, starting where the person last was."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input, Static
from textual.worker import Worker

from memtui.conversations.opening import Beginning, begun, begun_with
from memtui.conversations.reading import Person
from memtui.desk.desk import Desk
from memtui.desk.telling import day
from memtui.errors import MemtuiError
from memtui.facts.text import visible
from memtui.tui.cells import right
from memtui.tui.commands import Command, bindings
from memtui.tui.folders import (
    Entry,
    Found,
    begun_anew,
    completed,
    look_into,
    matching,
    pasted_path,
    short,
    size,
    split,
    typed_path,
)
from memtui.tui.screens.list_screen import MOVES
from memtui.tui.screens.way import Saying, WayScreen
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList
from memtui.tui.widgets.path_input import PathInput
from memtui.tui.zones import zone_of

_PARENT = Entry("..", folder=True)
_STATE = "last_folder"
_PASTED = "pasted text"


class OpenScreen(WayScreen):
    """Choose a file that holds a conversation."""

    OFFERS = (
        Command("open", "enter,right,l", "Open the file or folder", "Open", hint="open"),
        Command("all", "o", "All conversations in the folder", "Open", hint="whole folder"),
        Command("parent", "left,h", "The folder above", "Open", hint="up a folder"),
        Command("path", "slash,i", "Type or paste a path; tab completes it", "Open", hint="path"),
        Command("hidden", "full_stop", "Show or hide hidden files", "Open", hint="hidden"),
        Command("home", "tilde", "Your home folder", "Open"),
        Command(
            "samples",
            "s",
            "The sample conversations",
            "Open",
            hint="samples",
            when=lambda screen: screen.samples is not None,
        ),
        Command("back", "escape,q", "Back", "Open", hint="back"),
        *MOVES,
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("open", OFFERS)]
    AUTO_FOCUS = "#files"

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.samples: Path | None = None
        self.found = Found(Path.home())
        self.base = self.found.folder
        self.hidden = False
        self.shown: list[Entry] = []
        self._opening: Worker[None] | None = None

    def compose(self) -> ComposeResult:
        """The title, the path, the list, what went wrong, the keys."""
        yield Static("Open a conversation", id="title", markup=False)
        yield PathInput(
            placeholder="a path; tab completes. A conversation can be pasted",
            id="path",
            select_on_focus=False,
        )
        yield LineList(id="files")
        yield Saying()
        yield Hints()

    def on_mount(self) -> None:
        """Start where the person last was."""
        self._start()

    @work(name="last folder", group="folder", exclusive=True)
    async def _start(self) -> None:
        self.samples = await asyncio.to_thread(_samples, self.desk.memory.name)
        self.query_one(Hints).refresh()
        last = await asyncio.to_thread(self.desk.memory.read_state, _STATE)
        folder = Path(last) if isinstance(last, str) else self.samples or Path.cwd()
        if not await asyncio.to_thread(folder.is_dir):
            folder = Path.home()
        if not self.query_one(PathInput).value:  # nothing was typed or pasted meanwhile
            await self._look(folder)

    def go_into(self, folder: Path, *, typed: bool = False, cursor: str = "") -> None:
        """Show a folder; unless its path was `typed`, the path follows."""
        self._look_later(folder, typed, cursor)

    @work(name="look into a folder", group="folder", exclusive=True)
    async def _look_later(self, folder: Path, typed: bool, cursor: str) -> None:
        await self._look(folder, typed=typed, cursor=cursor)

    async def _look(self, folder: Path, *, typed: bool = False, cursor: str = "") -> None:
        found = await asyncio.to_thread(look_into, folder)
        if found.trouble and not typed:
            self.query_one(Saying).say(found.trouble, "bad")
            return
        self.query_one(Saying).say(found.trouble, "warn")
        self.found = found
        if not typed:
            self.base = found.folder
            self.query_one(PathInput).put(_as_folder(found.folder))
        self._list(cursor)

    def _list(self, cursor: str = "") -> None:
        """Show what matches the beginning of a name that was typed."""
        _, beginning = split(self.query_one(PathInput).value, self.base)
        parent = [] if beginning or self.found.folder.parent == self.found.folder else [_PARENT]
        entries = matching(self.found.entries, beginning, hidden=self.hidden)
        self.shown = [*parent, *entries]
        names = [entry.name for entry in self.shown]
        files = self.query_one("#files", LineList)
        at = names.index(cursor) if cursor in names else min(len(parent), max(0, len(names) - 1))
        lines = [_line(entry, place) for place, entry in enumerate(self.shown)]
        files.show(lines or [Line((("nothing here" if not beginning else "no match", "dim"),))], at)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        text = begun_anew(event.value)
        if text != event.value:
            path = self.query_one(PathInput)
            path.value = text
            path.cursor_position = len(text)
            return
        folder, _ = split(text, self.base)
        if folder != self.found.folder:
            self.go_into(folder, typed=True)
        else:
            self._list()

    @on(PathInput.Asked)
    def _complete(self) -> None:
        path = self.query_one(PathInput)
        folder, _ = split(path.value, self.base)
        if folder == self.found.folder:
            path.value = completed(path.value, self.found.entries, hidden=self.hidden)
            path.cursor_position = len(path.value)

    @on(PathInput.Left)
    def _to_list(self) -> None:
        self.query_one("#files").focus()

    @on(PathInput.Pasted)
    def _pasted(self, event: PathInput.Pasted) -> None:
        # A terminal may send the ends of lines as the key enter does, `\r`.
        if len(event.text.strip().splitlines()) > 1:
            self._opening = self._read_text(event.text)
            return
        path = self.query_one(PathInput)
        path.value = pasted_path(event.text, self.base)
        path.cursor_position = len(path.value)
        path.focus()

    def on_paste(self, event: events.Paste) -> None:
        """A file dropped on the terminal arrives as a paste, wherever the focus is.

        More than one line is not a path: it is a conversation itself.
        """
        self._pasted(PathInput.Pasted(event.text))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        self._open(typed_path(event.value, self.base))

    @on(LineList.Clicked)
    def _clicked(self, event: LineList.Clicked) -> None:
        if event.again:
            self.action_open()

    def action_open(self) -> None:
        """Go into the folder, or open the file, under the cursor."""
        place = self.query_one("#files", LineList).cursor
        if place is None:
            return
        entry = self.shown[place]
        if entry is _PARENT:
            self.action_parent()
        elif entry.folder:
            self.go_into(self.found.folder / entry.name)
        else:
            path = self.found.folder / entry.name
            self.query_one(PathInput).put(short(path))
            self._open(path)

    def action_parent(self) -> None:
        """Go to the folder above, with the cursor on the one left."""
        folder = self.found.folder
        self.go_into(folder.parent, cursor=folder.name)

    def action_path(self) -> None:
        """Type a path."""
        self.query_one(PathInput).focus()

    def action_hidden(self) -> None:
        """Show or hide hidden files."""
        self.hidden = not self.hidden
        place = self.query_one("#files", LineList).cursor
        self._list(self.shown[place].name if place is not None else "")
        self.query_one(Saying).say("hidden files are " + ("shown" if self.hidden else "not shown"))

    def action_home(self) -> None:
        """Go to the home folder."""
        self.go_into(Path.home())

    def action_samples(self) -> None:
        """Go to the sample conversations."""
        if self.samples:
            self.go_into(self.samples)

    def action_back(self) -> None:
        """From the path to the list; while a file is read, stop; else leave."""
        files = self.query_one("#files")
        if self._opening and self._opening.is_running:
            self._opening.cancel()
            self.query_one(Saying).say("stopped")
        elif self.query_one(PathInput).has_focus:
            files.focus()
            self.go_into(self.base if self.found.trouble else self.found.folder)
        else:
            self.dismiss()

    def action_all(self) -> None:
        """Open all that is in the folder under the cursor, or in this one."""
        place = self.query_one("#files", LineList).cursor
        entry = self.shown[place] if place is not None and place < len(self.shown) else None
        inner = entry is not None and entry.folder and entry is not _PARENT
        self._opening = self._read(
            self.found.folder / entry.name if inner and entry else self.found.folder, whole=True
        )

    def _open(self, path: Path) -> None:
        self._opening = self._read(path)

    @work(name="open a conversation", group="opening", exclusive=True)
    async def _read(self, path: Path, *, whole: bool = False) -> None:
        if not whole and await asyncio.to_thread(path.is_dir):
            await self._look(path)
            self._to_list()
            return
        self.query_one(Saying).say(f"opening {path.name}…")
        if await self._begin(lambda person: begun(path, person), str(path)):
            await asyncio.to_thread(self.desk.memory.write_state, _STATE, str(path.parent))

    @work(name="open what was pasted", group="opening", exclusive=True)
    async def _read_text(self, text: str) -> None:
        await self._begin(lambda person: begun_with(text, _PASTED, person), "")

    async def _begin(self, begin: Callable[[Person], Beginning], where: str) -> bool:
        """Read as far as to know what there is; whether something could be read."""
        saying = self.query_one(Saying)
        person = Person(self.desk.memory.settings.me.names, zone_of(self.desk))
        try:
            beginning = await asyncio.to_thread(begin, person)
        except MemtuiError as error:
            saying.tell(error)
            return False
        saying.say("")
        self._go_on(beginning, where)
        return True

    def _go_on(self, beginning: Beginning, where: str) -> None:
        from memtui.tui.screens.pick import PickScreen
        from memtui.tui.screens.preview import PreviewScreen

        if beginning.only:
            opened = beginning.only
            self.app.push_screen(PreviewScreen(self.desk, opened, opened.conversations[0]))
        else:
            self.app.push_screen(
                PickScreen(self.desk, beginning.collection, beginning.found, where)
            )


def _samples(memory: str) -> Path | None:
    """The folder of sample conversations, in the demo."""
    from memtui.desk.demo import NAME, sample_conversations

    return sample_conversations() if memory == NAME else None


def _as_folder(folder: Path) -> str:
    path = short(folder)
    return path if path.endswith("/") else path + "/"


def _line(entry: Entry, place: int) -> Line:
    amount = "" if entry.folder else size(entry.size)
    changed = day(entry.changed) if entry.changed else ""
    name = visible(entry.name) + ("/" if entry.folder else "")
    return Line(
        (
            (right(amount, 8) + "  ", "dim"),
            (right(changed, 11) + "  ", "dim"),
            (name, "accent" if entry.folder else "plain"),
        ),
        place,
    )
