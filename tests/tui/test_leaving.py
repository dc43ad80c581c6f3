"""The app is ended from outside, in a terminal of its own."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from memtui.desk.desk import Desk

PROGRAM = """
import sys
from pathlib import Path
from memtui.search.embedders import embedder
from memtui.search.ranking import Asked
from memtui.tui.app import MemtuiApp
from memtui.tui.running import run
from memtui.tui.screens.facts import FactsScreen
from tests.search.words_embedder import WordsEmbedder

embedder.make_embedder = lambda settings: WordsEmbedder("words", 512)
show = FactsScreen._show

def showing(screen, *given):
    show(screen, *given)
    def told():
        if desk.meaning.standing().index == "Chroma":
            Path(sys.argv[2]).touch()
            desk.meaning.listeners.clear()
            app.call_from_thread(app.tell, "searched")
    app, desk = screen.app, screen.desk
    desk.meaning.listeners.add(told)
    desk.search(Asked("research"), meaning=True)

FactsScreen._show = showing
sys.exit(run(Path(sys.argv[1]), "team"))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_an_app_that_is_told_to_end_closes_chroma_cleanly(
    desk: Desk,
    home: Path,
    tmp_path: Path,
    kept: Callable[..., str],
    number: signal.Signals,
) -> None:
    import pty
    import termios

    kept("Ana", "role", "Ana works in research.", "2026-10-12")
    desk.close()
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    searched = tmp_path / "searched"
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(home), str(searched)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "XDG_CONFIG_HOME": str(tmp_path)},
        start_new_session=True,
    )
    os.close(theirs)
    shown, told = bytearray(), False
    with suppress(OSError):  # what a terminal answers whose other side has gone
        while data := os.read(ours, 65_536):
            shown += data
            if searched.exists() and not told:
                told = True
                process.send_signal(number)
                if number is signal.SIGHUP:
                    # So it goes when a connection breaks: nobody reads any more.
                    break
    os.close(ours)
    process.wait(30)
    assert b"Traceback" not in shown, shown.decode()
    assert process.returncode == 128 + number
    assert (home / "team" / "index" / "chroma" / "seal.json").exists()
