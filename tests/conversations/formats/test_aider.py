"""aider histories: what the person typed, and what aider or a command printed."""

from datetime import date

from memtui.conversations.conversation import Grade, Role
from tests.conversations.formats.reading import opened, roles, said

START = "# aider chat started at 2026-10-12 21:33:02\n\n"


def test_every_start_is_a_conversation_with_its_day() -> None:
    made = opened(
        f"\n{START}> Aider v0.86  \n> Model: x  \n\n"
        "#### I moved to Recife.  \n#### Rename the file.  \n"
        "\nDone.\n\n> Applied edit to a.py  \n\nAnything else?\n\n#### No.  \n\n"
        "# aider chat started at 2026-10-13 09:00:00\n\n#### Hello  \n\nHi.\n"
        "# aider chat started at 2026-10-14 09:00:00\n\n> Aider v0.86  \n",
        ".aider.chat.history.md",
    )
    first, second = made.conversations
    assert made.format == "aider history"
    assert said(first) == [
        ("user", "I moved to Recife.\nRename the file."),
        ("assistant", "Done.\n\n\nAnything else?"),
        ("user", "No."),
    ]
    assert roles(first) == [Role.PERSON, Role.MODEL, Role.PERSON]
    assert (first.started, first.grade) == (date(2026, 10, 12), Grade.CONVERSATION)
    assert said(second) == [("user", "Hello"), ("assistant", "Hi.")]
    assert second.started == date(2026, 10, 13)
    assert made.left_out == {"lines of the program": 4, "conversations without turns": 1}


def test_commands_and_what_they_print_are_left_out() -> None:
    made = opened(
        f"{START}#### /add a.py  \n\n> Added a.py  \n\n#### /test pytest  \n\nFAILED test_a\n"
        "1 failed\n\n#### /ask Where does Ana live?  \n\nIn Recife.\n\n#### !ls  \n\na.py\n"
        "#### <blank>  \n"
    )
    assert said(made.conversations[0]) == [
        ("user", "Where does Ana live?"),
        ("assistant", "In Recife."),
    ]
    assert made.left_out == {"commands and their output": 4, "lines of the program": 1}


def test_headings_and_quotes_in_an_answer_stay_in_it() -> None:
    made = opened(
        f"{START}#### Explain.  \n\nText\n\n#### Steps\n> a quote\n\n```\n#### code  \n> more  \n"
        "```\n\n> Tokens: 5  \n\n#### Thanks.  \n"
    )
    assert said(made.conversations[0]) == [
        ("user", "Explain."),
        (
            "assistant",
            "Text\n\n#### Steps\n> a quote\n\n```\n#### code\n> more\n```".replace(
                "code\n> more\n", "code  \n> more  \n"
            ),
        ),
        ("user", "Thanks."),
    ]


def test_without_trailing_spaces_every_mark_counts() -> None:
    made = opened(f"{START}#### Explain.\n\nText\n> Tokens: 5\n#### Thanks.\n")
    assert said(made.conversations[0]) == [
        ("user", "Explain."),
        ("assistant", "Text"),
        ("user", "Thanks."),
    ]
