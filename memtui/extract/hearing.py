"""An answer while it streams in: complete, refused, broken off, or stopped for running away."""

from collections.abc import Callable
from dataclasses import replace

from memtui.extract.answer import unreadable
from memtui.extract.lines import Lines
from memtui.extract.refusals import Asked, refused, refused_inside, silent, web_page
from memtui.extract.server import Piece
from memtui.extract.transport import Reply

_REFUSAL_LIMIT = 65_536


class Heard:
    """An answer while it streams in."""

    def __init__(self, asked: Asked) -> None:
        self.head: Reply | None = None
        self.content = ""
        self.thinking = ""
        self.done = ""
        self.over = False
        self.sent = 0
        self.written = 0
        self._asked = asked
        self._lines = Lines()
        self._refusal = bytearray()

    def take(self, chunk: bytes, read: Callable[[bytes], Piece | None]) -> None:
        """Read what arrived."""
        if self.head is not None and self.head.status != 200:
            self._refusal += chunk[: _REFUSAL_LIMIT - len(self._refusal)]
            return
        for line in self._lines.take(chunk):
            self._line(line, read)

    def finish(self, read: Callable[[bytes], Piece | None]) -> None:
        """Read what is left at the end.

        Raises:
            RefusalError: When the answer is a refusal.
        """
        if self.head is None:
            raise silent(self._asked)
        if self.head.status != 200:
            raise refused(replace(self.head, body=bytes(self._refusal)), self._asked)
        if not self.over:
            for line in self._lines.rest():
                self._line(line, read, last=True)

    def _line(
        self, line: bytes, read: Callable[[bytes], Piece | None], *, last: bool = False
    ) -> None:
        if self.over:
            return
        try:
            piece = read(line)
        except (ValueError, RecursionError):
            if last and (self.content or self.thinking):
                return
            if line.lstrip()[:1] == b"<":
                raise web_page(self._asked) from None
            raise unreadable(f"{self._asked.where} sent something that is no answer.") from None
        if piece is None:
            return
        if piece.error:
            raise refused_inside(piece.error, self._asked)
        self.content += piece.content
        self.thinking += piece.thinking
        self.done = piece.done or self.done
        self.over = self.over or piece.last
        self.sent = piece.sent or self.sent
        self.written = piece.written or self.written + bool(piece.content or piece.thinking)
