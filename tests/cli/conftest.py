"""Commands run in this process, on memories in a temporary home, at a fixed moment."""

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from memtui.cli import main
from tests.cli.scripted import LAUNCH, PASSWORD, RESEARCH, STANDUP, Script, Scripted


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The document on standard output."""
        return json.loads(self.out)


class Line:
    """A command line whose clock moves a second with each command."""

    def __init__(self, home: Path, capsys: pytest.CaptureFixture[str],
                 monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
        self.home = home
        self.now = datetime(2026, 10, 12, 9, 31, 4, tzinfo=UTC)
        self.opened: list[tuple[Path, str]] = []
        self.environ: dict[str, str] = {"MEMTUI_HOME": str(home), "MEMTUI_MEMORY": "t"}
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *argv: str | Path, stdin: str | bytes = "") -> Ran:
        """Run `memtui` with these arguments."""
        data = stdin.encode() if isinstance(stdin, str) else stdin
        self._monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
        self._capsys.readouterr()
        code = main(
            [str(each) for each in argv],
            clock=lambda: self.now,
            environ=self.environ,
            open_app=self._open,
        )
        self.now += timedelta(seconds=1)
        captured = self._capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    def remember(self, subject: str, attribute: str, fact: str, said: str) -> Any:
        """Keep a fact by hand and return its JSON."""
        ran = self("remember", "--subject", subject, "--attribute", attribute, "--fact", fact,
                   "--said", said, "--json")  # fmt: skip
        assert ran.code == 0, ran
        return ran.json["kept"][0]["fact"]

    def facts(self, *argv: str) -> Any:
        """What `facts --json` lists."""
        return self("facts", *argv, "--json").json["facts"]

    def ana(self) -> dict[str, Any]:
        """Keep Ana's three roles, not in their order; return their JSON by sentence."""
        self.remember("Ana", "role", "Ana leads the data team.", "2026-09-01")
        self.remember("Ana", "role", "Ana works in research.", "2026-10-12")
        self.remember("Ana", "role", "Ana is on sabbatical.", "2026-09-20")
        return {fact["fact"]: fact for fact in self.facts("--history")}

    def _open(self, home: Path, name: str) -> int:
        self.opened.append((home, name))
        return 0


@pytest.fixture
def memtui(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Line:
    """The command line."""
    return Line(tmp_path / "home", capsys, monkeypatch)


Notes = Callable[[], dict[str, bytes]]


@pytest.fixture
def notes(memtui: Line) -> Notes:
    """Every note under the home folder, by its path."""

    def read() -> dict[str, bytes]:
        paths = sorted(memtui.home.rglob("*.md"))
        return {str(path.relative_to(memtui.home)): path.read_bytes() for path in paths}

    return read


@pytest.fixture
def standup(tmp_path: Path) -> Path:
    file = tmp_path / "standup.json"
    file.write_text(json.dumps(STANDUP))
    return file


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Script:
    """Have every conversation read by a scripted extractor."""

    def use(extractor: Scripted) -> Scripted:
        monkeypatch.setattr("memtui.extract.extractor.make_extractor", lambda *_, **__: extractor)
        return extractor

    return use


@pytest.fixture
def scripted(script: Script) -> Scripted:
    return script(Scripted([RESEARCH, LAUNCH], [PASSWORD]))
