"""Chats of web interfaces: Open WebUI, Qwen's lookalike, and LibreChat."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from memtui.conversations.conversation import Grade
from memtui.conversations.formats import librechat, openwebui
from tests.conversations.formats.exports import MODEL, PERSON, opened, read

NOON = int(datetime(2026, 3, 2, 12, tzinfo=UTC).timestamp())
BOTH = [(PERSON, "I live in Recife."), (MODEL, "Noted.")]
BRANCHES = "turns of abandoned branches"


def web(role: str, content: Any, parent: str | None = None, **more: Any) -> dict[str, Any]:
    return {
        "parentId": parent,
        "childrenIds": [],
        "role": role,
        "content": content,
        "timestamp": NOON,
        **more,
    }


def web_chat(current: Any = None, /, **messages: Any) -> dict[str, Any]:
    for key, message in messages.items():
        if isinstance(message, dict):
            message.setdefault("id", key)
    return {
        "id": "w1",
        "title": "Moving",
        "created_at": NOON - 86400,
        "chat": {
            "title": "Moving",
            "history": {"messages": messages, "currentId": current},
            "messages": [web("user", "A copy, not to be read.")],
        },
    }


def test_open_webui_is_read_up_from_its_current_turn() -> None:
    """open-webui#5204: branches mixed, times lost."""
    record = web_chat(
        "c",
        a=web("user", "I live in Recife."),
        b=web("assistant", "Old.", "a"),
        c=web("assistant", "Noted.", "a"),
    )
    for document in ([record], record):
        form, made = opened(document, "chat-export-1.json")
        assert (form, made.said) == ("Open WebUI export", BOTH)
        assert (made.only.title, made.only.key, made.only.grade) == ("Moving", "w1", Grade.TURN)
        assert made.days == [date(2026, 3, 2)] * 2
        assert made.left_out == {BRANCHES: 1}


def test_open_webui_without_a_current_turn_shows_the_newest() -> None:
    made = read(
        openwebui.FORMAT,
        web_chat(
            "gone",
            a=web("user", "I live in Recife."),
            c=web("assistant", "Noted.", "a", timestamp=NOON + 9),
            b=web("assistant", "Old.", "a"),
        ),
    )
    assert made.said == BOTH


def test_what_open_webui_hides_in_details_is_cut_from_answers_alone() -> None:
    thought = '<details type="reasoning" done="true" duration="3">\n> Recife?\n</details>\n'
    tool = '<details type="tool_calls" done="true" arguments="&quot;x&quot;">\n<b>x</b></details>'
    plain = "<details><summary>More</summary>Text</details>"
    made = read(
        openwebui.FORMAT,
        web_chat(
            "d",
            a=web("user", f"I live in Recife.{plain}"),
            b=web("assistant", f"{thought}Noted.{tool}{plain}", "a"),
            c=web("assistant", tool, "b"),
            d=web("assistant", '<details type="reasoning">never closed', "c"),
        ),
    )
    assert made.said == [
        (PERSON, f"I live in Recife.{plain}"),
        (MODEL, f"Noted.{plain}"),
    ]
    assert made.left_out["tool calls"] == 2
    assert made.left_out["thinking"] == 2


def test_the_copy_in_open_webui_is_read_where_the_tree_is_missing() -> None:
    record = {"chat": {"title": "Moving", "messages": [web("user", "I live in Recife."), "x"]}}
    made = read(openwebui.FORMAT, record)
    assert made.said == BOTH[:1]
    assert made.left_out == {"unreadable records": 1}


def test_open_webuis_other_turns_are_counted() -> None:
    made = read(
        openwebui.FORMAT,
        web_chat(
            "e",
            s=web("system", "Be brief."),
            a=web(
                "user", [{"type": "text", "text": "I live in Recife."}, {"type": "image_url"}], "s"
            ),
            b=web("assistant", "Noted.", "a"),
            c=web("assistant", "", "b"),
            d=web("tool", "x", "c"),
            e={"parentId": "d"},
            f=4,
        ),
    )
    assert made.said == BOTH
    assert made.left_out == {
        "system turns": 1,
        "images and files": 1,
        "turns without text": 1,
        "tool turns": 1,
        "unreadable records": 2,
    }


