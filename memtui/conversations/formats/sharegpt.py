"""Conversations in the form of ShareGPT: turns with `from` and `value`."""

from collections.abc import Iterator, Sequence
from typing import Any

from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.content import NO_TEXT, TOOLS
from memtui.conversations.formats.html_text import text_of_html
from memtui.conversations.formats.one_by_one import UNREADABLE, one_by_one
from memtui.conversations.formats.values import identity, mapping, sequence, text
from memtui.conversations.reader import Record, RecordFormat
from memtui.conversations.source import Said, Source

_TOOLS = frozenset(("tool", "function", "function_call", "function_response", "observation"))


def recognises(record: Record) -> bool:
    """Whether a record has turns of that form."""
    return any(
        "from" in each and "value" in each
        for each in map(mapping, sequence(record.get("conversations")))
    )


def _is_one(record: Record) -> bool:
    return isinstance(record.get("conversations"), list)


def _make(record: Record, source: Source) -> Conversation | None:
    return source.conversation(
        _said(sequence(record.get("conversations")), source),
        title=text(record.get("title")),
        key=identity(record.get("id")),
    )


def _said(turns: Sequence[Any], source: Source) -> Iterator[Said]:
    for turn in map(mapping, turns):
        sender, words = text(turn.get("from")).strip().casefold(), turn.get("value")
        if not sender or not isinstance(words, str):
            source.left_out[UNREADABLE] += 1
        elif sender in _TOOLS:
            source.left_out[TOOLS] += 1
        elif words.strip() or sender == "system":
            yield Said(sender, text_of_html(words) if words.startswith("<div class=") else words)
        else:
            source.left_out[NO_TEXT] += 1


FORMAT = RecordFormat("ShareGPT file", recognises, one_by_one(_is_one, _make))
