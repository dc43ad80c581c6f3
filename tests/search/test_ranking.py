from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from memtui.facts.fact import Draft
from memtui.facts.keeping import Change, Correct, End, Forget, Keep
from memtui.search.ranking import Hit, search
from memtui.store.memory import Memory

NOW = datetime(2026, 10, 12, 9, 31, 4, tzinfo=UTC)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    opened = Memory.open(tmp_path, "t", make=True, clock=lambda: NOW)
    yield opened
    opened.close()


def keep(memory: Memory, *facts: tuple[str, str, str, str]) -> Change:
    drafts = (Draft(subject, attribute, fact, said=date.fromisoformat(said))
              for subject, attribute, fact, said in facts)  # fmt: skip
    return memory.apply(Keep(tuple(drafts), "b_00000000"))


def found(hits: list[Hit]) -> list[str]:
    return [hit.fact.fact for hit in hits]


def test_what_holds_now_comes_before_a_better_match_that_was_replaced(memory: Memory) -> None:
    keep(
        memory,
        ("Server", "SSH port", "The SSH port of the server is 22.", "2026-01-01"),
        ("Server", "SSH port", "It moved to 49222.", "2026-06-01"),
        ("Server", "city", "The server stands in Recife.", "2026-01-01"),
    )
    hits = search(memory, "what is the SSH port of the server")
    assert found(hits)[0] == "It moved to 49222."
    assert found(hits)[-1] == "The SSH port of the server is 22."


def test_a_hit_on_history_alone_lifts_what_holds_now(memory: Memory) -> None:
    keep(
        memory,
        ("Ana", "role", "Ana leads the data team.", "2026-01-01"),
        ("Ana", "role", "Ana works in research.", "2026-06-01"),
    )
    now, before = search(memory, "data team")
    assert (now.fact.fact, before.fact.fact) == (
        "Ana works in research.",
        "Ana leads the data team.",
    )
    assert 0 < now.score < before.score
    assert now.why == "holds instead of “Ana leads the data team.”, which matches “data”, “team”"
    assert before.why == "matches “data”, “team”"
    assert now.citation == f"[{now.fact.id}]"


@pytest.mark.parametrize(
    ("as_of", "expected"),
    [(None, "Celia works at Siemens."), ("2021-06-01", "Felix works at Siemens.")],
)
def test_of_whom_a_value_holds_comes_before_of_whom_it_held(
    memory: Memory, as_of: str | None, expected: str
) -> None:
    keep(
        memory,
        ("Alba", "employer", "Alba works at Siemens.", "2019-01-01"),
        ("Alba", "employer", "Alba works at Nokia.", "2020-01-01"),
        ("Celia", "employer", "Celia works at Bosch.", "2020-01-01"),
        ("Felix", "employer", "Felix works at Siemens.", "2020-01-01"),
        ("Celia", "employer", "Celia works at Siemens.", "2022-01-01"),
        ("Felix", "employer", "Felix works at Philips.", "2023-01-01"),
    )
    day = date.fromisoformat(as_of) if as_of else None
    assert found(search(memory, "who works at Siemens", as_of=day))[0] == expected


def test_what_is_asked_of_somebody_lifts_what_holds_wholly(memory: Memory) -> None:
    keep(
        memory,
        ("Ana", "role", "Ana leads the data team.", "2026-01-01"),
        ("Ana", "role", "She went into research.", "2026-06-01"),
        ("Ana", "diet", "Ana eats no data.", "2026-06-01"),
    )
    assert found(search(memory, "does Ana lead the data team"))[0] == "She went into research."


def test_what_ended_and_has_no_successor_is_found_as_history(memory: Memory) -> None:
    change = keep(memory, ("Ana", "car", "Ana has a red car.", "2026-01-01"))
    memory.apply(End(change.outcomes[0].fact.id))
    assert found(search(memory, "car")) == ["Ana has a red car."]
    assert search(memory, "car", current=True) == []


def test_a_value_of_many_that_ended_lifts_no_other(memory: Memory) -> None:
    memory.save_settings({"attributes.many": ["hobby"]})
    change = keep(
        memory,
        ("Ana", "hobby", "Ana sings.", "2026-01-01"),
        ("Ana", "hobby", "Ana paints.", "2026-06-01"),
    )
    memory.apply(End(change.outcomes[0].fact.id))
    assert found(search(memory, "sings")) == ["Ana sings."]


