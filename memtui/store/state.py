"""Small values kept with a memory: unfinished reviews, declined proposals, recall counts."""

import json
import re
from pathlib import Path
from typing import Any

from memtui.store.change import write_whole
from memtui.store.places import STATE, make_folder, unwritable

_NAME = re.compile(r"[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+)*")


def read_state(folder: Path, name: str) -> Any | None:
    """A value by its name; `None` when there is none, or none that can be read."""
    try:
        return json.loads(_path(folder, name).read_bytes())
    except (FileNotFoundError, ValueError, RecursionError):
        return None


def write_state(folder: Path, name: str, value: Any | None) -> None:
    """Keep a value (anything JSON can hold) under a name such as `drafts/r_1a2b`.

    Raises:
        MemtuiError: `MEMORY_READONLY`.
    """
    path = _path(folder, name)
    try:
        if value is None:
            path.unlink(missing_ok=True)
            return
        make_folder(path.parent, folder)
    except OSError as error:
        raise unwritable(path, error) from error
    write_whole(folder, path, json.dumps(value, ensure_ascii=False).encode())


def states(folder: Path, prefix: str) -> list[str]:
    """The names of the values whose names start so, in order."""
    root = folder / STATE
    names = (path.relative_to(root).with_suffix("").as_posix() for path in root.rglob("*.json"))
    return sorted(name for name in names if name.startswith(prefix) and _NAME.fullmatch(name))


def stamp(folder: Path, name: str) -> tuple[int, ...] | None:
    """What changes whenever a value is written; `None` while there is no such value."""
    try:
        found = _path(folder, name).stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _path(folder: Path, name: str) -> Path:
    if not _NAME.fullmatch(name) or name in ("change", "lock"):
        raise ValueError(f"no name for a state: {name!r}")
    return folder / STATE / f"{name}.json"
