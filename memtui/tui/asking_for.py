"""What other screens ask of the list of facts."""

from textual.message import Message


class ShowFacts(Message):
    """Show the facts that a filter finds, what held before among them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
