"""Files of messages with a role and a content."""

import json
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from memtui.conversations.conversation import Conversation, Grade, Opened, Role
from memtui.conversations.opening import open_bytes
from memtui.errors import Code, MemtuiError


def opened(document: Any, name: str = "chat.json", **more: Any) -> Opened:
    return open_bytes(json.dumps(document).encode(), name, zone=UTC, **more)


def only(document: Any, name: str = "chat.json", **more: Any) -> Conversation:
    (conversation,) = opened(document, name, **more).conversations
    return conversation


USER = {"role": "user", "content": "Ana works in research."}
ANSWER = {"role": "assistant", "content": "Noted."}


def test_a_list_of_messages_is_one_conversation() -> None:
    made = opened([USER, ANSWER])
    assert made.format == "role/content JSON"
    (conversation,) = made.conversations
    assert [(each.speaker, each.role, each.text) for each in conversation.turns] == [
        ("user", Role.PERSON, "Ana works in research."),
        ("assistant", Role.MODEL, "Noted."),
    ]
    assert conversation.speakers == {"user": 1, "assistant": 1}
    assert (conversation.title, conversation.grade) == ("chat", Grade.NONE)
    assert conversation.started is None


def test_an_object_with_messages_has_its_title_and_day() -> None:
    made = only({"title": "Standup", "created_at": "2026-10-12T09:31:00Z", "messages": [USER]})
    assert (made.title, made.started, made.grade) == (
        "Standup",
        date(2026, 10, 12),
        Grade.CONVERSATION,
    )


def test_json_lines_of_messages_are_one_conversation() -> None:
    data = b"\n".join(json.dumps(each).encode() for each in (USER, ANSWER))
    (made,) = open_bytes(data, "x.jsonl").conversations
    assert len(made.turns) == 2


def test_json_lines_of_conversations_are_many() -> None:
    lines = [json.dumps({"messages": [USER]}), "", json.dumps([ANSWER]), json.dumps({"a": 1})]
    made = open_bytes("\r\n".join(lines).encode(), "x.jsonl")
    assert [each.turns[0].text for each in made.conversations] == [
        "Ana works in research.",
        "Noted.",
    ]
    assert made.left_out["unreadable records"] == 1


def test_the_last_line_of_a_live_file_may_be_unfinished() -> None:
    data = json.dumps(USER).encode() + b"\n" + json.dumps(ANSWER).encode() + b'\n{"role": "us'
    made = open_bytes(data, "x.jsonl")
    assert len(made.conversations[0].turns) == 2
    assert made.left_out == {"unfinished last line": 1}


def test_one_bad_line_is_counted_and_the_rest_read() -> None:
    data = b"\n".join([json.dumps(USER).encode(), b"{oops}", json.dumps(ANSWER).encode()])
    made = open_bytes(data, "x.jsonl")
    assert len(made.conversations[0].turns) == 2
    assert made.left_out == {"unreadable records": 1}


def test_a_line_separator_inside_a_text_does_not_split_a_record() -> None:
    data = json.dumps({"role": "user", "content": "one\u2028two"}, ensure_ascii=False)
    (made,) = open_bytes(f"{data}\n{data}".encode(), "x.jsonl").conversations
    assert [each.text for each in made.turns] == ["one\ntwo", "one\ntwo"]


@pytest.mark.parametrize(
    "content",
    [
        "Ana lives in Recife.",
        ["Ana lives in Recife."],
        [{"type": "text", "text": "Ana lives in Recife."}],
        [{"type": "input_text", "text": "Ana lives in Recife."}, {"type": "image_url"}],
        {"type": "text", "text": "Ana lives in Recife."},
        {"content_type": "text", "parts": ["Ana lives in Recife."]},
        {"text": "Ana lives in Recife."},
        [{"type": "text", "text": {"value": "Ana lives in Recife.", "annotations": []}}],
        [
            {"type": "tool_result", "content": "42"},
            {"type": "text", "text": "Ana lives in Recife."},
        ],
        [[[{"text": "Ana lives in Recife."}]], None, 4],
    ],
)
def test_content_of_every_shape_gives_its_text(content: Any) -> None:
    assert only([{"role": "user", "content": content}]).turns[0].text == "Ana lives in Recife."


