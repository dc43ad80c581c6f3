"""What the app says in a line above the keys, one thing at a time.

It is gone at the next key or click; what is wrong stays until a key is pressed at rest, so that
nobody types over it unread. It never covers the keys, nor the row that the cursor is on.
"""

from dataclasses import dataclass
from time import monotonic
from typing import Any

from textual import events
from textual.content import Content
from textual.css.query import NoMatches
from textual.notifications import SeverityLevel
from textual.widgets._toast import ToastRack

from memtui.errors import MemtuiError
from memtui.tui.in_order import KeysInOrder

RUN = 0.4  # seconds within which a key belongs to a run of typing
# Seconds that each stays when no key is pressed; of what is wrong, until one is.
_SECONDS: dict[SeverityLevel, float] = {"information": 5, "warning": 12, "error": 86_400}
_EDGES = 3  # cells of a line that its edge and its margins take
_KEYS_BELOW = 1  # the line of keys below it
_POINTING = (events.MouseUp, events.MouseScrollDown, events.MouseScrollUp)


@dataclass(frozen=True, slots=True)
class _Notice:
    """What is said in a line or more, below its title if it has one."""

    text: str
    title: str = ""
    severity: SeverityLevel = "information"

    def height(self, width: int) -> int:
        """How many lines it takes where they have so many cells."""
        return bool(self.title) + len(Content(self.text).wrap(max(1, width - _EDGES)))


class Notices(KeysInOrder):
    """An app that says things."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._next: _Notice | None = None
        self._said: _Notice | None = None
        self._said_at = 0.0
        self._keys = [("", 0.0), ("", 0.0)]

    def tell(self, text: str, *, warning: bool = False) -> None:
        """Say something in a line that goes away by itself, in place of what was said before."""
        self._say(_Notice(text, severity="warning" if warning else "information"))

    def complain(self, error: MemtuiError) -> None:
        """Say what went wrong and what to do, in place of what was said before."""
        text = f"{error.message} {error.hint}".rstrip()
        self._say(_Notice(text, title=str(error.code), severity="error"))

    def _say(self, notice: _Notice) -> None:
        """Of what is said at once only the last is shown, or the last that went wrong."""
        before = self._next or (self._said if self._notifications else None)
        if before is not None and before.severity == "error" != notice.severity:
            return
        if self._next is None:
            self.call_after_refresh(self._show_next)
        self._next = notice

    def _show_next(self) -> None:
        self._said, self._next = self._next, None
        self._said_at = monotonic()
        self.clear_notifications()
        self.keep_clear()
        if notice := self._said:
            self.notify(
                notice.text,
                title=notice.title,
                severity=notice.severity,
                timeout=_SECONDS[notice.severity],
                markup=False,
            )

    # Going away

    def begun(self, event: events.Key | events.Paste) -> None:
        """Remember when which key was pressed, and have it end what was said before it."""
        if isinstance(event, events.Key):
            self._keys = [self._keys[1], (event.key, event.time)]
        self._answered(event, at_rest=not self.in_a_run())

    async def on_event(self, event: events.Event) -> None:
        """Have a click or the wheel end what was said before it."""
        await super().on_event(event)
        if isinstance(event, _POINTING):
            self._answered(event, at_rest=True)

    def in_a_run(self, *, repeats: bool = False) -> bool:
        """Whether the key just pressed is one of several, as of a word typed by mistake.

        Args:
            repeats: Whether the same key again is no run.
        """
        (before, then), (key, now) = self._keys
        return now - then < RUN and not (repeats and before == key)

    def _answered(self, event: events.Event, *, at_rest: bool) -> None:
        """End what was said, unless a key that was typed ahead of it, or in a run, would."""
        if self._said is None:
            return
        if event.time > self._said_at and (at_rest or self._said.severity == "information"):
            self._said = None
            self.clear_notifications()
        else:
            self.keep_clear()

    # Where it stands

    def keep_clear(self) -> None:
        """Have what is said stand just above the keys, or above the cursor's row if that is there.

        To be called when that row may have come to be elsewhere.
        """
        if self._said is not None:
            self.call_after_refresh(self._place)

    def _place(self) -> None:
        try:
            rack = self.screen.get_child_by_type(ToastRack)
        except NoMatches:
            return
        width, height = self.size
        lines = self._said.height(width) if self._said else 0
        rows = self._rows_of_cursor()
        below = _KEYS_BELOW
        covers = rows.start < height - below and rows.stop > height - below - lines
        if covers and rows.start >= lines:
            below = height - rows.start
        if rack.styles.margin.bottom != below:
            rack.styles.margin = (0, 0, below, 0)

    def _rows_of_cursor(self) -> range:
        """The rows of the screen that the cursor of the focused list or field is on."""
        focused: Any = self.focused
        rows: range | None = getattr(focused, "rows_of_cursor", None)
        if rows is not None:
            return rows
        at = getattr(focused, "cursor_screen_offset", None)
        return range(0) if at is None else range(at.y, at.y + 1)

    def on_fact_cursor_moved(self) -> None:
        """The cursor of the list of facts is elsewhere."""
        self.keep_clear()

    def on_line_list_moved(self) -> None:
        """The cursor of another list is elsewhere."""
        self.keep_clear()
