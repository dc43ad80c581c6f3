"""Who is let in over HTTP, and how much and how slowly they may send: before any route is asked.

A page in a browser can send requests to loopback under a name that it made resolve there, so the
`Host` must be one of ours, and an `Origin` none but our own. No other origin is ever allowed.
"""

import asyncio
import json
import re
from collections.abc import Collection

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memtui.desk.as_json import error_json
from memtui.desk.tokens import Scope as May
from memtui.desk.tokens import Tokens
from memtui.errors import Code, MemtuiError
from memtui.serve.client import CLIENT, Client

LOOPBACK = ("127.0.0.1", "localhost", "::1")
BODY_LIMIT = 2_000_000
BODY_WITHIN = 20.0  # seconds
_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([^\s:\[\]@/]+))(?::[0-9]{0,5})?")
_OPEN = ("/health", "/openapi.json")
_HEADERS = [
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
]


class RefusedError(Exception):
    """A request that goes no further; `closes` is whether its connection does not either."""

    def __init__(
        self, status: int, code: Code, message: str, hint: str = "", *, closes: bool = False
    ) -> None:
        super().__init__(message)
        self.status = status
        self.error = MemtuiError(code, message, hint)
        self.closes = closes


class Guard:
    """Stands before an app.

    Args:
        app: What is guarded.
        tokens: The tokens in force.
        hosts: The names that a request may call this server by; empty for any, where every
            request needs a token anyway.
        must_show: Whether a token is needed even where there is none.
        within: How many seconds a body may take.
    """

    def __init__(
        self,
        app: ASGIApp,
        tokens: Tokens,
        *,
        hosts: Collection[str] = LOOPBACK,
        must_show: bool = False,
        within: float = BODY_WITHIN,
    ) -> None:
        self._app = app
        self._tokens = tokens
        self._hosts = frozenset(hosts)
        self._must_show = must_show
        self._within = within

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through with its `Client`, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        try:
            headers = Headers(scope=scope)
            self._look_at_host(headers)
            if scope["path"] not in _OPEN:
                scope[CLIENT] = self._client(headers)
            body = await self._body(headers, receive)
        except RefusedError as refused:
            await refuse(refused, send)
            return
        except MemtuiError as error:
            await refuse(RefusedError(500, error.code, error.message, error.hint), send)
            return
        await self._app(scope, _replayed(body, receive), _with_headers(send))

    def _look_at_host(self, headers: Headers) -> None:
        host = headers.get("host", "")
        if self._hosts and _name(host) not in self._hosts:
            raise RefusedError(
                421,
                Code.NOT_ALLOWED,
                f"This server is not called {host[:80]!r}.",
                "Ask it by its own address, such as 127.0.0.1.",
            )
        if any(not host or origin not in _origins(host) for origin in headers.getlist("origin")):
            raise RefusedError(
                403,
                Code.NOT_ALLOWED,
                "Pages of other origins may not ask this server.",
                "Ask it from a program instead of a page.",
            )

    def _client(self, headers: Headers) -> Client:
        given = headers.get("authorization")
        if given is None:
            if self._must_show or self._tokens.wanted:
                raise _token_wanted("This needs a token.")
            return Client()
        kind, _, token = given.partition(" ")
        found = self._tokens.find(token.strip()) if kind.casefold() == "bearer" else None
        if found is None:
            raise _token_wanted("This token is not known, or was revoked.")
        return Client(found.name, May(found.scope), named=True, memory=found.memory)

    async def _body(self, headers: Headers, receive: Receive) -> bytes:
        told = headers.get("content-length", "")
        if told.isdecimal() and int(told[:12]) > BODY_LIMIT:
            raise _too_large()
        body = bytearray()
        try:
            async with asyncio.timeout(self._within):
                while True:
                    message = await receive()
                    body += message.get("body", b"")
                    if len(body) > BODY_LIMIT:
                        raise _too_large()
                    if message["type"] != "http.request" or not message.get("more_body"):
                        return bytes(body)
        except TimeoutError:
            raise RefusedError(
                408,
                Code.REQUEST_UNREADABLE,
                f"The request did not come whole within {self._within:g} seconds.",
                "Send it again.",
                closes=True,
            ) from None


def _name(host: str) -> str:
    """The name in a `Host` header, without its port; empty when it is no such header's value."""
    found = _HOST.fullmatch(host)
    return (found[1] or found[2]).casefold() if found else ""


def _origins(host: str) -> tuple[str, str]:
    """What a page of this server, perhaps behind a proxy with TLS, says that it comes from."""
    return f"http://{host}", f"https://{host}"


def _token_wanted(message: str) -> RefusedError:
    hint = "Send `Authorization: Bearer TOKEN`; the person makes one with `memtui token make`."
    return RefusedError(401, Code.NOT_ALLOWED, message, hint)


def _too_large() -> RefusedError:
    return RefusedError(
        413,
        Code.REQUEST_UNREADABLE,
        f"The request is larger than {BODY_LIMIT // 1_000_000} MB.",
        "Send less at once.",
        # Nothing more of it is read.
        closes=True,
    )


def _replayed(body: bytes, receive: Receive) -> Receive:
    """What was read already, then whatever comes: that the client has gone."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return messages.pop() if messages else await receive()

    return replay


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            there = {name for name, _ in message.get("headers", ())}
            more = [each for each in _HEADERS if each[0] not in there]
            message = {**message, "headers": [*message.get("headers", ()), *more]}
        await send(message)

    return sending


def told(refused: RefusedError) -> tuple[Message, Message]:
    """The two messages that answer a refused request."""
    body = json.dumps({"error": error_json(refused.error)}, ensure_ascii=False).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *([(b"connection", b"close")] if refused.closes else []),
        *([(b"www-authenticate", b"Bearer")] if refused.status == 401 else []),
        *_HEADERS,
    ]
    start = {"type": "http.response.start", "status": refused.status, "headers": headers}
    return start, {"type": "http.response.body", "body": body}


async def refuse(refused: RefusedError, send: Send) -> None:
    """Answer a refused request."""
    for message in told(refused):
        await send(message)