def test_what_nobody_said_is_left_out_and_counted() -> None:
    made = opened(
        [
            {"role": "system", "content": "You are helpful."},
            {"role": "developer", "content": "Be brief."},
            USER,
            {"role": "assistant", "content": None, "tool_calls": [{"id": "1"}]},
            {"role": "tool", "content": "42"},
            {"role": "function", "content": "42"},
            {"role": "assistant", "content": None},
            {"role": "assistant", "content": [{"type": "thinking", "thinking": "hm"}]},
            {"role": "assistant", "content": "<think>Ana?</think>Noted."},
            {"role": "assistant", "content": "hm</think>Good."},
            {"role": "assistant", "content": '<details type="reasoning">x</details>Yes.'},
            {"nonsense": True},
            "text",
        ]
    )
    assert [each.text for each in made.conversations[0].turns] == [
        "Ana works in research.",
        "Noted.",
        "Good.",
        "Yes.",
    ]
    assert made.left_out == {
        "system turns": 1,
        "developer turns": 1,
        "tool turns": 2,
        "tool calls": 1,
        "turns without text": 1,
        "thinking": 4,
        "unreadable records": 2,
    }


def test_the_items_of_openais_newer_requests_are_read() -> None:
    made = opened(
        [
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hi"}]},
            {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}]},
            {"type": "function_call", "name": "x", "arguments": "{}"},
            {"type": "function_call_output", "output": "42"},
            {
                "type": "message",
                "role": "assistant",
                "content": [{"type": "output_text", "text": "Hello", "annotations": []}],
            },
        ]
    )
    assert [each.text for each in made.conversations[0].turns] == ["Hi", "Hello"]
    assert made.left_out == {"thinking": 1, "tool calls": 2}


def test_the_answers_of_openais_programs_are_read() -> None:
    told = [
        {"type": "reasoning", "summary": []},
        {
            "type": "message",
            "role": "assistant",
            "content": [{"type": "output_text", "text": "Noted."}],
        },
    ]
    response = {"id": "resp_1", "object": "response", "created_at": 1760261464, "output": told}
    alone = opened(response)
    assert [turn.text for turn in alone.conversations[0].turns] == ["Noted."]
    assert alone.left_out == {"thinking": 1}
    both = only({**response, "input": "Ana works in research."})
    assert [(turn.role, turn.text) for turn in both.turns] == [
        (Role.PERSON, "Ana works in research."),
        (Role.MODEL, "Noted."),
    ]
    assert both.started == date(2025, 10, 12)
    texts = only({"input": "Ana works in research.", "output": "Noted."})
    assert [turn.role for turn in texts.turns] == [Role.PERSON, Role.MODEL]
    with pytest.raises(MemtuiError, match="not a conversation"):
        opened([{"instruction": "Translate.", "input": "Two", "output": "Deux"}])
    completion = only({"object": "chat.completion", "choices": [{"index": 0, "message": ANSWER}]})
    assert [turn.text for turn in completion.turns] == ["Noted."]


def test_geminis_requests_are_read() -> None:
    made = only({"contents": [{"role": "user", "parts": [{"text": "Hi"}, {"inlineData": {}}]}]})
    assert made.turns[0].text == "Hi"


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("2026-10-12T09:31:04Z", date(2026, 10, 12)),
        ("2026-10-12T09:31:04.123456789Z", date(2026, 10, 12)),
        ("2026-06-12T23:30+08:00", date(2026, 6, 12)),
        ("2026-10-12 09:31", date(2026, 10, 12)),
        ("2026-10-12", date(2026, 10, 12)),
        ("12 October 2026", date(2026, 10, 12)),
        ("Mon, 12 Oct 2026 09:31:00 +0000", date(2026, 10, 12)),
        (1_791_797_464, date(2026, 10, 12)),
        (1_791_797_464.5, date(2026, 10, 12)),
        (1_791_797_464_000, date(2026, 10, 12)),
        ("1791797464", date(2026, 10, 12)),
        ({"$date": {"$numberLong": "1791797464000"}}, date(2026, 10, 12)),
        (0, None),
        (None, None),
        (True, None),
        (1e300, None),
        (-5, None),
        ("yesterday", None),
        ("3/4/2026", None),
    ],
)
def test_the_time_of_a_turn_gives_its_day(value: Any, day: date | None) -> None:
    (turn,) = only([{**USER, "timestamp": value}]).turns
    assert turn.day == day