def test_the_last_third_is_kept_for_history(memory: Memory) -> None:
    keep(memory, *((f"Person {n}", "city", f"Person {n} lives in Recife.", "2026-05-01")
                   for n in range(20)))  # fmt: skip
    keep(memory, *((f"Person {n}", "city", f"Person {n} lives in Olinda, was in Recife.",
                    "2026-06-01") for n in range(10)))  # fmt: skip
    for k, history in ((1, 0), (2, 1), (3, 1), (6, 2), (9, 3)):
        hits = search(memory, "Recife", k=k)
        assert len(hits) == k
        assert [hit.fact.current for hit in hits] == [True] * (k - history) + [False] * history
    assert all(hit.fact.current for hit in search(memory, "Recife", current=True))


def test_room_that_nothing_current_needs_goes_to_history(memory: Memory) -> None:
    keep(memory, *(("Ana", "city", f"Ana lives in place {n}.", f"2026-01-0{n}")
                   for n in range(1, 8)))  # fmt: skip
    assert len(search(memory, "Ana lives", k=6)) == 6
    assert found(search(memory, "Ana lives", k=6))[0] == "Ana lives in place 7."


def test_much_history_of_one_thing_crowds_nothing_out(memory: Memory) -> None:
    keep(memory, *(("Ana", "city", f"Ana Ana Ana place {n}.", str(date(2020, 1, 1) +
                   timedelta(days=n))) for n in range(45)))  # fmt: skip
    keep(memory, ("Bruno", "sister", "The sister of Bruno is called Ana, they say.", "2026-01-01"))
    keep(memory, ("Carla", "boss", "Carla reports to Ana since spring.", "2025-01-01"))
    keep(memory, ("Carla", "boss", "Carla reports to Dina.", "2026-01-01"))
    hits = found(search(memory, "Ana", k=8))
    assert "The sister of Bruno is called Ana, they say." in hits
    assert "Carla reports to Ana since spring." in hits


def test_a_fact_that_was_reworded_often_is_one_hit(memory: Memory) -> None:
    change = keep(memory, ("Ana", "role", "Ana works in reserch.", "2026-01-01"))
    for n in range(5):
        memory.apply(Correct(change.outcomes[0].fact.id, fact=f"Ana works in research {n}."))
    assert found(search(memory, "Ana works")) == ["Ana works in research 4."]


def test_as_of_a_day_only_what_held_then_is_found(memory: Memory) -> None:
    keep(
        memory,
        ("Ana", "role", "Ana leads the data team.", "2026-01-01"),
        ("Ana", "role", "Ana works in research.", "2026-06-01"),
    )
    keep(memory, *((f"Team {n}", "topic", f"Team {n} leads the data team.", "2026-07-01")
                   for n in range(150)))  # fmt: skip
    assert found(search(memory, "data team", as_of=date(2026, 5, 31))) == [
        "Ana leads the data team."
    ]
    assert found(search(memory, "research", as_of=date(2026, 5, 31))) == [
        "Ana leads the data team."
    ]
    assert search(memory, "data team", as_of=date(2025, 12, 31)) == []


def test_forgotten_facts_take_no_place(memory: Memory) -> None:
    change = keep(memory, *((f"Person {n}", "city", f"Person {n} lives in Recife.", "2026-05-01")
                            for n in range(12)))  # fmt: skip
    best = search(memory, "Recife", k=8)
    memory.apply(Forget(tuple(hit.fact.id for hit in best[:4])))
    after = search(memory, "Recife", k=8)
    assert len(after) == 8
    assert not {hit.fact.id for hit in best[:4]} & {hit.fact.id for hit in after}
    assert len(change.outcomes) == 12


@pytest.mark.parametrize("query", ["", " ", "?!", '"', "NEAR(", "a AND", "*", "ünïcödé", "-"])
def test_no_query_fails(memory: Memory, query: str) -> None:
    keep(memory, ("Ana", "role", "Ana works in research.", "2026-01-01"))
    assert search(memory, query) == []


@pytest.mark.parametrize(
    ("fact", "query"),
    [
        ("研究チームは東京にいます。", "東京"),
        ("Анна работает в лаборатории.", "лаборатория"),
        ("Ana mora em São Paulo.", "sao paulo"),
    ],
)
def test_words_are_found_in_their_own_script(memory: Memory, fact: str, query: str) -> None:
    keep(memory, ("X", "note", fact, "2026-01-01"))
    (hit,) = search(memory, query)
    assert hit.fact.fact == fact
    assert hit.why == "matches " + ", ".join(f"“{word}”" for word in query.split())
