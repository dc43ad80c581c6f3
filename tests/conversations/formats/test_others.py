"""ShareGPT, SillyTavern, and Copilot's activity history."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from memtui.conversations.conversation import Grade
from memtui.conversations.formats import copilot, sharegpt, sillytavern
from tests.conversations.formats.exports import (
    MODEL,
    PERSON,
    json_lines,
    opened,
    read,
    read_text,
    said,
)

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
BOTH = [(PERSON, "I live in Recife."), (MODEL, "Noted.")]


def turn(sender: Any, words: Any) -> dict[str, Any]:
    return {"from": sender, "value": words}


SHARED = (turn("human", "I live in Recife."), turn("gpt", "Noted."))


def test_sharegpt_is_read_as_a_list_as_lines_and_alone() -> None:
    record = {"id": "s1", "conversations": SHARED}
    for document in ([record], json_lines(record), record):
        form, made = opened(document, "dataset.json")
        assert (form, made.said) == ("ShareGPT file", BOTH)
        assert (made.only.key, made.only.grade) == ("s1", Grade.NONE)


def test_sharegpts_other_senders_are_counted() -> None:
    record = {
        "conversations": [
            turn("system", ""),
            turn("user", "I live in Recife."),
            turn("function_call", "{}"),
            turn("observation", "{}"),
            turn("tool", "{}"),
            turn("chatgpt", '<div class="markdown prose"><p>Noted.</p></div>'),
            turn("gpt", " "),
            turn(None, "x"),
            turn("gpt", None),
            "x",
        ]
    }
    made = read(sharegpt.FORMAT, record, {"conversations": []}, "x")
    assert made.said == BOTH
    assert made.left_out == {
        "system turns": 1,
        "tool calls": 3,
        "turns without text": 1,
        "unreadable records": 4,
        "conversations without turns": 1,
    }


TAVERN = {"user_name": "Ana", "character_name": "Captain", "create_date": "x", "chat_metadata": {}}


def line(is_user: bool, words: Any, time: Any = "2026-03-02T12:00:00.000Z", **more: Any) -> Any:
    return {
        "name": "Ana" if is_user else "Captain",
        "is_user": is_user,
        "is_system": False,
        "send_date": time,
        "mes": words,
        **more,
    }


def test_sillytavern_is_read_with_a_warning_that_it_is_fiction() -> None:
    form, made = opened(
        json_lines(TAVERN, line(True, "I live in Recife."), line(False, "Noted.")), "Captain.jsonl"
    )
    assert (form, made.said) == ("SillyTavern chat", BOTH)
    assert [each.speaker for each in made.only.turns] == ["Ana", "Captain"]
    assert (made.only.title, made.days) == ("Captain", [date(2026, 3, 2)] * 2)
    assert any("fiction" in each for each in made.warnings)


@pytest.mark.parametrize(
    ("time", "day", "clock"),
    [
        (int(NOON.timestamp() * 1000), date(2026, 3, 2), "12:00"),
        ("1772452800000", date(2026, 3, 2), "12:00"),
        ("2023-6-2 @21h 09m 51s 363ms", date(2023, 6, 2), "21:09"),
        ("June 19, 2023 2:20pm", date(2023, 6, 19), "14:20"),
        ("2026-03-02T12:00:00.000Z", date(2026, 3, 2), "12:00"),
        ("once", None, ""),
        (None, None, ""),
        ([], None, ""),
    ],
)
def test_sillytaverns_times_of_all_years_are_read(time: Any, day: date | None, clock: str) -> None:
    (made,) = read(sillytavern.FORMAT, TAVERN, line(True, "x", time)).only.turns
    assert made.day == day
    assert (str(made.time)[11:16] if made.time else "") == clock


def test_sillytaverns_chosen_swipe_counts_and_the_rest_is_counted() -> None:
    made = read(
        sillytavern.FORMAT,
        TAVERN,
        line(True, "I live in Recife.", name=None),
        line(False, "Noted.", swipes=["Old.", "Noted."], swipe_id=1, extra={"reasoning": "Hm."}),
        line(False, "A note.", is_system=True),
        line(False, ""),
        {"mes": 4, "is_user": True},
        "x",
    )
    assert made.said == BOTH
    assert made.only.turns[0].speaker == "Ana"
    assert made.left_out == {
        "other versions of a turn": 1,
        "thinking": 1,
        "system turns": 1,
        "turns without text": 1,
        "unreadable records": 2,
    }


COLUMNS = "Conversation,Time,Author,Message"
COPILOT = (
    f"\ufeff{COLUMNS}\r\n"
    '"Tea",2026-03-03T08:00:00,AI,"Green, then."\r\n'
    '"Tea",2026-03-03T08:00:00,Human,"Which ""tea""?"\r\n'
    '"Moving",2026-03-02T12:00:01,AI,"Really."\r\n'
    '"Moving",2026-03-02T12:00:01,Human,"Really?"\r\n'
    '"Moving",2026-03-02T12:00:00,AI,"Noted.\n\n- Recife"\r\n'
    '"Moving",2026-03-02T12:00:00,Human,I live in Recife.\r\n'
)


def test_copilots_rows_are_turned_round_not_sorted() -> None:
    form, made = opened(COPILOT.encode(), "copilot-activity-history.csv")
    assert form == "Copilot activity history"
    assert [each.title for each in made.conversations] == ["Tea", "Moving"]
    assert said(made.conversations[1].turns) == [
        (PERSON, "I live in Recife."),
        (MODEL, "Noted.\n\n- Recife"),
        (PERSON, "Really?"),
        (MODEL, "Really."),
    ]
    assert said(made.conversations[0].turns)[0] == (PERSON, 'Which "tea"?')
    assert made.conversations[1].started == date(2026, 3, 2)
    assert made.conversations[1].grade is Grade.TURN


def test_copilots_other_rows_are_counted() -> None:
    text = (
        f"{COLUMNS}\n\nMoving,x,System,Hi\nMoving,x,AI\n"
        'Moving,x,Human," "\nMoving,,Human,I live in Recife.\n"never closed\n'
    )
    made = read_text(copilot.FORMAT, text)
    assert made.said == BOTH[:1]
    assert made.left_out == {
        "rows of other authors": 1,
        "turns without text": 1,
        "unreadable records": 2,
    }


def test_a_long_answer_of_copilot_is_read_whole() -> None:
    long = "word " * 40_000
    made = read_text(copilot.FORMAT, f"{COLUMNS}\r\nMoving,2026-03-02T12:00:00,AI,{long}\r")
    assert made.said == [(MODEL, long.strip())]
