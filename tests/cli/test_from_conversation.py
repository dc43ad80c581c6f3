import json
from contextlib import closing
from pathlib import Path

import pytest

from memtui.desk.desk import Desk
from memtui.desk.safekeeping import Safekeeping
from memtui.errors import Code, MemtuiError
from memtui.extract.proposal import Mark
from memtui.review.review import tick
from tests.cli.conftest import Line, Notes
from tests.cli.scripted import LAUNCH, RESEARCH, STANDUP, Script, Scripted, proposal


def test_the_conversation_of_the_readme(memtui: Line, standup: Path, scripted: Scripted) -> None:
    memtui("-m", "team", "remember", "--subject", "Ana", "--attribute", "role", "--fact",
           "Ana leads the data team.", "--said", "2026-09-01")  # fmt: skip
    ran = memtui("-m", "team", "remember", "--from", standup, "--said", "2026-10-12", stdin="y\n")
    assert ran.code == 0
    assert ran.out == (
        "1 replaces  Ana — role: Ana works in research.  (2026-10-12, conversation: standup.json)\n"
        "              replaces: Ana leads the data team.  (2026-09-01)\n"
        "              Ana: “words for Ana works in research.”\n"
        "2 new       Launch — date: The launch moved to Friday 16 October.  "
        "(2026-10-12, conversation: standup.json)\n"
        "              Ana: “words for The launch moved to Friday 16 October.”\n"
        "  left out  a fact about Bruno looked like a password\n"
        "kept 2; 1 replaced an older fact\n"
    )
    assert ran.err == (
        "reading the conversation for facts (a small model on a CPU takes a minute or two)…\n"
        "2 turns read (100 characters). At most 900 of 4,096 tokens sent.\n"
        "Keep 2 facts in team? [y/N] y\n"
    )


def test_only_a_yes_keeps(memtui: Line, standup: Path, scripted: Scripted, notes: Notes) -> None:
    for answer in ("n\n", "\n", "", "maybe\n"):
        ran = memtui("remember", "--from", standup, stdin=answer)
        assert ran.code == 0
        assert ran.err.endswith("nothing was kept\n")
    assert notes() == {}
    assert list((memtui.home / "t/state").glob("drafts/*")) == []


def test_yes_keeps_what_starts_ticked(memtui: Line, standup: Path, script: Script) -> None:
    doubtful = proposal("Ana", "car", "Ana has a car.", marks=frozenset({Mark.ASSISTANT}))
    script(Scripted([RESEARCH, doubtful]))
    ran = memtui("remember", "--from", standup, "--yes")
    assert ran.out == (
        "1 new       Ana — role: Ana works in research.  (2026-10-12, conversation: standup.json)\n"
        "              Ana: “words for Ana works in research.”\n"
        "2 new       Ana — car: Ana has a car.  (2026-10-12, conversation: standup.json)\n"
        "              Ana: “words for Ana has a car.”\n"
        "              not ticked: only the assistant said so\n"
        "kept 1\n"
    )
    again = memtui("remember", "--from", standup, "--dry-run")
    assert "left this out before" not in again.out


def test_only_keeps_exactly_these_rows(memtui: Line, standup: Path, script: Script) -> None:
    doubtful = proposal("Ana", "car", "Ana has a car.", marks=frozenset({Mark.ASSISTANT}))
    script(Scripted([RESEARCH, LAUNCH, doubtful]))
    listed = memtui("remember", "--from", standup, "--dry-run", "--json").json["proposals"]
    rows = {each["fact"]: each["n"] for each in listed}
    ran = memtui("remember", "--from", standup, "--only",
                 f"{rows['Ana has a car.']},{rows[LAUNCH.fact]}", stdin="y\n")  # fmt: skip
    assert "Keep 2 facts in t? [y/N]" in ran.err
    assert {fact["fact"] for fact in memtui.facts()} == {"Ana has a car.", LAUNCH.fact}
    for only in ("4", "0", "x", "1,,2", "1-"):
        refused = memtui("remember", "--from", standup, "--only", only, "--yes")
        assert refused.code == 2, only
    assert list((memtui.home / "t/state").glob("drafts/*")) == []


def test_the_same_file_again_has_nothing_new(
    memtui: Line, standup: Path, scripted: Scripted
) -> None:
    memtui("remember", "--from", standup, "--yes")
    ran = memtui("remember", "--from", standup)
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == "read already on 2026-10-12; --again reads it again\n"
    assert len(scripted.conversations) == 1
    ran = memtui("remember", "--from", standup, "--again")
    assert ran.out.startswith("1 known     Ana — role: ")
    assert ran.out.endswith("nothing new in it\n")
    assert memtui("remember", "--from", standup, "--again", "--yes", "--json").json["kept"] == []
    assert len(memtui.facts("--history")) == 2


