"""Questions for what was before, after or first: which of a thing's past comes first."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from memtui.facts.fact import Draft
from memtui.facts.keeping import Keep
from memtui.search.ranking import search
from memtui.search.succession import Step, asked_step
from memtui.store.memory import Memory

NOW = datetime(2026, 10, 12, 9, 31, 4, tzinfo=UTC)
EMPLOYERS = {"Nokia": 2016, "Bosch": 2018, "Philips": 2020, "Airbus": 2022, "Klarna": 2025}


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    opened = Memory.open(tmp_path, "t", make=True, clock=lambda: NOW)
    drafts = [
        Draft("Ana", "employer", f"Ana works at {name}.", said=date(year, 2, 1))
        for name, year in EMPLOYERS.items()
    ]
    drafts += [
        Draft("Bruno", "employer", f"Bruno works at {name}.", said=date(year, 2, 1))
        for name, year in (("SAP", 2017), ("Siemens", 2021))
    ]
    opened.apply(Keep(tuple(drafts), "b_00000000"))
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Ana's previous employer", "Airbus"),
        ("where did Ana work before Klarna", "Airbus"),
        ("where did Ana work before Philips", "Bosch"),
        ("where did Ana work after Nokia", "Bosch"),
        ("Ana's first employer", "Nokia"),
        ("onde trabalhava a Ana antes", "Airbus"),
        ("dónde trabajaba Ana antes de Philips", "Bosch"),
        ("où travaillait Ana avant Bosch", "Nokia"),
        ("wo hat Ana zuerst gearbeitet", "Nokia"),
        ("dove lavorava Ana prima", "Airbus"),
        ("Ana以前在哪里工作", "Airbus"),
        ("Anaは最初はどこで働いていましたか", "Nokia"),
    ],
)
def test_what_was_before_after_or_first_comes_first_of_the_past(
    memory: Memory, question: str, first: str
) -> None:
    hits = search(memory, question)
    assert hits[0].fact.fact == "Ana works at Klarna."
    past = [hit.fact.fact for hit in hits if not hit.fact.current]
    assert past[0] == f"Ana works at {first}."


@pytest.mark.parametrize(
    ("question", "first"),
    [("where was Ana before Philips", "Bosch"), ("where did Ana go after Nokia", "Bosch")],
)
def test_a_value_tells_which_thing_is_meant(memory: Memory, question: str, first: str) -> None:
    past = [hit.fact.fact for hit in search(memory, question) if not hit.fact.current]
    assert past[0] == f"Ana works at {first}."


def test_a_day_that_was_the_value_is_no_time(memory: Memory) -> None:
    drafts = [
        Draft("Launch", "date", f"The launch is on {day} December.", said=date(2026, 9, number))
        for number, day in enumerate((3, 9, 14), start=1)
    ]
    memory.apply(Keep(tuple(drafts), "b_00000001"))
    hits = search(memory, "when was the launch before 14 December")
    past = [hit.fact.fact for hit in hits if not hit.fact.current]
    assert past[:2] == ["The launch is on 9 December.", "The launch is on 3 December."]


def test_all_that_a_thing_was_comes_before_what_others_were(memory: Memory) -> None:
    past = [hit.fact.fact for hit in search(memory, "where has Ana worked") if hit.fact.until]
    assert [fact.split()[0] for fact in past] == ["Ana", "Ana", "Ana", "Ana", "Bruno"]


def test_it_says_what_was_asked_for(memory: Memory) -> None:
    past = [hit for hit in search(memory, "Ana's former employer") if not hit.fact.current]
    assert past[0].why == "asked for as what was before"


@pytest.mark.parametrize(
    "question", ["how old is Ana", "where does Ana work", "did Ana work at Bosch", "Anaの会社"]
)
def test_other_questions_ask_for_no_step(question: str) -> None:
    assert asked_step(question) is None


def test_a_word_for_a_step_without_a_thing_changes_nothing(memory: Memory) -> None:
    assert asked_step("Bosch before lunch") is Step.BEFORE
    past = [hit for hit in search(memory, "Bosch before lunch") if not hit.fact.current]
    assert past[0].fact.fact == "Ana works at Bosch."


def test_of_a_stretch_all_that_held_then_of_the_named_thing_comes_first(memory: Memory) -> None:
    hits = search(memory, "where did Ana work between 2017 and 2021")
    past = [hit.fact.fact for hit in hits if not hit.fact.current]
    assert set(past[:3]) == {f"Ana works at {name}." for name in ("Nokia", "Bosch", "Philips")}
