"""How the health screen shows what was looked at."""

from textual.content import Content

from memtui.desk.checks import Check
from memtui.facts.text import visible
from memtui.tui.cells import left
from memtui.tui.widgets.line_list import Line

_NAME_CELLS = 11
_DETAILS = 6


def check_line(check: Check, place: int) -> Line:
    """The row of a check in the list."""
    mark, look = ("●", "good") if check.well else ("!", "warn")
    state = visible(check.state)
    return Line(
        (
            (f"  {mark} ", look),
            (left(check.name, _NAME_CELLS), "plain"),
            (state, "dim" if check.well else "plain"),
        ),
        place,
    )


def told_of_check(check: Check) -> list[Content]:
    """What the key does about it, and what exactly there is."""
    details = check.details[:_DETAILS]
    lines = [Content(visible(each)) for each in details]
    if more := len(check.details) - len(details):
        lines[-1:] = [
            Content.styled(f"and {more + 1:,} more: memtui doctor lists all", "$text-muted")
        ]
    if not lines:
        lines.append(Content.styled(visible(f"{check.name}: {check.state}"), "$text-muted"))
    if check.mending:
        key = ("f", "bold $footer-key-foreground")
        lines.insert(0, Content.assemble(key, f"  {check.mending}"))
    return lines
