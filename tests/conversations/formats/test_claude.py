"""Claude.ai and Grok."""

from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from memtui.conversations.conversation import Grade
from memtui.conversations.formats import claude, grok
from memtui.errors import Code, MemtuiError
from tests.conversations.formats.exports import MODEL, PERSON, opened, read


def block(words: Any, kind: str = "text", **more: Any) -> dict[str, Any]:
    return {"type": kind, "text": words, **more}


def message(sender: str, *blocks: Any, uuid: str = "", **more: Any) -> dict[str, Any]:
    return {
        "uuid": uuid or f"{sender} {blocks}",
        "sender": sender,
        "text": "",
        "content": list(blocks),
        "created_at": "2026-03-02T12:00:00.123456Z",
        "attachments": [],
        "files": [],
        **more,
    }


def chat(*messages: Any, **more: Any) -> dict[str, Any]:
    return {
        "uuid": "u1",
        "name": "Moving",
        "created_at": "2026-03-01T12:00:00Z",
        "account": {"uuid": "a1"},
        "chat_messages": list(messages),
        **more,
    }


ASKED = message("human", block("I live in Recife."), uuid="1")
ANSWERED = message("assistant", block("Noted."), uuid="2")
BOTH = [(PERSON, "I live in Recife."), (MODEL, "Noted.")]


def test_an_export_is_told_from_chatgpts_and_read() -> None:
    """nexus-ai-chat-importer#73 and LibreChat#7696: taken for ChatGPT; accepted, empty."""
    form, made = opened([chat(ASKED, ANSWERED), chat()], "conversations.json")
    assert (form, made.said) == ("Claude.ai export", BOTH)
    assert (made.only.title, made.only.key, made.only.grade) == ("Moving", "u1", Grade.TURN)
    assert made.days == [date(2026, 3, 2)] * 2
    assert made.left_out == {"conversations without turns": 1}


def test_the_words_of_the_blocks_count_not_the_notice_beside_them() -> None:
    """BoltAI#243: placeholder text for the answer."""
    junk = "```\nThis block is not supported on your current device yet.\n```"
    made = read(claude.FORMAT, chat(ASKED, message("assistant", block("Noted."), text=junk)))
    assert made.said == BOTH
    tool = block(None, "tool_use")
    made = read(claude.FORMAT, chat(ASKED, ANSWERED, message("assistant", tool, text=junk)))
    assert made.said == BOTH
    assert made.left_out == {"tool calls": 1}


def test_a_shared_snapshot_has_its_words_in_text() -> None:
    record = chat(
        {**ASKED, "content": None, "text": "I live in Recife."},
        {
            **ANSWERED,
            "content": None,
            "text": "Noted.\n```\nThis block is not supported on your current device yet.\n```",
        },
        snapshot_name="A snapshot",
    )
    del record["name"]
    made = read(claude.FORMAT, record)
    assert (made.said, made.only.title) == (BOTH, "A snapshot")
    assert made.left_out == {"tool calls": 1}


@pytest.mark.parametrize(
    ("kind", "counted"),
    [
        ("thinking", "thinking"),
        ("redacted_thinking", "thinking"),
        ("tool_use", "tool calls"),
        ("tool_result", "tool calls"),
        ("token_budget", "token budgets"),
        ("something_new", "blocks of other kinds"),
        (None, "blocks of other kinds"),
    ],
)
def test_blocks_that_nobody_said_are_counted(kind: Any, counted: str) -> None:
    other = block("x", kind, thinking="Recife?")
    made = read(claude.FORMAT, chat(ASKED, message("assistant", other, block("Noted."), other)))
    assert made.said == BOTH
    assert made.left_out == {counted: 2}


def test_pasted_documents_are_no_speech() -> None:
    pasted = {"file_name": "x.txt", "extracted_content": "Bruno lives in Porto."}
    made = read(
        claude.FORMAT,
        chat(
            message("human", block("I live in Recife."), attachments=[pasted], files=[{}, {}]),
            ANSWERED,
            message("human", block(""), uuid="3", attachments=[pasted]),
            message("human", block(""), uuid="4"),
        ),
    )
    assert made.said == BOTH
    assert made.left_out == {
        "attached documents": 2,
        "images and files": 2,
        "turns without text": 1,
    }


def test_of_branches_the_newest_is_shown() -> None:
    root = "00000000-0000-4000-8000-000000000000"
    asked = {**ASKED, "parent_message_uuid": root}
    old = message("assistant", block("Old."), uuid="o", parent_message_uuid="1")
    new = {**ANSWERED, "parent_message_uuid": "1", "created_at": "2026-03-02T12:05:00Z"}
    for messages in ((asked, old, new), (asked, new, old), (new, old, asked)):
        made = read(claude.FORMAT, chat(*messages))
        assert made.said == BOTH
        assert made.left_out == {"turns of abandoned branches": 1}
    made = read(claude.FORMAT, chat(asked, new, old, current_leaf_message_uuid="o"))
    assert made.said == [BOTH[0], (MODEL, "Old.")]


