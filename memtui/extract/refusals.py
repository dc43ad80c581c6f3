"""What a model's server answers instead of a stream, told apart: retried, or said to the person."""

import re
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Any

from memtui.errors import Code, MemtuiError
from memtui.extract.transport import Reply
from memtui.facts.text import visible


class Again(StrEnum):
    """What to do differently when asking again.

    How to think and the format are changed once for all parts. A part is asked for `ONCE_MORE` or
    `LATER` (the server is busy) once. `HALF` cuts this part and all that follow, `LESS` this part
    alone: its answer, not its words, was too long.
    """

    WITHOUT_THINKING = auto()
    OTHER_THINKING = auto()
    PLAIN_FORMAT = auto()
    NO_FORMAT = auto()
    HALF = auto()
    LESS = auto()
    ONCE_MORE = auto()
    LATER = auto()


@dataclass(frozen=True, slots=True)
class Asked:
    """Whom a request went to, for messages. `get` tells how to get a missing model."""

    kind: str
    model: str
    where: str
    get: str


class RefusalError(Exception):
    """A request was refused: `error` is what to say, unless `again` helps."""

    def __init__(self, error: MemtuiError, again: Again | None = None) -> None:
        super().__init__(error.message)
        self.error = error
        self.again = again


_TOO_LONG = re.compile(
    r"context (?:size|length|window)|input length exceeds|exceed_context_size|maximum context"
    r"|prompt is (?:longer|too long)|too many tokens",
    re.IGNORECASE,
)
_THINKING = re.compile(r"think|chat_template_kwargs|enable_thinking|reasoning", re.IGNORECASE)
_FORMAT = re.compile(
    r"grammar|json schema|response_format|json_schema|samplers|for format", re.IGNORECASE
)
_CRASHED = re.compile(
    r"unexpected(?:ly)? (?:EOF|stopped)|runner (?:process )?(?:has )?(?:terminated|crashed|stopped)"
    r"|connection (?:reset|refused) by peer|forcibly closed",
    re.IGNORECASE,
)
_MORE_ROOM = "Start the server with a larger context, or choose a model that reads more at once."
_MEMORY = re.compile(r"more system memory|out of memory|cudaMalloc|insufficient memory", re.I)


def refused(reply: Reply, asked: Asked) -> RefusalError:
    """Understand an answer that is no success."""
    text = error_text(reply)
    status = reply.status
    if status in (400, 413, 422, 500) and (again := _again(text)):
        if again is Again.ONCE_MORE:
            return RefusalError(failure(text, asked), again)
        hint = _MORE_ROOM if again is Again.HALF else "Nothing was kept."
        return RefusalError(_unavailable(f"{asked.where} refused the request: {text}", hint), again)
    if 300 <= status < 400:
        return RefusalError(
            _unavailable(
                f"{asked.where} redirects to another address, which is not followed.",
                "Give the final address as `url` under [extractor].",
            )
        )
    if status == 404 and reply.document is None:
        return RefusalError(
            _unavailable(
                f"{asked.where} is not {asked.kind}: it knows no such page.",
                "Look at the address: it is written without /api or /v1.",
            )
        )
    if status == 404:
        return RefusalError(_unavailable(f"{asked.where} has no model {asked.model!r}.", asked.get))
    if status in (401, 403, 407):
        return RefusalError(
            _unavailable(
                f"{asked.where} wants to know who asks (status {status}).",
                "Name the variable that holds the key under `headers` of [extractor], such as "
                'Authorization = "MY_KEY"; its value is sent as it is.',
            )
        )
    if status in (429, 503):
        return RefusalError(
            _unavailable(
                f"{asked.where} is busy or still loading: {text}", "Try again in a while."
            ),
            Again.LATER,
        )
    if _is_page(reply):
        return RefusalError(
            _unavailable(
                f"{asked.where} answered with a web page (status {status}): a proxy or another "
                "program stands there.",
                "Look at the address, and at HTTP_PROXY and NO_PROXY.",
            )
        )
    return RefusalError(failure(text, asked), Again.ONCE_MORE if _CRASHED.search(text) else None)


