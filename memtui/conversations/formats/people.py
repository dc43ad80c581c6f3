"""Names in a chat between people, told apart where two people share one."""

from memtui.facts.text import fold


class People:
    """Who is behind which id. The first person met under a name has it, later ones a longer one."""

    def __init__(self) -> None:
        self._whose: dict[str, str] = {}

    def name(self, id_: str, name: str, more: str = "") -> str:
        """How a person is called.

        Args:
            id_: Their id in the file; empty when it has none, and the name is all there is.
            name: The name they show.
            more: What else they are called by, to tell them apart; else the id does.
        """
        if not id_ or self._whose.setdefault(fold(name), id_) == id_:
            return name
        return f"{name} ({more if more and fold(more) != fold(name) else id_})"
