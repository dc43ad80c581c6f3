import re

from tests.cli.conftest import Line, Notes


def keep(memtui: Line, fact: str, said: str) -> str:
    ran = memtui("remember", "--subject", "Ana", "--attribute", "role", "--fact", fact,
                 "--said", said)  # fmt: skip
    assert ran.code == 0
    return ran.out


def test_each_status_is_told_with_what_it_replaces(memtui: Line) -> None:
    assert keep(memtui, "Ana leads the data team.", "2026-09-01") == (
        "new       Ana — role: Ana leads the data team.  (2026-09-01, added by hand)\nkept 1\n"
    )
    assert keep(memtui, "Ana works in research.", "2026-10-12") == (
        "replaces  Ana — role: Ana works in research.  (2026-10-12, added by hand)\n"
        "            replaces: Ana leads the data team.  (2026-09-01)\n"
        "kept 1; 1 replaced an older fact\n"
    )
    assert keep(memtui, "Ana is on sabbatical.", "2026-09-20") == (
        "history   Ana — role: Ana is on sabbatical.  (2026-09-20, added by hand)\n"
        "kept 1; 1 went to history\n"
    )
    assert keep(memtui, "Ana works in research.", "2026-10-12") == (
        "known     Ana — role: Ana works in research.  (2026-10-12, added by hand)\n"
        "nothing new; 1 known already\n"
    )


def test_the_timeline_of_three_has_the_right_days_and_links(memtui: Line) -> None:
    by_sentence = memtui.ana()
    team, sabbatical, research = (
        by_sentence[sentence]
        for sentence in (
            "Ana leads the data team.",
            "Ana is on sabbatical.",
            "Ana works in research.",
        )
    )
    assert [fact["fact"] for fact in by_sentence.values() if fact["current"]] == [research["fact"]]
    assert (team["until"], team["replaced_by"]) == ("2026-09-20", sabbatical["id"])
    assert (sabbatical["until"], sabbatical["replaced_by"]) == ("2026-10-12", research["id"])
    assert (research["until"], research["replaced_by"]) == (None, None)
    assert research["replaces"] == [sabbatical["id"]]
    assert sabbatical["replaces"] == [team["id"]]


def test_json_of_a_kept_fact(memtui: Line) -> None:
    memtui.remember("Ana", "role", "Ana leads the data team.", "2026-09-01")
    ran = memtui("remember", "--subject", "Ana", "--attribute", "role", "--fact",
                 "Ana works in research.", "--json")  # fmt: skip
    assert set(ran.json) == {"batch", "kept", "left_out"}
    assert re.fullmatch("b_[0-9a-f]{8}", ran.json["batch"])
    (kept,) = ran.json["kept"]
    assert kept["status"] == "replaces"
    assert [fact["fact"] for fact in kept["replaced"]] == ["Ana leads the data team."]
    fact = kept["fact"]
    assert re.fullmatch("f_[0-9a-f]{16}", fact["id"])
    assert fact["path"] == str(memtui.home / "t/notes/memory" / f"{fact['id']}.md")
    assert {key: fact[key] for key in ("said", "kept", "edited", "until", "current", "source")} == {
        "said": "2026-10-12",
        "kept": "2026-10-12T09:31:05Z",
        "edited": None,
        "until": None,
        "current": True,
        "source": "added by hand",
    }


def test_a_dry_run_keeps_nothing(memtui: Line, notes: Notes) -> None:
    asked = ("remember", "--subject", "Ana", "--attribute", "role", "--fact", "Ana sings.",
             "--dry-run")  # fmt: skip
    assert memtui(*asked).out == "new       Ana — role: Ana sings.  (2026-10-12, added by hand)\n"
    (proposal,) = memtui(*asked, "--json").json["proposals"]
    assert (proposal["status"], proposal["said"], proposal["replaces"]) == ("new", None, [])
    assert notes() == {}


def test_a_day_that_has_not_come_counts_as_today_and_says_so(memtui: Line) -> None:
    ran = memtui("remember", "--subject", "Ana", "--attribute", "role", "--fact", "Ana sings.",
                 "--said", "2026-12-24")  # fmt: skip
    assert ran.err == (
        "making the memory t\n2026-12-24 has not come yet, so it counts as said today, 2026-10-12\n"
    )
    assert memtui.facts()[0]["said"] == "2026-10-12"


def test_a_secret_is_refused_without_its_words(memtui: Line, notes: Notes) -> None:
    ran = memtui("remember", "--subject", "Bruno", "--attribute", "login", "--fact",
                 "Bruno's password is hunter2.")  # fmt: skip
    assert (ran.code, ran.out) == (1, "")
    assert "memtui: FACT_SENSITIVE: " in ran.err
    assert "hunter2" not in ran.err
    assert notes() == {}


def test_a_text_over_the_limit_is_refused_with_both_numbers(memtui: Line) -> None:
    ran = memtui("remember", "--subject", "Ana", "--attribute", "role", "--fact", "a" * 2_001,
                 "--json")  # fmt: skip
    assert ran.code == 1
    assert ran.json["error"]["code"] == "FACT_TOO_LONG"
    assert "2,001" in ran.json["error"]["message"]
    assert "2,000" in ran.json["error"]["message"]


def test_options_that_do_not_go_together_are_usage(memtui: Line) -> None:
    hand = ("--subject", "Ana", "--attribute", "role", "--fact", "Ana sings.")
    for argv in (
        ("remember",),
        ("remember", "--subject", "Ana"),
        ("remember", *hand, "--from", "standup.json"),
        ("remember", *hand, "--only", "1"),
        ("remember", *hand, "--model", "m"),
    ):
        ran = memtui(*argv)
        assert (ran.code, ran.out) == (2, ""), argv
        assert ran.err.startswith("memtui: USAGE: "), argv
        assert memtui(*argv, "--json").json["error"]["code"] == "USAGE"
    assert not memtui.home.exists()


def test_an_unreadable_day_makes_no_memory(memtui: Line) -> None:
    ran = memtui("remember", "--subject", "Ana", "--attribute", "role", "--fact", "Ana sings.",
                 "--said", "last week")  # fmt: skip
    assert ran.code == 1
    assert ran.err == (
        "memtui: DATE_UNREADABLE: “last week” is not a day."
        " Write it like 2026-10-12, or say today or yesterday.\n"
    )
    assert not memtui.home.exists()
