"""Whatever happens to the Chroma folder, nobody crashes, and nothing stale is found."""

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.errors import Code, MemtuiError
from memtui.search.vectors import chroma
from memtui.search.vectors.chroma import ChromaFolder, discard_chroma, open_chroma
from memtui.search.vectors.index import bring_in_line
from memtui.search.vectors.sealing import sealed
from tests.search.vectors import Shelf, random_vectors, shelf

# Each kill costs a process; run more of them with MEMTUI_KILLS=100.
KILLS = int(os.environ.get("MEMTUI_KILLS", "3"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "index" / "chroma"


def opened(folder: Path, identity: str = "model 1") -> ChromaFolder:
    index = open_chroma(folder, identity)
    assert index is not None
    return index


def filled(folder: Path, source: Shelf) -> None:
    index = opened(folder)
    bring_in_line(index, source)
    index.close()


def child(
    folder: Path, count: int, how: str, environ: dict[str, str] | None = None
) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "tests.search.chroma_child", str(folder), str(count), how],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environ,
    )


def ended(process: "subprocess.Popen[str]") -> tuple[int, str, str]:
    said, complained = process.communicate(timeout=60)
    return process.returncode, said, complained


def test_a_folder_that_was_closed_is_opened_again(folder: Path) -> None:
    source = shelf(50)
    filled(folder, source)
    index = opened(folder)
    assert index.keys() == source.keys()
    assert index.query(source.of["k3"], 1)[0][0] == "k3"
    index.close()


def test_a_folder_that_is_open_has_no_seal(folder: Path) -> None:
    filled(folder, shelf(5))
    assert sealed(folder, "model 1")
    index = opened(folder)
    assert not sealed(folder, "model 1")
    index.close()
    assert sealed(folder, "model 1")


def test_only_one_process_owns_the_folder(folder: Path) -> None:
    owner = child(folder, 50, "wait")
    assert owner.stdout
    assert owner.stdin
    while owner.stdout.readline() != "right\n":
        assert owner.poll() is None
    assert open_chroma(folder, "model 1") is None
    assert not discard_chroma(folder)
    assert ended(child(folder, 50, "once"))[1].split("\n")[1] == "owned by another"
    assert ended(owner) == (0, "closed\n", "")
    index = opened(folder)
    assert len(index.keys()) == 50
    index.close()


def test_a_killed_owner_leaves_nothing_that_harms(folder: Path) -> None:
    moments = random.Random(7)
    for _ in range(KILLS):
        owner = child(folder, 400, "forever")
        assert owner.stdout
        for _ in range(moments.choice([1, 2, 3, 4, 7, 12])):
            assert owner.stdout.readline(), ended(owner)
        owner.kill()
        assert ended(owner)[0] == -9
        assert not sealed(folder, "model 1")
    code, said, complained = ended(child(folder, 400, "once"))
    assert (code, complained) == (0, "")
    assert said.split("\n")[1:4] == ["opened 0", "right", "closed"]


def scrambled(folder: Path) -> None:
    (database,) = folder.glob("g*/chroma.sqlite3")
    data = bytearray(database.read_bytes())
    data[:100] = random.Random(1).randbytes(100)
    data[5_000:9_000] = random.Random(2).randbytes(4_000)
    database.write_bytes(data)


def cut(folder: Path) -> None:
    (database,) = folder.glob("g*/chroma.sqlite3")
    database.write_bytes(database.read_bytes()[:5_000])


def one_byte(folder: Path) -> None:
    path = next(folder.glob("g*/*/data_level0.bin"))
    data = bytearray(path.read_bytes())
    data[7] ^= 1
    path.write_bytes(data)


def gone(folder: Path) -> None:
    shutil.rmtree(next(folder.glob("g*")))


def newer(folder: Path) -> None:
    card = json.loads((folder / "seal.json").read_text())
    (folder / "seal.json").write_text(json.dumps({**card, "chroma": "99.0"}))


def elsewhere(folder: Path) -> None:
    card = json.loads((folder / "seal.json").read_text())
    (folder / "seal.json").write_text(json.dumps({**card, "place": "../../../etc"}))


def nonsense(folder: Path) -> None:
    (folder / "seal.json").write_bytes(b"\xff[]")


@pytest.mark.parametrize("harm", [scrambled, cut, one_byte, gone, newer, elsewhere, nonsense])
def test_a_doubtful_folder_is_never_opened_but_made_anew(
    folder: Path, harm: Callable[[Path], None]
) -> None:
    source = shelf(50)
    filled(folder, source)
    harm(folder)
    index = opened(folder)
    assert index.keys() == frozenset()
    assert bring_in_line(index, source)
    assert index.query(source.of["k3"], 1)[0][0] == "k3"
    index.close()
    assert sealed(folder, "model 1")
    assert len(list(folder.glob("g*"))) == 1


def test_another_model_makes_it_anew(folder: Path) -> None:
    filled(folder, shelf(50))
    index = opened(folder, "model 2")
    other = shelf(20, width=8)
    assert bring_in_line(index, other)
    assert index.query(other.of["k3"], 1)[0][0] == "k3"
    index.close()


def test_vectors_of_another_length_are_refused_and_the_folder_is_doubtful(folder: Path) -> None:
    index = opened(folder)
    index.add(["a"], random_vectors(1, width=16))
    with pytest.raises(MemtuiError) as caught:
        index.add(["b"], random_vectors(1, width=8))
    assert caught.value.code is Code.INDEX_UNAVAILABLE
    with pytest.raises(MemtuiError):
        index.query(random_vectors(1)[0], 1)
    index.close()
    assert not sealed(folder, "model 1")


