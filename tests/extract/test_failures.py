"""Every way in which a model or its server fails, told apart."""

import json

import pytest

from memtui.errors import Code, MemtuiError
from tests.extract.asking import RIGHT, account, events, extractor, failed, worked
from tests.fake_ollama import (
    MODEL,
    FakeOllama,
    Refuses,
    Says,
    Sends,
)


async def test_nothing_listens() -> None:
    with FakeOllama(RIGHT) as ollama:
        made = extractor(ollama)
    with pytest.raises(MemtuiError, match="Nothing answers at 127") as caught:
        await events(made)
    assert caught.value.code is Code.EXTRACTOR_UNAVAILABLE
    assert "ollama serve" in caught.value.hint


async def test_a_model_that_was_never_pulled() -> None:
    told = await failed(RIGHT, code=Code.EXTRACTOR_UNAVAILABLE, model="nope")
    assert "no model 'nope'" in told.message
    assert "ollama pull nope" in told.hint


@pytest.mark.parametrize(
    ("show", "message"),
    [
        (Refuses(404, "404 page not found"), "is not Ollama"),
        (Refuses(401, {"error": "unauthorized", "signin_url": "x"}), "wants to know who asks"),
        (Refuses(403, ""), "wants to know who asks"),
        (Refuses(502, "<html><body>Bad gateway</body></html>"), "web page"),
        (Refuses(200, "<!DOCTYPE html><html></html>"), "web page"),
        (Refuses(301, "", "http://elsewhere.example/"), "redirects"),
        (Refuses(500, {"error": "kaput"}), "kaput"),
    ],
)
async def test_what_is_no_ollama_or_wants_more(show: Refuses, message: str) -> None:
    told = await failed(RIGHT, code=Code.EXTRACTOR_UNAVAILABLE, server={"show": show})
    assert message in told.message
    assert told.message.endswith(".")


async def test_an_embedding_model_is_told_before_anything_is_sent() -> None:
    with (
        FakeOllama(RIGHT, capabilities=("embedding",)) as ollama,
        pytest.raises(MemtuiError, match="only makes embeddings"),
    ):
        await events(extractor(ollama))
    assert not ollama.chats
    refusal = Refuses(400, {"error": f'"{MODEL}" does not support chat'})
    assert "embeddings" in (await failed(refusal, code=Code.EXTRACTOR_UNAVAILABLE)).message


async def test_a_model_elsewhere_gets_no_private_conversation_unasked() -> None:
    show = {"remote_host": "https://ollama.com", "capabilities": ["completion"]}
    with (
        FakeOllama(RIGHT, show=show) as ollama,
        pytest.raises(MemtuiError, match="nothing was sent"),
    ):
        await events(extractor(ollama))
    assert not ollama.chats
    with FakeOllama(RIGHT, model="big-cloud", show=show) as ollama:
        told = await events(extractor(ollama, model="big-cloud"))
    assert "was sent there" in account(told).notes[0]
    with FakeOllama(RIGHT, model="big", show=show) as ollama:
        told = await events(extractor(ollama, model="big", elsewhere="big:latest"))
    assert "was sent there" in account(told).notes[0]


@pytest.mark.parametrize(
    ("refusal", "message", "hint"),
    [
        (Refuses(500, {"error": "model requires more system memory (7.3 GiB) than is available"}),
         "does not fit", "smaller model"),
        (Refuses(503, {"error": "server busy, please try again.  maximum pending requests"}),
         "busy", "in a while"),
        (Refuses(500, {"error": "model runner has unexpectedly stopped"}), "unexpectedly", "log"),
        (Refuses(500, {"error": "timed out waiting for llama runner"}), "timed out", "log"),
        (Refuses(504, "<html>gateway timeout</html>"), "web page", "PROXY"),
    ],
)  # fmt: skip
async def test_refusals_are_told_apart(refusal: Refuses, message: str, hint: str) -> None:
    told = await failed(refusal, code=Code.EXTRACTOR_UNAVAILABLE)
    assert message in told.message
    assert hint in told.hint


