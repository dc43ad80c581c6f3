"""A tmux of its own in which the app runs: the keys as a real terminal sends them."""

import os
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from uuid import uuid4

from memtui.tui.notices import RUN

_PATIENCE = 60.0
_OFTEN = 0.05


class Tmux:
    """Runs memtui in a tmux window of 80×24 cells, apart from any tmux of the person's."""

    def __init__(self, *arguments: str, home: Path) -> None:
        self._server = f"memtui-test-{uuid4().hex[:8]}"
        self._ended = home / "ended"
        command = [sys.executable, "-m", "memtui", *arguments]
        words = " ".join(f"'{word}'" for word in command)
        self._tmux(
            *("-f", os.devnull, "new-session", "-d", "-x", "80", "-y", "24"),
            *("-c", str(home), "-e", f"HOME={home}", "-e", f"XDG_CONFIG_HOME={home}"),
            *("-e", "LANG=C.UTF-8", f"{words}; echo $? > '{self._ended}'; cat"),
        )

    def __enter__(self) -> "Tmux":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        socket = Path(self._tmux("display-message", "-p", "#{socket_path}").strip())
        self._tmux("kill-server")
        socket.unlink(missing_ok=True)

    def press(self, *keys: str) -> None:
        """Press keys, by the names tmux has for them."""
        self._tmux("send-keys", *keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self._tmux("send-keys", "-l", text)

    def pause(self) -> None:
        """Rest as a person does who reads, so that the next key is no part of a run of typing."""
        time.sleep(2 * RUN)

    def shows(self, *texts: str, without: str = "") -> str:
        """Wait until the screen shows all these texts, and not another; what it shows then."""
        until = time.monotonic() + _PATIENCE
        while True:
            shown = self._tmux("capture-pane", "-p")
            if all(text in shown for text in texts) and not (without and without in shown):
                return shown
            assert time.monotonic() < until, f"not shown: {texts}\n{shown}"
            time.sleep(_OFTEN)

    def end(self) -> int:
        """Wait until the app has ended; its exit code."""
        until = time.monotonic() + _PATIENCE
        while not (self._ended.exists() and (code := self._ended.read_text().strip())):
            assert time.monotonic() < until, "the app has not ended"
            time.sleep(_OFTEN)
        return int(code)

    def _tmux(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-L", self._server, *words],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=_PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout
