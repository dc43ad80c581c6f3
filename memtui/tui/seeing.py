"""What the main screen shows of a memory, read in one go away from the screen's thread."""

from dataclasses import dataclass

from memtui.desk.desk import Desk
from memtui.tui.listing import Listing, arrange


@dataclass(frozen=True, slots=True)
class Seen:
    """The facts arranged for the list, and the numbers around it."""

    listing: Listing
    current: int
    subjects: int
    proposals: int
    unreadable: int
    notices: tuple[str, ...]


def look(desk: Desk, *, scan: bool) -> Seen:
    """Read what the main screen shows.

    Args:
        desk: The open memory.
        scan: Whether to look first for notes that others changed.
    """
    memory = desk.memory
    if scan:
        desk.refresh()
    counts = memory.counts()
    notices = tuple(memory.notices)
    memory.notices.clear()
    return Seen(
        arrange(memory.rows(history=True)),
        counts.current,
        counts.subjects,
        sum(len(review.items) for review in desk.reviews()),
        counts.unreadable,
        notices,
    )
