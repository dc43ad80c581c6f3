"""How a server of vectors is reached: whose word on proxies counts, and what every failure means.

Servers near by are asked directly; redirects are never followed, since headers may hold a key.
"""

import json
import ssl
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import SplitResult, urlsplit

import httpx

from memtui.search.unavailable import unavailable
from memtui.servers.addresses import AddressError, is_near, read_address
from memtui.settings import path_of

# A hundred vectors of 4,096 numbers written out are some 10 MB.
_LARGEST_ANSWER = 100_000_000
_CONNECT_SECONDS = 10.0


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not a failure
    """A server's own refusal: the status and what it says."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(f"{status}: {said}")
        self.status = status
        self.said = said


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
        try:
            self._client = httpx.Client(
                base_url=url,
                headers=headers,
                trust_env=not is_near(address.hostname or ""),
                verify=address.scheme == "https" and _certificates(ca_file, section),
            )
        except ImportError as error:
            raise unavailable(
                f"The proxy set for {self.name} cannot be used: {error}.",
                f"Unset ALL_PROXY, or put {address.hostname} into NO_PROXY.",
            ) from error

    def get(self, path: str) -> Any:
        """The answer to a GET; see `post`."""
        return self._ask("GET", path, None, self._seconds)

    def post(self, path: str, body: object, *, seconds: float | None = None) -> Any:
        """The parsed answer to a POST of JSON.

        Args:
            path: Below the base address.
            body: What is sent.
            seconds: How long this answer may take, where not as long as every other.

        Raises:
            Refused: When the server says no.
            MemtuiError: `INDEX_UNAVAILABLE` when it does not answer in time, or not with JSON.
        """
        return self._ask("POST", path, body, seconds or self._seconds)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _ask(self, method: str, path: str, body: object, seconds: float) -> Any:
        until = time.monotonic() + seconds
        patience = httpx.Timeout(seconds, connect=min(seconds, _CONNECT_SECONDS))
        data = bytearray()
        try:
            with self._client.stream(method, path, json=body, timeout=patience) as answer:
                for piece in answer.iter_bytes():
                    data += piece
                    if time.monotonic() > until:
                        raise self._late(seconds)
                    if len(data) > _LARGEST_ANSWER:
                        raise self._odd("far too much")
        except httpx.TimeoutException as error:
            raise self._late(seconds) from error
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

    def _late(self, seconds: float) -> Exception:
        return unavailable(
            f"{self.name} did not answer within {seconds:.0f} seconds.",
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
