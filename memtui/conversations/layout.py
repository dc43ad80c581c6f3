"""How JSON values stand in a file, by how it begins, and what is told of them."""

import json
import re
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple, Protocol

import orjson

_PROBED_LINES = 20
_OBJECT = re.compile(rb'\s*\{\s*["}]')
_LIST = re.compile(rb'\s*\[\s*(?:\{\s*["}]|\[\s*[\[{"]|\])')
DECODER = json.JSONDecoder(strict=False)


class Stream(Protocol):
    """Bytes to read."""

    def read(self, size: int = -1, /) -> bytes:
        """So many bytes, fewer at the end."""
        ...

    def seek(self, place: int, whence: int = 0, /) -> int:
        """Go to a byte counted from the beginning."""
        ...

    def close(self) -> None:
        """Read no more."""
        ...


class Layout(Enum):
    """How the values of a file stand: in one list, one to a line, or one after another."""

    LIST = "list"
    LINES = "lines"
    VALUES = "values"


class Value(NamedTuple):
    """A complete JSON value, and from which to which byte of the stream it goes."""

    value: Any
    start: int
    end: int


@dataclass(slots=True)
class Damage:
    """What could not be read: how many values, and whether the end of the file is missing.

    Of `values`, `too_deep` are nested deeper than any conversation.
    """

    values: int = 0
    cut: bool = False
    too_large: int = 0
    too_deep: int = 0


def layout_of(head: bytes, *, whole: bool) -> Layout | None:
    """How the values stand in a file that begins like this; `None` when it is no JSON.

    Args:
        head: The first bytes, in UTF-8 without a mark.
        whole: Whether that is all of the file.
    """
    lines = [line for line in head.split(b"\n") if line.strip()]
    complete = lines if whole or head.endswith(b"\n") else lines[:-1]
    probed = complete[:_PROBED_LINES]
    readable = sum(line.lstrip()[:1] in (b"{", b"[") and _is_json(line) for line in probed)
    if readable and len(lines) > 1 and readable * 2 >= len(probed):
        return Layout.LINES
    if _LIST.match(head):
        return Layout.LIST
    if _OBJECT.match(head):
        return Layout.VALUES
    start = head.lstrip()[:1]
    if whole and start in (b"{", b"[") and _is_json(head):
        return Layout.LIST if start == b"[" else Layout.VALUES
    return None


def _is_json(data: bytes) -> bool:
    try:
        parsed(data)
    except ValueError:
        return False
    except RecursionError:
        # As far as can be told.
        return True
    return True


def parsed(data: bytes) -> Any:
    """The value that some bytes are.

    Raises:
        ValueError, RecursionError: They are none, or one nested too deep.
    """
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        return DECODER.decode(data.decode("utf-8", "surrogateescape"))
