"""Conversations of LM Studio, one in a file, with every version of every turn.

Only the conversation has a time of its own; the ids of an answer's steps begin with theirs.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.content import THINKING, TOOLS, words_of
from memtui.conversations.formats.one_by_one import UNREADABLE, one_by_one
from memtui.conversations.formats.values import mapping, sequence, text
from memtui.conversations.reader import Record, RecordFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import UNKNOWN, When, when

_STEP = re.compile(r"(\d{13})-", re.ASCII)


def recognises(record: Record) -> bool:
    """Whether a record has messages in versions."""
    messages = sequence(record.get("messages"))
    return any(
        "versions" in each and "currentlySelected" in each for each in map(mapping, messages)
    )


def _make(record: Record, source: Source) -> Conversation | None:
    if text(record.get("systemPrompt")).strip():
        source.left_out["system turns"] += 1
    return source.conversation(
        _said(sequence(record.get("messages")), source),
        title=text(record.get("name")),
        day=when(record.get("createdAt"), source.zone).day,
    )


def _said(messages: Sequence[Any], source: Source) -> Iterator[Said]:
    selected = [_selected(mapping(message), source) for message in messages]
    moments = [_moment(each, source) for each in selected]
    for place, version in enumerate(selected):
        if not version:
            source.left_out[UNREADABLE] += 1
            continue
        role, moment = text(version.get("role")), moments[place]
        if role == "user" and moment == UNKNOWN and place + 1 < len(moments):
            # It was sent when its answer began.
            moment = When(day=moments[place + 1].day)
        words = _words(version, source)
        if words or role not in ("user", "assistant"):
            yield Said(role, words, moment)


def _selected(message: Mapping[str, Any], source: Source) -> Mapping[str, Any]:
    versions = sequence(message.get("versions"))
    if len(versions) > 1:
        source.left_out["other versions of a turn"] += len(versions) - 1
    place = message.get("currentlySelected")
    if not isinstance(place, int) or not 0 <= place < len(versions):
        place = -1
    return mapping(versions[place]) if versions else {}


def _moment(version: Mapping[str, Any], source: Source) -> When:
    for step in sequence(version.get("steps")):
        if begun := _STEP.match(text(mapping(step).get("stepIdentifier"))):
            return when(int(begun[1]), source.zone)
    return UNKNOWN


def _words(version: Mapping[str, Any], source: Source) -> str:
    """The content of a turn of one step, or of those steps of an answer that are text."""
    if not isinstance(version.get("steps"), list) or version.get("content"):
        return words_of(version.get("content"), source.left_out)
    texts: list[Any] = []
    hidden = 0
    for step in map(mapping, version["steps"]):
        kind = text(step.get("type"))
        if kind != "contentBlock":
            hidden += 1
            source.left_out[TOOLS if "tool" in kind.casefold() else "debug blocks"] += 1
        elif mapping(step.get("style")).get("type") == "thinking":
            hidden += 1
            source.left_out[THINKING] += 1
        else:
            texts.append(step.get("content"))
    return words_of(texts, source.left_out) if texts or not hidden else ""


FORMAT = RecordFormat("LM Studio conversation", recognises, one_by_one(recognises, _make))
