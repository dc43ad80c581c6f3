"""The notes that a request needs to see, read from disk now."""

from collections.abc import Iterable
from pathlib import Path

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Rules
from memtui.facts.keeping import Scope
from memtui.facts.things import subject_key, thing_key
from memtui.store.catalog import Catalogue
from memtui.store.fields import is_id
from memtui.store.index import Index
from memtui.store.mirror import Mirror
from memtui.store.notes import unreadable
from memtui.store.scanning import read
from memtui.store.steps import Standing, below

# Of an id that is given in part, `f_` included.
_SHORTEST = 4


def within(mirror: Mirror, notes: Path, rules: Rules, scope: Scope) -> dict[str, Standing]:
    """The notes of all facts within a scope, by id.

    What was edited since it was last looked at is taken in first, and the scope found anew.
    """
    while True:
        paths = mirror.catalogue.paths(_ids(mirror.catalogue, rules, scope))
        standing: dict[str, Standing] = {}
        stale: list[bytes] = []
        for id_, path in paths.items():
            now = read(notes, path)
            known = mirror.known(path)
            if now.fact and known and now.known.sha256 == known.sha256:
                standing[id_] = Standing(path, now.fact)
            else:
                stale.append(path)
        if not stale:
            return standing
        mirror.check(rules, stale)


def standing(catalogue: Catalogue, notes: Path, ids: Iterable[str]) -> dict[str, Standing]:
    """The notes of some facts, by id; those that are gone or unreadable are left out."""
    found = {}
    for id_, path in catalogue.paths(ids).items():
        fact = read(notes, path).fact
        if fact and fact.id == id_:
            found[id_] = Standing(path, fact)
    return found


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
        return [row.id for row in catalogue.rows(history=True)]
    facts = catalogue.facts(history=True, ids=scope.ids) if scope.ids else []
    for batch in scope.batches:
        facts += catalogue.facts(history=True, batch=batch)
    for source in scope.sources:
        facts += catalogue.facts(history=True, source=source)
    things = {thing_key(*thing, rules) for thing in scope.things}
    things |= {thing_key(fact.subject, fact.attribute, rules) for fact in facts}
    subjects = {subject_key(subject, rules) for subject in scope.subjects}
    if scope.kin:
        subjects |= {subject_key(fact.subject, rules) for fact in facts}
    if things:
        facts += catalogue.facts(history=True, things=things)
    for subject in subjects:
        facts += catalogue.facts(history=True, subject_key=subject)
    return list(dict.fromkeys(fact.id for fact in facts))
