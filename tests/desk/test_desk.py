"""A desk on a real memory in a temporary folder."""

from collections.abc import AsyncGenerator, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from memtui.conversations.conversation import Conversation, Grade, Role, Turn, conversation_of
from memtui.desk.desk import Desk
from memtui.errors import Code, MemtuiError
from memtui.extract.events import Account, Done, Event, Proposed
from memtui.extract.extractor import Context
from memtui.extract.proposal import LeftOut, Proposal
from memtui.facts.fact import Draft, Origin
from memtui.facts.keeping import Forget, Keep, Status, Tag, TakeBack
from memtui.review.review import Review, edit, tick

OCTOBER = date(2026, 10, 12)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    moments = count()
    start = datetime(2026, 11, 1, 9, tzinfo=UTC)
    opened = Desk.open(
        tmp_path, "team", make=True, clock=lambda: start + timedelta(seconds=next(moments))
    )
    yield opened
    opened.close()


def draft(fact: str = "Ana leads the data team.", said: date = date(2026, 9, 1)) -> Draft:
    return Draft("Ana", "role", fact, said=said)


def proposal(fact: str = "Ana works in research.", attribute: str = "role") -> Proposal:
    origin = Origin("plain")
    quote = "I moved to research this week"
    return Proposal("Ana", attribute, fact, OCTOBER, None, quote, "Ana", 0, frozenset(), origin)


def conversation() -> Conversation:
    turn = Turn("Ana", Role.PERSON, "I moved to research this week, really.", None, OCTOBER)
    return conversation_of([turn], "standup", Grade.TURN)


def begin(desk: Desk, *proposals: Proposal) -> Review:
    left_out = [LeftOut("Bruno", "looked like a password")]
    return desk.begin_review(conversation(), "conversation: standup.json", proposals, left_out)


def current(desk: Desk) -> list[str]:
    return [fact.fact for fact in desk.memory.facts()]


def everything_under(folder: Path) -> bytes:
    return b"\n".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_a_kept_review_is_one_batch_that_undo_takes_back_whole(desk: Desk) -> None:
    desk.apply(Keep((draft(),)))
    review = begin(desk, proposal(), proposal("Ana lives in Recife.", "city"))
    kept = desk.keep_review(review, desk.verdicts(review))
    assert [each.status for each in kept.outcomes] == [Status.REPLACES, Status.NEW]
    assert desk.memory.batches()[0].id == kept.batch
    assert sorted(current(desk)) == ["Ana lives in Recife.", "Ana works in research."]
    assert desk.reviews() == []
    desk.undo()
    assert current(desk) == ["Ana leads the data team."]
    assert desk.reviews() == [review]


def test_a_batch_can_be_taken_back_later(desk: Desk) -> None:
    desk.apply(Keep((draft(),)))
    review = begin(desk, proposal())
    kept = desk.keep_review(review, desk.verdicts(review))
    desk.apply(TakeBack(kept.batch))
    assert current(desk) == ["Ana leads the data team."]


def test_evidence_and_origin_are_kept_with_the_fact(desk: Desk) -> None:
    review = begin(desk, proposal())
    desk.keep_review(review, desk.verdicts(review))
    (fact,) = desk.memory.facts()
    assert fact.evidence is not None
    assert fact.evidence.quote == "I moved to research this week"
    assert (fact.first.origin, fact.source) == (Origin("plain"), "conversation: standup.json")


def test_what_was_left_unticked_starts_unticked_next_time(desk: Desk) -> None:
    review = tick(begin(desk, proposal(), proposal("Ana lives in Recife.", "city")), 1)
    desk.keep_review(review, desk.verdicts(review))
    again = begin(desk, proposal("Ana lives in Recife.", "city"))
    assert (again.items[0].ticked, again.items[0].declined) == (False, True)
    assert desk.verdicts(again)[0].notes == ("you left this out before",)


def test_an_unfinished_review_outlives_the_desk(desk: Desk, tmp_path: Path) -> None:
    review = tick(begin(desk, proposal()), 0)
    desk.save_review(review)
    desk.close()
    reopened = Desk.open(tmp_path, "team")
    assert reopened.reviews() == [review]
    reopened.drop_review(review.id)
    assert reopened.reviews() == []
    reopened.close()


def test_no_proposals_leave_no_unfinished_review(desk: Desk) -> None:
    begin(desk)
    assert desk.reviews() == []


def test_nothing_is_kept_when_a_row_would_do_something_else_than_was_shown(desk: Desk) -> None:
    review = begin(desk, proposal())
    shown = desk.verdicts(review)
    desk.apply(Keep((draft(),)))
    with pytest.raises(MemtuiError) as caught:
        desk.keep_review(review, shown)
    assert caught.value.code is Code.MEMORY_CHANGED
    assert current(desk) == ["Ana leads the data team."]
    assert desk.reviews() == [review]


