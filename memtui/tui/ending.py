"""How the app ends when nobody quits: a signal, or a fault of its own."""

import asyncio
import os
import select
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path

TRACE = "MEMTUI_TRACE"
# How many seconds an app has to end in good order once its terminal is gone.
GRACE = 5.0
_SIGNALS = ("SIGHUP", "SIGTERM", "SIGINT")
_PACKAGE = Path(__file__).parents[1]


def when_told(leave: Callable[[int], None]) -> None:
    """Leave in good order when the process is told to end, or its terminal is closed.

    What is unfinished is then written down. A second signal of the kind ends the process at once.

    Args:
        leave: Called in the running event loop with the exit code.
    """
    if sys.platform == "win32":
        return
    loop = asyncio.get_running_loop()

    def once(number: int) -> None:
        loop.remove_signal_handler(number)
        leave(128 + number)

    for name in _SIGNALS:
        number = getattr(signal, name)
        loop.add_signal_handler(number, once, number)
    if sys.platform == "linux":
        threading.Thread(target=_hung_up, args=(loop, leave), name="hang-up", daemon=True).start()


def _hung_up(loop: asyncio.AbstractEventLoop, leave: Callable[[int], None]) -> None:
    """Wait for the terminal to go; where it is not the controlling one, no signal tells so.

    Textual's threads may wait for a terminal that is gone, or read its end over and over, for ever;
    what is kept, and each review, is on disk by then.
    """
    line = select.poll()
    line.register(sys.__stdin__ or 0, 0)
    line.poll()
    try:
        loop.call_soon_threadsafe(leave, 128 + signal.SIGHUP)
    except RuntimeError:  # the app has ended already
        return
    time.sleep(GRACE)
    os._exit(128 + signal.SIGHUP)


def told(fault: BaseException, environ: Mapping[str, str]) -> str:
    """What to say of a fault once the terminal is the person's again.

    A traceback may show facts, so it is shown only to those who ask for it.
    """
    if environ.get(TRACE):
        return "".join(traceback.format_exception(fault)).rstrip()
    return (
        f"memtui: It stopped by a fault of its own: {type(fault).__name__} at {_place(fault)}. "
        "What was kept is safe, and so is an unfinished review. "
        f"To see more, facts perhaps among it: {TRACE}=1 memtui"
    )


def _place(fault: BaseException) -> str:
    """Where in memtui it happened, or at least below it."""
    frames = traceback.extract_tb(fault.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(_PACKAGE)]
    if not (own or frames):
        return "an unknown place"
    frame = (own or frames)[-1]
    path = Path(frame.filename)
    name = path.relative_to(_PACKAGE.parent) if own else path.name
    return f"{name}:{frame.lineno}"
