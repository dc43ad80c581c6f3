"""Exports of the web UI of llama.cpp.

JSON has `conv` beside `messages`; JSON Lines have a header line and a line for each message,
which may stand in an envelope.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.content import FILES, THINKING, TOOLS, words_of
from memtui.conversations.formats.one_by_one import UNREADABLE, WITHOUT_TURNS
from memtui.conversations.formats.values import identity, mapping, sequence, text
from memtui.conversations.reader import Record, RecordFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import when
from memtui.conversations.trees import shown


def recognises(record: Record) -> bool:
    """Whether a record is an exported conversation, or the header of one."""
    return _is_whole(record) or _is_header(record) or ("convId" in record and "role" in record)


def _is_whole(record: Record) -> bool:
    return isinstance(record.get("conv"), dict) and isinstance(record.get("messages"), list)


def _is_header(record: Record) -> bool:
    return "currNode" in record or (record.get("type") == "session" and "harness" in record)


def read(records: Iterable[Any], source: Source) -> Iterator[Conversation]:
    """Read conversations: whole ones, or each from its header to the next."""
    header: Mapping[str, Any] | None = None
    lines: list[Any] = []
    for record in records:
        if isinstance(record, dict) and (_is_whole(record) or _is_header(record)):
            if header is not None or lines:
                yield from _conversation(header or {}, lines, source)
            header, lines = None, []
            if _is_whole(record):
                yield from _conversation(record["conv"], record["messages"], source)
            else:
                header, lines = record, list(sequence(record.get("messages")))
        else:
            lines.append(record)
    if header is not None or lines:
        yield from _conversation(header or {}, lines, source)


def _conversation(
    about: Mapping[str, Any], lines: Iterable[Any], source: Source
) -> Iterator[Conversation]:
    messages: dict[str, Mapping[str, Any]] = {}
    parents: dict[str, object] = {}
    for place, line in enumerate(lines):
        message = {**mapping(line), **mapping(mapping(line).get("message"))}
        if not isinstance(message.get("role"), str):
            source.left_out[UNREADABLE] += 1
            continue
        key = identity(message.get("id")) or f"message {place}"
        if key in messages:
            source.left_out["repeated records"] += 1
        messages[key] = message
        # Of the root there is no more than its id.
        parents[key] = identity(message.get("parent")) or None if "parent" in message else ""
    path = shown(
        messages,
        parents,
        identity(about.get("currNode")),
        lambda message: when(message.get("timestamp"), source.zone).time,
        source.left_out,
    )
    made = source.conversation(
        _said(path, source),
        title=text(about.get("name")),
        key=identity(about.get("id")),
    )
    if made:
        yield made
    else:
        source.left_out[WITHOUT_TURNS] += 1


def _said(messages: list[Mapping[str, Any]], source: Source) -> Iterator[Said]:
    for message in messages:
        if message.get("type") == "root":
            continue
        hidden = 0
        if any(text(message.get(name)).strip() for name in ("thinking", "reasoningContent")):
            hidden += 1
            source.left_out[THINKING] += 1
        if message.get("toolCalls") or message.get("tool_calls"):
            hidden += 1
            source.left_out[TOOLS] += 1
        if attached := len(sequence(message.get("extra"))):
            hidden += 1
            source.left_out[FILES] += attached
        role, content = text(message.get("role")), message.get("content")
        if role in ("user", "assistant"):
            words = "" if hidden and not content else words_of(content, source.left_out)
            if words:
                yield Said(role, words, when(message.get("timestamp"), source.zone))
        else:
            yield Said(role, text(content))


FORMAT = RecordFormat("llama.cpp web UI export", recognises, read)
