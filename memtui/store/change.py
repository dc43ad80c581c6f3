"""Files changed all together or not at all, through a journal that is redone after a crash.

Everything is written to temporary files first, so that a full disk is met before the journal,
which is the point of no return; what follows it only renames. A file's text is on the disk before
its name is: nobody finds an empty note after a power cut. Call under the memory's lock.
"""

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import NamedTuple

from memtui.errors import Code, MemtuiError
from memtui.store.durable import (
    TEMPORARY,
    Temporaries,
    at_once,
    sync_folder,
    write_durably,
)
from memtui.store.places import STATE, unwritable
from memtui.store.portions import portions
from memtui.store.progress import Doing, Progress, told, untold

JOURNAL = "change.json"
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


class Written(NamedTuple):
    """A file that was written, below the memory's folder: its stamp when it was, by `os.fstat`."""

    path: str
    size: int
    mtime: int
    inode: int


class _State(Enum):
    DONE = auto()
    LEFT = auto()
    EDITED = auto()


def digest(data: bytes) -> str:
    """The mark by which the journal knows what a file held."""
    return hashlib.sha256(data).hexdigest()


def no_step(name: str) -> None:
    """Between two steps nothing happens."""


def apply(
    folder: Path,
    steps: Sequence[Step],
    *,
    on_step: OnStep = no_step,
    progress: Progress = untold,
) -> list[Written]:
    """Carry out all steps, or none.

    One file alone needs no journal: it is there, or renamed away, at once.

    Args:
        folder: The memory's folder.
        steps: What to do, at least one; no two with one path.
        on_step: Called after each step with its name.
        progress: Told how far it is; what it raises before the journal stands ends it.

    Returns:
        The files that were written and where they are now, in the order of their steps.

    Raises:
        MemtuiError: `MEMORY_READONLY`; `NOTE_UNREADABLE` when a file stands in the way.
    """
    _refuse_obstacles(folder, steps)
    texts = [(step, step.text) for step in steps if step.text is not None]
    temporaries = Temporaries(folder, len(texts))
    begun = False
    try:
        for step, text in told(texts, len(texts), progress, Doing.WRITING):
            temporaries.write(text)
            on_step(f"wrote beside {step.path}")
        if temporaries.sync():
            on_step("made them durable")
        if texts:
            progress(Doing.WRITING, len(texts), len(texts))
        if len(steps) > 1 or steps[0].to:
            journal = temporaries.write_alone(_journal(steps))
            on_step("wrote the journal beside")
            os.replace(journal, folder / STATE / JOURNAL)  # noqa: PTH105
            begun = True
            sync_folder(folder / STATE)
            on_step("put the journal in place")
        places = told(_placed(steps, temporaries), len(steps), progress, Doing.PLACING)
        for _ in at_once(lambda place: _put(folder, *place, on_step), places, len(steps)):
            begun = True
        _finish(folder, steps, on_step)
    except OSError as error:
        if begun:
            raise _unfinished(folder, error) from error
        temporaries.drop()
        raise unwritable(folder, error) from error
    except BaseException:
        if not begun:
            temporaries.drop()
        raise
    return [
        Written(step.to or step.path, *stamp)
        for (step, _), stamp in zip(texts, temporaries.stamps, strict=True)
    ]


def interrupted(folder: Path) -> bool:
    """Whether a change was begun here and not finished."""
    return (folder / STATE / JOURNAL).exists()


def leftovers(folder: Path) -> list[Path]:
    """What an interrupted change, or value, left in a memory's folder."""
    places = (folder, *(path for path in (folder / STATE, *(folder / STATE).glob("*/"))))
    found = [path for place in places for path in place.glob(TEMPORARY + "*")]
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
    lines: list[str] = []
    try:
        for stray in leftovers(folder):
            if stray != journal:
                stray.unlink(missing_ok=True)
        if not journal.exists():
            return lines
        steps = _read_journal(journal.read_bytes())
        if steps is None:
            journal.unlink()
            return ["An interrupted change was dropped: its journal was damaged before it began."]
        lines += [
            f"{step.path} was edited since: an interrupted change left it alone."
            for step in _redo(folder, steps, on_step)
        ]
        _finish(folder, steps, on_step)
    except OSError as error:
        raise unwritable(folder, error) from error
    return ["A change that was interrupted was finished.", *lines]


