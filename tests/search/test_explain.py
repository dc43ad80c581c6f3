from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Draft, Fact
from memtui.facts.keeping import End, Keep
from memtui.search.cache import dated
from memtui.search.explain import Explained, Place, explain
from memtui.search.meaning import Meaning
from memtui.search.ranking import Asked, answer
from memtui.store.memory import Memory
from tests.search.words_embedder import WordsEmbedder

NOW = datetime(2026, 10, 12, 9, 31, 4, tzinfo=UTC)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    opened = Memory.open(tmp_path, "t", make=True, clock=lambda: NOW)
    yield opened
    opened.close()


@pytest.fixture
def meaning(memory: Memory) -> Iterator[Meaning]:
    opened = Meaning(
        memory.folder, memory.settings, "t", make=lambda settings: WordsEmbedder(width=512)
    )
    yield opened
    opened.close()


def keep(memory: Memory, *facts: tuple[str, str, str, str]) -> list[Fact]:
    drafts = (Draft(subject, attribute, fact, said=date.fromisoformat(said))
              for subject, attribute, fact, said in facts)  # fmt: skip
    change = memory.apply(Keep(tuple(drafts), "b_00000000"))
    return [outcome.fact for outcome in change.outcomes]


def embed(memory: Memory, meaning: Meaning) -> None:
    texts = {fact.id: dated(str(fact.said), fact.fact) for fact in memory.facts(history=True)}
    meaning.follow(texts, "1")
    meaning.catch_up(texts)


def cities(memory: Memory, count: int) -> list[Fact]:
    return keep(memory, *((f"Person {n}", "city", f"Person {n} lives in Recife.", "2026-05-01")
                          for n in range(count)))  # fmt: skip


def one(memory: Memory, asked: Asked, fact: Fact, meaning: Meaning | None = None) -> Explained:
    (explained,) = explain(memory, asked, meaning, fact.id).facts
    assert explained.fact.id == fact.id
    return explained


def test_the_answer_comes_first_in_its_order_then_the_other_candidates(
    memory: Memory, meaning: Meaning
) -> None:
    cities(memory, 9)
    embed(memory, meaning)
    asked = Asked("who lives in Recife", k=4)
    hits = answer(memory, asked, meaning).hits
    explained = explain(memory, asked, meaning).facts
    assert [each.fact.id for each in explained[:4]] == [hit.fact.id for hit in hits]
    assert [each.place for each in explained] == [1, 2, 3, 4] + [None] * 5
    assert [each.score for each in explained[:4]] == [hit.score for hit in hits]
    assert [each.outcome for each in explained[4:]] == [
        f"Place {n} of 9 candidates that hold; the answer has room for 4." for n in range(5, 10)
    ]


def test_each_retriever_has_a_place_of_its_own(memory: Memory, meaning: Meaning) -> None:
    ana, bruno = keep(
        memory,
        ("Ana", "city", "Ana lives in Recife.", "2026-05-01"),
        ("Bruno", "city", "Bruno was seen in Recife and stays there for the winter.", "2026-05-01"),
    )
    embed(memory, meaning)
    first = one(memory, Asked("Ana Recife"), ana, meaning)
    second = one(memory, Asked("Ana Recife"), bruno, meaning)
    assert first.words and first.meaning and second.words and second.meaning
    assert (first.words.rank, first.meaning.rank) == (1, 1)
    assert (second.words.rank, second.meaning.rank) == (2, 2)
    assert first.words.score > second.words.score
    assert first.fused and first.score and first.score > first.fused
    assert first.counts == ("its subject is named",)
    assert first.outcome == "Matches “Ana”, “Recife” and is close in meaning."


