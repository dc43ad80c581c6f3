"""Chats of Messenger and Instagram, as their downloads of one's own data hold them in JSON."""

import re
from typing import Any

from memtui.conversations.conversation import Conversation, Role
from memtui.conversations.formats.content import FILES, NO_TEXT
from memtui.conversations.formats.one_by_one import UNREADABLE, one_by_one
from memtui.conversations.formats.values import sequence, text
from memtui.conversations.reader import Record, RecordFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import UNKNOWN, When, when

_REACTION = re.compile(r"Reacted \S{1,20} to your message ?|Liked a message")
_FILES = ("photos", "videos", "audio_files", "gifs", "files", "sticker", "share", "media")


def recognises(record: Record) -> bool:
    """Whether this is a thread: participants, and messages with a sender."""
    return "participants" in record and any(
        isinstance(each, dict) and ("sender_name" in each or "senderName" in each)
        for each in sequence(record.get("messages"))[:50]
    )


def _thread(thread: Record, source: Source) -> Conversation | None:
    timed = [
        each for message in sequence(thread.get("messages")) if (each := _said(message, source))
    ]
    if timed and _first(timed) > _first(list(reversed(timed))):
        # Newest first, as the downloads have it.
        timed.reverse()
    title = _mended(text(thread.get("title")) or text(thread.get("threadName")))
    key = text(thread.get("thread_path"))
    return source.conversation([said for said, _ in timed], title=title, key=key)


def _first(timed: list[tuple[Said, float]]) -> float:
    return next((time for _, time in timed if time), 0)


def _said(message: Any, source: Source) -> tuple[Said, float] | None:
    if not isinstance(message, dict):
        source.left_out[UNREADABLE] += 1
        return None
    if message.get("is_unsent") is True or message.get("isUnsent") is True:
        source.left_out["deleted messages"] += 1
        return None
    if message.get("type") in ("Call", "Subscribe", "Unsubscribe"):
        source.left_out["service messages"] += 1
        return None
    words = _mended(text(message.get("content")) or text(message.get("text")))
    if _REACTION.fullmatch(words):
        source.left_out["reactions"] += 1
        return None
    if not words.strip() or words.endswith((" sent an attachment.", " sent a photo.")):
        files = words.strip() or any(message.get(key) for key in _FILES)
        source.left_out[FILES if files else NO_TEXT] += 1
        return None
    name = _mended(text(message.get("sender_name")) or text(message.get("senderName")))
    moment, number = _moment(message, source)
    return Said(name.strip() or "Unknown", words, moment, role=Role.OTHER), number


def _moment(message: Record, source: Source) -> tuple[When, float]:
    value = message.get("timestamp_ms", message.get("timestamp"))
    moment = when(value, source.zone)
    return (moment, moment.time.timestamp()) if moment.time else (UNKNOWN, 0)


def _mended(words: str) -> str:
    """A text of which the bytes of UTF-8 were written as one character each."""
    try:
        return words.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return words


def _is_thread(record: Record) -> bool:
    return isinstance(record.get("messages"), list)


FORMAT = RecordFormat("Messenger or Instagram export", recognises, one_by_one(_is_thread, _thread))
