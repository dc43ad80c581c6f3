"""The findings of an open memory, without those that the person put aside."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from memtui.desk.desk import Desk
from memtui.desk.tidying.finding import Finding, Kind
from memtui.desk.tidying.looking import MOST, Looked, look
from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Fact
from memtui.facts.keeping import Change, Edit
from memtui.store.collecting import uncollected
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
    with uncollected():
        found = look(pages, memory.rules, memory.today, aside=aside)
    unreadable = [each for each in map(_unreadable, memory.problems()) if each.key not in aside]
    secrets = [each for each in found.findings if each.kind is Kind.SECRET]
    return Looked(
        (*secrets, *unreadable, *found.findings[len(secrets) :]),
        {**found.numbers, Kind.UNREADABLE: len(unreadable)},
    )


def findings_after(desk: Desk, before: Looked, change: Change) -> Looked | None:
    """What wants mending after a change, by a look at the things alone that it touched.

    Args:
        desk: The open memory.
        before: All that wanted mending before.
        change: The change, which was made since.

    Returns:
        What was found; `None` where all facts have to be looked at: names came or went, or of a
        kind of findings none is known any more, and there are some.
    """
    if change.rules or not all(map(_keeps_names, change.edits)):
        return None
    memory = desk.memory
    aside = put_aside(desk)
    now = memory.facts_of({(e.after.subject, e.after.attribute) for e in change.edits if e.after})
    were = {edit.id: edit.before for edit in change.edits if edit.before}
    past = [were.get(fact.id, fact) for fact in now]
    gone, come = (
        look([facts], memory.rules, memory.today, aside=aside, names=False) for facts in (past, now)
    )
    listed = {each.key: each for each in before.findings}
    for each in gone.findings:
        listed.pop(each.key, None)
    listed |= {each.key: each for each in come.findings}
    numbers = {
        kind: before.numbers.get(kind, 0) - gone.numbers.get(kind, 0) + come.numbers.get(kind, 0)
        for kind in Kind
    }
    order = {each.key: place for place, each in enumerate(before.findings)}
    found = [
        sorted(
            (each for each in listed.values() if each.kind is kind),
            key=lambda each: order.get(each.key, len(order)),
        )
        for kind in Kind
    ]
    if any(not some and numbers[kind] for kind, some in zip(Kind, found, strict=True)):
        return None
    return Looked(tuple(each for some in found for each in some[:MOST]), numbers)


def _keeps_names(edit: Edit) -> bool:
    """Whether a fact is there as before, about the same thing."""
    before, after = edit.before, edit.after
    return (
        before is not None
        and after is not None
        and (before.subject, before.attribute) == (after.subject, after.attribute)
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
