"""What wants mending, as lines: the findings under their kinds, and what can be done about one."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from textual.content import Content

from memtui.desk.telling import span
from memtui.desk.tidying.finding import Finding, Kind
from memtui.desk.tidying.resulting import Timeline
from memtui.tui.cells import plain
from memtui.tui.widgets.line_list import Line

_MARGIN = 2  # cells that the list takes for its pointer


def finding_lines(
    findings: Sequence[Finding], numbers: Mapping[Kind, int], items: Sequence[int]
) -> list[Line]:
    """The findings, each kind under its name.

    Args:
        findings: Those that are shown, those of a kind together.
        numbers: How many there are of each kind.
        items: Which item of the list each is.
    """
    lines: list[Line] = []
    shown = Counter(finding.kind for finding in findings)
    kind: Kind | None = None
    for item, finding in zip(items, findings, strict=True):
        if finding.kind is not kind:
            kind = finding.kind
            number = f"  {numbers[kind]:,}"
            if shown[kind] < numbers[kind]:
                number += f", the first {shown[kind]:,} of them"
            lines.append(Line(((kind[:1].upper() + kind[1:], "head"), (number, "dim"))))
        lines.append(Line(((finding.what, "plain"),), item))
    return lines or [Line((("Nothing wants mending.", "dim"),))]


def told(finding: Finding, foreseen: Sequence[str] = ()) -> list[Content]:
    """What else is to be said of a finding, and what can be done, by key.

    Args:
        finding: The finding.
        foreseen: What the first way would do, a line each.
    """
    lines = [Content.styled(finding.more, "$text-muted")] if finding.more else []
    if finding.note:
        lines.append(_offer("f", "open it in your editor; u does not take that back"))
    for key, fix in zip(("f", "o"), finding.fixes, strict=False):
        lines.append(_offer(key, fix.does))
        if key == "f":
            lines += [Content.styled(line, "$text-muted") for line in foreseen]
    return lines


def _offer(key: str, does: str) -> Content:
    return Content.assemble((key, "bold $footer-key-foreground"), f"  {does}")


def timeline_lines(timelines: Iterable[Timeline], room: int) -> list[Line]:
    """Whole timelines under their things, every word of them; what is deleted with a minus.

    Args:
        timelines: The timelines.
        room: The cells of a line.
    """
    lines: list[Line] = []
    item = 0
    for each in timelines:
        lines.append(Line(((f"{plain(each.subject)} — {plain(each.attribute)}", "head"),)))
        for fact in each.facts:
            gone = fact.id in each.gone
            look = "bad" if gone else "plain" if fact.id in each.touched else "dim"
            text = f"{'- ' * gone}{plain(fact.fact)}  ({span(fact.said, fact.until)})"
            parts = Content(text).wrap(max(20, room - _MARGIN))
            lines += [Line(((part.plain, look),), item) for part in parts]
            item += 1
    return lines
