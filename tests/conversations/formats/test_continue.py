"""Continue and Kiro: a history of messages with a role."""

from datetime import date

import pytest

from memtui.conversations.conversation import Grade
from memtui.errors import MemtuiError
from tests.conversations.formats.reading import only, opened, said


def test_a_session_is_read() -> None:
    made = opened(
        {
            "sessionId": "s1",
            "title": "Moving",
            "dateCreated": "1791802800000",
            "history": [
                {"message": {"role": "system", "content": "Be brief."}, "contextItems": []},
                {"message": {"role": "user", "content": [{"type": "text", "text": "I moved."}]}},
                {"message": {"role": "thinking", "content": "hm"}},
                {"message": {"role": "assistant", "content": "", "toolCalls": [{}]}},
                {"message": {"role": "tool", "content": "42"}},
                {"message": {"role": "assistant", "content": "On it."}},
                {"message": None},
                5,
            ],
        }
    )
    (conversation,) = made.conversations
    assert made.format == "Continue session"
    assert said(conversation) == [("user", "I moved."), ("assistant", "On it.")]
    assert (conversation.title, conversation.key) == ("Moving", "s1")
    assert (conversation.started, conversation.grade) == (date(2026, 10, 12), Grade.CONVERSATION)
    assert made.left_out == {
        "system turns": 1,
        "thinking": 1,
        "tool calls": 1,
        "tool turns": 1,
        "unreadable records": 2,
    }


def test_without_a_day_none_is_made_up() -> None:
    made = only({"history": [{"message": {"role": "user", "content": "Hi"}}]})
    assert (made.started, made.grade) == (None, Grade.NONE)


def test_the_list_of_sessions_is_no_conversation() -> None:
    with pytest.raises(MemtuiError, match="list of sessions"):
        opened([{"sessionId": "s", "title": "x", "dateCreated": "1", "workspaceDirectory": "/"}])
