"""Several conversations are read one after another; each becomes a review that waits."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import ClassVar

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static
from textual.worker import Worker

from memtui.conversations.collection import Collection
from memtui.conversations.conversation import Grade
from memtui.desk.desk import Desk
from memtui.desk.intake import Intake
from memtui.desk.telling import count, day
from memtui.errors import Code, MemtuiError
from memtui.facts.text import visible
from memtui.tui.cells import left, plain, right
from memtui.tui.commands import Command, bindings
from memtui.tui.picks import Picks
from memtui.tui.preparing import Answers, ask, remember_names
from memtui.tui.screens.list_screen import MOVES
from memtui.tui.screens.pick import Row
from memtui.tui.screens.preview import UNNAMED, NamesScreen, save_names
from memtui.tui.screens.way import Saying, WayScreen, go_to_review, leave
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList

# What stops all of them, and not only the one that is read.
_FATAL = (Code.EXTRACTOR_UNAVAILABLE, Code.NO_EXTRACTOR, Code.MEMORY_READONLY, Code.MEMORY_BUSY)


class State(StrEnum):
    """What became of one conversation."""

    WAITING = ""
    READING = "reading…"
    READ = "read"
    NOTHING = "nothing durable"
    KNOWN = "read before"
    FAILED = "failed"


_TITLE_LEAST = 12
# Beside a title: the pointer, the day, the turns, the state, the scrollbar, and space between them.
_OTHER_CELLS = 2 + 11 + 2 + 5 + 2 + 2 + max(map(len, State)) + 1


class ReadSeveralScreen(WayScreen):
    """Reads what was picked, the oldest first; what is still to be read stays picked.

    Args:
        desk: The desk.
        collection: Where the conversations are.
        chosen: Which are read.
        picks: Where it is remembered that they are to be read.
    """

    OFFERS = (
        Command(
            "read",
            "enter",
            "Read them, or review what is here",
            "Several",
            hint="go on",
        ),
        Command(
            "plain",
            "p",
            "Read them without a model: only what is said plainly",
            "Several",
            hint="plain reader",
            when=lambda screen: not screen.running,
        ),
        Command(
            "stop",
            "x",
            "Stop; what was found stays",
            "Several",
            hint="stop",
            when=lambda screen: screen.running,
        ),
        Command(
            "me",
            "w",
            "Say which names are you",
            "Several",
            hint="who are you",
            when=lambda screen: not screen.running,
        ),
        Command("back", "escape,q", "Stop, then back", "Several", hint="back"),
        *MOVES,
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("several", OFFERS)]
    AUTO_FOCUS = "LineList"
    DEFAULT_CSS = """
    ReadSeveralScreen {
        #about { height: auto; padding: 0 1; color: $text-muted; }
        LineList { margin: 1 0 0 0; }
    }
    """

    def __init__(
        self, desk: Desk, collection: Collection, chosen: Sequence[Row], picks: Picks
    ) -> None:
        super().__init__()
        self.desk = desk
        self.collection = collection
        self.chosen = chosen
        self.picks = picks
        self.states = [State.WAITING] * len(chosen)
        self.facts = [0] * len(chosen)
        self.reviews: list[Intake] = []
        self.running = False
        self.answers = Answers()
        self.asked = False
        self._worker: Worker[None] | None = None

    def compose(self) -> ComposeResult:
        """The title, how far it is, the conversations, what went wrong, the keys."""
        yield Static(id="title", markup=False)
        yield Static(id="about", markup=False)
        yield LineList()
        yield Saying()
        yield Hints()

    def on_mount(self) -> None:
        """Show what would be read."""
        self._show()

    def on_resize(self) -> None:
        """Give the titles the room there is."""
        self._show()

    def _show(self) -> None:
        many = count(len(self.chosen), "conversation")
        self.query_one("#title", Static).update(
            Content(f"{visible(self.collection.name)} · {many} picked")
        )
        done = sum(state not in (State.WAITING, State.READING) for state in self.states)
        about = [f"{done} of {len(self.chosen)} read"] if done or self.running else []
        about += [f"{count(sum(self.facts), 'fact')} so far"] if any(self.facts) else []
        if not about:
            about = ["enter reads one after another, the oldest first; each becomes a review"]
        self.query_one("#about", Static).update(
            Content("\n".join([" · ".join(about), *self._me()]))
        )
        room = self._title_cells()
        self.query_one(LineList).show([self._line(each, room) for each in range(len(self.chosen))])
        self.query_one(Hints).refresh()

    def _me(self) -> list[str]:
        """Who “I” is, or how to say so, until it is read."""
        names = self.desk.memory.settings.me.names
        if self.running or all(self.states):
            return []
        if names:
            return ["you are: " + ", ".join(visible(name) for name in names)]
        return [] if all(row.nobody for row in self.chosen) else [UNNAMED]

    def _title_cells(self) -> int:
        """The width of the longest title, or what the day, the turns and the state leave."""
        longest = max((cell_len(plain(_title(row))) for row in self.chosen), default=0)
        return min(longest, max(_TITLE_LEAST, self.size.width - _OTHER_CELLS))

    def _line(self, place: int, room: int) -> Line:
        one, state, facts = self.chosen[place].listed, self.states[place], self.facts[place]
        told = count(facts, "fact") if facts else str(state)
        return Line(
            (
                (right(day(one.ended) if one.ended else "", 11) + "  ", "dim"),
                (right(f"{one.turns:,}", 5) + "  ", "dim"),
                (left(_title(self.chosen[place]), room) + "  ", "plain"),
                (told, "bad" if state is State.FAILED else "good" if facts else "dim"),
            ),
            place,
        )

    def action_read(self) -> None:
        """Read with the extractor of the settings; while or after that, review what is here."""
        if self.running or all(self.states):
            self.action_review()
        else:
            self._begin(None)

    def action_plain(self) -> None:
        """Read with the plain reader."""
        if not self.running:
            self._begin("plain")

    def action_me(self) -> None:
        """Ask for the person's names."""
        names = ", ".join(self.desk.memory.settings.me.names)
        self.app.push_screen(NamesScreen(names), self._named)

    def _named(self, text: str | None) -> None:
        if text is not None:
            self._save(text)

    @work(name="save your names", group="names")
    async def _save(self, names: str) -> None:
        try:
            await asyncio.to_thread(save_names, self.desk, names)
        except MemtuiError as error:
            self.query_one(Saying).tell(error)
        self._show()

    def action_review(self) -> None:
        """Review what was found; what is not read yet stays picked."""
        ready = [intake for intake in self.reviews if intake.review.items]
        if not ready:
            self.query_one(Saying).say("There is nothing to review yet.", "warn")
            return
        self.action_stop()
        waiting = len(ready) - 1
        wait = "waits" if waiting == 1 else "wait"
        more = f"{count(waiting, 'more review')} {wait} · r" if waiting else ""
        go_to_review(self.app, self.desk, ready[0].safe, more)

    def action_stop(self) -> None:
        """Stop; what was found waits for review."""
        if self._worker and self.running:
            self._worker.cancel()
            self.query_one(Saying).say("Stopped. What is not read yet stays picked.")

    def action_back(self) -> None:
        """Stop; when stopped, leave. What was found waits for review."""
        if self.running:
            self.action_stop()
        elif any(intake.review.items for intake in self.reviews):
            proposals = sum(len(intake.review.items) for intake in self.reviews)
            leave(self.app)
            self.memtui.tell(f"{count(proposals, 'proposal')} wait for review · r")
        else:
            self.dismiss()

    def _begin(self, kind: str | None) -> None:
        self.query_one(Saying).say("")
        people = [row.listed for row in self.chosen if row.nobody and not self.asked]
        undated = any(row.listed.grade is Grade.NONE for row in self.chosen)
        ask(
            self.app,
            self.desk.memory.today,
            sum((Counter(one.speakers) for one in people), Counter[str]()),
            {},
            undated="Some of it" if undated and not self.asked else "",
            then=lambda answers: self._answered(kind, answers),
        )

    def _answered(self, kind: str | None, answers: Answers) -> None:
        if not self.asked:
            self.answers, self.asked = answers, True
        self.running = True
        self._show()
        self._worker = self._read(kind)

    @work(name="read a conversation", group="reading", exclusive=True)
    async def _read(self, kind: str | None) -> None:
        try:
            await asyncio.to_thread(remember_names, self.desk, self.answers.names)
            await asyncio.to_thread(self.picks.save, self._left())
            for place, state in enumerate(self.states):
                if state in (State.WAITING, State.FAILED):
                    await self._read_one(place, kind)
            self._ended()
        except MemtuiError as error:
            self.query_one(Saying).tell(error, "p: let the plain reader do it (not a model).")
        finally:
            self.running = False
            for place, state in enumerate(self.states):
                if state is State.READING:
                    self.states[place] = State.WAITING
            if self.is_mounted:
                self._show()

    async def _read_one(self, place: int, kind: str | None) -> None:
        """Read one; what is wrong with it alone does not stop the others.

        Raises:
            MemtuiError: What would stop the others too.
        """
        row = self.chosen[place].listed
        self.states[place] = State.READING
        self._show()
        plainly = (kind or self.desk.memory.settings.extractor.kind) == "plain"
        try:
            conversation = await asyncio.to_thread(self.collection.read, row.place, row.id)
            marks = await asyncio.to_thread(self.desk.read_before.marks)
            mark = marks.of(conversation, by_model=not plainly)
            if mark and mark.turns == len(conversation.turns):
                self.states[place] = State.KNOWN
            else:
                before = mark.turns if mark else 0
                conversation = replace(self.answers.on(conversation), read_before=before)
                source = f"conversation: {self.collection.source_of(row.place)}"
                intake = Intake.begin(self.desk, conversation, source, kind=kind, whole=True)
                self.reviews.append(intake)
                await self._take_in(intake, place)
                self.states[place] = State.READ if intake.review.items else State.NOTHING
        except MemtuiError as error:
            self.states[place] = State.FAILED
            self.query_one(Saying).tell(error)
            if error.code in _FATAL:
                raise
        await asyncio.to_thread(self.picks.save, self._left())
        self._show()

    async def _take_in(self, intake: Intake, place: int) -> None:
        try:
            async with contextlib.aclosing(intake.events()) as events:
                async for _ in events:
                    if len(intake.review.items) != self.facts[place]:
                        self.facts[place] = len(intake.review.items)
                        self._show()
        finally:
            await asyncio.shield(intake.give_up())

    def _left(self) -> list[str]:
        """The ids of those that are still to be read."""
        waiting = (State.WAITING, State.READING, State.FAILED)
        return [
            row.listed.id
            for row, state in zip(self.chosen, self.states, strict=True)
            if state in waiting
        ]

    def _ended(self) -> None:
        if any(intake.review.items for intake in self.reviews):
            self.query_one(Saying).say("All is read. enter: review what was found.", "")
        else:
            self.query_one(Saying).say("Nothing durable in them, or nothing new.")


def _title(row: Row) -> str:
    return row.listed.title or "(no title)"
