"""What a format is: how it recognises itself, and how it is read. `formats` lists them all."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from memtui.conversations.conversation import Conversation
from memtui.conversations.source import Source

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """A format of JSON records: elements of a list, lines of JSON Lines, or one object alone.

    Args:
        name: What people call it: "ChatGPT export".
        recognises: Asked of each of the first complete records alone.
        read: Reads the records of a file in its order, as a stream; a bad one is counted in the
            source and costs no other.
        inside: The keys down to the list of records, where one object holds them.
        whole: Whether the records are one conversation, and what stands before them tells of it
            (`Source.about`). Only large files are read so; others are one record as they are.
    """

    name: str
    recognises: Callable[[Record], bool]
    read: Callable[[Iterable[Any], Source], Iterator[Conversation]]
    inside: tuple[str, ...] = ()
    whole: bool = False


@dataclass(frozen=True, slots=True)
class TextFormat:
    """A format of text.

    Args:
        name: What people call it: "WhatsApp export".
        recognises: Asked of the first characters, with `\\n` between lines.
        read: Reads the text of the source.
    """

    name: str
    recognises: Callable[[str], bool]
    read: Callable[[Source], Iterator[Conversation]]


@dataclass(frozen=True, slots=True)
class Companion:
    """A known file that holds no conversation.

    Args:
        what: Completes "`name` is …": "the list of files of an export".
        recognises: Asked as that of a `RecordFormat`.
        instead: Which file to choose instead, a whole sentence.
    """

    what: str
    recognises: Callable[[Record], bool]
    instead: str
