"""Saying that a fact no longer holds, from a day on."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Input, Static

from memtui.desk.desk import Desk
from memtui.desk.telling import count, day
from memtui.facts.days import typed_day
from memtui.facts.keeping import Change, End, Many, Request
from memtui.store.catalog import Row
from memtui.tui.commands import bindings
from memtui.tui.describing import facts_in_short
from memtui.tui.screens.dialog import Dialog, asking


class EndDialog(Dialog):
    """Ends current facts."""

    heading = "This no longer holds"
    OFFERS = asking("End it", "end it")
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("end", OFFERS)]

    def __init__(self, desk: Desk, rows: Sequence[Row]) -> None:
        super().__init__(desk)
        self.rows = rows

    def fields(self) -> ComposeResult:
        """The facts, and the day."""
        yield Static(facts_in_short(self.rows), classes="fact", markup=False)
        with Horizontal(classes="row"):
            yield Static("from", classes="label", markup=False)
            yield Input(placeholder="2026-10-12; empty = today", compact=True, id="day")

    @property
    def unsaved(self) -> bool:
        """Whether a day was typed."""
        return bool(self.query_one(Input).value)

    @on(Input.Changed)
    def _changed(self) -> None:
        self.changed()

    def request(self) -> Request:
        """End it on the day typed."""
        day_typed = typed_day(self.query_one(Input).value, self.desk.memory.today)
        ends = tuple(End(row.id, day_typed) for row in self.rows)
        return ends[0] if len(ends) == 1 else Many(ends)

    def describe(self, change: Change) -> list[str]:
        """From when on it would not hold."""
        return [f"goes to history: from {self._day(change)} on nothing holds in its place"]

    def told(self, change: Change) -> str:
        """Since when it does not hold."""
        what = "" if len(self.rows) == 1 else f"{count(len(self.rows), 'fact')} "
        return f"{what}ended on {self._day(change)}"

    def _day(self, change: Change) -> str:
        ended = [edit.after.ended for edit in change.edits if edit.after and edit.after.ended]
        return day(ended[0] if ended else self.desk.memory.today)
