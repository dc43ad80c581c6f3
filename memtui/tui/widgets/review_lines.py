"""How one proposal is drawn: its row, and what stands below it."""

from dataclasses import dataclass
from datetime import date

from rich.cells import cell_len
from textual.content import Content

from memtui.desk.telling import day, near_line, words_line
from memtui.extract.proposal import MARK_TEXT, Mark
from memtui.facts.keeping import Status
from memtui.facts.text import fold
from memtui.review.near import Near
from memtui.review.review import Item, Review, as_said
from memtui.review.verdicts import Verdict
from memtui.tui.cells import left, plain, right
from memtui.tui.widgets.line_list import Line, Part

_STATUS_WIDTH = 8
_STATUS_LOOK = {
    Status.NEW: "good",
    Status.REPLACES: "accent",
    Status.HISTORY: "dim",
    Status.AGAIN: "dim",
    Status.KNOWN: "dim",
    Status.FORGET: "bad",
}
BOX_FROM, BOX_TO = 2, 7
_DECIDED = "✓"
# A longer sentence is cut; it stands whole where it is edited.
_MOST_LINES = 6
_INCOMPLETE = MARK_TEXT[Mark.INCOMPLETE]
_MORE = "… (e shows all of it)"
_THEN = "└ then"


@dataclass(frozen=True, slots=True)
class Columns:
    """The widths of a review's columns, in cells."""

    attribute: int
    day: int
    fact: int

    @property
    def before_fact(self) -> int:
        """How many cells stand before the sentence, without the list's margin."""
        return BOX_TO - BOX_FROM + _STATUS_WIDTH + 1 + self.attribute + 2 + self.day + 2

    @classmethod
    def fit(cls, review: Review, today: date, width: int) -> "Columns":
        """The columns for a width: names and days as wide as needed, the sentence has the rest."""
        names = (cell_len(plain(item.draft.attribute)) for item in review.items)
        days = (len(short_day(item.draft.said, today)) for item in review.items)
        most = 20 if width >= 70 else 12
        attribute = max(len(_THEN), min(max(names, default=0), most))
        widths = cls(attribute, max(days, default=0), 0)
        return cls(attribute, widths.day, max(8, width - BOX_FROM - widths.before_fact))


@dataclass(frozen=True, slots=True)
class Row:
    """All that is shown of one proposal; `quoted` = with the words it rests on."""

    item: Item
    verdict: Verdict
    near: Near | None = None
    quoted: bool = False


def short_day(said: date | None, today: date) -> str:
    """A day as people say it, the year only where it is not this one; empty when unknown."""
    return day(said).removesuffix(f" {today.year}") if said else ""


def by_subject(review: Review) -> list[tuple[str, list[int]]]:
    """Subjects as first spelled, in the order they appear, with the places of their items.

    Items about one thing stand together, in the order said.
    """
    groups: dict[str, tuple[str, dict[str, list[int]]]] = {}
    for place, item in enumerate(review.items):
        subject = plain(item.draft.subject)
        _, things = groups.setdefault(fold(subject), (subject, {}))
        things.setdefault(fold(item.draft.attribute), []).append(place)
    rank = {at: rank for rank, at in enumerate(as_said(review))}
    return [
        (subject, [at for places in things.values() for at in sorted(places, key=rank.__getitem__)])
        for subject, things in groups.values()
    ]


def lines_of(place: int, row: Row, today: date, columns: Columns) -> list[Line]:
    """The lines of one proposal."""
    item, verdict = row.item, row.verdict
    draft = item.draft
    sentence = Content(plain(draft.fact) or "(no sentence)").wrap(columns.fact)
    texts = [line.plain for line in sentence]
    if len(texts) > _MOST_LINES:
        texts = [*texts[: _MOST_LINES - 1], _MORE]
    attribute = draft.attribute if verdict.follows is None else _THEN
    first: list[Part] = [
        _box(item, verdict),
        _status(item, verdict),
        (left(attribute, columns.attribute) + "  ", "plain"),
        (right(short_day(draft.said, today), columns.day) + "  ", "dim"),
        (texts[0], "plain"),
    ]
    after = " " * columns.before_fact
    below = " " * (BOX_TO - BOX_FROM + _STATUS_WIDTH + 1)
    return [
        Line(tuple(first), place),
        *(Line(((after, "plain"), (text, "plain")), place) for text in texts[1:]),
        *(Line(((below, "plain"), part), place) for part in _below(row, today)),
    ]


def _box(item: Item, verdict: Verdict) -> Part:
    if verdict.problem:
        return "[-]  ", "bad"
    decided = _DECIDED if item.decided else " "
    return (f"[x]{decided} ", "plain") if item.ticked else (f"[ ]{decided} ", "dim")


def _status(item: Item, verdict: Verdict) -> Part:
    if verdict.status is None:
        return left("mend", _STATUS_WIDTH) + " ", "bad"
    beside = item.beside and verdict.status is Status.REPLACES  # it is judged so while unticked
    status = Status.NEW if beside else verdict.status
    return left(status, _STATUS_WIDTH) + " ", _STATUS_LOOK[status]


def _below(row: Row, today: date) -> list[Part]:
    """What stands under an item: what is wrong, what it replaces, what speaks against it."""
    item, verdict = row.item, row.verdict
    below: list[Part] = []
    if verdict.problem:
        below.append((f"! {plain(verdict.problem.message)} (e edits it)", "bad"))
    if item.beside:
        below.append(("kept beside what is there", "dim"))
    else:
        said_here = verdict.follows is not None
        below += [
            (
                f"corrects: {plain(old.fact)}  (said before it)"
                if said_here and old is verdict.replaced[0]
                else f"replaces: {plain(old.fact)}  ({short_day(old.said, today)})",
                "dim",
            )
            for old in verdict.replaced
        ]
    if row.near:
        below.append((f"{near_line(row.near)} s: yes", "accent"))
    notes = [note for note in verdict.notes if not verdict.problem or note != _INCOMPLETE]
    below += [(f"! {note}", "warn") for note in notes]
    if row.quoted:
        below.append((words_line(item.proposal), "dim"))
    return below