def test_a_fact_that_is_no_candidate_is_told_from_what_was_found(
    memory: Memory, meaning: Meaning
) -> None:
    cities(memory, 60)
    far, = keep(memory, ("Zoe", "pet", "Zoe has a tortoise.", "2026-05-01"))  # fmt: skip
    embed(memory, meaning)
    late, = keep(memory, ("Yan", "pet", "Yan has a newt.", "2026-05-01"))  # fmt: skip
    asked = Asked("who lives in Recife")
    explained = one(memory, asked, far, meaning)
    assert (explained.place, explained.words, explained.fused, explained.score) == (None,) * 4
    assert explained.meaning and explained.meaning.rank == 61
    assert explained.outcome == (
        "Not among the candidates: it has none of the words that tell, and 60 are nearer in "
        "meaning."
    )
    assert one(memory, asked, late, meaning).outcome == (
        "Not among the candidates: it has none of the words that tell, and its meaning is not "
        "indexed yet."
    )
    assert one(memory, asked, far).outcome == (
        "Not among the candidates: it has none of the words that tell."
    )


def test_what_was_replaced_is_told_with_what_took_its_place(memory: Memory) -> None:
    older, newer, newest = keep(
        memory,
        ("Ana", "role", "Ana leads the data team.", "2026-01-01"),
        ("Ana", "role", "Ana advises the data team.", "2026-03-01"),
        ("Ana", "role", "Ana works in research.", "2026-06-01"),
    )
    lifted = one(memory, Asked("data team"), newest)
    assert (lifted.place, lifted.words, lifted.fused) == (1, None, None)
    assert lifted.score
    assert lifted.counts[0].startswith("holds instead of [")
    out = one(memory, Asked("data team", k=2), older)
    assert out.words == Place(out.words.rank if out.words else 0, out.fused or 0)
    assert out.outcome.endswith(f"It was replaced by [{newer.id}] on 2026-03-01.")
    assert one(memory, Asked("data team", current=True), older).outcome == (
        "Left out: only what holds now is asked for. "
        f"It was replaced by [{newer.id}] on 2026-03-01."
    )
    assert one(memory, Asked("data team", as_of=date(2026, 4, 1)), older).outcome == (
        "Left out: on 2026-04-01 it did not hold any more. "
        f"It was replaced by [{newer.id}] on 2026-03-01."
    )
    assert one(memory, Asked("data team", as_of=date(2026, 1, 15)), newer).outcome == (
        "Left out: it was said on 2026-03-01, after 2026-01-15."
    )
    assert one(memory, Asked("data team", since=date(2026, 2, 1)), older).outcome == (
        "Left out: it was said on 2026-01-01, asked is for since 2026-02-01."
    )


def test_places_for_history_are_told_when_they_are_taken(memory: Memory) -> None:
    ended = keep(
        memory, *((f"Person {n}", "car", f"Person {n} has a red car.", f"2026-01-0{n}")
                  for n in range(1, 9))
    )  # fmt: skip
    for fact in ended:
        memory.apply(End(fact.id))
    keep(memory, *((f"Firm {n}", "car", f"Firm {n} has a red car.", "2026-01-01")
                   for n in range(9)))  # fmt: skip
    explained = explain(memory, Asked("red car", k=6)).facts
    assert sum(each.place is not None for each in explained if not each.fact.current) == 2
    out = [each for each in explained if each.place is None and not each.fact.current]
    assert out[0].outcome == (
        "Place 3 of 8 candidates that do not hold now; the answer has room for 2. "
        "It ended on 2026-10-12."
    )


def test_an_unknown_fact_is_refused(memory: Memory) -> None:
    cities(memory, 1)
    with pytest.raises(MemtuiError) as raised:
        explain(memory, Asked("Recife"), id="f_ffffffff")
    assert raised.value.code is Code.FACT_UNKNOWN


def test_a_question_without_words_is_explained_too(memory: Memory, meaning: Meaning) -> None:
    (fact,) = cities(memory, 1)
    embed(memory, meaning)
    assert explain(memory, Asked("  "), meaning).facts == ()
    assert one(memory, Asked("  "), fact, meaning).place is None
