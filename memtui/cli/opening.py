"""Files of conversations are opened for a memory: for its person, in that person's time zone."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from zoneinfo import ZoneInfo

from memtui.cli.printing import Out
from memtui.conversations.collection import Collection, Found
from memtui.conversations.reading import Person
from memtui.desk.telling import count
from memtui.store.memory import Memory

STDIN = "-"
_MEGABYTE = 1_000_000
_OFTEN = 0.2


def opened(
    memory: Memory, path: str, me: Sequence[str] = (), day_first: bool | None = None
) -> Collection:
    """Open a file, folder or zip, or standard input for `-`.

    Args:
        memory: Whose settings say who the person is, and where.
        path: Where the conversations are.
        me: Further names of the person.
        day_first: Whether the day stands first where a file leaves it open.

    Raises:
        MemtuiError: `CONVERSATION_UNREADABLE`, `SETTINGS_UNREADABLE`.
    """
    mine = memory.settings.me
    # Where their time zone is unknown, asking for the day says so in full.
    _ = memory.today
    zone = ZoneInfo(mine.time_zone) if mine.time_zone else None
    person = Person((*mine.names, *me), zone, day_first)
    if path == STDIN:
        return Collection.of_stream(sys.stdin.buffer, "standard input", person, sketching=True)
    return Collection.of([Path(path)], person, sketching=True)


def read_through(out: Out, collection: Collection) -> Iterator[Found]:
    """The conversations of a collection, with progress beside the result where it takes a while."""
    begun = told = monotonic()
    for number, found in enumerate(collection, start=1):
        now = monotonic()
        if now - begun > 1 and now - told > _OFTEN:
            told = now
            done, size = collection.done / _MEGABYTE, collection.size / _MEGABYTE
            out.progress(f"{count(number, 'conversation')}, {done:,.0f} of {size:,.0f} MB…")
        yield found


def tell_the_rest(out: Out, collection: Collection) -> None:
    """Say what was not read, and why."""
    from memtui.conversations.tally import tally

    for warning in collection.warnings:
        out.note(warning)
    if collection.left_out:
        out.note(f"not read: {tally(collection.left_out)}")
    for each in collection.unread:
        # Beside a file that was read, nobody needs to be told which to choose.
        needless = collection.formats and each.error.hint.startswith("Choose ")
        hint = "" if needless else each.error.hint
        out.note(f"not read: {each.error.message} {hint}".rstrip())
