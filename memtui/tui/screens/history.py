"""What held when: a thing, or all of a subject, on one axis of time that the arrow keys scrub."""

import asyncio
from datetime import timedelta
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from memtui.desk.desk import Desk
from memtui.desk.reasons import Kind, why, wording
from memtui.desk.telling import count, day, span
from memtui.errors import MemtuiError
from memtui.facts.fact import Fact
from memtui.tui.cells import left, plain
from memtui.tui.closing import close
from memtui.tui.commands import Command, bindings
from memtui.tui.copying import copy
from memtui.tui.describing import labelled
from memtui.tui.eras import Timeline, axis_of, bar, held, step, timelines, turns
from memtui.tui.screens.list_screen import MOVES, ListScreen
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList
from memtui.tui.widgets.two_sided import TwoSided

_LABEL = 6
_LOOKS = {Kind.BOTH: "", Kind.GONE: "strike $text-muted", Kind.NEW: "bold $accent"}


class HistoryScreen(ListScreen):
    """What held when, and why what holds now does."""

    OFFERS = (
        Command("earlier", "left,h", "To where something changed before", "Time", hint="earlier"),
        Command("later", "right,l", "To where something changes next", "Time", hint="later"),
        Command("day_back", "comma", "A day earlier", "Time", action="day(-1)"),
        Command("day_on", "full_stop", "A day later", "Time", action="day(1)"),
        Command("now", "n", "Back to today", "Time", hint="today"),
        Command("widen", "tab,w", "All of the subject, or this alone", "Show", hint="all/one"),
        Command("copy", "y", "Copy the fact with its citation", "Show"),
        *MOVES,
        Command("back", "escape,q", "Back", "Show", hint="back"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("history", OFFERS)]
    AUTO_FOCUS = "LineList"

    def __init__(self, desk: Desk, fact_id: str) -> None:
        super().__init__()
        self.desk = desk
        self.fact_id = fact_id
        self.whole = False
        self.as_of = desk.memory.today
        self.lines: list[Timeline] = []
        self.facts: list[Fact] = []
        self._subject = ""
        self._bar = TwoSided()
        self._list = LineList(id="eras")
        self._about = Static(id="about", markup=False)

    def compose(self) -> ComposeResult:
        """What and when, the eras, what is known of one, the keys."""
        yield self._bar
        yield self._list
        yield self._about
        yield Hints()

    def on_mount(self) -> None:
        """Read the facts."""
        self._read()

    @work(name="read the history", group="history", exclusive=True)
    async def _read(self) -> None:
        try:
            self._subject, self.lines = await asyncio.to_thread(self._load)
        except MemtuiError as error:
            self.memtui.complain(error)
            close(self)
            return
        self.facts = [fact for line in self.lines for fact in line]
        ids = [fact.id for fact in self.facts]
        self._show(ids.index(self.fact_id) if self.fact_id in ids else None)

    def _load(self) -> tuple[str, list[Timeline]]:
        memory = self.desk.memory
        fact = memory.fact(self.fact_id)
        attribute = None if self.whole else fact.attribute
        facts = memory.facts(history=True, subject=fact.subject, attribute=attribute)
        return fact.subject, timelines(facts, memory.rules)

    def _show(self, cursor: int | None = None) -> None:
        """Draw the eras as of the day looked at."""
        today = self.desk.memory.today
        room = self._list.room
        axis = axis_of(self.lines, today, max(8, min(40, room * 2 // 5)))
        lines: list[Line] = []
        place = 0
        for timeline in self.lines:
            now = [fact for fact in timeline if held(fact, self.as_of)]
            told = count(len(timeline), "fact") if now else "nothing held"
            lines.append(Line(((plain(timeline[0].attribute), "head"), (f"  {told}", "dim"))))
            for fact in timeline:
                look = "plain" if held(fact, self.as_of) else "dim"
                drawn = (f"{bar(fact, axis, self.as_of)}  ", "accent" if fact.current else "dim")
                lines.append(Line((drawn, (plain(fact.fact), look)), place))
                place += 1
        days = left(day(axis.first), max(0, axis.width - 5)) + " today"
        lines.append(Line(((f" {days}", "dim"),)))
        self._list.show(lines, cursor)
        what = plain(self._subject)
        if not self.whole and self.facts:
            what += f" — {plain(self.facts[0].attribute)}"
        when = "today" if self.as_of == today else day(self.as_of)
        self._bar.show(
            Content.styled(what, "bold $accent"), Content.styled(f"as of {when}", "$text-muted")
        )
        self._tell()

    @on(LineList.Moved)
    def _tell(self) -> None:
        """What is known of the fact under the cursor: words, days, wording, why."""
        fact = self._fact()
        if fact is None:
            self._about.update("")
            return
        timeline = next(line for line in self.lines if fact in line)
        width = self._about.content_size.width or self.size.width
        lines = [
            Content(plain(fact.fact)),
            Content.styled(
                f"{span(fact.said, fact.until)}{self._then(fact)} · {plain(fact.source)}",
                "$text-muted",
            ),
        ]
        before = next((each for each in timeline if each.id in fact.replaces), None)
        if before is not None:
            pieces = wording(plain(before.fact), plain(fact.fact))
            parts: list[tuple[str, str]] = []
            gone = ""
            for piece in pieces:
                if piece.kind is Kind.NEW and gone and not gone.endswith(" "):
                    parts.append((" ", ""))
                gone = piece.text if piece.kind is Kind.GONE else ""
                parts.append((piece.text, _LOOKS[piece.kind]))
            lines += labelled("then", Content.assemble(*parts), width, _LABEL)
        lines += labelled("why", why(fact, timeline, self.desk.memory.rules), width, _LABEL)
        self._about.update(Content("\n").join(lines))

    def _then(self, fact: Fact) -> str:
        """Whether it held on the day looked at, where that is not today."""
        if self.as_of == self.desk.memory.today:
            return ""
        if held(fact, self.as_of):
            return f", held on {day(self.as_of)}"
        return f", {'not yet' if self.as_of < fact.said else 'no longer'} on {day(self.as_of)}"

    def on_resize(self) -> None:
        """Draw for the new width."""
        self.call_after_refresh(self._show)

    def action_earlier(self) -> None:
        """Look at the day on which something changed before."""
        self._look_at(-1)

    def action_later(self) -> None:
        """Look at the day on which something changes next."""
        self._look_at(1)

    def _look_at(self, by: int) -> None:
        self.as_of = step(turns(self.lines, self.desk.memory.today), self.as_of, by)
        self._show()

    def action_day(self, by: int) -> None:
        """Look at the next day, or the one before."""
        self.as_of = min(self.as_of + timedelta(days=by), self.desk.memory.today)
        self._show()

    def action_now(self) -> None:
        """Look at today."""
        self.as_of = self.desk.memory.today
        self._show()

    def action_widen(self) -> None:
        """Show all of the subject, or the thing of the fact alone."""
        fact = self._fact()
        self.fact_id = fact.id if fact else self.fact_id
        self.whole = not self.whole
        self._read()

    def action_copy(self) -> None:
        """Copy the fact with its citation."""
        if fact := self._fact():
            copy(self.memtui, fact.id, fact.fact)

    def action_back(self) -> None:
        """Back to the list."""
        self.app.pop_screen()

    def _fact(self) -> Fact | None:
        place = self._list.cursor
        return self.facts[place] if place is not None and place < len(self.facts) else None