def test_one_row_that_cannot_be_kept_leaves_and_the_rest_is_kept(desk: Desk) -> None:
    review = begin(desk, proposal(), proposal("Ana lives in Recife.", "city"))
    review = edit(review, 1, replace(review.items[1].draft, fact="The password is hunter2."))
    kept = desk.keep_review(review, desk.verdicts(review))
    assert len(kept.outcomes) == 1
    assert [each.subject for each in kept.left_out] == ["Ana"]
    assert "hunter2" not in kept.left_out[0].line


def test_forgetting_leaves_no_word_of_a_fact_in_unfinished_reviews(desk: Desk) -> None:
    review = begin(desk, proposal())
    desk.keep_review(review, desk.verdicts(review))
    begin(desk, proposal(), proposal("Ana lives in Recife.", "city"))
    (fact,) = desk.memory.facts()
    desk.apply(Forget((fact.id,)))
    left = everything_under(desk.memory.folder)
    assert b"works in research" not in left
    assert b"moved to research" not in left
    assert [item.draft.attribute for item in desk.reviews()[0].items] == ["city"]


def test_undo_takes_back_forgetting_and_ends_with_nothing_to_do(desk: Desk) -> None:
    desk.apply(Keep((draft(),)))
    (fact,) = desk.memory.facts()
    note = desk.memory.path(fact.id).read_bytes()
    desk.apply(Forget((fact.id,)))
    desk.undo()
    assert desk.memory.path(fact.id).read_bytes() == note
    desk.undo()
    assert (current(desk), desk.can_undo, desk.undo()) == ([], False, None)


def test_a_change_that_others_overtook_is_named_and_does_not_bar_the_one_before(
    desk: Desk,
) -> None:
    kept = desk.memory.apply(Keep((draft(), replace(draft(), subject="Bob"))))
    ana, bob = (each.fact.id for each in kept.outcomes)
    note = desk.memory.path(ana).read_bytes()
    desk.apply(Tag((ana,), ("one",)))
    desk.apply(Tag((bob,), ("two",)))
    desk.memory.apply(Tag((bob,), ("ext",)))
    with pytest.raises(MemtuiError) as refused:
        desk.undo()
    assert refused.value.code is Code.MEMORY_CHANGED
    assert "Bob / role" in refused.value.message
    assert "before it" in refused.value.hint
    desk.undo()
    assert desk.memory.path(ana).read_bytes() == note
    assert not desk.can_undo
    assert desk.memory.fact(bob).tags == ("two", "ext")


def test_of_a_change_overtaken_alone_nothing_is_offered_any_more(desk: Desk) -> None:
    (kept,) = desk.memory.apply(Keep((draft(),))).outcomes
    desk.apply(Tag((kept.fact.id,), ("one",)))
    desk.memory.apply(Tag((kept.fact.id,), ("ext",)))
    with pytest.raises(MemtuiError) as refused:
        desk.undo()
    assert "before it" not in refused.value.hint
    assert (desk.can_undo, desk.undo()) == (False, None)


def test_a_change_that_cannot_be_taken_back_just_now_waits(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.apply(Keep((draft(),)))

    def busy(*_: object, **__: object) -> None:
        raise MemtuiError(Code.MEMORY_BUSY, "Another writes.", "Wait.")

    with monkeypatch.context() as patched, pytest.raises(MemtuiError):
        patched.setattr(desk.memory, "undo", busy)
        desk.undo()
    desk.undo()
    assert current(desk) == []


class Reader:
    """An extractor that proposes one fact and remembers what it was told."""

    name = "reader"

    def __init__(self) -> None:
        self.context: Context | None = None
        self.closed = False

    async def propose(
        self, conversation: Conversation, context: Context
    ) -> AsyncGenerator[Event, None]:
        self.context = context
        try:
            yield Proposed(proposal())
            yield Done(Account(1, 0, 10, 1, 5, 100, "stop"))
        finally:
            self.closed = True


async def test_the_extractor_is_told_known_facts_of_the_subjects_first(desk: Desk) -> None:
    others = tuple(
        Draft(f"Subject {number}", "city", f"It is {number}.", said=OCTOBER) for number in range(90)
    )
    desk.apply(Keep((*others, draft())))
    reader = Reader()
    events = [event async for event in desk.propose(conversation(), reader, me=("Ana",))]
    assert len(events) == 2
    assert reader.context is not None
    assert reader.context.me == ("Ana",)
    assert len(reader.context.known) == 80
    spoken = Turn("Bo", Role.PERSON, "Ana is here.", None, OCTOBER)
    named = conversation_of([spoken], "x", Grade.TURN)
    async for _ in desk.propose(named, reader):
        pass
    assert reader.context.known[0].subject == "Ana"


async def test_closing_the_proposals_closes_the_extractor(desk: Desk) -> None:
    reader = Reader()
    events = desk.propose(conversation(), reader)
    await anext(events)
    await events.aclose()
    assert reader.closed
