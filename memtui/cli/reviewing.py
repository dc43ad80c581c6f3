"""Proposals on the command line: what each would do, the words it rests on, what is to be known."""

from collections.abc import Mapping

from memtui.cli.outcomes import LEFT_OUT, print_left_out, print_outcome
from memtui.cli.printing import Out
from memtui.desk.telling import near_line, words_line
from memtui.errors import Code
from memtui.facts.keeping import Status
from memtui.review.near import Near
from memtui.review.review import Item, Review
from memtui.review.verdicts import Verdict, left_out_by


def print_review(
    out: Out, review: Review, verdicts: tuple[Verdict, ...], nears: Mapping[int, Near]
) -> None:
    """Print every proposal with its number, and what was left out."""
    digits = len(str(len(review.items)))
    for at, (item, verdict) in enumerate(zip(review.items, verdicts, strict=True)):
        draft = item.draft
        number = f"{at + 1:>{digits}} "
        if verdict.problem and verdict.problem.code is Code.FACT_SENSITIVE:
            print_left_out(out, left_out_by(draft.subject, verdict).line, number)
            continue
        print_outcome(
            out,
            verdict.status or LEFT_OUT,
            (draft.subject or "?", draft.attribute or "?", draft.fact),
            draft.said,
            draft.source,
            replaced=verdict.replaced,
            notes=_remarks(item, verdict, nears.get(at)),
            number=number,
            ticked=item.ticked,
        )
    for each in review.left_out:
        print_left_out(out, each.line, " " * (digits + 1))
    if not review.items:
        out.line(f"nothing durable in {'what was read' if review.unread else 'it'}")


def _remarks(item: Item, verdict: Verdict, near: Near | None) -> list[str]:
    loose = not item.ticked and verdict.status is not Status.KNOWN
    notes = [f"not ticked: {note}" if loose else note for note in verdict.notes]
    if verdict.problem:
        notes = [f"cannot be kept: {verdict.problem.message}"]
    if near:
        notes.insert(0, f"{near_line(near)} --same takes it over")
    return [words_line(item.proposal), *notes]
