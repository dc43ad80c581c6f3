"""Adding a fact by hand, and correcting one: fields with their limits, and what it would do."""

import asyncio
import contextlib
from collections.abc import Mapping
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.suggester import SuggestFromList
from textual.widgets import Checkbox, Input, Static, TextArea

from memtui.desk.desk import Desk
from memtui.desk.telling import kept_line
from memtui.desk.typed import PARTS, Typing
from memtui.errors import Code, MemtuiError
from memtui.facts.days import typed_day
from memtui.facts.fact import FACT_LIMIT, NAME_LIMIT, Draft
from memtui.facts.keeping import Change, Correct, Keep, Request
from memtui.facts.text import visible
from memtui.store.catalog import Row
from memtui.tui.commands import Command, bindings
from memtui.tui.describing import mending_lines, outcome_lines
from memtui.tui.screens.dialog import Dialog, asking
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.lines_input import LinesInput

_BY_HAND = "added by hand"
_LIMITS = {"subject": NAME_LIMIT, "attribute": NAME_LIMIT, "fact": FACT_LIMIT}


def _suggested(screen: "FactDialog") -> bool:
    field = screen.focused
    return isinstance(field, Input) and len(field._suggestion) > len(field.value)


def asking_for_a_fact(does: str, hint: str) -> tuple[Command, ...]:
    """The commands of a dialog in which the parts of a fact are typed."""
    save, leave = asking(does, hint)
    complete = Command(
        "complete",
        "right",
        "Take over the name that is suggested behind the cursor",
        "Dialog",
        hint="complete",
        when=_suggested,
    )
    return save, complete, leave


class FactDialog(Dialog):
    """The five parts of a fact, beginning with what is given.

    What is typed is written down as it is typed, and waits should the app be ended.

    Args:
        desk: The open memory.
        given: The parts as they are before anything is typed.
        typing: Where it is written down; `None` where others do so.
        typed: The parts as they were typed before, when the app was ended with them.
    """

    ALWAYS_COUNTED: tuple[str, ...] = ()
    """Parts whose length is shown at any length, not only near the limit."""

    def __init__(
        self,
        desk: Desk,
        given: Mapping[str, str],
        typing: Typing | None = None,
        typed: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(desk)
        self.given = {name: given.get(name, "") for name in PARTS}
        self._begins = {**self.given, **(typed or {})}
        self._typing = typing
        self._typed: dict[str, str] | None = None
        self._attributes: dict[str, list[str]] = {}

    def fields(self) -> ComposeResult:
        """One row for each part, with its counter."""
        for name in PARTS:
            with Horizontal(classes="row"):
                yield Static(name, classes="label", markup=False)
                yield self._field(name)
                yield Static(id=f"{name}-count", classes="count", markup=False)

    def _field(self, name: str) -> Input | TextArea:
        if name == "fact":
            area = LinesInput(
                self._begins[name], id=name, soft_wrap=True, tab_behavior="focus", compact=True
            )
            area.move_cursor(area.document.end)
            return area
        hint = {"said": "2026-10-12; empty = today", "subject": "who or what"}
        return Input(
            self._begins[name],
            id=name,
            placeholder=hint.get(name, ""),
            compact=True,
            select_on_focus=name == "subject",
        )

    def on_mount(self) -> None:
        """Count, and offer the names that are known, and the key that takes one over."""
        for field in self.query(Input):
            self.watch(field, "_suggestion", self._suggestion_changed, init=False)
        self._count()
        self._know_names()

    @work(name="known names", group="names")
    async def _know_names(self) -> None:
        self._attributes = await asyncio.to_thread(self.desk.memory.names)
        self._suggest()

    def _suggestion_changed(self) -> None:
        self.query_one(Hints).refresh()

    def action_complete(self) -> None:
        """Take over the suggested name, as the key does by which the field itself knows it."""
        if isinstance(self.focused, Input):
            self.focused.action_cursor_right()

    def _suggest(self) -> None:
        """Suggest the attributes of the subject first."""
        own = self._attributes.get(self.typed("subject").strip(), [])
        others = [each for known in self._attributes.values() for each in known]
        for name, known in (
            ("subject", list(self._attributes)),
            ("attribute", list(dict.fromkeys([*own, *others]))),
        ):
            self.query_one(f"#{name}", Input).suggester = SuggestFromList(
                known, case_sensitive=False
            )

    def typed(self, name: str) -> str:
        """What a field holds."""
        field = self.query_one(f"#{name}")
        return field.text if isinstance(field, TextArea) else str(getattr(field, "value", ""))

    def joined(self) -> list[str]:
        """That a fact of several lines becomes one line, where it has them."""
        lines = len([line for line in self.typed("fact").splitlines() if line.strip()])
        return [f"its {lines:,} lines are joined into one"] if lines > 1 else []

    @property
    def unsaved(self) -> bool:
        """Whether any field was changed."""
        return any(self.typed(name) != self.given[name] for name in PARTS)

    async def look(self) -> None:
        """Write down what was typed, and say what would happen."""
        if self._typing:
            try:
                await asyncio.to_thread(self._typing.note, self._typed)
            except MemtuiError as error:
                self.refused(error)
                return
        await super().look()

    def on_unmount(self) -> None:
        """Write down also the last keys before the app was ended."""
        if self._typing:
            with contextlib.suppress(MemtuiError):
                self._typing.note(self._typed)

    def drop(self) -> None:
        """Nothing that was typed is wanted any more."""
        if self._typing:
            with contextlib.suppress(MemtuiError):
                self._typing.done()

    @on(Input.Changed)
    @on(TextArea.Changed)
    def _changed(self) -> None:
        self._suggestion_changed()
        self._typed = {name: self.typed(name) for name in PARTS} if self.unsaved else None
        self._count()
        self.changed()

    @on(Input.Changed, "#subject")
    def _subject_changed(self) -> None:
        self._suggest()

    def _count(self) -> None:
        """Counters appear when a text comes near its limit."""
        for name, limit in _LIMITS.items():
            length = len(visible(self.typed(name)))
            counter = self.query_one(f"#{name}-count", Static)
            near = length > limit * 0.7 or name in self.ALWAYS_COUNTED
            counter.update(Content(f"{length:,}/{limit:,}" if near else ""))
            counter.set_class(length > limit, "-over")


class AddDialog(FactDialog):
    """Keeps a fact by hand."""

    heading = "Add a fact"
    AUTO_FOCUS = "#subject"
    OFFERS = asking_for_a_fact("Keep it", "keep")
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("add", OFFERS)]

    def __init__(
        self, desk: Desk, subject: str = "", typed: Mapping[str, str] | None = None
    ) -> None:
        given = {"subject": subject, "source": _BY_HAND}
        super().__init__(desk, given, Typing(desk.memory), typed)

    def request(self) -> Request:
        """Keep what is typed."""
        return Keep((self._draft(),))

    def _draft(self) -> Draft:
        return Draft(
            subject=self.typed("subject"),
            attribute=self.typed("attribute"),
            fact=self.typed("fact"),
            source=self.typed("source").strip() or _BY_HAND,
            said=typed_day(self.typed("said"), self.desk.memory.today),
        )

    def refused(self, error: MemtuiError) -> None:
        """An unfinished form is no mistake."""
        if error.code is Code.FACT_EMPTY:
            self.say("Fill in subject, attribute and fact.")
        else:
            super().refused(error)

    def describe(self, change: Change) -> list[str]:
        """What keeping it would do."""
        told = [line for outcome in change.outcomes for line in outcome_lines(outcome)]
        return [*told, *self.joined()]

    def told(self, change: Change) -> str:
        """What became of it."""
        return kept_line(change)


