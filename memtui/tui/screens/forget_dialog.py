"""Forgetting a fact: what goes, what does not, and another key than the one that asked."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from memtui.desk.desk import Desk
from memtui.desk.telling import count, forget_line, forgotten, gone_line, span
from memtui.facts.fact import Fact
from memtui.facts.keeping import Change, Forget, Request
from memtui.store.catalog import Row
from memtui.tui.cells import plain
from memtui.tui.commands import Command, bindings
from memtui.tui.screens.dialog import Dialog

_LISTED = 8


class ForgetDialog(Dialog):
    """Forgets facts, alone or with the earlier ones of their things."""

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
            when=lambda screen: bool(screen.before),
        ),
        Command("leave", "escape,n,q", "Leave it as it is", "Dialog", hint="leave it"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("forget", OFFERS)]

    def __init__(self, desk: Desk, rows: Sequence[Row], earlier: int) -> None:
        super().__init__(desk)
        self.rows = rows
        self.earlier = earlier
        self.before: list[Fact] = []
        self.with_history = False
        self.restoring = False
        self._going = Content("")

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
        """Forget them, with their history if so chosen."""
        return Forget(
            tuple(row.id for row in self.rows), history=self.with_history, restore=self.restoring
        )

    def describe(self, change: Change) -> list[str]:
        """What goes, what may be chosen, and what is not reached."""
        gone = sorted(forgotten(change), key=lambda fact: fact.said, reverse=True)
        if self.with_history:
            self.before = []
        elif not self.restoring:
            self.before = _ends(change)
        things = {
            (row.subject, row.attribute): f"{row.subject} — {row.attribute}" for row in self.rows
        }
        named = next(iter(things.values())) if len(things) == 1 else f"{len(things):,} things"
        self._going = Content.assemble(
            (plain(named), "bold $accent"),
            *(f"\n{_with_span(fact)}" for fact in gone[:_LISTED]),
            f"\n… and {len(gone) - _LISTED:,} more" if len(gone) > _LISTED else "",
        )
        lines = [""]
        if self.earlier:
            what = count(self.earlier, "older fact")
            held = len(self.rows) == 1 and self.rows[0].until is None
            it = "it" if held else "the current one" if len(self.rows) == 1 else "they"
            lines.append(f"{_box(self.with_history)} h  and the {what} that {it} replaced")
        if self.before:
            lines.append(f"{_box(self.restoring)} r  let {self._restored()}")
        return [
            *lines,
            *([""] if lines[1:] else []),
            f"{gone_line(change)}, and every trace in the index and in unfinished reviews.",
            "Copies elsewhere (git, backups, other computers) are not reached.",
            "While memtui stays open, u takes it back.",
        ]

    def described(self) -> None:
        """List what goes; there may be more keys now."""
        self.query_one("#going", Static).update(self._going)
        self.query_one("Hints").refresh()

    def _restored(self) -> str:
        if len(self.before) == 1:
            return f"this hold again: {plain(self.before[0].fact)}"
        return f"the {count(len(self.before), 'fact')} before them hold again"

    def told(self, change: Change) -> str:
        """What was forgotten."""
        if not (self.restoring and self.before):
            return forget_line(change)
        again = [plain(fact.fact) for fact in self.before]
        what = again[0] if len(again) == 1 else count(len(again), "fact")
        return f"{forget_line(change)}; holds again: {what}"

    def action_history(self) -> None:
        """Forget the earlier facts too, or not."""
        if self.earlier:
            self.with_history = not self.with_history
            self.restoring = False
            self.changed()

    def action_restore(self) -> None:
        """Let the fact before it hold again, or not."""
        if self.before:
            self.restoring = not self.restoring
            self.changed()


def _ends(change: Change) -> list[Fact]:
    """The facts that get an end in place of the forgotten ones."""
    return [
        edit.after
        for edit in change.edits
        if edit.before and edit.after and edit.after.ended and not edit.before.ended
    ]


def _with_span(fact: Fact) -> str:
    return f"{plain(fact.fact)}  ({span(fact.said, fact.until)})"


def _box(ticked: bool) -> str:
    return "[x]" if ticked else "[ ]"
