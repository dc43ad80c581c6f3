"""A note in the person's own editor: a copy is opened, checked, and only then written."""

import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from memtui.errors import Code, MemtuiError

_USUAL = ("nano", "vim", "vi")


@dataclass(frozen=True, slots=True)
class Opened:
    """A copy of a note, for an editor."""

    copy: Path
    before: bytes


def command(environ: Mapping[str, str]) -> list[str]:
    """The editor with its arguments, from `VISUAL` or `EDITOR`, else a usual one.

    Raises:
        MemtuiError: `EDITOR_FAILED` where there is none, or its quotes do not close.
    """
    written = environ.get("VISUAL") or environ.get("EDITOR") or ""
    try:
        words = shlex.split(written)
    except ValueError as error:
        raise MemtuiError(
            Code.EDITOR_FAILED,
            f"EDITOR is {written!r}, which cannot be split into words: {error}.",
            "Close its quotes.",
        ) from error
    if words:
        return words
    for name in _USUAL:
        if shutil.which(name):
            return [name]
    raise MemtuiError(
        Code.EDITOR_FAILED,
        "No editor is known.",
        "Set EDITOR, such as EDITOR=nano, and start memtui again.",
    )


def open_copy(note: Path) -> Opened:
    """Copy a note into a folder of its own that nobody else may read.

    Raises:
        MemtuiError: `NOTE_UNREADABLE` for a note that cannot be read, `MEMORY_READONLY` where no
            copy can be made.
    """
    try:
        before = note.read_bytes()
    except OSError as error:
        raise MemtuiError(
            Code.NOTE_UNREADABLE,
            f"The note {note.name} cannot be read: {error.strerror}.",
            "See whether it is still there, and whose it is.",
        ) from error
    try:
        copy = Path(tempfile.mkdtemp(prefix="memtui-")) / note.name
        copy.write_bytes(before)
    except OSError as error:
        raise MemtuiError(
            Code.MEMORY_READONLY,
            f"No copy for the editor can be made: {error.strerror}.",
            f"Make room in {tempfile.gettempdir()}, or set TMPDIR.",
        ) from error
    return Opened(copy, before)


def run(words: list[str], opened: Opened) -> bytes:
    """Have the copy edited, and give its text; the terminal must be the editor's.

    Raises:
        MemtuiError: `EDITOR_FAILED` where the editor cannot be started, says that it
            failed, or leaves no file. What it wrote then stays.
    """
    try:
        start(words, opened.copy, f"What it wrote is in {opened.copy}.")
        return opened.copy.read_bytes()
    except OSError as error:
        raise MemtuiError(
            Code.EDITOR_FAILED,
            f"The editor left no note behind: {error.strerror}. Nothing was changed.",
            f"What it left is in {opened.copy.parent}.",
        ) from error


def start(words: list[str], path: Path, left: str = "") -> None:
    """Have a file edited; the terminal must be the editor's until this returns.

    Args:
        words: The editor and its arguments.
        path: The file.
        left: Where what was written is, said when the editor fails.

    Raises:
        MemtuiError: `EDITOR_FAILED` where the editor cannot be started or says that it
            failed.
    """
    try:
        editor = subprocess.Popen([*words, str(path)])
    except OSError as error:
        raise MemtuiError(
            Code.EDITOR_FAILED,
            f"The editor {words[0]} cannot be started: {error.strerror}.",
            "Set EDITOR to one that is installed.",
        ) from error
    with editor, _keys_are_its_own():
        code = editor.wait()
    if code:
        ended = f"ended with code {code}" if code > 0 else "was stopped"
        raise MemtuiError(
            Code.EDITOR_FAILED,
            f"The editor {words[0]} {ended}. Nothing was changed.",
            left,
        )


@contextmanager
def _keys_are_its_own() -> Iterator[None]:
    """The terminal sends ctrl+c to all that run in it; the editor alone is to hear it."""
    numbers = [signal.SIGINT] if sys.platform == "win32" else [signal.SIGINT, signal.SIGQUIT]
    before = {number: signal.signal(number, signal.SIG_IGN) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def drop(opened: Opened) -> None:
    """Delete the copy."""
    shutil.rmtree(opened.copy.parent, ignore_errors=True)
