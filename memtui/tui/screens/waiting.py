"""The reviews that wait, where there are several: choose which to go on with."""

from collections.abc import Sequence
from datetime import tzinfo
from typing import ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from memtui.desk.desk import Desk
from memtui.desk.telling import count, day
from memtui.review.review import Review
from memtui.tui.cells import left, plain, right
from memtui.tui.commands import Command, bindings
from memtui.tui.screens.list_screen import MOVES, ListScreen
from memtui.tui.screens.review import ReviewScreen
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList
from memtui.tui.zones import zone_of

_WHO_CELLS = 30


class WaitingScreen(ListScreen):
    """Lists what waits, the newest first: who proposed it, when, and how much."""

    OFFERS = (
        Command("choose", "enter,right,l", "Review these proposals", "Waiting", hint="review"),
        Command("back", "escape,q,left,h", "Back", "Waiting", hint="back"),
        *MOVES,
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("waiting", OFFERS)]
    AUTO_FOCUS = "LineList"

    def __init__(self, desk: Desk, reviews: Sequence[Review]) -> None:
        super().__init__()
        self.desk = desk
        self.reviews = reviews

    def compose(self) -> ComposeResult:
        """The title, the list, the keys."""
        proposals = sum(len(each.items) for each in self.reviews)
        many = f"{count(proposals, 'proposal')} in {count(len(self.reviews), 'review')}"
        yield Static(Content(f"Waiting for review · {many}"), id="title", markup=False)
        yield LineList()
        yield Hints()

    def on_mount(self) -> None:
        """Show all."""
        zone = zone_of(self.desk)
        who = min(_WHO_CELLS, max((cell_len(_who(each)) for each in self.reviews), default=0))
        lines = [_line(review, place, zone, who) for place, review in enumerate(self.reviews)]
        self.query_one(LineList).show(lines)

    @on(LineList.Clicked)
    def _clicked(self, event: LineList.Clicked) -> None:
        if event.again:
            self.action_choose()

    def action_choose(self) -> None:
        """Review what is under the cursor; afterwards the main screen is back."""
        place = self.query_one(LineList).cursor
        if place is not None:
            self.app.switch_screen(ReviewScreen(self.desk, self.reviews[place]))

    def action_back(self) -> None:
        """Back to the facts; all of it waits."""
        self.dismiss()


def _who(review: Review) -> str:
    return plain(review.origin or review.source.removeprefix("conversation: "))


def _line(review: Review, place: int, zone: tzinfo | None, cells: int) -> Line:
    when = ""
    if review.made:
        made = review.made.astimezone(zone)
        when = f"{day(made.date())} {made:%H:%M}"
    file = review.source.removeprefix("conversation: ")
    subjects = dict.fromkeys(plain(item.draft.subject) for item in review.items)
    about = ", ".join(filter(None, subjects))
    if review.origin and review.turns:
        about = f"{plain(file)} · {about}"
    return Line(
        (
            (right(when, 17) + "  ", "dim"),
            (left(_who(review), cells) + "  ", "accent" if review.origin else "plain"),
            (right(count(len(review.items), "proposal"), 13) + "  ", "plain"),
            (f"{count(len(review.unread), 'part')} not read  " if review.unread else "", "warn"),
            (about, "dim"),
        ),
        place,
    )
