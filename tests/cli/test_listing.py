import pytest

from tests.cli.conftest import Line


def test_facts_are_grouped_by_subject_with_their_columns_aligned(memtui: Line) -> None:
    ana = memtui.remember("Ana", "role", "Ana works in research.", "2026-10-12")
    tea = memtui.remember("日本 team", "preferred drink", "日本 team drinks tea.", "2026-09-01")
    city = memtui.remember("Ana", "city", "Ana lives in Recife.", "2025-03-03")
    assert memtui("facts").out == (
        "Ana\n"
        f"  {city['id']}  city             2025-03-03  Ana lives in Recife.  (added by hand)\n"
        f"  {ana['id']}  role             2026-10-12  Ana works in research.  (added by hand)\n"
        "日本 team\n"
        f"  {tea['id']}  preferred drink  2026-09-01  日本 team drinks tea.  (added by hand)\n"
    )


def test_history_shows_from_when_to_when_each_fact_held(memtui: Line) -> None:
    ids = {sentence: fact["id"] for sentence, fact in memtui.ana().items()}
    assert memtui("facts", "--history").out == (
        "Ana\n"
        f"  {ids['Ana works in research.']}  role  2026-10-12                "
        "Ana works in research.  (added by hand)\n"
        f"  {ids['Ana is on sabbatical.']}  role  2026-09-20 to 2026-10-12  "
        "Ana is on sabbatical.  (added by hand)\n"
        f"  {ids['Ana leads the data team.']}  role  2026-09-01 to 2026-09-20  "
        "Ana leads the data team.  (added by hand)\n"
    )


@pytest.mark.parametrize(
    ("day", "facts"),
    [
        ("2026-08-31", []),
        ("2026-09-01", ["Ana leads the data team."]),
        ("2026-09-19", ["Ana leads the data team."]),
        ("2026-09-20", ["Ana is on sabbatical."]),
        ("today", ["Ana works in research."]),
    ],
)
def test_as_of_a_day_one_fact_of_a_thing_held(memtui: Line, day: str, facts: list[str]) -> None:
    memtui.ana()
    assert [fact["fact"] for fact in memtui.facts("--as-of", day)] == facts


def test_facts_by_subject_attribute_and_source(memtui: Line) -> None:
    memtui.remember("Ana", "role", "Ana works in research.", "2026-10-12")
    memtui.remember("Bruno", "city", "Bruno lives in Recife.", "2026-10-12")
    memtui("remember", "--subject", "Bruno", "--attribute", "role", "--fact", "Bruno is a cook.",
           "--source", "letter.txt")  # fmt: skip
    for argv, facts in (
        (("--subject", "bruno"), ["Bruno lives in Recife.", "Bruno is a cook."]),
        (("--attribute", "Role"), ["Ana works in research.", "Bruno is a cook."]),
        (("--source", "letter.txt"), ["Bruno is a cook."]),
        (("--subject", "Carla"), []),
    ):
        assert [fact["fact"] for fact in memtui.facts(*argv)] == facts, argv
    assert memtui("facts", "--subject", "Carla").err == "no facts like that in t\n"


def test_nothing_is_cut_where_no_terminal_is(memtui: Line) -> None:
    sentence = "Ana " + "really " * 200 + "works."
    memtui.remember("Ana", "role", sentence, "2026-10-12")
    assert sentence in memtui("facts").out


def test_a_fact_is_shown_with_its_timeline(memtui: Line) -> None:
    ana = memtui.ana()
    research, sabbatical, team = (fact["id"] for fact in ana.values())
    shown = memtui("show", sabbatical[:8])
    assert shown.out.startswith("Ana is on sabbatical.\n  id         f_")
    assert f"  until      2026-10-12, replaced by {research}\n" in shown.out
    assert shown.out.endswith(
        "timeline\n"
        f"  {team}  2026-09-01 to 2026-09-20  Ana leads the data team.  (added by hand)\n"
        f"> {sabbatical}  2026-09-20 to 2026-10-12  Ana is on sabbatical.  (added by hand)\n"
        f"  {research}  2026-10-12 to now         Ana works in research.  (added by hand)\n"
    )
    document = memtui("show", f"[{sabbatical}]", "--json").json
    assert document["fact"] == ana["Ana is on sabbatical."]
    assert [fact["id"] for fact in document["timeline"]] == [team, sabbatical, research]


def test_an_unknown_id_is_refused(memtui: Line) -> None:
    memtui.ana()
    for command in ("show", "end", "restore", "forget"):
        ran = memtui(command, "f_0000000000000000")
        assert (ran.code, ran.out) == (1, "")
        assert ran.err.startswith("memtui: FACT_UNKNOWN: ")


def test_escape_sequences_in_a_fact_do_not_reach_the_terminal(memtui: Line) -> None:
    memtui.remember("Ana", "role", "Ana works in research.", "2026-10-12")
    (note,) = memtui.home.rglob("f_*.md")
    note.write_text(note.read_text().replace("Ana works", "Ana \x1b[2J\x9bworks"))
    for argv in (("facts",), ("search", "research"), ("show", note.stem), ("facts", "--json")):
        ran = memtui(*argv)
        assert "research" in ran.out
        assert "\x1b" not in ran.out
        assert "\x9b" not in ran.out
