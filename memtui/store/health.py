"""Is all well with a memory: what its notes and files say, and what can be put right."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from memtui.facts.fact import Rules
from memtui.facts.keeping import Change, Edit
from memtui.facts.timelines import Timelines
from memtui.store.change import leftovers
from memtui.store.entries import Counts, Problem
from memtui.store.index import Index
from memtui.store.places import modes
from memtui.store.steps import Standing, below, is_misplaced

if TYPE_CHECKING:
    from memtui.store.examining import Examined


@dataclass(frozen=True, slots=True)
class Secret:
    """A note that holds what looks like a secret, and by which rule."""

    id: str
    path: str
    rule: str


@dataclass(frozen=True, slots=True)
class Health:
    """How a memory is.

    Args:
        counts: How much is in it.
        problems: Notes that cannot be read, and why.
        secrets: Notes with what looks like a secret.
        disagreeing: Facts (by id) whose until, links or folder do not follow from the statements.
        leftovers: Files that an interrupted change left.
        exposed: Files and folders that others on this computer may read or write.
        faults: What is wrong with the index.
        ahead: Facts (by id) said on a day to come, which counts as today with the next change.
        unknown_settings: Settings that memtui does not know.
    """

    counts: Counts
    problems: tuple[Problem, ...]
    secrets: tuple[Secret, ...]
    disagreeing: tuple[str, ...]
    leftovers: tuple[str, ...]
    exposed: tuple[str, ...]
    faults: tuple[str, ...]
    ahead: tuple[str, ...] = ()
    unknown_settings: tuple[str, ...] = ()

    @property
    def well(self) -> bool:
        """Whether there is nothing to do."""
        return not (
            self.problems
            or self.secrets
            or self.disagreeing
            or self.leftovers
            or self.exposed
            or self.faults
            or self.ahead
        )


@dataclass(frozen=True, slots=True)
class Repaired:
    """What was put right: the change made to the notes, and the rest in sentences."""

    change: Change
    done: tuple[str, ...]

    @property
    def undoable(self) -> Change:
        """What it changed in what notes say; where notes lie follows from that."""
        said = tuple(edit for edit in self.change.edits if edit.before != edit.after)
        return replace(self.change, edits=said)


def examine(index: Index, folder: Path, examined: "Examined") -> Health:
    """How a memory is, with what its notes were found to say. Unknown settings are left to others.

    Where the notes were not all looked through, the files are not looked at either.
    """
    return Health(
        counts=index.ask(lambda catalogue: catalogue.counts()),
        problems=examined.unreadable,
        secrets=examined.secrets,
        disagreeing=examined.disagreeing,
        leftovers=tuple(path.relative_to(folder).as_posix() for path in leftovers(folder)),
        exposed=tuple(_exposed(folder)) if examined.whole else (),
        faults=tuple(index.work(lambda mirror: mirror.catalogue.faults()))
        if examined.whole
        else (),
        ahead=examined.ahead,
    )


def problems(index: Index) -> tuple[Problem, ...]:
    """The notes that cannot be read, and why."""
    found = index.ask(lambda catalogue: catalogue.problems())
    return tuple(Problem(below(path), reason) for path, reason in found)


def settling(
    standing: Mapping[str, Standing],
    rules: Rules,
    unreadable: Iterable[Problem] = (),
    *,
    now: datetime,
    new_id: Callable[[], str],
) -> Change:
    """The change that makes all notes say, and lie, as follows from their statements, of which
    days to come are some: a person says what is meant by them.

    A thing is left alone while what replaced one of its facts is among the unreadable notes:
    without that statement an older one would seem to hold.
    """
    facts = [each.fact for each in standing.values()]
    timelines = Timelines(facts, rules, now=now, today=date.max, new_id=new_id)
    unread = {PurePosixPath(each.path).stem for each in unreadable}
    doubtful = {timelines.key(fact) for fact in facts if fact.replaced_by in unread}
    for key in timelines.things():
        if key not in doubtful:
            timelines.of(key)
    change = timelines.change()
    edited = {edit.id for edit in change.edits}
    moves = tuple(
        Edit(id_, each.fact, each.fact)
        for id_, each in standing.items()
        if id_ not in edited and is_misplaced(each)
    )
    return Change(change.edits + moves)


def protect(folder: Path) -> int:
    """Close what is too open; how many files and folders that were."""
    paths = list(_exposed(folder))
    allowed = modes(folder)
    for path in map(folder.joinpath, paths):
        with suppress(FileNotFoundError):
            path.chmod(allowed[0] if path.is_dir() else allowed[1] | (path.stat().st_mode & 0o100))
    return len(paths)


def closed_line(number: int) -> str:
    """That so many files or folders were closed."""
    return f"Closed {number:,} file{'s' * (number != 1)} or folder{'s' * (number != 1)} to others."


def settled_line(number: int) -> str:
    """That so many notes were settled."""
    return f"Settled {number:,} note{'s' * (number != 1)}."


def _exposed(folder: Path) -> Iterator[str]:
    """Files and folders that are too open, by their paths below the memory's folder.

    Others write meanwhile: what is gone when it is looked at is not too open.
    """
    if os.name == "nt":
        return
    of_folder, of_file = modes(folder)
    if folder.stat().st_mode & 0o777 & ~of_folder:
        yield "."
    waiting = [""]
    while waiting:
        place = waiting.pop()
        with suppress(FileNotFoundError), os.scandir(folder / place) as entries:
            for entry in entries:
                if entry.is_symlink():
                    continue
                path = place + entry.name
                is_folder = entry.is_dir(follow_symlinks=False)
                if is_folder:
                    waiting.append(f"{path}/")
                # As a `Path` each would take ten times as long.
                with suppress(FileNotFoundError):
                    mode = entry.stat(follow_symlinks=False).st_mode & 0o777
                    if mode & ~(of_folder if is_folder else of_file):
                        yield path
