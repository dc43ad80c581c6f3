"""Pick one of several conversations in a file."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Input, Static

from memtui.conversations.conversation import Conversation, Opened
from memtui.desk.desk import Desk
from memtui.desk.telling import count, day
from memtui.facts.text import fold, visible
from memtui.tui.cells import right
from memtui.tui.commands import Command, bindings
from memtui.tui.screens.list_screen import MOVES
from memtui.tui.screens.preview import PreviewScreen
from memtui.tui.screens.way import Saying, WayScreen
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList
from memtui.tui.widgets.path_input import FilterInput


class PickScreen(WayScreen):
    """Lists conversations, the newest first, with day and turns; typing after `/` filters."""

    OFFERS = (
        Command("pick", "enter,right,l", "Look at this conversation", "Pick", hint="look"),
        Command("filter", "slash", "Filter by title", "Pick", hint="filter"),
        Command("back", "escape,q,left,h", "Back to the files", "Pick", hint="back"),
        *MOVES,
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("pick", OFFERS)]
    AUTO_FOCUS = "#conversations"
    DEFAULT_CSS = """
    PickScreen {
        #title { height: 1; padding: 0 1; text-style: bold; }
    }
    """

    def __init__(self, desk: Desk, opened: Opened) -> None:
        super().__init__()
        self.desk = desk
        self.opened = opened
        self.conversations = sorted(
            opened.conversations, key=lambda each: str(each.started or ""), reverse=True
        )

    def compose(self) -> ComposeResult:
        """The title, the filter, the list, the keys."""
        many = count(len(self.conversations), "conversation")
        title = f"{visible(self.opened.name)} · {self.opened.format} · {many}"
        yield Static(Content(title), id="title", markup=False)
        yield FilterInput(placeholder="/ filter", id="titles")
        yield LineList(id="conversations")
        yield Saying("\n".join(self.opened.warnings))
        yield Hints()

    def on_mount(self) -> None:
        """Show all."""
        self._list("")

    @on(Input.Changed)
    def _filtered(self, event: Input.Changed) -> None:
        self._list(event.value)

    @on(Input.Submitted)
    @on(FilterInput.Left)
    def _to_list(self) -> None:
        self.query_one(LineList).focus()

    @on(LineList.Clicked)
    def _clicked(self, event: LineList.Clicked) -> None:
        if event.again:
            self.action_pick()

    def _list(self, text: str) -> None:
        words = fold(text).split()
        lines = [
            _line(each, place)
            for place, each in enumerate(self.conversations)
            if all(word in fold(each.title) for word in words)
        ]
        self.query_one(LineList).show(lines or [Line((("no match", "dim"),))])

    def action_pick(self) -> None:
        """Look at the conversation under the cursor."""
        place = self.query_one(LineList).cursor
        if place is not None:
            self.app.push_screen(PreviewScreen(self.desk, self.opened, self.conversations[place]))

    def action_filter(self) -> None:
        """Type a filter."""
        self.query_one(FilterInput).focus()

    def action_back(self) -> None:
        """From the filter to the list; from the list back."""
        if self.query_one(FilterInput).has_focus:
            self.query_one(FilterInput).value = ""
            self._to_list()
        else:
            self.dismiss()


def _line(conversation: Conversation, place: int) -> Line:
    started = day(conversation.started) if conversation.started else ""
    turns = count(len(conversation.turns), "turn")
    return Line(
        (
            (right(started, 11) + "  ", "dim"),
            (right(turns, 11) + "  ", "dim"),
            (visible(conversation.title) or "(no title)", "plain"),
        ),
        place,
    )
