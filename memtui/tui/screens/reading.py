"""A conversation is read: what the extractor does, what it found so far, what went wrong."""

import asyncio
import time
from collections.abc import Callable
from contextlib import aclosing
from enum import StrEnum
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static
from textual.worker import Worker

from memtui.conversations.conversation import Conversation
from memtui.desk.desk import Desk
from memtui.desk.telling import count
from memtui.errors import MemtuiError
from memtui.extract.events import (
    Account,
    Connecting,
    Done,
    Dropped,
    Event,
    Loading,
    Proposed,
    Reading,
    Writing,
)
from memtui.extract.proposal import LeftOut, Proposal
from memtui.facts.text import visible
from memtui.review.review import Review
from memtui.tui.commands import Command, bindings
from memtui.tui.screens.list_screen import MOVES
from memtui.tui.screens.way import Saying, WayScreen, go_to_review, leave, title_of
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList

_PLAIN = "p: let the plain reader propose what is said plainly (not a model)\nt: try again"
_PATIENCE = 3  # seconds until it is said how long this may take


class State(StrEnum):
    """How far the reading is."""

    READING = "reading"
    STOPPED = "stopped"
    FAILED = "failed"
    NOTHING = "nothing"


def _reading(screen: "ReadingScreen") -> bool:
    return screen.state is State.READING


def _over(screen: "ReadingScreen") -> bool:
    return screen.state is not State.READING


