"""Files changed all together or not at all, through a journal that is redone after a crash.

Everything is written to temporary files first, so that a full disk is met before the journal,
which is the point of no return; what follows it only renames. Call under the memory's lock.
"""

import hashlib
import json
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from memtui.errors import Code, MemtuiError
from memtui.store.places import STATE, open_file, unwritable

JOURNAL = "change.json"
_TEMPORARY = ".memtui-change-"
# Values are written without the lock; who writes one needs no longer than this many seconds.
_TEMPORARY_VALUE = ".memtui-value-"
_VALUE_TIME = 60.0
OnStep = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Step:
    """What becomes of one file; paths are below the memory's folder.

    Args:
        path: Where the file is, or is to be.
        text: What it is to hold; `None` = it is deleted.
        before: The SHA-256 of what it holds now; `None` = there is none. Not asked of what is
            deleted, so that nothing of it gets into the journal.
        to: Where it moves to, after it got its text.
    """

    path: str
    text: str | None
    before: str | None = None
    to: str | None = None


def digest(data: bytes) -> str:
    """The mark by which the journal knows what a file held."""
    return hashlib.sha256(data).hexdigest()


def no_step(name: str) -> None:
    """Between two steps nothing happens."""


def apply(folder: Path, steps: Sequence[Step], *, on_step: OnStep = no_step) -> None:
    """Carry out all steps, or none.

    One file alone needs no journal: it is there, or renamed away, at once.

    Args:
        folder: The memory's folder.
        steps: What to do, at least one; no two with one path.
        on_step: Called after each step with its name.

    Raises:
        MemtuiError: `MEMORY_READONLY`; `NOTE_UNREADABLE` when a file stands in the way.
    """
    _refuse_obstacles(folder, steps)
    written: list[Path] = []
    begun = False
    try:
        for step in steps:
            if step.text is not None:
                written.append(_temporary(folder))
                _write(written[-1], step.text.encode(), folder)
                on_step(f"wrote beside {step.path}")
        temporaries = iter(tuple(written))
        if len(steps) > 1 or steps[0].to:
            written.append(_temporary(folder))
            _write(written[-1], _journal(steps), folder)
            on_step("wrote the journal beside")
            written[-1].replace(folder / STATE / JOURNAL)
            begun = True
            _sync_folder(folder / STATE)
            on_step("put the journal in place")
        for step in steps:
            if step.text is None:
                (folder / step.path).unlink(missing_ok=True)
            else:
                _put(next(temporaries), folder, step, on_step)
            begun = True
            on_step(f"did {step.path}")
        _finish(folder, steps, on_step)
    except OSError as error:
        if begun:
            raise _unfinished(folder, error) from error
        for path in written:
            path.unlink(missing_ok=True)
        raise unwritable(folder, error) from error


def interrupted(folder: Path) -> bool:
    """Whether a change was begun here and not finished."""
    return (folder / STATE / JOURNAL).exists()


def leftovers(folder: Path) -> list[Path]:
    """What an interrupted change, or value, left in a memory's folder."""
    places = (folder, *(path for path in (folder / STATE, *(folder / STATE).glob("*/"))))
    found = [path for place in places for path in place.glob(_TEMPORARY + "*")]
    found += [
        path
        for place in places
        for path in place.glob(_TEMPORARY_VALUE + "*")
        if time.time() - path.stat().st_mtime > _VALUE_TIME
    ]
    journal = folder / STATE / JOURNAL
    return sorted(found) + ([journal] if journal.exists() else [])


