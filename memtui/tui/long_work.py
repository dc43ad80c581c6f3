"""How far long work in another thread is, for a line that is drawn anew now and then; and its end
before it changes anything, when the person wants that.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from textual.message_pump import MessagePump

from memtui.desk.telling import progress_line
from memtui.store.progress import STOPPABLE, Doing, Stopped

PATIENCE = 0.7  # seconds between two lines
# From so many notes on the work takes long enough to be told of.
_MANY = 500


class LongWork:
    """Takes down how far some work is. `line` says it; empty while there is nothing to say."""

    def __init__(self) -> None:
        self.line = ""
        self.stopping = False
        """Whether the person wants it to end."""
        self.stoppable = True
        """Whether it can still end without having changed anything."""

    @contextmanager
    def told(self, by: MessagePump, say: Callable[[str], None]) -> Iterator[None]:
        """Say now and then how far it is, until it is done or is to end.

        Args:
            by: The screen that says it.
            say: Takes the line.
        """

        def tell() -> None:
            if self.line and not self.stopping:
                say(f"{self.line}…")

        telling = by.set_interval(PATIENCE, tell)
        try:
            yield
        finally:
            telling.stop()

    def stop(self) -> bool:
        """Have it end with `Stopped`; whether there is still time for that."""
        self.stopping = self.stopping or self.stoppable
        return self.stoppable

    def progress(self, doing: Doing, done: int, of: int) -> None:
        """Told by the work itself, in its thread.

        Raises:
            Stopped: It is to end.
        """
        self.stoppable = doing in STOPPABLE
        if self.stopping and self.stoppable:
            raise Stopped
        if of >= _MANY:
            self.line = progress_line(doing, done, of)
        elif doing is Doing.LOOKING:
            self.line = str(doing)
