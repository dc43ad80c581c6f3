"""A conversation is read into a review that waits; what breaks off loses nothing."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from memtui.conversations.conversation import Conversation, Grade, Role, Turn, conversation_of
from memtui.desk.desk import Desk
from memtui.desk.intake import Intake
from memtui.desk.safekeeping import Safekeeping
from memtui.errors import Code, MemtuiError
from memtui.extract.events import (
    Account,
    Done,
    Event,
    PartBegun,
    PartDone,
    PartFailed,
    Planned,
    Proposed,
)
from memtui.extract.extractor import Context
from memtui.extract.proposal import Proposal
from memtui.extract.window import Part
from memtui.facts.fact import Origin
from memtui.facts.keeping import Forget
from memtui.review.progress import State
from memtui.review.review import tick

ONE, TWO, THREE = (Part(place, place + 2) for place in (0, 2, 4))
KAPUT = MemtuiError(Code.EXTRACTOR_UNREADABLE, "It answered with poetry.", "Try again.")
GONE = MemtuiError(Code.EXTRACTOR_UNAVAILABLE, "Nothing answers.", "Start it.")
SOURCE = "conversation: talk.json"


def proposal(subject: str, turn: int = 0) -> Proposal:
    fact = f"{subject} works in research."
    origin = Origin("ollama", "m", "abc")
    return Proposal(subject, "role", fact, None, None, fact, "Ana", turn, frozenset(), origin)


def talk() -> Conversation:
    turns = [Turn("Ana", Role.PERSON, f"Person{place} works in research.") for place in range(6)]
    return conversation_of(turns, "talk", Grade.NONE)


class Steps:
    """An extractor that takes steps, each an event, an error, or a gate."""

    name = "m at somewhere"

    def __init__(self, *steps: Event | Exception | asyncio.Event) -> None:
        self.steps = steps
        self.contexts: list[Context] = []

    async def propose(
        self, conversation: Conversation, context: Context
    ) -> AsyncGenerator[Event, None]:
        self.contexts.append(context)
        for step in self.steps:
            if isinstance(step, Exception):
                raise step
            if isinstance(step, asyncio.Event):
                await step.wait()
            else:
                yield step


def done(**more: object) -> Done:
    return Done(replace(Account(6, 0, 100, 3, 900, 16_384, "stop"), **more))  # type: ignore[arg-type]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk.open(tmp_path, "team", make=True)
    yield desk
    desk.close()


def reads(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, *steps: Event | Exception | asyncio.Event
) -> Steps:
    extractor = Steps(*steps)
    monkeypatch.setattr(desk, "extractor", lambda kind=None, model=None: extractor)
    return extractor


def states(intake: Intake) -> list[State]:
    return [each.state for each in intake.progress.parts]


MIDDLE_FAILS = (
    Planned((ONE, TWO, THREE)),
    PartBegun(ONE),
    Proposed(proposal("Person0")),
    PartDone(ONE),
    PartBegun(TWO),
    PartFailed(TWO, KAPUT),
    PartBegun(THREE),
    Proposed(proposal("Person4", 4)),
    PartDone(THREE),
    done(parts=2, failed=(KAPUT.message,)),
)


async def test_each_proposal_is_written_down_before_it_is_told(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(desk, monkeypatch, *MIDDLE_FAILS)
    written = []
    intake = Intake.begin(desk, talk(), SOURCE)
    async for event in intake.events():
        if isinstance(event, Proposed):
            (review,) = desk.reviews()
            written.append([item.draft.subject for item in review.items])
    assert written == [["Person0"], ["Person0", "Person4"]]
    assert states(intake) == [State.DONE, State.FAILED, State.DONE]
    assert desk.reviews() == [intake.review]
    assert intake.account
    assert "poetry" in intake.progress.failed[0].why


async def test_only_the_part_that_failed_is_read_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(desk, monkeypatch, *MIDDLE_FAILS)
    await Intake.begin(desk, talk(), SOURCE, me=("Ana",)).run()
    (review,) = desk.reviews()
    again = reads(
        desk, monkeypatch,
        Planned((TWO,)), PartBegun(TWO), Proposed(proposal("Person2", 2)), PartDone(TWO), done(),
    )  # fmt: skip
    intake = Intake.resume(desk, Safekeeping(desk, review))
    await intake.run()
    assert again.contexts[0].parts == (TWO,)
    assert again.contexts[0].me == ("Ana",)
    assert [item.draft.subject for item in intake.review.items] == ["Person0", "Person4", "Person2"]
    assert not intake.review.unread
    assert intake.conversation.turns == talk().turns


async def test_what_breaks_off_waits_with_the_parts_that_remain(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = (*MIDDLE_FAILS[:4], PartBegun(TWO), Proposed(proposal("Person2", 2)), GONE)
    reads(desk, monkeypatch, *steps)
    intake = Intake.begin(desk, talk(), SOURCE)
    await intake.run()
    assert intake.error is GONE
    assert not intake.running
    (review,) = desk.reviews()
    assert len(review.items) == 2
    assert review.unread == (TWO, THREE)


async def test_stopping_leaves_the_rest_to_be_read(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(desk, monkeypatch, *MIDDLE_FAILS[:3], asyncio.Event())
    intake = Intake.begin(desk, talk(), SOURCE)
    told = asyncio.Event()
    intake.listener = lambda event: told.set() if isinstance(event, Proposed) else None
    task = asyncio.create_task(intake.run())
    await told.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    (review,) = desk.reviews()
    assert (len(review.items), review.unread) == (1, (ONE, TWO, THREE))


async def test_a_person_may_tick_while_proposals_arrive(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(desk, monkeypatch, *MIDDLE_FAILS)
    intake = Intake.begin(desk, talk(), SOURCE)
    async for event in intake.events():
        if isinstance(event, PartFailed):
            intake.safe.review = tick(intake.safe.review, 0, value=False)
    assert [item.ticked for item in intake.review.items] == [False, True]


async def test_parts_that_are_cut_anew_take_the_place_of_those_that_wait(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    halves = (Part(2, 3), Part(3, 4))
    steps = (*MIDDLE_FAILS[:5], Planned((*halves, THREE)), PartBegun(halves[0]), GONE)
    reads(desk, monkeypatch, *steps)
    intake = Intake.begin(desk, talk(), SOURCE)
    await intake.run()
    assert [each.part for each in intake.progress.parts] == [ONE, *halves, THREE]
    assert intake.progress.number(halves[0]) == 2


async def test_what_comes_to_nothing_leaves_no_review(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(desk, monkeypatch, Planned((ONE,)), PartBegun(ONE), PartFailed(ONE, GONE), GONE)
    intake = Intake.begin(desk, talk(), SOURCE)
    await intake.run()
    assert desk.reviews()
    await intake.give_up()
    assert desk.reviews() == []


async def test_keeping_what_is_there_leaves_the_unread_parts_to_be_read(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(desk, monkeypatch, *MIDDLE_FAILS)
    intake = Intake.begin(desk, talk(), SOURCE)
    await intake.run()
    kept = intake.safe.keep(desk.verdicts(intake.review))
    assert len(kept.outcomes) == 2
    (rest,) = desk.reviews()
    assert (rest.items, rest.unread) == ((), (TWO,))
    assert desk.undo()
    back = {review.id: review for review in desk.reviews()}[intake.review.id]
    assert (len(back.items), back.unread) == (2, ())


async def test_what_is_forgotten_is_not_read_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(desk, monkeypatch, *MIDDLE_FAILS)
    intake = Intake.begin(desk, talk(), SOURCE)
    await intake.run()
    kept = intake.safe.keep(desk.verdicts(intake.review))
    desk.apply(Forget((kept.outcomes[0].fact.id,)))
    assert desk.reviews() == []
