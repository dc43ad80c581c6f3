"""Search: results as the question is typed, what holds now before what held before."""

import asyncio
from typing import TYPE_CHECKING, ClassVar, cast

from rich.cells import cell_len
from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Input, Static

from memtui.desk.desk import Desk
from memtui.desk.telling import day, span
from memtui.errors import MemtuiError
from memtui.facts.fact import Fact
from memtui.facts.text import visible
from memtui.search.ranking import Hit
from memtui.tui.cells import left, right
from memtui.tui.commands import Command, bindings
from memtui.tui.copying import copy
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList

if TYPE_CHECKING:
    from memtui.tui.app import MemtuiApp

_PLACES = 20
_TYPING = 0.08  # seconds without a key before a search is begun


class SearchScreen(Screen[str | None]):
    """Finds facts; answers with the id of the one chosen."""

    OFFERS = (
        Command("choose", "enter", "Show the fact in the list", "Search", hint="show in the list"),
        Command("copy", "ctrl+y,y", "Copy it with its citation", "Search", hint="copy"),
        Command("down", "down", "Next hit", "Search", hint="next", action="move(1)"),
        Command("up", "up", "Hit before", "Search", action="move(-1)"),
        Command("question", "/,tab", "To the question, or to the hits", "Search"),
        Command("back", "escape,q,ctrl+g", "Back", "Search", hint="back"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("search", OFFERS)]
    AUTO_FOCUS = "Input"

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.hits: list[Hit] = []
        self._lines = LineList(id="hits")
        self._why = Static("", id="why", markup=False)

    def compose(self) -> ComposeResult:
        """The question, the hits, what the search could not do, the keys."""
        with Horizontal(id="filter"):
            yield Static("s ", markup=False)
            yield Input(placeholder="what does Ana work on", compact=True)
        yield self._lines
        yield self._why
        yield Hints()

    @on(Input.Changed)
    def _asked(self, event: Input.Changed) -> None:
        self._search(event.value)

    @work(name="search", group="search", exclusive=True)
    async def _search(self, query: str) -> None:
        await asyncio.sleep(_TYPING)
        try:
            hits = (
                await asyncio.to_thread(self.desk.search, query, _PLACES) if query.strip() else []
            )
        except MemtuiError as error:
            self._why.update(f"{error.message} {error.hint}".rstrip())
            return
        self.hits = sorted(hits, key=lambda hit: not hit.fact.current)
        self._show(bool(query.strip()))

    def _show(self, asked: bool) -> None:
        names = [_name(hit.fact) for hit in self.hits]
        width = min(max(map(cell_len, names), default=0), max(8, self.size.width * 3 // 10))
        lines: list[Line] = []
        for place, hit in enumerate(self.hits):
            if place == 0 or hit.fact.current != self.hits[place - 1].fact.current:
                lines.append(Line((("now" if hit.fact.current else "before", "head"),)))
            lines.append(self._line(place, hit, names[place], width))
        self._lines.show(lines, 0)
        if self.hits:
            self._moved()
        else:
            self._why.update("nothing found" if asked else "")

    def _line(self, place: int, hit: Hit, name: str, width: int) -> Line:
        fact = hit.fact
        wide = self.size.width >= 70
        when = day(fact.said) if fact.current else span(fact.said, fact.until)
        said = right(when, 23 if wide and any(not h.fact.current for h in self.hits) else 11)
        parts = [(left(name, width), "accent"), ("  ", "plain")]
        if self.size.width >= 50:
            parts.append((f"{said}  ", "dim"))
        parts.append((visible(fact.fact), "plain" if fact.current else "dim"))
        return Line(tuple(parts), place)

    @on(LineList.Moved)
    def _moved(self) -> None:
        """Say how the hit is cited and why it was found."""
        hit = self._hit()
        if hit is not None:
            self._why.update(f"{hit.citation} · {visible(hit.why)}")

    def on_resize(self) -> None:
        """Fit the columns to the new width."""
        self._show(bool(self.query_one(Input).value.strip()))

    @on(Input.Submitted)
    def action_choose(self) -> None:
        """Answer with the hit under the cursor."""
        hit = self._hit()
        if hit is not None:
            self.dismiss(hit.fact.id)

    def action_copy(self) -> None:
        """Copy the hit under the cursor with its citation."""
        hit = self._hit()
        if hit is not None:
            copy(cast("MemtuiApp", self.app), hit.fact.id, hit.fact.fact)

    def action_move(self, by: int) -> None:
        """Move among the hits while the question is being typed."""
        self._lines.action_move(by)

    def action_question(self) -> None:
        """Between the question and the hits."""
        field = self.query_one(Input)
        (self._lines if field.has_focus else field).focus()

    def action_back(self) -> None:
        """Back to the list."""
        self.dismiss(None)

    @on(LineList.Clicked)
    def _clicked(self, event: LineList.Clicked) -> None:
        if event.again:
            self.action_choose()

    def _hit(self) -> Hit | None:
        place = self._lines.cursor
        return self.hits[place] if place is not None and place < len(self.hits) else None


def _name(fact: Fact) -> str:
    return f"{visible(fact.subject)} — {visible(fact.attribute)}"