class ReadingScreen(WayScreen):
    """Reads one conversation with an extractor; nothing is kept here.

    Facts found so far become a review, or at least an unfinished one, whatever happens.
    """

    OFFERS = (
        Command("stop", "x", "Stop; what was found stays", "Reading", hint="stop", when=_reading),
        Command(
            "review",
            "enter",
            "Review what is here",
            "Reading",
            hint="review what is here",
            when=lambda screen: bool(screen.proposals),
        ),
        Command(
            "plain",
            "p",
            "Let the plain reader do it, without a model",
            "Reading",
            hint="plain reader",
            when=_over,
        ),
        Command("again", "t", "Try again", "Reading", hint="try again", when=_over),
        Command("back", "escape,q", "Stop, then back", "Reading", hint="back"),
        *MOVES,
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("reading", OFFERS)]
    AUTO_FOCUS = "LineList"
    DEFAULT_CSS = """
    ReadingScreen {
        #title { height: 1; padding: 0 1; text-style: bold; }
        #progress { height: auto; padding: 1; }
        Saying { margin: 0 0 1 0; max-height: 10; color: $foreground; }
    }
    """

    def __init__(
        self,
        desk: Desk,
        name: str,
        conversation: Conversation,
        *,
        kind: str | None = None,
        whole: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.desk = desk
        self.file_name = name
        self.conversation = conversation
        self.kind = kind
        self.whole = whole
        self.clock = clock
        self.state = State.READING
        self.extractor = ""
        self.doing = "getting ready"
        self.tokens = ""
        self.begun = 0
        self.proposals: list[Proposal] = []
        self.left_out: list[LeftOut] = []
        self._handed_over = False
        self._started = clock()
        self._shown = ""
        self._worker: Worker[None] | None = None

    def compose(self) -> ComposeResult:
        """The title, the progress, what was found, what went wrong, the keys."""
        title = title_of(self.file_name, self.conversation)
        yield Static(Content(title), id="title", markup=False)
        yield Static(id="progress", markup=False)
        yield Saying()
        yield LineList()
        yield Hints()

    def on_mount(self) -> None:
        """Begin."""
        self.set_interval(1, self.tick)
        self.action_again()

    def on_unmount(self) -> None:
        """What was found is never lost: it waits as an unfinished review."""
        if self.proposals and not self._handed_over:
            self._handed_over = True
            self._begin()

    def action_again(self) -> None:
        """Read from the beginning."""
        if self._worker and self.state is State.READING:
            return
        self.proposals, self.left_out = [], []
        self.doing, self.tokens, self.begun = "getting ready", "", 0
        self._started = self.clock()
        self._be(State.READING)
        self.query_one(LineList).show([])
        self._worker = self._read()

    def action_plain(self) -> None:
        """Read with the plain reader instead."""
        if self.state is not State.READING:
            self.kind = "plain"
            self.action_again()

    def action_stop(self) -> None:
        """Stop reading; the request is closed."""
        if self._worker and self.state is State.READING:
            self._worker.cancel()
            found = count(len(self.proposals), "fact")
            half = " What was being written is dropped." if self.begun else ""
            self._be(State.STOPPED, f"Stopped. {found} found so far; nothing is kept.{half}")

    def action_review(self) -> None:
        """Stop, and review what was found."""
        if not self.proposals:
            self.query_one(Saying).say("There is nothing to review yet.", "warn")
            return
        if self._worker:
            self._worker.cancel()
        self._to_review("")

    def action_back(self) -> None:
        """Stop; when stopped, leave. What was found waits for review."""
        if self.state is State.READING:
            self.action_stop()
        elif self.proposals and not self._handed_over:
            self._handed_over = True
            self._set_aside()
        else:
            self.dismiss()

    @work(name="read a conversation", group="reading")
    async def _read(self) -> None:
        try:
            extractor = await asyncio.to_thread(self.desk.extractor, self.kind)
            self.extractor = extractor.name
            account = None
            reading = self.desk.propose(self.conversation, extractor, whole=self.whole)
            async with aclosing(reading) as events:
                async for event in events:
                    self._happened(event)
                    account = event.account if isinstance(event, Done) else None
        except MemtuiError as error:
            found = count(len(self.proposals), "fact")
            also = f"{found} found before that: enter reviews them.\n" if self.proposals else ""
            self._be(State.FAILED)
            self.query_one(Saying).tell(error, also + _PLAIN)
            return
        self._done(account)

    def _happened(self, event: Event) -> None:
        match event:
            case Connecting(where):
                self.doing = f"asking {where}"
            case Loading(model):
                self.doing = f"{model} is being loaded"
            case Reading(_, tokens, window):
                self.doing = "reading"
                self.tokens = f"{tokens:,} tokens sent of {window:,}"
            case Writing(_, facts):
                self.doing, self.begun = "writing", facts
            case Proposed(proposal):
                self.begun = 0
                self.proposals.append(proposal)
                self._found()
            case Dropped(left_out):
                self.left_out.append(left_out)
                self._found()
            case Done(account):
                self.left_out = list(account.dropped) or self.left_out
        self.tick()

    def _done(self, account: Account | None) -> None:
        notes = " ".join(_notes(account)) if account else ""
        if self.proposals:
            self._to_review(notes)
        else:
            read = count(account.turns, "turn") if account else "All"
            self._be(
                State.NOTHING,
                f"Nothing durable in it. {read} read; nothing would hold beyond the talk. {notes}",
            )

    def _to_review(self, note: str) -> None:
        if self._handed_over:
            return
        self._handed_over = True
        self._go_to_review(note)

    @work(name="begin a review", group="review")
    async def _go_to_review(self, note: str) -> None:
        try:
            review = await asyncio.to_thread(self._begin)
        except MemtuiError as error:
            self._handed_over = False
            self.query_one(Saying).tell(error)
            return
        go_to_review(self.app, self.desk, review, note)

    @work(name="set aside", group="review")
    async def _set_aside(self) -> None:
        try:
            await asyncio.to_thread(self._begin)
        except MemtuiError as error:
            self._handed_over = False
            self.query_one(Saying).tell(error)
            return
        waiting = count(len(self.proposals), "proposal")
        leave(self.app)
        self.memtui.tell(f"{waiting} of {self.file_name} wait for review · r")

    def _begin(self) -> Review:
        source = f"conversation: {self.file_name}"
        return self.desk.begin_review(self.conversation, source, self.proposals, self.left_out)

    def _be(self, state: State, says: str = "") -> None:
        self.state = state
        self.query_one(Saying).say(says)
        self.query_one(Hints).refresh()
        self.tick()

    def tick(self) -> None:
        """Say what is going on; called once a second, drawn only when it differs."""
        lines = [self.extractor] if self.extractor else []
        if self.state is State.READING:
            elapsed = int(self.clock() - self._started)
            patience = "  (a CPU takes a minute or two)" if elapsed >= _PATIENCE else ""
            lines.append(f"{self.doing}…  {elapsed} s{patience}")
        else:
            lines.append(_STATE_TEXT[self.state])
        found = f"{count(len(self.proposals), 'fact')} so far" if self.proposals else ""
        writing = self.begun if self.state is State.READING else 0
        begun = f"{count(writing, 'fact')} being written" if writing else ""
        lines.append(" · ".join(filter(None, (self.tokens, found, begun))))
        text = "\n".join(map(visible, filter(None, lines)))
        if text != self._shown:
            self._shown = text
            self.query_one("#progress", Static).update(Content(text))

    def _found(self) -> None:
        """Show what was found so far."""
        lines = [
            Line(
                (
                    (visible(f"{each.subject} — {each.attribute}") + ":  ", "dim"),
                    (visible(each.fact), "plain"),
                ),
                place,
            )
            for place, each in enumerate(self.proposals)
        ]
        lines += [Line(((f"left out: {visible(each.line)}", "dim"),)) for each in self.left_out]
        self.query_one(LineList).show(lines)
        self.query_one(Hints).refresh()


_STATE_TEXT = {
    State.STOPPED: "stopped",
    State.FAILED: "not read",
    State.NOTHING: "read to the end",
}


def _notes(account: Account) -> list[str]:
    """What else to know about a reading."""
    notes = list(account.notes)
    if account.turns_left_out:
        older = count(account.turns_left_out, "older turn")
        notes.append(f"{older} did not fit and {'was' if older[:2] == '1 ' else 'were'} not read.")
    return notes
