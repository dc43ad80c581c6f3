"""WhatsApp exports: whose line it is, and which number is the day."""

import zipfile
from datetime import date
from pathlib import Path

import pytest

from memtui.conversations.conversation import Grade, Role
from memtui.conversations.formats import whatsapp
from memtui.conversations.opening import open_file
from memtui.conversations.source import Source
from tests.conversations.formats.reading import RECIFE, days, only, opened, roles, said, times

NNBSP = "\u202f"
LRM = "\u200e"


def test_an_android_chat_is_read() -> None:
    made = opened(
        "12/31/22, 7:01 PM - Messages and calls are end-to-end encrypted.\n"
        "12/31/22, 7:02 PM - Ana: I moved to Recife.\nTwo streets from you.\n"
        "12/31/22, 7:03 PM - Bruno: Welcome!\n"
        "1/1/23, 12:04 AM - Ana: <Media omitted>\n"
        "1/1/23, 12:05 AM - Ana: IMG-1.jpg (file attached)\nThe house\n"
        "1/1/23, 12:06 AM - Bruno: This message was deleted\n"
        "1/1/23, 12:07 AM - Bruno: null\n"
        "1/1/23, 12:07 AM - Bruno: Nice <This message was edited>\n",
        "WhatsApp Chat with Ana.txt",
        me=("Bruno",),
    )
    (conversation,) = made.conversations
    assert made.format == "WhatsApp export"
    assert said(conversation) == [
        ("Ana", "I moved to Recife.\nTwo streets from you."),
        ("Bruno", "Welcome!"),
        ("Ana", "The house"),
        ("Bruno", "Nice"),
    ]
    assert roles(conversation) == [Role.OTHER, Role.PERSON, Role.OTHER, Role.PERSON]
    assert days(conversation) == [date(2022, 12, 31)] * 2 + [date(2023, 1, 1)] * 2
    assert [str(time)[11:16] for time in times(conversation)] == [
        "19:02",
        "19:03",
        "00:05",
        "00:07",
    ]
    assert (conversation.grade, conversation.title) == (Grade.TURN, "WhatsApp Chat with Ana")
    assert made.left_out == {
        "system lines": 1,
        "images and files": 3,
        "deleted messages": 1,
    }
    assert made.warnings == ()


@pytest.mark.parametrize(
    "notice",
    [
        "Missed voice call",
        "Live location shared",
        "location: https://maps.example/?q=1,2",
        "Waiting for this message. This may take a while.",
        "You received a view once photo. For added privacy, you can only open it on your phone.",
    ],
)
def test_what_an_android_writes_under_a_name_is_not_said(notice: str) -> None:
    made = opened(f"12/31/22, 7:02 PM - Ana: I moved.\n12/31/22, 7:03 PM - Ana: {notice}\n")
    assert said(made.conversations[0]) == [("Ana", "I moved.")]
    assert made.left_out == {"system lines": 1}


def test_an_iphone_chat_is_read() -> None:
    made = opened(
        f"[07.03.26, 21:22:39] Team: {LRM}Messages and calls are end-to-end encrypted.\r\n"
        "[07.03.26, 21:22:40] Ana Lima: I moved.\r\nTo Recife.\r\n"
        f"{LRM}[07.03.26, 21:23:00] Bruno: {LRM}image omitted\r\n"
        f"[07.03.26, 21:24:00] Bruno: Look {LRM}<attached: 0001-PHOTO.jpg>\r\n"
        f"[07.03.26, 21:25:00] ~{NNBSP}Carla: Hi {LRM}<This message was edited>\r\n"
    )
    assert said(made.conversations[0]) == [
        ("Ana Lima", "I moved.\nTo Recife."),
        ("Bruno", "Look"),
        ("Carla", "Hi"),
    ]
    assert days(made.conversations[0]) == [date(2026, 3, 7)] * 3
    assert made.left_out == {"system lines": 1, "images and files": 2}
    assert made.warnings == ()