def test_an_edited_first_turn_is_a_branch_too() -> None:
    root = "00000000-0000-4000-8000-000000000000"
    made = read(
        claude.FORMAT,
        chat(
            message("human", block("I live in Olinda."), uuid="x", parent_message_uuid=root),
            message("assistant", block("Olinda!"), uuid="y", parent_message_uuid="x"),
            {**ASKED, "parent_message_uuid": root},
            {**ANSWERED, "parent_message_uuid": "1"},
        ),
    )
    assert made.said == BOTH
    assert made.left_out == {"turns of abandoned branches": 2}


def test_turns_from_before_there_were_branches_belong_to_the_path() -> None:
    third = message("human", block("Thanks."), uuid="3", parent_message_uuid="2")
    assert read(claude.FORMAT, chat(ASKED, ANSWERED, third)).said == [*BOTH, (PERSON, "Thanks.")]


def test_a_message_that_comes_twice_counts_once() -> None:
    made = read(claude.FORMAT, chat(ASKED, ASKED, ANSWERED))
    assert made.said == BOTH
    assert made.left_out == {"repeated records": 1}


def test_times_without_an_offset_stay_as_written() -> None:
    naive = message("human", block("x"), created_at="2026-03-02T23:30:00.1")
    made = read(claude.FORMAT, chat(naive), zone=ZoneInfo("America/Recife"))
    assert made.days == [date(2026, 3, 2)]
    untimed = message("human", block("x"), created_at=None)
    made = read(claude.FORMAT, chat(untimed))
    assert (made.days, made.only.grade) == ([date(2026, 3, 1)], Grade.CONVERSATION)


def test_bad_records_cost_no_others() -> None:
    made = read(claude.FORMAT, "x", {"chat_messages": 4}, chat("x", {}, ASKED, None, ANSWERED))
    assert made.said == BOTH
    assert made.left_out == {"unreadable records": 5}


@pytest.mark.parametrize(
    ("document", "what"),
    [
        ([{"uuid": "1", "full_name": "Ana", "email_address": "ana@example.org"}], "users"),
        ([{"uuid": "1", "name": "Atlas", "prompt_template": "", "docs": []}], "projects"),
        ([{"conversations_memory": "**Ana**", "project_memories": {}}], "remembers"),
    ],
)
def test_the_other_files_say_which_one_to_choose(document: Any, what: str) -> None:
    with pytest.raises(MemtuiError) as caught:
        opened(document)
    assert caught.value.code is Code.CONVERSATION_UNREADABLE
    assert what in caught.value.message
    assert "conversations.json" in caught.value.hint


def response(sender: str, words: Any, **more: Any) -> dict[str, Any]:
    millis = int(datetime(2026, 3, 2, 12, tzinfo=UTC).timestamp() * 1000)
    time = {"$date": {"$numberLong": str(millis)}}
    return {"response": {"sender": sender, "message": words, "create_time": time, **more}}


def grok_chat(*responses: Any, **more: Any) -> dict[str, Any]:
    about = {"id": "g1", "title": "Moving", "create_time": "2026-03-01T12:00:00.5Z"}
    return {"conversation": about, "responses": list(responses), **more}


GROK = (response("human", "I live in Recife."), response("ASSISTANT", "Noted."))


def test_grok_is_read_with_its_times_in_long_numbers() -> None:
    form, made = opened(
        {"conversations": [grok_chat(*GROK)], "projects": [], "tasks": []},
        "prod-grok-backend.json",
    )
    assert (form, made.said) == ("Grok export", BOTH)
    assert made.days == [date(2026, 3, 2)] * 2
    assert (made.only.title, made.only.key) == ("Moving", "g1")


def test_groks_senders_may_be_models_and_its_order_that_of_time() -> None:
    def at(millis: int) -> Any:
        return {"$date": {"$numberLong": str(1_772_452_800_000 + millis)}}

    made = read(
        grok.FORMAT,
        grok_chat(
            response("grok-3", "Noted.", create_time=at(5)),
            response("human", "I live in Recife.", create_time=at(1)),
        ),
    )
    assert made.said == BOTH


def test_groks_branches_follow_the_newest() -> None:
    made = read(
        grok.FORMAT,
        grok_chat(
            response("human", "I live in Recife.", _id="1"),
            response("assistant", "Old.", _id="2", parent_response_id="1"),
            response("assistant", "Noted.", _id="3", parent_response_id="1"),
        ),
    )
    assert made.said == BOTH
    assert made.left_out == {"turns of abandoned branches": 1}


def test_what_grok_thought_and_cited_is_left_out() -> None:
    card = '<grok:render card_id="1"><argument name="id">3</argument></grok:render>'
    made = read(
        grok.FORMAT,
        grok_chat(
            GROK[0],
            response("assistant", f"Noted.{card}", thinking_trace="Recife?"),
            response("system", "x"),
            response("human", None),
            "x",
            {"response": {"message": "x"}},
        ),
    )
    assert made.said == BOTH
    assert made.left_out == {
        "thinking": 1,
        "turns of other senders": 1,
        "turns without text": 1,
        "unreadable records": 2,
    }


def test_a_grok_turn_without_a_time_has_the_conversations_day() -> None:
    made = read(grok.FORMAT, grok_chat(response("human", "x", create_time=None)), None)
    assert (made.days, made.only.grade) == ([date(2026, 3, 1)], Grade.CONVERSATION)
    assert made.left_out == {"unreadable records": 1}
