"""What a file of JSON is, by its first values."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from memtui.conversations.layout import Value
from memtui.conversations.reader import Companion, Record, RecordFormat

# How many records, and how many bytes of them, are looked at to tell the format.
_LOOKED_AT = 50
_LOOKED_AT_BYTES = 4 << 20


def first_of(values: Iterator[Value]) -> list[Value]:
    """The values that are looked at to tell the format."""
    first: list[Value] = []
    for value in values:
        first.append(value)
        if len(first) == _LOOKED_AT or value.end - first[0].start > _LOOKED_AT_BYTES:
            break
    return first


def recognised(formats: Sequence[RecordFormat], first: Sequence[Value]) -> RecordFormat | None:
    """The first format that recognises one of the first values."""
    records = list(records_of(first))
    return next((each for each in formats if any(map(each.recognises, records))), None)


def companion_of(first: Sequence[Value]) -> Companion | None:
    """What else the file is, that stands beside conversations."""
    from memtui.conversations.formats import COMPANIONS

    records = list(records_of(first))
    return next((each for each in COMPANIONS if any(map(each.recognises, records))), None)


def records_of(values: Iterable[Value]) -> Iterator[Record]:
    """The first records; of a list in the place of one, what it begins with."""
    for value, _, _ in values:
        record = value[0] if isinstance(value, list) and value else value
        if isinstance(record, Mapping):
            yield record
