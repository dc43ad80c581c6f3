"""Search: results as the question is typed, what holds now before what held before.

Words answer at once, meaning a moment later; nobody who points at a hit loses it thereby.
"""

import asyncio
from typing import TYPE_CHECKING, ClassVar, cast

from rich.cells import cell_len
from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

from memtui.desk.desk import Desk
from memtui.desk.marking import marked
from memtui.desk.telling import day, ready_line, span, words_alone_line
from memtui.errors import MemtuiError
from memtui.facts.fact import Fact
from memtui.search.ranking import Answer, Asked, Hit
from memtui.tui.answers import Shown, arranged, arranged_around, found_by
from memtui.tui.asking import asked_for
from memtui.tui.cells import left, plain, right
from memtui.tui.commands import Command, bindings
from memtui.tui.copying import copy
from memtui.tui.filtering import NOTES
from memtui.tui.screens.fitted import FittedScreen
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList
from memtui.tui.zones import zone_of

if TYPE_CHECKING:
    from memtui.search.standing import Standing
    from memtui.tui.app import MemtuiApp

_PLACES = 20
_TYPING = 0.08  # seconds without a key before a search is begun
_NOTHING = Answer(())


class SearchScreen(FittedScreen[str | None]):
    """Finds facts; answers with the id of the one chosen."""

    OFFERS = (
        Command("choose", "enter", "Show the fact in the list", "Search", hint="show in the list"),
        Command("copy", "ctrl+y,y", "Copy it with its citation", "Search", hint="copy"),
        Command("view", "ctrl+t,v", "All about it, with its timeline", "Search", hint="all"),
        Command("current", "ctrl+o,c", "With history or without", "Search"),
        Command("down", "down", "Next hit", "Search", hint="next", action="move(1)"),
        Command("up", "up", "Hit before", "Search", action="move(-1)"),
        Command("question", "/,tab", "To the question, or to the hits", "Search"),
        Command("back", "escape,q,ctrl+g", "Back", "Search", hint="back"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("search", OFFERS)]
    NOTES = tuple(note for note in NOTES if ":" in note[0])
    AUTO_FOCUS = "Input"

    class Ready(Message):
        """More can be found by meaning, or something went wrong with it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.shown: list[Shown] = []
        self._current = False
        self._pointed = False
        self._answered = ""
        self._complete = False
        # What the memory was when it was asked.
        self._stamp = ""
        self._field = Input(placeholder="what does Ana work on said:2025..", compact=True)
        self._lines = LineList(id="hits")
        self._why = Static("", id="why", markup=False)
        self._ready = Static("", id="ready", markup=False)

    @property
    def hits(self) -> list[Hit]:
        """What was found, in the order shown."""
        return [each.hit for each in self.shown]

    def compose(self) -> ComposeResult:
        """The question, the hits, why one was found, how far meaning is, the keys."""
        with Horizontal(id="filter"):
            yield Static("s ", markup=False)
            yield self._field
        yield self._lines
        yield self._why
        yield self._ready
        yield Hints()

    def on_mount(self) -> None:
        """Say how far meaning is, now and whenever that changes."""
        self.desk.meaning.listeners.add(self._hear)
        self._tell_ready()

    def on_unmount(self) -> None:
        """Listen no more."""
        self.desk.meaning.listeners.discard(self._hear)

    def _hear(self) -> None:
        self.post_message(self.Ready())

    @on(Ready)
    def _more_is_ready(self) -> None:
        self._tell_ready()

    # Finding

    @on(Input.Changed)
    def _asked(self) -> None:
        self._pointed = False
        self._search()

    @work(name="search", group="search", exclusive=True)
    async def _search(self) -> None:
        await asyncio.sleep(_TYPING)
        try:
            asked = await self._by_words()
            if not asked.query:
                return
            if not self._complete:
                self._complete = _complete(await asyncio.to_thread(self.desk.meaning.standing))
            answer = await asyncio.to_thread(self.desk.search, asked, meaning=True)
            standing = await asyncio.to_thread(self.desk.meaning.standing)
            if answer.problem and _complete(standing):
                # It was mended meanwhile, and nothing more is going to be told of it.
                answer = await asyncio.to_thread(self.desk.search, asked, meaning=True)
            self._show(self._around(answer))
            self._tell(standing, answer)
        except MemtuiError as error:
            self._why.update(f"{error.message} {error.hint}".rstrip())

    async def _by_words(self) -> Asked:
        """Show what the words typed find, unless somebody points at a hit of them already.

        Returns:
            What is asked for; without a query when nothing is, or it cannot be read.
        """
        text = self._field.value
        asked, problem = self._reads(text)
        if problem or not asked.query:
            self._show([], nothing=problem or "add what to look for")
            return Asked("")
        self._stamp = await asyncio.to_thread(lambda: self.desk.memory.stamp)
        if not self._pointed:
            answer = await asyncio.to_thread(self.desk.search, asked)
            self._show(arranged(answer), nothing="looking for what it means…")
        self._answered = text
        return asked

    def _reads(self, text: str) -> tuple[Asked, str]:
        memory = self.desk.memory
        zone = zone_of(self.desk)
        return asked_for(text, _PLACES, memory.rules, memory.today, zone, current=self._current)

    def _around(self, answer: Answer) -> list[Shown]:
        place = self._lines.cursor
        if place is None or not (self._pointed or self._lines.has_focus):
            return arranged(answer)
        return arranged_around(self.shown, answer, place)

    @work(name="how far meaning is", group="ready", exclusive=True)
    async def _tell_ready(self) -> None:
        """Say how far meaning is; what was asked before all was ready is asked again.

        So is what was asked before the memory changed; what has gone leaves the screen at once.
        The next of these ends this one wherever it waits, and finds nothing marked as done that
        was not.
        """
        standing = await asyncio.to_thread(self.desk.meaning.standing)
        self._tell(standing, _NOTHING)
        complete = _complete(standing)
        if not self._field.value.strip():
            self._complete = complete
            return
        before, stamp, there = self._stamp, self._stamp, None
        try:
            if before:
                stamp, there = await asyncio.to_thread(self._there, before)
        except MemtuiError as error:
            self._why.update(f"{error.message} {error.hint}".rstrip())
            return
        if self._stamp == before:
            self._stamp = stamp
        if there is not None:
            self._show([each for each in self.shown if each.hit.fact.id in there])
        if there is not None or (complete and not self._complete):
            self._pointed = True
            self._search()
        self._complete = complete

    def _there(self, before: str) -> tuple[str, set[str] | None]:
        """The memory's stamp, and which facts shown are still there; `None` if it is as before."""
        memory = self.desk.memory
        if (now := memory.stamp) == before:
            return now, None
        ids = [hit.fact.id for hit in self.hits]
        return now, {fact.id for fact in memory.facts(history=True, ids=ids)}

    def _tell(self, standing: "Standing", answer: Answer) -> None:
        if answer.problem:
            line = words_alone_line(answer.problem)
        elif not standing.serving and standing.problem:
            line = words_alone_line(standing.problem)
        else:
            line = f"words at once · {ready_line(standing)}"
        self._ready.update(plain(line))

    # Showing

    def _show(self, shown: list[Shown], *, nothing: str = "nothing found") -> None:
        cursor = self._lines.cursor if self._pointed or self._lines.has_focus else 0
        self.shown = shown
        names = [_name(each.hit.fact) for each in shown]
        width = min(max(map(cell_len, names), default=0), max(8, self.size.width * 3 // 10))
        lines: list[Line] = []
        for place, each in enumerate(shown):
            if place == 0 or each.group != shown[place - 1].group:
                lines.append(Line(((each.group, "head"),)))
            lines.append(self._line(place, each.hit, names[place], width))
        self._lines.show(lines, cursor)
        if shown:
            self._moved()
        else:
            self._why.update(nothing if self._field.value.strip() else "")

    def _line(self, place: int, hit: Hit, name: str, width: int) -> Line:
        fact = hit.fact
        wide = self.size.width >= 70
        when = day(fact.said) if fact.current else span(fact.said, fact.until)
        said = right(when, 23 if wide and any(not h.fact.current for h in self.hits) else 11)
        parts = [(left(name, width), "accent"), ("  ", "plain")]
        if self.size.width >= 50:
            parts.append((f"{said}  ", "dim"))
        if self.size.width >= 100:
            parts.append((left(found_by(hit), 9), "dim"))
        look = "plain" if fact.current else "dim"
        parts += [(part, "head" if word else look) for part, word in marked(fact.fact, hit.matched)]
        return Line(tuple(parts), place)

    @on(LineList.Moved)
    def _moved(self) -> None:
        """Say how the hit is cited and why it was found."""
        hit = self._hit()
        if hit is not None:
            self._why.update(f"{hit.citation} · {plain(hit.why)}")

    def on_resize(self) -> None:
        """Fit the columns to the new width."""
        self._show(self.shown)

    # What can be done with a hit

    @on(Input.Submitted)
    async def action_choose(self) -> None:
        """Answer with the hit under the cursor."""
        hit = await self._hit_asked_for()
        if hit is not None:
            self.dismiss(hit.fact.id)

    async def action_copy(self) -> None:
        """Copy the hit under the cursor with its citation."""
        hit = await self._hit_asked_for()
        if hit is not None:
            copy(cast("MemtuiApp", self.app), hit.fact.id, hit.fact.fact)

    async def action_view(self) -> None:
        """Show all about the hit under the cursor."""
        hit = await self._hit_asked_for()
        if hit is not None:
            from memtui.tui.screens.fact import FactScreen

            self.app.push_screen(FactScreen(self.desk, hit.fact.id))

    def action_current(self) -> None:
        """Leave history out, or let it in again."""
        self._current = not self._current
        self._pointed = False
        self._search()

    def action_move(self, by: int) -> None:
        """Move among the hits while the question is being typed."""
        self._pointed = True
        self._lines.action_move(by)

    def action_question(self) -> None:
        """Between the question and the hits."""
        (self._lines if self._field.has_focus else self._field).focus()

    def action_back(self) -> None:
        """Back to the list."""
        self.dismiss(None)

    @on(LineList.Clicked)
    async def _clicked(self, event: LineList.Clicked) -> None:
        self._pointed = True
        if event.again:
            await self.action_choose()

    async def _hit_asked_for(self) -> Hit | None:
        """The hit under the cursor, of a question that was typed a moment ago too."""
        if self._answered != self._field.value:
            try:
                await self._by_words()
            except MemtuiError as error:
                self._why.update(f"{error.message} {error.hint}".rstrip())
                return None
        return self._hit()

    def _hit(self) -> Hit | None:
        place = self._lines.cursor
        return self.shown[place].hit if place is not None and place < len(self.shown) else None


def _name(fact: Fact) -> str:
    return f"{plain(fact.subject)} — {plain(fact.attribute)}"


def _complete(standing: "Standing") -> bool:
    return standing.done == standing.total and not standing.problem
