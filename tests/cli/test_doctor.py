import re
import socket
from pathlib import Path

import pytest

from memtui.errors import Code, MemtuiError
from memtui.extract.extractor import make_extractor
from tests.cli.conftest import Line
from tests.cli.scripted import Scripted


@pytest.fixture(autouse=True)
def ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memtui.extract.extractor.make_extractor", lambda *_, **__: Scripted())


def note(memtui: Line, id_: str) -> Path:
    (path,) = memtui.home.rglob(f"{id_}.md")
    return path


def without_sizes(text: str) -> str:
    return re.sub(r"\d+ kB", "N kB", text)


def test_status_counts_what_is_kept_and_what_waits(memtui: Line) -> None:
    memtui.ana()
    ran = memtui("status")
    assert without_sizes(ran.out) == (
        f"memory     t, in {memtui.home / 't'}\n"
        "notes      3\n"
        "facts      1 current, 2 history\n"
        "subjects   1\n"
        "waiting    nothing\n"
        "extractor  ollama, qwen3:4b-instruct\n"
        "words      3 facts, N kB\n"
        "meaning    0 of 3 facts ready by words, N kB\n"
        "vectors    exact search\n"
    )
    document = memtui("status", "--json").json
    assert {key: document[key] for key in ("current", "history", "subjects", "notes", "unreadable",
                                           "reviews")} == {
        "current": 1,
        "history": 2,
        "subjects": 1,
        "notes": 3,
        "unreadable": 0,
        "reviews": [],
    }  # fmt: skip


def test_all_is_well(memtui: Line) -> None:
    memtui.ana()
    ran = memtui("doctor")
    assert ran.code == 0
    assert without_sizes(ran.out) == (
        "notes      3 notes\n"
        "index      well\n"
        "words      3 facts, N kB\n"
        "meaning    0 of 3 facts ready by words, N kB\n"
        "vectors    exact search\n"
        "extractor  scripted is ready\n"
        "all is well\n"
    )
    assert memtui("doctor", "--json").json["well"] is True


def test_unreadable_notes_and_secrets_are_named_without_their_words(memtui: Line) -> None:
    ana = memtui.remember("Ana", "role", "Ana works in research.", "2026-09-01")
    bruno = memtui.remember("Bruno", "login", "Bruno uses a key card.", "2026-09-01")
    note(memtui, ana["id"]).write_text("no note\n")
    path = note(memtui, bruno["id"])
    path.write_text(path.read_text().replace("uses a key card", "has the password hunter2"))
    ran = memtui("doctor")
    assert ran.code == 0
    assert f"notes/memory/{ana['id']}.md: " in ran.out
    assert f"notes/memory/{bruno['id']}.md: password" in ran.out
    assert "hunter2" not in ran.out + ran.err
    document = memtui("doctor", "--json").json
    assert document["well"] is False
    assert [each["path"] for each in document["problems"]] == [f"notes/memory/{ana['id']}.md"]
    assert [each["id"] for each in document["secrets"]] == [bruno["id"]]


def test_links_that_disagree_are_repaired_on_request(memtui: Line) -> None:
    team = memtui.ana()["Ana leads the data team."]
    path = note(memtui, team["id"])
    text = path.read_text()
    path.write_text(text.replace("until: 2026-09-20", "until: 2020-01-01"))
    assert "memtui doctor --repair puts" in memtui("doctor").out
    ran = memtui("doctor", "--repair", "--json")
    assert ran.json["repaired"]
    assert ran.json["well"] is True
    assert path.read_text() == text


def test_an_extractor_that_does_not_answer_is_told_and_is_no_failure(
    memtui: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise MemtuiError(Code.NO_EXTRACTOR, "No model is named.", "Name one.")

    monkeypatch.setattr("memtui.extract.extractor.make_extractor", refuse)
    memtui.ana()
    ran = memtui("doctor")
    assert ran.code == 0
    assert "extractor  ollama cannot be used\n" in ran.out
    assert "NO_EXTRACTOR: No model is named. Name one.\n" in ran.out
    last = ran.out.splitlines()[-1]
    assert last == "1 row to look at: extractor; --extractor plain reads without it"
    assert memtui("doctor", "--json").json["well"] is False
    assert memtui("doctor", "--json").json["extractor"]["error"]["code"] == "NO_EXTRACTOR"


def test_doctor_says_when_the_chroma_server_does_not_answer(memtui: Line) -> None:
    memtui.ana()
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{bound.getsockname()[1]}"
        (memtui.home / "t" / "memory.toml").write_text(f'[index]\nchroma = "http://{place}"\n')
        ran = memtui("doctor")
    assert f"problem    {place} does not answer" in ran.out
    assert "problem" not in memtui("status").out


def test_servers_that_never_answer_are_asked_at_once_and_not_for_long(
    memtui: Line, silent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.extract.extractor.make_extractor", make_extractor)
    monkeypatch.setattr("memtui.desk.checks._LOOK", 0.3)
    monkeypatch.setattr("memtui.search.embedders.servers._NAMING_SECONDS", 0.2)
    memtui.ana()
    (memtui.home / "t" / "memory.toml").write_text(
        f'[extractor]\nurl = "{silent}"\n[embedder]\nkind = "ollama"\nmodel = "m"\n'
        f'url = "http://{silent}"\n'
    )
    ran = memtui("doctor")
    assert ran.code == 0
    assert f"qwen3:4b-instruct at {silent} did not answer within 0.3 s." in ran.out
    assert f"problem    {silent} did not answer within 0.2 seconds." in ran.out
    assert ran.out.splitlines()[-1].startswith("2 rows to look at: problem, extractor;")
    assert f"problem    {silent} did not answer within 0.2 seconds." in memtui("status").out
