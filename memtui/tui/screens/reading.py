"""A conversation is read: what the extractor does, what it found so far, what went wrong."""

import time
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from memtui.conversations.conversation import Conversation
from memtui.desk.accounts import account_line, failed_lines, part_line, unread_line
from memtui.desk.desk import Desk
from memtui.desk.intake import Intake
from memtui.desk.telling import count
from memtui.errors import MemtuiError
from memtui.extract.events import (
    Connecting,
    Done,
    Dropped,
    Event,
    Loading,
    PartBegun,
    PartFailed,
    Proposed,
    Reading,
    Waiting,
    Writing,
)
from memtui.review.review import Item
from memtui.tui.cells import plain
from memtui.tui.commands import Command, bindings
from memtui.tui.reader import Reader
from memtui.tui.screens.list_screen import MOVES
from memtui.tui.screens.way import Saying, WayScreen, go_to_review, leave, title_of
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList

_PLAIN = (
    "p: let the plain reader propose what is said plainly (not a model)\n"
    "L: choose or fetch a model\nt: try again"
)
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

    Facts found so far are an unfinished review, whatever happens; it can be opened while the rest
    is read.
    """

    OFFERS = (
        Command("stop", "x", "Stop; what was found stays", "Reading", hint="stop", when=_reading),
        Command(
            "review",
            "enter",
            "Review what is here; the rest is read meanwhile",
            "Reading",
            hint="review what is here",
            when=lambda screen: bool(screen.items),
        ),
        Command(
            "plain",
            "p",
            "Let the plain reader do it, without a model",
            "Reading",
            hint="plain reader",
            when=_over,
        ),
        Command("models", "L", "The models that read conversations", "Reading", when=_over),
        Command("again", "t", "Read what is not read yet", "Reading", hint="try again", when=_over),
        Command("back", "escape,q", "Stop, then back", "Reading", hint="back"),
        *MOVES,
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("reading", OFFERS)]
    AUTO_FOCUS = "LineList"
    DEFAULT_CSS = """
    ReadingScreen {
        #progress { height: auto; padding: 0 1 1 1; }
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
        self.clock = clock
        self.state = State.READING
        source = f"conversation: {name}"
        self.intake = Intake.begin(desk, conversation, source, kind=kind, whole=whole)
        self.intake.listener = self._happened
        self.reader: Reader | None = None
        self.doing = "getting ready"
        self.tokens = ""
        self.begun = 0
        self._handed_over = False
        self._started = clock()
        self._shown = ""

    @property
    def items(self) -> tuple[Item, ...]:
        """What was found so far."""
        return self.intake.review.items

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
        self._begin()

    def on_unmount(self) -> None:
        """What was found waits as an unfinished review; what came to nothing does not."""
        if not self._handed_over and self.intake.fruitless and _over(self):
            with suppress(MemtuiError):  # nothing is lost with it
                self.intake.safe.discard()

    def _begin(self) -> None:
        self.doing, self.tokens, self.begun = "getting ready", "", 0
        self._started = self.clock()
        self._be(State.READING)
        self._found()
        self.reader = self.reader or Reader(self.memtui, self.intake)
        self.reader.start()

    def action_again(self) -> None:
        """Read what is not read yet."""
        if self.state is not State.READING:
            self._begin()

    def action_plain(self) -> None:
        """Read with the plain reader instead."""
        if self.state is not State.READING:
            self.intake.by("plain")
            self._begin()

    def action_models(self) -> None:
        """Show the models that read conversations; another one is asked when trying again."""
        from memtui.tui.screens.models import ModelsScreen

        if self.state is not State.READING:
            self.app.push_screen(ModelsScreen(self.desk))

    def action_stop(self) -> None:
        """Stop reading; the request is closed."""
        if self.reader and self.state is State.READING:
            self.reader.stop()
            found = f"Stopped. {count(len(self.items), 'fact')} found so far; nothing is kept."
            half = " What was being written is dropped." if self.begun else ""
            unread = unread_line(self.intake.progress)
            rest = f"\n{unread}; t reads them." if unread else ""
            self._be(State.STOPPED, found + half + rest)

    def action_review(self) -> None:
        """Review what was found; the rest is read meanwhile."""
        if self.items:
            self._to_review("")
        else:
            self.query_one(Saying).say("There is nothing to review yet.", "warn")

    def action_back(self) -> None:
        """Stop; when stopped, leave. What was found waits for review."""
        if self.state is State.READING:
            self.action_stop()
        else:
            self._set_aside()

    def _happened(self, event: Event | MemtuiError) -> None:
        match event:
            case Connecting(where):
                self.doing = f"asking {where}"
            case Loading(model):
                self.doing = f"{model} is being loaded"
            case Waiting(seconds, why):
                self.doing = f"{why} Asked again in {seconds:.0f} s"
            case PartBegun():
                self.doing, self.begun = "reading", 0
            case Reading(_, tokens, window):
                self.doing = "reading"
                self.tokens = f"{tokens:,} tokens sent of {window:,}"
            case Writing(_, facts):
                self.doing, self.begun = "writing", facts
            case Proposed() | Dropped() | PartFailed():
                self._found()
            case Done():
                self._done()
            case MemtuiError():
                self._failed(event)
        self.tick()

    def _failed(self, error: MemtuiError) -> None:
        found = count(len(self.items), "fact")
        also = f"{found} found before that: enter reviews them.\n" if self.items else ""
        self._be(State.FAILED)
        self.query_one(Saying).tell(error, also + _PLAIN)

    def _done(self) -> None:
        account = self.intake.account
        assert account is not None
        told = account_line(account)
        if self.items:
            self._to_review(told)
            return
        failed = "\n".join(failed_lines(self.intake.progress))
        if failed:
            self._be(State.FAILED, f"{failed}\n{told}\n{_PLAIN}")
            return
        self._be(
            State.NOTHING,
            f"Nothing durable in it: nothing in it would hold beyond the talk. {told}",
        )

    def _to_review(self, note: str) -> None:
        if self._handed_over:
            return
        self._handed_over = True
        self.intake.listener = None
        go_to_review(self.app, self.desk, self.intake.safe, note, self.reader)

    @work(name="set aside", group="review")
    async def _set_aside(self) -> None:
        try:
            await self.intake.give_up()
        except MemtuiError as error:
            self.query_one(Saying).tell(error)
            return
        if self.intake.fruitless:
            self.dismiss()
            return
        self._handed_over = True
        leave(self.app)
        items = len(self.items)
        waits = "waits" if items == 1 else "wait"
        found = (
            f"{count(items, 'proposal')} of {self.file_name} {waits} for review" if items else ""
        )
        unread = unread_line(self.intake.progress)
        what = unread if found else unread and f"{self.file_name}: {unread}"
        self.memtui.tell(" · ".join(filter(None, (found, what, "r goes on"))))

    def _be(self, state: State, says: str = "") -> None:
        self.state = state
        self.query_one(Saying).say(says)
        self.query_one(Hints).refresh()
        self.tick()

    def tick(self) -> None:
        """Say what is going on; called once a second, drawn only when it differs."""
        lines = [self.intake.name] if self.intake.name else []
        progress = self.intake.progress
        if self.state is State.READING:
            elapsed = int(self.clock() - self._started)
            patience = "  (a CPU takes a minute or two)" if elapsed >= _PATIENCE else ""
            part = part_line(progress, self.intake.part)
            doing = f"{self.doing}…  {elapsed} s{patience}"
            lines.append(f"{part} · {doing}" if part else doing)
        else:
            lines.append(_STATE_TEXT[self.state])
        found = f"{count(len(self.items), 'fact')} so far" if self.items else ""
        writing = self.begun if self.state is State.READING else 0
        begun = f"{count(writing, 'fact')} being written" if writing else ""
        lines.append(" · ".join(filter(None, (self.tokens, found, begun))))
        text = "\n".join(map(plain, filter(None, lines)))
        if text != self._shown:
            self._shown = text
            self.query_one("#progress", Static).update(Content(text))

    def _found(self) -> None:
        """Show what was found so far, and which parts failed."""
        review = self.intake.review
        lines = [
            Line(
                (
                    (plain(f"{each.draft.subject} — {each.draft.attribute}") + ":  ", "dim"),
                    (plain(each.draft.fact), "plain"),
                ),
                place,
            )
            for place, each in enumerate(review.items)
        ]
        lines += [Line(((f"left out: {plain(each.line)}", "dim"),)) for each in review.left_out]
        failed = failed_lines(self.intake.progress)
        lines += [Line(((plain(each), "warn"),)) for each in failed]
        self.query_one(LineList).show(lines)
        self.query_one(Hints).refresh()


_STATE_TEXT = {
    State.STOPPED: "stopped",
    State.FAILED: "not read",
    State.NOTHING: "read to the end",
}
