from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.desk.telling import day
from memtui.desk.tidying.finding import Finding, Kind
from memtui.desk.tidying.looking import MOST, Looked, Looking
from memtui.desk.tidying.names import extended, near_spelled, respelled, synonyms
from memtui.desk.tidying.people import alike
from memtui.facts.fact import Draft, Fact, Rules
from memtui.facts.keeping import ChangeRules
from tests.facts.world import TODAY, World


def world_of(*rows: tuple[str, str, str, str], source: str = "added by hand") -> World:
    world = World()
    world.keep(*(Draft(s, a, f, source, date.fromisoformat(d)) for s, a, f, d in rows))
    return world


def look(
    *pages: Sequence[Fact],
    rules: Rules | None = None,
    most: int = MOST,
    aside: Collection[str] = (),
) -> Looked:
    looking = Looking(rules or Rules(), TODAY, most=most, aside=aside)
    for page in pages:
        looking.at(page)
    looking.at_names()
    return looking.looked


def found(world: World) -> list[Finding]:
    return [*look(list(world.facts.values()), rules=world.rules).findings]


def fixed(world: World, number: int = 0) -> World:
    (finding,) = found(world)
    world.ask(finding.fixes[number].request)
    return world


def test_a_tidy_memory_has_no_findings() -> None:
    world = world_of(
        ("Ana", "role", "Ana works in research.", "2026-10-12"),
        ("Bruno", "city", "Bruno lives in Recife.", "2026-10-12"),
        ("Phase 1", "end", "Phase 1 went well.", "2026-10-12"),
        ("Phase 2", "end", "Phase 2 went well.", "2026-10-12"),
    )
    assert found(world) == []


def test_two_sentences_of_one_day() -> None:
    rows = (
        ("Ana", "role", "Ana leads.", "2026-10-12"),
        ("Ana", "role", "Ana follows.", "2026-10-12"),
    )
    (finding,) = found(world_of(*rows))
    assert finding.kind is Kind.ONE_DAY
    assert finding.what == "Ana — role, 12 Oct 2026: Ana follows."
    assert fixed(world_of(*rows)).told() == ["Ana follows. 2026-10-12–"]
    assert found(fixed(world_of(*rows), 1)) == []


def test_subjects_that_may_be_one_are_merged_or_named_so() -> None:
    rows = (
        ("Ana", "role", "Ana leads.", "2026-09-12"),
        ("Ana", "city", "Ana lives in Recife.", "2026-09-12"),
        ("Ana Lima", "role", "Ana Lima researches.", "2026-10-12"),
    )
    (finding,) = found(world_of(*rows))
    assert (finding.kind, finding.what) == (Kind.SUBJECTS, "Ana Lima (1) and Ana (2)")
    merged = fixed(world_of(*rows))
    assert merged.told() == ["Ana leads. 2026-09-12–2026-10-12", "Ana Lima researches. 2026-10-12–"]
    aliased = fixed(world_of(*rows), 1)
    assert aliased.rules.subjects == (("Ana Lima", "Ana"),)
    assert found(aliased) == found(merged) == []


def test_names_that_are_not_one_stay_so_whatever_else_is_said_of_them() -> None:
    rows = [
        ("Ana", "role", "Ana leads.", "2026-09-12"),
        ("Ana Lima", "role", "Ana Lima researches.", "2026-10-12"),
    ]
    (finding,) = found(world_of(*rows))
    rows += [("Ana Lima", f"thing {n}", f"Ana Lima has {n}.", "2026-10-12") for n in range(3)]
    (later,) = found(world_of(*rows))
    assert later.what == "Ana Lima (4) and Ana (1)"
    assert look(list(world_of(*rows).facts.values()), aside={finding.key}).findings == ()


