"""Dialogs that ask for one change, show what it would do, and do it.

What was typed stays until the change is done: a refusal is said in the dialog.
"""

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from memtui.desk.desk import Desk
from memtui.errors import MemtuiError
from memtui.store.progress import Stopped
from memtui.tui.closing import close
from memtui.tui.commands import Command
from memtui.tui.everywhere import Modal
from memtui.tui.long_work import PATIENCE, LongWork
from memtui.tui.widgets.hints import Hints

if TYPE_CHECKING:
    from memtui.facts.keeping import Change, Request
    from memtui.tui.app import MemtuiApp


@dataclass(frozen=True, slots=True)
class Done:
    """A change that a dialog made, and what to say of it."""

    change: "Change"
    line: str


def asking(does: str, hint: str) -> tuple[Command, ...]:
    """The commands of a dialog in which something is typed."""
    return (
        Command("save", "enter,ctrl+s", does, "Dialog", hint=hint, priority=True),
        Command("leave", "escape,f10", "Leave everything as it was", "Dialog", hint="leave"),
    )


class Dialog(Modal[Done | None]):
    """Asks for a change; answers with it when it is done, with `None` when it was left.

    Those who extend it say in `OFFERS` and `BINDINGS` which keys answer.
    """

    # With priority: what is typed right behind the key is to go into the next field.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.focus_next", show=False, priority=True),
        Binding("shift+tab", "app.focus_previous", show=False, priority=True),
    ]
    ALSO = (("tab shift+tab", "The next field, and the one before"),)
    heading = ""
    only_as_shown = False

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.shown: Change | None = None
        self._shown_for: Request | None = None
        self._warned = False
        self._doing = False
        self._looking = False
        self._behind = False
        self._seen_through = LongWork()
        self._work = LongWork()

    @property
    def memtui(self) -> "MemtuiApp":
        """The app, by its own type."""
        return cast("MemtuiApp", self.app)

    def fields(self) -> ComposeResult:
        """What stands between the heading and the line that says what would happen."""
        raise NotImplementedError

    def request(self) -> "Request":
        """What is asked for, as typed. Told in another thread: there may be very much of it.

        Raises:
            MemtuiError: When it cannot be read.
        """
        raise NotImplementedError

    def describe(self, change: "Change") -> list[str]:
        """What the change would do. Told in another thread: there may be very much of it."""
        raise NotImplementedError

    def described(self) -> None:
        """Show more of it than the lines that `describe` gave."""

    def told(self, change: "Change") -> str:
        """What to say when it is done. Told in another thread."""
        raise NotImplementedError

    def meant(self) -> bool:
        """Whether the person means it; else it is said what to do."""
        return True

    @property
    def unsaved(self) -> bool:
        """Whether something was typed that leaving would lose."""
        return False

    def compose(self) -> ComposeResult:
        """The heading, the fields, what would happen, the keys."""
        with VerticalScroll(can_focus=False, classes="dialog"):
            yield Static(self.heading, classes="heading", markup=False)
            yield from self.fields()
            yield Static(id="outcome", markup=False)
        yield Hints()

    def on_mount(self) -> None:
        """Show what would happen as things stand, also when others change them."""
        self.look_ahead()
        self.memtui.memory_changed.subscribe(self, lambda _: self.changed())

    def changed(self) -> None:
        """Something else is asked for now than what was shown."""
        self.shown = None
        self.look_ahead()

    def on_unmount(self) -> None:
        """Let go of what may be very much, and of the work that nobody waits for any more."""
        self._seen_through.stop()
        self.shown = self._shown_for = None

    def look_ahead(self) -> None:
        """Work out what would happen, and say it; what is typed meanwhile makes one more round."""
        self._warned = False
        self._behind = True
        self._seen_through.stop()
        if not self._looking:
            self._looking = True
            self._look_ahead()

    @work(name="look ahead", group="look ahead")
    async def _look_ahead(self) -> None:
        try:
            while self._behind:
                self._behind = False
                await self.look()
        finally:
            self._looking = False

    async def look(self) -> None:
        """Work out what would happen as things stand, and say it."""
        work = self._seen_through = LongWork()
        try:
            with work.told(self, self.say):
                request, change, lines = await asyncio.to_thread(self._foreseen, work)
        except Stopped:
            return
        except MemtuiError as error:
            self.refused(error)
            return
        self.shown, self._shown_for = change, request
        self.described()
        self.say("\n".join(lines))

    def _foreseen(self, work: LongWork) -> "tuple[Request, Change, list[str]]":
        request = self.request()
        change = self.desk.preview(request, progress=work.progress)
        return request, change, self.describe(change)

    def refused(self, error: MemtuiError) -> None:
        """Say why it cannot be done."""
        self.say(f"{error.message} {error.hint}".rstrip(), "$text-error")

    def say(self, text: str, look: str = "$text-muted") -> None:
        """Say something in the line below the fields."""
        self.query_one("#outcome", Static).update(Content.styled(text, look))

    @work(name="change the memory", group="change")
    async def action_save(self) -> None:
        """Do it; the memory may be waiting for another program."""
        if self._doing or not self.meant():
            return
        if self.only_as_shown and self.shown is None:
            self.say("A moment: it is being worked out.")
            return
        self._doing = True
        self._seen_through.stop()
        work = self._work = LongWork()
        waiting = self.set_interval(PATIENCE, lambda: self._wait(work))
        try:
            done = await asyncio.to_thread(self._done, work)
        except Stopped:
            self.say("Stopped: nothing was changed.", "$text-warning")
        except MemtuiError as error:
            self.changed()
            self.memtui.complain(error)
        else:
            close(self, done)
        finally:
            self._doing = False
            waiting.stop()

    def _done(self, work: LongWork) -> Done:
        request = self.request()
        shown = self.shown if request == self._shown_for else None
        shown = shown or self.desk.preview(request, progress=work.progress)
        change = self.desk.apply(request, shown, progress=work.progress)
        return Done(change, self.told(change))

    def _wait(self, work: LongWork) -> None:
        if work.stopping:
            return
        if work.line:
            self.say(f"{work.line}…" + ("  Esc stops it." if work.stoppable else ""))
        else:
            self.say("waiting until another program has written…", "$text-warning")

    def action_leave(self) -> None:
        """Leave it; what was typed is not dropped without a second press."""
        if self._doing:
            stops = self._work.stop()
            self.say("stopping…" if stops else "A moment: it is being done.", "$text-warning")
        elif self.unsaved and not self._warned:
            self._warned = True
            self.say("What you typed is not kept yet: enter keeps it, Esc drops it.")
        else:
            self.dismiss(None)