def test_nothing_durable_is_an_answer(memtui: Line, standup: Path, script: Script) -> None:
    script(Scripted())
    ran = memtui("remember", "--from", standup)
    assert (ran.code, ran.out) == (0, "nothing durable in it\n")
    document = memtui("remember", "--from", standup, "--yes", "--json").json
    assert (document["batch"], document["kept"], document["left_out"]) == (None, [], [])


def test_json_of_what_was_kept(memtui: Line, standup: Path, scripted: Scripted) -> None:
    memtui.remember("Ana", "role", "Ana leads the data team.", "2026-09-01")
    ran = memtui("remember", "--from", standup, "--yes", "--json")
    document = ran.json
    assert set(document) == {"batch", "kept", "left_out", "accounts"}
    (account,) = document["accounts"]
    assert (account["turns"], account["tokens_sent"], account["window"]) == (2, 900, 4096)
    assert (account["failed"], account["unread"]) == ([], [])
    assert [each["status"] for each in document["kept"]] == ["replaces", "new"]
    assert [each["fact"] for each in document["kept"][0]["replaced"]] == [
        "Ana leads the data team."
    ]
    fact = document["kept"][0]["fact"]
    assert fact["batch"] == document["batch"]
    assert fact["source"] == "conversation: standup.json"
    assert fact["evidence"] == {"quote": "words for Ana works in research.", "speaker": "Ana"}
    assert fact["origin"] == {"by": "ollama", "model": "test-model"}
    assert document["left_out"] == [{"subject": "Bruno", "reason": "looked like a password"}]


def test_json_of_a_dry_run(memtui: Line, standup: Path, scripted: Scripted, notes: Notes) -> None:
    document = memtui("remember", "--from", standup, "--dry-run", "--json").json
    first = document["proposals"][0]
    assert {key: first[key] for key in ("n", "status", "subject", "attribute", "fact", "said",
                                        "ticked", "replaces", "notes")} == {
        "n": 1,
        "status": "new",
        "subject": "Ana",
        "attribute": "role",
        "fact": "Ana works in research.",
        "said": "2026-10-12",
        "ticked": True,
        "replaces": [],
        "notes": [],
    }  # fmt: skip
    assert first["evidence"]["quote"] == "words for Ana works in research."
    assert document["left_out"] == [{"subject": "Bruno", "reason": "looked like a password"}]
    assert notes() == {}


def test_a_correction_within_a_conversation_replaces_what_it_corrects(
    memtui: Line, standup: Path, script: Script
) -> None:
    script(Scripted([
        proposal("Launch", "date", "The launch is on 9 October.", "2026-10-01"),
        proposal("Launch", "date", "The launch moved to 16 October.", "2026-10-12"),
    ]))  # fmt: skip
    would = memtui("remember", "--from", standup, "--dry-run", "--json").json["proposals"]
    assert [each["status"] for each in would] == ["new", "replaces"]
    (replaced,) = would[1]["replaces"]
    assert (replaced["id"], replaced["path"]) == (None, None)
    assert replaced["fact"] == "The launch is on 9 October."
    ran = memtui("remember", "--from", standup, stdin="y\n")
    assert "replaces: The launch is on 9 October.  (2026-10-01)\n" in ran.out
    assert ran.out.endswith("kept 2; 1 replaced an older fact\n")
    assert [fact["until"] for fact in memtui.facts("--history")] == [None, "2026-10-12"]


def test_json_of_a_correction_within_a_conversation(
    memtui: Line, standup: Path, script: Script
) -> None:
    script(Scripted([
        proposal("Launch", "date", "The launch is on 9 October.", "2026-10-01"),
        proposal("Launch", "date", "The launch moved to 16 October.", "2026-10-12"),
    ]))  # fmt: skip
    first, second = memtui("remember", "--from", standup, "--yes", "--json").json["kept"]
    assert second["replaced"][0]["id"] == first["fact"]["id"]
    for each in (first["fact"], second["fact"], second["replaced"][0]):
        assert Path(each["path"]).exists()


def test_json_never_asks(memtui: Line, standup: Path, scripted: Scripted) -> None:
    ran = memtui("remember", "--from", standup, "--json", stdin="y\n")
    assert (ran.code, ran.json["error"]["code"]) == (2, "USAGE")
    assert not memtui.home.exists()


def test_standard_input_is_a_file_too(memtui: Line, scripted: Scripted) -> None:
    ran = memtui("remember", "--from", "-", "--yes", "--json", stdin=json.dumps(STANDUP))
    assert ran.json["kept"][0]["fact"]["source"] == "conversation: standard input"


