"""Activity history of Microsoft Copilot: CSV with a row for every message, the newest first.

A prompt and its answer often have the same time, so that rows are turned round, never sorted.
"""

import csv
import io
import threading
from collections.abc import Iterator

from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.content import NO_TEXT
from memtui.conversations.formats.one_by_one import UNREADABLE, WITHOUT_TURNS
from memtui.conversations.reader import TextFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import when

_COLUMNS = ["conversation", "time", "author", "message"]
_SPEAKERS = {"human": "user", "user": "user", "ai": "assistant", "copilot": "assistant"}
# The csv module has one limit of a field's length for the whole program.
_LIMIT = threading.Lock()


def recognises(head: str) -> bool:
    """Whether the first line names the four columns."""
    first = head.lstrip("\ufeff").split("\n", 1)[0]
    return [name.strip(' "\r').casefold() for name in first.split(",")] == _COLUMNS


def read(source: Source) -> Iterator[Conversation]:
    """Read all rows; those with one title are a conversation."""
    titled: dict[str, list[Said]] = {}
    for row in reversed(_rows(source)):
        if not row:
            continue
        if len(row) != len(_COLUMNS):
            source.left_out[UNREADABLE] += 1
            continue
        title, time, author, words = row
        label = _SPEAKERS.get(author.strip().casefold())
        if label is None:
            source.left_out["rows of other authors"] += 1
        elif words.strip():
            said = Said(label, words, when(time, source.zone))
            titled.setdefault(title, []).append(said)
        else:
            source.left_out[NO_TEXT] += 1
    for title, turns in reversed(titled.items()):
        if made := source.conversation(turns, title=title, key=title):
            yield made
        else:
            source.left_out[WITHOUT_TURNS] += 1


def _rows(source: Source) -> list[list[str]]:
    plain = source.text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    rows = csv.reader(io.StringIO(plain, newline=""))
    with _LIMIT:
        limit = csv.field_size_limit(max(len(plain), 1))
        try:
            return list(rows)[1:]
        finally:
            csv.field_size_limit(limit)


FORMAT = TextFormat("Copilot activity history", recognises, read)
