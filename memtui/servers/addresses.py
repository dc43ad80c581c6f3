"""Addresses of servers: how people write them, and which are on this machine or network."""

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

OLLAMA_PORT = 11434
_PORTS = {"http": 80, "https": 443}
LOGIN_SHOWN = "•••"
"""What stands for a name and password where an address is shown to be typed anew."""
_NO_HOST = "the host's name cannot be one"
_NO_PORT = "a port is a number from 1 to 65535"
_SCHEME = re.compile(r"\s*[A-Za-z][A-Za-z0-9+.-]*://")
_NEAR = (".local", ".localhost", ".lan", ".internal", ".home.arpa")


class AddressError(ValueError):
    """A text that is no address: `shown` of it may be said, and `why`."""

    def __init__(self, text: str, why: str) -> None:
        super().__init__(why)
        self.shown = without_login(text)[:80] or "…"
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


def parted(text: str) -> tuple[str, str, str]:
    """The scheme with its `://`, the name and password with their `@`, and all that may be shown.

    The first two are empty where there are none.
    """
    before, separator, rest = text.rpartition("@")
    scheme = _SCHEME.match(text)
    begins = scheme[0] if scheme else ""
    if not separator:
        return begins, "", text.removeprefix(begins)
    return begins, (before + separator).removeprefix(begins), rest


def without_login(text: str) -> str:
    """An address as it was written, without name and password."""
    scheme, _, rest = parted(text)
    return scheme + re.split("[?#]", rest)[0]


def check_address(text: str, *, bare: bool = True) -> None:
    """Refuse an address that no server can have.

    Args:
        text: The address, as a person wrote it.
        bare: Whether it may stand there without http:// or https://.

    Raises:
        AddressError: It is none, and why.
    """
    scheme, login, rest = parted(text.strip())
    if not bare and not scheme:
        raise AddressError(text, "it has to begin with http:// or https://")
    if re.search("[@/?#]", login[:-1]):
        raise AddressError(text, "in a name or password, @ is written %40 and / %2F")
    read_address(text)
    if not rest.partition("/")[0].strip(":"):
        raise AddressError(text, "it names no host")
    if re.search("[?#]", rest):
        raise AddressError(text, "what stands behind ? or # is never sent")


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
