"""Whom a question names, when it asks about, and how meaning and words answer together."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from memtui.search.explain import explain
from memtui.search.naming import read_names
from memtui.search.ranking import Asked, By, answer, search
from memtui.store.memory import Memory
from tests.search.ranked import FakeMeaning, NoMeaning, found, keep

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    opened = Memory.open(tmp_path, "t", make=True, clock=lambda: NOW)
    yield opened
    opened.close()


# Names


@pytest.mark.parametrize("meant", [False, True])
def test_a_fact_that_is_cited_leads_and_says_so(memory: Memory, meant: bool) -> None:
    keep(
        memory,
        ("Ana", "role", "Ana leads the data team.", "2026-01-01"),
        ("Bruno", "city", "Bruno lives in Porto.", "2026-01-02"),
    )
    keep(memory, ("Ana", "role", "Ana works in research.", "2026-02-01"))
    ids = {fact.fact: fact.id for fact in memory.facts(history=True)}
    meaning = FakeMeaning(memory, {}) if meant else None
    bruno = answer(memory, Asked(f"[{ids['Bruno lives in Porto.']}]"), meaning).hits[0]
    assert (bruno.fact.fact, bruno.why) == ("Bruno lives in Porto.", "is cited")
    past = ids["Ana leads the data team."]
    hits = answer(memory, Asked(f"what became of {past.upper()}?"), meaning).hits
    assert hits[0].fact.fact == "Ana works in research."
    assert next(hit for hit in hits if not hit.fact.current).fact.id == past
    assert not search(memory, past, until=date(2025, 12, 31))
    assert found(search(memory, past, as_of=date(2026, 1, 15))) == ["Ana leads the data team."]
    assert [each.counts for each in explain(memory, Asked(past), id=past).facts] == [("is cited",)]
    assert not search(memory, "f_0123456789abcdef")


def test_the_thing_that_is_named_leads(memory: Memory) -> None:
    keep(
        memory,
        (
            "Ana Lima",
            "role",
            "Ana Lima plays the role of Ana in a play about the role.",
            "2026-09-01",
        ),
        ("Ana", "hobby", "Ana sees her role as a hobby, a role like any role.", "2026-09-01"),
        ("Ana", "role", "She works in research.", "2026-01-01"),
    )
    best = search(memory, "Ana role")[0]
    assert (best.fact.fact, best.by) == ("She works in research.", By.NAMED)


def test_a_name_within_a_longer_name_is_not_named(memory: Memory) -> None:
    keep(
        memory,
        ("Ana", "role", "Ana leads.", "2026-09-01"),
        ("Ana Lima", "role", "Ana Lima paints.", "2026-01-01"),
    )
    assert found(search(memory, "What is Ana Lima's role?"))[0] == "Ana Lima paints."
    assert found(search(memory, "What is Ana's role?"))[0] == "Ana leads."


def test_who_is_named_whole_comes_before_one_who_has_the_name_in_a_longer_one(
    memory: Memory,
) -> None:
    keep(
        memory,
        ("Greta", "diet", "Greta switched to raw meals.", "2026-01-01"),
        ("Greta Lima", "diet", "Greta Lima eats vegan food.", "2026-01-02"),
        ("Greta Lima", "city", "Greta Lima lives in Porto.", "2026-01-02"),
        ("Lima", "city", "Greta eats out in Lima.", "2026-01-02"),
    )
    near = {"Greta switched to raw meals.": 0.7, "Greta Lima eats vegan food.": 0.9}
    meaning = FakeMeaning(memory, near)
    assert found(search(memory, "what does Greta eat", meaning=meaning))[:2] == [
        "Greta switched to raw meals.",
        "Greta Lima eats vegan food.",
    ]
    assert found(search(memory, "what does Greta Lima eat", meaning=meaning))[0] == (
        "Greta Lima eats vegan food."
    )
    # What is not kept of her may be kept under the longer name.
    near = {"Greta Lima lives in Porto.": 0.9}
    hits = search(memory, "Which place is Greta in?", meaning=FakeMeaning(memory, near))
    assert found(hits)[0] == "Greta Lima lives in Porto."


def test_accents_and_a_genitive_do_not_hide_a_name(memory: Memory) -> None:
    keep(
        memory,
        ("João", "Rolle", "João forscht.", "2026-01-01"),
        ("Joana", "Rolle", "Joana hat eine Rolle, die Rolle von Joao.", "2026-09-01"),
    )
    assert found(search(memory, "joaos rolle"))[0] == "João forscht."


def test_names_in_a_script_without_spaces_are_seen(memory: Memory) -> None:
    keep(
        memory,
        ("田中", "役割", "研究をしている。", "2026-01-01"),
        ("鈴木", "役割", "鈴木の役割は田中の上司。", "2026-09-01"),
    )
    assert found(search(memory, "田中の役割は何ですか"))[0] == "研究をしている。"


def test_other_names_count(memory: Memory) -> None:
    memory.save_settings(
        {"subjects.aliases": {"Ani": "Ana"}, "attributes.aliases": {"job": "role"}}
    )
    keep(
        memory,
        ("Ana", "role", "She works in research.", "2026-01-01"),
        ("Bruno", "hobby", "Bruno likes his job.", "2026-09-01"),
    )
    assert found(search(memory, "what is Ani's job"))[0] == "She works in research."


@pytest.mark.parametrize(
    "question",
    ["where do I work", "onde eu trabalho", "my workplace", "dónde trabajo", "où je work"],
)
def test_the_person_is_known_by_name(memory: Memory, question: str) -> None:
    memory.save_settings({"me.names": ["Ana Lima"]})
    keep(
        memory,
        ("Bruno", "workplace", "Bruno does work at Altamar.", "2026-09-01"),
        ("Ana Lima", "workplace", "Ana Lima works at Nordwind.", "2026-01-01"),
    )
    assert found(search(memory, question))[0] == "Ana Lima works at Nordwind."


def test_a_question_about_somebody_else_is_not_about_the_person(memory: Memory) -> None:
    memory.save_settings({"me.names": ["Ana Lima"]})
    keep(
        memory,
        ("Ana Lima", "workplace", "Ana Lima works at Nordwind.", "2026-01-01"),
        ("Bruno", "workplace", "Bruno works at Altamar.", "2026-09-01"),
    )
    assert found(search(memory, "tell me where Bruno works"))[0] == "Bruno works at Altamar."


@pytest.mark.parametrize(
    "question",
    [
        "where does Lena live",
        "where do I live",
        "请问我住在哪里",
        "2026年に私はどこに住んでいますか",
        "waar woon ik",
    ],
)
@pytest.mark.parametrize("subject", ["Maria", "Lena", "me", "User"])
def test_all_names_of_the_person_are_one(memory: Memory, question: str, subject: str) -> None:
    memory.save_settings({"me.names": ["Maria", "Lena"]})
    keep(
        memory,
        (subject, "city", "The flat is in Recife.", "2026-01-01"),
        ("Ana", "city", "Ana does live in Porto.", "2026-09-01"),
        ("Lena Lopes", "city", "Lena Lopes does live in Faro.", "2026-09-01"),
    )
    meaning = FakeMeaning(memory, dict.fromkeys(["The flat is in Recife."], 0.1))
    assert found(search(memory, question, meaning=meaning))[0] == "The flat is in Recife."
    assert found(search(memory, "Lena Lopes city"))[0] == "Lena Lopes does live in Faro."


@pytest.mark.parametrize("question", ["我们住在哪里", "私立学校はどこ", "where do they live"])
def test_we_and_private_are_not_the_person(memory: Memory, question: str) -> None:
    memory.save_settings({"me.names": ["Maria"]})
    assert read_names(question, memory.rules, ["Maria"]).me == ()


# Times


ROLES = (
    ("Ana", "role", "Ana was an intern.", "2023-01-01"),
    ("Ana", "role", "Ana leads the data team.", "2024-06-01"),
    ("Ana", "role", "Ana works in research.", "2026-10-01"),
)


@pytest.mark.parametrize(
    "question",
    ["Ana's role in September", "what was the role of Ana last year", "Ana role in 2025",
     "papel da Ana em 2025", "rôle d'Ana l'année dernière", "Ana role since 2025"],
)  # fmt: skip
def test_what_held_then_comes_below_what_holds_now(memory: Memory, question: str) -> None:
    keep(memory, *ROLES)
    keep(memory, *((f"Bruno {n}", "role", f"Bruno {n} had a role.", "2026-01-01")
                   for n in range(20)))  # fmt: skip
    hits = search(memory, question, k=8)
    assert hits[0].fact.fact == "Ana works in research."
    then = [hit for hit in hits if not hit.fact.current]
    assert then[0].fact.fact == "Ana leads the data team."
    assert then[0].by is By.HELD_THEN
    assert then[0].fact.until == date(2026, 10, 1)
    assert then[0].successor is not None
    assert then[0].successor.fact == "Ana works in research."


def test_one_who_bears_the_name_of_a_month_is_no_time(memory: Memory) -> None:
    keep(memory, ("May", "role", "May paints.", "2026-01-01"))
    assert answer(memory, Asked("who came before May")).time is None


def test_facts_can_be_asked_for_by_the_day_they_were_said(memory: Memory) -> None:
    keep(memory, *ROLES)
    keep(memory, *((f"Ana {n}", "role", f"Ana {n} works as Ana {n}.", "2026-11-01")
                   for n in range(120)))  # fmt: skip
    early = search(memory, "Ana role", until=date(2024, 12, 31))
    assert set(found(early)) == {"Ana leads the data team.", "Ana was an intern."}
    assert all(hit.fact.said >= date(2026, 11, 1) for hit in
               search(memory, "Ana", since=date(2026, 11, 1)))  # fmt: skip


def test_twenty_replaced_versions_never_push_the_current_one_out(memory: Memory) -> None:
    keep(memory, *(("Server", "SSH port", f"The SSH port of the server is {n}.", f"2025-01-{n:02}")
                   for n in range(1, 21)))  # fmt: skip
    keep(memory, ("Server", "SSH port", "It moved to 49222.", "2026-01-01"))
    for k in (1, 2, 3, 8):
        hits = search(memory, "what is the SSH port of the server", k=k)
        assert hits[0].fact.fact == "It moved to 49222."


# Words and meaning


def test_meaning_finds_what_has_no_word_of_the_question(memory: Memory) -> None:
    keep(
        memory,
        ("Ana", "home", "Ana wohnt in Recife.", "2026-01-01"),
        ("Bruno", "diet", "Bruno eats no meat.", "2026-01-01"),
    )
    meaning = FakeMeaning(memory, {"Ana wohnt in Recife.": 0.9})
    best = search(memory, "where is her flat", meaning=meaning)[0]
    assert (best.fact.fact, best.by, best.words) == ("Ana wohnt in Recife.", By.MEANING, None)
    assert best.meaning == 0.9
    assert best.why == "is close in meaning"


def test_a_fact_found_by_both_says_so(memory: Memory) -> None:
    keep(memory, ("Ana", "home", "Ana lives in Recife.", "2026-01-01"))
    meaning = FakeMeaning(memory, {"Ana lives in Recife.": 0.9})
    (hit,) = search(memory, "lives where", meaning=meaning)
    assert (hit.by, hit.matched) == (By.BOTH, ("lives",))
    assert hit.words is not None


def test_many_near_versions_of_one_thing_hide_no_other(memory: Memory) -> None:
    keep(memory, *(("Ana", "city", f"Ana lived in place {n}.", str(date(2016, 1, 1).replace(
        year=2016 + n // 12, month=1 + n % 12))) for n in range(100)))  # fmt: skip
    keep(memory, ("Bruno", "flat", "The flat is rented.", "2026-01-01"))
    near = {f"Ana lived in place {n}.": 0.9 for n in range(100)} | {"The flat is rented.": 0.8}
    hits = search(memory, "housing", meaning=FakeMeaning(memory, near))
    assert found(hits)[:2] == ["Ana lived in place 99.", "The flat is rented."]


def test_a_hit_by_meaning_on_history_lifts_what_holds_now(memory: Memory) -> None:
    keep(memory, *ROLES)
    meaning = FakeMeaning(memory, {"Ana leads the data team.": 0.9})
    hits = search(memory, "chief of analytics", meaning=meaning)
    assert hits[0].fact.fact == "Ana works in research."


def test_words_answer_when_meaning_cannot_and_the_answer_says_why(memory: Memory) -> None:
    keep(memory, *ROLES)
    found_ = answer(memory, Asked("research"), NoMeaning())
    assert found(found_.hits)[0] == "Ana works in research."
    assert found_.problem is not None
    assert found_.problem.message == "The vectors are broken."


def test_equal_hits_always_come_in_the_same_order(memory: Memory) -> None:
    keep(memory, *((f"Person {n}", "city", "Somebody lives in Recife.", "2026-05-01")
                   for n in range(9)))  # fmt: skip
    first = [hit.fact.subject for hit in search(memory, "Recife")]
    assert first == sorted(first)
    assert first == [hit.fact.subject for hit in search(memory, "Recife")]
