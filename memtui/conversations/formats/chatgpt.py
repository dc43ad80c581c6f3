"""Exports of ChatGPT: a list of conversations, or one, each a tree of messages under `mapping`.

The path that was shown is walked up from `current_node`. This reader meets the largest files, so
that it touches every message only once and copies nothing.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.content import FILES, NO_TEXT, THINKING, TOOLS
from memtui.conversations.formats.one_by_one import UNREADABLE, one_by_one
from memtui.conversations.formats.values import identity, mapping, sequence, text
from memtui.conversations.reader import Companion, Record, RecordFormat, TextFormat
from memtui.conversations.source import Said, Source, unreadable
from memtui.conversations.times import when
from memtui.conversations.trees import ABANDONED, shown_path

_SPOKEN = frozenset(("text", "multimodal_text"))
_SPEAKERS = frozenset(("user", "assistant"))
_PROFILE = "profile texts"
_SYSTEM = "system turns"
_HIDDEN = "hidden turns"
_KINDS = {
    "user_editable_context": _PROFILE,
    "model_editable_context": _PROFILE,
    "thoughts": THINKING,
    "reasoning_recap": THINKING,
    "code": TOOLS,
    "execution_output": TOOLS,
    "computer_output": TOOLS,
    "sonic_webpage": TOOLS,
    "super_widget": TOOLS,
    "tether_browsing_code": TOOLS,
    "tether_browsing_display": TOOLS,
    "tether_quote": TOOLS,
    "system_error": "errors",
}
_SHARD = re.compile(r"\bconversations-\d{1,4}\.json\b")
_LOOKED_AT = 5000
_CHOOSE = (
    "Choose conversations.json of the same export, or the files conversations-000.json and on, or "
    "the whole zip."
)


def recognises(record: Record) -> bool:
    """Whether a record has a tree of messages."""
    return isinstance(record.get("mapping"), dict)


def _make(record: Record, source: Source) -> Conversation | None:
    nodes: Mapping[str, Any] = record["mapping"]
    parents = _parents(nodes)
    path = shown_path(
        parents,
        record.get("current_node"),
        lambda key: when(mapping(nodes[key].get("message")).get("create_time"), source.zone).time,
    )
    if len(path) < len(parents):
        _count_abandoned(nodes, path, source)
    return source.conversation(
        _said(nodes, path, source),
        title=text(record.get("title")),
        day=when(record.get("create_time"), source.zone).day,
        key=identity(record.get("conversation_id")) or identity(record.get("id")),
    )


def _parents(nodes: Mapping[str, Any]) -> dict[str, object]:
    """The parent of every node; some exports only say who the children are."""
    parents: dict[str, object] = {}
    untold = False
    for key, node in nodes.items():
        if isinstance(node, dict):
            parents[key] = node.get("parent")
            untold = untold or "parent" not in node
    if untold:
        for key, node in nodes.items():
            for child in sequence(mapping(node).get("children")):
                if isinstance(child, str) and child in parents and parents[child] is None:
                    parents[child] = key
    return parents


def _count_abandoned(nodes: Mapping[str, Any], path: list[str], source: Source) -> None:
    shown = frozenset(path)
    for key, node in nodes.items():
        if key not in shown and isinstance(node, dict) and _kept_out(node.get("message")) is None:
            source.left_out[ABANDONED] += 1


def _said(nodes: Mapping[str, Any], path: list[str], source: Source) -> Iterator[Said]:
    left_out, zone = source.left_out, source.zone
    for key in path:
        message = nodes[key].get("message")
        if message is None:
            continue
        if kind := _kept_out(message):
            # The root of every tree is a system turn without a word.
            if kind != _SYSTEM or message["content"].get("parts") != [""]:
                left_out[kind] += 1
        elif words := _words(message["content"], left_out):
            yield Said(message["author"]["role"], words, when(message.get("create_time"), zone))


def _kept_out(message: Any) -> str | None:
    """Under what to count a message that nobody said; `None` when somebody did."""
    if not isinstance(message, dict):
        return UNREADABLE
    author, content = message.get("author"), message.get("content")
    role = author.get("role") if isinstance(author, dict) else None
    if not isinstance(role, str) or not isinstance(content, dict):
        return UNREADABLE
    kind = content.get("content_type") or "text"
    if not isinstance(kind, str):
        return UNREADABLE
    if kind not in _SPOKEN:
        return _KINDS.get(kind, "turns of other kinds")
    if role not in _SPEAKERS:
        return _SYSTEM if role in ("system", "developer") else "tool turns"
    metadata = message.get("metadata")
    if isinstance(metadata, dict):
        if metadata.get("is_user_system_message"):
            return _PROFILE
        if metadata.get("is_visually_hidden_from_conversation"):
            return _HIDDEN
    if message.get("channel") == "analysis":
        return THINKING
    return None if message.get("recipient") in ("all", None) else TOOLS


def _words(content: dict[str, Any], left_out: Counter[str]) -> str:
    """The texts of all parts; those of a voice chat are objects. What is none is counted."""
    parts = content.get("parts")
    if not isinstance(parts, list):
        parts = [content.get("text")]
    texts = []
    files = 0
    for part in parts:
        if isinstance(part, dict):
            part = part.get("text")
            files += not isinstance(part, str)
        if isinstance(part, str) and part and not part.isspace():
            texts.append(part)
    if files:
        left_out[FILES] += files
    elif not texts:
        left_out[NO_TEXT] += 1
    return texts[0] if len(texts) == 1 else "\n".join(texts)


def _names_shards(record: Record) -> bool:
    return any(
        _SHARD.search(str(record[key])[:_LOOKED_AT])
        for key in ("shards", "files", "export_files", "conversation_files", "conversations")
        if isinstance(record.get(key), list | dict)
    )


def _is_page(head: str) -> bool:
    return head.lstrip()[:200].lower().startswith(("<html", "<!doctype html")) and (
        "<title>ChatGPT Data Export</title>" in head or "var jsonData = [" in head
    )


def _refuse(source: Source) -> Iterator[Conversation]:
    unreadable(source.name, "is the web page of a ChatGPT export", _CHOOSE)


FORMAT = RecordFormat("ChatGPT export", recognises, one_by_one(recognises, _make))
PAGE = TextFormat("ChatGPT page", _is_page, _refuse)
COMPANIONS = (
    Companion(
        "the list of files of a ChatGPT export",
        _names_shards,
        _CHOOSE,
    ),
    Companion(
        "the account of a ChatGPT export", lambda record: "chatgpt_plus_user" in record, _CHOOSE
    ),
    Companion(
        "a list of ratings or shared links of a ChatGPT export",
        lambda record: (
            "conversation_id" in record
            and ("is_anonymous" in record or "rating" in record)
            and "mapping" not in record
        ),
        _CHOOSE,
    ),
)
