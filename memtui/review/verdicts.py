"""What each item of a review would do to the memory, worked out by the rules that keep facts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import count

from memtui.errors import Code, MemtuiError
from memtui.extract.proposal import MARK_TEXT, LeftOut, Mark
from memtui.extract.wording import OF_WORDING, stands_alone
from memtui.facts import mending
from memtui.facts.drafting import checked
from memtui.facts.fact import Draft, Fact, Rules
from memtui.facts.keeping import Status
from memtui.facts.planning import in_order, keep_one
from memtui.facts.things import thing_key, with_many
from memtui.facts.timelines import Timelines
from memtui.review.review import Item, Review, as_said, many_names

_NEW = "new "
# What an extractor made up; what a person wrote in its place they answer for.
_OF_AN_EXTRACTOR = frozenset({Mark.UNSAID, Mark.DATE})


@dataclass(frozen=True, slots=True)
class Verdict:
    """What keeping an item does.

    `status` is `None` when it cannot be kept, and `problem` then says why. `replaced` are the
    facts that it moves to history; `follows` is the item whose fact is among them, where two items
    tell one thing's story. `marks` are what speaks against it as it now stands, `notes` all
    short remarks on it.
    """

    status: Status | None
    replaced: tuple[Fact, ...] = ()
    problem: MemtuiError | None = None
    notes: tuple[str, ...] = ()
    marks: frozenset[Mark] = frozenset()
    follows: int | None = None

    @property
    def promise(self) -> tuple[object, ...]:
        """What a person is told of it; facts that are not kept yet have no ids to speak of."""
        replaced = (
            ("" if fact.id.startswith(_NEW) else fact.id, fact.fact, fact.said)
            for fact in self.replaced
        )
        return self.status, tuple(replaced)


def judge(
    review: Review, facts: Sequence[Fact], rules: Rules, *, now: datetime, today: date
) -> tuple[Verdict, ...]:
    """Work out each item's verdict.

    Items are taken in the order in which they were said. A ticked one counts for those after it,
    an unticked one is judged as if it alone were added.

    Args:
        review: The items.
        facts: All facts of the things in `review.things`.
        rules: The rules in force.
        now: The moment, aware, in UTC.
        today: The person's day.

    Returns:
        One verdict for each item, in the order of the items.
    """
    ids = count()
    timelines = Timelines(facts, rules, now=now, today=today, new_id=lambda: f"{_NEW}{next(ids)}")
    mending.change_rules(timelines, with_many(rules, many_names(review)))
    verdicts: dict[int, Verdict] = {}
    drafts: dict[int, Draft] = {}
    made: dict[str, int] = {}
    for at, item in enumerate(review.items):
        if item.forgets:
            verdicts[at] = _forgetting(item, facts)
            continue
        try:
            drafts[at] = checked(item.draft, today, rules.never)
        except MemtuiError as problem:
            verdicts[at] = Verdict(None, problem=problem, notes=_notes(item), marks=marks_of(item))
    said = [at for at in as_said(review) if at in drafts]
    for rank in in_order({rank: drafts[at] for rank, at in enumerate(said)}, today):
        at = said[rank]
        item = review.items[at]
        key = thing_key(drafts[at].subject, drafts[at].attribute, timelines.rules)
        before = timelines.of(key)
        outcome = keep_one(timelines, drafts[at], "")
        follows = next((made[fact.id] for fact in outcome.replaced if fact.id in made), None)
        if item.ticked:
            made.setdefault(outcome.fact.id, at)
        else:
            timelines.put(key, before)
        notes = _notes(item)
        if follows is None:
            notes += _same_day(drafts[at], outcome.replaced, today)
        verdicts[at] = Verdict(
            outcome.status,
            outcome.replaced,
            notes=notes,
            marks=marks_of(item),
            follows=follows,
        )
    return tuple(verdicts[at] for at in range(len(review.items)))


def _forgetting(item: Item, facts: Sequence[Fact]) -> Verdict:
    """The verdict on a wish to forget: only the very fact that was shown is forgotten."""
    fact = next((each for each in facts if each.id == item.forgets), None)
    if fact is None or fact.fact != item.draft.fact:
        gone = "is not in the memory any more" if fact is None else "was corrected since"
        problem = MemtuiError(Code.FACT_UNKNOWN, f"The fact {item.forgets} {gone}.")
        return Verdict(None, problem=problem, notes=_notes(item))
    return Verdict(Status.FORGET, notes=("it would be deleted for good", *_notes(item)))


def left_out_by(subject: str, verdict: Verdict) -> LeftOut:
    """Why an item cannot be kept; a secret's own words are not told."""
    assert verdict.problem is not None
    secret = verdict.problem.code is Code.FACT_SENSITIVE
    return LeftOut("" if secret else subject, f"cannot be kept: {verdict.problem.message}")


def settle_ticks(review: Review, verdicts: Mapping[int, Verdict]) -> Review:
    """Untick, of the items at these places, what the memory knows and what cannot be kept."""
    idle = {at for at, verdict in verdicts.items() if verdict.status in (None, Status.KNOWN)}
    items = (
        replace(item, ticked=False) if at in idle else item for at, item in enumerate(review.items)
    )
    return replace(review, items=tuple(items))


def marks_of(item: Item) -> frozenset[Mark]:
    """What speaks against an item as it now stands: its wording may have been edited."""
    draft, proposal = item.draft, item.proposal
    parts = (draft.subject, draft.attribute, draft.fact)
    if parts == (proposal.subject, proposal.attribute, proposal.fact):
        return proposal.marks
    left = proposal.marks - OF_WORDING
    if draft.fact != proposal.fact:
        left -= _OF_AN_EXTRACTOR
    return left | stands_alone(*parts)


def _notes(item: Item) -> tuple[str, ...]:
    marks = tuple(MARK_TEXT[mark] for mark in sorted(marks_of(item)))
    return (*marks, "you left this out before") if item.declined else marks


def _same_day(draft: Draft, replaced: Sequence[Fact], today: date) -> tuple[str, ...]:
    day = draft.said or today
    tied = any(fact.last_said == day for fact in replaced) and draft.time is None
    return ("both were said on one day; the one kept later counts",) if tied else ()
