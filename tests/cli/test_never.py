"""`never_save` holds on every way into a memory, and what was left out is said."""

import json

from memtui.desk.desk import Desk
from memtui.desk.queue import Suggestion, suggest
from tests.cli.conftest import Line

SICK = ("--subject", "Ana", "--attribute", "health", "--fact", "Ana has the flu.")


def forbid(memtui: Line) -> None:
    desk = Desk.open(memtui.home, "t")
    desk.memory.save_settings({"never_save": ["health", "/flu\\b/"]})
    desk.close()


def test_by_hand_it_is_refused_with_the_rule(memtui: Line) -> None:
    ana = memtui.ana()["Ana works in research."]
    forbid(memtui)
    ran = memtui("remember", *SICK)
    assert ran.code == 1
    assert ran.err.startswith("memtui: FACT_SENSITIVE: Your rule “health” says never to keep this.")
    assert memtui("correct", ana["id"], "--fact", "Ana has the flu.").code == 1
    assert memtui("rename", "Ana", "Health").code == 1
    assert len(memtui.facts()) == 1


def test_neither_source_tag_nor_earlier_wording_keeps_it(memtui: Line) -> None:
    ana = memtui.ana()["Ana works in research."]
    memtui("remember", "--subject", "Ana", "--attribute", "state", "--fact", "Ana has the flu.")
    sick = memtui.facts()[-1]
    forbid(memtui)
    memtui("remember", "--subject", "Ana", "--attribute", "pet", "--fact", "Ana has a cat.",
           "--source", "health forum")  # fmt: skip
    assert "says never to keep this" in memtui("tag", ana["id"], "+health", "+pet").err
    memtui("correct", ana["id"], "--source", "health forum")
    memtui("correct", sick["id"], "--fact", "Ana is well.")
    fact = {"subject": "Ana", "attribute": "car", "fact": "Ana has a car.", "said": "2026-10-01"}
    evidence = {"quote": "no car with the flu", "speaker": "Ana"}
    again = fact | {"source": "health forum", "tags": ["health"], "evidence": evidence}
    memtui("import", "-", stdin=json.dumps(again))
    assert {each["attribute"] for each in memtui.facts()} == {"role", "state", "pet", "car"}
    notes = [note.read_text() for note in memtui.home.rglob("*.md")]
    assert not [note for note in notes if "health" in note or "flu" in note]


def test_from_a_conversation_it_is_left_out_and_said(memtui: Line) -> None:
    memtui.ana()
    forbid(memtui)
    said = "Ana: I live in Recife.\nBot: Good.\nAna: My health is bad.\nBot: Oh.\n"
    ran = memtui("remember", "--from", "-", "--extractor", "plain", "--me", "Ana", "--yes",
                 "--json", stdin=said)  # fmt: skip
    assert ran.code == 0, ran.err
    assert not [fact for fact in memtui.facts() if "health" in fact["fact"]]


def test_imported_it_is_left_out_and_said(memtui: Line) -> None:
    memtui.ana()
    forbid(memtui)
    lines = [
        {"subject": "Ana", "attribute": "state", "fact": "Ana has the flu.", "said": "2026-10-01"},
        {"subject": "Ana", "attribute": "pet", "fact": "Ana has a cat.", "said": "2026-10-01"},
    ]
    ran = memtui("import", "-", stdin="\n".join(map(json.dumps, lines)))
    assert "Your rule “/flu\\b/” says never to keep this." in ran.out + ran.err
    assert {fact["attribute"] for fact in memtui.facts()} == {"role", "pet"}


def test_proposed_it_is_refused_at_the_door(memtui: Line) -> None:
    memtui.ana()
    forbid(memtui)
    desk = Desk.open(memtui.home, "t")
    sick = Suggestion("Ana", "health", "Ana has the flu.")
    queued = suggest(desk, "c", [sick, Suggestion("Ana", "pet", "Ana has a cat.", None, "flu")])
    assert [each.problem is not None for each in queued.met] == [True, False]
    desk.close()


def test_a_broken_pattern_is_a_mistake_in_the_settings(memtui: Line) -> None:
    memtui.ana()
    settings = memtui.home / "t" / "memory.toml"
    settings.write_text('never_save = ["/(/"]\n')
    told = f"memtui: SETTINGS_UNREADABLE: In {settings}, the rule"
    assert memtui("facts").err.startswith(told)
