"""JSON and JSON Lines of messages with a role and a content, as chat APIs have them."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from memtui.conversations.conversation import Conversation, Grade
from memtui.conversations.reader import RecordFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import UNKNOWN, When, when

_MESSAGES = ("messages", "turns", "conversation", "chat", "dialogue", "history")
_WHO = ("role", "speaker", "sender", "author")
_WHAT = ("content", "text", "parts", "message")
_WHEN = ("timestamp", "created_at", "createdAt", "create_time", "time", "datetime", "date")
_ABOUT = ("metadata", "meta", "info")
_TEXT_PARTS = frozenset(("text", "input_text", "output_text"))
_THINKING_PARTS = frozenset(("thinking", "reasoning", "redacted_thinking", "summary_text"))


def recognised(record: Mapping[str, Any]) -> bool:
    """Whether a record is a message, or holds some."""
    return _is_message(record) or _messages(record) is not None


def read(records: Iterable[Any], source: Source) -> Iterator[Conversation]:
    """Read messages, which are one conversation, or lists or objects of messages, one each."""
    rest = iter(records)
    for record in rest:
        if _is_message(record):
            conversation = _conversation(chain((record,), rest), {}, source)
        elif isinstance(record, list) and any(map(_is_message, record)):
            conversation = _conversation(record, {}, source)
        elif isinstance(record, Mapping) and (held := _messages(record)) is not None:
            conversation = _conversation(held, record, source)
        else:
            source.left_out["unreadable records"] += 1
            continue
        if conversation:
            yield conversation


def _messages(document: Mapping[str, Any]) -> list[Any] | None:
    """The messages of an object; under other names than `messages` they must look like some."""
    for name in _MESSAGES:
        held = document.get(name)
        if isinstance(held, list) and (name == "messages" or any(map(_is_message, held))):
            return held
    return None


def _is_message(record: Any) -> bool:
    return (
        isinstance(record, Mapping)
        and any(isinstance(record.get(key), str) for key in _WHO)
        and any(key in record for key in _WHAT)
    )


def _conversation(
    messages: Iterable[Any], about: Mapping[str, Any], source: Source
) -> Conversation | None:
    title = next(
        (about[key] for key in ("title", "name", "subject") if isinstance(about.get(key), str)), ""
    )
    moment = _moment(about, source)
    made = source.conversation(
        _said(messages, source), title=title, day=moment.day, grade=Grade.CONVERSATION
    )
    if made is None:
        source.left_out["conversations without turns"] += 1
    return made


def _said(messages: Iterable[Any], source: Source) -> Iterable[Said]:
    for message in messages:
        if not _is_message(message):
            source.left_out["unreadable records"] += 1
            continue
        label = next(message[key] for key in _WHO if isinstance(message.get(key), str))
        name = message.get("name")
        text = "\n".join(_texts(next(message[k] for k in _WHAT if k in message), source))
        if not text.strip() and (message.get("tool_calls") or message.get("function_call")):
            source.left_out["tool calls"] += 1
            continue
        speaker = name if isinstance(name, str) and name.strip() else ""
        yield Said(label, text, _moment(message, source), speaker)


def _moment(record: Mapping[str, Any], source: Source) -> When:
    for place in (record, *(record.get(key) for key in _ABOUT)):
        if isinstance(place, Mapping):
            for key in _WHEN:
                moment = when(place.get(key), source.zone)
                if moment != UNKNOWN:
                    return moment
    return UNKNOWN


def _texts(content: Any, source: Source) -> Iterable[str]:
    """Every text in a content of any shape; what is no text is counted by its type."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, list):
        for part in content:
            yield from _texts(part, source)
    elif isinstance(content, Mapping):
        kind = content.get("type")
        if kind in _THINKING_PARTS or content.get("thought") is True:
            source.left_out["thinking"] += 1
        elif (kind is None or kind in _TEXT_PARTS) and isinstance(content.get("text"), str):
            yield content["text"]
        elif kind is None and ("parts" in content or "content" in content):
            yield from _texts(content.get("parts", content.get("content")), source)
        else:
            source.left_out["images, files and tool parts"] += 1


FORMAT = RecordFormat("role/content JSON", recognised, read)