@pytest.mark.parametrize(
    ("line", "day", "clock"),
    [
        ("13/1/23, 19:02 - Ana: Hi", date(2023, 1, 13), "19:02"),
        (f"1/13/23, 7:02{NNBSP}PM - Ana: Hi", date(2023, 1, 13), "19:02"),
        ("13/01/2023, 7:02 p. m. - Ana: Hi", date(2023, 1, 13), "19:02"),
        ("13/01/2023, 12:02 a.m. - Ana: Hi", date(2023, 1, 13), "00:02"),
        ("13.01.23, 19:02 - Ana: Hi", date(2023, 1, 13), "19:02"),
        ("13/01/2023 19:02 - Ana: Hi", date(2023, 1, 13), "19:02"),
        ("13/01/2023 à 19:02 - Ana: Hi", date(2023, 1, 13), "19:02"),
        ("13-01-2023, 19.02 - Ana: Hi", date(2023, 1, 13), "19:02"),
        ("2023-01-04, 7:02 p.m. - Ana: Hi", date(2023, 1, 4), "19:02"),
        ("2023/01/04, 19:02 - Ana: Hi", date(2023, 1, 4), "19:02"),
        ("[2023/1/4 下午7:02:33] Ana: Hi", date(2023, 1, 4), "19:02"),
        ("2023. 1. 4. 오후 7:02, Ana : Hi", date(2023, 1, 4), "19:02"),
        ("2023년 1월 4일 오후 7:02, Ana : Hi", date(2023, 1, 4), "19:02"),
        ("[13/1/23, 7:02:03 PM] Ana: Hi", date(2023, 1, 13), "19:02"),
        ("[13/1/23 19:02:03] Ana: Hi", date(2023, 1, 13), "19:02"),
    ],
)
def test_days_and_times_are_read_as_phones_write_them(line: str, day: date, clock: str) -> None:
    made = opened(f"{line}\n")
    assert made.format == "WhatsApp export"
    assert said(made.conversations[0]) == [("Ana", "Hi")]
    assert days(made.conversations[0]) == [day]
    assert str(times(made.conversations[0])[0])[11:16] == clock


def test_the_chat_of_an_iphone_is_called_as_its_zip(tmp_path: Path) -> None:
    path = tmp_path / "WhatsApp Chat - Ana.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("_chat.txt", "[13.10.26, 10:00:00] Ana: Hi\n")
    (conversation,) = open_file(path).conversations
    assert conversation.title == "WhatsApp Chat - Ana"


def test_a_number_above_twelve_anywhere_decides_for_all_lines() -> None:
    made = only("1/2/23, 10:00 - Ana: a\n30/12/23, 10:00 - Ana: b\n13/1/24, 10:00 - Ana: c\n")
    assert days(made) == [date(2023, 2, 1), date(2023, 12, 30), date(2024, 1, 13)]
    made = only("1/2/23, 10:00 - Ana: a\n12/30/23, 10:00 - Ana: b\n1/13/24, 10:00 - Ana: c\n")
    assert days(made) == [date(2023, 1, 2), date(2023, 12, 30), date(2024, 1, 13)]


def test_else_time_does_not_run_backwards() -> None:
    made = opened("9/1/23, 10:00 - Ana: a\n8/2/23, 10:00 - Ana: b\n7/3/23, 10:00 - Ana: c\n")
    assert days(made.conversations[0]) == [date(2023, 1, 9), date(2023, 2, 8), date(2023, 3, 7)]
    assert made.warnings == ()
    made = opened("1/9/23, 10:00 - Ana: a\n2/8/23, 10:00 - Ana: b\n3/7/23, 10:00 - Ana: c\n")
    assert days(made.conversations[0]) == [date(2023, 1, 9), date(2023, 2, 8), date(2023, 3, 7)]


