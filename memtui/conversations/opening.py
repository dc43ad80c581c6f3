"""The door of this room: a file, or its bytes, becomes conversations."""

import json
import stat
from collections.abc import Iterator, Mapping, Sequence
from datetime import tzinfo
from pathlib import Path
from typing import Any

from memtui.conversations.cleaning import one_line
from memtui.conversations.conversation import Conversation, Opened
from memtui.conversations.decoding import decode
from memtui.conversations.elsewhere import other_records, other_text
from memtui.conversations.formats import labelled
from memtui.conversations.reader import Record
from memtui.conversations.source import Source, unreadable
from memtui.errors import Code, MemtuiError

# A parsed JSON document takes about four times its size.
_SIZE_LIMIT = 256 * 1024 * 1024
# How many records, and how many characters, are looked at to tell the format.
_LOOKED_AT = 50
_HEAD = 65536
_OWN_WORDS = "No speakers were found in it, so the whole text counts as your own words."


def open_file(path: Path, *, me: Sequence[str] = (), zone: tzinfo | None = None) -> Opened:
    """Open a file of conversations.

    Args:
        path: The file.
        me: The names of the person whose memory it is.
        zone: The person's zone; `None` is the system's.

    Raises:
        MemtuiError: `CONVERSATION_UNREADABLE` when it is not there, no file, or of no format that
            is read; `CONVERSATION_EMPTY` when it is read but nobody speaks in it.
    """
    name = one_line(path.name) or one_line(str(path))
    try:
        kind = path.stat()
        if stat.S_ISDIR(kind.st_mode):
            unreadable(name, "is a folder", "Choose a file in it.")
        if not stat.S_ISREG(kind.st_mode):
            unreadable(name, "is not a regular file", "Save the conversation to a file first.")
        if kind.st_size > _SIZE_LIMIT:
            size = f"{kind.st_size // 1_000_000} MB"
            unreadable(name, f"has {size}, more than is read at once", "Split it first.")
        data = path.read_bytes()
    except FileNotFoundError:
        unreadable(name, "is not there", f"Look at the path: {one_line(str(path.parent))}.")
    except PermissionError:
        unreadable(name, "may not be read", "Give yourself permission to read it.")
    except (OSError, ValueError) as problem:
        unreadable(name, f"cannot be read: {one_line(str(problem))}", "Choose another file.")
    return open_bytes(data, name, me=me, zone=zone)


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
    name = one_line(Path(name).name) or "conversation"
    text, warnings = decode(data, name)
    source = Source(name, text, tuple(me), zone)
    source.warnings.extend(warnings)
    try:
        kind, conversations = _read(source)
    except RecursionError:
        unreadable(name, "is JSON nested too deep for a conversation")
    if not conversations:
        raise MemtuiError(
            Code.CONVERSATION_EMPTY,
            f"{name} is {kind}, but nobody speaks in it{_tally(source)}.",
            "Choose a file in which somebody speaks.",
        )
    return Opened(kind, name, tuple(conversations), source.left_out, tuple(source.warnings))


def _read(source: Source) -> tuple[str, Sequence[Conversation]]:
    from memtui.conversations.formats import LOOSE_TEXTS, TEXTS

    start = source.text.lstrip()[:1]
    if start in ("{", "["):
        document = _json(source)
        if document is not None:
            return _from_json(document, source)
    head = source.text[:_HEAD].replace("\r\n", "\n").replace("\r", "\n")
    for strict in TEXTS:
        if strict.recognises(head):
            return strict.name, list(strict.read(source))
    if other := other_text(source.text):
        unreadable(source.name, f"looks like {other}, which this version does not read yet")
    for loose in LOOSE_TEXTS:
        if loose.recognises(head) and (conversations := list(loose.read(source))):
            return loose.name, conversations
    conversation = labelled.read_own_words(source)
    source.warnings.append(_OWN_WORDS)
    return labelled.OWN_WORDS, [conversation] if conversation else []


def _from_json(document: Any, source: Source) -> tuple[str, Sequence[Conversation]]:
    from memtui.conversations.formats import COMPANIONS, RECORDS

    *strict, loosest = RECORDS
    other = other_records(document)
    for each in (*strict, *(() if other else (loosest,))):
        records = _below(document, each.inside)
        if any(map(each.recognises, _looked_at(records))):
            return each.name, list(each.read(iter(records), source))
    for companion in COMPANIONS:
        if any(map(companion.recognises, _looked_at(_below(document, ())))):
            unreadable(source.name, f"is {companion.what}", companion.instead)
    if other:
        unreadable(source.name, f"looks like {other}, which this version does not read yet")
    if document != []:
        unreadable(source.name, f"is JSON, but not a conversation: {_shape(document)}")
    return "an empty list", []


def _below(document: Any, keys: Sequence[str]) -> list[Any]:
    """The records under a path of keys, or those of the document itself."""
    for key in keys:
        document = document.get(key) if isinstance(document, dict) else None
    if keys:
        return document if isinstance(document, list) else []
    return document if isinstance(document, list) else [document]


def _looked_at(records: list[Any]) -> Iterator[Record]:
    """The first records; of a list in their place, what it begins with."""
    for record in records[:_LOOKED_AT]:
        first = record[0] if isinstance(record, list) and record else record
        if isinstance(first, Mapping):
            yield first


def _json(source: Source) -> Any:
    """The document, the list of a JSON Lines file's records, or `None` for a text."""
    try:
        return json.loads(source.text)
    except json.JSONDecodeError as problem:
        where = f"line {problem.lineno}"
    except ValueError:
        unreadable(source.name, "is JSON with a number too long to be one")
    records: list[Any] = []
    lines = [line for line in source.text.split("\n") if line.strip()]
    broken = []
    for place, line in enumerate(lines, start=1):
        try:
            records.append(json.loads(line))
        except ValueError:
            broken.append(place)
    records = [each for each in records if isinstance(each, dict | list)]
    if not records or len(records) * 2 < len(lines):
        if source.text.lstrip()[:2] in ('{"', "{\n", "{ ", "[{", "[\n"):
            unreadable(source.name, f"looks like JSON, but breaks off or is damaged at {where}")
        return None
    if broken and broken[-1] == len(lines):
        # A live file: its last line is still being written.
        source.left_out["unfinished last line"] += 1
        broken.pop()
    if broken:
        source.left_out["unreadable records"] += len(broken)
    return records


def _shape(document: Any) -> str:
    if isinstance(document, list):
        inner = document[0] if document else ""
        return f"a list of {len(document)}, first {_shape(inner)}"
    if isinstance(document, dict):
        keys = ", ".join(one_line(str(key))[:30] for key in list(document)[:6])
        return f"an object with the keys {keys}" if keys else "an empty object"
    return "a single value"


def _tally(source: Source) -> str:
    if not source.left_out:
        return ""
    counted = ", ".join(f"{count} × {kind}" for kind, count in source.left_out.most_common())
    return f" (left out: {counted})"
