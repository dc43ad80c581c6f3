"""Reads records of one format as the opening of a file would."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date
from typing import Any

from memtui.conversations.conversation import Conversation, Role, Turn
from memtui.conversations.opening import open_bytes
from memtui.conversations.reader import RecordFormat, TextFormat
from memtui.conversations.source import Source

PERSON, MODEL = Role.PERSON, Role.MODEL


@dataclass(frozen=True)
class Read:
    """What came out of a file."""

    conversations: Sequence[Conversation]
    left_out: Counter[str]
    warnings: Sequence[str] = ()

    @property
    def only(self) -> Conversation:
        (conversation,) = self.conversations
        return conversation

    @property
    def said(self) -> list[tuple[Role, str]]:
        return said(self.only.turns)

    @property
    def days(self) -> list[date | None]:
        return [turn.day for turn in self.only.turns]


def said(turns: Sequence[Turn]) -> list[tuple[Role, str]]:
    return [(turn.role, turn.text) for turn in turns]


def read(form: RecordFormat, *records: Any, **more: Any) -> Read:
    """Read records directly with a format's reader."""
    source = Source(more.pop("name", "chat.json"), zone=more.pop("zone", UTC), **more)
    conversations = list(form.read(iter(records), source))
    return Read(conversations, source.left_out, source.warnings)


def read_text(form: TextFormat, text: str, **more: Any) -> Read:
    """Read a text directly with a format's reader."""
    source = Source(more.pop("name", "chat.txt"), text, zone=more.pop("zone", UTC), **more)
    conversations = list(form.read(source))
    return Read(conversations, source.left_out, source.warnings)


def opened(document: Any, name: str = "chat.json", **more: Any) -> tuple[str, Read]:
    """Open a document as a file: what it is taken for, and what came out of it."""
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    made = open_bytes(data, name, zone=UTC, **more)
    return made.format, Read(list(made.conversations), made.left_out, made.warnings)


def json_lines(*records: Any) -> bytes:
    """A JSON Lines file."""
    return b"\n".join(json.dumps(each).encode() for each in records)
