"""The troubles of model servers once more, as servers of OpenAI's style have them."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from memtui.conversations.conversation import Grade, Role, Turn, conversation_of
from memtui.errors import Code
from memtui.extract.proposal import Mark
from memtui.extract.transport import Timing
from tests.extract.asking import (
    ANA,
    RIGHT,
    TALK,
    Ticking,
    account,
    events,
    extractor,
    failed,
    proposals,
    worked,
)
from tests.fake_ollama import Answer, FakeOllama, Hangs, Holds, Refuses, Says, Sends, fact, facts

STREAM = "text/event-stream"
LIMIT = "request (12031 tokens) exceeds the available context size (8192 tokens), try increasing it"


def error(status: int, message: str, kind: str = "server_error") -> Refuses:
    return Refuses(status, {"error": {"code": status, "message": message, "type": kind}})


def delta(content: str = "", **more: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": {"content": content}, "finish_reason": None, **more}]}


def sent(*records: Mapping[str, Any], end: str = "\n\n", done: bool = True) -> bytes:
    lines = [f"data: {json.dumps(each, ensure_ascii=False)}{end}" for each in records]
    return "".join([*lines, *([f"data: [DONE]{end}"] if done else [])]).encode()


WHOLE = sent(delta(RIGHT.content), delta("", finish_reason="stop"))
NOISE = (
    b": keep-alive\r\n\r\nevent: message\r\nid: 1\r\n"
    + sent(delta(RIGHT.content), end="\r\n\r\n", done=False)
    + b"\r\n"
    + sent(delta("", finish_reason="stop"), end="\r\n\r\n")
)


@pytest.mark.parametrize(
    "answer",
    [
        Says(f"Sure!\n```json\n{RIGHT.content}\n```\nAnything else?"),
        Says(f"Here it is: {RIGHT.content}"),
        Says(json.dumps([ANA])),
        Says(json.dumps({"facts": [{**ANA, "mood": 5, "said": None}], "more": {}})),
        Sends([WHOLE[at : at + 1] for at in range(len(WHOLE))], kind=STREAM),
        Sends([NOISE], kind=STREAM),
        Sends([WHOLE.replace(b"data: ", b"data:")], kind=STREAM),
        Sends(
            [sent(delta(RIGHT.content, finish_reason="stop", logprobs="x" * 5_000_000))],
            kind=STREAM,
        ),
        Holds(RIGHT),
    ],
    ids=[
        *("9 fenced", "3 prose", "3 bare list", "18 extra keys", "34 bytes alone"),
        *("CRLF and comments", "no space", "5 MB line", "headers late"),
    ],
)
async def test_it_is_understood(answer: Answer) -> None:
    told, _ = await worked(answer, kind="openai")
    assert [each.fact for each in proposals(told)] == ["Ana works in research."]


@pytest.mark.parametrize(
    ("first", "left_out"),
    [
        (error(400, "Failed to initialize samplers: failed to parse grammar"), "response_format"),
        (error(400, "'response_format.type' must be 'text'"), "response_format"),
        (error(422, "Unsupported param: chat_template_kwargs"), "chat_template_kwargs"),
        (error(400, "this model does not support thinking"), "chat_template_kwargs"),
        (Says("Here you go:" + " " * 900, piece=100), "response_format"),
        (
            Sends(
                [sent({"error": {"message": "failed to load vocabulary required for format"}})],
                kind=STREAM,
            ),
            "response_format",
        ),
    ],
    ids=["grammar", "format", "11 extras", "11 thinking", "6 prose, blanks", "19 inside"],
)
async def test_what_it_does_not_take_is_left_out(first: Answer, left_out: str) -> None:
    told, server = await worked(first, RIGHT, kind="openai")
    assert len(proposals(told)) == 1
    assert left_out in server.chats[0]
    assert left_out not in server.chats[-1]


@pytest.mark.parametrize(
    "first",
    [
        error(500, "model runner has unexpectedly stopped"),
        Sends([sent(delta('{"facts": ['), {"error": {"message": "unexpected EOF"}})], kind=STREAM),
        error(503, "Loading model", "unavailable_error"),
        error(429, "server busy, please try again"),
    ],
    ids=["22 crash", "22 crash inside", "503 loading", "429 busy"],
)
async def test_it_is_asked_once_more(first: Answer) -> None:
    told, server = await worked(first, RIGHT, kind="openai", timing=Timing(pause=0))
    assert len(proposals(told)) == 1
    assert len(server.chats) == 2


@pytest.mark.parametrize(
    "refusal", [error(400, LIMIT, "exceed_context_size_error"), Says(RIGHT.content, sent=8_194)]
)
async def test_what_is_too_long_is_read_in_halves(refusal: Answer) -> None:
    turns = [Turn("user", Role.PERSON, "word " * 900) for _ in range(5)]
    with FakeOllama(refusal, facts()) as server:
        told = await events(
            extractor(server, kind="openai"), conversation_of(turns, "x", Grade.NONE)
        )
    assert account(told).turns == 5
    first, *later = (len(each["messages"][-1]["content"]) for each in server.chats)
    assert len(later) > 1
    assert max(later) < first


async def test_an_answer_among_thoughts_is_taken_at_last() -> None:
    told, server = await worked(Says("", thinking=RIGHT.content), kind="openai")
    assert len(proposals(told)) == 1
    assert [each["chat_template_kwargs"]["enable_thinking"] for each in server.chats] == [
        False,
        True,
    ]


async def test_accents_that_a_model_drops_come_back() -> None:
    said = "A Antônia mora em São Paulo."
    spoken = conversation_of([replace(TALK.turns[0], text=said)], "x", Grade.TURN)
    answer = facts(fact("Antonia", "city", "Antonia mora em Sao Paulo.", quote=said))
    with FakeOllama(answer) as server:
        told = await events(extractor(server, kind="openai"), spoken)
    assert proposals(told)[0].fact == "Antônia mora em São Paulo."
    assert Mark.UNSAID not in proposals(told)[0].marks


UNREADABLE, UNAVAILABLE = Code.EXTRACTOR_UNREADABLE, Code.EXTRACTOR_UNAVAILABLE


@pytest.mark.parametrize(
    ("answers", "code", "words"),
    [
        ([Says("", thinking="hm " * 40, reason="length")], UNREADABLE, "no room left"),
        ([Says('{"facts": [{"quote": "' + "na " * 2000, piece=900)], UNREADABLE, "repeats itself"),
        ([Says('{"facts": [{"quote": "Ana', reason="")], UNREADABLE, "in the middle"),
        ([Says("I cannot.", reason="content_filter")], UNREADABLE, "content_filter"),
        ([Says("")], UNREADABLE, "answered with nothing"),
        ([error(500, "model requires more system memory (7.3 GiB)")], UNAVAILABLE, "does not fit"),
        ([error(500, "timed out waiting for llama runner")], UNAVAILABLE, "timed out"),
        ([error(404, "model 'x' not found")], UNAVAILABLE, "has no model"),
        ([error(401, "Incorrect API key", "invalid_request_error")], UNAVAILABLE, "who asks"),
        ([Refuses(403, "")], UNAVAILABLE, "who asks"),
        ([Refuses(502, "<html><body>Bad gateway</body></html>")], UNAVAILABLE, "web page"),
        ([Refuses(504, "<html>timeout</html>")], UNAVAILABLE, "web page"),
        ([Refuses(404, "404 page not found")], UNAVAILABLE, "is not an OpenAI-style server"),
        ([Refuses(307, "", "http://elsewhere.example/")], UNAVAILABLE, "redirects"),
        ([Sends([b"<!DOCTYPE html><html></html>"], kind="text/html")], UNAVAILABLE, "web page"),
        ([Sends([b"data: [1]\n\n"], kind=STREAM)], UNREADABLE, "no answer"),
        ([Sends([b"data: \xff\xfe\n\n"], kind=STREAM)], UNREADABLE, "no answer"),
        ([Sends([sent(delta("{"), done=False)], "reset", STREAM)], UNAVAILABLE, "broke off"),
        ([Sends([b""], kind=STREAM)], UNREADABLE, "in the middle"),
        (
            [Sends([sent({"object": "error", "message": "no GPU", "code": 500})], kind=STREAM)],
            UNAVAILABLE,
            "no GPU",
        ),
        ([Says(json.dumps({"error": "no"}))], UNREADABLE, "not with facts"),
    ],
    ids=[
        *("8 all thought", "16 loop", "no end", "filtered", "nothing", "23 memory", "24 load"),
        *("no model", "37 key", "403", "28 proxy", "504", "no server", "redirect", "HTML 200"),
        *("list", "no UTF-8", "reset", "closed", "vLLM", "error as answer"),
    ],
)
async def test_it_is_told_apart(answers: Sequence[Answer], code: Code, words: str) -> None:
    told = await failed(*answers, code=code, kind="openai")
    assert words in told.message
    assert told.hint


async def test_a_path_before_the_api_is_kept() -> None:
    told, server = await worked(RIGHT, kind="openai", server={"prefix": "/x"})
    assert len(proposals(told)) == 1
    assert all(each.path.startswith("/x/v1/") for each in server.requests)


async def test_leaving_closes_the_connection() -> None:
    with FakeOllama(Hangs()) as server:
        task = asyncio.create_task(events(extractor(server, kind="openai")))
        await asyncio.to_thread(server.began.wait, 5)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(server.gone.wait, 5)


async def test_the_deadline_bounds_all_of_it() -> None:
    timing = Timing(limit=600, tick=0.01, clock=Ticking(50))
    told = await failed(Hangs(), code=UNAVAILABLE, kind="openai", timing=timing)
    assert "within 600 s" in told.message


async def test_a_complete_list_without_an_end_is_said() -> None:
    told, _ = await worked(Says(RIGHT.content, reason=""), kind="openai")
    assert "without its end" in account(told).notes[0]
