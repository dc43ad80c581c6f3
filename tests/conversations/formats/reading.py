"""Opens a text or records as a file of a person in Recife."""

import json
from collections.abc import Iterable, Sequence
from datetime import date, datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from memtui.conversations.conversation import Conversation, Opened, Role
from memtui.conversations.opening import open_bytes

RECIFE = ZoneInfo("America/Recife")


def lines(records: Iterable[Any]) -> str:
    """A JSON Lines file; what is a string already is a line as it stands."""
    written = (each if isinstance(each, str) else json.dumps(each) for each in records)
    return "".join(f"{line}\n" for line in written)


def opened(
    data: Any, name: str = "chat.txt", *, me: Sequence[str] = (), zone: tzinfo = RECIFE
) -> Opened:
    """What a text, bytes or a document are taken for."""
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    elif not isinstance(data, bytes):
        data = json.dumps(data).encode()
    return open_bytes(data, name, me=me, zone=zone)


def only(data: Any, name: str = "chat.txt", *, me: Sequence[str] = ()) -> Conversation:
    """The one conversation in them."""
    (conversation,) = opened(data, name, me=me).conversations
    return conversation


def said(conversation: Conversation) -> list[tuple[str, str]]:
    return [(turn.speaker, turn.text) for turn in conversation.turns]


def roles(conversation: Conversation) -> list[Role]:
    return [turn.role for turn in conversation.turns]


def days(conversation: Conversation) -> list[date | None]:
    return [turn.day for turn in conversation.turns]


def times(conversation: Conversation) -> list[datetime | None]:
    return [turn.time for turn in conversation.turns]
