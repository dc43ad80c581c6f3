"""The line that says what enter would do in a review."""

from textual.message import Message

from memtui.desk.telling import count
from memtui.tui.widgets.bar import Bar


class Remember(Bar):
    """Says what enter does to the memory; a click does it."""

    def offer(self, ticked: int, replaced: int) -> None:
        """Offer to remember so many facts, of which some replace older ones."""
        if not ticked:
            self.show("nothing is ticked")
            return
        text = f"enter  Remember {count(ticked, 'fact')}"
        if replaced:
            replace = "replaces" if replaced == 1 else "replace"
            self.show(f"{text} · {replaced} {replace} an older one", "older ones stay in history")
        else:
            self.show(text)

    def on_click(self) -> None:
        """The same as enter."""
        self.post_message(self.Asked())

    class Asked(Message):
        """It was clicked."""
