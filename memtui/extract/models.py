"""The models that a server has: listed, fetched, and kept ready to answer."""

import contextlib
import json
import math
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from memtui.errors import MemtuiError
from memtui.extract.asking import ModelExtractor
from memtui.extract.lines import Lines
from memtui.extract.ollama import context_length, load_body, same_model, sibling_of
from memtui.extract.refusals import (
    Asked,
    RefusalError,
    no_pulling,
    pull_broke_off,
    refused,
    refused_inside,
)
from memtui.extract.transport import Reply, Wire

# Asking about each model takes a moment; of more than so many only the names are told.
_ASKED_ABOUT = 40
# As long as Ollama itself keeps a model that nobody asks.
_USUAL = "5m"
_SMALL = 8_192


@dataclass(frozen=True, slots=True)
class Model:
    """A model as its server tells of it.

    Args:
        name: What it is called.
        size: In bytes; `None` when unknown.
        parameters: How large and how exact: "4.0B Q4_K_M".
        window: How many tokens it can read at once; `None` when unknown.
        capabilities: What it can do: "completion", "thinking", "embedding"…
        loaded: Whether it is in memory; `None` when unknown.
        elsewhere: At whose machine it runs, where that is not the server's own.
    """

    name: str
    size: int | None = None
    parameters: str = ""
    window: int | None = None
    capabilities: tuple[str, ...] = ()
    loaded: bool | None = None
    elsewhere: str = ""

    @property
    def chats(self) -> bool:
        """Whether it can read a conversation, as far as that is known."""
        return not self.capabilities or "completion" in self.capabilities

    @property
    def warning(self) -> str:
        """What speaks against it; empty when nothing does."""
        if self.elsewhere:
            return f"runs at {self.elsewhere}: conversations would be sent there"
        if not self.chats:
            return "cannot read conversations"
        if sibling := sibling_of(self.name):
            return f"only thinks aloud: {sibling} answers"
        if self.window is not None and self.window < _SMALL:
            return f"reads {self.window:,} tokens at once, which is little"
        return ""


@dataclass(frozen=True, slots=True)
class Pulling:
    """How far a model is fetched: what the server does, and bytes of all that is known so far."""

    status: str
    done: int = 0
    total: int = 0


async def listed(extractor: ModelExtractor) -> list[Model]:
    """The models that the extractor's server has, by name.

    Raises:
        MemtuiError: `EXTRACTOR_UNAVAILABLE`.
    """
    try:
        async with extractor.wire() as wire:
            if extractor.server.by == "ollama":
                models = await _of_ollama(wire, extractor.asked)
            else:
                models = await _of_openai(wire, extractor.asked)
    except RefusalError as refusal:
        raise refusal.error from None
    return sorted(models, key=lambda model: model.name)


async def pulled(extractor: ModelExtractor, name: str) -> AsyncGenerator[Pulling, None]:
    """Have the server fetch a model; `aclose()` stops, and another call goes on from there.

    Raises:
        MemtuiError: `EXTRACTOR_UNAVAILABLE` when it cannot be had.
    """
    asked = replace(extractor.asked, model=name)
    if extractor.server.by != "ollama":
        raise no_pulling(asked)
    layers: dict[str, tuple[int, int]] = {}
    status = ""
    wire = extractor.wire()
    wire.timing = replace(wire.timing, limit=math.inf)
    async with wire:
        stream = wire.stream("POST", "/api/pull", {"model": name, "stream": True})
        async with contextlib.aclosing(stream):
            async for record in _records(stream, asked):
                status = str(record.get("status", ""))
                digest = record.get("digest")
                if isinstance(digest, str):
                    layers[digest] = (_count(record.get("completed")), _count(record.get("total")))
                done = sum(done for done, _ in layers.values())
                yield Pulling(status, done, sum(total for _, total in layers.values()))
    if status != "success":
        raise pull_broke_off(asked)


async def warmed(extractor: ModelExtractor) -> MemtuiError | None:
    """Have the model loaded as it will be asked; what fails is given back, to be told later."""
    try:
        async with extractor.wire() as wire:
            met = await extractor.server.meet(wire, extractor.asked)
            if not met.loaded:
                await extractor.server.load(wire, extractor.asked, met)
    except RefusalError as refusal:
        return refusal.error
    except MemtuiError as error:
        return error
    return None


