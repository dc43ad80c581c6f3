"""Search by meaning over one memory, whatever becomes of its embedder and its index."""

import json
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import cast

import pytest

from memtui.errors import Code, MemtuiError
from memtui.search.cache import dated
from memtui.search.forgetting import CACHE, CHROMA, forget
from memtui.search.meaning import Meaning
from memtui.search.vectors.chroma import open_chroma
from memtui.search.vectors.chroma_process import ChromaProcess, start_chroma
from memtui.search.vectors.sealing import sealed
from memtui.settings import EmbedderSettings
from tests.search.meaning_world import FACTS, World, best
from tests.search.words_embedder import WordsEmbedder

Open = Callable[[World], Meaning]


@pytest.fixture(params=["exact", "folder", "server"])
def meaning(request: pytest.FixtureRequest, world: World) -> Meaning:
    if request.param == "server":
        return world.caught_up(chroma=request.getfixturevalue("chroma_server"))
    return world.caught_up(own=request.param == "folder")


def test_a_question_finds_what_means_the_same(meaning: Meaning) -> None:
    assert best(meaning, "who works in research?") == "f_1"
    assert best(meaning, "who lives in Porto?") == "f_2"
    assert meaning.search("Ana").weight == 0.1


def test_a_change_is_seen_at_once(meaning: Meaning) -> None:
    changed = {**FACTS, "f_2": dated("2026-01-02", "Bruno lives in Faro.")}
    meaning.change({"f_2": changed["f_2"]}, [], "2")
    assert "f_2" not in meaning.search("Bruno lives in Porto").cosines
    meaning.catch_up(changed)
    assert best(meaning, "who lives in Faro?") == "f_2"


def test_a_forgotten_fact_takes_no_place(meaning: Meaning) -> None:
    meaning.change({}, ["f_1"], "2")
    assert set(meaning.search("Ana works in research", count=2).cosines) == {"f_2", "f_3"}
    meaning.tend()
    assert set(meaning.search("Ana works in research", count=2).cosines) == {"f_2", "f_3"}


def test_facts_found_by_words_get_their_cosines(meaning: Meaning) -> None:
    found = meaning.search("Ana works in research", count=1, also=["f_3", "f_2", "f_9"])
    assert set(found.cosines) == {"f_1", "f_2", "f_3"}
    assert found.cosines["f_1"] > found.cosines["f_3"]


def test_what_holds_is_said(world: World) -> None:
    meaning = world.open()
    meaning.follow(FACTS, "catalogue 1")
    assert meaning.mark == "catalogue 1"
    standing = meaning.standing()
    assert (standing.done, standing.total, standing.index) == (0, 3, "exact search")
    owner = world.caught_up(own=True)
    standing = owner.standing()
    assert (standing.done, standing.total, standing.index) == (3, 3, "Chroma")
    assert standing.problem is None


def test_what_is_embedded_so_far_is_found(world: World) -> None:
    meaning = world.open()
    meaning.follow(FACTS, "1")
    meaning.catch_up({"f_2": FACTS["f_2"]})
    assert set(meaning.search("Bruno").cosines) == {"f_2"}


def test_others_see_what_the_owner_of_chroma_wrote_and_the_other_way_round(world: World) -> None:
    owner, other = world.caught_up(own=True), world.open(own=True)
    other.tend()
    assert other.standing().index == "exact search"
    assert best(other, "who works in research?") == "f_1"
    more = {**FACTS, "f_4": dated("2026-01-04", "Carla plays chess.")}
    other.change({"f_4": more["f_4"]}, ["f_1"], "2")
    other.catch_up(more)
    for each in (owner, other):
        assert best(each, "who plays chess?") == "f_4"
        assert "f_1" not in each.search("Ana works in research").cosines


