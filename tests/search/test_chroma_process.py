"""The process that owns the Chroma folder: what ends it, and what ends with whoever started it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

from memtui.errors import Code, MemtuiError
from memtui.search.vectors.chroma_process import ChromaProcess, start_chroma
from memtui.search.vectors.index import bring_in_line
from memtui.search.vectors.sealing import sealed
from tests.search.vectors import shelf

KILLED = """
import os, sys
from pathlib import Path
from memtui.search.vectors.chroma_process import start_chroma
from memtui.search.vectors.index import bring_in_line
from tests.search.vectors import shelf
index = start_chroma(Path(sys.argv[1]), "model 1")
bring_in_line(index, shelf(50))
os.kill(os.getpid(), 9)
"""


def started(folder: Path) -> ChromaProcess:
    index = start_chroma(folder, "model 1")
    assert index
    return index


@pytest.mark.skipif(os.name == "nt", reason="rights are of another kind there")
def test_nobody_else_may_read_its_files(tmp_path: Path) -> None:
    folder = tmp_path / "chroma"
    before = os.umask(0)
    try:
        index = started(folder)
        bring_in_line(index, shelf(5))
        index.close()
    finally:
        os.umask(before)
    assert {path.name for path in folder.rglob("*") if path.stat().st_mode & 0o077} == set()


def test_when_it_is_killed_that_is_told_and_the_folder_is_made_anew(tmp_path: Path) -> None:
    source = shelf(50)
    index = started(tmp_path)
    bring_in_line(index, source)
    index._process.kill()
    with pytest.raises(MemtuiError) as caught:
        index.query(source.of["k3"], 1)
    assert caught.value.code is Code.INDEX_UNAVAILABLE
    index.close()
    again = started(tmp_path)
    assert again.keys() == frozenset()
    bring_in_line(again, source)
    assert again.query(source.of["k3"], 1)[0][0] == "k3"
    again.close()


def test_when_who_started_it_is_killed_it_closes_the_folder_cleanly(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], capture_output=True)
    assert done.returncode == -9
    with FileLock(tmp_path / "lock", timeout=60):
        assert sealed(tmp_path, "model 1")
    index = started(tmp_path)
    assert index.keys() == shelf(50).keys()
    index.close()


def test_another_owner_keeps_the_folder(tmp_path: Path) -> None:
    index = started(tmp_path)
    assert start_chroma(tmp_path, "model 1") is None
    index.close()


def test_what_is_wrong_with_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(MemtuiError, match="cannot be written"):
        start_chroma(tmp_path / "file", "model 1")


def test_forgetting_empties_it_until_it_is_filled_again(tmp_path: Path) -> None:
    source = shelf(50)
    index = started(tmp_path)
    bring_in_line(index, source)
    index.forget(["k7"])
    assert index.keys() == frozenset()
    bring_in_line(index, source)
    assert index.keys() == source.keys()
    index.close()


def test_a_process_that_never_answers_is_not_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = "memtui.search.vectors.chroma_process"
    monkeypatch.setattr(f"{module}._CHILD", "code")  # waits for what is typed
    monkeypatch.setattr(f"{module}._STARTING", 0.2)
    with pytest.raises(MemtuiError) as caught:
        start_chroma(tmp_path / "chroma", "words")
    assert caught.value.code is Code.INDEX_UNAVAILABLE


_MODULE = "memtui.search.vectors.chroma_process"
_needs_stop = pytest.mark.skipif(os.name == "nt", reason="no process can be stopped there")


@_needs_stop
def test_a_question_is_not_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{_MODULE}._ANSWERING", 0.2)
    source = shelf(50)
    index = started(tmp_path)
    bring_in_line(index, source)
    os.kill(index._process.pid, signal.SIGSTOP)
    with pytest.raises(MemtuiError, match="did not answer within") as caught:
        index.query(source.of["k3"], 1)
    assert caught.value.code is Code.INDEX_UNAVAILABLE
    assert index._process.wait(10) == -signal.SIGKILL
    index.close()


@_needs_stop
def test_closing_waits_a_moment_and_the_folder_is_sealed_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{_MODULE}._LEAVING", 0.05)
    index = started(tmp_path)
    bring_in_line(index, shelf(50))
    os.kill(index._process.pid, signal.SIGSTOP)
    index.close()
    assert index._process.poll() is None
    assert not sealed(tmp_path, "model 1")
    os.kill(index._process.pid, signal.SIGCONT)
    with FileLock(tmp_path / "lock", timeout=60):
        assert sealed(tmp_path, "model 1")
    assert index._process.wait(60) == 0


@_needs_stop
def test_a_process_that_never_closes_the_folder_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{_MODULE}._LEAVING", 0.05)
    monkeypatch.setattr(f"{_MODULE}._ENDING", 0.1)
    index = started(tmp_path)
    os.kill(index._process.pid, signal.SIGSTOP)
    index.close()
    assert index._process.wait(10) == -signal.SIGKILL
