"""Chats of programs that run models at home: LM Studio, Jan, llama.cpp."""

import json
from datetime import UTC, date, datetime
from typing import Any

import pytest

from memtui.conversations.conversation import Grade
from memtui.conversations.formats import jan, llamacpp, lmstudio
from memtui.errors import Code, MemtuiError
from tests.conversations.formats.exports import MODEL, PERSON, Read, json_lines, opened, read

NOON = int(datetime(2026, 3, 2, 12, tzinfo=UTC).timestamp())
BOTH = [(PERSON, "I live in Recife."), (MODEL, "Noted.")]
BRANCHES = "turns of abandoned branches"


def step(words: str, kind: str = "contentBlock", **more: Any) -> dict[str, Any]:
    return {"type": kind, "content": [{"type": "text", "text": words}], **more}


def version(role: str, *steps: Any, content: Any = None) -> dict[str, Any]:
    if content is not None:
        return {"type": "singleStep", "role": role, "content": content}
    return {"type": "multiStep", "role": role, "steps": list(steps)}


def studio(*versions: Any, selected: Any = 0) -> dict[str, Any]:
    return {"versions": list(versions), "currentlySelected": selected}


def studio_chat(*messages: Any, **more: Any) -> dict[str, Any]:
    return {"name": "Moving", "createdAt": NOON * 1000, "messages": list(messages), **more}


STUDIO = (
    studio(version("user", content=[{"type": "text", "text": "I live in Recife."}])),
    studio(version("assistant", step("Noted."))),
)


def test_lm_studio_is_read_with_the_day_of_the_conversation() -> None:
    form, made = opened(studio_chat(*STUDIO), "1772452800000.conversation.json")
    assert (form, made.said) == ("LM Studio conversation", BOTH)
    assert (made.only.title, made.days) == ("Moving", [date(2026, 3, 2)] * 2)
    assert made.only.grade is Grade.CONVERSATION


def test_lm_studios_steps_say_when_an_answer_began() -> None:
    begun = f"{(NOON + 86400) * 1000}-0.123"
    made = read(
        lmstudio.FORMAT,
        studio_chat(STUDIO[0], studio(version("assistant", step("Noted.", stepIdentifier=begun)))),
    )
    assert made.days == [date(2026, 3, 3)] * 2
    assert made.only.grade is Grade.TURN
    assert [turn.time is not None for turn in made.only.turns] == [False, True]


def test_of_lm_studios_versions_the_selected_one_counts() -> None:
    old, new = version("assistant", step("Old.")), version("assistant", step("Noted."))
    for versions, selected in (
        ((old, new), 1),
        ((new, old), 0),
        ((old, new), 9),
        ((old, new), None),
    ):
        made = read(lmstudio.FORMAT, studio_chat(STUDIO[0], studio(*versions, selected=selected)))
        assert made.said == BOTH
        assert made.left_out == {"other versions of a turn": 1}


def test_lm_studios_thoughts_tools_and_debug_blocks_are_counted() -> None:
    made = read(
        lmstudio.FORMAT,
        studio_chat(
            STUDIO[0],
            studio(
                version(
                    "assistant",
                    step("Recife?", style={"type": "thinking"}),
                    {"type": "toolStatus"},
                    {"type": "debugInfoBlock", "debugInfo": "x"},
                    {"type": "contentBlock", "content": [{"type": "toolCallRequest", "name": "x"}]},
                    step("Noted."),
                )
            ),
            studio(version("assistant", step("Hm.", style={"type": "thinking"}))),
            studio(version("assistant")),
            studio(),
            "x",
            systemPrompt="Be brief.",
        ),
    )
    assert made.said == BOTH
    assert made.left_out == {
        "system turns": 1,
        "thinking": 2,
        "tool calls": 2,
        "debug blocks": 1,
        "turns without text": 1,
        "unreadable records": 2,
    }


def thread(role: str, words: Any, time: Any = NOON, **more: Any) -> dict[str, Any]:
    if isinstance(words, str):
        words = [{"type": "text", "text": {"value": words, "annotations": []}}]
    return {
        "id": f"{role} {time}",
        "object": "thread.message",
        "thread_id": "t1",
        "role": role,
        "content": words,
        "created_at": time,
        **more,
    }


JAN = (thread("user", "I live in Recife.", NOON), thread("assistant", "Noted.", NOON + 5))


def test_jan_is_read_in_the_order_of_time() -> None:
    for order in (JAN, JAN[::-1]):
        form, made = opened(json_lines(*order), "messages.jsonl")
        assert (form, made.said) == ("Jan thread", BOTH)
        assert (made.only.key, made.days) == ("t1", [date(2026, 3, 2)] * 2)


def test_jans_newest_first_is_turned_round_even_within_a_second() -> None:
    same = (thread("user", "And you?", NOON + 9), thread("assistant", "I do not.", NOON + 9))
    made = read(jan.FORMAT, *reversed((*JAN, *same)))
    assert [words for _, words in made.said] == [
        "I live in Recife.",
        "Noted.",
        "And you?",
        "I do not.",
    ]


