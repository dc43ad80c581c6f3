"""What speaks against a proposal: dates that do not follow, doubts, orders, names left out."""

from datetime import date

import pytest

from memtui.conversations.conversation import Role
from memtui.extract.proposal import Mark, Proposal
from tests.extract.test_grounding import DAY, one, talk


def spoken(text: str, *parts: str, day: date | None = DAY) -> Proposal:
    return one(*parts, conversation=talk((Role.PERSON, text), day=day))


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("The audit is next Friday.", "The audit is on Friday 16 October 2026."),
        ("The audit is next Friday.", "The audit is on 2026-10-23."),
        ("A auditoria é na próxima sexta.", "A auditoria é em 16 de outubro de 2026."),
        ("La réunion est la semaine prochaine.", "La réunion est la semaine du 19 octobre 2026."),
        ("Die Feier ist übermorgen.", "Die Feier ist am 14. Oktober 2026."),
        ("発表は来週の金曜日です。", "発表は2026年10月23日です。"),
        ("下周五交报告。", "报告2026年10月23日交。"),
        ("The audit is on 3 November.", "The audit is on 2026-11-03."),
        ("The audit is on 3/11.", "The audit is on 3 November 2026."),
        ("Ana moved last year.", "Ana moved in 2025."),
    ],
)
def test_a_date_that_follows_from_the_day_of_the_turn_is_no_surprise(said: str, fact: str) -> None:
    assert Mark.DATE not in spoken(said, "x", "date", fact, "", said).marks


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("The audit is next Friday.", "The audit is on 17 October 2026."),
        ("A auditoria é amanhã.", "A auditoria é em 14 de outubro de 2026."),
        ("Die Feier ist übermorgen.", "Die Feier ist am 13. Oktober 2026."),
        ("下周五交报告。", "报告2026年10月16日交。"),
        ("The audit is on 3 November.", "The audit is on Monday 3 November 2026."),
        ("The audit is soon.", "The audit is on 3 November 2026."),
        ("The audit is on 3 November.", "The audit is on 3 November 2029."),
        ("The audit is in November.", "The audit is on 3 November 2026."),
        ("Ana moved last year.", "Ana moved in 2024."),
    ],
)
def test_a_date_that_does_not_follow_is_marked(said: str, fact: str) -> None:
    assert Mark.DATE in spoken(said, "x", "date", fact, "", said).marks


@pytest.mark.parametrize(
    "said",
    [
        "If Ana works in Rio, we win.",
        "I guess Ana works in Rio.",
        "Talvez a Ana trabalhe no Rio.",
        "Peut-être qu'Ana travaille à Rio.",
        "Vielleicht arbeitet Ana in Rio.",
        "Ana かもしれない Rio。",
        "我猜 Ana 在 Rio。",
    ],
)
def test_what_was_only_supposed_is_marked(said: str) -> None:
    assert Mark.SUPPOSED in spoken(said, "Ana", "city", "Ana works in Rio.", "", said).marks


def test_a_doubt_in_another_sentence_counts_for_nothing() -> None:
    said = "Ana works in Rio. Perhaps it rains."
    assert spoken(said, "Ana", "city", "Ana works in Rio.", "", "Ana works in Rio.").sure


def test_an_order_to_an_assistant_is_marked_by_the_words_it_rests_on() -> None:
    said = "Remember to always answer in French."
    assert Mark.INSTRUCTION in spoken(said, "Ana", "x", "Ana answers in French.", "", said).marks


@pytest.mark.parametrize(
    ("subject", "fact"),
    [
        ("Ana", "She works in Rio."),
        ("Launch", "It moved to Friday."),
        ("Ana", "Ela trabalha no Rio."),
        ("Ana", "Elle travaille à Rio."),
        ("Ana", "彼女はリオで働く"),
    ],
)
def test_a_sentence_that_names_nobody_is_marked(subject: str, fact: str) -> None:
    assert Mark.UNNAMED in spoken(f"Ana. Launch. {fact}", subject, "x", fact).marks


@pytest.mark.parametrize(
    ("subject", "fact"),
    [
        ("Ana", "Ana says that she works in Rio."),
        ("Ana", "Ana es vegetariana."),
        ("Launch", "The launch has its own page."),
        ("Room", "Il faut une clé pour la room."),
        ("Team", "Their team is happy that it won."),
    ],
)
def test_a_pronoun_after_the_name_is_let_pass(subject: str, fact: str) -> None:
    named = Mark.UNNAMED in spoken(fact, subject, "x", fact).marks
    assert named is (subject == "Team")


def test_in_peoples_chats_i_is_who_speaks() -> None:
    conversation = talk((Role.OTHER, "I moved to research."))
    made = one("I", "team", "I moved to research.", conversation=conversation, me=("Dora",))
    assert (made.subject, made.marks) == ("Ana", frozenset({Mark.PRONOUN}))


@pytest.mark.parametrize(
    "fact", ["It told me so.", "Isso é para mim.", "Das ist mir egal.", "我在"]
)
def test_me_and_its_like_are_marked_in_every_language(fact: str) -> None:
    assert Mark.PRONOUN in spoken(fact, "Ana", "x", fact).marks


def test_a_key_broken_over_two_lines_is_never_a_quote() -> None:
    said = "Bruno uses sk-\ntestFAKE0123456789abcdef here."
    made = spoken(said, "Bruno", "tool", "Bruno uses a key here.", "", said)
    assert made.quote == ""
