"""The findings of an open memory, without those that the person put aside."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from memtui.desk.desk import Desk
from memtui.desk.tidying.finding import Finding, Kind
from memtui.desk.tidying.looking import MOST, Looked, Looking
from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Rules
from memtui.facts.keeping import Change, Edit
from memtui.store.collecting import uncollected
from memtui.store.entries import Problem

_STATE = "tidy"
# Facts that are looked at between two chances for others to get on.
_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Seen:
    """What has to be equal for the same to be found."""

    stamp: str
    rules: Rules
    today: date
    problems: tuple[Problem, ...]


def seen(desk: Desk) -> Seen:
    """What there is to be looked at, told quickly.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE`, `SETTINGS_UNREADABLE`.
    """
    memory = desk.memory
    return Seen(memory.stamp, memory.rules, memory.today, tuple(memory.problems()))


def findings(
    desk: Desk, go_on: Callable[[int, Callable[[], Looked]], bool] = lambda *_: True
) -> Looked:
    """What wants mending.

    Args:
        desk: The open memory.
        go_on: Told now and then how many facts were looked through, and what gives all that was
            found in them; `False` ends the looking.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE`, `SETTINGS_UNREADABLE`.
    """
    memory = desk.memory
    looking = _looking(desk)
    looking.take(map(_unreadable, memory.problems()))
    number = 0
    with uncollected():
        for page in memory.pages(_AT_ONCE):
            looking.at(page)
            number += len(page)
            if not go_on(number, lambda: looking.looked):
                return looking.looked
        looking.at_names()
    return looking.looked


def findings_after(desk: Desk, before: Looked, since: Seen, change: Change) -> Looked | None:
    """What wants mending after a change, by a look at the things alone that it touched.

    Args:
        desk: The open memory.
        before: All that wanted mending before.
        since: What there was then.
        change: The change, which was made since.

    Returns:
        What was found; `None` where all facts have to be looked at: names came or went, others
        changed something too, or of a kind of findings none is known any more, and there are some.
    """
    if change.rules or not all(map(_keeps_names, change.edits)):
        return None
    memory = desk.memory
    news = memory.since(since.stamp)
    others = set[str]().union(*news) - {edit.id for edit in change.edits} if news else {""}
    if others or replace(seen(desk), stamp=since.stamp) != since:
        return None
    now = memory.facts_of({(e.after.subject, e.after.attribute) for e in change.edits if e.after})
    were = {edit.id: edit.before for edit in change.edits if edit.before}
    told = [id_ for each in before.findings if each.kind is Kind.SECRET for id_ in each.facts]
    gone, come = _looking(desk, dict.fromkeys(told, "told")), _looking(desk)
    gone.at([were.get(fact.id, fact) for fact in now], names=False)
    come.at(now, names=False)
    listed = {each.key: each for each in before.findings}
    for each in gone.looked.findings:
        listed.pop(each.key, None)
    listed |= {each.key: each for each in come.looked.findings}
    lost, won = gone.looked.numbers, come.looked.numbers
    numbers = {
        kind: before.numbers.get(kind, 0) - lost.get(kind, 0) + won.get(kind, 0) for kind in Kind
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


def _looking(desk: Desk, secrets: Mapping[str, str] | None = None) -> Looking:
    memory = desk.memory
    found = memory.secrets() if secrets is None else secrets
    return Looking(memory.rules, memory.today, secrets=found, aside=put_aside(desk))


def _keeps_names(edit: Edit) -> bool:
    """Whether a fact is there as before, about the same thing."""
    before, after = edit.before, edit.after
    return (
        before is not None
        and after is not None
        and (before.subject, before.attribute) == (after.subject, after.attribute)
    )


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
