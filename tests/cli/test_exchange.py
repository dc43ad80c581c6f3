import json
import re
import stat
from pathlib import Path
from typing import Any

from memtui.desk.demo import make_demo
from tests.cli.conftest import Line, Notes


def lines(*values: Any) -> str:
    return "".join(json.dumps(value) + "\n" for value in values)


def fill(memtui: Line) -> None:
    """A memory with history, an end, a correction, a day said again, and hand-edited notes."""
    ana = memtui.ana()
    memtui.remember("Ana", "role", "Ana works in research.", "2026-10-12")
    bruno = memtui.remember("Bruno", "city", "Bruno lives in Recife.", "2026-09-01")
    memtui.remember("Bruno", "city", "Bruno lives in Recife.", "2026-10-01")
    memtui("correct", bruno["id"], "--fact", "Bruno lives in Olinda.")
    gym = memtui.remember("日本 team", "drink", "日本 team drinks tea.", "2026-09-01")
    memtui("end", gym["id"], "--on", "2026-10-01")
    (note,) = memtui.home.rglob(f"{ana['Ana is on sabbatical.']['id']}.md")
    text = note.read_text(encoding="utf-8")
    note.write_text(
        text.replace("subject: Ana\n", "subject: 'Ana'  # hers\naliases: [yes, 12:30]\n")
        + "\nA longer story\nin two lines.\n",
        encoding="utf-8",
    )


def test_a_memory_goes_out_and_comes_back_byte_for_byte(memtui: Line, notes: Notes) -> None:
    fill(memtui)
    before = notes()
    file = memtui.home.with_name("t.jsonl")
    assert memtui("export", file).out == f"exported 5 facts to {file}\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert memtui("delete", "t", "--yes").code == 0
    assert memtui("import", file).out == "imported 5 facts\n"
    assert notes() == before


def test_the_demo_goes_out_and_comes_back_byte_for_byte(memtui: Line, notes: Notes) -> None:
    make_demo(memtui.home, now=memtui.now)
    before = {path.removeprefix("demo/"): data for path, data in notes().items()}
    exported = memtui("-m", "demo", "export").out
    assert memtui("import", "-", stdin=exported).code == 0
    after = {path.removeprefix("t/"): data for path, data in notes().items()
             if path.startswith("t/")}  # fmt: skip
    assert after == before
    assert memtui("export").out.splitlines()[1:] == exported.splitlines()[1:]


def test_importing_twice_changes_nothing(memtui: Line, notes: Notes) -> None:
    fill(memtui)
    file = memtui.home.with_name("t.jsonl")
    memtui("export", file)
    before = notes()
    assert memtui("import", file).out == "imported 0 facts; 5 were here already\n"
    assert memtui("-m", "copy", "import", file).code == 0
    assert memtui("-m", "copy", "import", file, "--json").json == {
        "batch": "",
        "kept": [],
        "left_out": [],
        "imported": 0,
        "known": 5,
        "rules": False,
    }
    after = notes()
    assert {path: data for path, data in after.items() if path.startswith("t/")} == before
    copies = {path.removeprefix("copy/"): data for path, data in after.items()
              if path.startswith("copy/")}  # fmt: skip
    assert copies == {path.removeprefix("t/"): data for path, data in before.items()}


def test_every_line_is_readable_by_itself(memtui: Line) -> None:
    fill(memtui)
    first, *facts = map(json.loads, memtui("export").out.splitlines())
    assert first == {
        "memtui": 1,
        "memory": "t",
        "many": [],
        "aliases": {"attributes": {}, "subjects": {}},
    }
    assert sorted(fact["fact"] for fact in facts) == sorted(
        fact["fact"] for fact in memtui.facts("--history")
    )
    assert all("path" not in fact for fact in facts)
    (edited,) = [fact for fact in facts if "note" in fact]
    assert "A longer story" in edited["note"]
    bruno = next(fact for fact in facts if fact["subject"] == "Bruno")
    assert bruno["also_said"] == ["2026-10-01"]
    assert bruno["revisions"][0]["fact"] == "Bruno lives in Recife."


def test_the_one_document_comes_back_too(memtui: Line, notes: Notes) -> None:
    fill(memtui)
    before = notes()
    document = memtui("export", "--json").out
    memtui("delete", "t", "--yes")
    memtui("import", "-", stdin=document)
    assert notes() == before


