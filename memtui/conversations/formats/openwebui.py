"""Exports of Open WebUI, and Qwen's, which look the same below `data`.

`chat.messages` is a copy of the path that was shown, read only where the tree is missing.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.content import THINKING, TOOLS, words_of
from memtui.conversations.formats.one_by_one import UNREADABLE, one_by_one
from memtui.conversations.formats.values import identity, mapping, sequence, text
from memtui.conversations.reader import Record, RecordFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import UNKNOWN, when
from memtui.conversations.trees import shown

_OPEN, _CLOSE = "<details", "</details>"


def recognises(record: Record) -> bool:
    """Whether a record has a chat with a history or a list of messages."""
    chat = _chat(record)
    return isinstance(mapping(chat.get("history")).get("messages"), dict) or (
        "chat" in record and isinstance(chat.get("messages"), list)
    )


def _chat(record: Record) -> Mapping[str, Any]:
    return mapping(record.get("chat", record))


def _make(record: Record, source: Source) -> Conversation | None:
    chat = _chat(record)
    history = mapping(chat.get("history"))
    tree = mapping(history.get("messages"))
    messages = {key: each for key, each in tree.items() if isinstance(each, dict)}
    if len(messages) < len(tree):
        source.left_out[UNREADABLE] += len(tree) - len(messages)
    path = shown(
        messages,
        {key: each.get("parentId") for key, each in messages.items()},
        history.get("currentId"),
        lambda message: when(message.get("timestamp"), source.zone).time,
        source.left_out,
    )
    moment = when(record.get("created_at"), source.zone)
    if moment == UNKNOWN:
        moment = when(chat.get("timestamp"), source.zone)
    return source.conversation(
        _said(path or sequence(chat.get("messages")), source),
        title=text(record.get("title")) or text(chat.get("title")),
        day=moment.day,
        key=identity(record.get("id")) or identity(chat.get("id")),
    )


def _said(messages: Any, source: Source) -> Iterator[Said]:
    for message in messages:
        role = text(mapping(message).get("role"))
        if not role:
            source.left_out[UNREADABLE] += 1
            continue
        content = message.get("content")
        if not content and isinstance(message.get("content_list"), list):
            content = _answers(message["content_list"], source)
        if role == "assistant" and isinstance(content, str) and _OPEN in content:
            content = _without_details(content, source.left_out)
            if not content.strip():
                continue
        if role not in ("user", "assistant") or (content := words_of(content, source.left_out)):
            yield Said(role, text(content), when(message.get("timestamp"), source.zone))


def _answers(parts: list[Any], source: Source) -> str:
    """Qwen's phases of an answer, without those in which it thought."""
    texts = []
    for part in map(mapping, parts):
        if text(part.get("phase")).startswith("think"):
            source.left_out[THINKING] += 1
        else:
            texts.append(text(part.get("content")))
    return "\n".join(each for each in texts if each.strip())


def _without_details(words: str, left_out: Counter[str]) -> str:
    """Cut the blocks in which Open WebUI shows thoughts and tools; other details are text."""
    kept: list[str] = []
    place = start = 0
    while (start := words.find(_OPEN, start)) >= 0:
        end = words.find(">", start)
        close = words.find(_CLOSE, end) if end >= 0 else -1
        if close < 0:
            break
        attributes = words[start:end]
        if 'type="' in attributes:
            kept.append(words[place:start])
            place = close + len(_CLOSE)
            left_out[THINKING if 'type="reasoning"' in attributes else TOOLS] += 1
        start = close + len(_CLOSE)
    return "".join((*kept, words[place:]))


_read = one_by_one(recognises, _make)
FORMAT = RecordFormat("Open WebUI export", recognises, _read)
FORMATS = (FORMAT, RecordFormat("Qwen export", recognises, _read, inside=("data",)))
