"""Exports of Grok: one object with all conversations, each with its responses."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.content import NO_TEXT, THINKING
from memtui.conversations.formats.one_by_one import UNREADABLE, one_by_one
from memtui.conversations.formats.values import identity, mapping, sequence, text
from memtui.conversations.reader import Record, RecordFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import when
from memtui.conversations.trees import ABANDONED, shown_path

_PERSON = frozenset(("human", "user"))
_MODEL = frozenset(("assistant", "grok", "ai", "model"))
_CITATION = re.compile(r"<grok:render\b[^<>]*>(?:(?!<grok:render\b)[\s\S]){0,2000}?</grok:render>")


def recognises(record: Record) -> bool:
    """Whether a record is a conversation beside its responses."""
    return isinstance(record.get("responses"), list) and (
        "conversation" in record or any("response" in mapping(each) for each in record["responses"])
    )


def _make(record: Record, source: Source) -> Conversation | None:
    about = mapping(record.get("conversation")) or record
    responses: dict[str, Mapping[str, Any]] = {}
    parents: dict[str, object] = {}
    for place, item in enumerate(record["responses"]):
        response = mapping(mapping(item).get("response", item))
        if not response:
            source.left_out[UNREADABLE] += 1
            continue
        key = identity(response.get("_id")) or identity(response.get("id")) or f"response {place}"
        responses[key] = response
        parents[key] = response.get("parent_response_id", "")
    path = shown_path(
        parents,
        about.get("leaf_response_id"),
        lambda key: when(responses[key].get("create_time"), source.zone).time,
    )
    if len(path) < len(responses):
        source.left_out[ABANDONED] += len(responses) - len(path)
    return source.conversation(
        _said([responses[key] for key in path], source),
        title=text(about.get("title")),
        day=when(about.get("create_time"), source.zone).day,
        key=identity(about.get("id")) or identity(about.get("conversation_id")),
    )


def _said(responses: list[Mapping[str, Any]], source: Source) -> Iterator[Said]:
    for response in responses:
        sender, words = text(response.get("sender")).casefold(), text(response.get("message"))
        if response.get("thinking_trace") or sequence(response.get("agent_thinking_traces")):
            source.left_out[THINKING] += 1
        if sender not in _PERSON and sender not in _MODEL:
            source.left_out["turns of other senders" if sender else UNREADABLE] += 1
            continue
        if "<grok:render" in words:
            words = _CITATION.sub("", words)
        if words.strip():
            label = "user" if sender in _PERSON else "assistant"
            yield Said(label, words, when(response.get("create_time"), source.zone))
        else:
            source.left_out[NO_TEXT] += 1


FORMAT = RecordFormat(
    "Grok export", recognises, one_by_one(recognises, _make), inside=("conversations",)
)
