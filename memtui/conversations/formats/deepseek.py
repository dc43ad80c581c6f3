"""Exports of DeepSeek: trees as ChatGPT has them, but of messages made of fragments."""

from collections.abc import Iterator, Mapping
from typing import Any

from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.content import FILES, NO_TEXT, THINKING, TOOLS
from memtui.conversations.formats.one_by_one import UNREADABLE, one_by_one
from memtui.conversations.formats.values import identity, mapping, sequence, text
from memtui.conversations.reader import Record, RecordFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import When, when
from memtui.conversations.trees import ABANDONED, shown_path

_SPEAKERS = {"REQUEST": "user", "RESPONSE": "assistant"}


def recognises(record: Record) -> bool:
    """Whether a record has a tree, and the times or fragments that ChatGPT's have not."""
    nodes = record.get("mapping")
    return isinstance(nodes, dict) and (
        "inserted_at" in record
        or any("fragments" in mapping(mapping(node).get("message")) for node in nodes.values())
    )


def _make(record: Record, source: Source) -> Conversation | None:
    nodes = {key: node for key, node in record["mapping"].items() if isinstance(node, dict)}
    path = shown_path(
        {key: node.get("parent") for key, node in nodes.items()},
        record.get("current_node"),
        lambda key: _moment(mapping(nodes[key].get("message")), source).time,
    )
    for key in nodes.keys() - set(path):
        message = mapping(nodes[key].get("message"))
        kinds = {text(mapping(each).get("type")) for each in sequence(message.get("fragments"))}
        if not kinds.isdisjoint(_SPEAKERS):
            source.left_out[ABANDONED] += 1
    return source.conversation(
        _said([nodes[key] for key in path], source),
        title=text(record.get("title")),
        day=_moment(record, source).day,
        key=identity(record.get("id")),
    )


def _moment(record: Mapping[str, Any], source: Source) -> When:
    """A time; its offset is that of DeepSeek's server, not the person's."""
    return when(record.get("inserted_at"), source.zone)


def _said(nodes: list[dict[str, Any]], source: Source) -> Iterator[Said]:
    for node in nodes:
        message = node.get("message")
        if message is None:
            continue
        fragments = mapping(message).get("fragments")
        if not isinstance(fragments, list):
            source.left_out[UNREADABLE] += 1
            continue
        spoken: dict[str, list[str]] = {}
        for fragment in map(mapping, fragments):
            kind, words = text(fragment.get("type")), text(fragment.get("content"))
            if kind not in _SPEAKERS:
                source.left_out[_other(kind)] += 1
            elif words.strip():
                spoken.setdefault(_SPEAKERS[kind], []).append(words)
            else:
                source.left_out[NO_TEXT] += 1
        for label, texts in spoken.items():
            yield Said(label, "\n".join(texts), _moment(message, source))


def _other(kind: str) -> str:
    if kind.startswith("THINK"):
        return THINKING
    return TOOLS if "SEARCH" in kind or "TOOL" in kind or "READ" in kind else FILES


FORMAT = RecordFormat("DeepSeek export", recognises, one_by_one(recognises, _make))
