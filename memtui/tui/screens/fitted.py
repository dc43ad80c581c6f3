"""A screen that fits the terminal it comes back to, which may not be the one it was left in."""

from typing import TypeVar

from textual import events, on
from textual.geometry import Size
from textual.screen import Screen

Result = TypeVar("Result")


class FittedScreen(Screen[Result]):
    """Told of a size that came while it was covered: Textual lays out only the one on top."""

    _fitted: Size | None = None

    @on(events.Resize)
    def _note_size(self, event: events.Resize) -> None:
        # Of a covered one some parts heed it, and all of it is to be heeded when it comes back.
        self._fitted = event.size if self.app.screen is self else Size()

    @on(events.ScreenResume)
    def _fit(self) -> None:
        size = self.app.size
        if self._fitted not in (None, size):
            self.post_message(events.Resize(size, size))
        self._fitted = size
