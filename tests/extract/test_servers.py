"""Where and how a server is asked, and OpenAI-style ones."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from memtui.errors import Code, MemtuiError
from memtui.extract.extractor import Context, make_extractor
from memtui.extract.making import model_extractor
from memtui.extract.transport import Wire
from memtui.settings import ExtractorSettings
from tests.extract.asking import RIGHT, TALK, TODAY, events, extractor, failed, proposals, worked
from tests.fake_ollama import (
    MODEL,
    FakeOllama,
    Refuses,
    Says,
    Sends,
)


async def test_headers_come_from_the_environment_and_are_never_shown() -> None:
    environ = {"KEY": "Bearer s3cret"}
    with FakeOllama(Refuses(401, {"error": "unauthorized"})) as ollama:
        made = extractor(ollama, environ=environ, headers={"Authorization": "KEY"})
        with pytest.raises(MemtuiError) as caught:
            await events(made)
    assert ollama.requests[0].headers["Authorization"] == "Bearer s3cret"
    assert "s3cret" not in f"{caught.value} {made!r} {made.name}"


async def test_a_header_may_come_from_a_file(tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("Bearer s3cret\n")
    with FakeOllama(RIGHT) as ollama:
        made = extractor(ollama, headers={"Authorization": f"file:{key}"})
        await events(made)
        assert {each.headers["Authorization"] for each in ollama.requests} == {"Bearer s3cret"}
    assert "s3cret" not in repr(made)
    for content in ("", "one\ntwo s3cret", None):
        if content is None:
            key.unlink()
        else:
            key.write_text(content)
        with pytest.raises(MemtuiError) as caught:
            extractor(ollama, headers={"Authorization": f"file:{key}"})
        assert caught.value.code is Code.NO_EXTRACTOR
        assert "s3cret" not in str(caught.value)


async def test_a_path_before_the_api_is_kept() -> None:
    with FakeOllama(RIGHT, prefix="/x") as ollama:
        told = await events(extractor(ollama))
    assert len(proposals(told)) == 1
    assert ollama.requests[0].path == "/x/api/show"


async def test_a_proxy_is_not_asked_for_what_is_near(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "socks5://127.0.0.1:9")
    told, _ = await worked(RIGHT)
    assert len(proposals(told)) == 1


async def test_the_extractor_is_named_after_model_and_place() -> None:
    with FakeOllama(RIGHT) as ollama:
        made = make_extractor(ExtractorSettings(), environ={"OLLAMA_HOST": ollama.host})
        assert made.name == f"{MODEL} at {ollama.host}"
        told = [each async for each in made.propose(TALK, Context(TODAY))]
    assert len(proposals(told)) == 1


@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:9", "nonsense://x"])
async def test_a_proxy_that_cannot_be_used_is_said(
    proxy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALL_PROXY", proxy)
    settings = ExtractorSettings(url="http://ollama.example.com")
    made = model_extractor(settings, "ollama", MODEL, {})
    with pytest.raises(MemtuiError, match="proxy") as caught:
        await events(made)
    assert "NO_PROXY=ollama.example.com" in caught.value.hint


def test_http_is_loaded_only_when_a_model_is_asked() -> None:
    program = (
        "import sys, memtui.extract.extractor as e, memtui.conversations.conversation;"
        "from memtui.settings import ExtractorSettings as S;"
        "e.make_extractor(S(), kind='plain');"
        "loaded = {'httpx', 'orjson', 'yaml', 'textual'} & sys.modules.keys();"
        "sys.exit(str(loaded) if loaded else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


async def test_an_openai_style_server_is_asked_the_same() -> None:
    told, server = await worked(RIGHT, kind="openai")
    (made,) = proposals(told)
    assert (made.origin.by, made.sure) == ("openai", True)
    (body,) = server.chats
    assert body["response_format"]["json_schema"]["schema"]["required"] == ["facts"]
    assert body["chat_template_kwargs"] == {"enable_thinking": False}
    assert server.requests[0].path == "/v1/models"


async def test_an_openai_style_server_fails_as_clearly() -> None:
    long = Refuses(400, {"error": {"message": "too long", "type": "exceed_context_size_error"}})
    await failed(long, kind="openai", code=Code.EXTRACTOR_UNAVAILABLE)
    await failed(Says(RIGHT.content[:-1], reason=""), kind="openai")
    await failed(Says('{"facts": [', reason="length"), kind="openai")
    inside = Sends([b'data: {"error":{"message":"kaput","code":500}}\n\n'])
    assert "kaput" in (await failed(inside, kind="openai", code=Code.EXTRACTOR_UNAVAILABLE)).message


async def test_a_strict_openai_style_server_is_asked_without_extras() -> None:
    refusal = Refuses(400, {"error": {"message": "Unknown parameter: chat_template_kwargs"}})
    told, server = await worked(refusal, RIGHT, kind="openai")
    assert ["chat_template_kwargs" in each for each in server.chats] == [True, False]
    assert len(proposals(told)) == 1


async def test_an_openai_style_server_that_does_not_stream_is_understood() -> None:
    whole = {"choices": [{"message": {"content": RIGHT.content}, "finish_reason": "stop"}]}
    told, _ = await worked(Sends([json.dumps(whole).encode()]), kind="openai")
    assert len(proposals(told)) == 1


async def test_ollama_s_messages_are_parsed_lazily_and_in_order() -> None:
    seen: list[str] = []

    async def kinds() -> AsyncIterator[str]:
        with FakeOllama(RIGHT) as ollama:
            async for each in extractor(ollama).propose(TALK, Context(TODAY)):
                yield type(each).__name__

    async for kind in kinds():
        if kind not in seen:
            seen.append(kind)
    assert seen == [
        "Connecting", "Planned", "PartBegun", "Reading", "Writing", "Proposed", "PartDone", "Done",
    ]  # fmt: skip


async def test_stopping_is_heard_though_something_arrives_in_that_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits = asyncio.Event()

    async def pump(
        wire: Wire, method: str, path: str, body: object, queue: asyncio.Queue[object]
    ) -> None:
        await waits.wait()
        queue.put_nowait(b"words")
        reading.cancel()
        await asyncio.Event().wait()

    async def read() -> None:
        async with made.wire() as wire:
            async for each in wire.stream("POST", "/api/chat"):
                assert each is None
                waits.set()

    monkeypatch.setattr(Wire, "_pump", pump)
    made = model_extractor(ExtractorSettings(timeout=5), "ollama", MODEL, {})
    reading = asyncio.create_task(read())
    with pytest.raises(asyncio.CancelledError):
        await reading
