"""The notes that a request needs to see, read from disk now."""

from collections.abc import Iterable
from pathlib import Path

from memtui.facts.fact import Rules
from memtui.facts.keeping import Scope
from memtui.facts.things import subject_key, thing_key
from memtui.store.catalog import Catalogue
from memtui.store.mirror import Mirror
from memtui.store.scanning import read
from memtui.store.steps import Standing


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


def _ids(catalogue: Catalogue, rules: Rules, scope: Scope) -> list[str]:
    if scope.everything:
        return [row.id for row in catalogue.rows(history=True)]
    facts = catalogue.facts(history=True, ids=scope.ids) if scope.ids else []
    for batch in scope.batches:
        facts += catalogue.facts(history=True, batch=batch)
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
