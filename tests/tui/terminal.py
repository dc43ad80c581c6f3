"""A terminal of its own in which a Python program runs, for what no test in process can show."""

import os
import pty
import select
import subprocess
import sys
import termios
from pathlib import Path
from types import TracebackType

from tests.tui.emulated import Screen

_PATIENCE = 60.0
_ROOT = Path(__file__).parents[2]


class Terminal:
    """Runs a program at 80×24; `shown` is all that it wrote, escapes included."""

    def __init__(self, program: str, *arguments: str, **environ: str) -> None:
        self.shown = ""
        self._keyboard, inside = pty.openpty()
        termios.tcsetwinsize(inside, (24, 80))
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, *arguments],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            cwd=_ROOT,
            env={**os.environ, "TERM": "xterm-256color", **environ},
            start_new_session=True,
        )
        os.close(inside)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        self.close()

    def close(self) -> None:
        """Close the terminal, as a window is closed or a line breaks."""
        if self._keyboard >= 0:
            os.close(self._keyboard)
            self._keyboard = -1

    def press(self, keys: str) -> None:
        """Press keys."""
        os.write(self._keyboard, keys.encode())

    def wait_for(self, text: str) -> None:
        """Read until a text was shown: of what stands there already only the rest is written."""
        while text not in self.shown and text not in Screen().take(self.shown).text:
            assert self._more(), self.shown[-2000:]

    def end(self) -> int:
        """Read until the program has ended; its exit code."""
        while self._more():
            pass
        return self.process.wait(_PATIENCE)

    def _more(self) -> bool:
        ready, _, _ = select.select([self._keyboard], [], [], _PATIENCE)
        assert ready, f"nothing more was shown: {self.shown[-2000:]}"
        try:
            data = os.read(self._keyboard, 65536)
        except OSError:  # nobody has the other end open any more
            return False
        self.shown += data.decode(errors="replace")
        return bool(data)
