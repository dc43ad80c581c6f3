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
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from memtui.desk.desk import Desk
from memtui.desk.marking import marked
from memtui.desk.telling import day, ready_line, span, words_alone_line
from memtui.errors import MemtuiError
from memtui.facts.fact import Fact
from memtui.search.ranking import Answer, Asked, Hit
from memtui.tui.answers import (
    Shown,
    arranged,
    arranged_around,
    followed,
    found_by,
    hit_lines,
    place_of,
)
from memtui.tui.asking import asked_for
from memtui.tui.cells import left, plain, right
from memtui.tui.commands import Command, bindings
from memtui.tui.copying import copy
from memtui.tui.filtering import NOTES
from memtui.tui.screens.fitted import FittedScreen
from memtui.tui.widgets.detail import Detail
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
        # Whether what is shown may be of what the memory was before.
        self._anew = False
        self._field = Input(placeholder="what does Ana work on said:2025..", compact=True)
        self._lines = LineList(id="hits")
        self._why = Detail("why")
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
        cast("MemtuiApp", self.app).memory_changed.subscribe(self, lambda _: self._tell_ready())
        self._tell_ready()

    def on_unmount(self) -> None:
        """Listen no more."""
        self.desk.meaning.listeners.discard(self._hear)

    def on_screen_resume(self) -> None:
        """Ask again where another screen changed what was found."""
        self._tell_ready()

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
        if not self._anew:
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
            self._anew = False
            self._tell(standing, answer)
        except MemtuiError as error:
            self._complain(error)

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
        stamp = await asyncio.to_thread(lambda: self.desk.memory.stamp)
        self._anew = self._anew or (bool(self._stamp) and stamp != self._stamp)
        self._stamp = stamp
        if not self._pointed:
            answer = await asyncio.to_thread(self.desk.search, asked)
            self._anew = False
            self._show(arranged(answer), nothing="looking for what it means…")
        elif self._anew:
            answer = await asyncio.to_thread(self.desk.search, asked)
            facts = await asyncio.to_thread(self._facts, [hit.fact.id for hit in self.hits])
            self._show(followed(self.shown, facts, answer, asked))
        self._answered = text
        return asked

    def _reads(self, text: str) -> tuple[Asked, str]:
        memory = self.desk.memory
        zone = zone_of(self.desk)
        return asked_for(text, _PLACES, memory.rules, memory.today, zone, current=self._current)

    def _facts(self, ids: list[str]) -> dict[str, Fact]:
        """Those facts as they are now, without those that are gone."""
        return {fact.id: fact for fact in self.desk.memory.facts(history=True, ids=ids)}

    def _around(self, answer: Answer) -> list[Shown]:
        place = self._lines.cursor
        if self._anew or place is None or not (self._pointed or self._lines.has_focus):
            return arranged(answer)
        return arranged_around(self.shown, answer, place)

    @work(name="how far meaning is", group="ready", exclusive=True)
    async def _tell_ready(self) -> None:
        """Say how far meaning is; what was asked before all was ready is asked again.

        So is what was asked before the memory changed. The next of these ends this one wherever
        it waits, and finds nothing marked as done that was not.
        """
        standing = await asyncio.to_thread(self.desk.meaning.standing)
        self._tell(standing, _NOTHING)
        complete = _complete(standing)
        if not self._field.value.strip():
            self._complete = complete
            return
        try:
            if await asyncio.to_thread(self._changed, self._stamp):
                self._anew = True
        except MemtuiError as error:
            self._complain(error)
            return
        if self._anew or (complete and not self._complete):
            self._pointed = True
            self._search()
        self._complete = complete

    def _changed(self, before: str) -> bool:
        """Whether the memory is another than when it was asked, if it was."""
        return bool(before) and self.desk.memory.stamp != before

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
        before = self._hit() if self._pointed or self._lines.has_focus else None
        cursor = place_of(before, shown, self._lines.cursor or 0) if before else 0
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
            self._say(nothing if self._field.value.strip() else "")

    def _say(self, text: str) -> None:
        self._below(Content(text).wrap(max(1, self._why.size.width or self.size.width - 2)))

    def _complain(self, error: MemtuiError) -> None:
        self._say(f"{error.message} {error.hint}".rstrip())

    def _below(self, lines: list[Content]) -> None:
        """Show lines below the hits, where there are always some, and more for a long fact."""
        height = max(_least(self.size.height), min(len(lines), self.size.height // 2))
        if self._why.size.height in (0, height):
            self._why.styles.height = height
            self._why.show(lines)
            return
        self._why.styles.height = height
        self.call_after_refresh(self._why.show, lines)

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
        plainly, found = ("plain", "head") if fact.current else ("past", "past-head")
        words = marked(plain(fact.fact), hit.matched)
        parts += [(part, found if word else plainly) for part, word in words]
        return Line(tuple(parts), place)

    @on(LineList.Moved)
    def _moved(self) -> None:
        """Show the hit whole, what replaced it, how it is cited and why it was found."""
        hit = self._hit()
        if hit is not None:
            width = max(1, self._why.size.width or self.size.width - 2)
            self._below(hit_lines(hit, width, self.size.height // 2))

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
                self._complain(error)
                return None
        return self._hit()

    def _hit(self) -> Hit | None:
        place = self._lines.cursor
        return self.shown[place].hit if place is not None and place < len(self.shown) else None


def _name(fact: Fact) -> str:
    return f"{'' if fact.current else '⋮ '}{plain(fact.subject)} — {plain(fact.attribute)}"


def _least(height: int) -> int:
    """The lines below the hits on a terminal of a height."""
    return max(2, height // 6)


def _complete(standing: "Standing") -> bool:
    return standing.done == standing.total and not standing.problem