def test_what_another_process_forgot_leaves_the_owners_folder(world: World) -> None:
    owner, other = world.caught_up(own=True), world.open()
    vector = world.embedders["words"].embed([FACTS["f_1"]])[0].tobytes()
    files = [each for each in (world.folder / CHROMA).rglob("*") if each.is_file()]
    assert any(vector in each.read_bytes() for each in files)
    other.change({}, ["f_1"], "2")
    assert "f_1" not in owner.search("Ana").cosines
    owner.tend()
    files = [each for each in world.folder.rglob("*") if each.is_file()]
    assert not any(vector in each.read_bytes() for each in files)
    assert owner.standing().index == "Chroma"
    assert set(owner.search("who?").cosines) == {"f_2", "f_3"}


def test_what_is_forgotten_while_nobody_owns_chroma_leaves_its_folder_too(world: World) -> None:
    world.caught_up(own=True).close()
    assert list((world.folder / CHROMA).glob("g*"))
    world.open().change({}, ["f_1"], "2")
    assert not list((world.folder / CHROMA).glob("g*"))


def test_forgetting_needs_no_embedder(world: World) -> None:
    forget(world.memory, ["f_1"])
    assert not world.folder.exists()
    world.caught_up(own=True).close()
    vector = world.embedders["words"].embed([FACTS["f_1"]])[0].tobytes()
    forget(world.memory, ["f_1", "f_9"])
    files = [each for each in world.folder.rglob("*") if each.is_file()]
    assert not any(vector in each.read_bytes() for each in files)
    meaning = world.open()
    assert meaning.mark == "1"
    assert set(meaning.search("Ana").cosines) == {"f_2", "f_3"}


def test_a_memory_that_a_group_shares_has_exact_search_alone(world: World) -> None:
    world.memory.chmod(0o2770)
    meaning = world.caught_up(own=True)
    assert meaning.standing().index == "exact search"
    assert not (world.folder / CHROMA).exists()


def test_an_embedder_that_does_not_answer_is_told_once_and_left_for_a_while(world: World) -> None:
    meaning = world.caught_up()
    world.embedders["words"].works = False
    for _ in range(2):
        with pytest.raises(MemtuiError) as caught:
            meaning.search("Ana")
        assert caught.value.code is Code.INDEX_UNAVAILABLE
        world.embedders["words"].works = True
    assert meaning.standing().problem is caught.value
    world.now += 60
    assert best(meaning, "who works in research?") == "f_1"
    assert meaning.standing().problem is None


def test_another_model_under_the_same_name_is_told_by_its_width(meaning: Meaning) -> None:
    more = {**FACTS, "f_4": dated("2026-01-04", "Carla keeps bees.")}
    embedder = cast("WordsEmbedder", meaning._chosen)
    embedder.width = 32
    for ask in (lambda: meaning.search("Ana"), lambda: meaning.catch_up(more)):
        meaning._embedding.error = None
        meaning.follow(more, "2")
        with pytest.raises(MemtuiError, match=r"32 numbers.* 64") as caught:
            ask()
        assert caught.value.code is Code.INDEX_UNAVAILABLE
        assert "reindex" in caught.value.hint
    embedder.width = 64
    meaning._embedding.error = None
    assert meaning.catch_up(more)
    assert best(meaning, "who keeps bees?") == "f_4"


def test_how_much_words_weigh_is_measured_as_soon_as_there_is_time(world: World) -> None:
    facts = {f"f_{n}": dated("2026-01-01", f"Ana, is: Fact {n % 7} of {n}.") for n in range(60)}
    meaning = world.open()
    embedder = world.make(EmbedderSettings())
    embedder.word_weight = None
    meaning.follow(facts, "1")
    embedder.slow_for_many = True
    assert meaning.catch_up(facts, patience=lambda: 1.0)
    assert not meaning.weighed
    assert meaning.standing().problem is None
    embedder.slow_for_many = False
    assert meaning.catch_up(facts)
    assert meaning.weighed


