"""Is all well with a memory: what its notes and files say, and what can be put right."""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path, PurePosixPath

from memtui.facts.fact import Fact, Rules
from memtui.facts.keeping import Change, Edit
from memtui.facts.secrets import secret_in
from memtui.facts.timelines import Timelines
from memtui.store.change import leftovers
from memtui.store.entries import Counts, Problem
from memtui.store.fields import KEYS
from memtui.store.index import Index
from memtui.store.places import modes
from memtui.store.steps import Standing, below, is_misplaced


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
        ahead: Facts (by id) that are said on a day to come; until then nothing replaces them.
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


def examine(
    index: Index,
    folder: Path,
    standing: Mapping[str, Standing],
    settled: Change,
    today: date,
) -> Health:
    """How a memory is; `settled` is what `settling` gave. Unknown settings are left to others."""
    return Health(
        counts=index.ask(lambda catalogue: catalogue.counts()),
        problems=problems(index),
        secrets=_secrets(standing),
        disagreeing=tuple(edit.id for edit in settled.edits),
        leftovers=tuple(path.relative_to(folder).as_posix() for path in leftovers(folder)),
        exposed=tuple(path.relative_to(folder).as_posix() for path in _exposed(folder)),
        faults=tuple(index.work(lambda mirror: mirror.catalogue.faults())),
        ahead=tuple(id_ for id_, each in standing.items() if each.fact.last_said > today),
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
    today: date,
    new_id: Callable[[], str],
) -> Change:
    """The change that makes all notes say, and lie, as follows from their statements.

    A thing is left alone while what replaced one of its facts is among the unreadable notes:
    without that statement an older one would seem to hold.
    """
    facts = [each.fact for each in standing.values()]
    timelines = Timelines(facts, rules, now=now, today=today, new_id=new_id)
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
    paths = _exposed(folder)
    allowed = modes(folder)
    for path in paths:
        path.chmod(allowed[0] if path.is_dir() else allowed[1] | (path.stat().st_mode & 0o100))
    return len(paths)


def closed_line(number: int) -> str:
    """That so many files or folders were closed."""
    return f"Closed {number:,} file{'s' * (number != 1)} or folder{'s' * (number != 1)} to others."


def settled_line(number: int) -> str:
    """That so many notes were settled."""
    return f"Settled {number:,} note{'s' * (number != 1)}."


def _exposed(folder: Path) -> list[Path]:
    if os.name == "nt":
        return []
    allowed = modes(folder)
    found = []
    for root, _, names in os.walk(folder):
        for path, mode in [(Path(root), allowed[0]), *((Path(root, n), allowed[1]) for n in names)]:
            if not path.is_symlink() and path.stat().st_mode & 0o777 & ~mode:
                found.append(path)
    return found


def _secrets(standing: Mapping[str, Standing]) -> tuple[Secret, ...]:
    found = ((id_, each, secret_in(*_texts(each.fact))) for id_, each in standing.items())
    return tuple(Secret(id_, below(each.path), rule) for id_, each, rule in found if rule)


def _texts(fact: Fact) -> list[str]:
    texts = [fact.subject, fact.attribute, fact.fact, *fact.tags]
    for saying in (fact.first, *fact.again):
        texts.append(saying.source)
        if saying.evidence:
            texts += [saying.evidence.quote, saying.evidence.speaker]
    for revision in fact.revisions:
        earlier = (revision.fact, revision.subject, revision.attribute, revision.source)
        texts += [text for text in earlier if text]
    return [*texts, *map(_foreign, fact.carried)]


def _foreign(note: str) -> str:
    """What stands in a note besides the fact: a longer body, and keys that are not ours."""
    header, _, body = note.partition("\n---")
    lines = [line for line in header.splitlines() if line.partition(":")[0] not in KEYS]
    return "\n".join((*lines, body.partition("\n\n")[2]))
