"""Chats exported from Telegram Desktop as JSON: one chat, or all of an account."""

from collections.abc import Iterable, Iterator
from typing import Any

from memtui.conversations.conversation import Conversation, Role
from memtui.conversations.formats.content import FILES, NO_TEXT
from memtui.conversations.formats.one_by_one import UNREADABLE, WITHOUT_TURNS, one_by_one
from memtui.conversations.formats.people import People
from memtui.conversations.formats.values import identity, mapping, sequence, text
from memtui.conversations.reader import Record, RecordFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import When, when

NAME = "Telegram export"
_SIGNS = ("date_unixtime", "from_id", "actor_id", "text_entities")
_MEDIA = ("photo", "file", "media_type", "sticker_emoji", "contact_information", "poll")


def recognises(record: Record) -> bool:
    """Whether this is a chat: its messages have a type and a date as only Telegram writes them."""
    messages = record.get("messages")
    if not isinstance(messages, list) or "type" not in record:
        return False
    first = [each for each in messages[:50] if isinstance(each, dict)]
    return any(
        _is_message(each) or (each.get("type") in ("message", "service") and "date" in each)
        for each in first
    ) or (not messages and {"name", "id"}.issubset(record))


def _chat(chat: Record, source: Source) -> Conversation | None:
    return _made(chat, sequence(chat.get("messages")), source)


def _made(chat: Record, messages: Iterable[Any], source: Source) -> Conversation | None:
    people = People()
    said = (each for message in messages if (each := _said(message, people, source)))
    title = text(chat.get("name"))
    if chat.get("type") == "saved_messages":
        title = title or "Saved Messages"
    return source.conversation(said, title=title, key=identity(chat.get("id")))


def _is_message(record: Record) -> bool:
    """Whether this is a message as only Telegram writes them."""
    return record.get("type") in ("message", "service") and any(sign in record for sign in _SIGNS)


def _read_messages(messages: Iterable[Any], source: Source) -> Iterator[Conversation]:
    """Read the messages of one chat as they come."""
    if made := _made(source.about, messages, source):
        yield made
    else:
        source.left_out[WITHOUT_TURNS] += 1


def _said(message: Any, people: People, source: Source) -> Said | None:
    if not isinstance(message, dict):
        source.left_out[UNREADABLE] += 1
        return None
    if message.get("type") == "service":
        source.left_out["service messages"] += 1
        return None
    words = _words(message.get("text"))
    if not words.strip():
        media = any(key in message for key in _MEDIA)
        source.left_out[FILES if media else NO_TEXT] += 1
        return None
    # What is passed on was said by somebody else.
    if "forwarded_from" in message:
        name = text(message.get("forwarded_from")).strip() or "Unknown"
    else:
        id_ = identity(message.get("from_id"))
        name = people.name(id_, text(message.get("from")).strip() or id_ or "Unknown")
    return Said(name, words, _moment(message, source), role=Role.OTHER)


def _words(content: object) -> str:
    """A text, or a list of texts and of pieces with a form such as a link or a mention."""
    if isinstance(content, str):
        return content
    return "".join(
        piece if isinstance(piece, str) else text(mapping(piece).get("text"))
        for piece in sequence(content)
    )


def _moment(message: Record, source: Source) -> When:
    moment = when(message.get("date_unixtime"), source.zone)
    return moment if moment.day else when(message.get("date"), source.zone)


def _is_chat(record: Record) -> bool:
    return isinstance(record.get("messages"), list)


_read = one_by_one(_is_chat, _chat)
FORMATS = (
    RecordFormat(NAME, recognises, _read),
    RecordFormat(NAME, recognises, _read, inside=("chats", "list")),
    RecordFormat(NAME, _is_message, _read_messages, inside=("messages",), whole=True),
)
