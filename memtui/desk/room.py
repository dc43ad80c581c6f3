"""How much may wait for the person unasked, held exactly by whoever adds to it, one at a time."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from memtui.desk.desk import Desk
from memtui.errors import Code, MemtuiError
from memtui.review.review import Review
from memtui.store.places import index_folder, modes, unwritable

WAITING_LIMIT = 500
_LOCK = "queue.lock"
_WAIT = 10.0  # seconds


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
    from filelock import FileLock, Timeout

    memory = desk.memory
    path = index_folder(memory.folder) / _LOCK
    lock = FileLock(path, timeout=_WAIT, mode=modes(memory.folder)[1])
    try:
        lock.acquire(poll_interval=0.02)
    except Timeout:
        raise MemtuiError(
            Code.MEMORY_BUSY,
            f"Another memtui adds to what waits in {memory.name}. Nothing was added.",
            "Try again when it is done.",
        ) from None
    except OSError as error:
        raise unwritable(path, error) from error
    try:
        yield
    finally:
        lock.release()
