"""What of somebody a question asks for: by an attribute's names, or by what is kept of others."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memtui.search.ranking import By, search
from memtui.store.memory import Memory
from tests.search.ranked import FakeMeaning, found, keep

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    opened = Memory.open(tmp_path, "t", make=True, clock=lambda: NOW)
    yield opened
    opened.close()


def test_an_attribute_is_not_named_by_a_word_that_is_like_it_in_another_language(
    memory: Memory,
) -> None:
    keep(
        memory,
        ("Bruno", "diet", "Bruno has eaten no meat or fish for ten years.", "2026-03-01"),
        ("Bruno", "home", "Bruno moved to the countryside last winter.", "2026-03-01"),
        ("Bruno", "movie", "Bruno likes old films.", "2026-03-01"),
    )
    hits = search(memory, "Which place did Bruno move to?")
    assert found(hits)[0] == "Bruno moved to the countryside last winter."
    assert all(hit.by is not By.NAMED for hit in hits)
    assert search(memory, "What diets does Bruno keep?")[0].by is By.NAMED


@pytest.mark.parametrize(
    "question",
    ["What is Ana's job title?", "qual é a função da Ana", "Anaの職業は何ですか", "Ana occupation"],
)
def test_an_attribute_can_be_asked_for_by_another_usual_name(memory: Memory, question: str) -> None:
    keep(
        memory,
        ("Ana", "city", "Ana lives in Porto.", "2026-03-01"),
        ("Ana", "role", "Ana mends clocks.", "2026-01-01"),
        ("Ana", "diet", "Ana eats no meat.", "2026-02-01"),
    )
    assert found(search(memory, question))[0] == "Ana mends clocks."


def test_another_usual_name_does_not_lead_as_the_attribute_itself_does(memory: Memory) -> None:
    keep(
        memory,
        ("Ana", "job", "Ana mends clocks.", "2026-01-01"),
        ("Ana", "role", "Ana leads the guild.", "2026-02-01"),
    )
    assert found(search(memory, "Ana job"))[0] == "Ana mends clocks."
    assert found(search(memory, "Ana role"))[0] == "Ana leads the guild."


@pytest.mark.parametrize("question", ["where does Bruno work", "who is Bruno's employer"])
def test_a_role_answers_where_no_employer_is_kept(memory: Memory, question: str) -> None:
    keep(
        memory,
        ("Bruno", "city", "Bruno lives in Porto.", "2026-01-01"),
        ("Bruno", "job", "Bruno mends clocks.", "2026-01-01"),
        ("Ana", "employer", "Ana does work at Nordwind, her employer.", "2026-01-01"),
        ("Ana", "job", "Ana does work as a nurse.", "2026-01-01"),
    )
    near = {"Bruno lives in Porto.": 0.12}
    assert found(search(memory, question, meaning=FakeMeaning(memory, near)))[0] == (
        "Bruno mends clocks."
    )
    assert found(search(memory, question.replace("Bruno", "Ana")))[0] == (
        "Ana does work at Nordwind, her employer."
    )


def test_who_works_somewhere_comes_before_what_is_said_of_the_place(memory: Memory) -> None:
    keep(
        memory,
        *(
            ("Siemens", f"note {n}", f"Siemens makes {n}.", "2026-01-01")
            for n in ("trains", "pumps")
        ),
        ("Celia", "employer", "Celia works at Siemens.", "2026-01-01"),
    )
    meaning = FakeMeaning(memory, {"Celia works at Siemens.": 0.12})
    assert found(search(memory, "wer arbeitet bei Siemens", meaning=meaning))[0] == (
        "Celia works at Siemens."
    )


def test_what_is_kept_of_others_shows_what_is_asked_of_somebody(memory: Memory) -> None:
    keep(
        memory,
        ("Ana", "city", "Ana has settled in Porto.", "2026-01-01"),
        ("Ana", "hobby", "Ana rows on the river.", "2026-01-01"),
        ("Ana", "pet", "Ana keeps a parrot.", "2026-01-01"),
        ("Bruno", "city", "Bruno dwells in Ghent.", "2026-01-01"),
        ("Carla", "hobby", "Carla rows at dawn.", "2026-01-01"),
    )
    near = {
        "Ana rows on the river.": 0.82,
        "Ana keeps a parrot.": 0.8,
        "Ana has settled in Porto.": 0.8,
        "Bruno dwells in Ghent.": 0.78,
        "Carla rows at dawn.": 0.7,
    }
    meaning = FakeMeaning(memory, near)
    hits = search(memory, "where on earth would one meet Ana", meaning=meaning)
    assert found(hits)[:2] == ["Ana has settled in Porto.", "Ana keeps a parrot."]
    # Nobody is named: each counts for itself.
    hits = search(memory, "where on earth would one meet", meaning=meaning)
    assert found(hits)[0] == "Ana rows on the river."
