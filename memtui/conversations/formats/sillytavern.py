"""Chats of SillyTavern: JSON Lines, a header with both names, then a line for every message."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.content import NO_TEXT, THINKING
from memtui.conversations.formats.one_by_one import UNREADABLE, WITHOUT_TURNS
from memtui.conversations.formats.values import mapping, sequence, text
from memtui.conversations.reader import Record, RecordFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import When, when

FICTION = "This is role play: what is said in it may be fiction."
_WRITTEN = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2}) ?@ ?(\d{1,2})h ?(\d{1,2})m ?(\d{1,2})s.{0,10}")
_SPOKEN = re.compile(r"([A-Za-z]+ \d{1,2}, \d{4}) (\d{1,2}:\d\d ?[ap]m)", re.IGNORECASE)


def recognises(record: Record) -> bool:
    """Whether a record is a header or a message."""
    return ("user_name" in record and "character_name" in record) or (
        "is_user" in record and "mes" in record
    )


def read(records: Iterable[Any], source: Source) -> Iterator[Conversation]:
    """Read a file, which is one chat."""
    source.warnings.append(FICTION)
    header: dict[str, Any] = {}
    made = source.conversation(_said(records, header, source), title=source.stem)
    if made:
        yield made
    else:
        source.left_out[WITHOUT_TURNS] += 1


def _said(records: Iterable[Any], header: dict[str, Any], source: Source) -> Iterator[Said]:
    for record in records:
        message = mapping(record)
        if "mes" not in message and "character_name" in message:
            header.update(message)
            continue
        words = message.get("mes")
        if not isinstance(words, str):
            source.left_out[UNREADABLE] += 1
            continue
        if message.get("is_system") is True:
            source.left_out["system turns"] += 1
            continue
        if (others := len(sequence(message.get("swipes"))) - 1) > 0:
            source.left_out["other versions of a turn"] += others
        if text(mapping(message.get("extra")).get("reasoning")).strip():
            source.left_out[THINKING] += 1
        if words.strip():
            yield _turn(message, words, header, source)
        else:
            source.left_out[NO_TEXT] += 1


def _turn(
    message: Mapping[str, Any], words: str, header: Mapping[str, Any], source: Source
) -> Said:
    is_user = message.get("is_user") is True
    name = text(message.get("name")) or text(
        header.get("user_name" if is_user else "character_name")
    )
    moment = _moment(message.get("send_date"), source)
    return Said("user" if is_user else "assistant", words, moment, name)


def _moment(value: object, source: Source) -> When:
    """A time, in any of the ways in which it was written over the years."""
    written = text(value).strip()
    if match := _WRITTEN.fullmatch(written):
        year, month, day, hour, minute, second = map(int, match.groups())
        value = f"{year}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}"
    elif match := _SPOKEN.fullmatch(written):
        value = f"{match[1]}, {match[2]}"
    return when(value, source.zone)


FORMAT = RecordFormat("SillyTavern chat", recognises, read)