@pytest.mark.parametrize("kind", ["ollama", "openai"])
async def test_a_server_with_too_little_room_for_one_turn_is_told_to_get_more(kind: str) -> None:
    said = "request (12031 tokens) exceeds the available context size (2048 tokens)"
    refusal = Refuses(400, {"error": {"message": said, "type": "exceed_context_size_error"}})
    error = await failed(refusal, code=Code.EXTRACTOR_UNAVAILABLE, kind=kind)
    assert error.message.startswith("127.0.0.1:")
    assert said in error.message
    assert "larger context" in error.hint


async def test_an_error_inside_a_stream_is_a_failure() -> None:
    lines = [b'{"message":{"content":"{"},"done":false}\n', b'{"error":"unexpected EOF"}\n']
    told = await failed(Sends(lines), code=Code.EXTRACTOR_UNAVAILABLE)
    assert "unexpected EOF" in told.message


async def test_a_complete_list_without_an_end_is_an_answer_and_that_is_said() -> None:
    told, _ = await worked(Says(RIGHT.content, reason=""))
    assert account(told).stop_reason == "no end"
    assert "without its end" in account(told).notes[0]


async def test_an_open_list_without_an_end_is_none_though_its_facts_stand() -> None:
    told = await failed(Says(RIGHT.content.removesuffix("}"), reason=""))
    assert "in the middle of its answer" in told.message


async def test_a_connection_that_breaks_is_no_answer() -> None:
    line = json.dumps({"message": {"content": RIGHT.content}, "done": False}).encode() + b"\n"
    told = await failed(Sends([line], then="reset"), code=Code.EXTRACTOR_UNAVAILABLE)
    assert "broke off" in told.message


async def test_a_server_that_closes_without_a_word() -> None:
    told = await failed(Sends([b""]))
    assert "in the middle" in told.message


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"facts": [{"quote": "' + "na " * 2000, "repeats itself"),
        ('{"facts": [' + " \n" * 2000, "nothing but blanks"),
        ("".join(map(str, range(60_000))), "more than 200,000"),
    ],
    ids=["loop", "blanks", "endless"],
)
async def test_a_model_that_runs_away_is_stopped(content: str, message: str) -> None:
    told = await failed(Says(content, piece=1000))
    assert message in told.message


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        ("I am sorry, I cannot.", "“I am sorry, I cannot.”"),
        ('{"facts": [{"quote": "Ana', "“{"),
        ("{}", "“{}”"),
        ("no facts " * 50, "no facts…”"),
        ('{"facts": {"a": 1}}', "not with facts"),
        ("The password is hunter2", "a text that is no list"),
    ],
)
async def test_an_answer_without_facts_is_shown_in_part(content: str, shown: str) -> None:
    told = await failed(Says(content))
    assert shown in told.message
    assert "hunter2" not in told.message


async def test_nothing_at_all_is_no_answer() -> None:
    assert "answered with nothing" in (await failed(Says(""))).message


@pytest.mark.parametrize("chunk", [b"<html>hello</html>", b"hello\n", b"[1]\n", b"\xff\xfe\n"])
async def test_a_stream_of_something_else_is_a_failure(chunk: bytes) -> None:
    with FakeOllama(Sends([chunk])) as ollama, pytest.raises(MemtuiError) as caught:
        await events(extractor(ollama))
    assert caught.value.code in (Code.EXTRACTOR_UNREADABLE, Code.EXTRACTOR_UNAVAILABLE)


async def test_a_model_that_is_too_small_is_told() -> None:
    told = await failed(RIGHT, code=Code.EXTRACTOR_UNAVAILABLE, server={"context_length": 2_048})
    assert "2,048 tokens" in told.message


async def test_the_models_own_limit_bounds_the_window() -> None:
    told, ollama = await worked(RIGHT, server={"context_length": 8_192})
    assert account(told).window == 8_192
    assert ollama.chats[0]["options"]["num_ctx"] == 8_192


@pytest.mark.parametrize("part", ["{", "[", '{"', "</think>", "```", "<think>"])
async def test_hostile_answers_are_refused_in_no_time(part: str) -> None:
    await failed(Says(part * (100_000 // len(part)) + "x", piece=150_000))
