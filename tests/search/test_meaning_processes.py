"""Several processes on one memory's vectors, and processes that are killed."""

import os
import random
import subprocess
import sys
from pathlib import Path

from memtui.search.cache import VectorCache
from memtui.search.forgetting import CACHE
from tests.search.meaning_child import facts

# Each kill costs a process; run more of them with MEMTUI_KILLS=100.
KILLS = int(os.environ.get("MEMTUI_KILLS", "3"))


def child(folder: Path, count: int, *how: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "tests.search.meaning_child", str(folder), str(count), *how],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_what_a_killed_process_embedded_is_kept_and_the_rest_follows(tmp_path: Path) -> None:
    moments = random.Random(3)
    done = 0
    for _ in range(KILLS):
        process = child(tmp_path, 300, "own")
        assert process.stdout
        for _ in range(moments.choice([1, 2, 3, 4, 5])):
            if process.stdout.readline().startswith("missed"):
                break
        process.kill()
        assert process.wait() in (0, -9)
        process.communicate()
        cache = VectorCache(tmp_path / "index" / CACHE, tmp_path)
        assert cache.count("words 1").done >= done
        done = cache.count("words 1").done
        cache.close()
    assert done
    last = child(tmp_path, 300, "own")
    said, complained = last.communicate(timeout=60)
    assert (last.returncode, complained) == (0, "")
    assert said.endswith("missed 0\n")


def test_several_processes_embed_search_and_own_at_once(tmp_path: Path) -> None:
    processes = [child(tmp_path, 200, *how) for how in (("own",), ("own",), ())]
    for process in processes:
        said, complained = process.communicate(timeout=60)
        assert (process.returncode, complained) == (0, "")
        assert said.endswith("missed 0\n")
    cache = VectorCache(tmp_path / "index" / CACHE, tmp_path)
    assert cache.pending("words 1") == set()
    assert len(cache.source("words 1").keys()) == len(facts(200))
    cache.close()
