"""A question before something goes that `u` cannot bring back."""

from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from memtui.facts.text import visible
from memtui.tui.commands import Command, bindings
from memtui.tui.everywhere import Modal
from memtui.tui.widgets.hints import Hints

if TYPE_CHECKING:
    from memtui.tui.app import MemtuiApp


class AskScreen(Modal[bool]):
    """Asks; answers whether the person said yes, which takes another key than the asking one."""

    OFFERS = (
        Command("yes", "y", "Do it", "Question", hint="do it"),
        Command("no", "escape,n,q", "Leave it as it is", "Question", hint="leave it"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("ask", OFFERS)]

    def __init__(self, heading: str, text: str) -> None:
        super().__init__()
        self.heading = heading
        self.text = text

    def compose(self) -> ComposeResult:
        """The question, what goes, the keys."""
        with VerticalScroll(can_focus=False, classes="dialog"):
            yield Static(visible(self.heading), classes="heading", markup=False)
            yield Static(visible(self.text), markup=False)
            yield Static(id="outcome", markup=False)
        yield Hints()

    def action_yes(self) -> None:
        """Answer yes, when the key was meant."""
        if cast("MemtuiApp", self.app).in_a_run():
            self.query_one("#outcome", Static).update("Typed by mistake? y once more does it.")
        else:
            self.dismiss(True)

    def action_no(self) -> None:
        """Answer no."""
        self.dismiss(False)
