"""Plain text and Markdown: who speaks, and when."""

from datetime import UTC, date, datetime

from memtui.conversations.conversation import Conversation, Grade, Opened, Role
from memtui.conversations.opening import open_bytes


def opened(text: str, name: str = "talk.txt", me: tuple[str, ...] = ()) -> Opened:
    return open_bytes(text.encode(), name, me=me, zone=UTC)


def only(text: str, name: str = "talk.txt", me: tuple[str, ...] = ()) -> Conversation:
    (conversation,) = opened(text, name, me).conversations
    return conversation


def said(conversation: Conversation) -> list[tuple[str, str]]:
    return [(each.speaker, each.text) for each in conversation.turns]


def test_roles_are_labels_even_once() -> None:
    made = only("User: Ana lives in Recife.\nAssistant: Noted.")
    assert said(made) == [("User", "Ana lives in Recife."), ("Assistant", "Noted.")]
    assert [each.role for each in made.turns] == [Role.PERSON, Role.MODEL]


def test_who_speaks_once_between_others_is_a_speaker_below_any_heading() -> None:
    heading = "Launch\n\nRoom 4\nTea and cake\nNo slides\nStart at ten\n\n"
    made = only(heading + "Ana: I will move the launch.\nBruno: ok\nAna: To Friday.\n")
    assert said(made) == [
        ("Ana", "I will move the launch."),
        ("Bruno", "ok"),
        ("Ana", "To Friday."),
    ]


def test_lines_without_a_label_continue_the_turn() -> None:
    made = only("User: one\ntwo\n\nthree\nAssistant: four\nNote: five\nNote: six\nUser: seven")
    assert said(made) == [
        ("User", "one\ntwo\n\nthree"),
        ("Assistant", "four\nNote: five\nNote: six"),
        ("User", "seven"),
    ]


def test_names_are_labels_when_they_recur() -> None:
    made = only("Ana: I moved to research.\nBruno: Congrats!\nAna: Thanks.\nCarla: See you.")
    assert said(made)[1] == ("Bruno", "Congrats!")
    assert said(made)[3] == ("Carla", "See you.")
    assert {each.role for each in made.turns} == {Role.OTHER}


def test_my_name_makes_me_the_person() -> None:
    made = only("Ana: Hi\nBruno: Hello\nAna: Bye\nBruno: Bye", me=("Bruno",))
    assert [each.role for each in made.turns[:2]] == [Role.OTHER, Role.PERSON]


def test_headings_and_addresses_are_no_speakers() -> None:
    made = opened("Note: call Bruno\nNote: buy milk\nhttp://x.example: a\nhttp://y.example: b")
    assert made.format == "plain text"


def test_a_label_that_does_not_recur_is_no_speaker() -> None:
    made = opened("Remember this: the launch moved.\nAnd the rest of it is long.\nEnd.")
    assert made.format == "plain text"
    assert made.conversations[0].turns[0].role is Role.PERSON


def test_labels_may_have_times() -> None:
    made = only("[10:32] Ana: Hi\n10:33 Bruno: Hello\n(10:34) Ana: Bye", "2026-10-12.txt")
    assert [each.time for each in made.turns] == [
        datetime(2026, 10, 12, 10, 32, tzinfo=UTC),
        datetime(2026, 10, 12, 10, 33, tzinfo=UTC),
        datetime(2026, 10, 12, 10, 34, tzinfo=UTC),
    ]
    assert made.grade is Grade.FILE


def test_labels_may_have_days() -> None:
    made = only("2026-10-12 09:31 Ana: Hi\n2026-10-13 09:31 Bruno: Hello")
    assert (made.started, made.ended) == (date(2026, 10, 12), date(2026, 10, 13))
    assert made.grade is Grade.TURN


def test_a_time_without_any_day_stays_unknown() -> None:
    made = only("[10:32] Ana: Hi\n[10:33] Bruno: Hello")
    assert (made.turns[0].time, made.turns[0].day, made.grade) == (None, None, Grade.NONE)


def test_lines_on_top_give_title_and_day() -> None:
    made = opened("# Standup\nDate: 12 October 2026\nRoom 4\n\nAna: Hi\nBruno: Hello\nAna: Bye")
    (conversation,) = made.conversations
    assert (conversation.title, conversation.started) == ("Standup", date(2026, 10, 12))
    assert conversation.grade is Grade.FILE
    assert made.left_out == {"lines above the first speaker": 1}


