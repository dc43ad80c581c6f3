"""Addresses of model servers, as the settings and `OLLAMA_HOST` write them."""

from memtui.errors import Code, MemtuiError
from memtui.servers.addresses import OLLAMA_PORT, Address, AddressError, read_address


def address_of(text: str, *, port: int = OLLAMA_PORT) -> Address:
    """Read an address; see `read_address`.

    Raises:
        MemtuiError: `NO_EXTRACTOR` when it is no address.
    """
    try:
        return read_address(text, port=port)
    except AddressError as problem:
        raise MemtuiError(
            Code.NO_EXTRACTOR,
            f"{problem.shown!r} is not the address of a server: {problem.why}.",
            "Write it like http://127.0.0.1:11434, in OLLAMA_HOST or as `url` under [extractor].",
        ) from problem
