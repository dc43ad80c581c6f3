"""A note in the person's own editor: a copy is opened, checked, and only then written."""

import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
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
        MemtuiError: `SETTINGS_UNREADABLE` where there is none, or its quotes do not close.
    """
    written = environ.get("VISUAL") or environ.get("EDITOR") or ""
    try:
        words = shlex.split(written)
    except ValueError as error:
        raise MemtuiError(
            Code.SETTINGS_UNREADABLE,
            f"EDITOR is {written!r}, which cannot be split into words: {error}.",
            "Close its quotes.",
        ) from error
    if words:
        return words
    for name in _USUAL:
        if shutil.which(name):
            return [name]
    raise MemtuiError(
        Code.SETTINGS_UNREADABLE,
        "No editor is known.",
        "Set EDITOR, such as EDITOR=nano, and start memtui again.",
    )


def open_copy(note: Path) -> Opened:
    """Copy a note into a folder of its own that nobody else may read."""
    before = note.read_bytes()
    copy = Path(tempfile.mkdtemp(prefix="memtui-")) / note.name
    copy.write_bytes(before)
    return Opened(copy, before)


def run(words: list[str], opened: Opened) -> bytes:
    """Have the copy edited, and give its text; the terminal must be the editor's.

    Raises:
        MemtuiError: `SETTINGS_UNREADABLE` where the editor cannot be started or says that it
            failed. The copy then stays.
    """
    try:
        code = subprocess.run([*words, str(opened.copy)], check=False).returncode
    except OSError as error:
        drop(opened)
        raise MemtuiError(
            Code.SETTINGS_UNREADABLE,
            f"The editor {words[0]} cannot be started: {error.strerror}.",
            "Set EDITOR to one that is installed.",
        ) from error
    if code:
        raise MemtuiError(
            Code.SETTINGS_UNREADABLE,
            f"The editor {words[0]} ended with code {code}. Nothing was changed.",
            f"What it wrote is in {opened.copy}.",
        )
    return opened.copy.read_bytes()


def drop(opened: Opened) -> None:
    """Delete the copy."""
    shutil.rmtree(opened.copy.parent, ignore_errors=True)
