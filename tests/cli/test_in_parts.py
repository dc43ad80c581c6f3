"""`memtui remember` reads a long conversation in parts; a part that fails is read again alone."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memtui.extract.transport import Timing
from tests.cli.conftest import Line
from tests.fake_ollama import Answer, FakeOllama, Refuses, Says, fact, facts

KAPUT = Refuses(500, {"error": "kaput"})
NAMES = {0: "Ana", 50: "Bruno", 100: "Carla", 150: "Dora"}
Serve = Callable[..., FakeOllama]


def said(number: int) -> Answer:
    return facts(fact(NAMES[number], "role", f"{NAMES[number]} works in research."))


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """200 turns, of which every fiftieth says something; three parts."""
    turns = [
        {
            "role": "user" if place % 2 == 0 else "assistant",
            "content": f"{NAMES[place]} works in research." if place in NAMES else "Hm. " * 80,
            "timestamp": "2026-10-12T09:00:00Z",
        }
        for place in range(200)
    ]
    path = tmp_path / "long.json"
    path.write_text(json.dumps({"messages": turns}))
    return path


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    running: list[FakeOllama] = []

    def start(*answers: Answer) -> FakeOllama:
        server = FakeOllama(*answers).__enter__()
        running.append(server)
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        return server

    monkeypatch.setattr("memtui.extract.making.Timing", lambda **_: Timing(pause=0))
    yield start
    for server in running:
        server.__exit__(None, None, None)


ASKED = ("remember", "--whole", "--from")


def test_the_good_parts_are_kept_and_the_bad_one_is_read_again(
    memtui: Line, talk: Path, serve: Serve
) -> None:
    server = serve(said(0), KAPUT, said(150))
    ran = memtui(*ASKED, talk, "--yes")
    assert ran.code == 1
    assert ran.out.endswith("kept 2\n")
    assert "part 2 of 3 (turns " in ran.err
    assert "kaput" in ran.err
    assert "1 of 3 parts is not read: turns" in ran.err
    assert "memtui remember --resume reads the rest" in ran.err
    assert "Ana" in ran.out
    assert len(server.chats) == 3
    server = serve(said(100))
    ran = memtui("remember", "--resume", "--yes")
    assert ran.code == 0
    assert "Carla" in ran.out
    assert "Ana " not in ran.out
    assert len(server.chats) == 1
    ran = memtui("remember", "--resume", "--yes")
    assert ran.code == 2
    assert "no conversation left" in ran.err


def test_who_is_asked_may_read_a_part_again_at_once(memtui: Line, talk: Path, serve: Serve) -> None:
    server = serve(said(0), KAPUT, said(150), said(100))
    ran = memtui(*ASKED, talk, stdin="y\ny\n")
    assert ran.code == 0
    assert "Read 1 part again? [y/N] y" in ran.err
    assert ran.out.endswith("kept 3\n")
    assert len(server.chats) == 4


def test_the_account_of_what_failed_is_in_the_json(memtui: Line, talk: Path, serve: Serve) -> None:
    serve(said(0), KAPUT, said(150))
    ran = memtui(*ASKED, talk, "--dry-run", "--json")
    assert ran.code == 1
    document = json.loads(ran.out)
    (account,) = document["accounts"]
    assert len(document["proposals"]) == 2
    assert account["parts"] == 2
    assert "kaput" in account["failed"][0]
    ((first, last),) = account["unread"]
    assert account["turns_left_out"] == last - first + 1


def test_what_breaks_off_waits_and_is_gone_on_with(memtui: Line, talk: Path, serve: Serve) -> None:
    serve(said(0), KAPUT)
    ran = memtui(*ASKED, talk, "--yes")
    assert ran.code == 1
    assert "2 of 3 parts are not read" in ran.err
    assert memtui("status", "--json").json["reviews"][0]["unread"] == 2
    serve(KAPUT)
    ran = memtui("remember", "--resume", "--yes")
    assert (ran.code, ran.out) == (1, "")
    assert "EXTRACTOR_UNAVAILABLE" in ran.err
    assert "--extractor plain reads without a model" in ran.err
    serve(said(100), said(150))
    ran = memtui("remember", "--resume", "--yes")
    assert ran.code == 0
    assert ran.out.endswith("kept 2\n")


def test_a_dry_run_shows_what_was_found_before_it_broke_off_and_leaves_nothing(
    memtui: Line, talk: Path, serve: Serve
) -> None:
    memtui("new", "t")
    serve(said(0), KAPUT)
    ran = memtui(*ASKED, talk, "--dry-run")
    assert ran.code == 1
    assert "Ana works in research." in ran.out
    assert "wait" not in ran.err
    assert memtui("status", "--json").json["reviews"] == []


def test_a_dry_run_of_what_waits_leaves_it_as_it_was(
    memtui: Line, talk: Path, serve: Serve
) -> None:
    serve(said(0), KAPUT)
    memtui(*ASKED, talk, "--yes")
    before = memtui("status", "--json").json["reviews"]
    serve(said(100), said(150))
    ran = memtui("remember", "--resume", "--dry-run")
    assert ran.code == 0
    assert "Carla" in ran.out
    assert memtui("status", "--json").json["reviews"] == before
    serve(said(100), said(150))
    assert memtui("remember", "--resume", "--yes").out.endswith("kept 2\n")


def test_what_waits_without_any_fact_stays_when_the_server_is_away(
    memtui: Line, talk: Path, serve: Serve
) -> None:
    serve(facts(), KAPUT)
    ran = memtui(*ASKED, talk, "--yes")
    assert "2 of 3 parts are not read" in ran.err
    assert "0 proposals" not in ran.err
    for _ in range(2):
        serve(KAPUT)
        ran = memtui("remember", "--resume", "--yes")
        assert (ran.code, "2 of 3 parts are not read" in ran.err) == (1, True)


def test_nothing_found_in_some_parts_is_not_nothing_in_all(
    memtui: Line, talk: Path, serve: Serve
) -> None:
    serve(facts(), Says("poetry"), facts())
    ran = memtui(*ASKED, talk, "--yes")
    assert (ran.code, ran.out) == (1, "nothing durable in what was read\n")
    assert "1 of 3 parts is not read" in ran.err
    assert memtui("status", "--json").json["reviews"][0]["unread"] == 1


def test_who_says_i_is_asked_for_where_a_fact_would_name_them(
    memtui: Line, tmp_path: Path, serve: Serve
) -> None:
    path = tmp_path / "me.json"
    said = "I moved to research."
    path.write_text(json.dumps([{"role": "user", "content": said}]))
    serve(facts(fact("user", "role", "The user moved to research.", quote=said)))
    asked = ("remember", "--dry-run", "--said", "2026-10-12", "--from", path)
    assert "--me NAME says who “I” is" in memtui(*asked).err
    ran = memtui(*asked, "--me", "Ana")
    assert "Ana moved to research." in ran.out
    assert "--me NAME" not in ran.err
