"""What stands around the list of facts, in words."""

from collections.abc import Iterable

from memtui.desk.telling import count
from memtui.tui.commands import Command, key_names
from memtui.tui.listing import Order
from memtui.tui.seeing import Seen
from memtui.tui.widgets.fact_list import FactList

_TO_BEGIN = (
    ("open", "open a conversation and choose what to keep of it; no model is needed"),
    ("add", "add a fact by hand"),
    ("memories", "another memory, or a new one"),
)


def empty_lines(commands: Iterable[Command], past: int) -> tuple[str, ...]:
    """What to do with a memory in which nothing holds now, with the keys that do it.

    Args:
        commands: What the screen offers.
        past: How many facts it has that hold no longer.
    """
    keys = {command.id: key_names(command.keys, 1) for command in commands}
    if past:
        shows = (f"{keys['history']}  shows history ({count(past, 'fact')})",)
        return ("", "Nothing holds now.", *(shows if "history" in keys else ()))
    lines = (f"{keys[id_]}  {does}" for id_, does in _TO_BEGIN if id_ in keys)
    return ("", "This memory is empty.", *lines)


def numbers_line(seen: Seen | None, facts: FactList) -> str:
    """How much there is, and how much of it is shown."""
    if seen is None:
        return ""
    numbers = count(seen.current, "fact")
    if facts.asked:
        numbers = f"{facts.shown_facts:,} of {numbers}"
    if past := not seen.current and len(seen.by_subject.past):
        return f"{numbers} · {past:,} in history"
    return f"{numbers} · {count(seen.subjects, 'subject')}"


def state_line(facts: FactList) -> tuple[str, str]:
    """What is selected, how it is sorted, whether history is shown; and its look."""
    if facts.asked.problem:
        return facts.asked.problem, "$text-warning"
    parts = []
    if facts.selected:
        hidden = facts.selected_hidden
        parts.append(
            f"{len(facts.selected):,} selected" + (f", {hidden:,} not shown" if hidden else "")
        )
    if facts.listing.order is not Order.SUBJECT:
        parts.append(f"by {facts.listing.order}")
    more = facts.found_in_history
    if more and facts.asked and not facts.history:
        parts.append(f"{count(more, 'more', 'more')} in history · H")
    else:
        parts.append(f"history: {'on' if facts.history else 'off'}")
    return " · ".join(parts), "$text-muted"


def waiting_line(seen: Seen | None) -> str:
    """What waits for the person."""
    waiting = []
    if seen is not None and seen.proposals:
        waits = "waits" if seen.proposals == 1 else "wait"
        waiting.append(f"{count(seen.proposals, 'proposal')} {waits} for review · r")
    if seen is not None and seen.unread:
        are = "is" if seen.unread == 1 else "are"
        parts = count(seen.unread, "part of a conversation", "parts of conversations")
        key = "" if seen.proposals else " · r"
        waiting.append(f"{parts} {are} not read{key}")
    if seen is not None and seen.unreadable:
        waiting.append(f"{count(seen.unreadable, 'note')} cannot be read · !")
    return "   ".join(waiting)
