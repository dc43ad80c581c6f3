import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest import FixtureRequest

from memtui.errors import Code, MemtuiError
from memtui.store.locking import Lock
from memtui.store.memory import Memory, fresh_id, utc_now
from tests.store.making import keep, on_disk

ROOT = Path(__file__).parents[2]


def test_a_second_writer_is_told_who_holds_the_memory(memory: Memory) -> None:
    keep(memory, "Ana", "Ana works in research.")
    before = on_disk(memory)
    script = (
        "import sys; from pathlib import Path; from memtui.store.locking import Lock\n"
        "with Lock(Path(sys.argv[1])).held(): print('held', flush=True); sys.stdin.read()\n"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", script, str(memory.folder)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    hasty = Memory(memory.folder, utc_now, fresh_id, wait=0.05)
    with pytest.raises(MemtuiError) as caught:
        keep(hasty, "Bo", "Bo paints.")
    assert caught.value.code is Code.MEMORY_BUSY
    assert f"process {holder.pid} on " in caught.value.message
    assert on_disk(memory) == before
    holder.communicate()
    keep(hasty, "Bo", "Bo paints.")
    hasty.close()


def test_the_lock_tells_whether_others_held_it_since(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    mine, theirs = Lock(tmp_path), Lock(tmp_path)
    seen = []
    for lock in (mine, mine, theirs, mine):
        with lock.held() as by_others:
            seen.append(by_others)
    assert seen == [True, False, True, True]


@pytest.fixture
def somebody() -> Iterator[None]:
    """Somebody who is not root, for whom modes count."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if root:
        os.seteuid(65534)
    yield
    if root:
        os.seteuid(0)


@pytest.mark.skipif(os.name == "nt", reason="needs modes")
def test_a_folder_that_cannot_be_written_can_be_read_and_says_so(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: FixtureRequest
) -> None:
    keep(memory, "Ana", "Ana works in research.")
    memory.write_state("declined", [])
    memory.close()
    before = on_disk(memory)
    (tmp_path / "cache").mkdir(mode=0o777)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for path in (tmp_path, *tmp_path.parents[:2], *tmp_path.rglob("*")):
        path.chmod((path.stat().st_mode & 0o7777) | (0o055 if path.is_dir() else 0o044))
    (tmp_path / "cache").chmod(0o777)
    for path in (memory.folder, *memory.folder.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    request.getfixturevalue("somebody")
    again = Memory.open(memory.folder.parent, "team")
    again.refresh()
    assert [row.subject for row in again.rows()] == ["Ana"]
    for change in (
        lambda: keep(again, "Bo", "Bo paints."),
        lambda: again.write_state("declined", [1]),
        lambda: again.save_settings({"me.names": ["Ana"]}),
    ):
        with pytest.raises(MemtuiError) as caught:
            change()
        assert caught.value.code is Code.MEMORY_READONLY
    assert on_disk(again) == before
    again.close()
