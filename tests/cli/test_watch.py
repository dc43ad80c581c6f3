"""`memtui watch`, one look at a time and as a process that is ended."""

import json
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from memtui.desk.desk import Desk
from tests.cli.conftest import Line

SAID = [
    {"role": "user", "content": "My name is Ana. I live in Recife."},
    {"role": "assistant", "content": "Nice."},
]


def chat(folder: Path, name: str = "a.json") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(json.dumps(SAID))
    os.utime(path, (1_700_000_000, 1_700_000_000))
    return path


def test_once_reads_what_is_due_and_the_journal_tells(memtui: Line, tmp_path: Path) -> None:
    chat(tmp_path / "chats")
    (tmp_path / "chats" / "odd.json").write_text('{"odd": [')
    os.utime(tmp_path / "chats" / "odd.json", (1_700_000_000, 1_700_000_000))
    memtui.ana()
    once = ("watch", tmp_path / "chats", "--once", "--extractor", "plain")
    told = memtui(*once).out
    assert "a.json" in told
    assert "skipped odd.json" in told
    assert memtui(*once).err == "nothing was due\n"
    files = memtui("watch", tmp_path / "chats", "--journal", "--json").json["files"]
    assert [each["file"] for each in files] == ["a.json", "odd.json"]
    assert len(memtui.facts()) == 1


def test_the_settings_may_name_the_folders(memtui: Line, tmp_path: Path) -> None:
    memtui.ana()
    assert memtui("watch", "--once").code == 2
    chat(tmp_path / "chats")
    desk = Desk.open(memtui.home, "t")
    named = {"watch.folders": [str(tmp_path / "chats")], "extractor.kind": "plain"}
    desk.memory.save_settings(named)
    desk.close()
    assert "a.json" in memtui("watch", "--once").out
    (watched,) = memtui("status", "--json").json["watched"]
    assert watched == {"folder": str(tmp_path / "chats"), "files": 1, "problems": []}
    (tmp_path / "chats").rename(tmp_path / "away")
    told = memtui("status").out
    assert f"CONVERSATION_UNREADABLE: There is no folder {tmp_path / 'chats'}." in told
    refused = memtui("watch", "--once")
    assert refused.code == 1
    assert f"There is no folder {tmp_path / 'chats'}." in refused.err
    assert "CONVERSATION_UNREADABLE: None of the folders" in refused.err


def test_what_is_no_folder_is_refused(memtui: Line, tmp_path: Path) -> None:
    memtui.ana()
    assert memtui("watch", tmp_path / "none").code == 2
    assert memtui("watch", tmp_path, "--json").code == 2


def test_the_process_reads_what_arrives_and_ends_when_told_to(tmp_path: Path) -> None:
    home, chats = tmp_path / "home", tmp_path / "chats"
    Desk.open(home, "t", make=True, clock=lambda: datetime.now(UTC)).close()
    chat(chats)
    environ = {"PATH": os.environ["PATH"], "MEMTUI_HOME": str(home), "PYTHONPATH": str(Path.cwd())}
    argv = ["-m", "memtui", "-m", "t", "watch", str(chats), "--extractor", "plain"]
    process = subprocess.Popen(
        [sys.executable, *argv], env=environ, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    assert process.stderr.readline().startswith("watching ")
    assert "a.json" in process.stderr.readline()
    os.kill(process.pid, signal.SIGINT)
    assert process.wait(20) in (0, 130)
    process.stderr.close()
