"""What a server has: listed, fetched with progress, kept ready, let go."""

import asyncio
import contextlib
import json

import pytest

from memtui.errors import Code, MemtuiError
from memtui.extract.extractor import Context
from memtui.extract.models import Model, Pulling, listed, pulled, rested, warmed
from memtui.extract.transport import Timing
from tests.extract.asking import RIGHT, TALK, TODAY, extractor
from tests.fake_ollama import MODEL, Answer, FakeOllama, Refuses, Sends

TAGS = (
    {
        "name": MODEL,
        "size": 2_600_000_000,
        "details": {"parameter_size": "4.0B", "quantization_level": "Q4_K_M"},
    },
    {"name": "qwen3:4b", "capabilities": ["completion", "thinking"]},
    {"name": "nomic:latest", "capabilities": ["embedding"], "details": {"context_length": 2_048}},
    {"name": "big:cloud", "remote_host": "https://ollama.com", "capabilities": ["completion"]},
    {"name": "old:latest"},
    {"size": 3},
)


def lines(*records: object) -> list[bytes]:
    return [json.dumps(each).encode() + b"\n" for each in records]


LAYER = {"status": "pulling abc", "digest": "sha256:abc", "total": 1_000}
PULL = lines(
    {"status": "pulling manifest"},
    LAYER,
    LAYER | {"completed": 600},
    {"status": "pulling def", "digest": "sha256:def", "total": 3_000, "completed": 400},
    {"status": "verifying sha256 digest"},
    {"status": "success"},
)


async def test_models_are_listed_with_what_is_known_of_them() -> None:
    with FakeOllama(RIGHT, models=TAGS) as ollama:
        models = {each.name: each for each in await listed(extractor(ollama))}
    assert set(models) == {MODEL, "qwen3:4b", "nomic:latest", "big:cloud", "old:latest"}
    known = models[MODEL]
    assert known == Model(
        MODEL, 2_600_000_000, "4.0B Q4_K_M", 262_144, ("completion", "tools"), loaded=True
    )
    assert known.warning == ""
    assert models["qwen3:4b"].warning == "only thinks aloud: qwen3:4b-instruct answers"
    assert models["nomic:latest"].warning == "cannot read conversations"
    assert "conversations would be sent there" in models["big:cloud"].warning
    assert models["old:latest"].loaded is False
    assert models["old:latest"].chats


async def test_models_of_an_openai_style_server_are_listed() -> None:
    with FakeOllama(RIGHT) as server:
        assert await listed(extractor(server, kind="openai")) == [Model(MODEL)]


async def steps(answer: Answer) -> list[Pulling]:
    with FakeOllama(RIGHT, pulls=[answer]) as ollama:
        return [each async for each in pulled(extractor(ollama), "new:4b")]


async def test_a_model_is_fetched_with_progress_over_all_its_layers() -> None:
    told = await steps(Sends(PULL))
    assert [(each.done, each.total) for each in told] == [
        (0, 0), (0, 1_000), (600, 1_000), (1_000, 4_000), (1_000, 4_000), (1_000, 4_000),
    ]  # fmt: skip
    assert told[-1].status == "success"


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (Sends(lines({"status": "pulling manifest"}, {"error": "does not exist"})), "not exist"),
        (Sends(PULL[:3]), "did not arrive whole"),
        (Sends(PULL[:3], then="reset"), "broke off"),
        (Sends([b"<html>"]), "did not arrive whole"),
        (Refuses(500, {"error": "disk full"}), "disk full"),
        (Refuses(502, "<html></html>"), "web page"),
    ],
)  # fmt: skip
async def test_a_model_that_cannot_be_fetched_is_told(answer: Answer, message: str) -> None:
    with pytest.raises(MemtuiError, match=message) as caught:
        await steps(answer)
    assert caught.value.code is Code.EXTRACTOR_UNAVAILABLE


async def test_leaving_stops_the_fetching() -> None:
    with FakeOllama(RIGHT, pulls=[Sends(PULL[:3], then="hang")]) as ollama:
        made = extractor(ollama, timing=Timing(tick=0.01))
        async with contextlib.aclosing(pulled(made, "new:4b")) as told:
            async for each in told:
                if each.done:
                    break
        assert await asyncio.to_thread(ollama.gone.wait, 10)


async def test_a_server_that_fetches_nothing_says_so() -> None:
    with FakeOllama(RIGHT) as server, pytest.raises(MemtuiError, match="fetches no models"):
        async for _ in pulled(extractor(server, kind="openai"), "x"):
            pass


async def test_warming_up_loads_the_model_as_it_is_asked_later() -> None:
    with FakeOllama(RIGHT, loaded=False) as ollama:
        made = extractor(ollama)
        assert await warmed(made) is None
        async for _ in made.propose(TALK, Context(TODAY)):
            pass
    (load,), (chat,) = ollama.loads, ollama.chats
    assert load["options"]["num_ctx"] == chat["options"]["num_ctx"]


async def test_a_warm_up_that_fails_says_so_only_when_asked() -> None:
    with FakeOllama(RIGHT, loaded=False, load=Refuses(500, {"error": "kaput"})) as ollama:
        failure = await warmed(extractor(ollama))
    assert failure
    assert "kaput" in failure.message
    assert await warmed(extractor(ollama))


async def test_when_the_review_is_over_the_model_may_go() -> None:
    with FakeOllama(RIGHT) as ollama:
        await rested(extractor(ollama))
    assert [each["keep_alive"] for each in ollama.loads] == ["5m"]
    with FakeOllama(RIGHT, loaded=False) as ollama:
        await rested(extractor(ollama))
    assert ollama.loads == []
