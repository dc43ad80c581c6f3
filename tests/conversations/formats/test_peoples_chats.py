"""Slack, Discord, Messenger and Instagram: who says what, in the order of time."""

import json
from datetime import date
from typing import Any

import pytest

from memtui.conversations import reading
from memtui.conversations.conversation import Role
from memtui.conversations.formats import slack
from memtui.conversations.source import Source
from memtui.errors import Code, MemtuiError
from tests.conversations.formats.reading import RECIFE, days, only, opened, roles, said

USERS = [
    {"id": "U0000001", "team_id": "T1", "name": "ana", "profile": {"display_name": "Ana"}},
    {"id": "U0000002", "team_id": "T1", "name": "bruno", "profile": {"real_name": "Bruno Reis"}},
    {"id": 5},
    None,
]


def slack_message(stamp: str, words: str, user: Any = "U0000001", **more: Any) -> Any:
    return {"type": "message", "ts": stamp, "text": words, "user": user, **more}


def slack_day(messages: list[Any], users: bytes | None, me: tuple[str, ...] = ()) -> Any:
    source = Source(
        "2026-10-12.json",
        me=me,
        zone=RECIFE,
        folder="general",
        neighbour={"users.json": users}.get,
    )
    return source, list(slack.read(messages, source))


def test_a_slack_day_is_read_with_its_names() -> None:
    source, (made,) = slack_day(
        [
            slack_message("1791803000.000300", "Bye <@U0000001>", "U0000002"),
            slack_message("1791802800.000100", "I moved, see <https://a.example|my page> &amp; co"),
            slack_message(
                "1791802900.000200",
                "In <#C1|random>, <!here> <https://b.example>",
                thread_ts="1791802800.000100",
            ),
            slack_message("1791802950.0", "joined", subtype="channel_join"),
            slack_message("1791802960.0", "Build passed", None, bot_id="B1"),
            slack_message("1791802970.0", "Reminder", "USLACKBOT"),
            slack_message("1791802980.0", "", files=[{}]),
        ],
        json.dumps(USERS).encode(),
        me=("Bruno Reis",),
    )
    assert said(made) == [
        ("Ana", "I moved, see my page & co"),
        ("Ana", "In #random, @here https://b.example"),
        ("Bruno Reis", "Bye @Ana"),
    ]
    assert roles(made) == [Role.OTHER, Role.OTHER, Role.PERSON]
    assert days(made) == [date(2026, 10, 12)] * 3
    assert made.title == "#general 2026-10-12"
    assert source.left_out == {"service messages": 1, "messages of bots": 2, "images and files": 1}
    assert source.warnings == []


@pytest.mark.parametrize("users", [None, b"{", b"[]", b'{"a": 1}', b"\xff"])
def test_slack_ids_without_a_name_stay_and_are_told(users: bytes | None) -> None:
    source, (made,) = slack_day([slack_message("1791802800.1", "Hi <@UNOBODY01>")], users)
    assert said(made) == [("U0000001", "Hi @UNOBODY01")]
    assert "users.json" in source.warnings[0]


def test_a_slack_message_may_bring_its_profile() -> None:
    profile = {"display_name": "", "real_name": "Ana Lima"}
    source, (made,) = slack_day([slack_message("1.5", "Hi", user_profile=profile)], None)
    assert said(made) == [("Ana Lima", "Hi")]
    assert source.warnings == []


def test_two_people_of_one_name_are_told_apart_in_slack() -> None:
    users = [
        {"id": "U0000001", "name": "ana", "profile": {"display_name": "Ana"}},
        {"id": "U0000002", "name": "ana.reis", "profile": {"display_name": "Ana"}},
    ]
    messages = [
        slack_message("1791802800.0", "I moved, <@U0000002>."),
        slack_message("1791802801.0", "I did not.", "U0000002"),
    ]
    _, (made,) = slack_day(messages, json.dumps(users).encode(), me=("Ana",))
    assert said(made) == [("Ana", "I moved, @Ana (ana.reis)."), ("Ana (ana.reis)", "I did not.")]
    assert roles(made) == [Role.PERSON, Role.OTHER]


@pytest.mark.parametrize(
    ("folder", "title"),
    [
        ("D0000001", "Ana, Bruno Reis 2026-10-12"),
        ("D0000002", "Ana, UGONE001 2026-10-12"),
        ("D0000003", "Ana 2026-10-12"),
        ("mpdm-ana--bruno--cleo-1", "Ana, Bruno Reis, UGONE001 2026-10-12"),
        ("D0000009", "#D0000009 2026-10-12"),
        ("general", "#general 2026-10-12"),
    ],
)
def test_a_talk_between_people_in_slack_is_titled_by_who_they_are(folder: str, title: str) -> None:
    ana, bruno, gone = "U0000001", "U0000002", "UGONE001"
    beside = {
        "users.json": USERS,
        "dms.json": [
            {"id": "D0000001", "members": [ana, bruno]},
            {"id": "D0000002", "members": [ana, gone]},
            {"id": "D0000003", "members": [ana, ana]},
            {"id": "D0000009", "members": None},
            None,
        ],
        "mpims.json": [
            {"id": "G1", "name": "mpdm-ana--bruno--cleo-1", "members": [ana, bruno, gone]}
        ],
    }
    source = Source(
        "2026-10-12.json",
        zone=RECIFE,
        folder=folder,
        neighbour=lambda name: json.dumps(beside[name]).encode() if name in beside else None,
    )
    (made,) = slack.read([slack_message("1791802800.1", "Hi")], source)
    assert made.title == title


