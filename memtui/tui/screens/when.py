"""When was this said? Asked where a file gives no day; the answer counts for all of it."""

from datetime import date
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.widgets import Input, Static

from memtui.errors import MemtuiError
from memtui.facts.days import read_day
from memtui.tui.commands import Command, bindings
from memtui.tui.everywhere import Modal
from memtui.tui.widgets.hints import Hints


class WhenScreen(Modal[date | None]):
    """Asks for a day, today unless another is typed; `None` is to read nothing."""

    OFFERS = (
        Command("go", "enter", "Go on with this day", "When", hint="go on", priority=True),
        Command("cancel", "escape,f10", "Back, and read nothing", "When", hint="back"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("when", OFFERS)]

    def __init__(self, today: date, what: str) -> None:
        super().__init__()
        self.today = today
        self.what = what

    def compose(self) -> ComposeResult:
        """The question, the input, what was wrong with it, the keys."""
        with VerticalScroll(can_focus=False, classes="dialog"):
            yield Static("When was this said?", classes="heading", markup=False)
            told = f"{self.what} says no day. Facts from it will count as said then."
            yield Static(told, classes="fact", markup=False)
            yield Input(self.today.isoformat(), select_on_focus=True, compact=True)
            yield Static(id="outcome", markup=False)
        yield Hints()

    def action_go(self) -> None:
        """Answer with the day; one that has not come yet is today."""
        try:
            day = read_day(self.query_one(Input).value).on(self.today)
        except MemtuiError as error:
            self.query_one("#outcome", Static).update(str(error))
            return
        self.dismiss(min(day, self.today))

    def action_cancel(self) -> None:
        """Answer nothing."""
        self.dismiss(None)
