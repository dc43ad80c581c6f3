"""The list of facts: one widget that draws only the lines in view, however many facts there are.

It holds a `Listing`, and its cursor stays on its fact whatever changes around it. The screen tells
it what to show and where to go; it posts `Moved` when the cursor is on another fact.
"""

from collections.abc import Iterator
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip

from memtui.store.catalog import Row
from memtui.tui.filtering import EVERYTHING, Filter
from memtui.tui.listing import NOTHING, Listing, Order, arrange
from memtui.tui.showing import ALL_OF_NOTHING, Found, find, follow, show
from memtui.tui.widgets.fact_cursor import FactCursor, Place
from memtui.tui.widgets.fact_lines import LEAD, fact_line, heading


class FactList(FactCursor, inherit_bindings=False):
    """Facts under their subjects, one line each."""

    DEFAULT_CSS = """
    FactList {
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-size-vertical: 1;
    }
    """
    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "fact-list--subject",
        "fact-list--quiet",
        "fact-list--attribute",
        "fact-list--past",
        "fact-list--cursor",
    }

    class Opened(Message):
        """The fact under the cursor was clicked twice."""

    class Marked(Message):
        """Other facts are selected."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = EVERYTHING
        self.selected: frozenset[str] = frozenset()
        self._chosen: tuple[Listing, frozenset[str], list[Row]] = NOTHING, self.selected, []
        self.history = False
        self.empty: tuple[str, ...] = ()
        self._found: Found = ALL_OF_NOTHING
        self._opened: frozenset[int] = frozenset()

    @property
    def listing(self) -> Listing:
        """The facts it has, shown or not."""
        return self._listing

    @property
    def shown_facts(self) -> int:
        """How many facts are shown."""
        return len(self._shown.visible)

    @property
    def shown_rows(self) -> Iterator[Row]:
        """The facts that are shown."""
        return (self._listing.rows[place] for place in self._shown.visible)

    @property
    def found_in_history(self) -> int:
        """How many facts that hold no longer the filter finds, shown or not."""
        return len(self._found.past)

    # What is shown

    def set_listing(self, listing: Listing) -> None:
        """Take over newly read facts; the cursor stays on its own."""
        if listing is self._listing:
            return
        before, was = self._listing, self.place
        opened = map(before.numbered, self._opened)
        known = {
            listing.place_of(before.rows[place].id)
            for thing in opened
            for place in range(thing.start, thing.end)
        }
        self._opened = frozenset(listing.thing_of[place] for place in known if place is not None)
        self._listing = listing
        self._mark(self.selected & listing.places.keys())
        self._show_again(before, was)

    def set_rows(self, rows: list[Row]) -> None:
        """Take over facts that are few enough to arrange at once."""
        self.set_listing(arrange(rows))

    def filter(self, asked: Filter) -> None:
        """Show only facts that meet the filter.

        The cursor stays on its fact, and comes back to it from where it went while it was hidden.
        """
        self.asked = asked
        self._show_again(self._listing, self.place)

    def show_history(self, history: bool) -> None:
        """Show or hide what held before, of all facts."""
        self.history = history
        self._opened = frozenset()
        self._show_again(self._listing, self.place)

    def choose(self) -> None:
        """Stay on the fact that the filter led to, also when the filter is lifted."""
        if self.place is not None:
            self._meant = self._place

    def toggle_thing(self) -> bool:
        """Show or hide what held before the fact under the cursor; whether there is any."""
        if self.place is None or self._place is None or not self.place.earlier:
            return False
        if self._listing.order is not Order.SUBJECT:
            return False
        self._opened ^= {self._listing.thing_of[self._place]}
        self._show_again(self._listing, self.place)
        return True

    def _show_again(self, before: Listing, was: Place | None) -> None:
        listing = self._listing
        if self._found.listing is not listing or self._found.asked != self.asked:
            self._found = find(listing, self.asked, self._found)
        self._shown = show(self._found, history=self.history, opened=self._opened)
        height = self._line - self.scroll_offset.y
        if self._place is None or not before.rows:
            place = self._shown.visible[0] if self._shown.visible else None
        else:
            meant = self._place if self._meant is None else self._meant
            place = follow(before, meant, listing, self._shown)
            if before is not listing:
                self._meant = listing.place_of(before.rows[meant].id)
            if place is None and before is not listing:
                place = 0 if listing.rows else None
        if place is not None:
            self._place = place
        elif before is not listing:
            self._place = None
        self.virtual_size = Size(0, len(self._shown.lines))
        self._line = self._line_of(self._place) if self._shown.visible else 0
        self._scroll(self._line - height)
        self._reveal()
        self.refresh()
        if self.place != was:
            self.post_message(self.Moved(self.place))

    # What is selected

    @property
    def selected_rows(self) -> list[Row]:
        """The selected facts in the order of the list, shown or not."""
        listing, ids, rows = self._chosen
        if listing is not self._listing or ids is not self.selected:
            rows = [row for row in self._listing.rows if row.id in self.selected]
            self._chosen = self._listing, self.selected, rows
        return rows

    @property
    def selected_hidden(self) -> int:
        """How many selected facts are not shown."""
        if not self.selected:
            return 0
        rows = self._listing.rows
        return len(self.selected) - sum(rows[at].id in self.selected for at in self._shown.visible)

    def earlier_than(self, rows: list[Row]) -> int:
        """How many other facts hold no longer, of the things of some rows."""
        earlier = sum(self._listing.earlier.get(thing, 0) for thing in {row.thing for row in rows})
        return earlier - sum(row.until is not None for row in rows)

    def mark(self) -> None:
        """Select the fact under the cursor, or no longer, and go on to the next."""
        if self.row is not None:
            self._mark_here()
            self.move(1)

    def mark_shown(self) -> None:
        """Select all facts shown; none where all are."""
        ids = self._shown_ids()
        self._mark(self.selected - ids if ids <= self.selected else self.selected | ids)
        self.refresh()

    def mark_others(self) -> None:
        """Of the facts shown, select those that are not."""
        self._mark(self.selected ^ self._shown_ids())
        self.refresh()

    def mark_none(self) -> None:
        """Select nothing."""
        self._mark(frozenset())
        self.refresh()

    def _shown_ids(self) -> frozenset[str]:
        return frozenset(self._listing.rows[place].id for place in self._shown.visible)

    def _mark_here(self) -> None:
        if self.row is not None:
            self._mark(self.selected ^ {self.row.id})
            self.refresh_line(self._line)

    def _mark(self, ids: frozenset[str]) -> None:
        if ids != self.selected:
            self.selected = ids
            self.post_message(self.Marked())

    # The cursor

    def reveal(self, fact_id: str) -> bool:
        """Put the cursor on a fact, opening its thing for it; whether it is shown."""
        place = self._listing.place_of(fact_id)
        if place is not None and not self.select(fact_id):
            self._opened |= {self._listing.thing_of[place]}
            self._show_again(self._listing, self.place)
        return self.select(fact_id)

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the fact that was clicked; before its name, select it; twice, open it.

        A subject stands for its first fact.
        """
        line = event.y + self.scroll_offset.y
        lines = self._shown.lines
        if line >= len(lines):
            return
        is_fact = lines[line] >= 0
        self._go(line if is_fact else line + 1)
        if is_fact and event.x < LEAD:
            self._mark_here()
        elif is_fact and event.chain == 2:
            self.post_message(self.Opened())

    # Drawing

    def render_line(self, y: int) -> Strip:
        """One line of the view."""
        width = self._view.width
        line = self.scroll_offset.y + y
        lines = self._shown.lines
        base = self.visual_style.rich_style
        if width < 1:
            return Strip.blank(0)
        if not lines and y < len(self.empty):
            return self._strip([(f" {self.empty[y]}", self._look("quiet"))], width, base)
        if line >= len(lines):
            return Strip.blank(width, base)
        if lines[line] < 0:
            parts = heading(self._listing, self._shown, ~lines[line], width)
            return self._strip([(text, self._look(look)) for text, look in parts], width, base)
        here = line == self._line
        row = self._listing.rows[lines[line]]
        ticked = row.id in self.selected
        parts = fact_line(self._listing, self._shown, line, width, here=here, ticked=ticked)
        if here:
            base += self._look("cursor")
            styled = [(text, Style()) for text, _ in parts]
        else:
            styled = [(text, self._look(look) if look else Style()) for text, look in parts]
        if row.until is not None:
            text, style = styled[-1]
            styled[-1] = text, style + Style(strike=True)
        return self._strip(styled, width, base)

    def _look(self, name: str) -> Style:
        return self.get_component_rich_style(f"fact-list--{name}")

    def _strip(self, parts: list[tuple[str, Style]], width: int, base: Style) -> Strip:
        segments = [Segment(text, base + style) for text, style in parts if text]
        return Strip(segments).adjust_cell_length(width, base).simplify()