@pytest.mark.skipif(os.name == "nt", reason="no process can be stopped there")
def test_a_chroma_that_does_not_answer_leaves_exact_search_and_comes_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.search.vectors.chroma_process._ANSWERING", 0.2)
    owner = world.caught_up(own=True)
    assert owner._chroma
    os.kill(cast(ChromaProcess, owner._chroma.index)._process.pid, signal.SIGSTOP)
    assert best(owner, "who lives in Porto?") == "f_2"
    standing = owner.standing()
    assert standing.index == "exact search"
    assert standing.problem
    assert "did not answer" in standing.problem.message
    world.now += 60
    owner.tend()
    assert best(owner, "who lives in Porto?") == "f_2"
    assert owner.standing().index == "Chroma"
    assert owner.standing().problem is None


class Hanging(BaseHTTPRequestHandler):
    """A Chroma server that takes everything in and never finds anything."""

    let_go = threading.Event()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        if self.path.endswith("/query"):
            self.let_go.wait(60)
        answer = json.dumps({"id": "1", "ids": []}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        with suppress(OSError):
            self.wfile.write(answer)

    def log_message(self, *args: object) -> None:
        """Nothing is printed."""


def test_a_chroma_server_that_does_not_answer_a_question_leaves_exact_search(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.search.vectors.server._SECONDS_TO_ANSWER", 0.2)
    with ThreadingHTTPServer(("127.0.0.1", 0), Hanging) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        meaning = world.caught_up(chroma=f"http://127.0.0.1:{server.server_port}")
        assert meaning.standing().problem is None
        assert best(meaning, "who lives in Porto?") == "f_2"
        standing = meaning.standing()
        assert standing.index == "exact search"
        assert standing.problem
        assert "did not answer within" in standing.problem.message
        Hanging.let_go.set()
        server.shutdown()


def test_questions_are_answered_while_chroma_is_opened(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, go_on = threading.Event(), threading.Event()
    opened: list[ChromaProcess | None] = []

    def start(folder: Path, identity: str) -> ChromaProcess | None:
        asked.set()
        assert go_on.wait(60)
        opened.append(start_chroma(folder, identity))
        return opened[0]

    monkeypatch.setattr("memtui.search.meaning.start_chroma", start)
    owner = world.open(own=True)
    owner.follow(FACTS, "1")
    owner.catch_up(FACTS)

    def tend() -> None:
        with pytest.raises(MemtuiError):
            owner.tend()

    tending = threading.Thread(target=tend)
    tending.start()
    assert asked.wait(60)
    assert best(owner, "who works in research?") == "f_1"
    # Closed meanwhile, it takes no process over that comes after.
    owner.close()
    go_on.set()
    tending.join(60)
    assert opened[0]
    assert opened[0]._process.wait(60) == 0


def test_a_chroma_server_that_is_gone_leaves_exact_search(world: World) -> None:
    meaning = world.open(chroma="http://127.0.0.1:9")
    meaning.follow(FACTS, "1")
    meaning.catch_up(FACTS)
    with pytest.raises(MemtuiError, match="does not answer"):
        meaning.tend()
    assert best(meaning, "who works in research?") == "f_1"


def test_closing_seals_the_folder_for_the_next_owner(world: World) -> None:
    meaning = world.caught_up(own=True)
    identity = world.embedders["words"].identity
    assert open_chroma(world.folder / CHROMA, identity) is None
    meaning.close()
    assert sealed(world.folder / CHROMA, identity)
    again = world.open(own=True)
    again.tend()
    assert again.standing().index == "Chroma"


def test_many_changes_wait_for_the_background(world: World) -> None:
    meaning = world.caught_up(own=True)
    more = FACTS | {f"f_x{at}": dated("2026-02-01", f"Item {at} is blue.") for at in range(90)}
    meaning.follow(more, "2")
    meaning.catch_up(more)
    assert len(meaning.search("item blue", count=90).cosines) == 90
    meaning.tend()
    assert len(meaning.search("item blue", count=90).cosines) == 90


def test_a_scrambled_cache_is_made_anew(world: World) -> None:
    world.caught_up(own=True).close()
    (world.folder / CACHE).write_bytes(b"\xff" * 5_000)
    meaning = world.caught_up(own=True)
    assert best(meaning, "who works in research?") == "f_1"
    assert len(meaning.search("who?").cosines) == 3