class CorrectDialog(FactDialog):
    """Corrects a fact; a new subject or attribute takes its earlier facts along."""

    heading = "Correct a fact"
    AUTO_FOCUS = "#fact"
    OFFERS = asking_for_a_fact("Correct it", "correct")
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("correct", OFFERS)]

    def __init__(self, desk: Desk, row: Row, typed: Mapping[str, str] | None = None) -> None:
        given = {name: str(getattr(row, name)) for name in PARTS}
        super().__init__(desk, given, Typing(desk.memory, row.id), typed)
        self.fact_id = row.id

    def fields(self) -> ComposeResult:
        """The parts, and the two choices that a new subject or attribute brings."""
        yield from super().fields()
        yield Checkbox("only this one: its earlier facts stay where they are", id="only")
        yield Checkbox("join the two timelines", id="join")

    def on_mount(self) -> None:
        """The choices appear when they matter."""
        self.query_one("#only").display = False
        self.query_one("#join").display = False

    def request(self) -> Request:
        """Correct what was changed."""
        subject, attribute = self._changed_to("subject"), self._changed_to("attribute")
        said = self._changed_to("said")
        moves = subject is not None or attribute is not None
        self.query_one("#only").display = moves
        return Correct(
            self.fact_id,
            subject=subject,
            attribute=attribute,
            fact=self._changed_to("fact"),
            said=None if said is None else typed_day(said, self.desk.memory.today),
            source=self._changed_to("source"),
            only=moves and self.query_one("#only", Checkbox).value,
            join=moves and self.query_one("#join", Checkbox).value,
        )

    def _changed_to(self, name: str) -> str | None:
        typed = self.typed(name)
        return typed if typed != self.given[name] else None

    @on(Checkbox.Changed)
    def _chosen(self) -> None:
        self.changed()

    def refused(self, error: MemtuiError) -> None:
        """Where the new thing has facts, joining is offered."""
        if error.code is Code.THING_EXISTS:
            self.query_one("#join").display = True
            self.say(f"{error.message} Tick “join” to settle them as one.", "$text-warning")
        else:
            super().refused(error)

    def describe(self, change: Change) -> list[str]:
        """What else the correction would change."""
        return [*mending_lines(change, self.fact_id), *self.joined()]

    def told(self, change: Change) -> str:
        """What was done."""
        return "corrected" if change.edits else "nothing was changed"