def test_who_puts_one_pair_of_names_aside_is_shown_another_of_the_same_name() -> None:
    rows = (
        ("Katharina", "role", "Katharina leads.", "2026-09-12"),
        ("Kattharina", "pet", "Kattharina has two cats.", "2026-10-12"),
        ("Kathariná", "city", "Kathariná lives in Graz.", "2026-10-12"),
    )
    pairs = found(world_of(*rows))
    assert len({each.key for each in pairs}) == len(pairs) == 3


def test_attributes_that_may_be_one() -> None:
    rows = (
        ("Ana", "role", "Ana leads.", "2026-09-12"),
        ("Ana", "job title", "Ana researches.", "2026-10-12"),
        ("Bruno", "roles", "Bruno cooks.", "2026-10-12"),
    )
    pairs = [(each.kind, each.what) for each in found(world_of(*rows))]
    assert pairs == [
        (Kind.ATTRIBUTES, "roles (1) and role (1)"),
        (Kind.ATTRIBUTES, "job title (1) and role (1)"),
    ]


def test_attributes_of_two_languages_are_no_misspelling() -> None:
    rows = (
        ("Ana", "role", "Ana leads the data team.", "2026-09-12"),
        ("Jonas", "Rolle", "Jonas arbeitet im Infrastruktur-Team.", "2026-10-12"),
        ("Chloé", "rôle", "Chloé travaille au support.", "2026-10-12"),
    )
    assert found(world_of(*rows)) == []
    both = (*rows, ("Ana", "Rolle", "Ana arbeitet im Infrastruktur-Team.", "2026-10-12"))
    assert [each.what for each in found(world_of(*both))] == ["role (1) and Rolle (2)"]


@pytest.mark.parametrize(
    ("subject", "fact", "rules"),
    [
        ("Ana", "Works in research.", Rules()),
        ("Project Atlas", "It stays open source.", Rules()),
    ],
)
def test_a_sentence_that_does_not_name_its_subject(subject: str, fact: str, rules: Rules) -> None:
    world = world_of((subject, "licence", fact, "2026-10-12"))
    assert [each.kind for each in found(world)] == [Kind.NAMELESS]
    fixed(world)
    assert world.told(subject, "licence") == [f"{subject}: {fact} 2026-10-12–"]
    assert found(world) == []


def test_a_name_in_other_letters_is_taken_to_be_there() -> None:
    assert found(world_of(("Yuki", "住まい", "ユキは大阪に住んでいます。", "2026-10-12"))) == []


def test_another_name_or_a_part_of_it_names_the_subject() -> None:
    world = world_of(("Ana Lima", "role", "Lima leads.", "2026-10-12"))
    assert found(world) == []
    world = world_of(("Ana", "role", "A. Souza leads.", "2026-10-12"))
    world.ask(ChangeRules(Rules(subjects=(("A. Souza", "Ana"),))))
    assert found(world) == []


def test_a_fact_of_a_conversation_without_its_words() -> None:
    row = ("Ana", "role", "Ana leads.", "2026-10-12")
    world = world_of(row, source="conversation: a.json")
    assert [each.kind for each in found(world)] == [Kind.EVIDENCE]
    assert found(fixed(world)) == []


@pytest.mark.parametrize(
    ("attribute", "fact", "ended"),
    [
        ("deadline", "Ana's report was due on 9 October 2026.", "2026-10-09"),
        ("prazo", "O prazo da Ana é 2026-10-30.", "2026-10-30"),
        ("deadline", "Ana's report is due on 30 December 2026.", ""),
        ("birthday", "Ana's birthday is on 9 October.", ""),
        ("deadline", "Ana's report is late.", ""),
    ],
)
def test_a_deadline_that_has_passed(attribute: str, fact: str, ended: str) -> None:
    world = world_of(("Ana", attribute, fact, "2026-10-01"))
    assert [each.kind for each in found(world)] == [Kind.DEADLINE] * bool(ended)
    if ended:
        fixed(world)
        assert world.told("Ana", attribute) == [f"{fact} 2026-10-01–{ended}!"]
        assert found(world) == []
        assert found(fixed(world_of(("Ana", attribute, fact, "2026-10-01")), 1)) == []


