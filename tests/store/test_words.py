from datetime import date

import pytest

from memtui.facts.fact import Draft, Evidence
from memtui.facts.keeping import Keep
from memtui.store.memory import Memory
from memtui.store.words import asked, prepared
from tests.store.making import keep, kept


def found(memory: Memory, query: str) -> list[str]:
    facts = {row.id: row.fact for row in memory.rows(history=True)}
    return [facts[hit.id] for hit in memory.words(query)]


@pytest.mark.parametrize(
    ("fact", "query"),
    [
        ("Ana works in research.", "working"),
        ("Ana works in research.", "RESEARCH"),
        ("A Ana trabalha com as reuniões.", "reunião"),
        ("A Ana trabalha com as reuniões.", "reuniao"),
        ("Ana habite à Orléans.", "orleans"),
        ("Ana wohnt in der Straße.", "strasse"),
        ("Ana vive en Málaga con sus hijos.", "hijo malaga"),
        ("Анна работает в Москве.", "Москва"),
        ("安娜住在里斯本", "里斯本"),
        ("安娜住在里斯本", "本"),
        ("安娜养了一只猫", "猫"),
        ("アナはリスボンに住んでいる", "リスボン"),
        ("아나는 리스본에 산다", "리스본"),
        ("Ana हिन्दी बोलती है", "हिन्दी"),
        ("Ana moved to Ærø.", "aero"),
        ("Ana uses C3PO and 42 robots.", "c3po"),
        ("Ana works in research.", "resea"),
        ("Ana won the prize 🎉!", "🎉"),
        ("Ana likes it👍🏽", "👍"),
        ("Ana codes 👩‍💻 at night.", "💻"),
        ("Ana is from 🇵🇹.", "🇵🇹"),
        ("The ticket costs 12€.", "€"),
        ("Ana has seen it ✔️", "✔"),
        ("Ana planned a party.", "🎉 part"),
    ],
)
def test_a_fact_is_found_by_its_words(memory: Memory, fact: str, query: str) -> None:
    keep(memory, "Somebody", fact)
    keep(memory, "Other", "Nothing of that.")
    assert found(memory, query) == [fact]


def test_a_fact_is_found_by_subject_attribute_source_and_days(memory: Memory) -> None:
    keep(memory, "Ana", "Works in research.", attribute="occupation", said="2021-02-03")
    keep(memory, "Ana", "Rests.", attribute="occupation", said="2023-06-07")
    keep(memory, "Bo", "Paints.", said="2022-01-01")
    assert set(found(memory, "ana")) == {"Works in research.", "Rests."}
    assert set(found(memory, "occupations")) == {"Works in research.", "Rests."}
    assert found(memory, "2021-02-03") == ["Works in research."]
    assert set(found(memory, "2023-06")) == {"Works in research.", "Rests."}
    assert found(memory, "2022") == ["Paints."]
    assert len(found(memory, "added by hand")) == 3


def test_a_fact_is_found_by_the_words_it_rests_on(memory: Memory) -> None:
    words = Evidence("I finally gave up coffee for matcha", "Ana")
    draft = Draft("Ana", "drink", "Ana drinks green tea.", evidence=words)
    memory.apply(Keep((draft,), "b_00000000"))
    assert found(memory, "matcha") == ["Ana drinks green tea."]


def test_a_name_is_found_whatever_language_its_facts_are_in(memory: Memory) -> None:
    keep(memory, "Sandro Moreira", "Ele mora com a mãe em Olinda.", attribute="city")
    keep(memory, "Sandro Moreira", "He works for the bank and likes it.", attribute="employer")
    terms = [set(prepared(["Moreira"], [text], [])) for text in ("não é de São", "the and is")]
    assert terms[0] & terms[1]
    for query in ("Moreira", "Sandro", "sandro moreira's"):
        assert len(found(memory, query)) == 2


