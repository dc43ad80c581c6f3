"""MCP over standard input and output: a client is greeted while the SDK is still being imported."""

import gc
import os
import queue
import sys
import threading
from collections.abc import AsyncIterator
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from memtui.serve.greeting import greeting
from memtui.store.places import check_there

if TYPE_CHECKING:
    from memtui.serve.opened import Opened

_END = b""
_MADE = "default"
_FIRST_QUESTIONS = 1.0  # seconds


class _Lines:
    """The lines of a client, read by a thread that greets it; given to the SDK in order."""

    def __init__(self, source: BinaryIO, out: "_Out") -> None:
        self._source = source
        self._out = out
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._read, name="read the client", daemon=True).start()

    def _read(self) -> None:
        first = self._source.readline()
        if answer := greeting(first):
            self._out.greet(*answer)
        self._lines.put(first)
        while line := first and self._source.readline():
            self._lines.put(line)
        self._lines.put(_END)

    async def __aiter__(self) -> AsyncIterator[str]:
        import anyio.to_thread

        from memtui.serve.frames import refusal

        while line := await anyio.to_thread.run_sync(self._lines.get, abandon_on_cancel=True):
            text = line.decode(errors="replace")
            if not text.strip():
                continue
            answer = refusal(text)
            if answer is None:
                yield text
            elif answer:
                await anyio.to_thread.run_sync(self._out.send, answer)


class _Out:
    """Where answers go; what the SDK answers to one who was greeted already is passed over."""

    def __init__(self, sink: BinaryIO) -> None:
        self._sink = sink
        self._lock = threading.Lock()
        self._greeted: object = None

    def greet(self, id_: object, answer: bytes) -> None:
        """Answer `initialize`."""
        self._greeted = id_
        self.send(answer)

    async def write(self, text: str) -> None:
        """Send what the SDK has to say."""
        import anyio.to_thread

        if self._greeted is not None:
            import json

            message = json.loads(text)
            if message.get("id") == self._greeted and "method" not in message:
                self._greeted = None
                return
        await anyio.to_thread.run_sync(self.send, text.encode())

    async def flush(self) -> None:
        """All is sent already."""

    def send(self, data: bytes) -> None:
        """Send a line, or the end of one."""
        with self._lock:
            self._sink.write(data)
            self._sink.flush()


def _server_alone() -> None:
    """Have the SDK's server imported without its client, whose import takes a third as long again.

    Its two packages import everything when they are loaded; they are put in place unloaded, and
    the modules in them are found as ever.
    """
    for name in ("mcp", "mcp.server"):
        spec = find_spec(name)
        if spec is not None and name not in sys.modules:
            sys.modules[name] = module_from_spec(spec)


async def _warm_up(opened: "Opened") -> None:
    """Load what searches by meaning once the client's first questions are answered by words."""
    import anyio

    await anyio.sleep(_FIRST_QUESTIONS)
    opened.warm_up()


def run(home: Path, name: str, client: str) -> int:
    """Serve one client over this process's standard streams until it closes them.

    Args:
        home: The folder of all memories.
        name: The memory; the default one is made on first use.
        client: What the person calls the client; empty for what it calls itself.

    Returns:
        The exit code.

    Raises:
        MemtuiError: When the memory cannot be opened.
    """
    # Before the client is greeted: afterwards it would take the end for a crash.
    check_there(home, name, make=name == _MADE)
    # Whatever else is printed in this process goes to standard error.
    source = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    out = _Out(sink)
    lines = _Lines(source, out)
    # Importing makes many objects that stay; looking through them all the time is no use.
    gc.disable()
    _server_alone()
    import anyio
    from mcp.server.stdio import stdio_server

    from memtui.serve.client import Client
    from memtui.serve.mcp_server import make_server
    from memtui.serve.opened import Library

    gc.enable()
    gc.freeze()
    library = Library(home, make=_MADE)
    opened = library.open(name)
    server = make_server(library, name, Client(client, named=bool(client)))

    async def serve() -> None:
        async with (
            stdio_server(stdin=lines, stdout=out) as (reads, writes),  # type: ignore[arg-type]
            anyio.create_task_group() as group,
        ):
            group.start_soon(_warm_up, opened)
            await server.run(reads, writes, server.create_initialization_options())
            group.cancel_scope.cancel()

    try:
        anyio.run(serve)
    finally:
        library.close()
    return 0