def test_what_was_said_on_a_day_to_come() -> None:
    ahead = TODAY.replace(year=TODAY.year + 1)
    world = World()
    world.keep(Draft("Ana", "role", "Ana leads.", "added by hand", TODAY))
    (id_, fact) = next(iter(world.facts.items()))
    world.facts[id_] = replace(fact, first=replace(fact.first, said=ahead))
    (finding,) = found(world)
    assert finding.kind is Kind.AHEAD
    assert finding.what == f"Ana — role, {day(ahead)}: Ana leads."
    (fix,) = finding.fixes
    assert fix.does == f"it was said on {day(TODAY)}"
    world.ask(fix.request)
    assert world.facts[id_].said == TODAY
    assert found(world) == []


def test_what_was_not_said_again_for_long() -> None:
    row = ("Ana", "role", "Ana leads.", "2023-10-12")
    (finding,) = found(world_of(row))
    assert (finding.kind, finding.more) == (Kind.STALE, "Said last on 12 Oct 2023.")
    still = fixed(world_of(row))
    assert found(still) == []
    assert still.timeline()[0].also_said == (TODAY,)
    assert fixed(world_of(row), 1).told() == [f"Ana leads. 2023-10-12–{TODAY}!"]


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("Müller", "Muller", True),
        ("data-base", "database", True),
        ("Jonathan", "Johnathan", True),
        ("preference", "preferences", True),
        ("Phase 1", "Phase 2", False),
        ("role", "rule", False),
        ("Ana", "Ada", False),
        ("Marta", "Maria", False),
        ("recieved", "received", True),
        ("Group A", "Group B", False),
    ],
)
def test_names_spelled_nearly_alike(one: str, other: str, near: bool) -> None:
    assert bool(near_spelled({one: 1, other: 2})) is near


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Jon Smith", "John Smith"),
        ("John Smyth", "John Smith"),
        ("Smith, John", "John Smith"),
        ("J. Smith", "John Smith"),
        ("Smith, J.", "John Smith"),
        ("John R. Smith", "John Smith"),
        ("J. R. Smith", "John Ronald Smith"),
        ("Dr. John Smith", "John Smith"),
        ("Bob Smith", "Robert Smith"),
        ("Zé Lima", "José Lima"),
        ("Anna Lima", "Ana Lima"),
        ("José Gonçalves", "Jose Goncalves"),
        ("Ute Mueller", "Ute Müller"),
        ("Søren Holm", "Soren Holm"),
        ("Lima Ana", "Ana Lima"),
        ("Ana Gonzalves", "Ana Gonsalves"),
        ("Ana Fernades", "Ana Fernandes"),
        ("Luiz Souza", "Luis Souza"),
        ("Marc Weber", "Mark Weber"),
        ("Project Altas", "Project Atlas"),
    ],
)
def test_names_that_may_be_of_one_person(one: str, other: str) -> None:
    rows = (
        (one, "pet", f"{one} has a cat.", "2026-09-12"),
        (other, "city", f"{other} lives in Graz.", "2026-10-12"),
        (other, "role", f"{other} leads.", "2026-10-12"),
    )
    assert [(each.kind, each.names) for each in found(world_of(*rows))] == [
        (Kind.SUBJECTS, (one, other))
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana Lima", "Ana Lemos"),
        ("Ana Lima", "Ana Lina"),
        ("Ana Lima", "Eva Lima"),
        ("Ana Lima", "Ada Lima"),
        ("Daniel Lima", "Daniela Lima"),
        ("Paul Smith", "Paula Smith"),
        ("Maria Souza", "Mario Souza"),
        ("Sara Weber", "Zara Weber"),
        ("Team A", "Team B"),
        ("Team A", "Team Atlas"),
        ("A Team", "Alpha Team"),
        ("Phase One", "Phase Two"),
        ("v1", "v2"),
        ("2024", "2025"),
        ("Budget 2024", "Budget 2025"),
        ("Q1 report", "Q2 report"),
        ("Data Platform", "Database Platform"),
        ("North Tower", "South Tower"),
        ("J. Smith", "Peter Smith"),
    ],
)
def test_names_that_are_of_two(one: str, other: str) -> None:
    rows = (
        (one, "pet", f"{one} has a cat.", "2026-09-12"),
        (other, "city", f"{other} lives in Graz.", "2026-10-12"),
    )
    assert found(world_of(*rows)) == []


