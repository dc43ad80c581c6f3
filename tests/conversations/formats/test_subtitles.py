"""WebVTT and SubRip: whose cue it is, and which digits are speech."""

from datetime import date, datetime

import pytest

from memtui.conversations.conversation import Grade, Role
from tests.conversations.formats.reading import RECIFE, opened, roles, said, times


def test_teams_names_its_voices_and_does_not_pad_its_times() -> None:
    made = opened(
        "WEBVTT\n\nNOTE made by a machine\nfor you\n\nSTYLE\n::cue { color: red }\n\n"
        "0:0:1.240 --> 0:0:3.450\n<v Ana Lima>I moved</v>\n\n"
        "1/0-1\n0:0:3.450 --> 0:0:4.0\n<v Ana Lima>to Recife &amp; like it.</v>\n\n"
        "00:00:05.000 --> 00:00:06.000 align:start\n"
        "<v.loud Bruno>Good.</v>\n<v Ana Lima>Yes.</v>\n",
        "Meeting 2026-08-15.vtt",
        me=("Bruno",),
    )
    (conversation,) = made.conversations
    assert made.format == "subtitles"
    assert said(conversation) == [
        ("Ana Lima", "I moved\nto Recife & like it."),
        ("Bruno", "Good."),
        ("Ana Lima", "Yes."),
    ]
    assert roles(conversation) == [Role.OTHER, Role.PERSON, Role.OTHER]
    assert (conversation.started, conversation.grade) == (date(2026, 8, 15), Grade.FILE)
    assert times(conversation) == [None] * 3


def test_zoom_has_names_before_a_colon_and_its_start_in_its_name() -> None:
    made = opened(
        "WEBVTT\r\n\r\n1\r\n00:00:01.000 --> 00:00:02.000\r\nAna Lima: I moved.\r\n\r\n"
        "2\r\n00:00:02.000 --> 00:00:03.000\r\nBruno: Note: call her.\r\n\r\n"
        "3\r\n01:30:00.000 --> 01:30:01.000\r\nand more.\r\n",
        "GMT20260815-013000_Recording.transcript.vtt",
    )
    (conversation,) = made.conversations
    assert said(conversation) == [("Ana Lima", "I moved."), ("Bruno", "Note: call her.\nand more.")]
    assert conversation.turns[0].time == datetime(2026, 8, 14, 22, 30, 1, tzinfo=RECIFE)
    assert (conversation.started, conversation.grade) == (date(2026, 8, 14), Grade.TURN)


def test_rolling_lines_count_once() -> None:
    made = opened(
        "WEBVTT\nKind: captions\nLanguage: en\n\n"
        "00:00:00.000 --> 00:00:01.000 align:start position:0%\n \nI<00:00:00.500><c> moved</c>\n\n"
        "00:00:01.000 --> 00:00:01.010\nI moved\n \n\n"
        "00:00:01.010 --> 00:00:02.000\nI moved\nto Recife\n\n"
        "00:00:02.000 --> 00:00:03.000\nto Recife\nlast year.\n"
    )
    assert said(made.conversations[0]) == [("Speaker", "I moved\nto Recife\nlast year.")]


@pytest.mark.parametrize(
    "text",
    [
        "1\n00:00:01,000 --> 00:00:02,000\nAna: I have\n12\ncats.\n\n"
        "2\n00:00:03,000 --> 00:00:04,000\nBruno: I have 3.\n",
        "1\n00:00:01,000 --> 00:00:02,000\nAna: I have\n12\ncats.\n"
        "2\n00:00:03,000 --> 00:00:04,000\nBruno: I have 3.\n3\n",
        "\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\nAna: I have\r\n12\r\ncats.\r\n\r\n"
        "2\r\n00:00:03,000 --> 00:00:04,000\r\nBruno: I have 3.\r\n\r\n3",
    ],
)
def test_the_number_of_a_cue_is_no_speech(text: str) -> None:
    made = opened(text, "talk.srt")
    assert said(made.conversations[0]) == [("Ana", "I have\n12\ncats."), ("Bruno", "I have 3.")]


def test_several_may_speak_in_one_cue_without_voices() -> None:
    made = opened(
        "WEBVTT\n\n00:01.000 --> 00:02.000\n- Ana: I moved\nto Recife.\n- Bruno: Good.\n\n"
        "00:03.000 --> 00:04.000\n>> Ana: It is\n-5 degrees.\n\n"
        "00:05.000 --> 00:06.000\n{\\an8}Bruno: Oh.\n"
    )
    assert said(made.conversations[0]) == [
        ("Ana", "I moved\nto Recife."),
        ("Bruno", "Good."),
        ("Ana", "It is\n-5 degrees."),
        ("Bruno", "Oh."),
    ]


def test_a_long_talk_without_names_is_read_in_parts() -> None:
    cues = "".join(
        f"{n}\n00:{n // 60:02}:{n % 60:02},000 --> 00:00:00,000\nSentence {n} is here.\n\n"
        for n in range(1, 200)
    )
    made = opened(cues)
    (conversation,) = made.conversations
    assert 3 <= len(conversation.turns) <= 8
    assert all(turn.text.endswith(".") for turn in conversation.turns)


def test_damaged_cues_cost_no_others() -> None:
    made = opened("WEBVTT\n\n99:99 --> x\nlost\n\n00:01.000 --> 00:02.000\n\n00:03 --> 00:04\nHi\n")
    assert said(made.conversations[0]) == [("Speaker", "Hi")]
