"""Ollama's own protocol: `/api/show` and a streamed `/api/chat`."""

import json
from collections.abc import Mapping
from typing import Any

from memtui.extract.hosts import Address
from memtui.extract.prompt import SCHEMA, Message
from memtui.extract.refusals import Asked, only_embeds, refused, sent_away
from memtui.extract.server import WINDOW, Attempt, Met, Piece
from memtui.extract.transport import Wire

_KEEP_LOADED = "10m"
# Builds of these names only think aloud; the sibling ending in -instruct answers.
_THINKING_ONLY = ("qwen3:4b", "qwen3:30b")


class Ollama:
    """The protocol of Ollama, from 0.5 on."""

    by = "ollama"
    chat_path = "/api/chat"

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
            if "cloud" not in asked.model:
                raise sent_away(asked, str(away))
            notes.append(f"{asked.model} ran at {away}, so the conversation was sent there.")
        if asked.model in _THINKING_ONLY or "thinking" in asked.model:
            notes.append(
                f"{asked.model} always thinks before it answers; "
                f"{asked.model.removesuffix('-thinking')}-instruct is quicker."
            )
        limit = _context_length(shown.get("model_info"))
        return Met(min(WINDOW, limit or WINDOW), _think(asked.model, capabilities), tuple(notes))

    def body(self, model: str, messages: list[Message], met: Met, attempt: Attempt) -> Any:
        """See `Server.body`."""
        body = {
            "model": model,
            "messages": messages,
            "stream": True,
            "format": SCHEMA if attempt.schema else "json",
            "options": {
                "temperature": 0,
                "seed": 1,
                "num_ctx": met.window,
                "num_predict": met.answer,
            },
            "truncate": False,
            "shift": False,
            "keep_alive": _KEEP_LOADED,
        }
        return body if attempt.think is None else {**body, "think": attempt.think}

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
        )


def _think(model: str, capabilities: list[Any]) -> bool | str | None:
    if "thinking" not in capabilities:
        return None
    # gpt-oss knows levels only, and answers with nothing when it is told not to think.
    return "low" if model.rpartition("/")[2].startswith("gpt-oss") else False


def _context_length(info: Any) -> int:
    if not isinstance(info, Mapping):
        return 0
    family = info.get("general.architecture")
    return _count(info.get(f"{family}.context_length"))


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
