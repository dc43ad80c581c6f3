"""A fact in full, as lines: what it says, whence it comes, and the timeline it stands in."""

from collections.abc import Sequence
from datetime import date, tzinfo
from typing import TYPE_CHECKING

from textual.content import Content

from memtui.desk.telling import count, day, forgotten, span
from memtui.facts.fact import Fact
from memtui.store.catalog import Row
from memtui.tui.cells import plain
from memtui.tui.widgets.timeline import scale

if TYPE_CHECKING:
    from memtui.facts.keeping import Change, Outcome
    from memtui.store.health import Repaired

QUIET = "$text-muted"
HEAD = "bold $accent"
_LABEL = 11


def in_brief(row: Row, earlier: int, width: int) -> list[Content]:
    """A fact in three lines, for below the list; from what the list knows."""
    fact = Content(plain(row.fact)).wrap(width) if width > 0 else []
    if len(fact) > 2:
        rest = fact[1].plain + " " + fact[2].plain
        fact = [fact[0], Content(rest).truncate(width, ellipsis=True)]
    said = date.fromisoformat(row.said)
    parts = [f"said {day(said)}"]
    if row.last_said != row.said:
        parts[0] += f", again {_later(said, date.fromisoformat(row.last_said))}"
    if row.until is not None:
        until = date.fromisoformat(row.until)
        parts[0] = f"{'ended' if row.ended else 'held'} {span(said, until)}"
    if row.tags:
        parts.append(f"tags {plain(row.tags)}")
    parts.append(plain(row.source))
    if earlier and row.until is None:
        parts.append(f"{earlier:,} earlier")
    about = Content.styled(" · ".join(parts), QUIET).truncate(max(1, width), ellipsis=True)
    return [*fact, about]


def in_full(
    fact: Fact,
    timeline: Sequence[Fact],
    width: int,
    *,
    today: date,
    zone: tzinfo | None = None,
    origin: bool = True,
) -> list[Content]:
    """Everything about a fact.

    Args:
        fact: The fact.
        timeline: All facts of its thing, oldest first.
        width: The cells of a line.
        today: The person's day.
        zone: The person's time zone, `None` for that of the computer.
        origin: Whether to tell what proposed it, and its id.
    """
    if width < 1:
        return []
    lines = [
        Content.styled(f"{plain(fact.subject)} — {plain(fact.attribute)}", HEAD),
        *Content(plain(fact.fact)).wrap(width),
        Content(""),
        *labelled("said", _said(fact), width),
    ]
    if fact.until is not None:
        lines += labelled("held", span(fact.said, fact.until), width)
    lines += labelled("source", plain(fact.source), width)
    if fact.kept is not None:
        kept = fact.kept.astimezone(zone)
        batch = f" · batch {fact.first.batch}" if fact.first.batch else ""
        lines += labelled("kept", f"{day(kept.date())} {kept:%H:%M}{batch}", width)
    if fact.edited is not None:
        earlier = [each.fact for each in fact.revisions if each.fact]
        lines += labelled("corrected", day(fact.edited.astimezone(zone).date()), width)
        for wording in reversed(earlier):
            lines += labelled("before", plain(wording), width)
    if fact.evidence is not None:
        speaker = f" — {plain(fact.evidence.speaker)}" if fact.evidence.speaker else ""
        lines += labelled("words", f"“{plain(fact.evidence.quote)}”{speaker}", width)
    if fact.tags:
        lines += labelled("tags", plain(", ".join(fact.tags)), width)
    if origin:
        if fact.first.origin is not None:
            by = fact.first.origin.model or fact.first.origin.by
            lines += labelled("found by", plain(by), width)
        lines += labelled("id", fact.id, width)
    return lines + _timeline(fact, timeline, width, today)


def outcome_lines(outcome: "Outcome") -> list[str]:
    """What keeping a statement would do."""
    from memtui.facts.keeping import Status

    fact = outcome.fact
    match outcome.status:
        case Status.NEW:
            return [f"new: nothing holds of {plain(fact.subject)} — {plain(fact.attribute)} yet"]
        case Status.REPLACES:
            return [f"replaces: {_with_day(each)}" for each in outcome.replaced]
        case Status.HISTORY:
            return [f"history: held {span(fact.said, fact.until)}; what holds now was said later"]
        case Status.AGAIN:
            return ["again: the fact stays, and this day is added to it"]
        case Status.KNOWN:
            return ["known: exactly this is kept already"]
        case Status.FORGET:
            return [f"forgets: {_with_day(fact)}"]


def mending_lines(change: "Change", fact_id: str) -> list[str]:
    """What a correction would do besides changing the words."""
    lines = []
    for edit in change.edits:
        before, after = edit.before, edit.after
        if before is None or after is None:
            continue
        if (before.subject, before.attribute) != (after.subject, after.attribute):
            to = f"{plain(after.subject)} — {plain(after.attribute)}"
            lines.append(f"moves to {to}: {_with_day(after)}")
        if before.current and not after.current:
            what = "goes to history" if edit.id == fact_id else "replaces"
            lines.append(f"{what}: {_with_day(before)}")
        if after.current and not before.current:
            lines.append(f"holds again: {_with_day(after)}")
    if not change.edits:
        return ["nothing is changed yet"]
    return lines or ["the earlier wording is kept with the fact"]


