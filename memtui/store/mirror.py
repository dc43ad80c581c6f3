"""The catalogue kept equal to the notes: which files changed, and what follows for the facts."""

import os
import time
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.facts.fact import Rules
from memtui.store.catalog import Catalogue
from memtui.store.entries import Known

# Imported where files are looked at, which is after the first facts are on the screen.
if TYPE_CHECKING:
    from memtui.store.scanning import Found, Stamp

# Looking at a file costs 2 to 4 µs; a change takes about 3 ms.
_ALWAYS_LOOK_AT = 200
_LOOK_AGAIN_AFTER = 2.0


class Mirror:
    """One catalogue over one folder of notes, with what it was last seen to be.

    `changed` and `removed` collect the ids of facts that others changed.
    """

    def __init__(self, catalogue: Catalogue, notes: Path) -> None:
        self.catalogue = catalogue
        self.notes = notes
        self.changed: set[str] = set()
        self.removed: set[str] = set()
        self._known: dict[bytes, Known] = {}
        self._generation = -1
        self._told = int(catalogue.meta("generation"))
        self._folders: Mapping[bytes, int] = {}
        self._looked = float("-inf")

    @property
    def filled(self) -> bool:
        """Whether the notes were ever all looked at."""
        return self.catalogue.meta("filled") is not None

    def catch_up(self, rules: Rules, *, thorough: bool = True) -> None:
        """Look at all notes and read what changed.

        Args:
            rules: The rules by which facts belong to things.
            thorough: Also read those again that changed just before they were read last.
        """
        from memtui.store.scanning import scan

        self.rekey(rules)
        while True:
            looked = time.monotonic()
            seen = scan(self.notes)
            digest = seen.digest
            if self._is_seen(digest):
                break
            self._recall()
            fresh = {path for path, known in self._known.items() if known.fresh}
            doubted = fresh if thorough else set[bytes]()
            if self._update(rules, seen.files, self._known.keys(), doubted=doubted):
                self._see(digest)
                break
        self._folders, self._looked = seen.folders, looked
        if not self.filled:
            self.catalogue.set_meta("filled", 1)
        self._collect()

    def news(self, rules: Rules) -> tuple[frozenset[str], frozenset[str]]:
        """Look at all notes; the facts that others changed, and removed, since the last call."""
        self.catch_up(rules)
        changed, removed = frozenset(self.changed), frozenset(self.removed)
        self.changed.clear()
        self.removed.clear()
        return changed, removed

    def check(self, rules: Rules, paths: Iterable[bytes]) -> None:
        """Read some notes again, whatever is known of them."""
        from memtui.store.scanning import glance

        paths = set(paths)
        while True:
            self._recall()
            seen = glance(self.notes, paths)
            if self._update(rules, seen, paths & self._known.keys(), doubted=paths):
                break
        self._collect()

    def keep_up(self, rules: Rules, *, alone: bool, at_most: float = _LOOK_AGAIN_AFTER) -> None:
        """Be as sure as can be had quickly that no note is missed.

        A look at all notes, unless there are many and one was just taken: then, while nobody
        else wrote and no name changed in the folders, only a text changed in place can be
        missed. Those a change concerns are read anyway; another's is settled with the next.

        Args:
            rules: The rules by which facts belong to things.
            alone: Whether nobody else wrote since the last time.
            at_most: For how many seconds a look at all of many notes is good.
        """
        self.rekey(rules)
        self._recall()
        many = len(self._known) > _ALWAYS_LOOK_AT
        recent = time.monotonic() - self._looked < at_most
        if not (many and recent and alone and self._folders_are_same()):
            self.catch_up(rules, thorough=False)

    def follow(self, rules: Rules, paths: Iterable[bytes]) -> None:
        """Take in what this opener itself wrote; not reported as changed by others."""
        from memtui.store.scanning import folder_times

        self._collect()
        changed, removed = self.changed, self.removed
        self.rekey(rules)
        self.check(rules, paths)
        self.changed, self.removed = changed, removed
        self._folders = folder_times(self.notes, self._folders)

    def rekey(self, rules: Rules) -> None:
        """Put facts under the things to which they belong by these rules, unless they are."""
        mark = repr(rules)
        if self.catalogue.meta("rules") == mark:
            return
        with self.catalogue.writing():
            self.catalogue.rekey(rules, self.catalogue.next_generation())
            self.catalogue.set_meta("rules", mark)

    def known(self, path: bytes) -> Known | None:
        """What is known of a note's file."""
        if self._generation < 0:
            self._recall()
        return self._known.get(path)

    def _is_seen(self, digest: str) -> bool:
        """Whether the catalogue holds what the notes are, all of them.

        Asked first: to load what is known of each of 10,000 notes takes as long as to look at
        them.
        """
        generation = int(self.catalogue.meta("generation"))
        if self.catalogue.meta("seen") != f"{generation} {digest}":
            return False
        if generation != self._generation:
            self._known, self._generation = {}, -1
        return True

    def _see(self, digest: str) -> None:
        """Write down that the catalogue holds what the notes are, unless one has to be read again.

        Under the generation that was compared with the notes: what others write meanwhile is
        under another.
        """
        if not any(known.fresh for known in self._known.values()):
            self.catalogue.set_meta("seen", f"{self._generation} {digest}")

    def _recall(self) -> None:
        generation = int(self.catalogue.meta("generation"))
        if generation != self._generation:
            self._known = self.catalogue.known()
            self._generation = generation

    def _collect(self) -> None:
        news = self.catalogue.since(self._told)
        # Whoever was away for so long takes all there is for changed.
        changed, removed = news or (self.catalogue.every_id(), set[str]())
        self.changed = (self.changed | changed) - removed
        self.removed = (self.removed | removed) - changed
        self._told = int(self.catalogue.meta("generation"))

    def _folders_are_same(self) -> bool:
        from memtui.store.scanning import folder_times

        try:
            return folder_times(self.notes, self._folders) == self._folders
        except FileNotFoundError:
            return False

    def _update(
        self,
        rules: Rules,
        seen: "Mapping[bytes, Stamp]",
        expected: Collection[bytes],
        *,
        doubted: Collection[bytes],
    ) -> bool:
        """Take in what was seen; false when another process wrote meanwhile.

        Args:
            rules: The rules by which facts belong to things.
            seen: The files that are there.
            expected: The known files that were looked for.
            doubted: Those to be read again even if they look the same.
        """
        from memtui.store.scanning import read

        missing = {path for path in expected if path not in seen}
        found: dict[bytes, Found] = {}
        touched: dict[bytes, Known] = {}
        for path, stamp in seen.items():
            old = self._known.get(path)
            if old and _same(old, stamp) and path not in doubted:
                continue
            new = read(self.notes, path, old)
            if new.same:
                touched[path] = new.known
            else:
                found[path] = new
        if not (missing or found or touched):
            return True
        ids = {old.id for path in missing | found.keys() if (old := self._known.get(path))}
        ids |= {new.known.id for new in found.values()}
        ids.discard(None)
        holders = self._holders(found, missing, ids)
        with self.catalogue.writing():
            if int(self.catalogue.meta("generation")) != self._generation:
                return False
            generation = self.catalogue.next_generation() if missing or found else self._generation
            for path in missing:
                self.catalogue.drop_note(path)
                self._known.pop(path, None)
            for path, known in touched.items():
                self._remember(path, known)
            for path, new in found.items():
                if new.fact is None:
                    self._remember(path, new.known)
            for id_ in ids:
                self._settle(str(id_), holders.get(id_, {}), rules, generation)
        self._generation = generation
        return True

    def _remember(self, path: bytes, known: Known) -> None:
        self.catalogue.put_note(path, known)
        self._known[path] = known

    def _holders(
        self,
        found: "Mapping[bytes, Found]",
        missing: Collection[bytes],
        ids: Collection[str | None],
    ) -> "dict[str | None, dict[bytes, Found]]":
        """The files that bear each of some ids."""
        from memtui.store.scanning import read

        holders: dict[str | None, dict[bytes, Found]] = {}
        for path, new in found.items():
            if new.fact:
                holders.setdefault(new.fact.id, {})[path] = new
        for path in self.catalogue.bearers(id_ for id_ in ids if id_):
            if path not in found and path not in missing:
                again = read(self.notes, path)
                if again.fact and again.fact.id in ids:
                    holders.setdefault(again.fact.id, {})[path] = again
        return holders

    def _settle(
        self, id_: str, holders: "Mapping[bytes, Found]", rules: Rules, generation: int
    ) -> None:
        """The file named after the id has it; others that bear it are reported."""
        if not holders:
            self.catalogue.drop_fact(id_, generation)
            return
        own = f"{id_}.md".encode()
        first = min(holders, key=lambda path: (path.rpartition(b"/")[2] != own, path))
        for path, each in holders.items():
            problem = None if path == first else same_id(first)
            self._remember(path, each.known._replace(problem=problem))
        fact = holders[first].fact
        if fact:
            self.catalogue.put_fact(fact, first, rules, generation)


def same_id(path: bytes) -> str:
    """The problem of a note that bears the id of the one at a path."""
    return f"it has the same id as {os.fsdecode(path)}"


def _same(known: Known, stamp: "Stamp") -> bool:
    return known[:4] == stamp
