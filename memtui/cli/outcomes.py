"""What keeping does, row by row: before it is done (proposals) and after."""

from collections.abc import Sequence
from datetime import date

from memtui.cli.columns import padded, width
from memtui.cli.listing import told
from memtui.cli.printing import Out, bold, dim
from memtui.facts.fact import Fact

_STATUS_CELLS = 8
LEFT_OUT = "left out"


def print_outcome(
    out: Out,
    status: str,
    parts: tuple[str, str, str],
    said: date | None,
    source: str,
    *,
    replaced: Sequence[Fact] = (),
    notes: Sequence[str] = (),
    number: str = "",
    ticked: bool = True,
) -> None:
    """Print what one statement does, what it replaces and what speaks against it.

    Args:
        out: Where to.
        status: `new`, `replaces`, `history`, `again`, `known` or `left out`.
        parts: Subject, attribute and fact.
        said: The day it was said, where known.
        source: Where it was said.
        replaced: The facts that it moves to history.
        notes: Short remarks.
        number: What the row is called, with the space that aligns it.
        ticked: Whether it is among those to be kept.
    """
    subject, attribute, fact = parts
    before = f"{number}{padded(status, _STATUS_CELLS)}  "
    style = bold if ticked else dim
    out.line(before, style(f"{subject} — {attribute}: {fact}"), f"  {told(said, source)}")
    indent = " " * (width(before) + 2)
    for each in replaced:
        out.line(indent, f"replaces: {each.fact}  ({each.said})")
    for note in notes:
        out.line(indent, dim(note))


def print_left_out(out: Out, line: str, number: str = "") -> None:
    """Print what is not kept: "left out  a fact about Bruno looked like a password"."""
    out.line(f"{number}{padded(LEFT_OUT, _STATUS_CELLS)}  {line}")
