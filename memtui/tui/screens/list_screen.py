"""A screen around one list: the keys that go about it, for the help and the palette too."""

from typing import TYPE_CHECKING, cast

from memtui.tui.commands import Command
from memtui.tui.screens.fitted import FittedScreen
from memtui.tui.widgets.line_list import LineList

if TYPE_CHECKING:
    from memtui.tui.app import MemtuiApp

MOVES = (
    Command("down", "j,down", "Next", "Move", action="move(1)"),
    Command("up", "k,up", "Previous", "Move", action="move(-1)"),
    Command("page_down", "pagedown", "A page on", "Move", action="page(1)"),
    Command("page_up", "pageup", "A page back", "Move", action="page(-1)"),
    Command("first", "g,home", "First", "Move", action="edge(0)"),
    Command("last", "G,end", "Last", "Move", action="edge(-1)"),
)


class ListScreen(FittedScreen[None]):
    """Those who extend it add `MOVES` to their `OFFERS`; the first list on it is moved in."""

    @property
    def memtui(self) -> "MemtuiApp":
        """The app, by its own type."""
        return cast("MemtuiApp", self.app)

    def action_move(self, by: int) -> None:
        """Move the cursor by items."""
        self.query(LineList).first().action_move(by)

    def action_page(self, direction: int) -> None:
        """Move the cursor by what fits the view."""
        self.query(LineList).first().action_page(direction)

    def action_edge(self, place: int) -> None:
        """Go to the first (0) or last (-1) item."""
        self.query(LineList).first().action_edge(place)
