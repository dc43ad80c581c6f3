"""Addresses of servers: how people write them, and which are on this machine or network."""

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

OLLAMA_PORT = 11434
_PORTS = {"http": 80, "https": 443}
_NO_HOST = "the host's name cannot be one"
_NO_PORT = "a port is a number from 1 to 65535"
_NEAR = (".local", ".localhost", ".lan", ".internal", ".home.arpa")


class AddressError(ValueError):
    """A text that is no address: `shown` of it may be said, and `why`."""

    def __init__(self, text: str, why: str) -> None:
        super().__init__(why)
        self.shown = text.rpartition("@")[2][:80]
        self.why = why


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server answers. `login` is what stands before an `@`, and never shown."""

    scheme: str
    host: str
    port: int
    path: str = ""
    login: str = ""

    @property
    def url(self) -> str:
        """The address for requests, without a final slash."""
        login = f"{self.login}@" if self.login else ""
        return f"{self.scheme}://{login}{self.shown}"

    @property
    def shown(self) -> str:
        """The address for people."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}{self.path}"

    @property
    def near(self) -> bool:
        """Whether it is this machine or a private network, so that no proxy leads there."""
        return is_near(self.host)


def is_near(host: str) -> bool:
    """Whether a host is this machine or in a private network, where no proxy leads."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        name = host.casefold().rstrip(".")
        return "." not in name or name.endswith(_NEAR)
    return address.is_private or address.is_loopback or address.is_link_local


def read_address(text: str, *, port: int = OLLAMA_PORT) -> Address:
    """Read an address as `OLLAMA_HOST` is read: quotes trimmed, scheme and port optional.

    Args:
        text: `host`, `host:port`, `:port`, `http://host/path`…
        port: The port where there is neither a scheme nor a port.

    Raises:
        AddressError: It is no address.
    """
    trimmed = text.strip().strip("\"'").strip()
    scheme, separator, rest = trimmed.partition("://")
    if not separator:
        scheme, rest = "http", trimmed
    scheme = scheme.lower()
    if scheme not in _PORTS:
        raise AddressError(trimmed, "only http and https are spoken")
    if not separator and re.fullmatch(r"[0-9a-fA-F:]*:[0-9a-fA-F:]*:[0-9a-fA-F:.]*", rest):
        rest = f"[{rest}]"
    try:
        parts = urlsplit(f"{scheme}://{rest}")
        host = parts.hostname or "127.0.0.1"
    except ValueError as problem:
        raise AddressError(trimmed, _NO_HOST) from problem
    try:
        given = parts.port
    except ValueError as problem:
        raise AddressError(trimmed, _NO_PORT) from problem
    if given == 0:
        raise AddressError(trimmed, _NO_PORT)
    if re.search(r"[\s\\<>\"{}|^`\x00-\x20]", host):
        raise AddressError(trimmed, _NO_HOST)
    login = parts.netloc.rpartition("@")[0]
    return Address(
        scheme,
        {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host),
        given or (_PORTS[scheme] if separator else port),
        quote(parts.path.rstrip("/"), safe="/%:@!$&'()*+,;=~-._"),
        login,
    )