def test_rules_come_with_the_facts(memtui: Line) -> None:
    memtui("new", "t")
    settings = memtui.home / "t/memory.toml"
    settings.write_text(
        '[attributes]\nmany = ["hobby"]\naliases = {job = "role"}\n'
        '[subjects]\naliases = {"Ana Lima" = "Ana"}\n'
    )
    memtui.remember("Ana", "hobby", "Ana sings.", "2026-09-01")
    memtui.remember("Ana", "hobby", "Ana paints.", "2026-10-01")
    memtui.remember("Ana", "job", "Ana leads the data team.", "2026-09-01")
    memtui.remember("Ana Lima", "role", "Ana works in research.", "2026-10-12")
    file = memtui.home.with_name("t.jsonl")
    memtui("export", file)
    assert memtui("-m", "copy", "import", file).out == ("imported 4 facts; took over the rules\n")
    assert len(memtui.facts("-m", "copy")) == len(memtui.facts()) == 3
    assert memtui("-m", "copy", "import", file).out == ("imported 0 facts; 4 were here already\n")
    memtui("-m", "copy", "remember", "--subject", "Ana", "--attribute", "hobby", "--fact",
           "Ana swims.")  # fmt: skip
    assert len(memtui.facts("-m", "copy", "--attribute", "hobby")) == 3


def test_lines_without_an_id_are_kept_by_the_rules(memtui: Line) -> None:
    memtui.remember("Ana", "role", "Ana leads the data team.", "2026-09-01")
    statements = lines(
        {"subject": "Ana", "attribute": "role", "fact": "Ana works in research.",
         "said": "2026-10-12", "evidence": {"quote": "I am in research now", "speaker": "Ana"}},
        {"subject": "Ana", "attribute": "role", "fact": "Ana leads the data team.",
         "said": "2026-09-01"},
        {"subject": "Bruno", "attribute": "city", "fact": "Bruno lives in Recife.",
         "source": "letter", "tags": ["home"]},
    )  # fmt: skip
    file = memtui.home.with_name("facts.jsonl")
    file.write_text(statements)
    ran = memtui("import", file)
    assert ran.out == "kept 2; 1 replaced an older fact; 1 known already\n"
    ana, bruno = memtui.facts()
    assert (ana["source"], ana["evidence"]["quote"]) == ("facts.jsonl", "I am in research now")
    assert (bruno["source"], bruno["said"], bruno["tags"]) == ("letter", "2026-10-12", ["home"])
    assert memtui("import", file, "--json").json["kept"][0]["status"] == "known"
    assert len(memtui.facts("--history")) == 3


def test_what_cannot_be_kept_is_left_out_line_by_line_and_the_rest_comes(memtui: Line) -> None:
    ran = memtui("import", "-", "--json", stdin=lines(
        {"subject": "Ana", "attribute": "role", "fact": "Ana works in research."},
        {"subject": "Bruno", "attribute": "login", "fact": "Bruno's password is hunter2."},
        {"subject": "Carla", "fact": "Carla sings."},
        {"id": "f_1", "subject": "Dina", "attribute": "role", "fact": "Dina sings."},
        {"id": "f_0123456789abcdef", "subject": "Eva", "attribute": "role", "fact": "Eva sings.",
         "said": "2026-09-01", "note": "\ud800"},
    ))  # fmt: skip
    assert ran.code == 0
    assert "hunter2" not in ran.out + ran.err
    assert [each["line"] for each in ran.json["left_out"]] == [2, 3, 4, 5]
    assert [each["subject"] for each in ran.json["left_out"]] == ["", "Carla", "Dina", "Eva"]
    assert [fact["subject"] for fact in memtui.facts()] == ["Ana"]


def test_what_is_no_export_is_refused_whole(memtui: Line, notes: Notes) -> None:
    good = {"subject": "Ana", "attribute": "role", "fact": "Ana sings."}
    for text in (
        lines(good) + "{broken\n",
        lines(good, "a text"),
        lines({"memtui": 2}, good),
        lines({"memtui": 1, "aliases": 3}, good),
    ):
        ran = memtui("import", "-", "--json", stdin=text)
        assert (ran.code, ran.json["error"]["code"]) == (1, "NOTE_UNREADABLE"), text
    assert memtui("import", "-", stdin=b"\xff\xfe").code == 1
    assert memtui("import", memtui.home / "missing.jsonl").code == 1
    assert notes() == {}


