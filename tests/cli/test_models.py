"""`memtui models`: list, choose, fetch and test what reads conversations."""

from collections.abc import Iterator

import pytest

from tests.cli.conftest import Line
from tests.extract.test_models import PULL, TAGS
from tests.fake_ollama import MODEL, FakeOllama, Sends, fact, facts

FOUND = facts(
    fact("Ana", "team", "Ana is in the research team.", quote="I moved to the research team"),
    fact("Kestrel", "launch", "The Kestrel launch is on 20 March 2026."),
)


@pytest.fixture
def ollama(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeOllama]:
    with FakeOllama(FOUND, models=TAGS, pulls=[Sends(PULL)]) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        yield server


@pytest.mark.usefixtures("ollama")
def test_what_is_there_is_listed_and_the_chosen_one_marked(memtui: Line) -> None:
    ran = memtui("models")
    assert ran.code == 0
    assert f"* {MODEL}" in ran.out
    assert "2.6 GB · 4.0B Q4_K_M · 256k tokens · loaded" in ran.out
    assert "only thinks aloud: qwen3:4b-instruct answers" in ran.out
    models = {each["name"]: each for each in memtui("models", "--json").json["models"]}
    assert models[MODEL]["chosen"]
    assert models["big:cloud"]["elsewhere"] == "https://ollama.com"
    assert not models["nomic:latest"]["chosen"]


@pytest.mark.usefixtures("ollama")
def test_a_model_is_chosen_for_the_memory(memtui: Line) -> None:
    ran = memtui("models", "use", "old")
    assert (ran.code, ran.out) == (0, "old reads conversations for t from now on\n")
    assert 'model = "old"' in (memtui.home / "t/memory.toml").read_text()
    assert memtui("models", "use", "nope").code == 2
    assert memtui("models", "use", "nomic:latest").code == 2


@pytest.mark.usefixtures("ollama")
def test_a_model_elsewhere_is_used_only_when_that_is_said(memtui: Line) -> None:
    ran = memtui("models", "use", "big:cloud")
    assert ran.code == 2
    assert "conversations would be sent there" in ran.err
    assert memtui("models", "use", "big:cloud", "--yes").code == 0


def test_a_model_elsewhere_whose_name_does_not_say_so_reads_once_it_is_chosen(
    memtui: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = {"remote_host": "https://ollama.com", "capabilities": ["completion"]}
    tags: list[dict[str, object]] = [{"name": "big:latest", **away}, {"name": "mine:latest"}]
    with FakeOllama(FOUND, models=tags, model="big", show=away) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        refused = memtui("models", "test", "big")
        assert refused.code == 1
        assert "memtui models use big --yes" in refused.err
        assert not server.chats
        assert memtui("models", "use", "big", "--yes").code == 0
        ran = memtui("models", "test")
        assert ran.code == 0
        assert "the conversation was sent there" in ran.err
        assert memtui("models", "use", "mine").code == 0
        assert memtui("models", "test", "big").code == 1


@pytest.mark.usefixtures("ollama")
def test_a_model_is_fetched(memtui: Line) -> None:
    ran = memtui("models", "pull", "new:4b")
    assert (ran.code, ran.out) == (0, "new:4b is here; memtui models use new:4b\n")


def test_a_test_reads_a_built_in_conversation_and_keeps_nothing(
    memtui: Line, ollama: FakeOllama
) -> None:
    ran = memtui("models", "test")
    assert ran.code == 0
    assert "Ana — team: Ana is in the research team." in ran.out
    assert "2 facts in " in ran.out
    assert "4 turns read" in ran.err
    assert memtui("models", "test", "--json").json["account"]["turns"] == 4
    assert len(ollama.chats) == 2
    plain = memtui("models", "test", "--extractor", "plain")
    assert "2 facts in " in plain.out
    assert not (memtui.home / "t").exists()


def test_a_server_that_does_not_answer_is_told(
    memtui: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    ran = memtui("models")
    assert ran.code == 1
    assert "EXTRACTOR_UNAVAILABLE: Nothing answers at 127.0.0.1:9" in ran.err


@pytest.mark.usefixtures("ollama")
def test_the_doctor_tells_of_the_chosen_model_or_of_what_there_is(memtui: Line) -> None:
    memtui.ana()
    ran = memtui("doctor")
    assert "2.6 GB · 4.0B Q4_K_M · 256k tokens · loaded" in ran.out
    told = {each["name"]: each for each in memtui("doctor", "--json").json["extractor"]["models"]}
    assert told[MODEL]["chosen"]
    assert told["qwen3:4b"]["warning"]
    memtui("models", "use", "old")
    (memtui.home / "t/memory.toml").write_text('[extractor]\nmodel = "gone"\n')
    ran = memtui("doctor")
    assert "has no model 'gone'" in ran.out
    assert "there are: big:cloud, nomic:latest, old:latest, qwen3:4b" in ran.out


@pytest.mark.parametrize("words", [["use"], ["pull"], ["list", "x"]])
def test_what_is_missing_is_usage(memtui: Line, words: list[str]) -> None:
    assert memtui("models", *words).code == 2
