"""The line that says what enter would do in a review."""

from textual.message import Message

from memtui.desk.telling import count
from memtui.tui.widgets.two_sided import TwoSided


class Remember(TwoSided):
    """Says what enter does to the memory; a click does it."""

    def offer(self, ticked: int, replaced: int, forgotten: int = 0) -> None:
        """Offer what is ticked: facts to remember, of which some replace older ones, or to forget.

        Args:
            ticked: How many are to be remembered.
            replaced: How many of them replace an older one.
            forgotten: How many are to be forgotten.
        """
        if not ticked and not forgotten:
            self.show("nothing is ticked")
            return
        forget = f"forget {count(forgotten, 'fact')} for good"
        text = f"enter  Remember {count(ticked, 'fact')}"
        if forgotten:
            text = f"{text} · {forget}" if ticked else f"enter  {forget.capitalize()}"
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
