"""The proposals of a review as lines, grouped by subject; the review itself is `review`'s."""

from collections.abc import Mapping, Sequence
from datetime import date

from memtui.review.near import Near
from memtui.review.review import Review
from memtui.review.verdicts import Verdict
from memtui.tui.cells import plain
from memtui.tui.widgets.line_list import Line, LineList
from memtui.tui.widgets.review_lines import (
    BOX_FROM,
    BOX_TO,
    Columns,
    Row,
    by_subject,
    lines_of,
)


class ReviewList(LineList):
    """The list of proposals; only items that changed are worked out anew.

    The heading of a subject stays in sight while its proposals go by below it. With `quoted` the
    words that each proposal rests on stand under it, for want of room elsewhere.
    """

    STICKY = True

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.quoted = False
        self._columns = Columns(0, 0, 0)
        self._known: dict[int, tuple[Row, list[Line]]] = {}

    def show_review(
        self,
        review: Review,
        verdicts: Sequence[Verdict],
        nears: Mapping[int, Near],
        today: date,
    ) -> None:
        """Show a review.

        Args:
            review: The review.
            verdicts: What each item would do, in the order of the items.
            nears: What an item may be about under another name, by its place.
            today: The person's day; its year is not written out.
        """
        columns = Columns.fit(review, today, self.room)
        if columns != self._columns:
            self._columns = columns
            self._known.clear()
        lines: list[Line] = []
        for subject, places in by_subject(review):
            lines.append(Line(((_heading(subject, places, review), "head"),)))
            for place in places:
                row = Row(review.items[place], verdicts[place], nears.get(place), self.quoted)
                lines += self._item_lines(place, row, today)
        lines += [Line(((f"left out: {plain(each.line)}", "dim"),)) for each in review.left_out]
        self.show(lines)

    @staticmethod
    def on_box(x: int) -> bool:
        """Whether a click so many cells from the left hits the tick box."""
        return BOX_FROM <= x < BOX_TO - 1

    def _item_lines(self, place: int, row: Row, today: date) -> list[Line]:
        known = self._known.get(place)
        if known is None or known[0] != row:
            known = (row, lines_of(place, row, today, self._columns))
            self._known[place] = known
        return known[1]


def _heading(subject: str, places: Sequence[int], review: Review) -> str:
    """A subject, and how many of its proposals are ticked where there are several."""
    ticked = sum(review.items[place].ticked for place in places)
    name = subject or "(no subject)"
    return f"{name}  {ticked}/{len(places)}" if len(places) > 1 else name
