"""From a `Change` to what becomes of each file, and back to the facts as they were written."""

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Fact
from memtui.facts.keeping import Change, Edit
from memtui.store.change import Step, Written, digest
from memtui.store.entries import Known
from memtui.store.note_secrets import secret_in_note
from memtui.store.notes import as_written
from memtui.store.places import HISTORY, NOTES
from memtui.store.scanning import Found

_IN_HISTORY = os.fsencode(f"{HISTORY}/")


@dataclass(frozen=True, slots=True)
class Standing:
    """A note as it is now: where it is below the notes, and the fact with its text."""

    path: bytes
    fact: Fact


@dataclass(frozen=True, slots=True)
class Steps:
    """What becomes of the files: the steps, the change with its facts as the notes will say them,
    and those facts by where each note that is written will be.
    """

    steps: list[Step]
    change: Change
    facts: dict[str, Fact]


def steps_of(
    change: Change, standing: Mapping[str, Standing], *, evidence: bool, free: Callable[[str], bool]
) -> Steps:
    """What becomes of each note.

    Args:
        change: The change.
        standing: The notes of the touched facts as they are now, by id.
        evidence: Whether new evidence is written down.
        free: Whether no file has a path below the notes.

    Raises:
        MemtuiError: `NOTE_UNREADABLE` when a note cannot be changed without loss.
    """
    steps: list[Step] = []
    edits: list[Edit] = []
    facts: dict[str, Fact] = {}
    for edit in change.edits:
        now = standing.get(edit.id)
        if edit.after is None:
            edits.append(replace(edit, before=now.fact if now else edit.before))
            if now:
                steps.append(Step(below(now.path), None))
            continue
        fact = _on_top(edit, now)
        known = now.fact if now and fact.carried[:1] == now.fact.carried[:1] else None
        after = as_written(fact, evidence=evidence, before=known)
        text = after.carried[0]
        edits.append(Edit(edit.id, now.fact if now else None, after))
        if now is None:
            step = Step(below(_place(after, None)), text)
        else:
            old = now.fact.carried[0]
            to = _place(after, now.path)
            if to != now.path and not free(os.fsdecode(to)):
                to = _place(after, None)
            if text == old and to == now.path:
                continue
            before = digest(old.encode())
            step = Step(below(now.path), text, before, below(to) if to != now.path else None)
        steps.append(step)
        facts[step.to or step.path] = after
    return Steps(steps, replace(change, edits=tuple(edits)), facts)


def found_in(written: Iterable[Written], facts: Mapping[str, Fact]) -> dict[bytes, Found]:
    """What the notes hold that were written, by their paths below the notes."""
    found = {}
    for path, size, mtime, inode in written:
        if fact := facts.get(path):
            mark = hashlib.sha256(fact.carried[0].encode()).digest()
            secret = secret_in_note(fact)
            known = Known(size, mtime, 0, inode, True, mark, fact.id, None, secret)
            found[os.fsencode(path.removeprefix(f"{NOTES}/"))] = Found(known, fact)
    return found


def changed_since(edit: Edit, now: Standing | None) -> MemtuiError | None:
    """The error when a note is not as a change to be undone left it."""
    if (now.fact if now else None) == edit.before:
        return None
    fact = edit.before or edit.after or (now and now.fact)
    name = f"{fact.subject} / {fact.attribute} ({edit.id})" if fact else edit.id
    return MemtuiError(
        Code.MEMORY_CHANGED,
        f"{name} was changed since. Nothing was undone.",
        "Look at it as it is now, and change it from there.",
    )


def is_misplaced(standing: Standing) -> bool:
    """Whether a note lies among the current ones and is history, or the other way round."""
    return _place(standing.fact, standing.path) != standing.path


def _on_top(edit: Edit, now: Standing | None) -> Fact:
    """The fact to write, on the text that stands there now.

    Where that text is the one the change started from, the fact brings its own: so an undo
    gives back each byte, and a hand's edit of foreign lines meanwhile is not lost.
    """
    assert edit.after is not None
    started_from = edit.before.carried if edit.before else ()
    if now is None or now.fact.carried[:1] == started_from[:1]:
        return edit.after
    return replace(edit.after, carried=now.fact.carried + edit.after.carried[1:])


def _place(fact: Fact, path: bytes | None) -> bytes:
    """Where a note belongs: current or history, under the name it has."""
    if path and path.startswith(_IN_HISTORY) is not fact.current:
        return path
    name = PurePosixPath(os.fsdecode(path)) if path else PurePosixPath(f"{fact.id}.md")
    return os.fsencode(str(name.name if fact.current else PurePosixPath(HISTORY, name.name)))


def below(path: bytes) -> str:
    """A note's path below the memory's folder."""
    return f"{NOTES}/{os.fsdecode(path)}"