async def rested(extractor: ModelExtractor) -> None:
    """Let the server unload the model when nobody else asks it: the review is over."""
    if extractor.server.by != "ollama":
        return
    with contextlib.suppress(MemtuiError, RefusalError):  # it is unloaded by itself, only later
        async with extractor.wire() as wire:
            met = await extractor.server.meet(wire, extractor.asked)
            if met.loaded:
                body = load_body(extractor.model, met.window, _USUAL)
                await wire.call("POST", extractor.server.chat_path, body)


async def _of_ollama(wire: Wire, asked: Asked) -> list[Model]:
    tags = _listed_in(await wire.call("GET", "/api/tags"), "models", asked)
    running = await wire.call("GET", "/api/ps")
    there = running.document.get("models") if isinstance(running.document, Mapping) else None
    loaded = None
    if isinstance(there, list):
        loaded = [str(each.get("name")) for each in there if isinstance(each, Mapping)]
    models = []
    for place, tag in enumerate(tags):
        shown: Mapping[str, Any] = {}
        if "capabilities" not in tag and place < _ASKED_ABOUT:
            reply = await wire.call("POST", "/api/show", {"model": tag["name"]})
            shown = reply.document if isinstance(reply.document, Mapping) else {}
        models.append(_model(tag, shown, loaded))
    return models


def _model(tag: Mapping[str, Any], shown: Mapping[str, Any], loaded: list[str] | None) -> Model:
    name = tag["name"]
    details = tag.get("details")
    details = details if isinstance(details, Mapping) else {}
    capabilities = tag.get("capabilities", shown.get("capabilities"))
    window = _count(details.get("context_length")) or context_length(shown.get("model_info"))
    sizes = (details.get("parameter_size"), details.get("quantization_level"))
    return Model(
        name,
        _count(tag.get("size")) or None,
        " ".join(each for each in sizes if isinstance(each, str) and each),
        window or None,
        tuple(map(str, capabilities)) if isinstance(capabilities, list) else (),
        None if loaded is None else any(same_model(name, each) for each in loaded),
        str(tag.get("remote_host") or shown.get("remote_host") or ""),
    )


async def _of_openai(wire: Wire, asked: Asked) -> list[Model]:
    models = []
    for each in _listed_in(await wire.call("GET", "/models"), "data", asked, key="id"):
        meta = each.get("meta")
        meta = meta if isinstance(meta, Mapping) else {}
        window = _count(each.get("max_model_len")) or _count(meta.get("n_ctx_train"))
        models.append(Model(each["id"], _count(meta.get("size")) or None, window=window or None))
    return models


def _listed_in(
    reply: Reply, field: str, asked: Asked, key: str = "name"
) -> list[Mapping[str, Any]]:
    document = reply.document
    if reply.status != 200 or not isinstance(document, Mapping):
        raise refused(reply, asked)
    each = document.get(field)
    models = each if isinstance(each, list) else []
    return [one for one in models if isinstance(one, Mapping) and isinstance(one.get(key), str)]


async def _records(
    stream: AsyncGenerator[Reply | bytes | None, None], asked: Asked
) -> AsyncGenerator[Mapping[str, Any], None]:
    """The lines of a stream of JSON; an error among them is raised."""
    head: Reply | None = None
    refusal, lines = bytearray(), Lines()
    async for each in stream:
        if isinstance(each, Reply):
            head = each
        elif each is not None and head and head.status != 200:
            refusal += each
        elif each is not None:
            for line in lines.take(each):
                yield _record(line, asked)
    if head and head.status != 200:
        raise refused(replace(head, body=bytes(refusal)), asked).error
    for line in lines.rest():
        yield _record(line, asked)


def _record(line: bytes, asked: Asked) -> Mapping[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, Mapping):
        raise pull_broke_off(asked)
    if error := record.get("error"):
        raise refused_inside(error if isinstance(error, str) else json.dumps(error), asked).error
    return record


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
