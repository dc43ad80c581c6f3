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


def test_without_a_day_that_of_the_name_counts() -> None:
    made = only("22:01 <ana> Hi\n22:02 <bruno> Hi\n", "garden-2026-10-12.log")
    assert (days(made), made.grade) == ([date(2026, 10, 12)] * 2, Grade.FILE)
