"""What comes through a pipe: a little is held in memory, more waits in a file without a name."""

import io
import tempfile
import weakref
from typing import IO

from memtui.conversations.decoding import encoding_of
from memtui.conversations.layout import Stream
from memtui.conversations.source import unreadable

_ZIP = b"PK\x03\x04"
_CHUNK = 1 << 20
_HELD = 8 << 20
# How much may come, of records or a zip and of any other text.
_LIMIT = 4 << 30
_TEXT_LIMIT = 128 << 20


class Held:
    """A file without a name, which is gone when nobody needs it any more.

    Args:
        file: It, still empty.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.size = 0
        weakref.finalize(self, file.close)


def held(stream: Stream, name: str) -> bytes | Held:
    """All that a stream gives: its bytes, or a file of them when there are many.

    Raises:
        MemtuiError: `CONVERSATION_UNREADABLE` when it begins with nothing that can be read, or
            does not end.
    """
    head = _filled(stream)
    if len(head) < _HELD:
        return head
    records = head.startswith(_ZIP)
    if not records:
        mark = encoding_of(head, name).mark
        records = head[mark:].replace(b"\0", b"").lstrip()[:1] in (b"{", b"[")
    limit = _LIMIT if records else _TEXT_LIMIT
    given = Held(tempfile.TemporaryFile())  # noqa: SIM115
    while head:
        given.size += given.file.write(head)
        if given.size > limit:
            unreadable(
                name,
                f"goes on beyond {limit // 1_000_000:,} MB",
                "Save it to a file and choose that.",
            )
        head = stream.read(_CHUNK)
    return given


def _filled(stream: Stream) -> bytes:
    parts: list[bytes] = []
    size = 0
    while size < _HELD and (part := stream.read(_HELD - size)):
        parts.append(part)
        size += len(part)
    return b"".join(parts)


class Again(io.RawIOBase):
    """A file read from its beginning, whoever else reads it."""

    def __init__(self, held: Held) -> None:
        self._held = held
        self._place = 0

    def readable(self) -> bool:
        """It is."""
        return True

    def read(self, size: int = -1, /) -> bytes:
        """So many bytes, fewer at the end."""
        self._held.file.seek(self._place)
        data = self._held.file.read(size)
        self._place += len(data)
        return data

    def seekable(self) -> bool:
        """It is."""
        return True

    def seek(self, place: int, whence: int = 0, /) -> int:
        """Go to a byte counted from the beginning, from here (1), or from the end (2)."""
        self._place = place + (0, self._place, self._held.size)[whence]
        return self._place
