"""What the main screen shows of a memory, read in one go away from the screen's thread."""

from dataclasses import dataclass
from datetime import tzinfo

from memtui.desk.desk import Desk
from memtui.store.collecting import uncollected
from memtui.store.contents import Contents
from memtui.store.progress import Progress, untold
from memtui.tui.listing import Listing, Order, arrange, arrange_anew, arrange_by
from memtui.tui.zones import zone_of

# Of more facts than these all are read again: it takes no longer.
_FEW = 5_000


@dataclass(frozen=True, slots=True)
class Seen:
    """The facts arranged for the list, and the numbers around it.

    `by_subject` are the facts as the memory gives them, and `stamp` tells that they still are.
    """

    listing: Listing
    by_subject: Listing
    stamp: str
    proposals: int
    unreadable: int
    notices: tuple[str, ...]
    unread: int = 0
    zone: tzinfo | None = None

    @property
    def current(self) -> int:
        """How many facts hold now."""
        return len(self.by_subject.current)

    @property
    def subjects(self) -> int:
        """Of how many subjects there are facts."""
        return len(self.by_subject.subjects)


def look(
    desk: Desk,
    *,
    scan: bool,
    order: Order = Order.SUBJECT,
    before: Seen | None = None,
    progress: Progress = untold,
) -> Seen:
    """Read what the main screen shows.

    Args:
        desk: The open memory.
        scan: Whether to look first for notes that others changed.
        order: By what the list is sorted.
        before: What was seen last of this memory; of it only what changed is read again.
        progress: Told how far the look for what others changed is; may raise `Stopped`.
    """
    memory = desk.memory
    if scan:
        desk.refresh(progress=progress)
    by_subject, stamp = _facts(memory, before)
    zone = zone_of(desk)
    if (
        before
        and (before.by_subject is by_subject)
        and (before.listing.order is order)
        and (before.zone == zone)
    ):
        listing = before.listing
    else:
        listing = arrange_by(by_subject, order, zone)
    reviews = desk.reviews()
    notices = tuple(memory.notices)
    memory.notices.clear()
    return Seen(
        listing,
        by_subject,
        stamp,
        sum(len(review.items) for review in reviews),
        memory.unreadable,
        notices,
        sum(len(review.unread) for review in reviews),
        zone,
    )


def _facts(memory: Contents, before: Seen | None) -> tuple[Listing, str]:
    """The facts as they are, and what tells that they are."""
    if before:
        facts, stamp = before.by_subject, before.stamp
    else:
        stamp = memory.stamp
        facts = _all_facts(memory)
    # What changes while they are read is read in the next round.
    while (now := memory.stamp) != stamp:
        news = memory.since(stamp)
        if news is None or len(news[0]) + len(news[1]) > _FEW:
            facts = _all_facts(memory)
        else:
            changed, gone = news
            places = [facts.places[id_] for id_ in changed | gone if id_ in facts.places]
            rows = memory.rows_of({facts.rows[place].thing for place in places}, changed)
            things = {facts.rows[place].thing for place in places} | {row.thing for row in rows}
            facts = arrange_anew(facts, things, rows)
        stamp = now
    return facts, stamp


def _all_facts(memory: Contents) -> Listing:
    with uncollected():
        return arrange(memory.rows(history=True))
