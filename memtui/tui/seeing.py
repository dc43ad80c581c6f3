"""What the main screen shows of a memory, read in one go away from the screen's thread."""

from dataclasses import dataclass

from memtui.desk.desk import Desk
from memtui.tui.listing import Listing, Order, arrange
from memtui.tui.zones import zone_of


@dataclass(frozen=True, slots=True)
class Seen:
    """The facts arranged for the list, and the numbers around it."""

    listing: Listing
    current: int
    subjects: int
    proposals: int
    unreadable: int
    notices: tuple[str, ...]
    unread: int = 0


def look(desk: Desk, *, scan: bool, order: Order = Order.SUBJECT) -> Seen:
    """Read what the main screen shows.

    Args:
        desk: The open memory.
        scan: Whether to look first for notes that others changed.
        order: By what the list is sorted.
    """
    memory = desk.memory
    if scan:
        desk.refresh()
    counts, reviews = memory.counts(), desk.reviews()
    notices = tuple(memory.notices)
    memory.notices.clear()
    return Seen(
        arrange(memory.rows(history=True), order, zone_of(desk)),
        counts.current,
        counts.subjects,
        sum(len(review.items) for review in reviews),
        counts.unreadable,
        notices,
        sum(len(review.unread) for review in reviews),
    )
