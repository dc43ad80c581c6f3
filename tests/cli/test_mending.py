from tests.cli.conftest import Line, Notes


def test_a_corrected_fact_keeps_its_id_and_its_earlier_wording(memtui: Line) -> None:
    fact = memtui.remember("Ana", "role", "Ana works in reserch.", "2026-10-12")
    ran = memtui("correct", fact["id"], "--fact", "Ana works in research.")
    assert (ran.code, ran.out) == (
        0,
        "corrected: Ana — role: Ana works in research.  (2026-10-12)\n",
    )
    (after,) = memtui.facts()
    assert (after["id"], after["fact"]) == (fact["id"], "Ana works in research.")
    assert after["edited"] == "2026-10-12T09:31:05Z"
    assert after["revisions"] == [
        {"until": "2026-10-12T09:31:05Z", "fact": "Ana works in reserch."}
    ]
    assert (
        "earlier    Ana works in reserch. (until 2026-10-12 09:31 UTC)"
        in memtui("show", fact["id"]).out
    )


def test_correcting_a_date_settles_the_timeline_again(memtui: Line) -> None:
    ana = memtui.ana()
    ran = memtui("correct", ana["Ana leads the data team."]["id"], "--said", "yesterday", "--json")
    assert ran.json["fact"]["said"] == "2026-10-11"
    assert {fact["fact"] for fact in ran.json["changed"]} >= {"Ana is on sabbatical."}
    days = {fact["fact"]: fact["until"] for fact in memtui.facts("--history")}
    assert days == {
        "Ana works in research.": None,
        "Ana leads the data team.": "2026-10-12",
        "Ana is on sabbatical.": "2026-10-11",
    }


def test_a_thing_that_exists_is_joined_only_when_asked_to(memtui: Line) -> None:
    memtui.remember("Ana", "role", "Ana works in research.", "2026-10-12")
    job = memtui.remember("Ana", "job", "Ana leads the data team.", "2026-09-01")
    refused = memtui("correct", job["id"], "--attribute", "role", "--json")
    assert (refused.code, refused.json["error"]["code"]) == (1, "THING_EXISTS")
    assert "--join" in refused.json["error"]["hint"]
    assert memtui("correct", job["id"], "--attribute", "role", "--join").code == 0
    assert [fact["until"] for fact in memtui.facts("--history")] == [None, "2026-10-12"]


def test_a_correction_of_nothing_is_usage_and_one_to_the_same_changes_nothing(
    memtui: Line,
) -> None:
    fact = memtui.remember("Ana", "role", "Ana works in research.", "2026-10-12")
    assert memtui("correct", fact["id"]).code == 2
    assert memtui("correct", fact["id"], "--fact", fact["fact"]).out.startswith(
        "nothing to change: "
    )


def test_an_ended_fact_is_history_until_it_is_restored(memtui: Line) -> None:
    fact = memtui.remember("Ana", "role", "Ana works in research.", "2026-09-01")
    ended = memtui("end", fact["id"], "--on", "2026-10-01")
    assert ended.out == "ended: Ana — role: Ana works in research.  (2026-09-01 to 2026-10-01)\n"
    assert memtui.facts() == []
    restored = memtui("restore", fact["id"])
    assert restored.out == "restored: Ana — role: Ana works in research.  (2026-09-01)\n"
    assert memtui.facts() == [fact]


def test_an_end_before_the_fact_was_said_is_impossible(memtui: Line) -> None:
    fact = memtui.remember("Ana", "role", "Ana works in research.", "2026-09-01")
    ran = memtui("end", fact["id"], "--on", "2026-08-01")
    assert (ran.code, ran.err.split(":")[1]) == (1, " END_IMPOSSIBLE")


def test_a_renamed_subject_joins_what_is_there(memtui: Line, notes: Notes) -> None:
    memtui.remember("Ana Lima", "role", "Ana leads the data team.", "2026-09-01")
    memtui.remember("Ana", "role", "Ana works in research.", "2026-10-12")
    assert memtui("rename", "Ana Lima", "Ana").out.startswith("renamed Ana Lima to Ana: ")
    assert [fact["subject"] for fact in memtui.facts("--history")] == ["Ana", "Ana"]
    assert [fact["until"] for fact in memtui.facts("--history")] == [None, "2026-10-12"]
    before = notes()
    assert memtui("rename", "Zoe", "Ana").code == 1
    assert notes() == before


def test_an_attribute_is_renamed_for_all_subjects(memtui: Line) -> None:
    memtui.remember("Ana", "job", "Ana works in research.", "2026-10-12")
    memtui.remember("Bruno", "job", "Bruno is a cook.", "2026-10-12")
    ran = memtui("rename", "job", "role", "--attribute", "--json")
    assert {fact["attribute"] for fact in ran.json["changed"]} == {"role"}
    assert len(memtui.facts("--attribute", "role")) == 2


def test_a_renaming_counts_what_had_the_old_name(memtui: Line) -> None:
    memtui.remember("Ana Lima", "role", "Ana Lima works in research.", "2026-10-12")
    memtui.remember("Ana Lima", "city", "Ana Lima lives in Recife.", "2026-10-12")
    memtui.remember("Ana", "role", "Ana leads the data team.", "2026-09-01")
    assert memtui("rename", "Ana Lima", "Ana").out == (
        "renamed Ana Lima to Ana: 2 facts, joined with Ana\n"
    )
    assert memtui("rename", "ana", "Anna").out == "renamed ana to Anna: 3 facts\n"
