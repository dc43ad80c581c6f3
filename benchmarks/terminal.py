"""A program in a terminal of its own: what it writes, when, and the processor time it takes."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from types import TracebackType


@dataclass(frozen=True, slots=True)
class Answer:
    """What came after a key: bytes, seconds to the last of them, seconds of processor time."""

    size: int
    seconds: float
    processor: float


class Terminal:
    """A running program and the other end of its terminal."""

    def __init__(
        self, argv: Sequence[str], env: Mapping[str, str], *, columns: int = 120, lines: int = 40
    ) -> None:
        self._end, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self._started = perf_counter()
        self._process = subprocess.Popen(
            argv, stdin=inner, stdout=inner, stderr=inner, env=env, start_new_session=True
        )
        os.close(inner)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        os.close(self._end)

    def wait_for(self, text: str, timeout: float = 60) -> float:
        """Read until a text has come; the seconds since the program was started."""
        seen = b""
        while text.encode() not in seen:
            part = self._read(self._started + timeout - perf_counter())
            if not part:
                raise TimeoutError(f"{text!r} did not come; there was: {seen[-2000:]!r}")
            seen += part
        return perf_counter() - self._started

    def settle(self, quiet: float = 1.0) -> int:
        """Read until nothing has come for so many seconds; how many bytes there were."""
        size = 0
        while part := self._read(quiet):
            size += len(part)
        return size

    def rest(self) -> None:
        """Read until the program does nothing more, in the background either."""
        before = -1.0
        while (now := self.processor()) - before > 0.02:
            before = now
            self.settle()

    def press(self, keys: str, quiet: float = 0.4) -> Answer:
        """Send keys and read until nothing has come for a while."""
        processor = self.processor()
        sent = last = perf_counter()
        os.write(self._end, keys.encode())
        size = 0
        while part := self._read(quiet):
            size += len(part)
            last = perf_counter()
        return Answer(size, last - sent, self.processor() - processor)

    def processor(self) -> float:
        """Seconds of processor time of all threads so far, as Linux counts them."""
        tasks = Path(f"/proc/{self._process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    def _read(self, timeout: float) -> bytes:
        ready, _, _ = select.select([self._end], [], [], max(timeout, 0))
        try:
            return os.read(self._end, 65536) if ready else b""
        except OSError as error:
            raise EOFError(f"{self._process.args!r} ended") from error
