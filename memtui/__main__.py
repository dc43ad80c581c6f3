"""Picks a face: the app for `memtui` alone, else the command line, which may start a server."""

import gc
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

_CANNOT_DRAW = ("dumb", "unknown")


def main(argv: Sequence[str] | None = None) -> int:
    """Run memtui.

    Args:
        argv: The arguments after the program's name; those of the process when left out.

    Returns:
        The exit code.
    """
    from memtui.cli import main as command_line

    return command_line(argv, open_app=open_app, servers=Servers())


class Servers:
    """The servers, each loaded when it is wanted."""

    def mcp(self, home: Path, memory: str, client: str) -> int:
        """Serve a memory over the standard streams until the client leaves.

        Raises:
            MemtuiError: When the memory cannot be opened.
        """
        from memtui.serve.stdio import run

        return run(home, memory, client)

    def http(
        self,
        home: Path,
        memory: str,
        host: str,
        port: int,
        *,
        rest: bool,
        say: Callable[[str], None],
    ) -> int:
        """Serve over HTTP until the process is told to end.

        Raises:
            MemtuiError: `SERVER_UNAVAILABLE`, `NOT_ALLOWED`, or why a memory cannot be opened.
        """
        from memtui.serve.http import run

        return run(home, memory, host, port, rest=rest, say=say)


def open_app(home: Path, memory: str) -> int:
    """Open the app on a memory, until the person quits; answers with the exit code.

    Raises:
        MemtuiError: When the memory cannot be opened.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print("memtui: The app needs a terminal. `memtui --help` lists commands.", file=sys.stderr)
        return 2
    if (kind := os.environ.get("TERM", "")) in _CANNOT_DRAW:
        print(
            f"memtui: A terminal with TERM={kind} cannot draw the app. Start it in another one, or "
            "with TERM=xterm if this one can. `memtui --help` lists commands.",
            file=sys.stderr,
        )
        return 2
    # What is loaded until the first frame stays: to look through it for what can be thrown away
    # would take a tenth of that time. The app looks again from then on.
    gc.disable()
    from memtui.tui.running import run

    try:
        return run(home, memory)
    finally:
        gc.enable()


if __name__ == "__main__":
    sys.exit(main())
