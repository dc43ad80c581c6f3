"""How much may wait for the person unasked, held exactly by whoever adds to it, one at a time."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from memtui.desk.desk import Desk
from memtui.errors import Code, MemtuiError
from memtui.review.review import Review
from memtui.store.locking import holding, lock_at
from memtui.store.places import index_folder, modes

WAITING_LIMIT = 500
_LOCK = "queue.lock"


def waiting(reviews: Sequence[Review]) -> int:
    """How many of the proposals that wait came unasked."""
    return sum(len(each.items) for each in reviews if each.origin)


def room(reviews: Sequence[Review]) -> int:
    """How many more may wait."""
    return max(WAITING_LIMIT - waiting(reviews), 0)


def refuse_when_full(reviews: Sequence[Review]) -> None:
    """Refuse to read what would have to wait while as much waits as may.

    Raises:
        MemtuiError: `QUEUE_FULL`.
    """
    if not room(reviews):
        raise MemtuiError(
            Code.QUEUE_FULL,
            f"{waiting(reviews):,} proposals wait already.",
            "Review them first (r in memtui); then it is read.",
        )


@contextmanager
def adding(desk: Desk) -> Iterator[None]:
    """Keep all others from adding to what waits, between counting it and adding.

    Raises:
        MemtuiError: `MEMORY_BUSY`, `MEMORY_READONLY`.
    """
    memory = desk.memory
    path = index_folder(memory.folder) / _LOCK
    busy = MemtuiError(
        Code.MEMORY_BUSY,
        f"Another memtui adds to what waits in {memory.name}. Nothing was added.",
        "Try again when it is done.",
    )
    with holding(lock_at(path, modes(memory.folder)[1]), path, lambda: busy):
        yield