def test_an_undated_conversation_is_dated_by_said(
    memtui: Line, standup: Path, scripted: Scripted
) -> None:
    ran = memtui("remember", "--from", standup, "--dry-run")
    assert "some of it has no date" in ran.err
    memtui("remember", "--from", standup, "--dry-run", "--said", "2026-10-01")
    first, second = scripted.conversations
    assert [turn.day for turn in first.turns] == [None, None]
    assert [str(turn.day) for turn in second.turns] == ["2026-10-01", "2026-10-01"]
    assert (str(second.started), str(second.ended)) == ("2026-10-01", "2026-10-01")


def test_who_i_am_and_what_is_known_reach_the_extractor(
    memtui: Line, standup: Path, scripted: Scripted
) -> None:
    memtui.remember("Ana", "role", "Ana leads the data team.", "2026-09-01")
    memtui("remember", "--from", standup, "--me", "Ana", "--dry-run")
    (context,) = scripted.contexts
    assert context.me == ("Ana",)
    assert [fact.fact for fact in context.known] == ["Ana leads the data team."]


def test_source_can_be_told(memtui: Line, standup: Path, scripted: Scripted) -> None:
    memtui("remember", "--from", standup, "--source", "Monday stand-up", "--yes")
    assert {fact["source"] for fact in memtui.facts()} == {"Monday stand-up"}


def test_one_of_several_conversations_is_picked(
    memtui: Line, tmp_path: Path, scripted: Scripted
) -> None:
    file = tmp_path / "export.json"
    file.write_text(json.dumps([{"messages": STANDUP}, {"messages": STANDUP[:1]}]))
    asked = memtui("remember", "--from", file, "--yes")
    assert asked.code == 2
    assert "holds 2 conversations: say --pick N" in asked.err
    assert memtui("remember", "--from", file, "--pick", "3", "--yes").code == 2
    memtui("remember", "--from", file, "--pick", "2", "--yes")
    assert [len(each.turns) for each in scripted.conversations] == [1]
    memtui("remember", "--from", file, "--pick", "all", "--again", "--yes")
    assert [len(each.turns) for each in scripted.conversations[1:]] == [2, 1]


def test_one_bad_file_leaves_the_others_alone(
    memtui: Line, standup: Path, tmp_path: Path, scripted: Scripted
) -> None:
    missing = tmp_path / "missing.json"
    ran = memtui("remember", "--from", missing, standup, "--yes", "--json")
    assert ran.code == 1
    assert len(ran.json["kept"]) == 2
    (failed,) = ran.json["failed"]
    assert (failed["file"], failed["error"]["code"]) == (str(missing), "CONVERSATION_UNREADABLE")
    assert "memtui: CONVERSATION_UNREADABLE: missing.json is not there." in ran.err


def test_a_failing_extractor_is_told_and_nothing_is_kept(
    memtui: Line, standup: Path, script: Script, notes: Notes
) -> None:
    def fail() -> None:
        raise MemtuiError(Code.EXTRACTOR_UNAVAILABLE, "Nobody answers.", "Start it.")

    extractor = script(Scripted([RESEARCH], then=fail))
    ran = memtui("remember", "--from", standup, "--yes")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.endswith(
        "memtui: EXTRACTOR_UNAVAILABLE: Nobody answers. Start it. "
        "--extractor plain reads without a model.\n"
    )
    assert "1 proposal found so far wait for review" in ran.err
    assert extractor.closed
    assert notes() == {}


def test_an_interrupt_keeps_nothing_and_closes_the_extractor(
    memtui: Line, standup: Path, script: Script, notes: Notes
) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    extractor = script(Scripted([RESEARCH], then=interrupt))
    ran = memtui("remember", "--from", standup, "--yes")
    assert (ran.code, ran.out) == (130, "")
    assert ran.err.endswith("interrupted\n")
    assert extractor.closed
    assert notes() == {}


def test_a_row_that_cannot_be_kept_leaves_and_the_rest_is_kept(
    memtui: Line, standup: Path, script: Script
) -> None:
    script(Scripted([RESEARCH, proposal("Ana", "", "Ana sings.")]))
    ran = memtui("remember", "--from", standup, "--yes")
    assert (
        "2 left out  Ana — ?: Ana sings.  (2026-10-12, conversation: standup.json)\n"
        "              Ana: “words for Ana sings.”\n"
        "              cannot be kept: The attribute is empty.\n"
    ) in ran.out
    assert ran.out.endswith("kept 1\n")
    document = memtui("remember", "--from", standup, "--again", "--yes", "--json").json
    assert document["left_out"] == [
        {"subject": "Ana", "reason": "cannot be kept: The attribute is empty."}
    ]


