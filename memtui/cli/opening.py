"""A file of conversations is opened for a memory: for its person, in that person's time zone."""

import sys
from collections.abc import Sequence
from pathlib import Path
from zoneinfo import ZoneInfo

from memtui.conversations.conversation import Opened
from memtui.conversations.opening import open_bytes, open_file
from memtui.store.memory import Memory

STDIN = "-"


def opened(memory: Memory, file: str, me: Sequence[str] = ()) -> Opened:
    """Open a file, or standard input for `-`.

    Args:
        memory: Whose settings say who the person is, and where.
        file: The file.
        me: Further names of the person.

    Raises:
        MemtuiError: `CONVERSATION_UNREADABLE`, `CONVERSATION_EMPTY`, `SETTINGS_UNREADABLE`.
    """
    mine = memory.settings.me
    names = (*mine.names, *me)
    # Where their time zone is unknown, asking for the day says so in full.
    _ = memory.today
    zone = ZoneInfo(mine.time_zone) if mine.time_zone else None
    if file == STDIN:
        return open_bytes(sys.stdin.buffer.read(), "standard input", me=names, zone=zone)
    return open_file(Path(file), me=names, zone=zone)
