"""Ollama's own protocol: `/api/show` and a streamed `/api/chat`."""

import json
from collections.abc import Mapping
from typing import Any

from memtui.extract.prompt import SCHEMA, Message
from memtui.extract.refusals import Asked, only_embeds, refused, refused_inside, sent_away
from memtui.extract.server import WINDOW, Attempt, Met, Piece
from memtui.extract.transport import Wire
from memtui.servers.addresses import Address

# Longer than it takes to look through what was proposed and to read a part again.
KEEP_LOADED = "30m"
# Builds of these names only think aloud; the sibling ending in -instruct answers.
_THINKING_ONLY = ("qwen3:4b", "qwen3:30b")


class Ollama:
    """The protocol of Ollama, from 0.5 on.

    Args:
        elsewhere: The model that may run at another company's machine, as the person said.
    """

    by = "ollama"
    chat_path = "/api/chat"

    def __init__(self, elsewhere: str = "") -> None:
        self._elsewhere = elsewhere

    def asked(self, model: str, address: Address) -> Asked:
        """See `Server.asked`."""
        return Asked("Ollama", model, address.shown, f"Get it with `ollama pull {model}`.")

    async def meet(self, wire: Wire, asked: Asked) -> Met:
        """Ask what the model can do, and how much it can read.

        Raises:
            RefusalError: When there is no such model, or no Ollama.
            MemtuiError: When the model cannot chat, or runs on somebody else's machine.
        """
        reply = await wire.call("POST", "/api/show", {"model": asked.model})
        shown = reply.document
        if reply.status != 200 or not isinstance(shown, Mapping):
            raise refused(reply, asked)
        capabilities = shown.get("capabilities")
        capabilities = capabilities if isinstance(capabilities, list) else []
        if "embedding" in capabilities and "completion" not in capabilities:
            raise only_embeds(asked)
        notes = []
        if away := shown.get("remote_host"):
            if "cloud" not in asked.model and not same_model(asked.model, self._elsewhere):
                raise sent_away(asked, str(away))
            notes.append(f"{asked.model} ran at {away}, so the conversation was sent there.")
        if sibling := sibling_of(asked.model):
            notes.append(f"{asked.model} always thinks before it answers; {sibling} is quicker.")
        limit = context_length(shown.get("model_info"))
        window = min(WINDOW, limit or WINDOW)
        return Met(
            window,
            _think(asked.model, capabilities),
            tuple(notes),
            loaded=away is not None or await _is_loaded(wire, asked.model, window),
            thinks=sibling_of(asked.model),
        )

    async def load(self, wire: Wire, asked: Asked, met: Met) -> None:
        """See `Server.load`.

        Raises:
            RefusalError: When it cannot be loaded.
        """
        reply = await wire.call("POST", self.chat_path, load_body(asked.model, met.window))
        if reply.status != 200 or not isinstance(reply.document, Mapping):
            raise refused(reply, asked)
        if error := reply.document.get("error"):
            raise refused_inside(error if isinstance(error, str) else json.dumps(error), asked)

    def body(self, model: str, messages: list[Message], met: Met, attempt: Attempt) -> Any:
        """See `Server.body`."""
        body: dict[str, Any] = {
            "model": model,
            "messages": messages,
            "stream": True,
            "options": {
                "temperature": 0,
                "seed": 1,
                "num_ctx": met.window,
                "num_predict": met.answer,
            },
            "truncate": False,
            "shift": False,
            "keep_alive": KEEP_LOADED,
        }
        if attempt.format != "none":
            body["format"] = SCHEMA if attempt.format == "schema" else "json"
        if attempt.think is not None:
            body["think"] = attempt.think
        return body

    def piece(self, line: bytes) -> Piece | None:
        """See `Server.piece`."""
        record = json.loads(line)
        if not isinstance(record, dict):
            raise ValueError("no object")
        error = record.get("error")
        if error:
            return Piece(error=error if isinstance(error, str) else json.dumps(error))
        message = record.get("message")
        message = message if isinstance(message, dict) else {}
        done = record.get("done") is True
        return Piece(
            content=_text(message.get("content")),
            thinking=_text(message.get("thinking")),
            done=(_text(record.get("done_reason")) or "stop") if done else "",
            sent=_count(record.get("prompt_eval_count")),
            written=_count(record.get("eval_count")),
            last=done,
        )


def sibling_of(model: str) -> str:
    """For a build that only thinks aloud, the name of the one that answers; else nothing."""
    name = model.removesuffix(":latest")
    if name in _THINKING_ONLY or "thinking" in name:
        return name.replace("-thinking", "") + "-instruct"
    return ""


def load_body(model: str, window: int, keep: str = KEEP_LOADED) -> dict[str, Any]:
    """The request that loads a model as it is then asked: another window loads it again."""
    return {
        "model": model,
        "messages": [],
        "stream": False,
        "options": {"num_ctx": window},
        "keep_alive": keep,
    }


def same_model(one: str, other: str) -> bool:
    """Whether two names are one model; a bare name means its latest build."""
    full = [name if ":" in name.rpartition("/")[2] else f"{name}:latest" for name in (one, other)]
    return full[0] == full[1]


async def _is_loaded(wire: Wire, model: str, window: int) -> bool:
    """Whether it is in memory with this window; yes where the server does not tell."""
    reply = await wire.call("GET", "/api/ps")
    listed = reply.document
    running = listed.get("models") if isinstance(listed, Mapping) else None
    if reply.status != 200 or not isinstance(running, list):
        return True
    return any(
        isinstance(each, Mapping)
        and same_model(str(each.get("name", "")), model)
        and each.get("context_length", window) == window
        for each in running
    )


def _think(model: str, capabilities: list[Any]) -> bool | str | None:
    if "thinking" not in capabilities:
        return None
    # gpt-oss knows levels only, and answers with nothing when it is told not to think.
    return "low" if model.rpartition("/")[2].startswith("gpt-oss") else False


def context_length(info: Any) -> int:
    """How many tokens a model can read at once, from its `model_info`; 0 when unknown."""
    if not isinstance(info, Mapping):
        return 0
    family = info.get("general.architecture")
    return _count(info.get(f"{family}.context_length"))


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
