"""How far long work in another thread is, for a line that is drawn anew now and then."""

from memtui.desk.telling import progress_line
from memtui.store.progress import Doing

# From so many notes on the work takes long enough to be told of.
_MANY = 500


class LongWork:
    """Takes down how far some work is. `line` says it; empty while there is nothing to say."""

    def __init__(self) -> None:
        self.line = ""

    def progress(self, doing: Doing, done: int, of: int) -> None:
        """Told by the work itself, in its thread."""
        if of >= _MANY:
            self.line = progress_line(doing, done, of)