def test_a_line_with_only_a_day_begins_that_day() -> None:
    made = only(
        "--- Monday, 12 October 2026 ---\nAna: Hi\nBruno: Hello\n"
        "--- 2026-10-13 ---\nAna: Bye\nBruno: On 2026-10-14 then"
    )
    assert [each.day for each in made.turns] == [
        date(2026, 10, 12),
        date(2026, 10, 12),
        date(2026, 10, 13),
        date(2026, 10, 13),
    ]


def test_a_text_without_speakers_is_my_own_words_and_says_so() -> None:
    made = opened("I live in Recife.\n\nMy deadline is 2026-10-16.")
    (conversation,) = made.conversations
    assert [each.text for each in conversation.turns] == [
        "I live in Recife.",
        "My deadline is 2026-10-16.",
    ]
    assert {each.role for each in conversation.turns} == {Role.PERSON}
    assert conversation.started is None
    assert made.warnings == (
        "No speakers were found in it, so the whole text counts as your own words.",
    )


def test_a_diary_has_days() -> None:
    made = only("2026-10-12\nI moved to Recife.\n\n# 13 October 2026\nI started at Apollo.")
    assert [each.day for each in made.turns] == [date(2026, 10, 12), date(2026, 10, 13)]


def test_what_ollama_run_showed_is_read() -> None:
    made = only(
        ">>> I live in Recife.\n\x1b[2KLovely!\nTell me more.\n\n>>> /bye\n>>> Send a message"
    )
    assert said(made)[:2] == [("You", "I live in Recife."), ("Assistant", "Lovely!\nTell me more.")]


def test_a_label_with_a_time_may_stand_above_the_words() -> None:
    made = only("Ana Lima, [12.10.2026 09:31]\nHi!\n\nBruno, [13.10.2026 09:32]\nHello\n")
    assert said(made) == [("Ana Lima", "Hi!"), ("Bruno", "Hello")]
    assert made.ended is not None


def test_the_saved_chat_of_a_meeting_has_names() -> None:
    made = only("10:32:01\t From Ana to Everyone:\n\tHi all\n10:33:01\t From Bruno : Hello\n")
    assert said(made) == [("Ana", "Hi all"), ("Bruno", "Hello")]


def test_a_picture_before_a_label_is_no_part_of_it() -> None:
    made = only("🧑 User: I moved.\n🤖 Assistant: Good.\n")
    assert said(made) == [("User", "I moved."), ("Assistant", "Good.")]


def test_markdown_headings_are_labels() -> None:
    made = opened(
        "---\ntitle: Moving\ndate: 2026-10-12\n---\n# Chat\n## User\n\nI moved to Recife.\n\n---\n"
        "## Assistant\n\n## Steps\n\n```\n## User\nnot me\n```\n\n---\n\n## User\n\nThanks.\n",
        "chat.md",
    )
    (conversation,) = made.conversations
    assert made.format == "Markdown transcript"
    assert (conversation.title, conversation.started) == ("Moving", date(2026, 10, 12))
    assert said(conversation) == [
        ("User", "I moved to Recife."),
        ("Assistant", "## Steps\n\n```\n## User\nnot me\n```"),
        ("User", "Thanks."),
    ]


def test_bold_names_are_labels() -> None:
    made = only(
        "**Ana:** I moved.\n\n**Bruno**: Where?\n\n**Ana (10:32):** Recife.\n**Bruno:** Oh."
    )
    assert said(made) == [
        ("Ana", "I moved."),
        ("Bruno", "Where?"),
        ("Ana", "Recife."),
        ("Bruno", "Oh."),
    ]


def test_decorated_labels_are_roles() -> None:
    made = only("#### 🧑 You said:\nI moved.\n#### 🤖 ChatGPT said:\nGood.\n")
    assert [each.role for each in made.turns] == [Role.PERSON, Role.MODEL]


def test_a_labels_time_is_the_turns() -> None:
    made = only(
        "### User (2026-03-06 20:10)\nHi\n### Agent — 2026-03-06 20:11\nHello\n"
        "### User\nBye\n### Agent\nBye"
    )
    assert made.turns[0].day == date(2026, 3, 6)
    assert made.turns[1].speaker == "Agent"


def test_a_time_below_a_heading_is_the_turns() -> None:
    made = only(
        "## Prompt:\n2/13/2026, 10:00:05 PM\n\nI live in Recife.\n\n## Response:\n"
        "2026-02-14 00:00:09\n\nNoted.\n\n## Prompt:\n\n2/13/2026 is the day.\n",
        "chat.md",
    )
    assert [each.text for each in made.turns] == [
        "I live in Recife.",
        "Noted.",
        "2/13/2026 is the day.",
    ]
    assert [each.day for each in made.turns] == [date(2026, 2, 13), date(2026, 2, 14), None]


