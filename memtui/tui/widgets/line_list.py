"""A list of lines of which only the visible ones are drawn, with a cursor on items.

Several lines may belong to one item; lines that belong to none (headings) are passed over.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

Part = tuple[str, str]
_POINTER = "▸"


@dataclass(frozen=True, slots=True)
class Line:
    """One line: parts of (text, look), already clean, and the item it belongs to.

    A look is the end of a component class of the list: `plain`, `dim`, `head`, `good`, `accent`,
    `warn`, `bad`, `past`, `past-head`. What does not fit the width is cut with `…`.
    """

    parts: tuple[Part, ...]
    item: int | None = None


class LineList(ScrollView, can_focus=True):
    """Shows lines; the cursor rests on items, its first line is marked.

    Moving the cursor draws two lines anew and scrolls only when it leaves the view. What comes or
    goes above it leaves it where it is in the view.
    """

    ALLOW_SELECT = False
    STICKY = False
    """Whether the heading of what is uppermost stays in sight."""
    DEFAULT_CSS = """
    LineList {
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-size-vertical: 1;
        scrollbar-gutter: stable;
        height: 1fr;
        & > .lines--plain { color: $foreground; }
        & > .lines--dim { color: $text-muted; }
        & > .lines--head { text-style: bold; }
        & > .lines--good { color: $text-success; }
        & > .lines--accent { color: $text-accent; }
        & > .lines--warn { color: $text-warning; }
        & > .lines--bad { color: $text-error; }
        & > .lines--past { color: $text-muted; text-style: strike; }
        & > .lines--past-head { color: $text-muted; text-style: bold strike; }
        & > .lines--cursor {
            color: $block-cursor-foreground;
            background: $block-cursor-background;
            text-style: $block-cursor-text-style;
        }
        & > .lines--blurred {
            color: $block-cursor-blurred-foreground;
            background: $block-cursor-blurred-background;
            text-style: $block-cursor-blurred-text-style;
        }
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "lines--plain",
        "lines--dim",
        "lines--head",
        "lines--good",
        "lines--accent",
        "lines--warn",
        "lines--bad",
        "lines--past",
        "lines--past-head",
        "lines--cursor",
        "lines--blurred",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "move(1)", "Next", show=False),
        Binding("up,k", "move(-1)", "Previous", show=False),
        Binding("pagedown", "page(1)", "A page on", show=False),
        Binding("pageup", "page(-1)", "A page back", show=False),
        Binding("home,g", "edge(0)", "First", show=False),
        Binding("end,G", "edge(-1)", "Last", show=False),
    ]

    class Moved(Message):
        """The cursor is on another item."""

        def __init__(self, lines: "LineList", item: int) -> None:
            super().__init__()
            self.lines = lines
            self.item = item

        @property
        def control(self) -> "LineList":
            """The list it happened in."""
            return self.lines

    class Clicked(Moved):
        """An item was clicked, `x` cells from the left; `again` when the cursor was on it."""

        def __init__(self, lines: "LineList", item: int, x: int, again: bool) -> None:
            super().__init__(lines, item)
            self.x = x
            self.again = again

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.lines: tuple[Line, ...] = ()
        self._items: list[int] = []
        self._first: dict[int, int] = {}
        self._place = 0

    @property
    def cursor(self) -> int | None:
        """The item under the cursor, `None` when there is none."""
        return self._items[self._place] if self._items else None

    @property
    def items(self) -> Sequence[int]:
        """The items in the order shown."""
        return self._items

    @property
    def room(self) -> int:
        """How many cells a line has."""
        return int(self.scrollable_content_region.width)

    @property
    def rows_of_cursor(self) -> range:
        """The rows of the screen that the item under the cursor has, as far as they are seen."""
        first = self._cursor_line()
        if first < 0:
            return range(0)
        region, top = self.content_region, self.scroll_offset.y
        start, stop = first - top, self._last_line() + 1 - top
        return range(region.y + max(0, start), region.y + min(stop, region.height))

    @property
    def place(self) -> int:
        """The cursor's place among the items, from 0."""
        return self._place

    def show(self, lines: Sequence[Line], cursor: int | None = None) -> None:
        """Show these lines; only those that differ are drawn anew.

        Args:
            lines: All lines, those of one item together.
            cursor: The item to rest on; else the cursor stays on its item, or where it was.
        """
        wanted = self.cursor if cursor is None else cursor
        before, self.lines = self.lines, tuple(lines)
        shape = [line.item for line in self.lines]
        old_y = self._cursor_line()
        same = wanted is not None and wanted == self.cursor
        if shape != [line.item for line in before]:
            self._first = {}
            for y, item in enumerate(shape):
                if item is not None:
                    self._first.setdefault(item, y)
            self._items = list(self._first)
            self._measure()
            self.refresh()
        else:
            # Those out of sight are drawn when they come into it.
            top = self.scroll_offset.y
            for y in range(top, min(top + self.size.height + 1, len(shape))):
                if before[y] != self.lines[y]:
                    self.refresh_line(y)
        if self.STICKY:
            self.refresh_line(self.scroll_offset.y)
        if wanted in self._first:
            self._place = self._items.index(wanted)
        else:
            self._place = max(0, min(self._place, len(self._items) - 1))
        if same and self.cursor == wanted and self.scroll_target_y:
            self._shift(self._cursor_line() - old_y)
        self._moved(old_y)
        if self.cursor is not None and self.cursor != wanted:
            self.post_message(self.Moved(self, self.cursor))

    def go(self, place: int) -> None:
        """Put the cursor on the item at this place, or the nearest there is."""
        if not self._items:
            return
        place = max(0, min(place, len(self._items) - 1))
        old_y = self._cursor_line()
        changed = place != self._place
        self._place = place
        self._moved(old_y)
        if changed:
            self.post_message(self.Moved(self, self._items[place]))

    def action_move(self, by: int) -> None:
        """Move the cursor by items."""
        self.go(self._place + by)

    def action_page(self, direction: int) -> None:
        """Move the cursor by what fits the view."""
        line = self._cursor_line() + direction * max(1, self.size.height - 1)
        ahead = [
            place
            for place, item in enumerate(self._items)
            if (self._first[item] - line) * direction >= 0
        ]
        if not ahead:
            self.action_edge(-1 if direction > 0 else 0)
        else:
            self.go(ahead[0] if direction > 0 else ahead[-1])

    def action_edge(self, place: int) -> None:
        """Go to the first (0) or last (-1) item."""
        self.go(place if place >= 0 else len(self._items) + place)

    def on_resize(self, event: events.Resize) -> None:
        """Keep the cursor in view."""
        self._measure()
        self._reveal()

    def on_click(self, event: events.Click) -> None:
        """Move to what was clicked."""
        y = event.y + self.scroll_offset.y
        if self.STICKY and event.y == 0:
            y = self._heading_over(0)
        item = self.lines[y].item if 0 <= y < len(self.lines) else None
        if item is None:
            return
        again = item == self.cursor
        self.go(self._items.index(item))
        self.post_message(self.Clicked(self, item, event.x, again))

    def watch_has_focus(self, focused: bool) -> None:
        """The cursor looks different without the focus."""
        super().watch_has_focus(focused)
        self.refresh_line(self._cursor_line())

    def render_line(self, y: int) -> Strip:
        """Draw one visible line."""
        width = self.room
        y = self._heading_over(y) if self.STICKY and y == 0 else y + self.scroll_offset.y
        if not 0 <= y < len(self.lines):
            return Strip.blank(width, self._look("plain"))
        line = self.lines[y]
        at_cursor = line.item is not None and line.item == self.cursor
        first = at_cursor and self._first[line.item or 0] == y
        mark = self._look("cursor" if self.has_focus else "blurred") if first else None
        margin = " " if line.item is None else f" {_POINTER}" if first else "  "
        return _drawn(((margin, "plain"), *line.parts), width, self._look, mark)

    def _heading_over(self, y: int) -> int:
        """The line shown at the top: the heading of what is there, where there is one."""
        top = y + self.scroll_offset.y
        if not 0 < top < len(self.lines) or self.lines[top].item is None:
            return top
        return next((at for at in range(top, -1, -1) if self.lines[at].item is None), top)

    def _shift(self, by: int) -> None:
        if by:
            self.scroll_to(y=max(0, self.scroll_target_y + by), animate=False, force=True)

    def _look(self, name: str) -> Style:
        return self.get_component_rich_style(f"lines--{name}")

    def _cursor_line(self) -> int:
        cursor = self.cursor
        return -1 if cursor is None else self._first[cursor]

    def _last_line(self) -> int:
        """The last line of the item under the cursor."""
        last = self._cursor_line()
        while last + 1 < len(self.lines) and self.lines[last + 1].item == self.cursor:
            last += 1
        return last

    def _moved(self, old_y: int) -> None:
        new_y = self._cursor_line()
        if new_y != old_y:
            self.refresh_line(old_y)
        self.refresh_line(new_y)
        self._reveal()

    def _measure(self) -> None:
        self.virtual_size = Size(self.room, len(self.lines))

    def _reveal(self) -> None:
        """Scroll just so far that the item under the cursor is seen, with a heading above it."""
        height, first = self.size.height, self._cursor_line()
        if height <= 0 or first < 0:
            return
        last = self._last_line()
        top = first - 1 if first and (self.STICKY or self.lines[first - 1].item is None) else first
        target = round(self.scroll_target_y)
        if top < target:
            target = top
        elif last >= target + height:
            target = last - height + 1
        target = max(min(target, top if self.STICKY and height > 1 else first), first - height + 1)
        if target != round(self.scroll_target_y):
            self.scroll_to(y=target, animate=False, force=True)


def _drawn(
    parts: Sequence[Part], width: int, look: Callable[[str], Style], mark: Style | None
) -> Strip:
    """The parts side by side, cut and filled to the width."""
    segments, left = [], width
    for text, name in parts:
        piece = text
        fits = cell_len(text) <= left
        if not fits:
            piece = set_cell_size(text, max(0, left - 1)).rstrip() + "…" * (left > 0)
        segments.append(Segment(piece, mark or look(name)))
        left -= cell_len(piece)
        if left <= 0 or not fits:
            break
    strip = Strip(segments)
    return strip.adjust_cell_length(width, mark or look("plain"))