@pytest.mark.parametrize("key", ["timestamp", "created_at", "time", "date", "create_time"])
def test_the_usual_names_of_times_are_known_also_one_level_down(key: str) -> None:
    moment = "2026-10-12T09:31:00+00:00"
    assert only([{**USER, key: moment}]).grade is Grade.TURN
    (turn,) = only([{**USER, "metadata": {key: moment}}]).turns
    assert turn.time == datetime(2026, 10, 12, 9, 31, tzinfo=UTC)


def test_utc_is_moved_to_the_persons_zone_before_its_day_is_taken() -> None:
    data = json.dumps([{**USER, "timestamp": "2026-10-13T02:00:00Z"}]).encode()
    zone = ZoneInfo("America/Los_Angeles")
    (made,) = open_bytes(data, "x.json", zone=zone).conversations
    assert made.turns[0].day == date(2026, 10, 12)


def test_a_time_of_day_belongs_to_the_day_of_the_document() -> None:
    made = only({"date": "2026-10-12", "messages": [{**USER, "time": "10:32"}]})
    assert made.turns[0].time == datetime(2026, 10, 12, 10, 32, tzinfo=UTC)
    assert made.grade is Grade.CONVERSATION


@pytest.mark.parametrize(
    "name",
    ["2026-10-12.json", "standup 20261012.json", "log_2026_10_12_b.json", "20261012093100.json"],
)
def test_the_day_may_stand_in_the_file_name(name: str) -> None:
    made = only([USER], name)
    assert (made.started, made.grade) == (date(2026, 10, 12), Grade.FILE)


def test_a_number_in_the_file_name_is_not_always_a_day() -> None:
    assert only([USER], "20269912.json").started is None
    assert only([USER], "chat-1234567890.json").started is None


def test_a_name_beside_the_role_is_the_speaker() -> None:
    assert only([{**USER, "name": "Ana"}]).turns[0].speaker == "Ana"


def test_other_roles_are_other_people_unless_they_are_me() -> None:
    talk = [{"role": "Ana", "content": "Hi"}, {"role": "Bruno", "content": "Hello"}]
    assert [each.role for each in only(talk).turns] == [Role.OTHER, Role.OTHER]
    assert [each.role for each in only(talk, me=("ana",)).turns] == [Role.PERSON, Role.OTHER]


def test_who_alone_talks_with_a_model_is_the_person() -> None:
    talk = [{"role": "Ana", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]
    assert only(talk).turns[0].role is Role.PERSON


def test_the_same_file_gives_the_same_id() -> None:
    assert only([USER, ANSWER]).id == only([USER, ANSWER]).id
    assert only([USER]).id != only([ANSWER]).id


@pytest.mark.parametrize(
    ("document", "left_out"),
    [
        ([], ""),
        ({"messages": []}, "1 × conversations without turns"),
        ([{"role": "system", "content": "x"}], "1 × system turns"),
        ([{"role": "user", "content": "   "}], "1 × turns without text"),
    ],
)
def test_a_conversation_without_turns_is_empty(document: Any, left_out: str) -> None:
    with pytest.raises(MemtuiError) as caught:
        opened(document)
    assert caught.value.code is Code.CONVERSATION_EMPTY
    assert left_out in caught.value.message


@pytest.mark.parametrize("document", [{}, {"name": "x", "version": 1}, [1, 2], [{"a": 1}]])
def test_other_json_is_refused_with_its_shape(document: Any) -> None:
    with pytest.raises(MemtuiError) as caught:
        opened(document)
    assert caught.value.code is Code.CONVERSATION_UNREADABLE
    assert "is JSON, but not a conversation" in caught.value.message


def test_broken_json_says_where() -> None:
    with pytest.raises(MemtuiError) as caught:
        open_bytes(b'[\n  {"role": "user",\n  "content": "x"', "x.json")
    assert caught.value.code is Code.CONVERSATION_UNREADABLE
    assert "line 3" in caught.value.message


@pytest.mark.parametrize("text", [b"null", b'"x"', b"5 ", b"true"])
def test_a_single_value_of_json_is_nobodys_words(text: bytes) -> None:
    with pytest.raises(MemtuiError) as caught:
        open_bytes(text, "export.json")
    assert "it is a single value" in caught.value.message
