"""Forgetting a fact: what goes, what does not, and another key than the one that asked."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from memtui.desk.desk import Desk
from memtui.desk.telling import count, forget_line, span
from memtui.facts.fact import Fact
from memtui.facts.keeping import Change, Forget, Request
from memtui.facts.text import visible
from memtui.store.catalog import Row
from memtui.tui.commands import Command, bindings
from memtui.tui.screens.dialog import Dialog

_LISTED = 8


class ForgetDialog(Dialog):
    """Forgets a fact, alone or with the earlier ones of its thing."""

    heading = "Forget this for good?"
    only_as_shown = True
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("save", "y", "Forget it", "Dialog", hint="forget it"),
        Command(
            "history",
            "h",
            "The earlier facts too",
            "Dialog",
            hint="earlier ones too",
            when=lambda screen: screen.earlier > 0,
        ),
        Command(
            "restore",
            "r",
            "Let the fact before it hold again",
            "Dialog",
            hint="restore the one before",
            when=lambda screen: screen.before is not None,
        ),
        Command("leave", "escape,n,q", "Leave it as it is", "Dialog", hint="leave it"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("forget", OFFERS)]

    def __init__(self, desk: Desk, row: Row, earlier: int) -> None:
        super().__init__(desk)
        self.row = row
        self.earlier = earlier
        self.before: Fact | None = None
        self.with_history = False
        self.restoring = False

    def fields(self) -> ComposeResult:
        """What would go."""
        yield Static(id="going", markup=False)

    def meant(self) -> bool:
        """Not when the key was one of a word."""
        run = self.memtui.in_a_run()
        if run:
            self.say("Typed by mistake? y once more forgets it.", "$text-warning")
        return not run

    def request(self) -> Request:
        """Forget it, with its history if so chosen."""
        return Forget((self.row.id,), history=self.with_history, restore=self.restoring)

    def describe(self, change: Change) -> list[str]:
        """What goes, what may be chosen, and what is not reached."""
        gone = [edit.before for edit in change.edits if edit.before and edit.after is None]
        gone.sort(key=lambda fact: fact.said, reverse=True)
        if self.with_history:
            self.before = None
        elif not self.restoring:
            self.before = _ends(change)
        going = Content.assemble(
            (f"{visible(self.row.subject)} — {visible(self.row.attribute)}", "bold $accent"),
            *(f"\n{_with_span(fact)}" for fact in gone[:_LISTED]),
            f"\n… and {len(gone) - _LISTED:,} more" if len(gone) > _LISTED else "",
        )
        self.query_one("#going", Static).update(going)
        self.query_one("Hints").refresh()
        lines = [""]
        if self.earlier:
            what = count(self.earlier, "older fact")
            it = "it" if self.row.until is None else "the current one"
            lines.append(f"{_box(self.with_history)} h  and the {what} that {it} replaced")
        if self.before is not None:
            lines.append(
                f"{_box(self.restoring)} r  let this hold again: {visible(self.before.fact)}"
            )
        return [
            *lines,
            *([""] if lines[1:] else []),
            f"{count(len(gone), 'note')} and every trace in the index and in unfinished reviews.",
            "Copies elsewhere (git, backups, other computers) are not reached.",
            "While memtui stays open, u takes it back.",
        ]

    def told(self, change: Change) -> str:
        """What was forgotten."""
        if self.restoring and self.before is not None:
            return f"{forget_line(change)}; holds again: {visible(self.before.fact)}"
        return forget_line(change)

    def action_history(self) -> None:
        """Forget the earlier facts too, or not."""
        if self.earlier:
            self.with_history = not self.with_history
            self.restoring = False
            self.changed()

    def action_restore(self) -> None:
        """Let the fact before it hold again, or not."""
        if self.before is not None:
            self.restoring = not self.restoring
            self.changed()


def _ends(change: Change) -> Fact | None:
    """The fact that gets an end in place of the forgotten one."""
    return next(
        (
            edit.after
            for edit in change.edits
            if edit.before and edit.after and edit.after.ended and not edit.before.ended
        ),
        None,
    )


def _with_span(fact: Fact) -> str:
    return f"{visible(fact.fact)}  ({span(fact.said, fact.until)})"


def _box(ticked: bool) -> str:
    return "[x]" if ticked else "[ ]"