def test_rows_that_do_not_start_ticked_are_not_kept(
    memtui: Line, standup: Path, script: Script, notes: Notes
) -> None:
    script(Scripted([proposal("Ana", "car", "Ana has a car.", marks=frozenset({Mark.UNCERTAIN}))]))
    ran = memtui("remember", "--from", standup, "--yes")
    assert ran.code == 0
    assert ran.out.endswith("nothing is ticked; --only 1 keeps row 1\n")
    assert notes() == {}


def test_what_is_in_a_file_is_listed(memtui: Line, standup: Path) -> None:
    document = memtui("conversations", standup, "--json").json
    assert document["format"]
    (conversation,) = document["conversations"]
    assert conversation["turns"] == 2
    assert conversation["n"] == 1
    assert sum(conversation["speakers"].values()) == 2
    assert document["left_out"] == {}
    ran = memtui("conversations", standup)
    assert ran.out.startswith("standup.json: ")
    assert "1  no date  2 turns" in ran.out
    assert memtui("conversations", standup.with_name("no.json")).code == 1


def test_the_whole_of_a_long_conversation_is_read_when_asked(
    memtui: Line, standup: Path, scripted: Scripted
) -> None:
    memtui("remember", "--from", standup, "--dry-run")
    memtui("remember", "--from", standup, "--whole", "--dry-run")
    assert [each.whole for each in scripted.contexts] == [False, True]
    assert memtui("remember", "--subject", "Ana", "--attribute", "role", "--fact", "Ana sings.",
                  "--whole").code == 2  # fmt: skip


def test_numbers_of_rows_that_are_not_there_are_usage(
    memtui: Line, standup: Path, scripted: Scripted
) -> None:
    assert memtui("remember", "--from", standup, "--only", "").code == 2
    assert memtui("remember", "--from", standup, "--pick", "").code == 2
    picked = memtui("remember", "--from", standup, "--pick", "2")
    assert "--pick 2: there is only 1 conversation in standup.json." in picked.err
    assert (
        "--only 3: there are only 2 rows."
        in memtui("remember", "--from", standup, "--only", "3").err
    )


def test_a_source_that_looks_like_a_secret_is_left_out_and_said_so(
    memtui: Line, standup: Path, scripted: Scripted
) -> None:
    secret = "the password is hunter2"
    by_hand = ("--subject", "Ana", "--attribute", "city", "--fact", "Ana lives in Recife.")
    for argv in (
        ("remember", *by_hand, "--source", secret),
        ("remember", "--from", standup, "--source", secret, "--yes"),
        ("correct", memtui.remember("Eva", "city", "Eva sings.", "2026-10-01")["id"],
         "--source", secret),
    ):  # fmt: skip
        ran = memtui(*argv)
        assert ran.code == 0
        assert "hunter2" not in ran.out + ran.err
        assert "the source looks like a secret, so it is left out\n" in ran.err
    assert {fact["source"] for fact in memtui.facts()} == {""}


def test_what_the_app_decides_while_it_asks_is_neither_kept_unseen_nor_thrown_away(
    memtui: Line, standup: Path, scripted: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    def decided_meanwhile(*shown: object) -> None:
        with closing(Desk.open(memtui.home, "t")) as app:
            safe = Safekeeping(app, app.reviews()[0])
            safe.review = tick(safe.review, 0, value=False)
            safe.write_now()

    monkeypatch.setattr("memtui.cli.proposing.print_review", decided_meanwhile)
    for answer, code in (("y\n", 1), ("n\n", 0)):
        ran = memtui("remember", "--from", standup, "--again", stdin=answer)
        assert (ran.code, "MEMORY_CHANGED" in ran.err) == (code, code == 1), ran.err
        assert memtui.facts() == []
    reviews = memtui("status", "--json").json["reviews"]
    assert len(reviews) == 2


def test_what_the_app_kept_while_it_asks_is_said(
    memtui: Line, standup: Path, scripted: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kept_meanwhile(*shown: object) -> None:
        with closing(Desk.open(memtui.home, "t")) as app:
            (review,) = app.reviews()
            Safekeeping(app, review).keep(app.verdicts(review))

    monkeypatch.setattr("memtui.cli.proposing.print_review", kept_meanwhile)
    ran = memtui("remember", "--from", standup, stdin="y\n")
    assert ran.code == 1
    assert "reviewed elsewhere: kept 2, left out 0. Nothing was kept here." in ran.err
    assert len(memtui.facts()) == 2
