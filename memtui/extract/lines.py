"""Lines of a stream whose chunks end anywhere, also inside a character."""

from collections.abc import Iterator

from memtui.errors import Code, MemtuiError

# A line of an answer is a few words; one of 5 MB has been seen.
_LIMIT = 16 * 1024 * 1024


class Lines:
    """Collects bytes and gives them back line by line, without blank ones."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def take(self, chunk: bytes) -> Iterator[bytes]:
        """The lines that are complete with this chunk.

        Raises:
            MemtuiError: `EXTRACTOR_UNREADABLE` for a line without end.
        """
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            line = b"".join((*self._parts, end)).strip()
            self._parts, self._size = [], 0
            if line:
                yield line
        self._parts.append(rest)
        self._size += len(rest)
        if self._size > _LIMIT:
            raise MemtuiError(
                Code.EXTRACTOR_UNREADABLE,
                f"The server sent a line of more than {_LIMIT // 1024 // 1024} MB.",
                "Nothing was kept. Look at the address.",
            )

    def rest(self) -> Iterator[bytes]:
        """What came after the last line end."""
        line = b"".join(self._parts).strip()
        self._parts, self._size = [], 0
        if line:
            yield line
