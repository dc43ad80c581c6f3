"""Sessions of Gemini CLI: one JSON object, or JSON Lines in which later lines change earlier ones.

A message is written anew under its id when it grows; `$set` replaces all messages, and
`$rewindTo` takes back a message and all after it.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.content import THINKING, TOOLS, words_of
from memtui.conversations.formats.injected import typed
from memtui.conversations.formats.one_by_one import UNREADABLE, WITHOUT_TURNS
from memtui.conversations.formats.values import identity, mapping, of_type, sequence, text
from memtui.conversations.reader import Companion, Record, RecordFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import When, when
from memtui.conversations.trees import ABANDONED

_LABELS = {"user": "user", "gemini": "gemini", "model": "gemini"}
# What Gemini CLI writes in place of the messages that it has summed up.
_SNAPSHOT = "<state_snapshot"


def recognises(record: Record) -> bool:
    """Whether this is a session, the first line of one, or one of its changes."""
    return (
        any(key in record for key in ("projectHash", "$rewindTo", "$set"))
        or {"sessionId", "startTime"}.issubset(record)
        or (record.get("type") == "gemini" and "content" in record)
    )


def read(records: Iterable[Any], source: Source) -> Iterator[Conversation]:
    """Read one session, by making its changes in their order."""
    messages: dict[str, Record] = {}
    about: dict[str, Any] = {}
    sessions = 0
    for record in records:
        if not isinstance(record, dict):
            source.left_out[UNREADABLE] += 1
            continue
        if "projectHash" in record and sessions:
            yield from _session(about, messages, source)
            messages, about = {}, {}
        sessions += "projectHash" in record
        _change(record, messages, about, source)
    yield from _session(about, messages, source)


def _change(
    record: Record, messages: dict[str, Record], about: dict[str, Any], source: Source
) -> None:
    if "$rewindTo" in record:
        _rewind(identity(record["$rewindTo"]), messages, source)
    elif "$set" in record or "projectHash" in record or "startTime" in record:
        changes = mapping(record.get("$set", record))
        about.update({key: value for key, value in changes.items() if key != "messages"})
        if "messages" in changes:
            held = sequence(changes["messages"])
            if not any(_SNAPSHOT in str(mapping(each).get("content"))[:500] for each in held):
                messages.clear()
            for each in held:
                _put(each, messages, source)
    else:
        _put(record, messages, source)


def _put(message: object, messages: dict[str, Record], source: Source) -> None:
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        source.left_out[UNREADABLE] += 1
        return
    messages[identity(message.get("id")) or f"message {len(messages)}"] = message


def _rewind(to: str, messages: dict[str, Record], source: Source) -> None:
    if to not in messages:
        source.left_out[UNREADABLE] += 1
        return
    ids = list(messages)
    for each in ids[ids.index(to) :]:
        if messages.pop(each).get("type") in _LABELS:
            source.left_out[ABANDONED] += 1


def _session(about: Record, messages: dict[str, Record], source: Source) -> Iterator[Conversation]:
    said = [each for message in messages.values() if (each := _said(message, source))]
    day: When = when(about.get("startTime"), source.zone)
    key = identity(about.get("sessionId"))
    if made := source.conversation(said, title=text(about.get("summary")), day=day.day, key=key):
        yield made
    else:
        source.left_out[WITHOUT_TURNS] += 1


def _said(message: Record, source: Source) -> Said | None:
    kind = text(message.get("type"))
    if kind not in _LABELS:
        source.left_out[of_type(kind)] += 1
        return None
    source.left_out.update(
        {THINKING: len(sequence(message.get("thoughts")))} if message.get("thoughts") else {}
    )
    calls = len(sequence(message.get("toolCalls")))
    if calls:
        source.left_out[TOOLS] += calls
    content = message.get("content")
    if calls and not content:
        return None
    words = words_of(content, source.left_out)
    if kind == "user":
        words = typed(words, source.left_out)
    if not words.strip():
        return None
    return Said(_LABELS[kind], words, when(message.get("timestamp"), source.zone))


FORMAT = RecordFormat("Gemini CLI session", recognises, read)
COMPANIONS = (
    Companion(
        "the list of prompts of Gemini CLI, without the answers",
        lambda record: {"sessionId", "messageId", "message", "type"}.issubset(record),
        "Choose a session-….jsonl or session-….json in the folder chats beside it.",
    ),
)
