"""Exports of Grok: one object with all conversations, each with its responses."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from memtui.conversations.conversation import Conversation, Role
from memtui.conversations.formats.content import NO_TEXT, THINKING
from memtui.conversations.formats.one_by_one import UNREADABLE, one_by_one
from memtui.conversations.formats.values import identity, mapping, sequence, text
from memtui.conversations.reader import Record, RecordFormat
from memtui.conversations.roles import role_of
from memtui.conversations.source import Said, Source
from memtui.conversations.times import when
from memtui.conversations.trees import shown

_LABELS = {Role.PERSON: "user", Role.MODEL: "assistant"}
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
    for place, response in enumerate(_in_time(record["responses"], source)):
        key = identity(response.get("_id")) or identity(response.get("id")) or f"response {place}"
        responses[key] = response
        parents[key] = response.get("parent_response_id", "")
    path = shown(
        responses,
        parents,
        about.get("leaf_response_id"),
        lambda response: when(response.get("create_time"), source.zone).time,
        source.left_out,
    )
    return source.conversation(
        _said(path, source),
        title=text(about.get("title")),
        day=when(about.get("create_time"), source.zone).day,
        key=identity(about.get("id")) or identity(about.get("conversation_id")),
    )


def _in_time(items: list[Any], source: Source) -> list[Mapping[str, Any]]:
    """The responses in the order of their times, where all have one."""
    responses = [mapping(mapping(item).get("response", item)) for item in items]
    if empty := responses.count({}):
        source.left_out[UNREADABLE] += empty
    responses = [each for each in responses if each]
    times = [when(each.get("create_time"), source.zone).time for each in responses]
    known = [time.timestamp() for time in times if time]
    if len(known) < len(responses):
        return responses
    return [responses[place] for place in sorted(range(len(known)), key=known.__getitem__)]


def _said(responses: list[Mapping[str, Any]], source: Source) -> Iterator[Said]:
    for response in responses:
        sender, words = text(response.get("sender")), text(response.get("message"))
        # Some answers have the name of a model as their sender.
        label = _LABELS.get(role_of(sender) or Role.OTHER)
        if response.get("thinking_trace") or sequence(response.get("agent_thinking_traces")):
            source.left_out[THINKING] += 1
        if label is None:
            source.left_out["turns of other senders" if sender else UNREADABLE] += 1
            continue
        if "<grok:render" in words:
            words = _CITATION.sub("", words)
        if words.strip():
            yield Said(label, words, when(response.get("create_time"), source.zone))
        else:
            source.left_out[NO_TEXT] += 1


FORMAT = RecordFormat(
    "Grok export", recognises, one_by_one(recognises, _make), inside=("conversations",)
)
