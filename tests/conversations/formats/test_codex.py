"""Codex sessions: each of their generations, and a turn that is written twice counted once."""

from datetime import date
from typing import Any

import pytest

from memtui.conversations.conversation import Grade, Role
from memtui.errors import Code, MemtuiError
from tests.conversations.formats.reading import days, lines, only, opened, roles, said

TIME = "2026-10-12T01:30:00.000Z"
META = {
    "timestamp": TIME,
    "type": "session_meta",
    "payload": {"id": "s1", "timestamp": TIME, "cwd": "/x", "source": "cli"},
}


def line(kind: str, time: str | None = TIME, **payload: Any) -> dict[str, Any]:
    return {"timestamp": time, "type": kind, "payload": payload}


def item(role: str, *texts: str) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    content = [{"type": kind, "text": text} for text in texts]
    return line("response_item", type="message", role=role, content=content)


def event(kind: str, words: str) -> dict[str, Any]:
    return line("event_msg", type=kind, message=words)


def completed(kind: str, words: str, part: str = "Text") -> dict[str, Any]:
    inner = {"type": kind, "id": "i", "content": [{"type": part, "text": words}]}
    return line("event_msg", type="item_completed", item=inner)


ASKED, ANSWERED = ("user", "I moved to Recife."), ("assistant", "Noted.")


@pytest.mark.parametrize(
    "records",
    [
        [item("user", ASKED[1]), item("assistant", ANSWERED[1])],
        [event("user_message", ASKED[1]), event("agent_message", ANSWERED[1])],
        [completed("UserMessage", ASKED[1]), completed("AgentMessage", ANSWERED[1], "text")],
        [
            item("user", ASKED[1]),
            event("user_message", ASKED[1]),
            event("agent_message", ANSWERED[1]),
            item("assistant", ANSWERED[1]),
        ],
        [
            completed("UserMessage", ASKED[1]),
            item("user", ASKED[1]),
            event("user_message", ASKED[1]),
            event("agent_message", ANSWERED[1]),
            completed("AgentMessage", ANSWERED[1]),
        ],
    ],
)
def test_every_generation_gives_each_turn_once(records: list[Any]) -> None:
    made = opened(lines([META, *records]), "rollout-2026-10-12T01-30-00-s1.jsonl")
    (conversation,) = made.conversations
    assert made.format == "Codex session"
    assert said(conversation) == [ASKED, ANSWERED]
    assert roles(conversation) == [Role.PERSON, Role.MODEL]
    assert days(conversation) == [date(2026, 10, 11)] * 2
    assert (conversation.key, conversation.grade) == ("s1", Grade.TURN)
    assert made.left_out == {}


def test_what_is_said_twice_stays_twice() -> None:
    yes = [item("user", "Yes."), event("user_message", "Yes.")]
    made = only(lines([META, *yes, *yes]))
    assert [text for _, text in said(made)] == ["Yes.", "Yes."]


def test_an_event_that_no_item_repeats_is_a_turn() -> None:
    made = only(
        lines(
            [
                META,
                item("user", "one"),
                event("user_message", "one"),
                event("agent_message", "two"),
                item("user", "three"),
            ]
        )
    )
    assert [text for _, text in said(made)] == ["one", "two", "three"]


def test_the_oldest_files_have_bare_messages() -> None:
    part = {"type": "input_text", "text": "I moved."}
    made = only(
        lines(
            [
                {"id": "s0", "timestamp": "2025-06-01T12:00:00Z", "instructions": None, "git": {}},
                {"record_type": "state"},
                {"type": "message", "role": "user", "content": [part]},
            ]
        )
    )
    assert said(made) == [("user", "I moved.")]
    assert (made.started, made.grade, made.key) == (date(2025, 6, 1), Grade.CONVERSATION, "s0")


def test_what_nobody_typed_is_left_out_and_counted() -> None:
    made = opened(
        lines(
            [
                META,
                item("developer", "<permissions instructions>"),
                item("user", "# AGENTS.md instructions for /x", "<environment_context>x"),
                item("user", "<user_instructions>x</user_instructions>"),
                item("user", "<user_shell_command>ls</user_shell_command>"),
                item("user", "<turn_aborted>x</turn_aborted>"),
                item(
                    "user",
                    "# Context from my IDE setup:\n## Active file: a.py\n"
                    "## My request for Codex:\nRename it.",
                ),
                line("response_item", type="reasoning", summary=[]),
                line("response_item", type="function_call", name="shell"),
                line("response_item", type="function_call_output", output="x"),
                line("turn_context", cwd="/x"),
                line("compacted", message="Earlier: Ana."),
                line("event_msg", type="token_count", info={}),
                item("assistant", "Done."),
            ]
        )
    )
    assert said(made.conversations[0]) == [("user", "Rename it."), ("assistant", "Done.")]
    assert made.left_out == {
        "developer turns": 1,
        "instructions and environment that the program put in": 3,
        "commands and their output": 1,
        "interruptions": 1,
        "context of an editor": 1,
        "thinking": 1,
        "tool calls": 2,
        "turn_context records": 1,
        "summaries of earlier turns": 1,
        "token_count records": 1,
    }


def test_turns_that_were_taken_back_are_left_out() -> None:
    made = opened(
        lines(
            [
                META,
                item("user", "one"),
                item("assistant", "two"),
                event("user_message", "three"),
                item("user", "three"),
                item("assistant", "four"),
                line("event_msg", type="thread_rolled_back", num_turns=1),
                item("user", "five"),
            ]
        )
    )
    assert [text for _, text in said(made.conversations[0])] == ["one", "two", "five"]
    assert made.left_out == {"turns of abandoned branches": 2}


def test_the_time_may_stand_inside() -> None:
    record = item("user", "Hi")
    record["timestamp"] = None
    record["payload"]["timestamp"] = "2026-10-12T12:00:00Z"
    assert days(only(lines([META, record]))) == [date(2026, 10, 12)]


def test_a_session_of_a_subagent_is_nobodys_words() -> None:
    meta = {**META, "payload": {"id": "s2", "source": {"subagent": "review"}}}
    with pytest.raises(MemtuiError, match="sessions of subagents") as caught:
        opened(lines([meta, item("user", "Look for bugs")]))
    assert caught.value.code is Code.CONVERSATION_EMPTY


def test_damaged_records_cost_no_others() -> None:
    made = opened(
        lines(
            [
                META,
                ["no"],
                line("response_item", type="message", role=["user"], content=5),
                {"timestamp": TIME, "type": "response_item", "payload": None},
                line("response_item", type="message", role="user", content=[None, {"type": 4}]),
                line("event_msg", type="thread_rolled_back", num_turns="many"),
                line("event_msg", type="item_completed", item=None),
                item("user", "Hi"),
            ]
        )
        + '{"timestamp":'
    )
    assert said(made.conversations[0]) == [("user", "Hi")]
    assert made.left_out["unreadable records"] == 2
    assert made.left_out["unfinished last line"] == 1
