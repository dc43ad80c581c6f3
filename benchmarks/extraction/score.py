"""What an extractor made of a case, held against what was expected of it."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.extraction.cases import Case, Wanted
from memtui.desk.desk import Desk
from memtui.errors import MemtuiError
from memtui.extract.dates import written_days
from memtui.extract.events import Dropped, Proposed
from memtui.extract.extractor import Extractor
from memtui.extract.proposal import LeftOut, Proposal
from memtui.extract.relative import meant_days
from memtui.facts.keeping import Keep
from memtui.review.review import Item, Review, same_as
from memtui.store.synonyms import plainly


@dataclass(slots=True)
class Score:
    """Counts over cases; each pair is (reached, possible)."""

    right: int = 0
    ticked: int = 0
    found: int = 0
    proposed: int = 0
    wanted: int = 0
    forbidden_kept: int = 0
    forbidden: int = 0
    names_right: int = 0
    days_right: int = 0
    effects_right: int = 0
    effects_with_names: int = 0
    effects: int = 0
    leaked: int = 0
    failed: int = 0
    cases: int = 0
    seconds: float = 0.0

    def __add__(self, other: "Score") -> "Score":
        return Score(
            *(getattr(self, each.name) + getattr(other, each.name) for each in fields(Score))
        )


async def score(case: Case, extractor: Extractor) -> tuple[Score, list[str]]:
    """Have a case read as a person would who keeps what starts ticked.

    Returns:
        The score, and a line for each thing that went wrong.
    """
    with TemporaryDirectory(prefix="memtui-bench-") as folder:
        desk = Desk.open(Path(folder), "bench", make=True)
        try:
            if case.many:
                desk.memory.save_settings({"attributes.many": list(case.many)})
            for draft in case.memory:
                desk.apply(Keep((draft,)))
            return await _scored(case, extractor, desk)
        finally:
            desk.close()


async def _scored(case: Case, extractor: Extractor, desk: Desk) -> tuple[Score, list[str]]:
    proposals: list[Proposal] = []
    left_out: list[LeftOut] = []
    failed = 0
    lines: list[str] = []
    began = time.perf_counter()
    try:
        async for event in desk.propose(case.conversation, extractor, case.me):
            if isinstance(event, Proposed):
                proposals.append(event.proposal)
            elif isinstance(event, Dropped):
                left_out.append(event.left_out)
    except MemtuiError as error:
        failed = 1
        lines.append(f"failed: {error}")
    seconds = time.perf_counter() - began
    review = desk.begin_review(case.conversation, "bench", proposals, left_out)
    made = Score(
        wanted=len(case.keep),
        forbidden=len(case.forbidden),
        effects=sum(bool(each.status) for each in case.keep),
        failed=failed,
        cases=1,
        seconds=seconds,
    )
    _count(case, review, made, lines)
    made.effects_right = _effects(case, review, desk)
    for at, near in desk.nearby.find(review).items():
        if review.items[at].ticked:
            review = same_as(review, at, near.subject, near.attribute)
    made.effects_with_names = _effects(case, review, desk)
    return made, lines


def _count(case: Case, review: Review, made: Score, lines: list[str]) -> None:
    taken: set[int] = set()
    for item in review.items:
        sentence = plainly(item.draft.fact)
        for says, why in case.forbidden:
            if why == "secret" and plainly(says) in plainly(str(item)):
                made.leaked += 1
                lines.append(f"leaked: {item.draft.fact}")
            elif plainly(says) in sentence and item.ticked:
                made.forbidden_kept += 1
                lines.append(f"forbidden ({why}): {item.draft.fact}")
        match = next(
            (n for n, each in enumerate(case.keep) if n not in taken and _is(item, each)), None
        )
        if match is None:
            allowed = any(plainly(says) in sentence for says in case.allowed)
            if item.ticked and not allowed:
                made.ticked += 1
                lines.append(f"wrong: {item.draft.subject} / {item.draft.attribute}: {sentence}")
            continue
        wanted = case.keep[match]
        taken.add(match)
        made.proposed += 1
        if item.ticked:
            made.ticked += 1
            made.right += 1
            made.found += 1
            made.names_right += plainly(item.draft.attribute) in map(plainly, wanted.attributes)
            made.days_right += item.draft.said == wanted.said and _speaks_of(item, wanted)
        else:
            lines.append(f"unticked: {item.draft.fact} {sorted(item.proposal.marks)}")
    lines += [f"missed: {each.says}" for n, each in enumerate(case.keep) if n not in taken]
    for each in review.left_out:
        for says, why in case.forbidden:
            if why == "secret" and plainly(says) in plainly(each.line):
                made.leaked += 1
                lines.append(f"leaked: {each.line}")


def _is(item: Item, wanted: Wanted) -> bool:
    """Whether an item says what is wanted, of one of the subjects that will do."""
    subject = plainly(item.draft.subject)
    return plainly(wanted.says) in plainly(item.draft.fact) and any(
        subject == plainly(each) or plainly(each) in subject.split() for each in wanted.subjects
    )


def _speaks_of(item: Item, wanted: Wanted) -> bool:
    """Whether a sentence gives the day it speaks of, or words that may mean it."""
    if wanted.when is None:
        return True
    day, fact = wanted.when, item.draft.fact
    return any(each.within(day, day) for each in written_days(fact)) or any(
        each.may_mean(day) for each in meant_days(fact, item.draft.said)
    )


def _effects(case: Case, review: Review, desk: Desk) -> int:
    """How many of the expected effects on the memory the ticked items have."""
    verdicts = desk.verdicts(review)
    right = 0
    for wanted in case.keep:
        pairs = zip(review.items, verdicts, strict=True)
        right += bool(wanted.status) and any(
            item.ticked
            and _is(item, wanted)
            and verdict.status == wanted.status
            and (not wanted.replaces or _holds((old.fact for old in verdict.replaced), wanted))
            for item, verdict in pairs
        )
    return right


def _holds(facts: Iterable[str], wanted: Wanted) -> bool:
    return any(plainly(wanted.replaces) in plainly(fact) for fact in facts)
