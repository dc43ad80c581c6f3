"""Asking once more before a fix that joins timelines or deletes, with what would come of it."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from memtui.desk.desk import Desk
from memtui.desk.telling import count
from memtui.desk.tidying.finding import Fix
from memtui.facts.keeping import Change, Request
from memtui.tui.commands import Command, bindings
from memtui.tui.describing import settled_lines
from memtui.tui.screens.dialog import Dialog


class FixDialog(Dialog):
    """Shows the timelines that would come of a fix, and does it."""

    heading = "Mend this?"
    only_as_shown = True
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("save", "y", "Do it", "Dialog", hint="do it"),
        Command("leave", "escape,n,q", "Leave it as it is", "Dialog", hint="leave it"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("fix", OFFERS)]

    def __init__(self, desk: Desk, fix: Fix) -> None:
        super().__init__(desk)
        self.fix = fix

    def fields(self) -> ComposeResult:
        """What is about to be done."""
        yield Static(self.fix.does, classes="fact", markup=False)

    def meant(self) -> bool:
        """Not when the key was one of a word."""
        run = self.memtui.in_a_run()
        if run:
            self.say("Typed by mistake? y once more does it.", "$text-warning")
        return not run

    def request(self) -> Request:
        """What mends it."""
        return self.fix.request

    def describe(self, change: Change) -> list[str]:
        """What the timelines concerned are then."""
        number = count(len(change.edits), "note")
        return [*settled_lines(change, most=10), "", f"{number} changed; u takes it back."]

    def told(self, change: Change) -> str:
        """What was done."""
        return self.fix.does
