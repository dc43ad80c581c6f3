"""A note in the person's own editor."""

import contextlib
import signal
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from memtui.desk.desk import Desk
from memtui.errors import MemtuiError
from memtui.tui.app import MemtuiApp
from memtui.tui.editor import command
from memtui.tui.widgets.line_list import LineList
from tests.tui.seen import said_last, under_cursor
from tests.tui.settling import press, settle, type_text


@pytest.fixture
def editing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """An editor that does to its file what the code in the list says; the terminal is lent."""
    code = [""]
    script = tmp_path / "an editor.py"
    script.write_text(
        "import os, pathlib, signal, sys\n"
        "path = pathlib.Path(sys.argv[-1])\n"
        "text = path.read_text()\n"
        "exec(pathlib.Path(sys.argv[1]).read_text())\n"
    )
    what = tmp_path / "what.py"

    lent: list[str] = []

    @contextlib.contextmanager
    def suspend(_app: MemtuiApp) -> Iterator[None]:
        what.write_text(code[0])
        lent.append("lent")
        yield
        lent.append("back")  # like Textual: not when it is left by an error

    monkeypatch.setattr(MemtuiApp, "suspend", suspend)
    monkeypatch.setenv("EDITOR", f"{sys.executable} '{script}' '{what}'")
    monkeypatch.delenv("VISUAL", raising=False)
    yield code
    assert not lent or lent[-1] == "back"


def copy_in(text: str) -> Path:
    return Path(text.rpartition(" is in ")[2].rstrip("."))


async def test_a_note_is_edited_as_a_whole(
    app: MemtuiApp, desk: Desk, team: dict[str, str], editing: list[str]
) -> None:
    editing[0] = "path.write_text(text.replace('Recife', 'Olinda') + '\\nA longer body.\\n')"
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "E")
        assert said_last(app).startswith("The note was written as you left it")
        assert under_cursor(app) == "Ana lives in Olinda."
    assert "A longer body." in desk.memory.path(team["city"]).read_text()


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("path.write_text('no note at all')", "What you wrote is in"),
        ("path.write_text(text.replace('f_', 'f_9', 1))", "What you wrote is in"),
        ("path.write_text(text.replace('Recife', 'ghp_abcdefghijklmnop1234'))", "secret"),
        (
            "import re; path.write_text(re.sub('said: .*', 'said: 2099-01-01', text))",
            "2099-01-01, which has not come yet",
        ),
        ("path.write_text('x'); sys.exit(3)", "ended with code 3"),
        ("path.write_text('x'); os.kill(os.getpid(), 15)", "was stopped"),
    ],
)
async def test_what_cannot_be_kept_stays_in_the_copy(
    app: MemtuiApp,
    desk: Desk,
    team: dict[str, str],
    editing: list[str],
    code: str,
    said: str,
) -> None:
    before = desk.memory.path(team["city"]).read_bytes()
    editing[0] = code
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "E")
        assert said in said_last(app)
        copy = copy_in(said_last(app))
        assert copy.read_bytes() != before
        assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700
        assert desk.memory.path(team["city"]).read_bytes() == before


@pytest.mark.parametrize("code", ["path.unlink()", "path.unlink(); path.mkdir()"])
async def test_an_editor_that_leaves_no_file_changes_nothing(
    app: MemtuiApp, desk: Desk, team: dict[str, str], editing: list[str], code: str
) -> None:
    before = desk.memory.path(team["city"]).read_bytes()
    editing[0] = code
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "E")
        assert "The editor left no note behind" in said_last(app)
        assert desk.memory.path(team["city"]).read_bytes() == before


async def test_a_wording_changed_in_the_editor_counts_as_corrected(
    app: MemtuiApp, desk: Desk, team: dict[str, str], editing: list[str]
) -> None:
    before = desk.memory.path(team["city"]).read_bytes()
    editing[0] = "path.write_text(text.replace('Recife', 'Olinda'))"
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "E")
        fact = desk.memory.fact(team["city"])
        assert [each.fact for each in fact.revisions] == ["Ana lives in Recife."]
        await press(pilot, "/")
        await type_text(pilot, "changed:today olinda")
        assert under_cursor(app) == "Ana lives in Olinda."
        await press(pilot, "enter", "u")
    assert desk.memory.path(team["city"]).read_bytes() == before


async def test_ctrl_c_in_the_editor_is_the_editors_alone(
    app: MemtuiApp, team: dict[str, str], editing: list[str]
) -> None:
    editing[0] = (
        "assert signal.getsignal(signal.SIGINT) is signal.default_int_handler\n"
        "os.kill(os.getppid(), signal.SIGINT)\n"
        "path.write_text(text.replace('Recife', 'Olinda'))"
    )
    async with app.run_test() as pilot:
        await settle(pilot)
        handler = signal.getsignal(signal.SIGINT)
        await press(pilot, "E")
        assert said_last(app).startswith("The note was written as you left it")
        assert signal.getsignal(signal.SIGINT) is handler


async def test_a_note_that_others_changed_meanwhile_is_not_overwritten(
    app: MemtuiApp, desk: Desk, team: dict[str, str], editing: list[str]
) -> None:
    note = desk.memory.path(team["city"])
    editing[0] = (
        f"note = pathlib.Path({str(note)!r})\n"
        "note.write_text(note.read_text().replace('Recife', 'Porto'))\n"
        "path.write_text(text.replace('Recife', 'Olinda'))"
    )
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "E")
        assert "was changed by others while it was open" in said_last(app)
        assert "Olinda" in copy_in(said_last(app)).read_text()
        assert "Porto" in note.read_text()


async def test_a_note_that_cannot_be_read_is_mended_where_it_is(
    app: MemtuiApp, desk: Desk, team: dict[str, str], editing: list[str]
) -> None:
    note = desk.memory.path(team["city"])
    whole = note.read_text()
    note.write_text("---\nid: [\n---\n")
    desk.refresh()
    editing[0] = f"path.write_text({whole!r})"
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "w")
        shown = app.screen.query_one(LineList).lines
        assert "".join(part for part, _ in shown[0].parts) == "Notes that cannot be read  1"
        assert "f  open it in your editor" in str(app.screen.query_one("#about").render())
        await press(pilot, "f")
        assert note.read_text() == whole
        assert not desk.memory.problems()
        shown = app.screen.query_one(LineList).lines
        assert "Notes that" not in "".join(part for part, _ in shown[0].parts)


async def test_an_editor_that_is_not_there_is_said(
    app: MemtuiApp, team: dict[str, str], editing: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", "no-such-editor -x")
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "E")
        assert "no-such-editor cannot be started" in said_last(app)
        assert [each.title for each in app._notifications] == ["EDITOR_FAILED"]


def test_the_editors_arguments_are_split_as_a_shell_does() -> None:
    assert command({"EDITOR": "code --wait -n"}) == ["code", "--wait", "-n"]
    assert command({"VISUAL": "'/a b/vim' -f", "EDITOR": "nano"}) == ["/a b/vim", "-f"]
    with pytest.raises(MemtuiError) as raised:
        command({"EDITOR": "vim '"})
    assert "cannot be split" in raised.value.message
