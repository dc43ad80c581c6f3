from tests.cli.conftest import Line, Notes


def test_forgetting_asks_after_showing_what_goes(memtui: Line, notes: Notes) -> None:
    fact = memtui.remember("Ana", "role", "Ana works in research.", "2026-10-12")
    before = notes()
    refused = memtui("forget", fact["id"], stdin="n\n")
    assert refused.code == 0
    assert "Ana works in research." in refused.out
    assert "Forget 1 fact in t? [y/N]" in refused.err
    assert refused.err.endswith("nothing was changed\n")
    assert notes() == before
    agreed = memtui("forget", fact["id"], stdin="y\n")
    assert agreed.out.endswith("forgot 1 fact\n")
    assert notes() == {}


def test_no_answer_is_no(memtui: Line, notes: Notes) -> None:
    fact = memtui.remember("Ana", "role", "Ana works in research.", "2026-10-12")
    assert memtui("forget", fact["id"]).code == 0
    assert len(notes()) == 1


def test_nothing_becomes_current_by_itself_and_how_to_restore_is_told(memtui: Line) -> None:
    ana = memtui.ana()
    ran = memtui("forget", ana["Ana works in research."]["id"], "--yes")
    assert ran.out == "forgot 1 fact\n"
    left = ana["Ana is on sabbatical."]["id"]
    assert ran.err == (
        f"Ana — role: “Ana is on sabbatical.” stays history; memtui restore {left} brings it back\n"
    )
    assert memtui.facts() == []
    memtui("restore", left)
    assert [fact["id"] for fact in memtui.facts()] == [left]


def test_a_fact_is_forgotten_with_its_history(memtui: Line, notes: Notes) -> None:
    ana = memtui.ana()
    ran = memtui("forget", ana["Ana works in research."]["id"], "--history", "--yes")
    assert ran.out == "forgot 3 facts, 2 of them history\n"
    assert notes() == {}


def test_a_subject_and_a_source_are_forgotten_whole(memtui: Line) -> None:
    memtui.ana()
    memtui.remember("Bruno", "city", "Bruno lives in Recife.", "2026-10-12")
    assert len(memtui("forget", "--subject", "ana", "--yes", "--json").json["forgotten"]) == 3
    assert [fact["subject"] for fact in memtui.facts("--history")] == ["Bruno"]
    assert memtui("forget", "--source", "added by hand", "--yes").out == "forgot 1 fact\n"
    for argv in (("--subject", "Ana"), ("--source", "added by hand")):
        assert memtui("forget", *argv, "--yes", "--json").json["error"]["code"] == "FACT_UNKNOWN"


def test_words_that_were_forgotten_are_nowhere_in_the_memory(memtui: Line) -> None:
    fact = memtui.remember("Ana", "role", "Ana juggles xylophones.", "2026-10-12")
    memtui("search", "xylophones")
    memtui("forget", fact["id"], "--yes")
    for path in memtui.home.rglob("*"):
        if path.is_file():
            assert b"xylophone" not in path.read_bytes().lower(), path


def test_forget_wants_one_kind_of_target_and_json_wants_yes(memtui: Line) -> None:
    for argv in (
        ("forget",),
        ("forget", "f_1", "--subject", "Ana"),
        ("forget", "f_1", "--json"),
        ("undo", "b_1", "--json"),
        ("undo",),
    ):
        assert memtui(*argv).code == 2, argv


def test_a_batch_is_taken_back_and_what_it_replaced_holds_again(memtui: Line) -> None:
    memtui.remember("Ana", "role", "Ana leads the data team.", "2026-09-01")
    memtui.remember("Ana", "role", "Ana works in research.", "2026-10-12")
    newest, oldest = memtui("batches", "--json").json["batches"]
    assert newest == {
        "id": newest["id"],
        "kept": "2026-10-12T09:31:05Z",
        "source": "added by hand",
        "count": 1,
    }
    assert memtui("batches").out == (
        f"{newest['id']}  2026-10-12 09:31 UTC  1 fact  added by hand\n"
        f"{oldest['id']}  2026-10-12 09:31 UTC  1 fact  added by hand\n"
    )
    assert memtui("undo", newest["id"], "--yes").out == (
        "took back 1 fact; 1 older fact holds again\n"
    )
    assert [fact["fact"] for fact in memtui.facts("--history")] == ["Ana leads the data team."]
    assert memtui.facts()[0]["current"]


def test_taking_back_shows_what_goes_and_what_holds_again_before_asking(memtui: Line) -> None:
    memtui.remember("Ana", "role", "Ana leads the data team.", "2026-09-01")
    memtui.remember("Ana", "role", "Ana works in research.", "2026-10-12")
    batch = memtui("batches", "--json").json["batches"][0]["id"]
    ran = memtui("undo", batch, stdin="n\n")
    gone, again = ran.out.split("holds again:\n")
    assert "Ana works in research." in gone
    assert "Ana leads the data team." in again
    assert "Take back 1 fact in t? [y/N]" in ran.err
    assert len(memtui.facts("--history")) == 2


def test_an_unknown_batch_is_refused(memtui: Line) -> None:
    memtui.ana()
    ran = memtui("undo", "b_00000000", "--yes")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("memtui: FACT_UNKNOWN: ")


def test_a_neighbour_that_is_joined_does_not_count_as_forgotten(memtui: Line) -> None:
    january = memtui.remember("Ana", "role", "Ana works in sales.", "2026-01-10")
    march = memtui.remember("Ana", "role", "Ana works in research.", "2026-03-10")
    may = memtui.remember("Ana", "role", "Ana works in sales.", "2026-05-10")
    asked = memtui("forget", march["id"], stdin="n\n")
    assert "Forget 1 fact in t?" in asked.err
    assert january["id"] not in asked.out
    assert memtui("undo", march["batch"], stdin="n\n").err.count("Take back 1 fact in t?") == 1
    done = memtui("forget", march["id"], "--yes", "--json").json
    assert (done["forgotten"], done["joined"]) == ([march["id"]], [january["id"]])
    assert [fact["id"] for fact in done["changed"]] == [may["id"]]


def test_a_day_on_which_it_was_said_again_is_taken_back_alone(memtui: Line) -> None:
    memtui.remember("Ana", "role", "Ana works in research.", "2026-09-01")
    again = memtui("remember", "--subject", "Ana", "--attribute", "role", "--fact",
                   "Ana works in research.", "--said", "2026-10-01", "--source", "a call",
                   "--json").json["batch"]  # fmt: skip
    asked = memtui("undo", again, stdin="n\n")
    assert asked.out.startswith("stays, said on fewer days:\nAna\n")
    assert "Take back 1 repetition in t? [y/N]" in asked.err
    assert "Forget 1 repetition in t?" in memtui("forget", "--source", "a call", stdin="n\n").err
    assert memtui("undo", again, "--yes").out == "took back 1 repetition\n"
    (fact,) = memtui.facts()
    assert "also_said" not in fact


def test_a_conversation_is_named_by_its_file(memtui: Line) -> None:
    memtui.remember("Ana", "role", "Ana leads the data team.", "2026-09-01")
    talk = memtui.home.with_name("standup.txt")
    talk.write_text("Ana: Hi.\nBruno: Ana lives in Recife.\n")
    memtui("remember", "--from", talk, "--extractor", "plain", "--yes")
    assert [fact["attribute"] for fact in memtui.facts("--source", "standup.txt")] == ["city"]
    assert memtui("forget", "--source", "standup.txt", "--yes").out == "forgot 1 fact\n"
    assert [fact["attribute"] for fact in memtui.facts()] == ["role"]
