"""Sessions ("rollouts") of Codex: JSON Lines of three generations, and older bare messages.

Each generation writes a turn as an item, as a completed item, as an event, or as two of these.
What is written twice counts once: an event's turn is taken where no neighbour repeats it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.content import FILES, THINKING, TOOLS
from memtui.conversations.formats.injected import typed
from memtui.conversations.formats.one_by_one import UNREADABLE, WITHOUT_TURNS
from memtui.conversations.formats.values import identity, mapping, of_type, sequence, text
from memtui.conversations.reader import Companion, Record, RecordFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import UNKNOWN, When, when
from memtui.conversations.trees import ABANDONED

_TYPES = frozenset(
    ("session_meta", "response_item", "event_msg", "turn_context", "compacted", "state")
)
_ROLES = {"UserMessage": "user", "AgentMessage": "assistant"}
_EVENTS = {"user_message": "user", "agent_message": "assistant"}
_LEFT_OUT = {
    "reasoning": THINKING,
    "agent_reasoning": THINKING,
    "compacted": "summaries of earlier turns",
}
# How far apart two records of one turn stand, counted in records of turns.
_NEIGHBOURS = 4
_ITEM, _COMPLETED, _EVENT = range(3)


@dataclass(slots=True)
class _Entry:
    """A record of a turn; the lower the `rank`, the better the kind of record."""

    rank: int
    label: str
    text: str
    moment: When
    matched: bool = False


def recognises(record: Record) -> bool:
    """Whether this is a line of a rollout, or a bare message or header of an older one."""
    if text(record.get("type")) in _TYPES and isinstance(record.get("payload"), dict):
        return True
    if record.get("type") == "message":
        parts = sequence(record.get("content"))
        return any(mapping(part).get("type") in ("input_text", "output_text") for part in parts)
    return {"id", "timestamp", "instructions"}.issubset(record) and "role" not in record


def read(records: Iterable[Any], source: Source) -> Iterator[Conversation]:
    """Read a rollout as one conversation."""
    entries: list[_Entry] = []
    key, day = "", UNKNOWN
    for record in records:
        if not isinstance(record, dict):
            source.left_out[UNREADABLE] += 1
            continue
        payload = record.get("payload") if text(record.get("type")) in _TYPES else record
        if not isinstance(payload, dict):
            source.left_out[UNREADABLE] += 1
            continue
        if record.get("type") == "session_meta" or "instructions" in record:
            if not key and mapping(payload.get("source")).get("subagent") is not None:
                source.left_out["sessions of subagents"] += 1
                return
            key = key or identity(payload.get("id"))
            day = day if day.day else _moment(record, payload, source)
        elif _rolls_back(payload):
            _give_up(entries, payload, source)
        elif entry := _entry(record, payload, source):
            entries.append(entry)
    said = [Said(each.label, each.text, each.moment) for each in _once(entries)]
    if made := source.conversation(said, day=day.day, key=key):
        yield made
    else:
        source.left_out[WITHOUT_TURNS] += 1


def _entry(record: Record, payload: Record, source: Source) -> _Entry | None:
    """The turn that a record holds; other records are counted."""
    kind, rank = payload.get("type"), _ITEM
    item = mapping(payload.get("item"))
    if record.get("type") == "event_msg" and kind == "item_completed":
        rank, label = _COMPLETED, _ROLES.get(text(item.get("type")), "")
        content = item.get("content")
    elif record.get("type") == "event_msg":
        rank, label = _EVENT, _EVENTS.get(text(kind), "")
        content = payload.get("message")
    else:
        label = text(payload.get("role")) if kind == "message" else ""
        content = payload.get("content")
    if not label:
        source.left_out[_kind(record, payload)] += 1
        return None
    words = _words(content, label, rank, source)
    if not words.strip():
        return None
    return _Entry(rank, label, words, _moment(record, payload, source))


def _kind(record: Record, payload: Record) -> str:
    """Under what to count a record without a turn."""
    kind = record.get("type") if "payload" in record else payload.get("type")
    inner = text(payload.get("type"))
    if inner.endswith(("_call", "_call_output")):
        return TOOLS
    return _LEFT_OUT.get(inner) or _LEFT_OUT.get(text(kind)) or of_type(inner or kind)


def _words(content: object, label: str, rank: int, source: Source) -> str:
    """The texts of a content; of the person's, what was typed. Of repeats, nothing is counted."""
    left_out = source.left_out if rank == _ITEM else type(source.left_out)()
    texts: list[str] = []
    for part in [content] if isinstance(content, str) else sequence(content):
        words = part if isinstance(part, str) else mapping(part).get("text")
        if not isinstance(words, str):
            left_out[FILES] += 1
        elif label == "user":
            texts.append(typed(words, left_out))
        elif label == "assistant":
            texts.append(words)
        else:
            left_out[f"{label} turns" if label in ("developer", "system") else of_type(label)] += 1
            return ""
    return "\n".join(each for each in texts if each.strip())


def _once(entries: list[_Entry]) -> Iterator[_Entry]:
    """The turns without those that a better record near them repeats."""
    dropped: set[int] = set()
    for rank in (_EVENT, _COMPLETED):
        for at, entry in enumerate(entries):
            if entry.rank != rank:
                continue
            near = entries[max(0, at - _NEIGHBOURS) : at + _NEIGHBOURS + 1]
            for other in sorted(near, key=lambda each: each.rank):
                if other.rank < rank and not other.matched and _same(entry, other):
                    other.matched = True
                    dropped.add(at)
                    break
        for each in entries:
            each.matched = False
    return (entry for at, entry in enumerate(entries) if at not in dropped)


def _same(one: _Entry, other: _Entry) -> bool:
    return one.label == other.label and one.text.strip() == other.text.strip()


def _rolls_back(payload: Record) -> bool:
    return payload.get("type") == "thread_rolled_back"


def _give_up(entries: list[_Entry], payload: Record, source: Source) -> None:
    """Take back the last turns of the person, and what followed them."""
    turns = payload.get("num_turns")
    turns = turns if isinstance(turns, int) else 0
    best = min((each.rank for each in entries if each.label == "user"), default=_ITEM)
    asked = [at for at, each in enumerate(entries) if each.label == "user" and each.rank == best]
    if turns <= 0 or not asked:
        return
    start = asked[-turns] if turns <= len(asked) else 0
    while (
        start and entries[start - 1].label == "user" and _same(entries[start], entries[start - 1])
    ):
        start -= 1
    source.left_out[ABANDONED] += sum(1 for _ in _once(entries[start:]))
    del entries[start:]


def _moment(record: Record, payload: Record, source: Source) -> When:
    moment = when(record.get("timestamp"), source.zone)
    return moment if moment.day else when(payload.get("timestamp"), source.zone)


FORMAT = RecordFormat("Codex session", recognises, read)
COMPANIONS = (
    Companion(
        "the list of prompts of Codex, without the answers",
        lambda record: record.keys() == {"session_id", "ts", "text"},
        "Choose a rollout-….jsonl in a folder of ~/.codex/sessions.",
    ),
)