def test_a_place_that_cannot_be_written_is_told(memtui: Line) -> None:
    memtui.ana()
    ran = memtui("export", memtui.home / "no such folder/t.jsonl")
    assert ran.code == 1
    assert ran.err.startswith("memtui: MEMORY_READONLY: ")


def test_an_unreadable_note_is_not_exported_and_said_so(memtui: Line) -> None:
    fact = memtui.remember("Ana", "role", "Ana works in research.", "2026-10-12")
    (memtui.home / "t/notes/memory" / f"{fact['id']}.md").write_text("---\n: [\n---\n")
    ran = memtui("export")
    assert len(ran.out.splitlines()) == 1
    assert "1 unreadable note cannot be exported" in ran.err


def test_no_part_of_an_arriving_fact_holds_a_secret(memtui: Line) -> None:
    said = {"said": "2026-09-01", "kept": "2026-09-01T08:00:00Z"}
    fact = {
        "id": "f_0123456789abcdef",
        "subject": "Bruno",
        "attribute": "city",
        "fact": "Bruno lives in Recife.",
        **said,
        "source": "mail: the password is hunter2",
        "evidence": {"quote": "my password is hunter2", "speaker": "Bruno"},
        "tags": ["home", "token: hunter2"],
        "revisions": [
            {"until": "2026-09-02T08:00:00Z", "fact": "Bruno's password is hunter2."},
            {"until": "2026-09-03T08:00:00Z", "fact": "Bruno lives in Olinda."},
        ],
        "also_said": ["2026-10-01"],
        "again": [{"said": "2026-10-01", "source": "senha hunter2", "batch": "b_1"}],
    }
    noted = {**fact, "id": "f_fedcba9876543210", "subject": "Carla"}
    noted["note"] = (
        "---\nid: f_fedcba9876543210\nsubject: Carla\nattribute: city\nsaid: 2026-09-01\n"
        "login: 'password: hunter2'\n---\nBruno lives in Recife.\n"
    )
    assert memtui("import", "-", stdin=lines(fact, noted)).out == "imported 2 facts\n"
    for path in memtui.home.rglob("*"):
        assert path.is_dir() or b"hunter2" not in path.read_bytes(), path
    bruno, _ = memtui.facts()
    assert (bruno["source"], bruno["tags"], bruno["also_said"]) == ("", ["home"], ["2026-10-01"])
    assert [each["fact"] for each in bruno["revisions"]] == ["Bruno lives in Olinda."]
    assert "evidence" not in bruno


def test_days_that_have_not_come_arrive_as_today(memtui: Line) -> None:
    fact = {"subject": "Ana", "attribute": "role", "fact": "Ana works in research."}
    one = {**fact, "id": "f_0123456789abcdef", "said": "2031-01-01"}
    two = {**fact, "id": "f_0123456789abcde0", "attribute": "city", "said": "2026-10-01",
           "also_said": ["2026-10-12", "2031-01-01"]}  # fmt: skip
    memtui("import", "-", stdin=lines(one, two))
    city, role = memtui.facts()
    assert (role["said"], city["also_said"]) == ("2026-10-12", ["2026-10-12"])


def test_lines_nested_without_end_are_refused(memtui: Line) -> None:
    for text in ("[" * 100_000, '{"fact": ' * 50_000, '{"subject": "Ana"}\n' + "[" * 100_000):
        ran = memtui("import", "-", "--json", stdin=text)
        assert (ran.code, ran.json["error"]["code"]) == (1, "NOTE_UNREADABLE")


def test_the_page_on_exports_is_true(memtui: Line) -> None:
    page = Path("docs/export.md").read_text(encoding="utf-8")
    example = page.partition("```json\n")[2].partition("```")[0]
    ran = memtui("-m", "team", "import", "-", stdin=example)
    assert ran.out == "imported 1 fact; took over the rules\n"
    assert memtui("-m", "team", "export").out == example
    always, sometimes = page.partition("always there")[2].split("These only where")
    (fact,) = memtui.facts("-m", "team")
    told = set(re.findall(r"`([a-z_]+)`", always))
    assert told == set(fact) - {"batch"} | {"null"}
    fill(memtui)
    known = told | set(re.findall(r"^\| `([a-z_]+)`", sometimes, re.MULTILINE)) | {"place"}
    assert all(set(each) <= known for each in memtui.facts("--history"))
