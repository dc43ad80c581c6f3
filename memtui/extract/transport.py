"""HTTP to a model's server: one deadline for all of it, streams that can be left at any moment.

The only module that knows httpx. Every failure of the network leaves here as a `MemtuiError`.
"""

import asyncio
import contextlib
import json
import ssl
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

import httpx

from memtui.errors import Code, MemtuiError
from memtui.servers.addresses import Address
from memtui.settings import path_of

_CONNECT_TIMEOUT = 10.0
# Of an answer that is no stream, more than this is not looked at.
_BODY_LIMIT = 4 * 1024 * 1024

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Timing:
    """How long things may take, in seconds.

    `limit` is for one answer, `tick` how often a silent server is reported, `pause` how long a busy
    one is left alone.
    """

    limit: float = 600.0
    tick: float = 1.0
    pause: float = 3.0
    clock: Clock = time.monotonic


@dataclass(frozen=True, slots=True)
class Reply:
    """The head of an answer, and all of its body where it was read whole."""

    status: int
    content_type: str
    body: bytes = b""
    location: str = ""

    @property
    def document(self) -> Any:
        """The body as JSON, `None` when it is none."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            return None


@dataclass(slots=True)
class Wire:
    """Connections to one server, for one extraction; use it with `async with`."""

    address: Address
    headers: Mapping[str, str]
    ca_file: str
    start_hint: str
    timing: Timing
    _client: httpx.AsyncClient = field(init=False)
    _started: float = field(init=False)

    async def __aenter__(self) -> "Wire":
        self._started = self.timing.clock()
        try:
            self._client = httpx.AsyncClient(
                base_url=self.address.url,
                headers={**self.headers, "Accept-Encoding": "identity"},
                verify=self._verify(),
                trust_env=not self.address.near,
                follow_redirects=False,
                timeout=httpx.Timeout(None, connect=_CONNECT_TIMEOUT),
            )
        except (ImportError, ValueError) as problem:
            raise MemtuiError(
                Code.EXTRACTOR_UNAVAILABLE,
                f"The proxy of this system cannot be used: {problem}",
                f"Leave it out with NO_PROXY={self.address.host}.",
            ) from problem
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._client.aclose()

    @property
    def elapsed(self) -> float:
        """Seconds since the last request was begun."""
        return self.timing.clock() - self._started

    async def call(self, method: str, path: str, body: Any = None) -> Reply:
        """Ask for something small and wait for all of it.

        Raises:
            MemtuiError: `EXTRACTOR_UNAVAILABLE` when nothing answers in time.
        """
        head: Reply | None = None
        received = bytearray()
        async with contextlib.aclosing(self.stream(method, path, body)) as answer:
            async for each in answer:
                if isinstance(each, Reply):
                    head = each
                elif each is not None and len(received) < _BODY_LIMIT:
                    received += each
        if head is None:
            raise self._broken("it closed the connection without an answer")
        return Reply(head.status, head.content_type, bytes(received), head.location)

    async def stream(
        self, method: str, path: str, body: Any = None
    ) -> AsyncGenerator[Reply | bytes | None, None]:
        """Ask for something long: its head, then its bytes; `None` for every tick of silence.

        Raises:
            MemtuiError: `EXTRACTOR_UNAVAILABLE` when the connection fails or time is up.
        """
        self._started = self.timing.clock()
        queue: asyncio.Queue[Reply | bytes | BaseException | None] = asyncio.Queue()
        task = asyncio.create_task(self._pump(method, path, body, queue))
        try:
            while True:
                left = self.timing.limit - self.elapsed
                if left <= 0:
                    raise self._late()
                try:
                    # Python 3.11's `wait_for` loses a cancellation that comes with an item.
                    async with asyncio.timeout(min(self.timing.tick, left)):
                        each = await queue.get()
                except TimeoutError:
                    yield None
                    continue
                if each is None:
                    return
                if isinstance(each, BaseException):
                    raise self._failure(each) from each
                yield each
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _pump(
        self,
        method: str,
        path: str,
        body: Any,
        queue: asyncio.Queue[Reply | bytes | BaseException | None],
    ) -> None:
        try:
            async with self._client.stream(method, path, json=body) as response:
                queue.put_nowait(
                    Reply(
                        response.status_code,
                        response.headers.get("content-type", ""),
                        location=response.headers.get("location", ""),
                    )
                )
                async for chunk in response.aiter_bytes():
                    queue.put_nowait(chunk)
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as problem:
            queue.put_nowait(problem)
        else:
            queue.put_nowait(None)

    def _verify(self) -> ssl.SSLContext | bool:
        if self.address.scheme == "http":
            return False
        if not self.ca_file:
            return True
        try:
            return ssl.create_default_context(cafile=str(path_of(self.ca_file)))
        except (OSError, ssl.SSLError) as problem:
            raise MemtuiError(
                Code.NO_EXTRACTOR,
                f"The certificates in {self.ca_file} cannot be read: {problem}.",
                "Correct `ca_file` under [extractor].",
            ) from problem

    def _failure(self, problem: BaseException) -> MemtuiError:
        if isinstance(problem, httpx.ConnectTimeout):
            return MemtuiError(
                Code.EXTRACTOR_UNAVAILABLE,
                f"{self.address.shown} does not answer: no connection in {_CONNECT_TIMEOUT:.0f} s.",
                "Look at the address, the network and firewalls between.",
            )
        if isinstance(problem, httpx.ConnectError):
            if "CERTIFICATE" in str(problem).upper():
                return MemtuiError(
                    Code.EXTRACTOR_UNAVAILABLE,
                    f"The certificate of {self.address.shown} is not trusted.",
                    "Name its authority's file as `ca_file` under [extractor].",
                )
            return MemtuiError(
                Code.EXTRACTOR_UNAVAILABLE,
                f"Nothing answers at {self.address.shown}.",
                self.start_hint,
            )
        return self._broken(str(problem) or type(problem).__name__)

    def _broken(self, why: str) -> MemtuiError:
        return MemtuiError(
            Code.EXTRACTOR_UNAVAILABLE,
            f"The connection to {self.address.shown} broke off before the answer was complete: "
            f"{why.rstrip('.')}.",
            "Nothing was kept. See whether the server still runs, then try again.",
        )

    def _late(self) -> MemtuiError:
        return MemtuiError(
            Code.EXTRACTOR_UNAVAILABLE,
            f"{self.address.shown} did not finish within {self.timing.limit:g} s.",
            "Nothing was kept. Choose a smaller model or a shorter conversation, or a longer "
            "`timeout` under [extractor].",
        )
