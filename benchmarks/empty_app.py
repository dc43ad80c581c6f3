"""The smallest Textual app that shows something: what memtui's start is compared with."""

from textual.app import App, ComposeResult
from textual.widgets import Static

READY = "ready"


class EmptyApp(App[None]):
    """One line of text."""

    def compose(self) -> ComposeResult:
        """The line."""
        yield Static(READY)


if __name__ == "__main__":
    EmptyApp().run()
