"""Gemini CLI: sessions as one object, and as lines that change earlier lines."""

from datetime import date
from typing import Any

import pytest

from memtui.conversations.conversation import Grade, Role
from memtui.errors import Code, MemtuiError
from tests.conversations.formats.reading import days, lines, only, opened, roles, said

HEADER = {"sessionId": "s1", "projectHash": "abc", "startTime": "2026-10-12T12:00:00Z"}


def message(uid: str, kind: str, content: Any, **more: Any) -> dict[str, Any]:
    return {
        "id": uid,
        "type": kind,
        "content": content,
        "timestamp": "2026-10-12T01:30:00Z",
        **more,
    }


def test_the_older_files_are_one_object() -> None:
    made = opened(
        {
            **HEADER,
            "summary": "Moving",
            "messages": [
                message("a", "user", "I moved to Recife."),
                message("b", "gemini", "Noted.", thoughts=[{"subject": "x"}], toolCalls=[{}]),
                message("c", "info", "Update available"),
                message("d", "user", [{"text": "<session_context>\nToday is Monday"}]),
                message("e", "user", [{"text": "one"}, {"text": "two"}, {"inlineData": {}}]),
                message("f", "gemini", "", toolCalls=[{}]),
            ],
        },
        "session-1.json",
    )
    (conversation,) = made.conversations
    assert made.format == "Gemini CLI session"
    assert said(conversation) == [
        ("user", "I moved to Recife."),
        ("gemini", "Noted."),
        ("user", "one\ntwo"),
    ]
    assert roles(conversation) == [Role.PERSON, Role.MODEL, Role.PERSON]
    assert days(conversation)[0] == date(2026, 10, 11)
    assert (conversation.title, conversation.key) == ("Moving", "s1")
    assert made.left_out == {
        "thinking": 1,
        "tool calls": 2,
        "info records": 1,
        "instructions and environment that the program put in": 1,
        "images and files": 1,
    }


def test_later_lines_change_earlier_ones() -> None:
    made = opened(
        lines(
            [
                HEADER,
                {"$set": {"messages": [message("a", "user", "one")]}},
                message("b", "gemini", "t"),
                message("b", "gemini", "two"),
                message("c", "user", "three"),
                message("d", "gemini", "four"),
                {"$rewindTo": "c"},
                {"$set": {"summary": "Counting"}},
                message("e", "user", "five"),
            ]
        )
    )
    (conversation,) = made.conversations
    assert said(conversation) == [("user", "one"), ("gemini", "two"), ("user", "five")]
    assert conversation.title == "Counting"
    assert made.left_out == {"turns of abandoned branches": 2}


def test_a_set_of_messages_replaces_them_but_a_summary_does_not() -> None:
    base = [HEADER, message("a", "user", "one"), message("b", "gemini", "two")]
    made = only(lines([*base, {"$set": {"messages": [message("c", "user", "three")]}}]))
    assert said(made) == [("user", "three")]
    summary = message("s", "user", [{"text": "<state_snapshot>\nx"}])
    made = only(lines([*base, {"$set": {"messages": [summary, message("c", "user", "three")]}}]))
    assert said(made) == [("user", "one"), ("gemini", "two"), ("user", "three")]


def test_without_times_the_session_has_a_day() -> None:
    made = only({**HEADER, "messages": [{"type": "user", "content": "Hi"}]})
    assert (made.started, made.grade) == (date(2026, 10, 12), Grade.CONVERSATION)


def test_damaged_lines_cost_no_others() -> None:
    made = opened(
        lines(
            [
                HEADER,
                5,
                {"$set": None},
                {"$set": {"messages": [4]}},
                {"$rewindTo": "gone"},
                {"id": 4, "type": []},
                message("a", "user", "Hi"),
            ]
        )
    )
    assert said(made.conversations[0]) == [("user", "Hi")]
    assert made.left_out == {"unreadable records": 4}


def test_the_list_of_prompts_is_no_conversation() -> None:
    with pytest.raises(MemtuiError, match="list of prompts") as caught:
        opened(
            [
                {
                    "sessionId": "s",
                    "messageId": 0,
                    "type": "user",
                    "message": "Hi",
                    "timestamp": "2026-10-12T01:30:00Z",
                }
            ]
        )
    assert caught.value.code is Code.CONVERSATION_UNREADABLE
    assert "session-" in caught.value.hint
