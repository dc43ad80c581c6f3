"""A memory on a file system that is mounted read-only: everything but changing works."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.store.memory import Memory
from tests.store.making import keep

# In a namespace of its own, where anybody may mount.
_MOUNTED = """
mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" || exit 77
shift
exec "$@"
"""

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(params=[True, False], ids=["cache", "no cache"])
def memtui(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """Runs commands on a read-only memory, where a cache folder can be written, and where not."""
    if not shutil.which("unshare"):
        pytest.skip("no namespaces here")
    home, cache = tmp_path / "home", tmp_path / "cache"
    memory = Memory.open(home, "team", make=True)
    keep(memory, "Ana", "Ana works in research.")
    memory.close()
    shutil.rmtree(home / "team" / "index")
    if not request.param:
        cache.write_text("no folder")
    environ = {**os.environ, "MEMTUI_HOME": str(home), "XDG_CACHE_HOME": str(cache)}

    def run(*argv: str) -> "subprocess.CompletedProcess[str]":
        command = ["unshare", "-Urm", "sh", "-c", _MOUNTED, "sh", str(home)]
        done = subprocess.run(
            [*command, sys.executable, "-m", "memtui", "-m", "team", *argv],
            env=environ,
            capture_output=True,
            text=True,
            timeout=120,
        )
        if done.returncode == 77 or "unshare" in done.stderr:
            pytest.skip("namespaces are not allowed here")
        return done

    return run


def test_what_is_kept_is_found_and_nothing_is_changed(memtui: Run) -> None:
    found = memtui("search", "who works in research")
    assert (found.returncode, "Traceback" in found.stderr) == (0, False)
    assert "Ana works in research." in found.stdout
    kept = memtui("remember", "--subject", "Bea", "--attribute", "role", "--fact", "Bea sings.")
    assert kept.returncode == 1
    assert "MEMORY_READONLY" in kept.stderr
    assert "Traceback" not in kept.stderr
