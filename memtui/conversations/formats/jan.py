"""Threads of Jan: `messages.jsonl`, a line for each message, the newest first in some versions."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.content import words_of
from memtui.conversations.formats.one_by_one import UNREADABLE, WITHOUT_TURNS
from memtui.conversations.formats.values import identity, mapping, text
from memtui.conversations.reader import Companion, Record, RecordFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import UNKNOWN, When, when


def recognises(record: Record) -> bool:
    """Whether a record is a message of a thread."""
    return record.get("object") == "thread.message"


def read(records: Iterable[Any], source: Source) -> Iterator[Conversation]:
    """Read the messages of a file; those of one thread are a conversation."""
    threads: dict[str, dict[str, Mapping[str, Any]]] = {}
    for place, record in enumerate(records):
        if not isinstance(record, dict) or not recognises(record):
            source.left_out[UNREADABLE] += 1
            continue
        thread = threads.setdefault(identity(record.get("thread_id")), {})
        key = identity(record.get("id")) or f"message {place}"
        if key in thread:
            source.left_out["repeated records"] += 1
        thread[key] = record
    about = _about(source) if len(threads) == 1 else {}
    for key, messages in threads.items():
        made = source.conversation(
            _said(list(messages.values()), source),
            title=text(about.get("title")),
            day=when(about.get("created"), source.zone).day,
            key=key,
        )
        if made:
            yield made
        else:
            source.left_out[WITHOUT_TURNS] += 1


def _about(source: Source) -> Mapping[str, Any]:
    """What Jan keeps of the thread in the file beside."""
    try:
        return mapping(json.loads(source.beside("thread.json") or b"{}"))
    except (ValueError, RecursionError):
        return {}


def _said(messages: list[Mapping[str, Any]], source: Source) -> Iterator[Said]:
    timed = [(_moment(message, source), message) for message in messages]
    times = [moment.time for moment, _ in timed if moment.time]
    if len(times) == len(timed):
        if times[0] > times[-1]:
            timed.reverse()
        timed.sort(key=_time)
    for moment, message in timed:
        role = text(message.get("role"))
        if not role:
            source.left_out[UNREADABLE] += 1
            continue
        words = words_of(message.get("content"), source.left_out)
        if words or role not in ("user", "assistant"):
            yield Said(role, words, moment)


def _time(timed: tuple[When, object]) -> float:
    return timed[0].time.timestamp() if timed[0].time else 0.0


def _moment(message: Mapping[str, Any], source: Source) -> When:
    found = when(message.get("created_at"), source.zone)
    return found if found != UNKNOWN else when(message.get("created"), source.zone)


FORMAT = RecordFormat("Jan thread", recognises, read)
COMPANIONS = (
    Companion(
        "the description of a Jan thread",
        lambda record: record.get("object") == "thread",
        "Choose messages.jsonl in the same folder.",
    ),
)
