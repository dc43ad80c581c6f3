"""The folders that a memory's settings have watched, and how they are."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memtui.desk.desk import Desk
from memtui.desk.folder import Folder
from memtui.desk.journal import Journal
from memtui.errors import Code, MemtuiError
from memtui.settings import path_of
from memtui.store.memory import Memory

_MAKE_IT = "Make it, or take it out of `watch.folders`."


@dataclass(frozen=True, slots=True)
class Standing:
    """A folder that the settings name: how many files were looked at, and what is wrong with it."""

    path: Path
    files: int
    problems: tuple[str, ...]
    there: bool = True


def watched(desk: Desk, clock: Callable[[], datetime]) -> list[Folder]:
    """The folders that the memory's settings name, as far as they are there.

    Raises:
        MemtuiError: `NO_EXTRACTOR`, when there is one to be read.
    """
    settings = desk.memory.settings
    paths = map(path_of, settings.watch.folders)
    return [
        Folder(
            desk,
            path,
            desk.extractor(),
            plainly=settings.extractor.kind == "plain",
            quiet=settings.watch.quiet,
            clock=clock,
        )
        for path in paths
        if _is_there(path)
    ]


def standings(memory: Memory) -> list[Standing]:
    """The folders that the memory's settings name, and what is wrong with each."""
    told = []
    for each in memory.settings.watch.folders:
        path = path_of(each)
        if _is_there(path):
            entries = Journal(memory, path.resolve()).entries()
            closed = [f"{path / entry.file}: {entry.why}" for entry in entries if entry.is_folder]
            told.append(Standing(path, len(entries) - len(closed), tuple(closed)))
        else:
            why = MemtuiError(Code.CONVERSATION_UNREADABLE, f"There is no folder {path}.", _MAKE_IT)
            told.append(Standing(path, 0, (str(why),), there=False))
    return told


def _is_there(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False
