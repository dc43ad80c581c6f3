"""The notes that a request needs to see, read from disk now."""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Rules
from memtui.facts.keeping import Scope
from memtui.facts.text import fold
from memtui.facts.things import subject_key, thing_key
from memtui.store.catalog import Catalogue
from memtui.store.entries import Stored
from memtui.store.fields import is_id
from memtui.store.index import Index
from memtui.store.mirror import Mirror
from memtui.store.notes import unreadable
from memtui.store.progress import Doing, Progress, told, untold
from memtui.store.scanning import read, text_if_same
from memtui.store.steps import Standing, below

# Of an id that is given in part, `f_` included.
_SHORTEST = 4


def within(
    mirror: Mirror, notes: Path, rules: Rules, scope: Scope, progress: Progress = untold
) -> dict[str, Standing]:
    """The notes of all facts within a scope, by id.

    What was edited since it was last looked at is taken in first, and the scope found anew.
    """
    while True:
        standing: dict[str, Standing] = {}
        stale: list[bytes] = []
        ids = _ids(mirror.catalogue, rules, scope)
        for stored in told(mirror.catalogue.stored(ids), len(ids), progress, Doing.READING):
            text = text_if_same(notes, stored.path, stored.sha256)
            if text is None:
                stale.append(stored.path)
            else:
                standing[stored.fact.id] = _as_stored(stored, text)
        if not stale:
            return standing
        mirror.check(rules, stale)


def standing(
    catalogue: Catalogue, notes: Path, ids: Collection[str], progress: Progress = untold
) -> dict[str, Standing]:
    """The notes of some facts, by id; those that are gone or unreadable are left out."""
    found = {}
    for stored in told(catalogue.stored(ids), len(ids), progress, Doing.READING):
        text = text_if_same(notes, stored.path, stored.sha256)
        if text is not None:
            found[stored.fact.id] = _as_stored(stored, text)
        else:
            fact = read(notes, stored.path).fact
            if fact and fact.id == stored.fact.id:
                found[fact.id] = Standing(stored.path, fact)
    return found


def _as_stored(stored: Stored, text: str) -> Standing:
    return Standing(stored.path, replace(stored.fact, carried=(text,)))


def find(index: Index, notes: Path, rules: Rules, text: str) -> Standing:
    """The note of one fact, by its id, an unmistakable start of it, or `[id]`.

    Raises:
        MemtuiError: `FACT_UNKNOWN`, `NOTE_UNREADABLE`.
    """
    id_ = text.strip().removeprefix("[").removesuffix("]").strip()
    if not is_id(id_) and len(id_) >= _SHORTEST and id_.startswith("f_"):
        found = index.ask(lambda catalogue: catalogue.ids(id_))
        if len(found) > 1:
            raise MemtuiError(
                Code.FACT_UNKNOWN, f"More than one fact starts with {id_}.", "Give more of the id."
            )
        id_ = found[0] if found else id_
    there = index.work(lambda mirror: standing(mirror.catalogue, notes, [id_]))
    if not there:
        index.work(lambda mirror: mirror.catch_up(rules))
        there = index.work(lambda mirror: standing(mirror.catalogue, notes, [id_]))
    if id_ in there:
        return there[id_]
    raise broken_note(index, id_) or MemtuiError(
        Code.FACT_UNKNOWN,
        f"There is no fact {id_}.",
        "It may have been forgotten; `memtui facts --history` lists all.",
    )


def broken_note(index: Index, id_: str) -> MemtuiError | None:
    """The error of a note that bears an id as its name and cannot be read, if there is one."""
    for path, reason in index.ask(lambda catalogue: catalogue.problems()):
        if path.rpartition(b"/")[2] == f"{id_}.md".encode():
            return unreadable(reason, below(path))
    return None


def _ids(catalogue: Catalogue, rules: Rules, scope: Scope) -> list[str]:
    if scope.everything:
        return catalogue.all_ids()
    found = catalogue.ids_within(
        ids=scope.ids,
        things={thing_key(*thing, rules) for thing in scope.things},
        batches=scope.batches,
        sources=map(fold, scope.sources),
    )
    subjects = {subject_key(subject, rules) for subject in scope.subjects}
    if scope.kin:
        subjects |= {subject_key(subject, rules) for subject in catalogue.subjects_of(scope.ids)}
    for subject in subjects:
        found += catalogue.ids_about(subject)
    return list(dict.fromkeys(found))