def test_what_is_still_open_is_said_and_can_be_settled() -> None:
    text = "1/4/23, 10:00 - Ana: a\n2/5/23, 10:00 - Bruno: b\n"
    made = opened(text)
    assert days(made.conversations[0]) == [date(2023, 4, 1), date(2023, 5, 2)]
    (warning,) = made.warnings
    assert warning == (
        "Whether days or months stand first cannot be told from it. It was read with the day "
        "first, 1/4/23 as 2023-04-01; if that is wrong, --month-first or, in "
        "the app, D turns it round."
    )
    source = Source("x", text, zone=RECIFE, day_first=False)
    (conversation,) = whatsapp.read(source)
    assert days(conversation) == [date(2023, 1, 4), date(2023, 2, 5)]
    assert source.warnings == []
    made = opened(text.replace(" -", " AM -"))
    assert days(made.conversations[0]) == [date(2023, 1, 4), date(2023, 2, 5)]
    assert "--day-first" in made.warnings[0]


def test_the_order_of_lines_stays_across_a_change_of_the_clock() -> None:
    made = only(
        "[26.10.25, 02:50:00] Ana: before\n[26.10.25, 02:10:00] Bruno: after\n"
        "[26.10.25, 02:20:00] Ana: later\n"
    )
    assert [text for _, text in said(made)] == ["before", "after", "later"]
    assert days(made) == [date(2025, 10, 26)] * 3


def test_names_are_names_whatever_they_say() -> None:
    made = only(
        "13/1/23, 10:00 - Claude: a\n13/1/23, 10:01 - System: b\n13/1/23, 10:02 - You: c\n"
        "13/1/23, 10:03 - +55 81 9999-0000: d\n13/1/23, 10:04 - Ana: Work: e\n"
        "13/1/23, 10:05 - Ana: Work: f\n13/1/23, 10:06 - Ana: Work: Note: g\n"
    )
    assert [speaker for speaker, _ in said(made)] == [
        "Claude",
        "System",
        "You",
        "+55 81 9999-0000",
        "Ana: Work",
        "Ana: Work",
        "Ana: Work",
    ]
    assert said(made)[-1] == ("Ana: Work", "Note: g")
    assert set(roles(made)) == {Role.OTHER}


def test_lines_without_a_speaker_are_no_turns() -> None:
    made = opened(
        "13/1/23, 10:00 - Ana created group “Trip: 2023”\n13/1/23, 10:00 - Ana added you\n"
        "13/1/23, 10:01 - Ana changed the subject to “Trip: north”\n13/1/23, 10:02 - Ana: Hi\n"
    )
    assert said(made.conversations[0]) == [("Ana", "Hi")]
    assert made.left_out == {"system lines": 3}


def test_a_line_inside_a_message_that_looks_like_another_phone_is_its_text() -> None:
    made = only("13/1/23, 10:00 - Ana: look\n[1/1/20, 10:00:00] Old: quoted\n")
    assert said(made) == [("Ana", "look\n[1/1/20, 10:00:00] Old: quoted")]


def test_a_day_that_cannot_be_is_counted() -> None:
    made = opened("13/1/23, 10:00 - Ana: a\n99/99/23, 10:00 - Ana: b\n13/1/23, 99:99 - Ana: c\n")
    assert len(made.conversations[0].turns) == 3
    assert days(made.conversations[0])[1:] == [None, date(2023, 1, 13)]
    assert made.left_out == {"times that cannot be read": 1}


def test_other_lines_with_days_are_no_whatsapp() -> None:
    for text in (
        "2026-10-12 09:31 - Ana: Hi\n2026-10-12 09:32 - Bruno: Hello\n",
        "[2026-10-12 09:31] Ana: Hi\n[2026-10-12 09:32] Bruno: Hello\n",
        "12/10/2026\nAna: Hi\nBruno: Hello\nAna: x\n",
        "A list:\n13/1/23, 10:00 - Ana: Hi\n",
    ):
        assert opened(text).format != "WhatsApp export", text
