"""How a server of vectors is reached: whose word on proxies counts, and what every failure means.

Servers near by are asked directly; redirects are never followed, since headers may hold a key.
Whoever asks waits no longer than was said, whatever a server sends meanwhile.
"""

import json
import ssl
import threading
import time
from collections.abc import Mapping
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any
from urllib.parse import SplitResult, urlsplit

import httpx

from memtui.search.unavailable import unavailable
from memtui.servers.addresses import AddressError, is_near, read_address
from memtui.settings import path_of

# A hundred vectors of 4,096 numbers written out are some 10 MB.
_LARGEST_ANSWER = 100_000_000
_CONNECT_SECONDS = 10.0
# What a server says that may well answer the same later on.
BUSY = (429, 502, 503, 504, 529)


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not a failure
    """A server's own refusal: the status and what it says."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(f"{status}: {said}")
        self.status = status
        self.said = said


class Within:
    """So many seconds from now on, for all that is asked within them."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._until = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """How many seconds of them are left."""
        return max(0.0, self._until - time.monotonic())


class Server:
    """One server's address with what goes along with every request."""

    def __init__(
        self,
        url: str,
        headers: Mapping[str, str],
        seconds: float,
        *,
        section: str,
        ca_file: str = "",
    ) -> None:
        """Prepare to ask; nothing is sent.

        Args:
            url: The base address, with or without a path.
            headers: What goes along with every request.
            seconds: How long one answer may take.
            section: Where in the settings the server stands, for hints.
            ca_file: Certificates to trust in place of the usual ones.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE` for an address that is none, or a certificate or proxy
                that cannot be used.
        """
        address = _address(url, section)
        self.name = address.netloc.rpartition("@")[2]
        self._seconds = seconds
        self._section = section
        self._make = partial(
            httpx.Client,
            base_url=url,
            headers=headers,
            trust_env=not is_near(address.hostname or ""),
            verify=address.scheme == "https" and _certificates(ca_file, section),
        )
        self._lock = threading.Lock()
        self._closed = False
        self._waiting: set[SimpleQueue[Any]] = set()
        try:
            # Each is used by one request at a time, so that a late one is ended alone.
            self._idle = [self._make()]
        except ImportError as error:
            raise unavailable(
                f"The proxy set for {self.name} cannot be used: {error}.",
                f"Unset ALL_PROXY, or put {address.hostname} into NO_PROXY.",
            ) from error

    def get(self, path: str, within: Within | None = None) -> Any:
        """The answer to a GET; see `post`."""
        return self._ask("GET", path, None, within)

    def post(self, path: str, body: object, within: Within | None = None) -> Any:
        """The parsed answer to a POST of JSON.

        Args:
            path: Below the base address.
            body: What is sent.
            within: How long this answer may take, where not as long as every other.

        Raises:
            Refused: When the server says no.
            MemtuiError: `INDEX_UNAVAILABLE` when it does not answer in time, or not with JSON.
        """
        return self._ask("POST", path, body, within)

    def close(self) -> None:
        """Close the connections; who waits for an answer waits no more."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            for answers in self._waiting:
                answers.put(self._gone())
        for client in idle:
            client.close()

    def _ask(self, method: str, path: str, body: object, within: Within | None) -> Any:
        within = within or Within(self._seconds)
        answers: SimpleQueue[Any] = SimpleQueue()
        with self._lock:
            if self._closed:
                raise self._gone()
            client = self._idle.pop() if self._idle else self._make()
            self._waiting.add(answers)

        def answer() -> None:
            try:
                answers.put(self._answered(client, method, path, body, within))
            except BaseException as error:  # noqa: BLE001 - who waits for it raises it
                answers.put(error)

        came = False
        try:
            # A thread of its own: a name looked up and headers that trickle heed no timeout.
            threading.Thread(target=answer, name="ask a server", daemon=True).start()
            try:
                said = answers.get(timeout=within.left)
            except Empty:
                raise self._late(within) from None
            came = True
        finally:
            with self._lock:
                self._waiting.discard(answers)
                keep = came and not self._closed
                if keep:
                    self._idle.append(client)
            if not keep:
                client.close()
        if isinstance(said, BaseException):
            raise said
        return said

    def _answered(
        self, client: httpx.Client, method: str, path: str, body: object, within: Within
    ) -> Any:
        patience = httpx.Timeout(within.left, connect=min(within.left, _CONNECT_SECONDS))
        data = bytearray()
        try:
            with client.stream(method, path, json=body, timeout=patience) as answer:
                for piece in answer.iter_bytes():
                    data += piece
                    if not within.left:
                        raise self._late(within)
                    if len(data) > _LARGEST_ANSWER:
                        raise self._odd("far too much")
        except httpx.TimeoutException as error:
            raise self._late(within) from error
        except (httpx.TransportError, httpx.InvalidURL, RuntimeError) as error:
            raise unavailable(
                f"{self.name} does not answer ({error}).",
                f"Start the server, or choose another one under {self._section}.",
            ) from error
        if 300 <= answer.status_code < 400:
            raise self._odd(f"a redirect to {answer.headers.get('location', 'nowhere')}")
        if answer.status_code not in (200, 201):
            raise Refused(answer.status_code, _reason(bytes(data)))
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            raise self._odd("something else than JSON") from error

    def _gone(self) -> Exception:
        return unavailable(f"The connection to {self.name} was closed.", "")

    def _late(self, within: Within) -> Exception:
        return unavailable(
            f"{self.name} did not answer within {within.seconds:g} seconds.",
            f"Try again, or choose another one under {self._section}.",
        )

    def _odd(self, what: str) -> Exception:
        return unavailable(
            f"{self.name} answered with {what}.",
            f"Check the address under {self._section}.",
        )


def ollama_address(given: str) -> str:
    """Where Ollama answers, from what `OLLAMA_HOST` says, read as Ollama itself reads it.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE` when it says nothing that is an address.
    """
    try:
        return read_address(given).url
    except AddressError as error:
        raise unavailable(
            f"{error.shown!r} is no address of a server.",
            "Give it as http://host:port in OLLAMA_HOST.",
        ) from error


def with_path(url: str, usual: str, *, section: str) -> str:
    """An address with the usual path, where it names none.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE` when it is no address.
    """
    bare = url.rstrip("/")
    return bare if _address(bare, section).path else bare + usual


def _address(url: str, section: str) -> SplitResult:
    try:
        address = urlsplit(url)
        usable = address.scheme in ("http", "https") and (address.hostname or address.port)
        usable = usable and address.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise unavailable(
            f"{url.rpartition('@')[2]!r} is no address of a server.",
            f"Give it as http://host:port under {section}.",
        )
    return address


def _certificates(ca_file: str, section: str) -> ssl.SSLContext | bool:
    if not ca_file:
        return True
    try:
        return ssl.create_default_context(cafile=str(path_of(ca_file)))
    except OSError as error:
        raise unavailable(
            f"The certificate file {ca_file} cannot be used: {error}.",
            f"Correct ca_file under {section}.",
        ) from error


def _reason(data: bytes) -> str:
    """What an error answer says, in the shapes of Ollama and of OpenAI-style servers."""
    text = data[:2_000].decode("utf-8", "replace")
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return " ".join(text.split())[:200]
    said = said.get("error", said) if isinstance(said, dict) else said
    said = said.get("message", said) if isinstance(said, dict) else said
    return " ".join(str(said).split())[:200]
