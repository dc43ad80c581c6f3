"""The short way in: a small file, or its bytes, becomes conversations that are all in memory."""

from collections.abc import Sequence
from datetime import tzinfo
from pathlib import Path

from memtui.conversations.collection import Collection
from memtui.conversations.conversation import Opened
from memtui.conversations.reading import Person


def open_file(path: Path, *, me: Sequence[str] = (), zone: tzinfo | None = None) -> Opened:
    """Open a file, folder or zip of conversations and read all of them.

    Args:
        path: The file.
        me: The names of the person whose memory it is.
        zone: The person's zone; `None` is the system's.

    Raises:
        MemtuiError: `CONVERSATION_UNREADABLE` when it is not there, no file, or of no format that
            is read; `CONVERSATION_EMPTY` when it is read but nobody speaks in it.
    """
    return opened(Collection.of([path], Person(tuple(me), zone)))


def open_bytes(
    data: bytes, name: str, *, me: Sequence[str] = (), zone: tzinfo | None = None
) -> Opened:
    """Open the bytes of a file of conversations.

    Args:
        data: The whole file.
        name: What to call it.
        me: The names of the person whose memory it is.
        zone: The person's zone; `None` is the system's.

    Raises:
        MemtuiError: As `open_file`.
    """
    return opened(Collection.of_bytes(data, name, Person(tuple(me), zone)))


def opened(collection: Collection) -> Opened:
    """Read all conversations of a collection.

    Raises:
        MemtuiError: As `open_file`.
    """
    conversations = tuple(found.conversation for found in collection)
    return Opened(
        collection.format,
        collection.name,
        conversations,
        collection.left_out,
        tuple(collection.warnings),
    )
