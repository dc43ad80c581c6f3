"""What the notes of a memory say that wants attention, found page by page.

It is remembered as long as no note changed. Whether a note holds a secret was found when it was
read.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime

from memtui.facts.fact import Fact, Rules
from memtui.facts.things import Key, thing_key
from memtui.store.entries import Problem, Stored
from memtui.store.health import Secret, problems, settling
from memtui.store.index import Index
from memtui.store.portions import SIZE
from memtui.store.steps import Standing, below, is_misplaced


@dataclass(frozen=True, slots=True)
class _Seen:
    """What has to be equal for the same to be found."""

    stamp: str
    rules: Rules
    today: date


@dataclass(frozen=True, slots=True)
class Examined:
    """What was found in the notes.

    Args:
        seen: Of what it holds.
        unreadable: Notes that cannot be read, and why.
        secrets: Notes with what looks like a secret.
        disagreeing: Facts (by id) whose until, links or folder do not follow from the statements.
        ahead: Facts (by id) that are said on a day to come.
        whole: Whether all notes were looked through.
    """

    seen: _Seen
    unreadable: tuple[Problem, ...]
    secrets: tuple[Secret, ...]
    disagreeing: tuple[str, ...]
    ahead: tuple[str, ...]
    whole: bool


def examined(
    index: Index,
    rules: Rules,
    before: Examined | None = None,
    *,
    now: datetime,
    today: date,
    new_id: Callable[[], str],
    go_on: Callable[[int], bool] = lambda _: True,
) -> Examined:
    """Look through all notes; others may change them meanwhile.

    Args:
        index: The catalogue, which holds what the notes say.
        rules: The rules in force.
        before: What was found last.
        now: The moment, aware, in UTC.
        today: The person's day.
        new_id: Gives a fresh fact id.
        go_on: Told after each page how many facts were looked through; `False` ends the looking.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE`.
    """
    seen = _Seen(index.ask(lambda catalogue: catalogue.stamp), rules, today)
    if before is not None and before.whole and before.seen == seen:
        return before
    unreadable = problems(index)
    secrets: list[Secret] = []
    disagreeing: list[str] = []
    ahead: list[str] = []
    number, whole = 0, True
    for page in _pages(index):
        standing = _doubtful((Standing(each.path, each.fact) for each in page), rules)
        settled = settling(standing, rules, unreadable, now=now, new_id=new_id)
        disagreeing += [edit.id for edit in settled.edits]
        ahead += [each.fact.id for each in page if each.fact.last_said > today]
        secrets += [
            Secret(each.fact.id, below(each.path), each.secret) for each in page if each.secret
        ]
        number += len(page)
        if not go_on(number):
            whole = False
            break
    return Examined(seen, unreadable, tuple(secrets), tuple(disagreeing), tuple(ahead), whole)


def _pages(index: Index) -> Iterator[list[Stored]]:
    """All facts, those of one thing in one page."""
    after: str | None = ""
    while after is not None:
        page, after = _page(index, after)
        yield page


def _page(index: Index, after: str) -> tuple[list[Stored], str | None]:
    return index.ask(lambda catalogue: catalogue.stored_page(after, SIZE))


def _doubtful(standing: Iterable[Standing], rules: Rules) -> dict[str, Standing]:
    """Those, by id, of which it takes settling to tell whether they are as they should be.

    Most things have one fact, said once: of that it is seen.
    """
    things: dict[Key, list[Standing]] = {}
    for each in standing:
        key = thing_key(each.fact.subject, each.fact.attribute, rules)
        things.setdefault(key, []).append(each)
    return {
        each.fact.id: each
        for together in things.values()
        if len(together) > 1 or not _is_alone(together[0].fact) or is_misplaced(together[0])
        for each in together
    }


def _is_alone(fact: Fact) -> bool:
    """Whether all that a fact says of others is that there are none."""
    return (
        not (fact.again or fact.replaces or fact.replaced_by)
        and fact.until == fact.ended
        and (fact.ended is None or fact.ended >= fact.said)
    )