def refused_inside(text: str, asked: Asked) -> RefusalError:
    """Understand an error that comes after the answer began well."""
    return RefusalError(failure(_short(text), asked), _again(text))


def failure(text: str, asked: Asked) -> MemtuiError:
    """Understand an error that the server tells in words, before or inside a stream."""
    if "does not support chat" in text or "does not support generate" in text:
        return only_embeds(asked)
    if _MEMORY.search(text):
        return _unavailable(
            f"{asked.model} does not fit into the memory of {asked.where}: {text}",
            "Choose a smaller model, or close what else runs there.",
        )
    return _unavailable(
        f"{asked.kind} at {asked.where} failed: {text}",
        "Nothing was kept. Try again; its own log says more.",
    )


def only_embeds(asked: Asked) -> MemtuiError:
    """The failure of a model that makes vectors, not sentences."""
    return _unavailable(
        f"{asked.model} only makes embeddings; it cannot read a conversation.",
        f"Choose a model that chats. {asked.get}",
    )


def sent_away(asked: Asked, host: str) -> MemtuiError:
    """The failure of a model that would send the conversation to another company's machine."""
    return _unavailable(
        f"{asked.model} runs at {visible(host)[:80]}, not on {asked.where}: nothing was sent.",
        "Choose a model that runs locally. If it is meant to be sent there: "
        f"memtui models use {asked.model} --yes.",
    )


def web_page(asked: Asked) -> MemtuiError:
    """The failure of something that answers 200 with a page."""
    return _unavailable(
        f"{asked.where} answered with a web page: it is not {asked.kind}.",
        "Look at the address, and at HTTP_PROXY and NO_PROXY.",
    )


def silent(asked: Asked) -> MemtuiError:
    """The failure of a server that closes without a word."""
    return _unavailable(
        f"{asked.where} closed the connection without an answer.",
        f"See whether {asked.kind} still runs there, then try again.",
    )


def no_pulling(asked: Asked) -> MemtuiError:
    """The failure of a server that fetches no models."""
    return _unavailable(
        f"{asked.kind} fetches no models by itself.", "Load the model where the server runs."
    )


def pull_broke_off(asked: Asked) -> MemtuiError:
    """The failure of a model that did not arrive whole."""
    return _unavailable(
        f"{asked.model} did not arrive whole: {asked.where} stopped sending.",
        "Pull it again: it goes on where it stopped.",
    )


def too_small(asked: Asked, window: int) -> MemtuiError:
    """The failure of a model that cannot even read the instructions."""
    return _unavailable(
        f"{asked.model} reads {window:,} tokens at once, too few for a conversation.",
        "Choose a model with a window of 8,192 tokens or more.",
    )


def error_text(reply: Reply) -> str:
    """The server's own words, on one line."""
    document: Any = reply.document
    if isinstance(document, dict):
        error = document.get("error", document.get("message", document.get("detail", "")))
        if isinstance(error, dict):
            error = error.get("message", "")
        if isinstance(error, str) and error.strip():
            return _short(error)
    if _is_page(reply) or not reply.body.strip():
        return f"status {reply.status}"
    return _short(reply.body[:2000].decode("utf-8", "replace"))


def _again(text: str) -> Again | None:
    if _TOO_LONG.search(text):
        return Again.HALF
    if _FORMAT.search(text):
        return Again.PLAIN_FORMAT
    if _THINKING.search(text):
        return Again.WITHOUT_THINKING
    return Again.ONCE_MORE if _CRASHED.search(text) and not _MEMORY.search(text) else None


def _is_page(reply: Reply) -> bool:
    return b"<html" in reply.body[:2000].lower() or b"<!doctype" in reply.body[:200].lower()


def _short(text: str) -> str:
    line = " ".join(visible(text).split())
    return line if len(line) <= 300 else f"{line[:300]}…"


def _unavailable(message: str, hint: str = "Nothing was kept.") -> MemtuiError:
    if not message.endswith((".", "!", "?", "…")):
        # The words of a server, which may end as they like.
        message += "."
    return MemtuiError(Code.EXTRACTOR_UNAVAILABLE, message, hint)