def write_whole(folder: Path, path: Path, data: bytes) -> None:
    """Write one file so that it holds either what it did or all of `data`.

    Raises:
        MemtuiError: `MEMORY_READONLY`.
    """
    temporary = path.with_name(f"{_TEMPORARY_VALUE}{os.urandom(8).hex()}")
    try:
        write_durably(temporary, [data], folder)
        temporary.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        # Where nothing can be written nothing can be deleted, nor is there anything.
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise unwritable(path, error) from error


def _refuse_obstacles(folder: Path, steps: Sequence[Step]) -> None:
    for step in steps:
        target = step.to or (step.path if step.before is None and step.text is not None else None)
        if target and os.path.lexists(f"{folder}/{target}"):
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


def _redo(folder: Path, steps: Sequence[Step], on_step: OnStep) -> list[Step]:
    """Do the steps that are not done; those are returned whose files somebody edited since."""
    edited: list[Step] = []
    left: list[Step] = []
    for step in steps:
        state = _state_of(folder, step)
        if state is _State.EDITED:
            edited.append(step)
        elif state is _State.LEFT:
            left.append(step)
    temporaries = Temporaries(folder, len(left))
    for step in left:
        if step.text is not None:
            temporaries.write(step.text)
    temporaries.sync()
    on_step("wrote anew what is left")
    places = _placed(left, temporaries)
    for _ in at_once(lambda place: _put(folder, *place, on_step), places, len(left)):
        pass
    return edited


def _state_of(folder: Path, step: Step) -> "_State":
    """Whether a step is done, or can be."""
    if step.text is None:
        return _State.LEFT
    here, after = _digest(folder / step.path), digest(step.text.encode())
    if step.to:
        there = _digest(folder / step.to)
        if there is not None:
            return _State.DONE if there == after and here is None else _State.EDITED
    elif here == after:
        return _State.DONE
    return _State.LEFT if here in (step.before, after) else _State.EDITED


def _placed(steps: Iterable[Step], temporaries: Temporaries) -> Iterator[tuple[Step, str | None]]:
    """Each step with the temporary file that is to be put in place."""
    paths = iter(temporaries.paths)
    return ((step, None if step.text is None else next(paths)) for step in steps)


def _put(folder: Path, step: Step, temporary: str | None, on_step: OnStep) -> None:
    """Do a step: put a file in place first where the old one is, so that there are never two."""
    path = f"{folder}/{step.path}"
    if temporary is None:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)  # noqa: PTH108
    else:
        os.replace(temporary, path)  # noqa: PTH105
        if step.to:
            on_step(f"wrote {step.path}")
            os.replace(path, f"{folder}/{step.to}")  # noqa: PTH105
    on_step(f"did {step.path}")


def _finish(folder: Path, steps: Sequence[Step], on_step: OnStep) -> None:
    paths = (path for step in steps for path in (step.path, step.to) if path)
    for parent in dict.fromkeys(os.path.dirname(path) for path in paths):  # noqa: PTH120
        sync_folder(folder / parent)
    on_step("made it last")
    (folder / STATE / JOURNAL).unlink(missing_ok=True)
    on_step("removed the journal")


def _journal(steps: Sequence[Step]) -> list[bytes]:
    """The journal in pieces: its mark, and the steps as JSON on one line."""
    mark = hashlib.sha256()
    pieces: list[bytes] = []
    before = "["
    for some in portions(steps):
        texts = (
            json.dumps({"path": each.path, "text": each.text, "before": each.before, "to": each.to})
            for each in some
        )
        pieces.append(f"{before}{', '.join(texts)}".encode())
        before = ", "
    pieces.append(b"]")
    for piece in pieces:
        mark.update(piece)
    return [f"{mark.hexdigest()}\n".encode(), *pieces, b"\n"]


def _read_journal(data: bytes) -> list[Step] | None:
    mark, _, content = data.partition(b"\n")
    content = content.removesuffix(b"\n")
    if digest(content) != mark.decode("ascii", errors="replace"):
        return None
    return [Step(**step) for step in json.loads(content)]


def _digest(path: Path) -> str | None:
    try:
        return digest(path.read_bytes())
    except FileNotFoundError:
        return None
