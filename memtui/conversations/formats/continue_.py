"""Sessions of Continue, and of Kiro, which writes the same: a history of messages with a role."""

from typing import Any

from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.content import TOOLS, words_of
from memtui.conversations.formats.one_by_one import UNREADABLE, one_by_one
from memtui.conversations.formats.values import identity, mapping, sequence, text
from memtui.conversations.reader import Companion, Record, RecordFormat
from memtui.conversations.roles import nobody
from memtui.conversations.source import Said, Source
from memtui.conversations.times import when


def recognises(record: Record) -> bool:
    """Whether this is a session: a history of items that hold a message with a role."""
    history = sequence(record.get("history"))
    return any("role" in mapping(mapping(item).get("message")) for item in history[:50])


def _session(session: Record, source: Source) -> Conversation | None:
    said = [each for item in sequence(session["history"]) if (each := _said(item, source))]
    moment = when(session.get("dateCreated"), source.zone)
    return source.conversation(
        said,
        title=text(session.get("title")),
        day=moment.day,
        key=identity(session.get("sessionId")),
    )


def _said(item: Any, source: Source) -> Said | None:
    message = mapping(mapping(item).get("message"))
    role = message.get("role")
    if not isinstance(role, str):
        source.left_out[UNREADABLE] += 1
        return None
    if kind := nobody(role):
        source.left_out[kind] += 1
        return None
    if message.get("toolCalls") and not message.get("content"):
        source.left_out[TOOLS] += 1
        return None
    words = words_of(message.get("content"), source.left_out)
    return Said(role, words, when(message.get("timestamp"), source.zone)) if words else None


def _is_session(record: Record) -> bool:
    return isinstance(record.get("history"), list)


FORMAT = RecordFormat("Continue session", recognises, one_by_one(_is_session, _session))
COMPANIONS = (
    Companion(
        "the list of sessions of Continue",
        lambda record: (
            {"sessionId", "title", "dateCreated"}.issubset(record) and "history" not in record
        ),
        "Choose one of the other files in the folder sessions.",
    ),
)
