"""Which of these is you? Asked once of a chat between people; the settings keep the answer."""

from collections.abc import Mapping
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

from memtui.conversations.conversation import Conversation
from memtui.desk.telling import count
from memtui.tui.cells import left, plain, right
from memtui.tui.commands import Command, bindings
from memtui.tui.screens.list_screen import MOVES
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList

_NAME_CELLS = 24
_WORDS = 200


class WhoScreen(Screen[tuple[str, ...] | None]):
    """Lists who speaks; answers with the names that are the person's, perhaps none.

    Escape answers `None`: nothing is to be read then.
    """

    OFFERS = (
        Command(
            "choose", "enter", "This is me, or those that are marked", "Who", hint="this is me"
        ),
        Command("mark", "space", "This is one of my names, or not", "Who", hint="one of my names"),
        Command("nobody", "n", "None of them is me; read it all the same", "Who", hint="nobody"),
        Command("back", "escape,q,left,h", "Back, and read nothing", "Who", hint="back"),
        *MOVES,
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("who", OFFERS)]
    AUTO_FOCUS = "LineList"
    DEFAULT_CSS = """
    WhoScreen {
        #why { height: auto; padding: 0 1; color: $text-muted; }
        LineList { margin: 1 0 0 0; }
    }
    """

    def __init__(self, turns: Mapping[str, int], words: Mapping[str, str]) -> None:
        super().__init__()
        self.names = sorted(turns, key=lambda name: -turns[name])
        self.turns = turns
        self.words = words
        self.marked: set[int] = set()

    def compose(self) -> ComposeResult:
        """The question, why it is asked, the speakers, the keys."""
        yield Static("Which of these is you?", id="title", markup=False)
        yield Static(
            "“I” is whoever speaks. memory.toml keeps your names: this is asked once.",
            id="why",
            markup=False,
        )
        yield LineList()
        yield Hints()

    def on_mount(self) -> None:
        """Show who speaks, the most talkative first."""
        self._list()

    def _list(self) -> None:
        lines = [
            Line(
                (
                    ("[x] " if place in self.marked else "[ ] ", "accent"),
                    (left(plain(name), _NAME_CELLS) + "  ", "head"),
                    (right(count(self.turns[name], "turn"), 11) + "  ", "dim"),
                    (plain(self.words.get(name, "")), "dim"),
                ),
                place,
            )
            for place, name in enumerate(self.names)
        ]
        self.query_one(LineList).show(lines)

    @on(LineList.Clicked)
    def _clicked(self, event: LineList.Clicked) -> None:
        if event.again:
            self.action_choose()

    def action_mark(self) -> None:
        """Mark the name under the cursor, or not: people have several."""
        place = self.query_one(LineList).cursor
        if place is not None:
            self.marked ^= {place}
            self._list()
            self.query_one(LineList).action_move(1)

    def action_choose(self) -> None:
        """Answer with the names that are marked, else with the one under the cursor."""
        place = self.query_one(LineList).cursor
        chosen = sorted(self.marked) or ([place] if place is not None else [])
        self.dismiss(tuple(self.names[each] for each in chosen))

    def action_nobody(self) -> None:
        """Answer that none is the person."""
        self.dismiss(())

    def action_back(self) -> None:
        """Answer nothing."""
        self.dismiss(None)

    def action_move(self, by: int) -> None:
        """Move the cursor by items."""
        self.query_one(LineList).action_move(by)

    def action_page(self, direction: int) -> None:
        """Move the cursor by what fits the view."""
        self.query_one(LineList).action_page(direction)

    def action_edge(self, place: int) -> None:
        """Go to the first (0) or last (-1) item."""
        self.query_one(LineList).action_edge(place)


def first_words(conversation: Conversation) -> dict[str, str]:
    """What each speaker says first."""
    words: dict[str, str] = {}
    for turn in conversation.turns:
        words.setdefault(turn.speaker, " ".join(turn.text[:_WORDS].split()))
    return words
