"""Dialogs that ask for one change, show what it would do, and do it.

What was typed stays until the change is done: a refusal is said in the dialog.
"""

import asyncio
from dataclasses import dataclass

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from memtui.desk.desk import Desk
from memtui.errors import MemtuiError
from memtui.facts.keeping import Change, Request
from memtui.tui.commands import Command
from memtui.tui.widgets.hints import Hints


@dataclass(frozen=True, slots=True)
class Done:
    """A change that a dialog made, and what to say of it."""

    change: Change
    line: str


def asking(does: str, hint: str) -> tuple[Command, ...]:
    """The commands of a dialog in which something is typed."""
    return (
        Command("save", "enter,ctrl+s", does, "Dialog", hint=hint, priority=True),
        Command("leave", "escape,f10", "Leave everything as it was", "Dialog", hint="leave"),
    )


class Dialog(ModalScreen[Done | None]):
    """Asks for a change; answers with it when it is done, with `None` when it was left.

    Those who extend it say in `OFFERS` and `BINDINGS` which keys answer.
    """

    heading = ""
    only_as_shown = False

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.shown: Change | None = None
        self._warned = False
        self._doing = False

    def fields(self) -> ComposeResult:
        """What stands between the heading and the line that says what would happen."""
        raise NotImplementedError

    def request(self) -> Request:
        """What is asked for, as typed.

        Raises:
            MemtuiError: When it cannot be read.
        """
        raise NotImplementedError

    def describe(self, change: Change) -> list[str]:
        """What the change would do."""
        raise NotImplementedError

    def told(self, change: Change) -> str:
        """What to say when it is done."""
        raise NotImplementedError

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
        """Show what would happen as things stand."""
        self.look_ahead()

    def changed(self) -> None:
        """Something else is asked for now than what was shown."""
        self.shown = None
        self.look_ahead()

    @work(name="look ahead", group="look ahead", exclusive=True)
    async def look_ahead(self) -> None:
        """Work out what would happen, and say it."""
        self._warned = False
        try:
            change = await asyncio.to_thread(self.desk.preview, self.request())
        except MemtuiError as error:
            self.shown = None
            self.refused(error)
            return
        self.shown = change
        self.say("\n".join(self.describe(change)))

    def refused(self, error: MemtuiError) -> None:
        """Say why it cannot be done."""
        self.say(f"{error.message} {error.hint}".rstrip(), "$text-error")

    def say(self, text: str, look: str = "$text-muted") -> None:
        """Say something in the line below the fields."""
        self.query_one("#outcome", Static).update(Content.styled(text, look))

    @work(name="change the memory", group="change")
    async def action_save(self) -> None:
        """Do it; the memory may be waiting for another program."""
        if self._doing or (self.only_as_shown and self.shown is None):
            return
        self._doing = True
        try:
            request = self.request()
            shown = self.shown or await asyncio.to_thread(self.desk.preview, request)
            change = await asyncio.to_thread(self.desk.apply, request, shown)
        except MemtuiError as error:
            self.changed()
            self.app.notify(
                f"{error.message} {error.hint}".rstrip(),
                title=str(error.code),
                severity="error",
                markup=False,
            )
        else:
            self.dismiss(Done(change, self.told(change)))
        finally:
            self._doing = False

    def action_leave(self) -> None:
        """Leave it; what was typed is not dropped without a second press."""
        if self.unsaved and not self._warned:
            self._warned = True
            self.say("What you typed is not kept yet: enter keeps it. Again to drop it.")
        else:
            self.dismiss(None)
