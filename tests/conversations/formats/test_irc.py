"""IRC logs: people in angle brackets, and days in lines of their own."""

from datetime import date

from memtui.conversations.conversation import Grade, Role
from tests.conversations.formats.reading import days, only, opened, roles, said


def test_a_log_of_irssi_is_read() -> None:
    made = opened(
        "--- Log opened Mon Oct 12 22:00:00 2026\n22:00 -!- ana [a@x] has joined #garden\n"
        "22:01 < ana> I moved to Recife.\n22:02 <@bruno> Good: very.\n22:02  * ana waves\n"
        "--- Day changed Tue Oct 13 2026\n00:01 <+ana> Good night.\n"
        "--- Log closed Tue Oct 13 00:02:00 2026\n",
        "#garden.log",
        me=("Ana",),
    )
    (conversation,) = made.conversations
    assert made.format == "IRC log"
    assert said(conversation) == [
        ("ana", "I moved to Recife."),
        ("bruno", "Good: very."),
        ("ana", "Good night."),
    ]
    assert roles(conversation) == [Role.PERSON, Role.OTHER, Role.PERSON]
    assert days(conversation) == [date(2026, 10, 12)] * 2 + [date(2026, 10, 13)]
    assert made.left_out == {"joins and notices": 2}


def test_other_clients_write_the_day_otherwise() -> None:
    made = only("Session Start: Mon Oct 12 22:00:00 2026\n[22:01] <ana> Hi\n[22:02] <bruno> Hi\n")
    assert days(made) == [date(2026, 10, 12)] * 2
    made = only("[2026-10-12 22:01:00] <ana> Hi\n[2026-10-13 22:02:00] <bruno> Hi\n")
    assert days(made) == [date(2026, 10, 12), date(2026, 10, 13)]


def test_a_log_of_hexchat_has_its_year_in_the_header() -> None:
    made = opened(
        "**** BEGIN LOGGING AT Thu Dec 31 23:50:00 2026\n\n"
        "Dec 31 23:51:00 *\tNow talking on #garden\n"
        "Dec 31 23:52:00 <ana>\tI moved to Recife.\nJan 01 00:01:00 <bruno>\tHappy new year!\n"
        "Jan 01 00:02:00 *\tbruno has quit (bye)\n"
    )
    (conversation,) = made.conversations
    assert said(conversation) == [("ana", "I moved to Recife."), ("bruno", "Happy new year!")]
    assert days(conversation) == [date(2026, 12, 31), date(2027, 1, 1)]
    assert (made.format, made.left_out) == ("IRC log", {"joins and notices": 2})


def test_a_log_of_weechat_stands_between_tabs() -> None:
    made = opened(
        "2026-10-12 22:00:00\t-->\tana (~a@x) has joined #garden\n"
        "2026-10-12 22:01:00\t@ana\tI moved to Recife.\n2026-10-13 00:01:00\tbruno\tGood.\n"
        "2026-10-13 00:02:00\t *\tana waves\n2026-10-13 00:02:00\t--\tMode +o ana\n"
    )
    (conversation,) = made.conversations
    assert said(conversation) == [("ana", "I moved to Recife."), ("bruno", "Good.")]
    assert days(conversation) == [date(2026, 10, 12), date(2026, 10, 13)]
    assert (made.format, made.left_out) == ("IRC log", {"joins and notices": 3})


def test_without_a_day_that_of_the_name_counts() -> None:
    made = only("22:01 <ana> Hi\n22:02 <bruno> Hi\n", "garden-2026-10-12.log")
    assert (days(made), made.grade) == ([date(2026, 10, 12)] * 2, Grade.FILE)
