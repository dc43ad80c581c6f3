"""A memory remembers which conversations were read for it, by what was said in them."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from memtui.conversations.conversation import Conversation, Grade, Role, Turn, conversation_of
from memtui.desk.desk import Desk
from memtui.extract.events import Done, Event, Proposed
from memtui.extract.extractor import make_extractor
from memtui.facts.keeping import ForgetSource
from memtui.settings import ExtractorSettings

NOW = datetime(2026, 10, 20, 12, tzinfo=UTC)
SOURCE = "conversation: chat.json"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk.open(tmp_path, "default", make=True, clock=lambda: NOW)


def talk(*texts: str, title: str = "Chat") -> Conversation:
    turns = [
        Turn("user", Role.PERSON, text, day=date(2026, 10, 12))
        if not at % 2
        else Turn("assistant", Role.MODEL, text, day=date(2026, 10, 12))
        for at, text in enumerate(texts)
    ]
    return conversation_of(turns, title, Grade.TURN)


SHORT = talk("Ana works in research.", "Noted.")


def test_what_was_never_read_has_no_mark(desk: Desk) -> None:
    assert desk.read_before.marks().of(SHORT) is None


def test_a_longer_export_of_the_same_chat_shows_only_the_new_turns_as_new(desk: Desk) -> None:
    desk.was_read(SHORT, SOURCE, plainly=False)
    longer = talk("Ana works in research.", "Noted.", "Bruno lives in Lisbon.", "Good.")
    mark = desk.read_before.marks().of(longer)
    assert mark is not None
    assert (mark.turns, mark.on, mark.plainly) == (2, date(2026, 10, 20), False)


def test_an_answer_given_anew_makes_only_itself_new(desk: Desk) -> None:
    desk.was_read(SHORT, SOURCE, plainly=False)
    other = talk("Ana works in research.", "I will remember that.")
    mark = desk.read_before.marks().of(other)
    assert mark is not None
    assert mark.turns == 1


def test_another_conversation_that_begins_otherwise_is_new(desk: Desk) -> None:
    desk.was_read(SHORT, SOURCE, plainly=False)
    assert desk.read_before.marks().of(talk("Hello.", "Noted.")) is None


def test_what_the_plain_reader_read_is_new_to_a_model(desk: Desk) -> None:
    desk.was_read(SHORT, SOURCE, plainly=True)
    marks = desk.read_before.marks()
    assert marks.of(SHORT, by_model=True) is None
    plain = marks.of(SHORT)
    assert plain is not None
    assert plain.plainly


def test_nothing_that_was_said_is_written_down(desk: Desk) -> None:
    desk.was_read(talk("Ana works in research."), SOURCE, plainly=False)
    state = str(desk.memory.read_state("read"))
    assert "Ana" not in state
    assert "chat.json" not in state


def test_the_oldest_marks_make_room(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memtui.desk.read_before._LIMIT", 2)
    for text in ("One.", "Two.", "Three."):
        desk.was_read(talk(text), SOURCE, plainly=False)
    marks = desk.read_before.marks()
    assert [marks.of(talk(text)) is not None for text in ("One.", "Two.", "Three.")] == [
        False,
        True,
        True,
    ]


async def proposed(desk: Desk, conversation: Conversation) -> list[Event]:
    extractor = make_extractor(ExtractorSettings(kind="plain"))
    events: AsyncGenerator[Event, None] = desk.propose(conversation, extractor)
    return [event async for event in events]


async def test_only_new_turns_are_proposed_from_and_their_places_are_kept(desk: Desk) -> None:
    longer = talk("Ana works in research.", "Noted.", "Bruno lives in Lisbon.", "Good.")
    events = await proposed(desk, replace(longer, read_before=2))
    facts = [event.proposal for event in events if isinstance(event, Proposed)]
    assert [(fact.fact, fact.turn) for fact in facts] == [("Bruno lives in Lisbon.", 2)]
    (done,) = [event for event in events if isinstance(event, Done)]
    assert done.account.turns_left_out == 0


async def test_what_is_forgotten_with_its_source_is_proposed_again(desk: Desk) -> None:
    events = await proposed(desk, SHORT)
    facts = [event.proposal for event in events if isinstance(event, Proposed)]
    review = desk.begin_review(SHORT, SOURCE, facts)
    desk.keep_review(review, desk.verdicts(review))
    desk.was_read(SHORT, SOURCE, plainly=False)
    desk.apply(ForgetSource(SOURCE))
    assert desk.read_before.marks().of(SHORT) is None
    desk.undo()
    desk.was_read(SHORT, SOURCE, plainly=False)
    assert desk.read_before.marks().of(SHORT) is not None
