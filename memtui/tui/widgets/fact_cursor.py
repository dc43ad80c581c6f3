"""A cursor over lines of facts: it is on a fact, never on a heading, and stays in view."""

from bisect import bisect_left
from dataclasses import dataclass

from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView

from memtui.store.catalog import Row
from memtui.tui.listing import NOTHING, Listing
from memtui.tui.showing import NO_LINES, Shown


@dataclass(frozen=True, slots=True)
class Place:
    """Where the cursor is: the fact, and how many earlier facts its thing has."""

    row: Row
    earlier: int


class FactCursor(ScrollView, can_focus=True, inherit_bindings=False):
    """Moves over the lines that are shown of some facts; what they are its subclass says."""

    class Moved(Message):
        """The cursor is on another fact, or what is known of its fact changed."""

        def __init__(self, place: Place | None) -> None:
            super().__init__()
            self.place = place

    def __init__(self) -> None:
        super().__init__()
        self._listing: Listing = NOTHING
        self._shown: Shown = NO_LINES
        self._place: int | None = None
        self._meant: int | None = None  # where the person put it, shown or not
        self._line = 0

    @property
    def place(self) -> Place | None:
        """Where the cursor is, `None` when nothing is shown."""
        if self._place is None or not self._shown.visible:
            return None
        thing = self._listing.thing(self._place)
        return Place(self._listing.rows[self._place], thing.earlier)

    @property
    def row(self) -> Row | None:
        """The fact under the cursor."""
        place = self.place
        return place.row if place else None

    @property
    def rows_of_cursor(self) -> range:
        """The row of the screen that the cursor is on; none where it is out of sight."""
        row = self._line - self.scroll_offset.y
        if self._place is None or not 0 <= row < self._view.height:
            return range(0)
        y = self.content_region.y + row
        return range(y, y + 1)

    @property
    def _view(self) -> Size:
        """The cells that there are for lines."""
        return self.scrollable_content_region.size

    def select(self, fact_id: str) -> bool:
        """Put the cursor on a fact; whether it is shown."""
        place = self._listing.place_of(fact_id)
        if place is None:
            return False
        at = bisect_left(self._shown.visible, place)
        if at == len(self._shown.visible) or self._shown.visible[at] != place:
            return False
        self._go(self._line_of(place), jump=True)
        return True

    def move(self, by: int) -> None:
        """Move the cursor by a number of facts."""
        visible = self._shown.visible
        if not visible or self._place is None:
            return
        at = bisect_left(visible, self._place) + by
        place = visible[max(0, min(at, len(visible) - 1))]
        self._go(self._line_of(place, self._line, by), jump=abs(by) == 1)

    def page(self, by: float) -> None:
        """Move the cursor by a part of the height of the list."""
        lines = self._shown.lines
        if not lines:
            return
        rows = max(1, int(abs(by) * self._view.height) - 1)
        line = max(1, min(self._line + (rows if by > 0 else -rows), len(lines) - 1))
        self._go(line if lines[line] >= 0 else line + 1)

    def first(self) -> None:
        """Move the cursor to the first fact."""
        self.move(-len(self._shown.visible))

    def last(self) -> None:
        """Move the cursor to the last fact."""
        self.move(len(self._shown.visible))

    def subject(self, by: int) -> None:
        """Move the cursor to the first fact of the next subject, or of this or the one before."""
        lines = self._shown.lines
        line = self._line
        if not lines:
            return
        if by > 0:
            heading = next((n for n in range(line, len(lines)) if lines[n] < 0), None)
        else:
            heading = next((n for n in range(line - 2, -1, -1) if lines[n] < 0), 0)
        if heading is not None:
            self._go(heading + 1, jump=True)

    def _line_of(self, place: int | None, near: int = 0, by: int = 0) -> int:
        """The line of a row, looked for from where it should be."""
        if place is None:
            return 0
        lines = self._shown.lines
        if abs(by) == 1:
            for line in (near + by, near + 2 * by):
                if 0 <= line < len(lines) and lines[line] == place:
                    return line
        return lines.index(place)

    def _go(self, line: int, *, jump: bool = False) -> None:
        if line == self._line:
            self._meant = self._place
            self._reveal()
            return
        before, self._line = self._line, line
        self._place = self._meant = self._shown.lines[line]
        self.refresh_line(before)
        self.refresh_line(line)
        self._reveal(jump=jump)
        self.post_message(self.Moved(self.place))

    def refresh_line(self, y: int) -> None:
        """Draw a line anew, without the scrollbar beside it."""
        row = y - self.scroll_offset.y
        if 0 <= row < self._view.height:
            self.refresh(Region(0, row, self._view.width, 1))

    def _reveal(self, *, jump: bool = False) -> None:
        """Scroll only where the cursor has left the view.

        With `jump` by three quarters of a page more than needed: each scrolled line costs a whole
        view of bytes, and where one lands there is something around it to see.
        """
        height = self._view.height
        lines = self._shown.lines
        if height < 1 or not lines:
            return
        top = self.scroll_offset.y
        highest = self._line
        if height > 1 and highest > 0 and lines[highest - 1] < 0:
            highest -= 1
        extra = height * 3 // 4 if jump else 0
        if highest < top:
            self._scroll(highest - extra)
        elif self._line >= top + height:
            lowest = min(self._line + extra, len(lines) - 1)
            self._scroll(lowest - height + 1)

    def _scroll(self, y: int) -> None:
        """Scroll even where the list was too short for it until now."""
        self.scroll_to(y=max(0, y), animate=False, force=True)

    def on_resize(self) -> None:
        """Keep the cursor in view."""
        self._reveal()
