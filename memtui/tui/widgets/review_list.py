"""The proposals of a review as lines, grouped by subject; the review itself is `review`'s."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from rich.cells import cell_len
from textual.content import Content

from memtui.desk.telling import day
from memtui.extract.proposal import MARK_TEXT, Mark
from memtui.facts.keeping import Status
from memtui.facts.text import fold, visible
from memtui.review.review import Item, Review
from memtui.review.verdicts import Verdict
from memtui.tui.cells import left, right
from memtui.tui.widgets.line_list import Line, LineList, Part

_STATUS_WIDTH = 8
_STATUS_LOOK = {
    Status.NEW: "good",
    Status.REPLACES: "accent",
    Status.HISTORY: "dim",
    Status.AGAIN: "dim",
    Status.KNOWN: "dim",
    Status.FORGET: "bad",
}
_BOX_FROM, _BOX_TO = 2, 6
# A longer sentence is cut; it stands whole where it is edited.
_MOST_LINES = 6
_INCOMPLETE = MARK_TEXT[Mark.INCOMPLETE]
_MORE = "… (e shows all of it)"


@dataclass(frozen=True, slots=True)
class Columns:
    """The widths of a review's columns, in cells."""

    attribute: int
    day: int
    fact: int

    @property
    def before_fact(self) -> int:
        """How many cells stand before the sentence, without the list's margin."""
        return _BOX_TO - _BOX_FROM + _STATUS_WIDTH + 1 + self.attribute + 2 + self.day + 2

    @classmethod
    def fit(cls, review: Review, today: date, width: int) -> "Columns":
        """The columns for a width: names and days as wide as needed, the sentence has the rest."""
        names = (cell_len(visible(item.draft.attribute)) for item in review.items)
        days = (len(short_day(item.draft.said, today)) for item in review.items)
        most = 20 if width >= 70 else 12
        attribute = max(4, min(max(names, default=0), most))
        widths = cls(attribute, max(days, default=0), 0)
        return cls(attribute, widths.day, max(8, width - _BOX_FROM - widths.before_fact))


def short_day(said: date | None, today: date) -> str:
    """A day as people say it, the year only where it is not this one; empty when unknown."""
    return day(said).removesuffix(f" {today.year}") if said else ""


def by_subject(review: Review) -> list[tuple[str, list[int]]]:
    """Subjects as first spelled, in the order they appear, with the places of their items."""
    groups: dict[str, tuple[str, list[int]]] = {}
    for place, item in enumerate(review.items):
        subject = visible(item.draft.subject)
        groups.setdefault(fold(subject), (subject, []))[1].append(place)
    return list(groups.values())


class ReviewList(LineList):
    """The list of proposals; only items that changed are worked out anew."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._columns = Columns(0, 0, 0)
        self._known: dict[int, tuple[Item, Verdict, list[Line]]] = {}

    def show_review(self, review: Review, verdicts: Sequence[Verdict], today: date) -> None:
        """Show a review.

        Args:
            review: The review.
            verdicts: What each item would do, in the order of the items.
            today: The person's day; its year is not written out.
        """
        columns = Columns.fit(review, today, self.room)
        if columns != self._columns:
            self._columns = columns
            self._known.clear()
        lines: list[Line] = []
        for subject, places in by_subject(review):
            lines.append(Line(((subject or "(no subject)", "head"),)))
            for place in places:
                lines += self._item_lines(place, review.items[place], verdicts[place], today)
        lines += [Line(((f"left out: {visible(each.line)}", "dim"),)) for each in review.left_out]
        self.show(lines)

    @staticmethod
    def on_box(x: int) -> bool:
        """Whether a click so many cells from the left hits the tick box."""
        return _BOX_FROM <= x < _BOX_TO

    def _item_lines(self, place: int, item: Item, verdict: Verdict, today: date) -> list[Line]:
        known = self._known.get(place)
        if known is None or known[0] is not item or known[1] != verdict:
            known = (item, verdict, _lines(place, item, verdict, today, self._columns))
            self._known[place] = known
        return known[2]


def _lines(place: int, item: Item, verdict: Verdict, today: date, columns: Columns) -> list[Line]:
    draft = item.draft
    sentence = Content(visible(draft.fact) or "(no sentence)").wrap(columns.fact)
    texts = [line.plain for line in sentence]
    if len(texts) > _MOST_LINES:
        texts = [*texts[: _MOST_LINES - 1], _MORE]
    first: list[Part] = [
        _box(item, verdict),
        _status(item, verdict),
        (left(draft.attribute, columns.attribute) + "  ", "plain"),
        (right(short_day(draft.said, today), columns.day) + "  ", "dim"),
        (texts[0], "plain"),
    ]
    after = " " * columns.before_fact
    below = " " * (_BOX_TO - _BOX_FROM + _STATUS_WIDTH + 1)
    return [
        Line(tuple(first), place),
        *(Line(((after, "plain"), (text, "plain")), place) for text in texts[1:]),
        *(Line(((below, "plain"), part), place) for part in _below(item, verdict, today)),
    ]


def _box(item: Item, verdict: Verdict) -> Part:
    if verdict.problem:
        return "[-] ", "bad"
    return ("[x] ", "plain") if item.ticked else ("[ ] ", "dim")


def _status(item: Item, verdict: Verdict) -> Part:
    if verdict.status is None:
        return left("mend", _STATUS_WIDTH) + " ", "bad"
    beside = item.beside and verdict.status is Status.REPLACES  # it is judged so while unticked
    status = Status.NEW if beside else verdict.status
    return left(status, _STATUS_WIDTH) + " ", _STATUS_LOOK[status]


def _below(item: Item, verdict: Verdict, today: date) -> list[Part]:
    """What stands under an item: what is wrong, what it replaces, what speaks against it."""
    below: list[Part] = []
    if verdict.problem:
        below.append((f"! {visible(verdict.problem.message)} (e edits it)", "bad"))
    if item.beside:
        below.append(("kept beside what is there", "dim"))
    else:
        below += [
            (f"replaces: {visible(old.fact)}  ({short_day(old.said, today)})", "dim")
            for old in verdict.replaced
        ]
    notes = [note for note in verdict.notes if not verdict.problem or note != _INCOMPLETE]
    return below + [(f"! {note}", "warn") for note in notes]