def test_what_is_forgotten_leaves_no_bytes_behind(folder: Path) -> None:
    source = shelf(50)
    filled(folder, source)
    trace = source.of["k7"].tobytes()
    assert any(trace in path.read_bytes() for path in folder.rglob("*") if path.is_file())
    index = opened(folder)
    del source.of["k7"]
    index.forget(["k7"])
    assert not any(trace in path.read_bytes() for path in folder.rglob("*") if path.is_file())
    bring_in_line(index, source)
    index.close()
    assert not any(trace in path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_forgetting_takes_what_was_removed_before_along(folder: Path) -> None:
    source = shelf(50)
    filled(folder, source)
    trace = source.of["k7"].tobytes()
    index = opened(folder)
    index.remove(["k7"])
    index.close()
    assert any(trace in path.read_bytes() for path in folder.rglob("*") if path.is_file())
    index = opened(folder)
    index.forget(["not there any more"])
    index.close()
    assert not any(trace in path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_nothing_of_the_process_s_memory_gets_into_the_files(folder: Path) -> None:
    # What is allocated is full of Z, and Chroma writes it out as it is.
    full = {**os.environ, "MALLOC_PERTURB_": str(0xFF ^ ord("Z"))}
    for _ in range(2):
        owner = child(folder, 50, "wait", full)
        assert owner.stdout
        while owner.stdout.readline() != "right\n":
            assert owner.poll() is None
        files = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
        assert ended(owner)[0] == 0
        files += [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
        assert not any(b"ZZZZZZZZ" in data for data in files)


def test_a_large_folder_whose_index_was_written_out_is_opened_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chroma, "_NEVER_FLUSHED_BELOW", 300)
    source = shelf(1_000)
    filled(folder, source)
    sizes = {path.stat().st_size for path in folder.rglob("data_level0.bin")}
    index = opened(folder)
    for key, vector in source.of.items():
        assert index.query(vector, 1)[0][0] == key
    index.close()
    assert sizes != {0}


def test_a_file_in_the_place_of_the_folder_is_told(folder: Path) -> None:
    folder.parent.mkdir()
    folder.write_text("not a folder")
    with pytest.raises(MemtuiError) as caught:
        open_chroma(folder, "model 1")
    assert caught.value.code is Code.INDEX_UNAVAILABLE
    assert "\n" not in caught.value.message


FULL = """
import resource, sys
from pathlib import Path
from memtui.errors import MemtuiError
from memtui.search.vectors.chroma import open_chroma
from memtui.search.vectors.sealing import sealed
from tests.search.vectors import random_vectors
folder = Path(sys.argv[1])
index = open_chroma(folder, "model 1")
index.add([str(at) for at in range(100)], random_vectors(100))
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
try:
    for round in range(50):
        index.add([f"{round} {at}" for at in range(100)], random_vectors(100, width=16))
except MemtuiError as error:
    print(error.code)
index.close()
print(sealed(folder, "model 1"))
"""


def test_a_full_disk_is_told_and_the_folder_is_doubtful(folder: Path) -> None:
    command = [sys.executable, "-c", FULL, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "INDEX_UNAVAILABLE\nNone\n"), done.stderr
    index = opened(folder)
    assert index.keys() == frozenset()
    index.close()


READ_ONLY = """
import sys
from pathlib import Path
from memtui.errors import MemtuiError
from memtui.search.vectors.chroma import open_chroma
try:
    open_chroma(Path(sys.argv[1]), "model 1")
except MemtuiError as error:
    print(error.code)
"""
# Root may write anywhere, unless it is started without that right.
AS_ANYONE = ["setpriv", "--bounding-set=-dac_override"] if os.getuid() == 0 else []


@pytest.mark.skipif(bool(AS_ANYONE and not shutil.which("setpriv")), reason="needs setpriv")
@pytest.mark.parametrize("there", [True, False])
def test_a_folder_that_cannot_be_written_is_told(folder: Path, there: bool) -> None:
    folder.parent.mkdir()
    if there:
        filled(folder, shelf(5))
    for each in (folder.parent, *folder.parent.rglob("*")):
        each.chmod(0o555)
    command = [*AS_ANYONE, sys.executable, "-c", READ_ONLY, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True)
    for each in (folder.parent, *folder.parent.rglob("*")):
        each.chmod(0o755)
    assert (done.returncode, done.stdout) == (0, "INDEX_UNAVAILABLE\n"), done.stderr


def test_a_chroma_that_ends_every_process_is_left_alone(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "tries").write_bytes(b"...")
    with pytest.raises(MemtuiError) as caught:
        open_chroma(folder, "model 1")
    assert "3 times" in caught.value.message
    assert discard_chroma(folder)
    opened(folder).close()


def test_a_scrambled_count_of_tries_keeps_nothing_from_being_opened(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "tries").write_bytes(b"\xff" * 9_000)
    opened(folder).close()
    assert not (folder / "tries").exists()


def test_the_environment_and_env_files_do_not_lead_it_elsewhere(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("CHROMA_API_IMPL=chromadb.api.fastapi.FastAPI\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PERSIST_DIRECTORY", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("IS_PERSISTENT", "false")
    filled(folder, shelf(5))
    assert list(folder.glob("g*/chroma.sqlite3"))
    assert not (tmp_path / "elsewhere").exists()


def test_discarding_leaves_an_empty_folder(folder: Path) -> None:
    assert discard_chroma(folder)
    filled(folder, shelf(5))
    assert discard_chroma(folder)
    assert not list(folder.glob("g*"))
