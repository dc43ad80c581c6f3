"""Everything that alters a memory, as one pure function: `plan(request, …)` gives a `Change`."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from itertools import groupby

from memtui.facts import mending
from memtui.facts.admitting import admitted, without_sayings
from memtui.facts.drafting import checked
from memtui.facts.fact import Draft, Fact, Rules, Saying
from memtui.facts.keeping import (
    Change,
    ChangeRules,
    Correct,
    End,
    Forget,
    ForgetSource,
    Import,
    Keep,
    Many,
    Outcome,
    Rename,
    Request,
    Restore,
    Status,
    Tag,
    TakeBack,
)
from memtui.facts.tagging import tag
from memtui.facts.text import sentence_key
from memtui.facts.things import thing_key, with_many
from memtui.facts.timelines import Timelines


def plan(
    request: Request,
    facts: Sequence[Fact],
    rules: Rules,
    *,
    now: datetime,
    today: date,
    new_id: Callable[[], str],
) -> Change:
    """Work out what a request does.

    Args:
        request: What is asked.
        facts: All facts within `scope(request)`, in any order, settled or not.
        rules: The aliases and many-valued things in force.
        now: The moment, aware, in UTC.
        today: The person's day; later dates are taken as this one.
        new_id: Gives a fresh fact id.

    Returns:
        The change; without edits when nothing is to be done.

    Raises:
        MemtuiError: `FACT_EMPTY`, `FACT_TOO_LONG`, `FACT_SENSITIVE` for what may not be kept,
            `FACT_UNKNOWN` for an id that no fact has, `THING_EXISTS`, `END_IMPOSSIBLE`.
    """
    timelines = Timelines(facts, rules, now=now, today=today, new_id=new_id)
    if isinstance(request, Keep):
        return timelines.change(_keep(timelines, request))
    _mend(timelines, request)
    return timelines.change()


def _mend(timelines: Timelines, request: Request) -> None:
    match request:
        case Import():
            _import(timelines, request)
        case Correct():
            mending.correct(timelines, request)
        case End():
            mending.end(timelines, [request])
        case Restore():
            mending.restore(timelines, request)
        case Forget():
            mending.forget(timelines, request)
        case ForgetSource():
            mending.forget_source(timelines, request)
        case TakeBack():
            mending.take_back(timelines, request)
        case Rename():
            mending.rename(timelines, request)
        case ChangeRules():
            mending.change_rules(timelines, request.rules)
        case Tag():
            tag(timelines, request)
        case Many():
            for ends, some in groupby(request.requests, lambda each: isinstance(each, End)):
                if ends:
                    mending.end(timelines, (each for each in some if isinstance(each, End)))
                else:
                    for each in some:
                        _mend(timelines, each)


def _keep(timelines: Timelines, request: Keep) -> tuple[Outcome, ...]:
    drafts = [checked(draft, timelines.today, timelines.rules.never) for draft in request.drafts]
    mending.forget(timelines, Forget(request.forget))
    if request.many:
        mending.change_rules(timelines, with_many(timelines.rules, request.many))
    outcomes = {
        at: keep_one(timelines, drafts[at], request.batch)
        for at in in_order(dict(enumerate(drafts)), timelines.today)
    }
    return tuple(outcomes[at] for at in range(len(drafts)))


def in_order(drafts: Mapping[int, Draft], today: date) -> list[int]:
    """The numbers of drafts in the order in which they were said, which is that of keeping."""

    def moment(at: int) -> tuple[date, str, int]:
        draft = drafts[at]
        return draft.said or today, draft.time.time().isoformat() if draft.time else "", at

    return sorted(drafts, key=moment)


def keep_one(timelines: Timelines, draft: Draft, batch: str) -> Outcome:
    """Keep one checked draft: its status follows from subject, attribute and date alone."""
    key = thing_key(draft.subject, draft.attribute, timelines.rules)
    before = timelines.of(key)
    sentence = sentence_key(draft.fact)
    day = draft.said or timelines.today
    same = [fact for fact in before if sentence_key(fact.fact) == sentence]
    for fact in same:
        if day in (fact.said, *fact.also_said) or (draft.said is None and fact.current):
            return Outcome(Status.KNOWN, fact)
    made = _made(timelines, draft, day, batch, before)
    after = timelines.put(key, [*before, made], fresh=(made.id,))
    kept = next(
        fact
        for fact in after
        if sentence_key(fact.fact) == sentence and day in (fact.said, *fact.also_said)
    )
    current = {fact.id for fact in after if fact.current}
    replaced = tuple(fact for fact in before if fact.current and fact.id not in current)
    return Outcome(_status(kept, made, replaced), kept, replaced)


def _status(kept: Fact, made: Fact, replaced: tuple[Fact, ...]) -> Status:
    if kept.id != made.id:
        return Status.AGAIN
    if not kept.current:
        return Status.HISTORY
    return Status.REPLACES if replaced else Status.NEW


def _made(
    timelines: Timelines, draft: Draft, day: date, batch: str, before: Sequence[Fact]
) -> Fact:
    places = [
        saying.place for fact in before for saying in fact.sayings if saying.kept == timelines.now
    ]
    saying = Saying(
        said=day,
        time=draft.time,
        kept=timelines.now,
        place=max(places, default=-1) + 1,
        source=draft.source,
        batch=batch,
        evidence=draft.evidence,
        origin=draft.origin,
    )
    return Fact(
        id=timelines.new_id(),
        subject=draft.subject,
        attribute=draft.attribute,
        fact=draft.fact,
        first=saying,
        tags=draft.tags,
    )


def _import(timelines: Timelines, request: Import) -> None:
    arriving: dict[tuple[str, str], list[Fact]] = {}
    for fact in request.facts:
        if not timelines.holds(fact.id):
            held = admitted(fact, timelines.today, timelines.rules.never)
            arriving.setdefault(timelines.key(held), []).append(held)
    for key, facts in arriving.items():
        here = timelines.of(key)
        known = {
            (sentence_key(fact.fact), day) for fact in here for day in (fact.said, *fact.also_said)
        }
        new = [each for fact in facts if (each := without_sayings(fact, known))]
        if new:
            timelines.put(key, [*here, *new])