def test_jans_times_may_be_milliseconds_or_missing() -> None:
    first = thread("user", "I live in Recife.", None, created=NOON * 1000)
    assert read(jan.FORMAT, first).days == [date(2026, 3, 2)]
    made = read(jan.FORMAT, first, thread("assistant", "Noted.", None))
    assert made.said == BOTH


def test_jans_title_stands_in_the_file_beside() -> None:
    beside = json.dumps({"object": "thread", "title": "Moving", "created": NOON}).encode()
    made = read(jan.FORMAT, *JAN, neighbour={"thread.json": beside}.get)
    assert made.only.title == "Moving"
    for broken in (b"{", b"[1]", b"\xff"):
        assert read(jan.FORMAT, *JAN, neighbour=lambda name, b=broken: b).only.title == "chat"


def test_jans_threads_are_conversations_and_others_counted() -> None:
    made = read(
        jan.FORMAT,
        *JAN,
        JAN[0],
        thread("user", "Elsewhere.", thread_id="t2"),
        thread("system", "Be brief.", thread_id="t2"),
        thread(
            "assistant", [{"type": "reasoning", "text": {"value": "Hm."}}], thread_id="t2", id="r"
        ),
        thread("assistant", None, thread_id="t3", id="e"),
        {"object": "thread.message"},
        None,
    )
    assert [each.key for each in made.conversations] == ["t1", "t2"]
    assert made.left_out == {
        "repeated records": 1,
        "system turns": 1,
        "thinking": 1,
        "turns without text": 1,
        "unreadable records": 2,
        "conversations without turns": 2,
    }


def test_jans_description_says_which_file_to_choose() -> None:
    with pytest.raises(MemtuiError) as caught:
        opened({"object": "thread", "id": "t1", "title": "Moving", "assistants": []}, "thread.json")
    assert caught.value.code is Code.CONVERSATION_UNREADABLE
    assert "messages.jsonl" in caught.value.hint


def node(key: str, role: str, words: Any, parent: Any, **more: Any) -> dict[str, Any]:
    return {
        "id": key,
        "convId": "n1",
        "type": "text",
        "timestamp": NOON * 1000,
        "role": role,
        "content": words,
        "parent": parent,
        "children": [],
        **more,
    }


HEADER = {"id": "n1", "name": "Moving", "lastModified": NOON * 1000, "currNode": "b"}
NODES = (
    node("r", "system", "", None, type="root"),
    node("a", "user", "I live in Recife.", "r"),
    node("b", "assistant", "Noted.", "a", timestamp=(NOON + 9) * 1000),
    node("c", "assistant", "Old.", "a"),
)


def check_llama(made: Read) -> None:
    assert made.said == BOTH
    assert (made.only.title, made.only.key) == ("Moving", "n1")
    assert made.days == [date(2026, 3, 2)] * 2
    assert made.left_out == {BRANCHES: 1}


@pytest.mark.parametrize("current", ["b", "", None, "gone"])
def test_llama_cpp_is_read_as_json_and_as_lines(current: Any) -> None:
    """llama.cpp PR#25911: with an empty pointer, all branches at once."""
    header = {**HEADER, "currNode": current}
    for document in (
        {"conv": header, "messages": NODES},
        [{"conv": header, "messages": NODES}],
        json_lines(header, *NODES),
        json_lines(
            {"type": "session", "harness": "llama.app", **header},
            *({"type": "message", "message": each} for each in NODES),
        ),
    ):
        form, made = opened(document)
        assert form == "llama.cpp web UI export"
        check_llama(made)


def test_several_of_llama_cpps_conversations_may_follow_each_other() -> None:
    second = {**HEADER, "id": "n2", "name": "Second"}
    made = read(llamacpp.FORMAT, HEADER, *NODES, second, NODES[1], {"conv": HEADER, "messages": []})
    assert [(each.key, len(each.turns)) for each in made.conversations] == [("n1", 2), ("n2", 1)]
    assert made.left_out["conversations without turns"] == 1


def test_lines_without_ids_are_read_in_their_order() -> None:
    made = read(
        llamacpp.FORMAT,
        {"type": "session", "harness": "llama.app", "id": "n1", "name": "Moving"},
        {"type": "message", "message": {"role": "user", "content": "I live in Recife."}},
        {
            "type": "message",
            "timestamp": NOON * 1000,
            "message": {"role": "assistant", "content": [{"type": "text", "text": "Noted."}]},
        },
    )
    assert made.said == BOTH


def test_llama_cpps_thoughts_tools_and_files_are_counted() -> None:
    made = read(
        llamacpp.FORMAT,
        {**HEADER, "currNode": "f"},
        node("s", "system", "Be brief.", None),
        node("a", "user", "I live in Recife.", "s", extra=[{"type": "TEXT", "content": "x"}]),
        node("b", "assistant", "Noted.", "a", thinking="Recife?"),
        node("c", "assistant", "", "b", reasoningContent="Hm.", toolCalls="[{}]"),
        node("d", "tool", "42", "c"),
        node("e", "assistant", "", "d"),
        node("f", "user", None, "e"),
        {"id": "g"},
        "x",
    )
    assert made.said == BOTH
    assert made.left_out == {
        "system turns": 1,
        "images and files": 1,
        "thinking": 2,
        "tool calls": 1,
        "tool turns": 1,
        "turns without text": 2,
        "unreadable records": 2,
    }
