"""Prompts of Google AI Studio, as it keeps them in Google Drive: one conversation in a file."""

from collections.abc import Iterator, Mapping
from typing import Any

from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.content import FILES, THINKING, TOOLS, words_of
from memtui.conversations.formats.one_by_one import UNREADABLE, one_by_one
from memtui.conversations.formats.values import mapping, sequence, text
from memtui.conversations.reader import Record, RecordFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import when

_LABELS = {"user": "user", "model": "assistant"}
_CODE = ("executableCode", "codeExecutionResult", "functionCall", "functionResponse")
_ATTACHED = (
    "driveDocument driveImage driveVideo driveAudio inlineImage inlineData inlineFile inlineAudio "
    "fileData youtubeVideo googleDriveFile"
)
_FILES = _ATTACHED.split()


def recognises(record: Record) -> bool:
    """Whether a record is a prompt in chunks."""
    return isinstance(record.get("chunkedPrompt"), dict)


def _make(record: Record, source: Source) -> Conversation | None:
    prompt = mapping(record.get("chunkedPrompt"))
    instruction = mapping(record.get("systemInstruction"))
    if text(instruction.get("text")).strip() or sequence(instruction.get("parts")):
        source.left_out["system turns"] += 1
    unsent = map(mapping, sequence(prompt.get("pendingInputs")))
    if written := sum(bool(text(each.get("text")).strip()) for each in unsent):
        source.left_out["texts that were not sent"] += written
    return source.conversation(
        _said(sequence(prompt.get("chunks")), source), title=text(record.get("title"))
    )


def _said(chunks: Any, source: Source) -> Iterator[Said]:
    for chunk in chunks:
        role = text(mapping(chunk).get("role"))
        if role not in _LABELS:
            source.left_out["system turns" if role == "system" else UNREADABLE] += 1
        elif chunk.get("isThought") is True:
            source.left_out[THINKING] += 1
        elif words := _words(chunk, source):
            moment = when(chunk.get("createTime"), source.zone)
            yield Said(_LABELS[role], words, moment)


def _words(chunk: Mapping[str, Any], source: Source) -> str:
    """The text, which repeats that of the parts, or the parts alone."""
    others = [(TOOLS, sum(key in chunk for key in _CODE))]
    others.append((FILES, sum(key in chunk for key in _FILES)))
    for kind, count in others:
        if count:
            source.left_out[kind] += count
    if words := text(chunk.get("text")).strip():
        return words
    if any(count for _, count in others) and "parts" not in chunk:
        return ""
    if chunk.get("errorMessage"):
        source.left_out["errors"] += 1
        return ""
    return words_of(chunk.get("parts"), source.left_out)


FORMAT = RecordFormat("Google AI Studio prompt", recognises, one_by_one(recognises, _make))
