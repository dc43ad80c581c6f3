"""Time, leaving, and conversations longer than a window."""

import asyncio
import contextlib

import pytest

from memtui.conversations.conversation import Conversation, Grade, Role, Turn, conversation_of
from memtui.errors import Code, MemtuiError
from memtui.extract.events import (
    Event,
    Reading,
)
from memtui.extract.extractor import Context
from memtui.extract.transport import Timing
from tests.extract.asking import (
    RIGHT,
    TALK,
    TODAY,
    Ticking,
    account,
    events,
    extractor,
    failed,
    proposals,
)
from tests.fake_ollama import (
    Answer,
    FakeOllama,
    Hangs,
    Refuses,
    Sends,
    facts,
)


async def test_the_deadline_bounds_all_of_it() -> None:
    timing = Timing(limit=600, tick=0.01, clock=Ticking(50))
    told = await failed(Hangs(), code=Code.EXTRACTOR_UNAVAILABLE, timing=timing)
    assert "within 600 s" in told.message


async def test_a_silent_server_is_reported_while_it_reads() -> None:
    timing = Timing(limit=600, tick=0.01, clock=Ticking(5))
    with FakeOllama(Hangs()) as ollama:
        told: list[Event] = []
        with pytest.raises(MemtuiError):
            async for each in extractor(ollama, timing=timing).propose(TALK, Context(TODAY)):
                told += [each]
    elapsed = [each.elapsed for each in told if isinstance(each, Reading)]
    assert len(elapsed) > 2
    assert elapsed == sorted(elapsed)


@pytest.mark.parametrize(
    "answer",
    [Hangs(), Sends([b'{"message":{"content":"{"},"done":false}\n'], then="hang")],
)
async def test_leaving_closes_the_connection(answer: Answer) -> None:
    with FakeOllama(answer) as ollama:
        made = extractor(ollama, timing=Timing(tick=0.01))
        async with contextlib.aclosing(made.propose(TALK, Context(TODAY))) as told:
            async for _ in told:
                if ollama.began.is_set():
                    break
        assert await asyncio.to_thread(ollama.gone.wait, 10)


async def test_cancelling_the_task_closes_the_connection() -> None:
    with FakeOllama(Hangs()) as ollama:
        task = asyncio.create_task(events(extractor(ollama)))
        assert await asyncio.to_thread(ollama.began.wait, 10)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(ollama.gone.wait, 10)


def long_talk() -> Conversation:
    turns = [
        Turn("user", Role.PERSON, f"Turn {place}: Ana works in research. " + "x y " * 1000)
        for place in range(20)
    ]
    return conversation_of(turns, "long", Grade.NONE)


async def test_the_last_turns_are_read_and_the_rest_counted() -> None:
    with FakeOllama(RIGHT) as ollama:
        told = await events(extractor(ollama), long_talk())
    question = ollama.chats[0]["messages"][-1]["content"]
    assert "Turn 19:" in question
    assert "Turn 1:" not in question
    assert account(told).turns + account(told).turns_left_out == 20
    assert account(told).characters <= 24_000


async def test_the_whole_is_read_in_parts_when_asked_for() -> None:
    with FakeOllama(RIGHT) as ollama:
        told = await events(extractor(ollama), long_talk(), Context(TODAY, whole=True))
    read = "".join(each["messages"][-1]["content"] for each in ollama.chats)
    assert all(f"Turn {place}:" in read for place in range(20))
    assert account(told).parts == len(ollama.chats) > 1
    assert (account(told).turns, account(told).turns_left_out) == (20, 0)
    assert len(proposals(told)) == 1


async def test_a_part_that_fails_is_no_quiet_success() -> None:
    with (
        FakeOllama(RIGHT, Refuses(500, {"error": "kaput"})) as ollama,
        pytest.raises(MemtuiError, match="kaput"),
    ):
        await events(extractor(ollama), long_talk(), Context(TODAY, whole=True))


async def test_a_turn_longer_than_the_window_is_read_from_its_end_and_that_is_said() -> None:
    talk = conversation_of(
        [Turn("user", Role.PERSON, "start " + "a b " * 9000 + "end")], "x", Grade.NONE
    )
    with FakeOllama(facts()) as ollama:
        told = await events(extractor(ollama), talk)
    question = ollama.chats[0]["messages"][-1]["content"]
    assert "a b end</turn>" in question
    assert "start" not in question
    assert "only its end was read" in account(told).notes[0]


async def test_the_estimate_bounds_scripts_with_many_tokens() -> None:
    talk = conversation_of([Turn("user", Role.PERSON, "東京に住む。" * 500)] * 8, "x", Grade.NONE)
    with FakeOllama(facts()) as ollama:
        told = await events(extractor(ollama), talk)
    size = sum(len(each["content"].encode()) for each in ollama.chats[0]["messages"])
    assert size / 2.5 < 16_384 - 2_048
    assert account(told).turns < 8


async def test_every_part_is_halved_when_one_is_too_long() -> None:
    refusal = Refuses(400, {"error": "the input length exceeds the context length"})
    with FakeOllama(refusal, facts()) as ollama:
        told = await events(extractor(ollama), long_talk(), Context(TODAY, whole=True))
    assert (account(told).turns, account(told).turns_left_out) == (20, 0)
    assert account(told).parts == len(ollama.chats) - 1
