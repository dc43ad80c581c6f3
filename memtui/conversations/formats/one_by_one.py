"""Exports in which every record is a conversation of its own."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from memtui.conversations.conversation import Conversation
from memtui.conversations.reader import Record
from memtui.conversations.source import Source

WITHOUT_TURNS = "conversations without turns"
UNREADABLE = "unreadable records"


def one_by_one(
    is_one: Callable[[Record], bool], make: Callable[[Record, Source], Conversation | None]
) -> Callable[[Iterable[Any], Source], Iterator[Conversation]]:
    """A reader that makes a conversation of each record, and counts those of which it cannot.

    Args:
        is_one: Whether a record is a conversation at all.
        make: Makes it, or `None` when nobody speaks in it.
    """

    def read(records: Iterable[Any], source: Source) -> Iterator[Conversation]:
        for record in records:
            if not isinstance(record, dict) or not is_one(record):
                source.left_out[UNREADABLE] += 1
            elif conversation := make(record, source):
                yield conversation
            else:
                source.left_out[WITHOUT_TURNS] += 1

    return read
