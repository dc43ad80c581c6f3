"""The findings of an open memory, without those that the person put aside."""

from collections.abc import Iterable

from memtui.desk.desk import Desk
from memtui.desk.tidying.finding import Finding, Kind
from memtui.desk.tidying.looking import look
from memtui.errors import Code, MemtuiError

_STATE = "tidy"


def findings(desk: Desk) -> list[Finding]:
    """What wants mending, what matters most first.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE`, `SETTINGS_UNREADABLE`.
    """
    memory = desk.memory
    aside = put_aside(desk)
    unreadable = [
        Finding(
            Kind.UNREADABLE,
            f"{problem.path}: {problem.reason}",
            more="It is left exactly as it is until it is mended in an editor.",
            note=problem.path,
        )
        for problem in memory.problems()
    ]
    found = [*unreadable, *look(memory.facts(history=True), memory.rules, memory.today)]
    order = list(Kind)
    return sorted(
        (each for each in found if each.key not in aside),
        key=lambda each: order.index(each.kind),
    )


def put_aside(desk: Desk) -> frozenset[str]:
    """The keys of findings that are not to be shown again."""
    kept = desk.memory.read_state(_STATE)
    if kept is None:
        return frozenset()
    if not (isinstance(kept, list) and all(isinstance(each, str) for each in kept)):
        raise MemtuiError(
            Code.SETTINGS_UNREADABLE,
            f"state/{_STATE}.json cannot be read.",
            "Delete it; what was put aside is then shown again.",
        )
    return frozenset(kept)


def keep_aside(desk: Desk, keys: Iterable[str]) -> None:
    """Put findings aside; those put aside before are shown again unless they are among these.

    Raises:
        MemtuiError: `MEMORY_READONLY`.
    """
    desk.memory.write_state(_STATE, sorted(keys) or None)
