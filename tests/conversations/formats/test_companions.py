"""Web pages and lists of prompts are not read: each says what to choose instead."""

from typing import Any

import pytest

from memtui.errors import Code, MemtuiError
from tests.conversations.formats.reading import opened


@pytest.mark.parametrize(
    ("page", "what", "instead"),
    [
        ('<!DOCTYPE html>\n<html><div class="page_header">', "Telegram", "result.json"),
        ('<html><div class="chatlog__message">', "Discord", "JSON"),
        ('<html><div class="_a6-g">', "Messenger", "message_1.json"),
        ("<html><p>Hi</p>", "a web page", "JSON"),
    ],
)
def test_a_page_names_the_file_to_choose(page: str, what: str, instead: str) -> None:
    with pytest.raises(MemtuiError) as caught:
        opened(page, "messages.html")
    assert caught.value.code is Code.CONVERSATION_UNREADABLE
    assert what in caught.value.message
    assert instead in caught.value.hint


@pytest.mark.parametrize(
    ("record", "what", "instead"),
    [
        (
            {"display": "Hi", "pastedContents": {}, "timestamp": 1, "project": "/x"},
            "Claude Code",
            "projects",
        ),
        ({"session_id": "s", "ts": 1, "text": "Hi"}, "Codex", "sessions"),
        ({"ID": 1, "Timestamp": "2026-10-12 10:00:00", "Contents": "Hi"}, "Discord", "JSON"),
    ],
)
def test_a_list_of_prompts_names_the_file_to_choose(
    record: dict[str, Any], what: str, instead: str
) -> None:
    with pytest.raises(MemtuiError) as caught:
        opened([record, record])
    assert caught.value.code is Code.CONVERSATION_UNREADABLE
    assert what in caught.value.message
    assert instead in caught.value.hint