def test_a_document_with_sections_is_no_transcript() -> None:
    text = (
        "# Report\n\n## Background\n\nA.\n\n## Example\n\nB.\n\n## Example\n\nC.\n\n## End\n\nD.\n"
    )
    assert opened(text).format == "plain text"


def test_quoted_thoughts_of_a_model_are_left_out() -> None:
    made = opened("**User:** Hi\n**Claude:**\n> **Thought process**\n> hm\n\nHello\n**User:** Bye")
    assert said(made.conversations[0])[1] == ("Claude", "Hello")
    assert made.left_out == {"thinking": 1}


def test_system_turns_of_a_transcript_are_left_out() -> None:
    made = opened("System: be brief\nUser: Hi\nAssistant: Hello\nTool: 42")
    assert said(made.conversations[0]) == [("User", "Hi"), ("Assistant", "Hello")]
    assert made.left_out == {"system turns": 1, "tool turns": 1}


def test_days_in_brackets_are_no_whatsapp() -> None:
    made = only("[2026-10-12 09:31] Ana: Hi\n[2026-10-12 09:32] Bruno: Hello")
    assert made.turns[0].day == date(2026, 10, 12)
    made = only("2026-10-12 09:31 - Ana: Hi\n2026-10-12 09:32 - Bruno: Hello")
    assert [each.speaker for each in made.turns] == ["Ana", "Bruno"]


def test_days_that_could_be_two_stay_unknown() -> None:
    made = only("13/10/2026 09:31 Ana: Hi\n3/4/2026 09:32 Bruno: Hello")
    assert [each.day for each in made.turns] == [date(2026, 10, 13), None]


def test_a_model_that_opens_a_thought_and_never_closes_it_said_nothing() -> None:
    made = opened("User: Hi\nAssistant: <think>\nhm hm\nUser: Bye\nAssistant: hm</think>Bye")
    assert said(made.conversations[0]) == [("User", "Hi"), ("User", "Bye"), ("Assistant", "Bye")]
    assert made.left_out == {"thinking": 2, "turns without text": 1}


def test_long_hostile_lines_are_read_in_no_time() -> None:
    for line in ("#" * 200_000, "<think>" * 30_000, "**" * 100_000, "a: " * 70_000, " " * 200_000):
        text = f"User: x\nAssistant: {line}\n{line}\n## {line}\nUser: y\n"
        assert opened(text).conversations


def test_two_who_speak_once_are_speakers_where_both_say_sentences() -> None:
    made = only("Date: 2026-01-10\n\nAna: Hi!\nBruno: Ana works in sales.\n")
    assert said(made) == [("Ana", "Hi!"), ("Bruno", "Ana works in sales.")]
    assert made.started == date(2026, 1, 10)
    for text in (
        "Name: Ana\nCity: Recife\n",
        "Ana: role\nBruno: city\n",
        "Ana: Ana works in sales.\n",
        "Remember: Ana works in sales.\nAna: Thanks!\n",
        "Ana: Ana works in sales.\nand more.\nBruno: Good.\n",
    ):
        assert opened(text).format == "plain text", text


def test_what_stands_above_a_talk_does_not_speak() -> None:
    talk = "Eva: Hi.\nMax: Lena lives in Bonn.\nEva: Good.\nMax: Bye."
    for top in (
        "Fecha: 2026-10-12",
        "Jour : 12 octobre 2026",
        "Termin des Treffens: 2026-10-12\nTeilnehmer: Max, Eva\nOrt: Bonn",
        "Reunión: lanzamiento\nLugar: Sevilla\nAsistentes: Max, Eva",
        "Participants : Max, Eva\nLieu : Lyon",
        "Assunto: lançamento\nParticipantes: Max, Eva",
    ):
        made = only(f"{top}\n\n{talk}")
        assert [each.speaker for each in made.turns] == ["Eva", "Max", "Eva", "Max"], top
        assert (made.started == date(2026, 10, 12)) is ("12" in top), top


def test_who_answers_with_a_day_speaks() -> None:
    made = only("Ana: When?\nBruno: 2026-10-12\nAna: And then?\nCarla: 13 October 2026\nBruno: ok")
    assert [each.speaker for each in made.turns] == ["Ana", "Bruno", "Ana", "Carla", "Bruno"]


def test_a_captured_terminal_is_read_as_it_was_seen() -> None:
    made = only("\x1b]0;chat\x1b\\User: \x1bM\x1b[1mAna\x1b[0m lives in Recife.\nAssistant: Noted.")
    assert said(made)[0] == ("User", "Ana lives in Recife.")
