"""What became of the files in the folders that the memory's settings have watched."""

import asyncio
from contextlib import suppress
from datetime import datetime, tzinfo
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from memtui.desk.desk import Desk
from memtui.desk.folders import standings, watched
from memtui.desk.journal import Entry
from memtui.desk.telling import count, day
from memtui.errors import MemtuiError
from memtui.tui.cells import plain, right
from memtui.tui.commands import Command, bindings
from memtui.tui.screens.list_screen import MOVES, ListScreen
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList
from memtui.tui.zones import zone_of

_INDENT = 27
_MARGIN = 2  # cells that the list takes for its pointer
_LOOK = {"read": "good", "skipped": "dim", "failed": "warn"}
_NONE = (
    "No folder is watched. Settings (,) names some, under Watched folders:",
    "conversations in them are read as they arrive; what they say waits for review.",
)


class WatchedScreen(ListScreen):
    """The journal of each watched folder, the latest file first."""

    OFFERS = (
        Command("back", "escape,q,left,h", "Back", "Watched", hint="back"),
        *MOVES,
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("watched", OFFERS)]
    AUTO_FOCUS = "LineList"

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def compose(self) -> ComposeResult:
        """The title, the list, the keys."""
        yield Static(Content("Watched folders"), id="title", markup=False)
        yield LineList()
        yield Hints()

    def on_mount(self) -> None:
        """Read the journals, once there is a width to lay them out for."""
        self.call_after_refresh(self._read)

    def on_resize(self) -> None:
        """Lay them out anew."""
        self.call_after_refresh(self._read)

    @work(name="read the journals", group="watched", exclusive=True)
    async def _read(self) -> None:
        try:
            lines = await asyncio.to_thread(self._lines, self.query_one(LineList).room)
        except MemtuiError as error:
            self.memtui.complain(error)
            return
        self.query_one(LineList).show(lines)

    def _lines(self, room: int) -> list[Line]:
        lines: list[Line] = []
        items = 0
        zone = zone_of(self.desk)
        for folder in watched(self.desk, self.desk.clock):
            journal = folder.journal()
            head = f"{plain(str(folder.path))} · {count(len(journal), 'file')}"
            lines.append(Line(((head, "head"),)))
            for entry in reversed(journal):
                lines += _entry_lines(entry, items, room, zone)
                items += 1
        for standing in standings(self.desk.memory):
            if not standing.there:
                told = Content(plain(standing.problems[0])).wrap(max(20, room - _MARGIN))
                lines += [Line(((part.plain, "warn"),)) for part in told]
        return lines or [Line(((text, "dim"),)) for text in _NONE]

    def action_back(self) -> None:
        """Back to the facts."""
        self.dismiss()


def _entry_lines(entry: Entry, item: int, room: int, zone: tzinfo | None) -> list[Line]:
    when = " " * 17
    with suppress(ValueError):  # somebody else wrote it
        moment = datetime.fromisoformat(entry.on).astimezone(zone)
        when = f"{right(day(moment.date()), 11)} {moment:%H:%M}"
    width = max(20, room - _INDENT - _MARGIN)
    told = [part.plain for part in Content(plain(entry.told)).wrap(width)]
    why = [part.plain for part in Content(plain(entry.why)).wrap(width)] if entry.why else []
    first = (
        (f"{when}  ", "dim"),
        (f"{entry.outcome:<8}", _LOOK.get(entry.outcome, "plain")),
        (told[0], "plain"),
    )
    before = (" " * _INDENT, "plain")
    return [
        Line(first, item),
        *(Line((before, (part, "plain")), item) for part in told[1:]),
        *(Line((before, (part, "dim")), item) for part in why),
    ]
