"""Time, leaving, and conversations longer than a window."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator

import pytest

from memtui.conversations.conversation import Conversation, Grade, Role, Turn, conversation_of
from memtui.errors import Code, MemtuiError
from memtui.extract.events import (
    Event,
    PartBegun,
    PartDone,
    PartFailed,
    Planned,
    Proposed,
    Reading,
)
from memtui.extract.extractor import Context
from memtui.extract.transport import Timing
from tests.extract.asking import (
    ANA,
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


async def gathered(telling: AsyncIterator[Event], told: list[Event]) -> None:
    """Gather events up to a failure."""
    async for each in telling:
        told.append(each)  # noqa: PERF401 - what came before a failure is wanted


WHOLE = Context(TODAY, whole=True)
KAPUT = Refuses(500, {"error": "kaput"})


async def test_a_part_that_fails_is_told_and_the_others_are_read() -> None:
    with FakeOllama(RIGHT, KAPUT, RIGHT) as ollama:
        told = await events(extractor(ollama), long_talk(), WHOLE)
    (failed,) = [each for each in told if isinstance(each, PartFailed)]
    assert "kaput" in failed.error.message
    assert account(told).parts == len(ollama.chats) - 1
    assert account(told).failed == (failed.error.message,)
    assert account(told).turns_left_out == failed.part.end - failed.part.first


async def test_parts_that_failed_are_read_again_without_the_others() -> None:
    with FakeOllama(RIGHT, KAPUT, RIGHT) as ollama:
        told = await events(extractor(ollama), long_talk(), WHOLE)
        (failed,) = [each.part for each in told if isinstance(each, PartFailed)]
        before = len(ollama.chats)
        again = await events(extractor(ollama), long_talk(), Context(TODAY, parts=(failed,)))
        (chat,) = ollama.chats[before:]
    assert [each.part for each in again if isinstance(each, PartDone)] == [failed]
    assert f"Turn {failed.first}:" in chat["messages"][-1]["content"]


async def test_when_two_parts_in_a_row_get_no_answer_the_rest_waits() -> None:
    told: list[Event] = []
    with FakeOllama(RIGHT, KAPUT) as ollama, pytest.raises(MemtuiError, match="kaput"):
        await gathered(extractor(ollama).propose(long_talk(), WHOLE), told)
    (plan, *_) = [each.parts for each in told if isinstance(each, Planned)]
    assert len(proposals(told)) == 1
    assert len([each for each in told if isinstance(each, PartDone)]) == 1
    assert len([each for each in told if isinstance(each, PartFailed)]) == 2 < len(plan) - 1


async def test_when_the_server_has_gone_the_rest_waits() -> None:
    line = json.dumps({"message": {"content": '{"facts":['}, "done": False}).encode() + b"\n"
    told: list[Event] = []
    with (
        FakeOllama(RIGHT, Sends([line], then="reset")) as ollama,
        pytest.raises(MemtuiError, match="knows no such page"),
    ):
        async for each in extractor(ollama).propose(long_talk(), WHOLE):
            told.append(each)
            if isinstance(each, PartFailed):
                ollama.show = Refuses(404, "404 page not found")
    assert len([each for each in told if isinstance(each, PartFailed)]) == 1


async def test_facts_are_proposed_before_the_answer_is_complete() -> None:
    whole = json.dumps({"facts": [ANA, ANA | {"fact": "half"}]})
    line = json.dumps({"message": {"content": whole[: whole.index("half")]}}).encode() + b"\n"
    with FakeOllama(Sends([line], then="hang")) as ollama:
        told = extractor(ollama, timing=Timing(tick=0.01)).propose(TALK, Context(TODAY))
        async with contextlib.aclosing(told):
            async for each in told:
                if isinstance(each, Proposed):
                    assert each.proposal.fact == "Ana works in research."
                    break
        assert await asyncio.to_thread(ollama.gone.wait, 10)


async def test_every_part_shows_the_turn_before_it_once_more() -> None:
    with FakeOllama(facts()) as ollama:
        told = await events(extractor(ollama), long_talk(), WHOLE)
    _, second, *_ = [each.part for each in told if isinstance(each, PartBegun)]
    assert f"Turn {second.first - 1}:" in ollama.chats[1]["messages"][-1]["content"]
    assert account(told).characters == long_talk().characters


async def test_the_window_stays_the_same_and_parts_follow_the_servers_count() -> None:
    talk = conversation_of([Turn("user", Role.PERSON, "東京に住む。" * 250)] * 40, "x", Grade.NONE)
    with FakeOllama(facts()) as ollama:
        told = await events(extractor(ollama), talk, WHOLE)
    plans = [each.parts for each in told if isinstance(each, Planned)]
    assert len(plans[1]) < len(plans[0]) - 1
    assert {each["options"]["num_ctx"] for each in ollama.chats} == {16_384}
    assert account(told).turns == 40


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
    assert account(told).turns == 8


async def test_every_part_is_halved_when_one_is_too_long() -> None:
    refusal = Refuses(400, {"error": "the input length exceeds the context length"})
    with FakeOllama(refusal, facts()) as ollama:
        told = await events(extractor(ollama), long_talk(), Context(TODAY, whole=True))
    assert (account(told).turns, account(told).turns_left_out) == (20, 0)
    assert account(told).parts == len(ollama.chats) - 1 > 5