def test_qwens_export_is_read_below_data() -> None:
    thinking = {"content": "Recife?", "phase": "think"}
    answer = {"content": "Noted.", "phase": "answer"}
    record = web_chat(
        "b",
        a=web("user", "I live in Recife."),
        b=web("assistant", "", "a", content_list=[thinking, answer]),
    )
    form, made = opened({"success": True, "data": [record]})
    assert (form, made.said) == ("Qwen export", BOTH)
    assert made.left_out == {"thinking": 1}


def libre(key: str, words: Any, parent: str | None, **more: Any) -> dict[str, Any]:
    return {
        "messageId": key,
        "parentMessageId": parent,
        "isCreatedByUser": not key.startswith("m"),
        "sender": "User",
        "text": words,
        "createdAt": "2026-03-02T12:00:00.000Z",
        **more,
    }


def libre_chat(*messages: Any, **more: Any) -> dict[str, Any]:
    return {
        "conversationId": "l1",
        "title": "Moving",
        "exportAt": "12:00:00 GMT+0000 (UTC)",
        "messages": list(messages),
        **more,
    }


LIBRE = (
    libre("u1", "I live in Recife.", "00000000-0000-0000-0000-000000000000"),
    libre("m1", "Noted.", "u1"),
)


def test_librechat_is_read_flat_and_recursive() -> None:
    nested = {**LIBRE[0], "children": [{**LIBRE[1], "children": []}]}
    for document in (libre_chat(*LIBRE), libre_chat(nested, recursive=True)):
        form, made = opened(document, "Moving.json")
        assert (form, made.said) == ("LibreChat export", BOTH)
        assert (made.only.title, made.only.key) == ("Moving", "l1")
        assert made.days == [date(2026, 3, 2)] * 2
        assert not made.left_out


def test_librechat_shows_the_newest_branch_past_system_turns() -> None:
    """LibreChat#9491: a system node in the path."""
    messages = [
        LIBRE[0],
        libre("m0", "Old.", "u1"),
        libre("ms", "x", "u1", sender="System"),
        libre("m1", "Noted.", "ms", createdAt="2026-03-02T12:00:01Z"),
    ]
    for order in (messages, messages[::-1]):
        made = read(librechat.FORMAT, libre_chat(*order))
        assert made.said == BOTH
        assert made.left_out == {BRANCHES: 1, "system turns": 1}


def test_librechats_turns_may_lack_a_time() -> None:
    first = {**LIBRE[0], "createdAt": None}
    made = read(librechat.FORMAT, libre_chat(first, {**LIBRE[1], "createdAt": ""}))
    assert (made.said, made.days, made.only.grade) == (BOTH, [None, None], Grade.NONE)
    made = read(librechat.FORMAT, libre_chat(LIBRE[0], {**LIBRE[1], "createdAt": None}))
    assert (made.said, made.days, made.only.grade) == (BOTH, [date(2026, 3, 2)] * 2, Grade.NEAR)


def test_librechats_agents_speak_in_parts() -> None:
    parts = [
        {"type": "think", "think": "Recife?"},
        {"type": "tool_call", "tool_call": {}},
        {"type": "text", "text": {"value": "Noted."}},
    ]
    made = read(librechat.FORMAT, libre_chat(LIBRE[0], libre("m1", "", "u1", content=parts)))
    assert made.said == BOTH
    assert made.left_out == {"thinking": 1, "tool calls": 1}


def test_librechats_old_thoughts_errors_and_bad_records_are_counted() -> None:
    made = read(
        librechat.FORMAT,
        libre_chat(
            LIBRE[0],
            LIBRE[0],
            libre("m1", ":::thinking\nRecife?\n:::\nNoted.", "u1"),
            libre("m2", "Too many requests.", "m1", error=True),
            libre("m3", " ", "m2"),
            {"messageId": "m4", "parentMessageId": "m3", "text": "x"},
            "x",
        ),
    )
    assert made.said == BOTH
    assert made.left_out == {
        "repeated records": 1,
        "thinking": 1,
        "errors": 1,
        "turns without text": 1,
        "unreadable records": 2,
    }


@pytest.mark.parametrize(
    "answer",
    [
        "Noted. \ue202turn0search0",
        "Noted. \\ue202turn0search0\\ue202turn0news12",
        "\\ue203Noted.\\ue204 \\ue200\\ue202turn0search1\\ue202turn1ref2\\ue201",
        "\ue203Noted.\ue204\ue200\ue202turn0search1\ue201",
    ],
)
def test_librechats_citations_go(answer: str) -> None:
    assert read(librechat.FORMAT, libre_chat(LIBRE[0], libre("m1", answer, "u1"))).said == BOTH
