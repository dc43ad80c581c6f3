"""Exports of LibreChat: messages in a list, or each below the one it answers (`recursive`)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.content import THINKING, words_of
from memtui.conversations.formats.one_by_one import UNREADABLE, one_by_one
from memtui.conversations.formats.values import identity, mapping, sequence, text
from memtui.conversations.reader import Record, RecordFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import when
from memtui.conversations.trees import shown

# Where an answer cites what was searched, models write the mark itself or its escape.
_CITATION = re.compile(r" ?(?:\\ue202|\ue202)turn\d{1,4}[a-z]{2,12}\d{1,4}")
_MARK = re.compile(r"\\ue20[0-6]")
_THOUGHT = ":::thinking\n", "\n:::"


def recognises(record: Record) -> bool:
    """Whether a record has messages that say whether the user made them."""
    messages = sequence(record.get("messages"))
    return any("messageId" in each and "isCreatedByUser" in each for each in map(mapping, messages))


def _make(record: Record, source: Source) -> Conversation | None:
    messages, parents = _flat(sequence(record.get("messages")), source)
    path = shown(
        messages,
        parents,
        None,
        lambda message: when(message.get("createdAt"), source.zone).time,
        source.left_out,
    )
    return source.conversation(
        _said(path, source),
        title=text(record.get("title")),
        day=when(record.get("createdAt"), source.zone).day,
        key=identity(record.get("conversationId")),
    )


def _flat(messages: Any, source: Source) -> tuple[dict[str, Mapping[str, Any]], dict[str, object]]:
    """All messages and their parents, those below others included."""
    flat: dict[str, Mapping[str, Any]] = {}
    parents: dict[str, object] = {}
    waiting = [(each, "") for each in reversed(messages)]
    while waiting:
        message, above = waiting.pop()
        if not isinstance(message, dict):
            source.left_out[UNREADABLE] += 1
            continue
        key = identity(message.get("messageId")) or f"message {len(flat)}"
        if key in flat:
            source.left_out["repeated records"] += 1
            continue
        flat[key] = message
        parents[key] = above or message.get("parentMessageId")
        waiting.extend((each, key) for each in reversed(sequence(message.get("children"))))
    return flat, parents


def _said(messages: list[Mapping[str, Any]], source: Source) -> Iterator[Said]:
    for message in messages:
        made = message.get("isCreatedByUser")
        if not isinstance(made, bool):
            source.left_out[UNREADABLE] += 1
            continue
        if message.get("error") is True:
            source.left_out["errors"] += 1
            continue
        if text(message.get("sender")).casefold() == "system":
            source.left_out["system turns"] += 1
            continue
        if words := _words(message, source):
            label = "user" if made else "assistant"
            moment = when(message.get("createdAt"), source.zone)
            yield Said(label, words, moment)


def _words(message: Mapping[str, Any], source: Source) -> str:
    """The text, or what agents say in parts instead."""
    words = text(message.get("text"))
    if not words.strip():
        return words_of(message.get("content"), source.left_out)
    if "ue202" in words or "\ue202" in words:
        words = _MARK.sub("", _CITATION.sub("", words))
    return _without_thoughts(words, source)


def _without_thoughts(words: str, source: Source) -> str:
    """The text outside the blocks in which a model's thoughts were once written."""
    opening, closing = _THOUGHT
    kept: list[str] = []
    place = 0
    while (start := words.find(opening, place)) >= 0:
        end = words.find(closing, start)
        if end < 0:
            break
        kept.append(words[place:start])
        place = end + len(closing)
        source.left_out[THINKING] += 1
    return "".join((*kept, words[place:])).strip()


FORMAT = RecordFormat("LibreChat export", recognises, one_by_one(recognises, _make))
