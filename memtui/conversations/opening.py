"""The short way in: a small file, or its bytes, becomes conversations that are all in memory."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from itertools import chain, islice
from pathlib import Path

from memtui.conversations.collection import Collection, Found
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


@dataclass(frozen=True, slots=True)
class Beginning:
    """What was opened, read as far as to know whether there is one conversation or more.

    `found` gives all of them; `only` is there when there is one.
    """

    collection: Collection
    found: Iterator[Found]
    only: Opened | None = None


def begun(path: Path, person: Person) -> Beginning:
    """Begin to read a file, folder or zip.

    Raises:
        MemtuiError: As `open_file`.
    """
    collection = Collection.of([path], person, sketching=True)
    # It is shown at once, so that a long chat need not be read twice.
    collection.chats_too = len(collection.files) > 1
    return _begun(collection)


def begun_with(text: str, name: str, person: Person) -> Beginning:
    """Begin to read a text, such as one that was pasted.

    Raises:
        MemtuiError: As `open_file`.
    """
    return _begun(Collection.of_bytes(text.encode("utf-8", "replace"), name, person))


def _begun(collection: Collection) -> Beginning:
    rest = iter(collection)
    first = list(islice(rest, 2))
    if len(first) == 1:
        return Beginning(collection, iter(first), _opened_alone(collection, first[0]))
    return Beginning(collection, chain(first, rest))


def _opened_alone(collection: Collection, found: Found) -> Opened:
    """The one conversation of a collection; it is read again only where it was sketched."""
    conversation, place = found
    if conversation.sketch or len(collection.files) > 1:
        return collection.opened(place, conversation.id)
    warnings = tuple(collection.warnings)
    name = collection.source_of(place)
    return Opened(collection.format, name, (conversation,), collection.left_out, warnings)


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
