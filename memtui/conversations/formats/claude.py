"""Exports of Claude.ai, and snapshots of shared conversations.

An export has the words in blocks of `content`, a snapshot in `text`, where a block that the export
does not know is replaced by a notice. Nothing says which branch was shown last: the newest.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.content import FILES, NO_TEXT, THINKING, TOOLS
from memtui.conversations.formats.one_by_one import UNREADABLE, one_by_one
from memtui.conversations.formats.values import identity, mapping, sequence, text
from memtui.conversations.reader import Companion, Record, RecordFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import when
from memtui.conversations.trees import shown

_NOTICE = re.compile(r"(?:```\s*)?This block is not supported[^\n`]{0,80}(?:\s*```)?")
_BLOCKS = {
    "thinking": THINKING,
    "redacted_thinking": THINKING,
    "tool_use": TOOLS,
    "tool_result": TOOLS,
    "server_tool_use": TOOLS,
    "token_budget": "token budgets",
    "flag": "flags",
}
_LABELS = {"human": "user", "user": "user", "assistant": "assistant"}
_CHOOSE = "Choose conversations.json of the same export."


def recognises(record: Record) -> bool:
    """Whether a record has messages as Claude.ai writes them."""
    return isinstance(record.get("chat_messages"), list)


def _make(record: Record, source: Source) -> Conversation | None:
    messages: dict[str, Mapping[str, Any]] = {}
    parents: dict[str, object] = {}
    for place, message in enumerate(record["chat_messages"]):
        key = identity(mapping(message).get("uuid")) or f"message {place}"
        if not isinstance(message, dict):
            source.left_out[UNREADABLE] += 1
        elif key in messages:
            source.left_out["repeated records"] += 1
        else:
            messages[key] = message
            parents[key] = message.get("parent_message_uuid", "")
    path = shown(
        messages,
        parents,
        record.get("current_leaf_message_uuid"),
        lambda message: when(message.get("created_at"), source.zone).time,
        source.left_out,
    )
    return source.conversation(
        _said(path, source),
        title=text(record.get("name")) or text(record.get("snapshot_name")),
        day=when(record.get("created_at"), source.zone).day,
        key=identity(record.get("uuid")),
    )


def _said(messages: list[Mapping[str, Any]], source: Source) -> Iterator[Said]:
    for message in messages:
        sender = text(message.get("sender"))
        if sender not in _LABELS:
            source.left_out["turns of other senders" if sender else UNREADABLE] += 1
            continue
        if attached := len(sequence(message.get("attachments"))):
            source.left_out["attached documents"] += attached
        if files := len(sequence(message.get("files"))):
            source.left_out[FILES] += files
        if words := _words(message, source, silent=bool(attached or files)):
            yield Said(_LABELS[sender], words, when(message.get("created_at"), source.zone))


def _words(message: Mapping[str, Any], source: Source, *, silent: bool) -> str:
    """The text blocks, or the text beside them; `silent` where something else was counted."""
    texts = []
    for block in sequence(message.get("content")):
        kind = block.get("type") if isinstance(block, dict) else None
        if kind == "text" and isinstance(block.get("text"), str):
            texts.append(block["text"])
        else:
            source.left_out[_BLOCKS.get(text(kind), "blocks of other kinds")] += 1
            silent = True
    words = "\n".join(each for each in texts if each.strip())
    if not words and not silent:
        words, notices = _NOTICE.subn("", text(message.get("text")))
        if notices:
            source.left_out[TOOLS] += notices
            silent = True
    if words.strip():
        return words
    if not silent:
        source.left_out[NO_TEXT] += 1
    return ""


def _is_user(record: Record) -> bool:
    return "full_name" in record and ("email_address" in record or "uuid" in record)


def _is_project(record: Record) -> bool:
    return "uuid" in record and ("prompt_template" in record or "docs" in record)


FORMAT = RecordFormat("Claude.ai export", recognises, one_by_one(recognises, _make))
COMPANIONS = (
    Companion("the list of users of a Claude.ai export", _is_user, _CHOOSE),
    Companion("the list of projects of a Claude.ai export", _is_project, _CHOOSE),
    Companion(
        "what Claude remembers by itself",
        lambda record: "conversations_memory" in record,
        _CHOOSE,
    ),
)