def test_damaged_slack_messages_cost_no_others() -> None:
    made = opened(
        [
            slack_message("1791802800.1", "Hi"),
            None,
            {"type": "message", "ts": []},
            slack_message("x", "Later", ["U1"], subtype=5),
        ]
    )
    assert {text for _, text in said(made.conversations[0])} == {"Hi", "Later"}
    assert made.left_out == {"unreadable records": 1, "turns without text": 1}


@pytest.mark.parametrize(
    "record",
    [
        USERS[0],
        {"id": "C1", "name": "general", "created": 1, "members": ["U1"]},
        {"user_id": "U1", "change_type": "added", "date": "1"},
    ],
)
def test_the_lists_of_a_slack_export_name_the_file_to_choose(record: Any) -> None:
    with pytest.raises(MemtuiError, match="Slack export") as caught:
        opened([record])
    assert caught.value.code is Code.CONVERSATION_UNREADABLE
    assert "day file" in caught.value.hint


def discord_message(words: str, kind: str = "Default", **author: Any) -> dict[str, Any]:
    return {
        "id": "1",
        "type": kind,
        "timestamp": "2026-10-12T01:30:00+00:00",
        "content": words,
        "author": {"id": "7", "name": "ana7", "nickname": "Ana", "isBot": False, **author},
    }


def test_a_discord_channel_is_read() -> None:
    made = opened(
        {
            "guild": {"name": "Book club"},
            "channel": {"id": "99", "name": "general", "category": None},
            "messages": [
                discord_message("I moved."),
                discord_message("Me too.", "Reply", nickname=None, name="bruno"),
                discord_message("joined", "GuildMemberJoin"),
                discord_message("pinned", "ChannelPinnedMessage"),
                discord_message("Started a call", "Call"),
                discord_message("I am a bot", isBot=True),
                {**discord_message(""), "attachments": [{}]},
                None,
            ],
        }
    )
    (conversation,) = made.conversations
    assert made.format == "Discord export"
    assert said(conversation) == [("Ana", "I moved."), ("bruno", "Me too.")]
    assert roles(conversation) == [Role.OTHER] * 2
    assert days(conversation) == [date(2026, 10, 11)] * 2
    assert (conversation.title, conversation.key) == ("Book club / general", "99")
    assert made.left_out == {
        "service messages": 3,
        "messages of bots": 1,
        "images and files": 1,
        "unreadable records": 1,
    }


def test_two_people_of_one_name_are_told_apart_in_discord() -> None:
    made = only(
        {
            "guild": {},
            "channel": {},
            "messages": [
                discord_message("I moved."),
                discord_message("I did not.", id="8", name="ana8"),
                discord_message("Nor did I.", id="9", name="Ana"),
                discord_message("And I like it."),
            ],
        }
    )
    assert [speaker for speaker, _ in said(made)] == ["Ana", "Ana (ana8)", "Ana (9)", "Ana"]


def test_a_messenger_thread_is_mended_and_put_in_order() -> None:
    made = opened(
        {
            "participants": [{"name": "Ana"}, {"name": "JoÃ£o"}],
            "title": "JoÃ£o",
            "thread_path": "inbox/joao_1",
            "messages": [
                {"sender_name": "JoÃ£o", "timestamp_ms": 1791772400000, "content": "AtÃ© amanhÃ£"},
                {"sender_name": "Ana", "timestamp_ms": 1791772300000, "photos": [{}]},
                {
                    "sender_name": "Ana",
                    "timestamp_ms": 1791772250000,
                    "content": "Ana sent an attachment.",
                    "share": {},
                },
                {
                    "sender_name": "Ana",
                    "timestamp_ms": 1791772240000,
                    "content": "Reacted ð\x9f\x98\x82 to your message ",
                },
                {"sender_name": "Ana", "timestamp_ms": 1791772200000, "content": "Já fui"},
                {"sender_name": "Ana", "timestamp_ms": 1791772100000, "is_unsent": True},
            ],
        },
        "message_1.json",
    )
    (conversation,) = made.conversations
    assert said(conversation) == [("Ana", "Já fui"), ("João", "Até amanhã")]
    assert days(conversation) == [date(2026, 10, 11)] * 2
    assert (conversation.title, conversation.key) == ("João", "inbox/joao_1")
    assert made.left_out == {"images and files": 2, "reactions": 1, "deleted messages": 1}


def test_newer_messenger_files_use_other_keys() -> None:
    made = only(
        {
            "participants": ["Ana", "Bruno"],
            "threadName": "Bruno",
            "messages": [
                {"senderName": "Ana", "text": "Hi", "timestamp": 1791772200000, "type": "text"}
            ],
        }
    )
    assert said(made) == [("Ana", "Hi")]


def test_a_large_discord_channel_is_read_message_by_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    large = {
        "guild": {"name": "Book club"},
        "channel": {"id": "99", "name": "general"},
        "messages": [discord_message("I moved."), discord_message("Hm.", "Reply"), None],
        "messageCount": 3,
    }
    at_once = opened(large)
    monkeypatch.setattr(reading, "_WHOLE_FROM", 0)
    assert opened(large) == at_once
    assert at_once.conversations[0].title == "Book club / general"