def test_an_english_word_is_found_in_a_text_that_seems_to_be_in_another(memory: Memory) -> None:
    keep(memory, "Ana", "Ana não gosta das meetings com os clientes.", attribute="dislike")
    assert found(memory, "meeting") == ["Ana não gosta das meetings com os clientes."]
    assert found(memory, "cliente") == ["Ana não gosta das meetings com os clientes."]


def test_current_and_history_are_told_apart(memory: Memory) -> None:
    old = kept(keep(memory, "Ana", "Ana works in research.", said="2024-01-01")).id
    new = kept(keep(memory, "Ana", "Ana leads research.", said="2024-02-01")).id
    assert [hit.id for hit in memory.words("research", current=True)] == [new]
    assert [hit.id for hit in memory.words("research", current=False)] == [old]
    assert len(memory.words("research", limit=1)) == 1


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("Who is the one that paints?", "Ana paints."),
        ("Qui est peintre ?", "Bruno est peintre."),
        ("谁是画家", "Ken是画家。"),
        ("who is it", "Who is it, asked Dora."),
    ],
)
def test_small_words_do_not_count_beside_others(memory: Memory, query: str, best: str) -> None:
    facts = ("Ana paints.", "Bruno est peintre.", "Ken是画家。", "Qui est là, dit Emil.",
             "Who is it, asked Dora.", "谁是什么人", "Who is that one?")  # fmt: skip
    for number, fact in enumerate(facts):
        keep(memory, f"Note {number}", fact)
    assert found(memory, query)[0] == best


def test_a_name_counts_once_in_whatever_language_a_fact_seems_to_be(memory: Memory) -> None:
    keep(memory, "Diego", "Diego a un vieux chien che si chiama Toby.", attribute="animal")
    keep(memory, "Diego", "Diego aura quarante ans le trois juin.", attribute="jour")
    assert found(memory, "Quel jour Diego est-il né ?")[0].startswith("Diego aura")


def test_a_stem_of_two_letters_finds_nothing(memory: Memory) -> None:
    keep(memory, "Rita", "Rita vive di pane.")
    assert found(memory, "did") == []


def test_more_of_the_words_come_before_one_of_them_often(memory: Memory) -> None:
    for number in range(9):
        keep(memory, f"Note {number}", f"Number {number} rests.")
    keep(memory, "X", "Piano, piano, piano!")
    keep(memory, "Y", "The old piano of the school on the hill has a broken leg, we were told.")
    assert found(memory, "old piano leg")[0].startswith("The old piano")


def test_a_better_match_scores_higher_and_about_one_when_all_is_there(memory: Memory) -> None:
    for name in ("Bo", "Cy", "Di", "Ed", "Flo"):
        keep(memory, name, f"{name} sings in a choir.")
    keep(memory, "Ana", "Ana plays chess on Sundays.")
    keep(memory, "Gil", "Gil plays the lute.")
    hits = memory.words("plays chess")
    assert len(hits) == 2
    assert memory.fact(hits[0].id).subject == "Ana"
    assert hits[0].score > hits[1].score > 0
    assert 0.6 < hits[0].score <= 1.5
    assert memory.words("plays unicorns")[0].score < memory.words("plays")[0].score


@pytest.mark.parametrize(
    "query", ["", " ", "'\"*()", "AND OR NOT NEAR", "\x00", "a" * 5000, "-x:y^"]
)
def test_no_query_is_too_odd(memory: Memory, query: str) -> None:
    keep(memory, "Ana", "Ana works in research.")
    assert memory.words(query) == []


def test_the_words_of_a_fact_are_prepared_once_for_all_who_ask() -> None:
    terms = set(prepared(["Ana"], ["As reuniões"], [date(2024, 10, 12)]).split())
    assert {"2024", "202410", "20241012"} <= terms
    for query in ("reuniões", "REUNIOES", "reuniões 2024-10-12"):
        assert all(terms & set(group) for group in asked(query))


def test_an_english_a_does_not_make_a_sentence_hungarian() -> None:
    day = date(2026, 1, 1)
    assert "run" in prepared((), ("Ana runs a bakery.",), (day,)).split()