def settled_lines(change: "Change", most: int = 5) -> list[str]:
    """The facts that a change touches as they are then, by thing; what goes with a minus."""
    stay = [edit.after for edit in change.edits if edit.after]
    stay.sort(key=lambda fact: (fact.subject, fact.attribute, fact.said))
    lines = [f"- {_with_day(fact)}" for fact in forgotten(change)]
    for fact in stay:
        named = f"{plain(fact.subject)} — {plain(fact.attribute)}"
        lines.append(f"{named}: {plain(fact.fact)}  ({span(fact.said, fact.until)})")
    if not lines:
        return ["no note is changed" if not change.rules else "memory.toml alone is changed"]
    more = len(lines) - most
    return [*lines[:most], f"… and {more:,} more"] if more > 0 else lines


def undone_line(change: "Change") -> str:
    """What taking back the last change did."""
    back = [edit.after for edit in change.edits if edit.before is None and edit.after]
    gone = forgotten(change)
    again = [
        edit.after
        for edit in change.edits
        if edit.after and edit.before and edit.after.current and not edit.before.current
    ]
    parts = [
        f"{what}: {plain(facts[0].fact)}" if len(facts) == 1 else f"{what}: {len(facts):,} facts"
        for what, facts in (("back", back), ("not kept", gone), ("holds again", again))
        if facts
    ]
    if change.settings:
        from memtui.desk.setting.doing import told_turned

        parts += [plain(told_turned(each)) for each in change.settings]
    return "taken back · " + ("; ".join(parts) if parts else _as_before(change))


def _as_before(change: "Change") -> str:
    """What came back, where no fact came, went or holds again."""
    facts = [edit.after for edit in change.edits if edit.after]
    if len(facts) == 1:
        return f"as it was: {plain(facts[0].fact)}"
    if facts:
        return f"{count(len(facts), 'fact')} as they were"
    return "memory.toml is as it was"


def repaired_line(repaired: "Repaired") -> str:
    """What a repair did, and how much of it `u` takes back."""
    if not repaired.done:
        return "There was nothing to repair."
    if repaired.undoable.is_empty:
        return " ".join((*repaired.done, "There is nothing in that to take back."))
    what = "it" if len(repaired.done) == 1 else "what it did to notes"
    return " ".join((*repaired.done, f"u takes {what} back."))


def restored_line(change: "Change") -> str:
    """What holds again after an end was taken away."""
    again = [edit.after for edit in change.edits if edit.after and edit.after.current]
    return f"holds again: {plain(again[0].fact)}" if again else "its end was taken away"


def facts_in_short(rows: Sequence[Row], most: int = 6) -> Content:
    """A fact in its words; several by a line each, no more than fit a dialog."""
    if len(rows) == 1:
        return Content(plain(rows[0].fact))
    lines = [
        f"{plain(row.subject)} — {plain(row.attribute)}: {plain(row.fact)}" for row in rows[:most]
    ]
    more = f"\n… and {len(rows) - most:,} more" if len(rows) > most else ""
    return Content("\n".join(lines) + more)


def _with_day(fact: Fact) -> str:
    return f"{plain(fact.fact)}  ({day(fact.said)})"


def _timeline(fact: Fact, timeline: Sequence[Fact], width: int, today: date) -> list[Content]:
    if len(timeline) < 2 and fact.until is None:
        return []
    earlier = sum(each.until is not None for each in timeline)
    lines = [
        Content(""),
        Content.assemble(("Timeline", HEAD), (f"  {count(earlier, 'earlier fact')}", QUIET)),
    ]
    drawn = scale([(each.said, each.until) for each in timeline], today, width)
    if drawn:
        lines += [Content.styled(line, QUIET) for line in drawn]
    for each in reversed(timeline):
        held = each.until is None
        here = "▸" if each.id == fact.id else " "
        mark = f"{here}{'●' if held else '○'} "
        words = Content(plain(each.fact)).wrap(max(1, width - 3))
        look = "" if held else f"strike {QUIET}"
        lines.append(Content.assemble(mark, (span(each.said, each.until), QUIET)))
        lines += [Content.assemble("   ", line.stylize(look)) for line in words]
    return lines


def _said(fact: Fact) -> str:
    again = [_later(fact.said, each) for each in fact.also_said]
    if len(again) > 3:
        again = [f"{len(again) - 1:,} times", f"last {again[-1]}"]
    return ", again ".join([day(fact.said), ", ".join(again)]) if again else day(fact.said)


def _later(said: date, again: date) -> str:
    """A later day, without the year where it is the same."""
    return day(again).removesuffix(f" {said.year}") if said.year == again.year else day(again)


def labelled(label: str, text: Content | str, width: int, cells: int = _LABEL) -> list[Content]:
    """A text behind its label, its further lines as far in as its first.

    Args:
        label: The label.
        text: The text, already clean.
        width: The cells of a line.
        cells: How many of them the label has.
    """
    lines = (Content(text) if isinstance(text, str) else text).wrap(max(1, width - cells))
    return [
        Content.assemble((f"{label if not at else '':<{cells}}", QUIET), line)
        for at, line in enumerate(lines)
    ]
