"""Channels of Discord as DiscordChatExporter writes them in JSON."""

from collections.abc import Iterable, Iterator
from typing import Any

from memtui.conversations.conversation import Conversation, Role
from memtui.conversations.formats.content import FILES, NO_TEXT
from memtui.conversations.formats.one_by_one import UNREADABLE, WITHOUT_TURNS, one_by_one
from memtui.conversations.formats.people import People
from memtui.conversations.formats.values import identity, mapping, text
from memtui.conversations.reader import Companion, Record, RecordFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import when

_SPOKEN = frozenset(("Default", "Reply", "ThreadStarterMessage", "0", "19"))


def recognises(record: Record) -> bool:
    """Whether this is a channel with its guild and messages."""
    return {"guild", "channel", "messages"}.issubset(record)


def _channel(record: Record, source: Source) -> Conversation | None:
    return _made(record, record["messages"], source)


def _made(record: Record, messages: Iterable[Any], source: Source) -> Conversation | None:
    people = People()
    said = (each for message in messages if (each := _said(message, people, source)))
    guild, channel = mapping(record.get("guild")), mapping(record.get("channel"))
    parts = [text(guild.get("name")), text(channel.get("category")), text(channel.get("name"))]
    title = " / ".join(part for part in parts if part)
    return source.conversation(said, title=title, key=identity(channel.get("id")))


def _is_message(record: Record) -> bool:
    """Whether this is a message as only DiscordChatExporter writes them."""
    author = mapping(record.get("author"))
    return "timestamp" in record and {"id", "isBot"}.issubset(author)


def _read_messages(messages: Iterable[Any], source: Source) -> Iterator[Conversation]:
    """Read the messages of a channel as they come."""
    if made := _made(source.about, messages, source):
        yield made
    else:
        source.left_out[WITHOUT_TURNS] += 1


def _said(message: Any, people: People, source: Source) -> Said | None:
    if not isinstance(message, dict):
        source.left_out[UNREADABLE] += 1
        return None
    author = mapping(message.get("author"))
    kind = identity(message.get("type")) or "Default"
    if kind not in _SPOKEN:
        source.left_out["service messages"] += 1
        return None
    if author.get("isBot") is True:
        source.left_out["messages of bots"] += 1
        return None
    words = text(message.get("content"))
    if not words.strip():
        other = any(message.get(key) for key in ("attachments", "stickers", "embeds"))
        source.left_out[FILES if other else NO_TEXT] += 1
        return None
    own, id_ = text(author.get("name")).strip(), identity(author.get("id"))
    name = people.name(id_, text(author.get("nickname")).strip() or own or id_ or "Unknown", own)
    return Said(name, words, when(message.get("timestamp"), source.zone), role=Role.OTHER)


def _is_channel(record: Record) -> bool:
    return isinstance(record.get("messages"), list)


NAME = "Discord export"
FORMATS = (
    RecordFormat(NAME, recognises, one_by_one(_is_channel, _channel)),
    RecordFormat(NAME, _is_message, _read_messages, inside=("messages",), whole=True),
)
COMPANIONS = (
    Companion(
        "a list of one's own messages from Discord's data package, without what others said",
        lambda record: {"ID", "Timestamp", "Contents"}.issubset(record),
        "Export the channel with DiscordChatExporter in the format JSON.",
    ),
)
