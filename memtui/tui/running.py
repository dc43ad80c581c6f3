"""What the outside calls: the app in a terminal, from its first frame until the person quits."""

import codecs
import io
import locale
import os
import sys
from pathlib import Path

from memtui.desk.desk import Desk
from memtui.errors import MemtuiError
from memtui.tui import preferences as preferring
from memtui.tui.app import DEFAULT_MEMORY, MemtuiApp
from memtui.tui.ending import told


def locale_trouble(encoding: str) -> str | None:
    """What to say at start about a locale in which signs may go wrong; `None` for UTF-8.

    Args:
        encoding: What the locale of the process encodes text in.
    """
    if codecs.lookup(encoding).name == "utf-8":
        return None
    return (
        f"The locale here is {encoding}, not UTF-8. memtui reads and draws UTF-8 all the same; if "
        "accents or lines look wrong, start it with LC_ALL=C.UTF-8, and tmux with -u."
    )


def run(home: Path, memory: str) -> int:
    """Open a memory in the terminal until the person quits.

    Args:
        home: The folder of all memories.
        memory: The name of the one to open; the default one is made on first use.

    Returns:
        The exit code.

    Raises:
        MemtuiError: When it cannot be opened, or something failed that ended the app.
    """
    desk = Desk.open(home, memory, make=memory == DEFAULT_MEMORY, scan=False)
    app = MemtuiApp(desk, home, config=preferring.config_folder())
    if trouble := locale_trouble(locale.getencoding()):
        desk.memory.notices.append(trouble)
    # In a locale such as POSIX what is drawn would arrive as escapes.
    for stream in (sys.__stdout__, sys.__stderr__):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    try:
        app.run()
    finally:
        app.desk.close()
    if isinstance(app.fault, MemtuiError):
        raise app.fault
    if app.fault is not None:
        print(told(app.fault, os.environ), file=sys.stderr)
    return app.return_code or 0
