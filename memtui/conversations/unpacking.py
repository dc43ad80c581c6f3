"""Files in a zip, unpacked as they are read: never more than they say they hold.

What is packed in the usual way can be read from the middle: now and then, while it is unpacked, the
state of the unpacking is kept, so that nobody begins from the start again.
"""

import io
import weakref
import zipfile
import zlib
from bisect import bisect_right
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from memtui.conversations.layout import Stream
from memtui.conversations.source import unreadable

if TYPE_CHECKING:
    # The name of what `zlib.decompressobj` gives exists only for type checkers.
    from zlib import _Decompress as Decompress

_CHUNK = 1 << 16
# A state takes about 40 KiB.
_APART = 8 << 20
_HEADER = 30
_AGAIN = "Download it again."


class _Point(NamedTuple):
    """A state of unpacking: after so many bytes unpacked, and so many of those packed."""

    place: int
    taken: int
    state: "Decompress"


class Archive:
    """A zip that is closed when nobody can ask for its files any more.

    Args:
        archive: It.
        opened: Opens its bytes once more.
        name: What to call it.
        close: Closes it.
    """

    def __init__(
        self,
        archive: zipfile.ZipFile,
        opened: Callable[[], Stream],
        name: str,
        close: Callable[[], None],
    ) -> None:
        self.open_as_it_is = archive.open
        self.opened = opened
        self.name = name
        self._points: dict[str, list[_Point]] = {}
        self._lock = Lock()
        weakref.finalize(self, close)

    def open(self, member: zipfile.ZipInfo) -> Stream:
        """Begin to unpack a file.

        Raises:
            MemtuiError: `CONVERSATION_UNREADABLE` when it cannot be unpacked.
        """
        try:
            # This also looks at what the zip says of the file twice.
            stream = self.open_as_it_is(member)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError):
            unreadable(
                f"{self.name}/{member.filename}", "cannot be unpacked", "Download the zip again."
            )
        if member.compress_type != zipfile.ZIP_DEFLATED:
            return _Unpacking(stream, member.file_size, self.name)
        stream.close()
        return _Inflating(self, member)

    def point(self, member: zipfile.ZipInfo, place: int) -> _Point | None:
        """The last kept state of a file that is not beyond a byte."""
        with self._lock:
            points = self._points.get(member.filename, ())
            at = bisect_right(points, place, key=lambda point: point.place)
        return points[at - 1] if at else None

    def keep(self, member: zipfile.ZipInfo, point: _Point) -> None:
        """Keep a state, if it is beyond those that are kept."""
        with self._lock:
            points = self._points.setdefault(member.filename, [])
            if not points or point.place >= points[-1].place + _APART:
                points.append(point)


class _Unpacking(io.RawIOBase):
    """A file that Python's own reader unpacks; to go back in it begins from the start."""

    def __init__(self, stream: Stream, size: int, name: str) -> None:
        self._stream, self._left, self._name = stream, size, name

    def readable(self) -> bool:
        """It is."""
        return True

    def read(self, size: int = -1, /) -> bytes:
        """So many bytes, fewer at the end."""
        try:
            data: bytes = self._stream.read(size)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError):
            _damaged(self._name)
        self._left -= len(data)
        if self._left < 0:
            _more_than_said(self._name)
        return data

    def seekable(self) -> bool:
        """As far as one can seek in a zip: by unpacking again."""
        return True

    def seek(self, place: int, whence: int = 0, /) -> int:
        """Go to a byte counted from the beginning."""
        self._left = 1 << 62
        return self._stream.seek(place, whence)

    def close(self) -> None:
        """Close the file, not its zip."""
        self._stream.close()
        super().close()


class _Inflating(io.RawIOBase):
    """A deflated file; it goes on from the state that is kept before the byte asked for."""

    def __init__(self, archive: Archive, member: zipfile.ZipInfo) -> None:
        self._archive, self._member = archive, member
        self._packed = archive.opened()
        self._packed.seek(member.header_offset)
        header = self._packed.read(_HEADER)
        lengths = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:], "little")
        self._begin = member.header_offset + _HEADER + lengths
        self._go(None)

    def _go(self, point: _Point | None) -> None:
        self._place, self._taken = (point.place, point.taken) if point else (0, 0)
        self._state = point.state.copy() if point else zlib.decompressobj(-zlib.MAX_WBITS)
        # What was skipped cannot be summed up.
        self._sum = None if point else 0
        self._data = b""
        self._packed.seek(self._begin + self._taken)

    def readable(self) -> bool:
        """It is."""
        return True

    def read(self, size: int = -1, /) -> bytes:
        """So many bytes, fewer at the end."""
        wanted = self._member.file_size + 1 if size < 0 else size
        parts: list[bytes] = []
        while wanted > 0 and (part := self._some(min(wanted, _APART))):
            parts.append(part)
            wanted -= len(part)
        return b"".join(parts)

    def _some(self, most: int) -> bytes:
        """A piece of what comes next, nothing at the end."""
        try:
            while not self._state.eof:
                if not self._data:
                    left = self._member.compress_size - self._taken
                    self._data = self._packed.read(min(_CHUNK, left))
                    if not self._data:
                        _damaged(self._archive.name)
                given = len(self._data)
                part = self._state.decompress(self._data, most)
                self._data = self._state.unconsumed_tail
                self._taken += given - len(self._data)
                if part:
                    return self._counted(part)
        except (zlib.error, OSError):
            _damaged(self._archive.name)
        if self._place != self._member.file_size or self._sum not in (None, self._member.CRC):
            _damaged(self._archive.name)
        return b""

    def _counted(self, part: bytes) -> bytes:
        before, self._place = self._place, self._place + len(part)
        if self._place > self._member.file_size:
            _more_than_said(self._archive.name)
        if self._sum is not None:
            self._sum = zlib.crc32(part, self._sum)
        if before // _APART != self._place // _APART:
            self._archive.keep(self._member, _Point(self._place, self._taken, self._state.copy()))
        return part

    def seekable(self) -> bool:
        """It is."""
        return True

    def seek(self, place: int, whence: int = 0, /) -> int:
        """Go to a byte counted from the beginning."""
        point = self._archive.point(self._member, place)
        if place < self._place or (point and point.place > self._place):
            self._go(point)
        while self._place < place and self._some(min(place - self._place, _APART)):
            pass
        return self._place

    def close(self) -> None:
        """Close the file, not its zip."""
        self._packed.close()
        super().close()


def _damaged(name: str) -> NoReturn:
    unreadable(name, "is a zip archive that is damaged", _AGAIN)


def _more_than_said(name: str) -> NoReturn:
    unreadable(name, "is a zip archive that says it holds less than it does", _AGAIN)
