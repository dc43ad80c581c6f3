"""All vectors are made anew: those that are there answer meanwhile, and nobody's files go."""

import shutil
from pathlib import Path

import pytest

from memtui.errors import Code, MemtuiError
from memtui.search.forgetting import CACHE, CHROMA
from memtui.settings import EmbedderSettings
from tests.search.meaning_world import FACTS, World, best


def test_the_vectors_that_are_there_answer_until_all_are_made_anew(world: World) -> None:
    meaning = world.caught_up()
    texts = world.embedders["words"].texts
    texts.clear()
    meaning.begin_anew()
    meaning.follow(FACTS, "1")
    standing = meaning.standing()
    assert (standing.done, standing.total, standing.serving) == (
        0,
        3,
        "words with its vectors from before",
    )
    assert best(meaning, "who works in research?") == "f_1"
    assert not meaning.catch_up({"f_2": FACTS["f_2"]})
    assert best(meaning, "who works in research?") == "f_1"
    assert meaning.catch_up(FACTS)
    assert meaning.standing().serving == "words"
    assert best(meaning, "who works in research?") == "f_1"
    assert sorted(set(texts) & set(FACTS.values())) == sorted(FACTS.values())
    assert len(meaning._cache.models()) == 1


def test_a_new_fact_is_found_while_all_is_made_anew(world: World) -> None:
    meaning = world.caught_up()
    meaning.begin_anew()
    more = {**FACTS, "f_9": "2026-09-01 — Dora, hobby: Dora juggles torches."}
    meaning.follow(more, "2")
    assert not meaning.catch_up({"f_9": more["f_9"]})
    assert meaning.standing().serving == "words with its vectors from before"
    assert best(meaning, "who juggles torches?") == "f_9"
    assert best(meaning, "who works in research?") == "f_1"


def test_they_answer_also_where_making_anew_was_broken_off_twice(world: World) -> None:
    meaning = world.caught_up()
    for _ in range(2):
        meaning.begin_anew()
        meaning.follow(FACTS, "1")
        assert not meaning.catch_up({"f_2": FACTS["f_2"]})
        meaning.close()
        meaning = world.open()
    assert best(meaning, "who works in research?") == "f_1"
    assert meaning.standing().done == 1


def test_another_embedder_that_answers_meanwhile_is_left_alone(world: World) -> None:
    world.caught_up().close()
    meaning = world.open("new")
    world.make(EmbedderSettings(model="new")).works = False
    meaning.begin_anew()
    meaning.follow(FACTS, "1")
    with pytest.raises(MemtuiError):
        meaning.catch_up(FACTS)
    assert best(meaning, "who works in research?") == "f_1"
    assert meaning.standing().serving == "words"


def test_an_embedder_that_nobody_knows_answers_again_when_it_is_known(world: World) -> None:
    meaning = world.caught_up()
    world.embedders["words"].known = False
    meaning.begin_anew()
    world.embedders["words"].known = True
    world.now += 60
    assert meaning.standing().serving == "words with its vectors from before"


def test_vectors_of_another_length_do_not_answer(world: World) -> None:
    meaning = world.caught_up()
    meaning.begin_anew()
    meaning.follow(FACTS, "1")
    world.embedders["words"].width = 32
    meaning.catch_up({"f_2": FACTS["f_2"]})
    assert set(meaning.search("who lives in Porto?").cosines) == {"f_2"}
    assert meaning.catch_up(FACTS)
    assert best(meaning, "who works in research?") == "f_1"


def test_what_is_forgotten_meanwhile_leaves_the_vectors_from_before(world: World) -> None:
    meaning = world.caught_up()
    vector = world.embedders["words"].embed([FACTS["f_1"]])[0].tobytes()
    meaning.begin_anew()
    meaning.follow(FACTS, "1")
    meaning.change({}, ["f_1"], "2")
    files = [each for each in world.folder.rglob("*") if each.is_file()]
    assert not any(vector in each.read_bytes() for each in files)


def test_the_owner_of_chroma_follows(world: World) -> None:
    owner, other = world.caught_up(own=True), world.open()
    other.begin_anew()
    other.follow(FACTS, "1")
    other.catch_up({"f_2": FACTS["f_2"]})
    owner.tend()
    assert owner.standing().index == "Chroma"
    assert best(owner, "who works in research?") == "f_1"
    other.catch_up(FACTS)
    owner.tend()
    assert owner.standing().index == "Chroma"
    assert best(owner, "who works in research?") == "f_1"


