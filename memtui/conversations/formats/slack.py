"""Day files of a Slack export: a channel's messages of one day; names stand in `users.json`."""

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from memtui.conversations.conversation import Conversation, Role
from memtui.conversations.formats.content import FILES, NO_TEXT
from memtui.conversations.formats.one_by_one import UNREADABLE, WITHOUT_TURNS
from memtui.conversations.formats.people import People
from memtui.conversations.formats.values import mapping, sequence, text
from memtui.conversations.reader import Companion, Record, RecordFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import when

# What people write; the other subtypes are joins, topics and the like.
_SPOKEN = frozenset(("", "thread_broadcast", "me_message", "file_share", "reply_broadcast"))
_LINK = re.compile(r"<(?P<mark>[@#!]?)(?P<target>[^<>|]{1,2000})(?:\|(?P<label>[^<>]{0,2000}))?>")
_ID = re.compile(r"[UW][A-Z0-9]{6,}")
_INSTEAD = (
    "Choose the folder or zip of the whole export, or a day file such as general/2026-10-12.json."
)


def recognises(record: Record) -> bool:
    """Whether this is a message: a time in seconds as text, and somebody who wrote."""
    stamp = record.get("ts")
    return (
        isinstance(stamp, str)
        and record.get("type") == "message"
        and any(key in record for key in ("user", "text", "bot_id", "subtype"))
    )


def read(records: Iterable[Any], source: Source) -> Iterator[Conversation]:
    """Read a day of a channel as one conversation, in the order of time."""
    names = dict(_names(source.beside("users.json") or b""))
    found: list[tuple[float, Record]] = []
    for record in records:
        if isinstance(record, dict) and record.get("type") == "message":
            found.append((_number(record.get("ts")), record))
        else:
            source.left_out[UNREADABLE] += 1
    found.sort(key=lambda each: each[0])
    for _, record in found:
        # A message may bring the profile of who wrote it.
        user = text(record.get("user"))
        if user and user not in names and (name := _name(record.get("user_profile"))):
            names[user] = name
    said = [each for _, record in found if (each := _said(record, names, source))]
    if unknown := {each.label for each in said if _ID.fullmatch(each.label)}:
        source.warnings.append(
            f"Who {', '.join(sorted(unknown))} is cannot be told without the users.json of the "
            "export: open its folder or zip."
        )
    title = f"{_channel(source, names)} {source.stem}" if source.folder else ""
    if made := source.conversation(said, title=title):
        yield made
    else:
        source.left_out[WITHOUT_TURNS] += 1


def _channel(source: Source, names: Mapping[str, str]) -> str:
    """The channel, whose folder has its name; a talk between people, by who they are."""
    for file in ("dms.json", "mpims.json"):
        for talk in _listed(source.beside(file) or b""):
            if source.folder in (talk.get("id"), talk.get("name")):
                people = [names.get(id_, id_) for id_ in map(text, sequence(talk.get("members")))]
                if people and all(people):
                    return ", ".join(dict.fromkeys(people))
    return f"#{source.folder.removeprefix('#')}"


@lru_cache(maxsize=4)
def _listed(data: bytes) -> Sequence[Mapping[str, Any]]:
    """What a list beside the days of an export names."""
    try:
        listed = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return ()
    return [each for each in sequence(listed) if isinstance(each, dict)]


@lru_cache(maxsize=1)
def _names(data: bytes) -> Mapping[str, str]:
    """Who is behind which id; one file tells it for all days of an export."""
    people = People()
    return {
        user["id"]: people.name(user["id"], name, text(user.get("name")).strip())
        for user in _listed(data)
        if isinstance(user.get("id"), str) and (name := _name(user.get("profile")) or _name(user))
    }


def _name(about: object) -> str:
    about = mapping(about)
    names = (text(about.get(key)).strip() for key in ("display_name", "real_name", "name"))
    return next((name for name in names if name), "")


def _said(message: Record, names: Mapping[str, str], source: Source) -> Said | None:
    kind, user = text(message.get("subtype")), text(message.get("user"))
    if kind == "bot_message" or message.get("bot_id") or user == "USLACKBOT":
        source.left_out["messages of bots"] += 1
        return None
    if kind not in _SPOKEN:
        source.left_out["service messages"] += 1
        return None
    words = _plain(text(message.get("text")), names)
    if not words.strip():
        source.left_out[FILES if message.get("files") else NO_TEXT] += 1
        return None
    name = names.get(user) or user or text(message.get("username")).strip() or "Unknown"
    return Said(name, words, when(message.get("ts"), source.zone), role=Role.OTHER)


def _plain(words: str, names: Mapping[str, str]) -> str:
    """A text as it is shown: names for ids, the words of a link for its address."""

    def shown(link: re.Match[str]) -> str:
        mark, target, label = link["mark"], link["target"], link["label"]
        if mark == "@":
            return f"@{names.get(target) or label or target}"
        if mark == "#":
            return f"#{label or target}"
        if mark == "!":
            return label or f"@{target}"
        return label or target.removeprefix("mailto:")

    return html.unescape(_LINK.sub(shown, words))


def _number(stamp: object) -> float:
    try:
        return float(text(stamp))
    except ValueError:
        return 0


FORMAT = RecordFormat("Slack export", recognises, read)
COMPANIONS = (
    Companion(
        "the list of people of a Slack export",
        lambda record: {"id", "team_id", "profile"}.issubset(record),
        _INSTEAD,
    ),
    Companion(
        "the list of channels of a Slack export",
        lambda record: {"id", "created", "members"}.issubset(record) and "messages" not in record,
        _INSTEAD,
    ),
    Companion(
        "the log of apps of a Slack export",
        lambda record: {"user_id", "change_type", "date"}.issubset(record),
        _INSTEAD,
    ),
)
