"""JSON and JSON Lines of messages with a role and a content, as chat APIs have them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.content import THINKING, TOOLS, words_of
from memtui.conversations.formats.one_by_one import UNREADABLE, WITHOUT_TURNS
from memtui.conversations.formats.values import identity, mapping, sequence, text
from memtui.conversations.reader import RecordFormat
from memtui.conversations.roles import nobody
from memtui.conversations.source import Said, Source
from memtui.conversations.times import UNKNOWN, When, when

_MESSAGES = ("messages", "turns", "conversation", "chat", "dialogue", "history", "contents")
_WHO = ("role", "speaker", "sender", "author")
_WHAT = ("content", "text", "parts", "message")
_WHEN = ("timestamp", "created_at", "createdAt", "create_time", "time", "datetime", "date")
_ABOUT = ("metadata", "meta", "info")
# Items without a role that stand between the messages of OpenAI's newer requests.
_BETWEEN = {
    "reasoning": THINKING,
    "function_call": TOOLS,
    "function_call_output": TOOLS,
    "web_search_call": TOOLS,
    "file_search_call": TOOLS,
    "item_reference": TOOLS,
}


def recognised(record: Mapping[str, Any]) -> bool:
    """Whether a record is a message, or holds some."""
    return _is_message(record) or _messages(record) is not None


def read(records: Iterable[Any], source: Source) -> Iterator[Conversation]:
    """Read messages, which are one conversation, or lists or objects of messages, one each."""
    rest = iter(records)
    for record in rest:
        if _is_message(record):
            conversation = _conversation(chain((record,), rest), {}, source)
        elif isinstance(record, list) and any(map(_is_message, record)):
            conversation = _conversation(record, {}, source)
        elif isinstance(record, Mapping) and (held := _messages(record)) is not None:
            conversation = _conversation(held, record, source)
        else:
            source.left_out[UNREADABLE] += 1
            continue
        if conversation:
            yield conversation


def _messages(document: Mapping[str, Any]) -> list[Any] | None:
    """The messages of an object; under other names than `messages` they must look like some."""
    for name in _MESSAGES:
        held = document.get(name)
        if isinstance(held, list) and (name == "messages" or any(map(_is_message, held))):
            return held
    if isinstance(choices := document.get("choices"), list) and choices:
        answer = mapping(choices[0]).get("message")
        return [answer] if _is_message(answer) else None
    # OpenAI's newer answers, alone or beside what was asked.
    items = [*_items(document.get("input"), "user"), *_items(document.get("output"), "assistant")]
    # Beside an instruction they are a task of a data set.
    return items if any(map(_is_message, items)) and "instruction" not in document else None


def _items(held: object, role: str) -> Sequence[Any]:
    """What was asked or told: items, or one text."""
    return [{"role": role, "content": held}] if isinstance(held, str) else sequence(held)


def _is_message(record: Any) -> bool:
    return (
        isinstance(record, Mapping)
        and any(isinstance(record.get(key), str) for key in _WHO)
        and any(key in record for key in _WHAT)
    )


def _conversation(
    messages: Iterable[Any], about: Mapping[str, Any], source: Source
) -> Conversation | None:
    title = next(
        (about[key] for key in ("title", "name", "subject") if isinstance(about.get(key), str)), ""
    )
    moment = _moment(about, source)
    made = source.conversation(
        _said(messages, source),
        title=title,
        day=moment.day,
        key=identity(about.get("id")) or identity(about.get("conversation_id")),
    )
    if made is None:
        source.left_out[WITHOUT_TURNS] += 1
    return made


def _said(messages: Iterable[Any], source: Source) -> Iterable[Said]:
    for message in messages:
        if not _is_message(message):
            kind = text(mapping(message).get("type"))
            source.left_out[_BETWEEN.get(kind, UNREADABLE)] += 1
            continue
        label = next(message[key] for key in _WHO if isinstance(message.get(key), str))
        content = next(message[key] for key in _WHAT if key in message)
        if nobody(label):
            yield Said(label, "")
        elif (message.get("tool_calls") or message.get("function_call")) and _is_blank(content):
            source.left_out[TOOLS] += 1
        elif words := words_of(content, source.left_out):
            yield Said(label, words, _moment(message, source), text(message.get("name")))


def _is_blank(content: object) -> bool:
    return not content or (isinstance(content, str) and content.isspace())


def _moment(record: Mapping[str, Any], source: Source) -> When:
    for place in (record, *(record.get(key) for key in _ABOUT)):
        if isinstance(place, Mapping):
            for key in _WHEN:
                moment = when(place.get(key), source.zone)
                if moment != UNKNOWN:
                    return moment
    return UNKNOWN


FORMAT = RecordFormat("role/content JSON", recognised, read)