def test_of_two_names_with_one_initial_nobody_knows_which_is_meant() -> None:
    names = {"J. Smith": 1, "John Smith": 1, "Jane Smith": 1}
    assert alike(names) == []


def test_of_two_longer_names_nobody_knows_which_is_meant() -> None:
    assert extended({"Ana": 1, "Ana Lima": 1}) == [("Ana Lima", "Ana")]
    assert extended({"Ana": 1, "Ana Lima": 1, "Ana Souza": 1}) == []


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("job", "jobs", True),
        ("pet", "pets", True),
        ("side job", "side jobs", True),
        ("allergy", "allergies", True),
        ("box", "boxes", True),
        ("favourite color", "favorite colour", True),
        ("travelling centre", "traveling center", True),
        ("organisation licence", "organization license", True),
        ("new", "news", False),
        ("mean", "means", False),
        ("ga", "gas", False),
        ("clas", "class", False),
        ("bu", "bus", False),
        ("viru", "virus", False),
        ("i", "is", False),
        ("it", "its", False),
        ("for", "four", False),
        ("hor", "hour", False),
        ("item 1", "item 1s", False),
        ("item 1", "item 2", False),
        ("team a", "team as", False),
        ("car", "care", False),
    ],
)
def test_attributes_of_the_same_words_in_another_spelling(one: str, other: str, same: bool) -> None:
    assert respelled({one: 2, other: 1}) == ([(other, one)] if same else [])


def test_many_attributes_of_one_subject_are_looked_at_in_passing() -> None:
    names = [f"item {n // 2} {'ab'[n % 2]}" for n in range(20_000)]
    own = [*names, "role", "job"]
    assert synonyms({"ana": own, "bruno": own}, dict.fromkeys(own, 1)) == [("role", "job")]
    assert respelled(dict.fromkeys(own, 1)) == []


def test_words_for_one_thing_count_where_one_subject_has_both() -> None:
    numbers = Counter({"role": 2, "job": 1})
    assert synonyms({"Ana": ["role", "job"]}, numbers) == [("job", "role")]
    assert synonyms({"Ana": ["role"], "Bo": ["job"]}, numbers) == []


@given(st.lists(st.text(max_size=12), max_size=8))
def test_a_pair_is_of_two_names_that_are_there(names: list[str]) -> None:
    numbers = Counter(names)
    for one, other in (*near_spelled(numbers), *extended(numbers)):
        assert one != other
        assert {one, other} <= numbers.keys()


def test_of_many_names_those_that_a_number_or_a_letter_tells_apart_are_not_near() -> None:
    numbers = Counter({f"Name {letter} {n:05}": 1 for n in range(2000) for letter in "xyz"})
    assert near_spelled(numbers) == []


def test_no_more_than_wanted_is_found_of_a_kind_and_all_are_counted() -> None:
    rows = (("Ana", f"thing {n}", "It is so.", "2026-10-12") for n in range(5))
    facts = list(world_of(*rows).facts.values())
    looked = look(facts[:2], facts[2:], most=3)
    assert [each.kind for each in looked.findings] == [Kind.NAMELESS] * 3
    assert looked.numbers[Kind.NAMELESS] == 5
    aside = {each.key for each in looked.findings}
    rest = look(facts, most=3, aside=aside)
    assert len(rest.findings) == rest.numbers[Kind.NAMELESS] == 2
