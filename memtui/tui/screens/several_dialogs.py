"""Changing several facts as one: their subject, attribute or source, and their tags."""

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Checkbox, Input, Static

from memtui.desk.desk import Desk
from memtui.desk.telling import count
from memtui.errors import Code, MemtuiError
from memtui.facts.keeping import Change, Correct, Many, Request, Tag
from memtui.facts.tagging import typed_tags
from memtui.store.catalog import Row
from memtui.tui.cells import plain
from memtui.tui.commands import bindings
from memtui.tui.describing import facts_in_short
from memtui.tui.screens.dialog import Dialog, asking

_PARTS = ("subject", "attribute", "source")


class SeveralDialog(Dialog):
    """Shows which facts are concerned, and fields to type into."""

    def __init__(self, desk: Desk, rows: Sequence[Row]) -> None:
        super().__init__(desk)
        self.rows = rows

    def field(self, name: str, hint: str) -> ComposeResult:
        """A row with a field."""
        with Horizontal(classes="row"):
            yield Static(name, classes="label", markup=False)
            yield Input(placeholder=hint, id=name, compact=True)

    def typed(self, name: str) -> str:
        """What a field holds."""
        return self.query_one(f"#{name}", Input).value.strip()

    def reach(self, change: Change) -> str:
        """How many of the facts a change alters, and how many others because of it."""
        mine = {row.id for row in self.rows}
        concerned = sum(edit.id in mine for edit in change.edits)
        others = len(change.edits) - concerned
        line = count(concerned, "fact")
        with_them = f"{count(others, 'other')} with {'it' if concerned == 1 else 'them'}"
        return f"{line}, and {with_them}" if others else line

    @property
    def unsaved(self) -> bool:
        """Whether something was typed."""
        return any(field.value for field in self.query(Input))

    @on(Input.Changed)
    def _changed(self) -> None:
        self.changed()


class CorrectSeveralDialog(SeveralDialog):
    """Corrects what several facts have in common."""

    heading = "Correct all of these"
    AUTO_FOCUS = "#attribute"
    OFFERS = asking("Correct them", "correct")
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("correct_several", OFFERS)]

    def fields(self) -> ComposeResult:
        """The facts, the parts, and whether timelines that meet are joined."""
        yield Static(facts_in_short(self.rows), classes="fact", markup=False)
        for name in _PARTS:
            values = {getattr(row, name) for row in self.rows}
            now = plain(values.pop()) if len(values) == 1 else f"{len(values):,} different ones"
            yield from self.field(name, f"stays: {now}")
        yield Checkbox("join timelines that meet", id="join")

    def on_mount(self) -> None:
        """Joining is offered when it matters."""
        self.query_one("#join").display = False

    @on(Checkbox.Changed)
    def _chosen(self) -> None:
        self.changed()

    def request(self) -> Request:
        """Correct in each fact what was typed."""
        subject, attribute, source = (self.typed(name) or None for name in _PARTS)
        if not (subject or attribute or source):
            raise MemtuiError(Code.FACT_EMPTY, "Type what they should all have.")
        join = self.query_one("#join", Checkbox).value
        return Many(
            tuple(
                Correct(row.id, subject=subject, attribute=attribute, source=source, join=join)
                for row in self.rows
            )
        )

    def refused(self, error: MemtuiError) -> None:
        """Nothing typed is no mistake; where things meet, joining is offered."""
        if error.code is Code.FACT_EMPTY:
            self.say(error.message)
        elif error.code is Code.THING_EXISTS:
            self.query_one("#join").display = True
            self.say(f"{error.message} Tick “join” to settle them as one.", "$text-warning")
        else:
            super().refused(error)

    def describe(self, change: Change) -> list[str]:
        """What follows from it."""
        pairs = [(edit.before, edit.after) for edit in change.edits]
        became = Counter(
            before.current
            for before, after in pairs
            if before and after and before.current != after.current
        )
        more = [
            f"{count(number, 'fact')} {_becoming(current, number)}"
            for current, number in became.items()
        ]
        return [f"changes {self.reach(change)}", *more]

    def told(self, change: Change) -> str:
        """What was done."""
        return f"corrected {self.reach(change)}"


def _becoming(current: bool, number: int) -> str:
    """What becomes of so many facts that hold, or held."""
    if current:
        return "goes to history" if number == 1 else "go to history"
    return "holds again" if number == 1 else "hold again"


class TagsDialog(SeveralDialog):
    """Adds tags and takes them away."""

    heading = "Tags"
    OFFERS = asking("Tag", "tag")
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("tags", OFFERS)]

    def fields(self) -> ComposeResult:
        """The facts, the tags they have, what to add and take away."""
        yield Static(facts_in_short(self.rows), classes="fact", markup=False)
        tags = Counter(tag for row in self.rows for tag in row.tags.split(", ") if tag)
        shown = ", ".join(
            tag if number == len(self.rows) else f"{tag} ({number:,})"
            for tag, number in tags.most_common()
        )
        with Horizontal(classes="row"):
            yield Static("now", classes="label", markup=False)
            yield Static(plain(shown) or "no tags", markup=False)
        yield from self.field("tags", "+urgent -later")

    def request(self) -> Request:
        """Add and take away what was typed."""
        if not self.typed("tags"):
            raise MemtuiError(Code.FACT_EMPTY, "Type which tags: +urgent -later.")
        add, remove = typed_tags(self.typed("tags").split())
        return Tag(tuple(row.id for row in self.rows), add, remove)

    def refused(self, error: MemtuiError) -> None:
        """A sign alone is no mistake yet."""
        if error.code is Code.FACT_EMPTY:
            self.say("+word adds a tag, -word takes it away.")
        else:
            super().refused(error)

    def describe(self, change: Change) -> list[str]:
        """What becomes of the tags."""
        if len(self.rows) == 1 and change.edits and change.edits[0].after:
            return [f"then: {plain(', '.join(change.edits[0].after.tags)) or 'no tags'}"]
        return [f"changes {self.reach(change)}"]

    def told(self, change: Change) -> str:
        """What was done."""
        return f"tagged {self.reach(change)}" if change.edits else "no tag changed"
