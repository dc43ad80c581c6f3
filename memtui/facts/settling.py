"""A thing's statements and ends -> its timeline. Called by `keeping` for whatever it alters."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time

from memtui.facts.fact import Fact, Saying
from memtui.facts.text import sentence_key

_EARLIEST = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class _Statement:
    """A sentence said on a day; `owner` is the fact that carried it so far."""

    saying: Saying
    owner: Fact
    sentence: str


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Neighbouring statements of one sentence, and the end that follows them, if any."""

    statements: tuple[_Statement, ...]
    ended: date | None


def settle(
    facts: Iterable[Fact],
    *,
    many: bool,
    new_id: Callable[[], str],
    fresh: Collection[str] = (),
) -> list[Fact]:
    """Derive a thing's timeline.

    Args:
        facts: All facts of one thing, in any order; what was derived before is not looked at.
        many: Whether each sentence has a life of its own instead of replacing another.
        new_id: Gives an id where a fact falls into two, because another stands between its days.
        fresh: Ids not on disk yet; where such a fact is one with an older one, the older id stays.

    Returns:
        The facts in the order of time, linked: each with `until`, `ended`, `replaces` and
        `replaced_by` as they follow from the statements and ends.
    """
    if not many:
        return _settle(list(facts), new_id, fresh)
    lives: dict[str, list[Fact]] = {}
    for fact in facts:
        lives.setdefault(sentence_key(fact.fact), []).append(fact)
    settled = [fact for life in lives.values() for fact in _settle(life, new_id, fresh)]
    return in_time(settled)


def in_time(facts: Iterable[Fact]) -> list[Fact]:
    """Facts in the order in which they were first said."""
    return sorted(facts, key=lambda fact: (_order(fact.first), fact.id))


def _settle(facts: list[Fact], new_id: Callable[[], str], fresh: Collection[str]) -> list[Fact]:
    if len(facts) == 1 and not facts[0].again:
        # Most things have one fact, said once.
        (fact,) = facts
        return [_linked(fact, None, None, max(fact.ended, fact.said) if fact.ended else None)]
    stretches = _stretches(_statements(facts), [fact for fact in facts if fact.ended])
    settled = _as_facts(stretches, new_id, fresh)
    return [
        _linked(
            fact,
            settled[at - 1] if at and not stretches[at - 1].ended else None,
            settled[at + 1] if at + 1 < len(settled) and not stretches[at].ended else None,
            stretches[at].ended,
        )
        for at, fact in enumerate(settled)
    ]


def _statements(facts: Iterable[Fact]) -> list[_Statement]:
    statements = [
        _Statement(saying, fact, sentence_key(fact.fact))
        for fact in facts
        for saying in fact.sayings
    ]
    return sorted(statements, key=lambda each: (_order(each.saying), each.owner.id))


def _order(saying: Saying) -> tuple[date, time, datetime, int]:
    """Day, time where known, kept, place in the batch."""
    moment = saying.time
    known = moment is not None and moment.date() == saying.said
    clock = moment.time() if moment is not None and known else time.min
    return saying.said, clock, saying.kept or _EARLIEST, saying.place


def _stretches(statements: list[_Statement], ended: list[Fact]) -> list[_Stretch]:
    ends = _ends(statements, ended)
    stretches: list[_Stretch] = []
    run: list[_Statement] = []
    for at, statement in enumerate(statements):
        run.append(statement)
        last = at + 1 == len(statements)
        if at in ends or last or statements[at + 1].sentence != statement.sentence:
            stretches.append(_Stretch(tuple(run), ends.get(at)))
            run = []
    return stretches


def _ends(statements: list[_Statement], ended: list[Fact]) -> dict[int, date]:
    """The day of each end, by the index of the statement that it follows.

    An end stands after the statements of earlier days and after those of its own fact. Another
    statement of the same day takes the ended fact's place, so that end says nothing.
    """
    ends: dict[int, date] = {}
    for fact in ended:
        day = max(fact.ended or date.min, fact.last_said)
        at = max(
            index
            for index, each in enumerate(statements)
            if each.saying.said < day or each.owner is fact
        )
        after = statements[at + 1 : at + 2]
        if not after or after[0].saying.said > day:
            ends[at] = min(day, ends.get(at, day))
    return ends


def _as_facts(
    stretches: Sequence[_Stretch], new_id: Callable[[], str], fresh: Collection[str]
) -> list[Fact]:
    """One fact for each stretch, with the id of its newest part."""
    spread = Counter(id_ for each in stretches for id_ in {s.owner.id for s in each.statements})
    taken: set[str] = set()
    facts: list[Fact] = []
    for stretch in reversed(stretches):
        parts = {each.owner.id: each.owner for each in reversed(stretch.statements)}
        spread.subtract(parts.keys())
        free = sorted((id_ for id_ in parts if id_ not in taken), key=lambda id_: id_ in fresh)
        if free:
            gone = [id_ for id_ in free[1:] if not spread[id_]]
            taken.update(free[:1], gone)
            facts.append(_merged(parts[free[0]], [parts[id_] for id_ in gone], stretch))
        else:
            newest = next(iter(parts.values()))
            part = replace(newest, id=new_id(), edited=None, revisions=(), carried=())
            facts.append(_merged(part, [], stretch))
    return facts[::-1]


def _merged(into: Fact, others: list[Fact], stretch: _Stretch) -> Fact:
    """The fact of a stretch: the words of `into`, the days of all, and whatever `others` had."""
    sayings: dict[date, Saying] = {}
    for statement in stretch.statements:
        sayings.setdefault(statement.saying.said, statement.saying)
    first, *again = sayings.values()
    if not others:
        return replace(into, first=first, again=tuple(again))
    parts = [into, *others]
    return replace(
        into,
        first=first,
        again=tuple(again),
        edited=max((part.edited for part in parts if part.edited), default=None),
        revisions=tuple(
            sorted((each for part in parts for each in part.revisions), key=lambda r: r.until)
        ),
        tags=tuple(dict.fromkeys(tag for part in parts for tag in part.tags)),
        carried=tuple(text for part in parts for text in part.carried),
    )


def _linked(fact: Fact, before: Fact | None, after: Fact | None, ended: date | None) -> Fact:
    until = ended or (after.said if after else None)
    replaces = (before.id,) if before else ()
    replaced_by = after.id if after else None
    links = (ended, until, replaces, replaced_by)
    if links == (fact.ended, fact.until, fact.replaces, fact.replaced_by):
        return fact
    return replace(fact, ended=ended, until=until, replaces=replaces, replaced_by=replaced_by)