def recover(folder: Path, *, on_step: OnStep = no_step) -> list[str]:
    """Finish an interrupted change, and clear what one left that never began.

    Returns:
        What was done and what could not be, in sentences.

    Raises:
        MemtuiError: `MEMORY_READONLY`.
    """
    journal = folder / STATE / JOURNAL
    told: list[str] = []
    try:
        for stray in leftovers(folder):
            if stray != journal:
                stray.unlink(missing_ok=True)
        if not journal.exists():
            return told
        steps = _read_journal(journal.read_bytes())
        if steps is None:
            journal.unlink()
            return ["An interrupted change was dropped: its journal was damaged before it began."]
        for step in steps:
            if not _redo(folder, step, on_step):
                told.append(f"{step.path} was edited since: an interrupted change left it alone.")
            on_step(f"did {step.path}")
        _finish(folder, steps, on_step)
    except OSError as error:
        raise unwritable(folder, error) from error
    return ["A change that was interrupted was finished.", *told]


def write_whole(folder: Path, path: Path, data: bytes) -> None:
    """Write one file so that it holds either what it did or all of `data`.

    Raises:
        MemtuiError: `MEMORY_READONLY`.
    """
    temporary = path.with_name(f"{_TEMPORARY_VALUE}{os.urandom(8).hex()}")
    try:
        _write(temporary, data, folder)
        temporary.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise unwritable(path, error) from error


def _refuse_obstacles(folder: Path, steps: Sequence[Step]) -> None:
    for step in steps:
        target = step.to or (step.path if step.before is None and step.text is not None else None)
        if target and os.path.lexists(folder / target):
            raise MemtuiError(
                Code.NOTE_UNREADABLE,
                f"{target} is in the way: it is no note that memtui could read.",
                "Move it elsewhere or mend it; nothing was changed.",
            )


def _unfinished(folder: Path, error: OSError) -> MemtuiError:
    return MemtuiError(
        Code.MEMORY_READONLY,
        f"{folder} could not be written to the end ({error.strerror or error}).",
        "What is missing is done when the memory is opened next.",
    )


def _redo(folder: Path, step: Step, on_step: OnStep) -> bool:
    """Do a step unless it is done; whether the files are as it needs them."""
    path = folder / step.path
    if step.text is None:
        path.unlink(missing_ok=True)
        return True
    here, after = _digest(path), digest(step.text.encode())
    if step.to:
        there = _digest(folder / step.to)
        if there is not None:
            return there == after and here is None
    if here not in (step.before, after):
        return False
    temporary = _temporary(folder)
    _write(temporary, step.text.encode(), folder)
    _put(temporary, folder, step, on_step)
    return True


def _put(temporary: Path, folder: Path, step: Step, on_step: OnStep) -> None:
    """Put a written file in place: first where the old one is, so that there are never two."""
    temporary.replace(folder / step.path)
    if step.to:
        on_step(f"wrote {step.path}")
        (folder / step.path).replace(folder / step.to)


def _finish(folder: Path, steps: Sequence[Step], on_step: OnStep) -> None:
    paths = (path for step in steps for path in (step.path, step.to) if path)
    for parent in dict.fromkeys((folder / path).parent for path in paths):
        _sync_folder(parent)
    on_step("made it last")
    (folder / STATE / JOURNAL).unlink(missing_ok=True)
    on_step("removed the journal")


def _journal(steps: Sequence[Step]) -> bytes:
    content = json.dumps([asdict(step) for step in steps])
    return f"{digest(content.encode())}\n{content}\n".encode()


def _read_journal(data: bytes) -> list[Step] | None:
    mark, _, content = data.decode("ascii", errors="replace").partition("\n")
    content = content.removesuffix("\n")
    if digest(content.encode()) != mark:
        return None
    return [Step(**step) for step in json.loads(content)]


def _temporary(folder: Path) -> Path:
    return folder / STATE / f"{_TEMPORARY}{os.urandom(8).hex()}"


def _write(path: Path, data: bytes, folder: Path) -> None:
    handle = open_file(path, os.O_WRONLY | os.O_EXCL, folder)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(handle)


def _digest(path: Path) -> str | None:
    try:
        return digest(path.read_bytes())
    except FileNotFoundError:
        return None


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
