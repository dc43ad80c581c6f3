"""Proposals about things known under another name, and what was declined before."""

import json
from pathlib import Path

from memtui.extract.proposal import Mark
from tests.cli.conftest import Line
from tests.cli.scripted import Script, Scripted, proposal


def test_a_file_is_listed_for_the_person_of_the_memory(memtui: Line, tmp_path: Path) -> None:
    memtui("new", "t")
    (memtui.home / "t/memory.toml").write_text('[me]\nnames = ["Ana"]\ntime_zone = "Asia/Tokyo"\n')
    talk = tmp_path / "talk.json"
    talk.write_text(json.dumps([
        {"role": "user", "name": "Ana", "content": "Hi", "timestamp": "2026-10-11T20:00:00Z"},
    ]))  # fmt: skip
    (listed,) = memtui("conversations", talk, "--json").json["conversations"]
    assert listed["started"] == "2026-10-12"
    (memtui.home / "t/memory.toml").write_text('[me]\ntime_zone = "Mars/Base"\n')
    assert memtui("conversations", talk, "--json").json["error"]["code"] == "SETTINGS_UNREADABLE"
    assert memtui("-m", "none", "conversations", talk).code == 0
    assert not (memtui.home / "none").exists()


def test_a_thing_known_under_another_name_is_told(
    memtui: Line, standup: Path, script: Script
) -> None:
    memtui("remember", "--subject", "Ana", "--attribute", "role", "--fact", "Ana leads.")
    drifted = proposal("Ana", "position", "Ana works in research.", marks=frozenset({Mark.DATE}))
    script(Scripted([drifted]))
    ran = memtui("remember", "--from", standup, "--dry-run")
    assert "same as Ana — role? (another word for it) --same takes it over" in ran.out
    assert "not ticked: its date does not follow from what was said" in ran.out
    ran = memtui("remember", "--from", standup, "--dry-run", "--json")
    (told,) = json.loads(ran.out)["proposals"]
    assert told["marks"] == ["date"]
    assert told["same_as"] == {"subject": "Ana", "attribute": "role", "why": "another word for it"}


def test_a_suggested_name_is_taken_over(memtui: Line, standup: Path, script: Script) -> None:
    memtui("remember", "--subject", "Ana", "--attribute", "role", "--fact", "Ana leads.")
    drifted = proposal("Ana", "position", "Ana works in research.")
    other = proposal("Bruno", "city", "Bruno lives in Lisbon.")
    script(Scripted([drifted, other]))
    read = ("remember", "--from", standup)
    ran = memtui(*read, "--same", "1", "--dry-run")
    assert "1 replaces  Ana — role: Ana works in research." in ran.out
    assert "same as" not in ran.out
    assert "replaces" in memtui(*read, "--same", "all", "--dry-run").out
    for rows, why in (("2", "no other name is suggested"), ("3", "only 2 rows"), ("x", "numbers")):
        ran = memtui(*read, "--same", rows, "--dry-run")
        assert ran.code == 2
        assert why in ran.err
    ran = memtui(*read, stdin="y\ny\n")
    assert "Take over the suggested name?" in ran.err + ran.out
    assert "kept 2; 1 replaced an older fact" in ran.out


def test_a_suggested_name_may_be_left(memtui: Line, standup: Path, script: Script) -> None:
    memtui("remember", "--subject", "Ana", "--attribute", "role", "--fact", "Ana leads.")
    script(Scripted([proposal("Ana", "position", "Ana works in research.")]))
    ran = memtui("remember", "--from", standup, stdin="n\ny\n")
    assert ran.out.rstrip().endswith("kept 1")


def test_what_was_declined_is_counted_and_cleared(
    memtui: Line, standup: Path, scripted: Scripted
) -> None:
    memtui("remember", "--from", standup, "--only", "1", stdin="y\n")
    ran = memtui("declined")
    assert ran.out == "1 fact left out before; only fingerprints are kept of them\n"
    assert (
        "you left this out before"
        in memtui("remember", "--from", standup, "--dry-run", "--again").out
    )
    assert json.loads(memtui("declined", "--clear", "--json").out) == {"cleared": 1}
    assert "you left" not in memtui("remember", "--from", standup, "--dry-run", "--again").out
