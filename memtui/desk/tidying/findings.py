"""The findings of an open memory, without those that the person put aside."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from memtui.desk.desk import Desk
from memtui.desk.tidying.finding import Finding, Kind
from memtui.desk.tidying.looking import Looked, look
from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Fact
from memtui.store.entries import Problem

_STATE = "tidy"


def findings(desk: Desk, go_on: Callable[[int], bool] = lambda _: True) -> Looked:
    """What wants mending.

    Args:
        desk: The open memory.
        go_on: Told now and then how many facts were looked through; `False` ends the looking.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE`, `SETTINGS_UNREADABLE`.
    """
    memory = desk.memory
    aside = put_aside(desk)
    pages = _as_long_as(go_on, memory.pages())
    found = look(pages, memory.rules, memory.today, aside=aside)
    unreadable = [each for each in map(_unreadable, memory.problems()) if each.key not in aside]
    secrets = [each for each in found.findings if each.kind is Kind.SECRET]
    return Looked(
        (*secrets, *unreadable, *found.findings[len(secrets) :]),
        {**found.numbers, Kind.UNREADABLE: len(unreadable)},
    )


def _as_long_as(
    go_on: Callable[[int], bool], pages: Iterable[Sequence[Fact]]
) -> Iterator[Sequence[Fact]]:
    number = 0
    for page in pages:
        yield page
        number += len(page)
        if not go_on(number):
            break


def _unreadable(problem: Problem) -> Finding:
    return Finding(
        Kind.UNREADABLE,
        f"{problem.path}: {problem.reason}",
        more="It is left exactly as it is until it is mended in an editor.",
        note=problem.path,
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
