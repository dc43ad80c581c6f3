"""The protocol of OpenAI-style servers: llama-server, LM Studio, vLLM and others."""

import json
from typing import Any

from memtui.extract.prompt import SCHEMA, Message
from memtui.extract.refusals import Asked, refused
from memtui.extract.server import WINDOW, Attempt, Met, Piece
from memtui.extract.transport import Wire
from memtui.servers.addresses import Address


class OpenAiStyle:
    """The protocol of `/v1/chat/completions`, streamed as server-sent events."""

    by = "openai"
    chat_path = "/chat/completions"

    def asked(self, model: str, address: Address) -> Asked:
        """See `Server.asked`."""
        hint = "Choose a model that is loaded there, as `model` under [extractor]."
        return Asked("an OpenAI-style server", model, address.shown, hint)

    async def meet(self, wire: Wire, asked: Asked) -> Met:
        """Ask which models there are, and how much ours can read where the server says so.

        Raises:
            RefusalError: When it is no such server.
        """
        reply = await wire.call("GET", "/models")
        listed = reply.document
        if reply.status != 200 or not isinstance(listed, dict):
            raise refused(reply, asked)
        models = listed.get("data")
        for each in models if isinstance(models, list) else []:
            if isinstance(each, dict) and each.get("id") == asked.model:
                limit = each.get("max_model_len")
                if isinstance(limit, int) and limit > 0:
                    return Met(min(WINDOW, limit), think=False)
        return Met(think=False)

    async def load(self, wire: Wire, asked: Asked, met: Met) -> None:
        """See `Server.load`: these servers load by themselves."""

    def body(self, model: str, messages: list[Message], met: Met, attempt: Attempt) -> Any:
        """See `Server.body`."""
        body: dict[str, Any] = {
            "model": model,
            "messages": messages,
            "stream": True,
            "temperature": 0,
            "seed": 1,
            "max_tokens": met.answer,
            "stream_options": {"include_usage": True},
        }
        if attempt.format == "schema":
            schema = {"name": "facts", "strict": True, "schema": SCHEMA}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        if attempt.think is not None:
            body["chat_template_kwargs"] = {"enable_thinking": bool(attempt.think)}
        return body

    def piece(self, line: bytes) -> Piece | None:
        """See `Server.piece`."""
        name, _, value = line.partition(b":")
        if line.startswith(b"{"):
            value = line
        elif name in (b"", b"event", b"id", b"retry"):
            return None
        elif name != b"data":
            raise ValueError("no event")
        value = value.strip()
        if value == b"[DONE]":
            return Piece(last=True)
        record = json.loads(value)
        if not isinstance(record, dict):
            raise ValueError("no object")
        # vLLM has its errors at the top.
        error = record.get("error") or (record if record.get("object") == "error" else None)
        if error:
            text = error.get("message") if isinstance(error, dict) else error
            return Piece(error=text if isinstance(text, str) else json.dumps(error))
        return _choice(record)


def _choice(record: dict[str, Any]) -> Piece | None:
    usage = record.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    sent, written = _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens"))
    choices = record.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        return Piece(sent=sent, written=written) if sent else None
    delta = choices[0].get("delta") or choices[0].get("message")
    delta = delta if isinstance(delta, dict) else {}
    reason = choices[0].get("finish_reason")
    return Piece(
        content=_text(delta.get("content")),
        thinking=_text(delta.get("reasoning_content")) or _text(delta.get("reasoning")),
        done=_text(reason),
        sent=sent,
        written=written,
    )


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
