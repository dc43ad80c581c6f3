"""Serves over HTTP until the process is told to end: REST for all memories, MCP for one."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from ipaddress import ip_address
from pathlib import Path

import uvicorn
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from memtui.desk.tokens import Tokens
from memtui.errors import Code, MemtuiError
from memtui.serve.client import CLIENT, Client
from memtui.serve.guard import (
    BODY_LIMIT,
    BODY_WITHIN,
    LOOPBACK,
    Guard,
    RefusedError,
    refuse,
    told,
)
from memtui.serve.mcp_server import make_server
from memtui.serve.opened import Library
from memtui.serve.rest import make_app

_CONNECTIONS = 100
HEADERS_WITHIN = 10.0  # seconds


class Impatient(H11Protocol):
    """A connection that is closed when no request comes whole in time, however slowly it drips.

    What is refused before the app sees it is refused as the app would.
    """

    within = HEADERS_WITHIN
    most = _CONNECTIONS
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Go on waiting, or stop once a request is there."""
        if len(self.connections) > self.most:
            self.app = _busy
        super().data_received(data)
        self._watch()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, and close."""
        head, body = told(_NO_HTTP)
        # Of an answer that has begun nothing can be taken back.
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            lines = [b"HTTP/1.1 400 Bad Request", *map(b": ".join, head["headers"]), b""]
            self.transport.write(b"\r\n".join([*lines, body["body"]]))
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        if self._timer:
            self._timer.cancel()
        super().connection_lost(exc)

    def _watch(self) -> None:
        waiting = self.cycle is None or self.cycle.response_complete
        if not waiting and self._timer:
            self._timer.cancel()
            self._timer = None
        elif waiting and self._timer is None:
            self._timer = self.loop.call_later(self.within, self.transport.close)


_NO_HTTP = RefusedError(
    400,
    Code.REQUEST_UNREADABLE,
    "This is no request of HTTP, or one whose headers are malformed or too long.",
    "Send it with a library for HTTP.",
    closes=True,
)
_TOO_MANY = RefusedError(
    503,
    Code.SERVER_UNAVAILABLE,
    f"{_CONNECTIONS} connections are open already.",
    "Close some, then try again.",
    closes=True,
)


async def _busy(scope: Scope, receive: Receive, send: Send) -> None:
    await refuse(_TOO_MANY, send)


def make_guarded(
    library: Library,
    memory: str,
    tokens: Tokens,
    *,
    rest: bool = True,
    hosts: tuple[str, ...] = LOOPBACK,
    must_show: bool = False,
    within: float = BODY_WITHIN,
) -> ASGIApp:
    """The whole app: REST, MCP of one memory at `/mcp`, and the guard before both."""
    manager = StreamableHTTPSessionManager(
        make_server(library, memory, Client()), max_request_body_size=BODY_LIMIT
    )
    mcp = StreamableHTTPASGIApp(manager)

    class Mcp:
        """MCP for clients that may reach its memory."""

        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            scope[CLIENT].must_reach(memory)
            await mcp(scope, receive, send)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with manager.run():
            await asyncio.to_thread(lambda: library.open(memory).warm_up())
            yield

    app = make_app(library, [Route("/mcp", Mcp())], lifespan, rest=rest)
    return Guard(app, tokens, hosts=hosts, must_show=must_show, within=within)


def run(
    home: Path, memory: str, host: str, port: int, *, rest: bool, say: Callable[[str], None]
) -> int:
    """Serve until the process is told to end.

    Args:
        home: The folder of all memories.
        memory: The one that MCP serves; the default one is made on first use.
        host: The address to listen at.
        port: The port; 0 for any that is free.
        rest: Whether there is REST too.
        say: Told where it listens.

    Returns:
        The exit code.

    Raises:
        MemtuiError: `SERVER_UNAVAILABLE` when the address cannot be listened at; `NOT_ALLOWED`
            when it is beyond loopback and there is no token; why the memory cannot be opened.
    """
    tokens = Tokens(home)
    library = Library(home, make="default")
    # Whatever the name: what counts is where it leads. Nobody can connect yet.
    listening = _listen(host, port)
    try:
        bound = ip_address(listening.getsockname()[0])
        loopback = bound.is_loopback
        if not loopback and not tokens.all():
            raise MemtuiError(
                Code.NOT_ALLOWED,
                f"{host} can be reached by others, and there is no token to keep them out.",
                "Make one with `memtui token make NAME`, or listen at 127.0.0.1.",
            )
        library.open(memory)
        names = (*LOOPBACK, host.casefold(), str(bound))
        hosts = () if bound.is_unspecified else names
        app = make_guarded(library, memory, tokens, rest=rest, hosts=hosts, must_show=not loopback)
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listening.getsockname()[1]}"
        # Whoever reads where it listens may connect at once.
        listening.listen()
        more = ", REST at /memories, described at /openapi.json" if rest else ""
        say(f"serving {memory} at {address}: MCP at /mcp{more}; ctrl+c ends it")
        config = uvicorn.Config(
            app,
            http=Impatient,
            ws="none",
            loop="asyncio",
            log_level="error",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=3,
        )
        uvicorn.Server(config).run(sockets=[listening])
    finally:
        listening.close()
        library.close()
    return 0


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise MemtuiError(
            Code.SERVER_UNAVAILABLE,
            f"{host}:{port} cannot be listened at ({error.strerror or error}).",
            "Choose another --port, or end what listens there.",
        ) from error
    return listening
