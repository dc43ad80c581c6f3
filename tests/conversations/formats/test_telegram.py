"""Telegram chats: one, or all of an account."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from memtui.conversations import reading, streaming
from memtui.conversations.conversation import Grade, Role
from memtui.conversations.opening import begun
from memtui.conversations.reading import Person
from tests.conversations.formats.reading import days, only, opened, roles, said


def message(number: int, name: str | None, words: Any, **more: Any) -> dict[str, Any]:
    return {
        "id": number,
        "type": "message",
        "date": "2026-10-11T22:30:00",
        "date_unixtime": "1791768600",
        "from": name,
        "from_id": "user7",
        "text": words,
        **more,
    }


def chat(*messages: Any, **more: Any) -> dict[str, Any]:
    return {"name": "Ana", "type": "personal_chat", "id": 42, "messages": list(messages), **more}


def test_a_chat_is_read_in_the_persons_zone() -> None:
    made = opened(
        chat(
            {"id": 1, "type": "service", "date": "2026-10-01T10:00:00", "action": "phone_call"},
            message(2, "Ana", "I moved to Recife."),
            message(3, "Bruno", ["See ", {"type": "link", "text": "https://a.example"}, "!"]),
            message(4, "Ana", "", photo="a.jpg"),
            message(5, "Ana", ""),
        ),
        "result.json",
        me=("bruno",),
    )
    (conversation,) = made.conversations
    assert made.format == "Telegram export"
    assert said(conversation) == [
        ("Ana", "I moved to Recife."),
        ("Bruno", "See https://a.example!"),
    ]
    assert roles(conversation) == [Role.OTHER, Role.PERSON]
    assert days(conversation) == [date(2026, 10, 11)] * 2
    assert (conversation.title, conversation.key) == ("Ana", "42")
    assert made.left_out == {"service messages": 1, "images and files": 1, "turns without text": 1}


def test_all_chats_of_an_account_are_read() -> None:
    made = opened(
        {
            "about": "x",
            "contacts": {"list": []},
            "chats": {
                "list": [
                    chat(message(1, "Ana", "Hi")),
                    chat(name="Empty"),
                    chat(message(1, "Bruno", "Note"), type="saved_messages", name=None),
                    {"name": "broken"},
                ]
            },
        }
    )
    assert [each.title for each in made.conversations] == ["Ana", "Saved Messages"]
    assert made.left_out == {"conversations without turns": 1, "unreadable records": 1}


def test_older_files_have_only_the_written_time() -> None:
    old = message(1, "Ana", "Hi")
    del old["date_unixtime"]
    made = only(chat(old))
    assert days(made) == [date(2026, 10, 11)]
    assert made.grade is Grade.TURN


def test_what_is_passed_on_was_said_by_somebody_else() -> None:
    made = only(
        chat(
            message(1, "Ana", "I live in Porto.", forwarded_from="Carla"),
            message(2, "Ana", "Old.", forwarded_from=None),
            message(3, None, "Gone."),
            message(4, "Claude", "I am a person."),
        )
    )
    assert [speaker for speaker, _ in said(made)] == ["Carla", "Unknown", "user7", "Claude"]
    assert set(roles(made)) == {Role.OTHER}


def test_damaged_messages_cost_no_others() -> None:
    made = opened(
        chat(
            None,
            5,
            {"type": "message", "from_id": "u"},
            message(1, "Ana", {"text": "x"}),
            message(2, "Ana", [None, 5, "Hi", {"text": 5}], date_unixtime="never", date=[]),
        )
    )
    assert said(made.conversations[0]) == [("Ana", "Hi")]
    assert days(made.conversations[0]) == [None]
    assert made.left_out["unreadable records"] == 2


def test_a_name_that_cannot_be_seen_is_unknown() -> None:
    assert said(only(chat(message(1, "\u200e\u200b", "Hi")))) == [("Unknown", "Hi")]


def test_two_people_of_one_name_are_told_apart() -> None:
    made = only(
        chat(
            message(1, "Ana", "I moved."),
            message(2, "Ana", "I did not.", from_id="user8"),
            message(3, "Ana", "And I like it."),
        ),
        me=("ana",),
    )
    assert [speaker for speaker, _ in said(made)] == ["Ana", "Ana (user8)", "Ana"]
    assert roles(made) == [Role.PERSON, Role.OTHER, Role.PERSON]


def test_a_large_chat_is_read_message_by_message_and_is_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    large = chat(
        {"id": 1, "type": "service", "date": "2026-10-01T10:00:00", "actor_id": "user7"},
        message(2, "Ana", "I moved to Recife."),
        {"id": 3, "type": ["?"]},
        message(4, "Bruno", "Me too.", from_id="user8"),
        message(5, "Ana", "", photo="a.jpg"),
    )
    at_once = opened(large, "result.json")
    monkeypatch.setattr(reading, "_WHOLE_FROM", 0)
    streamed = opened(large, "result.json")
    assert streamed == at_once
    assert streamed.conversations[0].title == "Ana"


def test_a_damaged_message_of_a_large_chat_costs_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_WHOLE_FROM", 0)
    text = json.dumps(chat(*(message(n, "Ana", f"Number {n}.") for n in range(9))))
    made = opened(text.replace('"Number 4."', '"Number 4.'), "result.json")
    words = [turn.text for turn in made.conversations[0].turns]
    assert words[:4] + words[-4:] == [f"Number {n}." for n in (0, 1, 2, 3, 5, 6, 7, 8)]
    made = opened(text[: text.index("Number 6")], "result.json")
    assert len(made.conversations[0].turns) == 6
    assert "breaks off" in made.warnings[0]


def test_a_large_object_of_other_messages_is_no_telegram_chat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reading, "_WHOLE_FROM", 0)
    asked = {"type": "message", "role": "user", "content": "I moved.", "date": "2026-10-12"}
    assert opened({"title": "Talk", "messages": [asked]}).format == "role/content JSON"


def test_a_chat_too_large_to_hold_at_once_names_a_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "VALUE_LIMIT", 1 << 14)
    large = chat(*(message(n, "Ana", f"Number {n}. " + "x" * 200) for n in range(200)), id=43)
    made = opened({"chats": {"list": [chat(message(1, "Ana", "Hi")), large]}}, "result.json")
    assert [each.title for each in made.conversations] == ["Ana"]
    assert made.left_out["records too large to read at once"] == 1
    assert "one chat alone" in made.warnings[0]


def test_a_large_chat_opened_by_itself_is_read_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(reading, "_WHOLE_FROM", 0)
    monkeypatch.setattr("memtui.conversations.collection._SKETCHED_FROM", 0)
    file = tmp_path / "result.json"
    file.write_text(json.dumps(chat(message(1, "Ana", "Hi"), message(2, "Bruno", "Ho"))))
    opens = 0
    on_disk = Path.open

    def counted(path: Path, *mode: Any) -> Any:
        nonlocal opens
        opens += 1
        return on_disk(path, *mode)

    monkeypatch.setattr(Path, "open", counted)
    beginning = begun(file, Person())
    assert beginning.only
    assert said(beginning.only.conversations[0]) == [("Ana", "Hi"), ("Bruno", "Ho")]
    # What it is is looked at twice before it is read.
    assert opens == 3