def test_a_chroma_that_was_overwritten_under_its_owner_is_mended(world: World) -> None:
    owner, other = world.caught_up(own=True), world.open()
    (database,) = (world.folder / CHROMA).glob("g*/chroma.sqlite3")
    database.write_bytes(b"\xff" * database.stat().st_size)
    other.begin_anew()
    other.follow(FACTS, "1")
    other.catch_up(FACTS)
    owner.tend()
    assert owner.standing().problem is None
    assert owner.standing().index == "Chroma"
    assert best(owner, "who works in research?") == "f_1"


def test_its_owner_mends_it_by_itself_too(world: World) -> None:
    owner = world.caught_up(own=True)
    (database,) = (world.folder / CHROMA).glob("g*/chroma.sqlite3")
    database.write_bytes(b"\xff" * database.stat().st_size)
    more = {**FACTS, "f_4": FACTS["f_1"].replace("Ana", "Dora")}
    owner.follow(more, "2")
    owner.catch_up(more)
    owner.tend()
    assert owner.standing().problem is None
    assert owner.standing().index == "Chroma"
    assert best(owner, "Dora works in research") == "f_4"


def test_a_broken_cache_goes_whole(world: World) -> None:
    meaning = world.caught_up()
    meaning.close()
    data = bytearray((world.folder / CACHE).read_bytes())
    data[9_000:] = b"\xff" * (len(data) - 9_000)
    (world.folder / CACHE).write_bytes(data)
    meaning = world.open()
    meaning.begin_anew()
    meaning.follow(FACTS, "1")
    assert meaning.catch_up(FACTS)
    assert best(meaning, "who works in research?") == "f_1"


def test_what_stands_where_vectors_belong_is_moved_aside_whole(world: World) -> None:
    (world.folder / CACHE).mkdir(parents=True)
    (world.folder / CACHE / "x").write_text("x")
    (world.folder / CHROMA).write_text("y")
    meaning = world.caught_up(own=True)
    assert best(meaning, "who works in research?") == "f_1"
    assert meaning.standing().index == "Chroma"
    assert (world.folder / f"{CACHE}.aside-1" / "x").read_text() == "x"
    assert (world.folder / f"{CHROMA}.aside-1").read_text() == "y"
    assert [each.rpartition(" ")[2] for each in world.told] == ["now.", "now."]


def test_nothing_behind_a_link_is_touched(world: World, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "g1").mkdir(parents=True)
    (elsewhere / "g1" / "chroma.sqlite3").write_text("mine")
    (elsewhere / "p.txt").write_text("mine")
    world.folder.mkdir()
    (world.folder / CHROMA).symlink_to(elsewhere)
    meaning = world.caught_up(own=True)
    meaning.begin_anew()
    meaning.change({}, ["f_1"], "2")
    assert {each.name for each in elsewhere.rglob("*")} == {"g1", "chroma.sqlite3", "p.txt"}
    assert (world.folder / f"{CHROMA}.aside-1").is_symlink()
    assert not (world.folder / CHROMA).is_symlink()


def test_what_others_put_beside_chroma_s_files_stays(world: World) -> None:
    meaning = world.caught_up(own=True)
    meaning.close()
    chroma = world.folder / CHROMA
    (chroma / "backup").mkdir()
    (chroma / "g7").mkdir()
    (chroma / "g8").symlink_to(world.memory)
    mine = [chroma / "notes.txt", chroma / "g7" / "mine.txt", chroma / "g1" / "mine.txt"]
    for each in mine:
        each.write_text("mine")
    meaning = world.open(own=True)
    meaning.begin_anew()
    assert not list(chroma.glob("g*/chroma.sqlite3"))
    meaning.follow(FACTS, "1")
    meaning.catch_up(FACTS)
    meaning.tend()
    assert meaning.standing().index == "Chroma"
    assert [each.read_text() for each in mine] == ["mine"] * 3
    assert (chroma / "backup").is_dir()
    assert (chroma / "g8").is_symlink()


def test_what_cannot_be_moved_is_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.folder.mkdir()
    (world.folder / CHROMA).write_text("y")

    def rename(path: Path, to: Path) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "rename", rename)
    with pytest.raises(MemtuiError) as caught:
        world.open()
    assert caught.value.code is Code.INDEX_UNAVAILABLE
    assert "in the way" in caught.value.message
    shutil.rmtree(world.folder)
