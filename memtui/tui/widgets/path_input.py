"""Inputs above a list: a filter, and a path in which tab completes as in a shell."""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input


class FilterInput(Input):
    """One line of text above a list; the arrow down leads on to the list."""

    DEFAULT_CSS = """
    FilterInput, FilterInput:focus {
        border: none;
        height: 1;
        padding: 0 1;
        margin: 0 0 1 0;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "leave", "To the list", show=False),
    ]

    class Left(Message):
        """The arrow down was pressed: on to the list."""

    def put(self, text: str) -> None:
        """Set the text from outside, which is no change by the person."""
        with self.prevent(Input.Changed):
            self.value = text
        self.cursor_position = len(text)

    def action_leave(self) -> None:
        """Ask the screen to go on to the list."""
        self.post_message(self.Left())


class PathInput(FilterInput):
    """Asks for what it cannot know itself: the screen completes, and opens what was pasted."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", "Complete the path", show=False),
    ]

    class Asked(Message):
        """Tab was pressed."""

    class Pasted(Message):
        """A text was pasted, such as the path of a file dropped on the terminal."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def action_complete(self) -> None:
        """Ask the screen to complete."""
        self.post_message(self.Asked())

    def _on_paste(self, event: events.Paste) -> None:
        """A whole path takes the place of an unfinished one; several lines are none."""
        text = event.text.strip()
        if text.startswith(("/", "~", "'", '"', "file:")) or len(text.splitlines()) > 1:
            self.post_message(self.Pasted(event.text))
            event.stop()
            event.prevent_default()
