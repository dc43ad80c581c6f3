"""Sessions of Claude Code: a tree of records in JSON Lines, and the web form's `loglines`.

The path that was shown is walked up from a session's newest turn. Where a parent is not in the
file, or a new root begins without one (as after a compaction), the record before it is the parent.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.content import FILES, THINKING, TOOLS
from memtui.conversations.formats.injected import typed
from memtui.conversations.formats.values import mapping, of_type, sequence, text
from memtui.conversations.reader import Companion, Record, RecordFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import When, when
from memtui.conversations.trees import ABANDONED, shown_path

NAME = "Claude Code session"
_PARTS = {
    "thinking": THINKING,
    "redacted_thinking": THINKING,
    "tool_use": TOOLS,
    "server_tool_use": TOOLS,
    "tool_result": "tool results",
}
# The person's own title before the model's.
_TITLES = ("customTitle", "aiTitle")
_PROGRAM = "texts that the program put in"
# The model of answers that the program wrote itself, such as "No response requested."
_NO_MODEL = "<synthetic>"
# What stands where an answer has no words.
_NO_CONTENT = "(no content)"
_FLAGS = (
    ("isSidechain", "turns of subagents"),
    ("isMeta", _PROGRAM),
    ("isCompactSummary", "summaries of earlier turns"),
    ("isApiErrorMessage", "errors"),
)


@dataclass(frozen=True, slots=True)
class _Node:
    """A record of the tree. `answer` is the id of the model's message that it is a part of."""

    parent: str
    label: str
    answer: str
    text: str
    moment: When


@dataclass(slots=True)
class _Session:
    """What is known of a session; `tip` is its newest record, `leaf` its newest turn."""

    nodes: dict[str, _Node] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    tip: str = ""
    leaf: str = ""


def recognises(record: Record) -> bool:
    """Whether this is a line of a session, of whatever type."""
    if not isinstance(record.get("type"), str) or isinstance(record.get("message"), str):
        return False
    return (
        ("parentUuid" in record and "sessionId" in record)
        or {"sessionId", "type", "timestamp"}.issubset(record)
        or {"sessionId", "uuid", "message"}.issubset(record)
        or (record["type"] == "file-history-snapshot" and "snapshot" in record)
        or (record["type"] == "summary" and "leafUuid" in record)
        or (record["type"] in ("custom-title", "ai-title") and "sessionId" in record)
        or (record["type"] == "queue-operation" and "operation" in record)
    )


def read(records: Iterable[Any], source: Source) -> Iterator[Conversation]:
    """Read a file of one or more sessions; each is a conversation."""
    sessions: dict[str, _Session] = {}
    summaries: dict[str, str] = {}
    seen: set[str] = set()
    for record in records:
        if not isinstance(record, dict) or not isinstance(record.get("type"), str):
            source.left_out["unreadable records"] += 1
        elif record["type"] == "summary":
            source.left_out[of_type("summary")] += 1
            summaries[text(record.get("leafUuid"))] = text(record.get("summary"))
        else:
            _take(record, sessions, seen, source)
    for key, session in sessions.items():
        own = [words for leaf, words in summaries.items() if leaf in session.nodes]
        title = next((session.titles[k] for k in _TITLES if session.titles.get(k)), "")
        title = title or (own[-1] if own else "")
        if made := source.conversation(_said(session, source), title=title, key=key):
            yield made
        else:
            source.left_out["conversations without turns"] += 1


def _take(record: Record, sessions: dict[str, _Session], seen: set[str], source: Source) -> None:
    kind = record["type"]
    key = text(record.get("sessionId")) or next(reversed(sessions), "")
    uuid = text(record.get("uuid"))
    for name in _TITLES:
        if isinstance(record.get(name), str):
            sessions.setdefault(key, _Session()).titles[name] = record[name]
    if uuid and uuid in seen:
        source.left_out["repeated records"] += 1
        return
    is_turn = kind in ("user", "assistant")
    if not is_turn:
        source.left_out[of_type(kind)] += 1
    flagged = next((name for flag, name in _FLAGS if record.get(flag) is True), None)
    if mapping(record.get("message")).get("model") == _NO_MODEL:
        flagged = flagged or _PROGRAM
    if flagged and is_turn:
        source.left_out[flagged] += 1
    if not is_turn and not uuid:
        return
    if record.get("isSidechain") is True:
        return
    session = sessions.setdefault(key, _Session())
    uuid = uuid or f"record {len(session.nodes)} of {key}"
    seen.add(uuid)
    session.nodes[uuid] = _node(record, is_turn and not flagged, session, source)
    session.tip = uuid
    if is_turn:
        session.leaf = uuid


def _node(record: Record, speaks: bool, session: _Session, source: Source) -> _Node:
    parent = text(record.get("parentUuid")) or text(record.get("logicalParentUuid"))
    if parent not in session.nodes:
        parent = session.tip
    message = mapping(record.get("message"))
    label = text(message.get("role")) or text(record.get("type"))
    words = _words(message.get("content"), label, source) if speaks else ""
    answer = text(message.get("id")) if label == "assistant" else ""
    return _Node(parent, label, answer, words, when(record.get("timestamp"), source.zone))


def _words(content: object, label: str, source: Source) -> str:
    """The text blocks of a content; what else it holds is counted."""
    parts = [content] if isinstance(content, str) else sequence(content)
    if not isinstance(content, str | list):
        source.left_out["unreadable records"] += 1
    texts: list[str] = []
    for part in parts:
        block = {"type": "text", "text": part} if isinstance(part, str) else mapping(part)
        if block.get("type") == "text" and isinstance(block.get("text"), str):
            words = block["text"]
            words = typed(words, source.left_out) if label == "user" else words
            texts.append("" if words == _NO_CONTENT else words)
        else:
            source.left_out[_PARTS.get(text(block.get("type")), FILES)] += 1
    return "\n".join(each for each in texts if each.strip())


def _said(session: _Session, source: Source) -> Iterator[Said]:
    """The turns on the path that was shown; the parts of one answer are one turn."""
    parents = {uuid: node.parent or None for uuid, node in session.nodes.items()}
    path = frozenset(shown_path(parents, session.leaf))
    answers = {session.nodes[uuid].answer for uuid in path} - {""}
    last: _Node | None = None
    texts: list[str] = []
    for uuid, node in session.nodes.items():
        if not node.text.strip():
            continue
        if uuid not in path and node.answer not in answers:
            source.left_out[ABANDONED] += 1
        elif last and node.answer and node.answer == last.answer:
            if node.text != texts[-1]:
                texts.append(node.text)
        else:
            if last:
                yield Said(last.label, "\n".join(texts), last.moment)
            last, texts = node, [node.text]
    if last:
        yield Said(last.label, "\n".join(texts), last.moment)


FORMAT = RecordFormat(NAME, recognises, read)
FORMATS = (FORMAT, RecordFormat(NAME, recognises, read, inside=("loglines",)))
COMPANIONS = (
    Companion(
        "the list of prompts of Claude Code, without the answers",
        lambda record: {"display", "pastedContents", "timestamp"}.issubset(record),
        "Choose a .jsonl in a folder of ~/.claude/projects.",
    ),
)
