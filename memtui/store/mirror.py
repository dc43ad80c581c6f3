"""The catalogue kept equal to the notes: which files changed, and what follows for the facts."""

import os
import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.facts.fact import Rules
from memtui.store.catalog import Catalogue
from memtui.store.entries import Known
from memtui.store.portions import portions
from memtui.store.progress import Doing, Progress, told, untold

# Imported where files are looked at, which is after the first facts are on the screen.
if TYPE_CHECKING:
    from memtui.store.scanning import Found, Stamp

# Looking at a file costs about 5 µs; a change takes about 3 ms.
_ALWAYS_LOOK_AT = 200
# A look is good for so long, or for so long for each note: some fifty times what it took.
_LOOK_AGAIN_AFTER = 2.0
_LOOK_AGAIN_AFTER_EACH = 0.000_25
_NOTHING_READ: "Mapping[bytes, Found]" = {}


class Mirror:
    """One catalogue over one folder of notes, with what it was last seen to be.

    `changed` and `removed` collect the ids of facts that others changed.
    """

    def __init__(self, catalogue: Catalogue, notes: Path) -> None:
        self.catalogue = catalogue
        self.notes = notes
        self.changed: set[str] = set()
        self.removed: set[str] = set()
        self._told = int(catalogue.meta("generation"))
        self._folders: Mapping[bytes, int] = {}
        self._files = 0
        self._looked = float("-inf")

    @property
    def filled(self) -> bool:
        """Whether the notes were ever all looked at."""
        return self.catalogue.meta("filled") is not None

    def catch_up(self, rules: Rules, *, thorough: bool = True, progress: Progress = untold) -> None:
        """Look at all notes and read what changed.

        Args:
            rules: The rules by which facts belong to things.
            thorough: Also read those again that changed just before they were read last.
            progress: Told how far it is; may raise `Stopped` at any time.
        """
        from memtui.store.scanning import scan

        self.rekey(rules)
        while True:
            looked = time.monotonic()
            seen = scan(self.notes)
            digest = seen.digest
            generation = self._generation()
            if self.catalogue.meta("seen") == f"{generation} {digest}":
                break
            missing, suspect = self._compared(seen.files, thorough=thorough)
            reading = told(suspect, len(suspect), progress, Doing.READING)
            written = self._update(rules, generation, reading, missing, progress=progress)
            if written is not None:
                self._see(written, digest)
                break
        self._folders, self._looked, self._files = seen.folders, looked, len(seen.files)
        if not self.filled:
            self.catalogue.set_meta("filled", 1)
        self._collect()

    def news(
        self,
        rules: Rules,
        suspect: Collection[bytes] | None = None,
        progress: Progress = untold,
    ) -> tuple[frozenset[str], frozenset[str]]:
        """Look at all notes; the facts that others changed, and removed, since the last call.

        Args:
            rules: The rules by which facts belong to things.
            suspect: The only notes that can have changed since the last look, if that is known.
            progress: Told how far a look at all is; may raise `Stopped` at any time.
        """
        if suspect is None or not self._has_looked:
            self.catch_up(rules, progress=progress)
        else:
            self._look_at(rules, suspect)
        changed, removed = frozenset(self.changed), frozenset(self.removed)
        self.changed.clear()
        self.removed.clear()
        return changed, removed

    def check(self, rules: Rules, paths: Iterable[bytes]) -> None:
        """Read some notes again, whatever is known of them."""
        self._check(rules, set(paths), _NOTHING_READ, untold)
        self._collect()

    def keep_up(
        self,
        rules: Rules,
        *,
        alone: bool,
        at_most: float = 0.0,
        suspect: Collection[bytes] | None = None,
    ) -> None:
        """Be as sure as can be had quickly that no note is missed.

        A look at all notes, unless there are many and one was just taken: then, while nobody
        else wrote and no name changed in the folders, only a text changed in place can be
        missed. Those a change concerns are read anyway; another's is settled with the next.

        Args:
            rules: The rules by which facts belong to things.
            alone: Whether nobody else wrote since the last time.
            at_most: For how many seconds more than usual a look at all of many notes is good.
            suspect: The only notes that can have changed since the last look, if that is known.
        """
        if suspect is not None and self._has_looked:
            self._look_at(rules, suspect)
            return
        self.rekey(rules)
        many = self._files > _ALWAYS_LOOK_AT
        good = max(_LOOK_AGAIN_AFTER, _LOOK_AGAIN_AFTER_EACH * self._files) + at_most
        recent = time.monotonic() - self._looked < good
        if not (many and recent and alone and self._folders_are_same()):
            self.catch_up(rules, thorough=False)

    def follow(
        self,
        rules: Rules,
        paths: Iterable[bytes],
        written: "Mapping[bytes, Found]" = _NOTHING_READ,
        progress: Progress = untold,
    ) -> None:
        """Take in what this opener itself wrote; not reported as changed by others.

        Args:
            rules: The rules by which facts belong to things.
            paths: The notes that were written or deleted.
            written: What those hold that are as they were written, so far as that is known.
            progress: Told how far it is.
        """
        from memtui.store.scanning import folder_times

        self._collect()
        changed, removed = self.changed, self.removed
        self.rekey(rules)
        self._check(rules, set(paths), written, progress)
        self._collect()
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

    @property
    def _has_looked(self) -> bool:
        return self._looked > float("-inf")

    def _look_at(self, rules: Rules, suspect: Collection[bytes]) -> None:
        """Read those of some notes that changed."""
        from memtui.store.scanning import glance

        self.rekey(rules)
        known = self.catalogue.known_of(suspect)
        seen = glance(self.notes, suspect)
        changed = {
            path
            for path in suspect
            if (path in known or path in seen)
            and not ((old := known.get(path)) and old[:4] == seen.get(path) and not old.fresh)
        }
        if changed:
            self._check(rules, changed, _NOTHING_READ, untold)
        self._collect()

    def _generation(self) -> int:
        return int(self.catalogue.meta("generation"))

    def _see(self, generation: int, digest: str) -> None:
        """Write down that the catalogue holds what the notes are, unless one has to be read again.

        Under the generation that was compared with the notes: what others write meanwhile is
        under another.
        """
        if not self.catalogue.has_fresh():
            self.catalogue.set_meta("seen", f"{generation} {digest}")

    def _compared(
        self, seen: "Mapping[bytes, Stamp]", *, thorough: bool
    ) -> tuple[set[bytes], set[bytes]]:
        """The notes that are gone, and those to be read."""
        missing: set[bytes] = set()
        suspect = dict(seen)
        for path, size, mtime, ctime, inode, fresh in self.catalogue.known():
            stamp = suspect.get(path)
            if stamp is None:
                missing.add(path)
            elif stamp == (size, mtime, ctime, inode) and not (fresh and thorough):
                del suspect[path]
        return missing, set(suspect)

    def _check(
        self,
        rules: Rules,
        paths: set[bytes],
        written: "Mapping[bytes, Found]",
        progress: Progress,
    ) -> None:
        from memtui.store.scanning import as_it_was_written, glance

        while True:
            generation = self._generation()
            seen = glance(self.notes, paths)
            as_written = {
                path: replace(found, known=known)
                for path, found in written.items()
                if path in seen and (known := as_it_was_written(found.known, seen[path]))
            }
            gone = paths - seen.keys()
            taken = self._update(rules, generation, seen.keys(), gone, as_written, progress)
            if taken is not None:
                return

    def _collect(self) -> None:
        news = self.catalogue.since(self._told)
        # Whoever was away for so long takes all there is for changed.
        changed, removed = news or (self.catalogue.every_id(), set[str]())
        self.changed = (self.changed | changed) - removed
        self.removed = (self.removed | removed) - changed
        self._told = self._generation()

    def _folders_are_same(self) -> bool:
        from memtui.store.scanning import folder_times

        try:
            return folder_times(self.notes, self._folders) == self._folders
        except FileNotFoundError:
            return False

    def _update(
        self,
        rules: Rules,
        generation: int,
        suspect: Iterable[bytes],
        gone: Collection[bytes],
        read_already: "Mapping[bytes, Found]" = _NOTHING_READ,
        progress: Progress = untold,
    ) -> int | None:
        """Take in some notes as they are now.

        Args:
            rules: The rules by which facts belong to things.
            generation: The catalogue's when it was compared with the notes.
            suspect: The notes to be read.
            gone: Those that are no longer there.
            read_already: What some of them hold.
            progress: Told how far it is.

        Returns:
            The catalogue's generation then; `None` when another process wrote meanwhile.
        """
        from memtui.store.scanning import read

        found: dict[bytes, Found] = {}
        touched: dict[bytes, Known] = {}
        missing: set[bytes] = set()
        ids: set[str] = set()
        for some in portions(suspect):
            known = self.catalogue.known_of(some)
            for path in some:
                old = known.get(path)
                new = read_already.get(path) or read(self.notes, path, old)
                if new.same:
                    touched[path] = new.known
                else:
                    found[path] = new
                    ids.update(each.id for each in (old, new.known) if each and each.id)
        for some in portions(gone):
            known = self.catalogue.known_of(some)
            missing |= known.keys()
            ids.update(each.id for each in known.values() if each.id)
        if not (missing or found or touched):
            return generation
        holders = self._holders(found, missing, ids)
        with self.catalogue.writing():
            if self._generation() != generation:
                return None
            if missing or found:
                generation = self.catalogue.next_generation()
            self.catalogue.drop_notes(missing)
            self.catalogue.put_notes(touched.items())
            self.catalogue.put_notes((path, n.known) for path, n in found.items() if not n.fact)
            self._settle(ids, holders, rules, generation, progress)
        return generation

    def _holders(
        self, found: "Mapping[bytes, Found]", missing: Collection[bytes], ids: Collection[str]
    ) -> "dict[str, dict[bytes, Found]]":
        """The files that bear each of some ids."""
        from memtui.store.scanning import read

        holders: dict[str, dict[bytes, Found]] = {}
        for path, new in found.items():
            if new.fact:
                holders.setdefault(new.fact.id, {})[path] = new
        for path in self.catalogue.bearers(ids):
            if path not in found and path not in missing:
                again = read(self.notes, path)
                if again.fact and again.fact.id in ids:
                    holders.setdefault(again.fact.id, {})[path] = again
        return holders

    def _settle(
        self,
        ids: Collection[str],
        holders: "Mapping[str, Mapping[bytes, Found]]",
        rules: Rules,
        generation: int,
        progress: Progress,
    ) -> None:
        """The file named after an id has it; others that bear it are reported."""
        counted = partial(told, of=len(ids), progress=progress, doing=Doing.INDEXING)
        gone = [id_ for id_ in ids if id_ not in holders]
        self.catalogue.drop_facts(counted(gone), generation)
        firsts = {id_: _first(id_, files) for id_, files in holders.items()}
        self.catalogue.put_notes(
            (path, each.known._replace(problem=None if path == first else same_id(first)))
            for id_, first in firsts.items()
            for path, each in holders[id_].items()
        )
        facts = ((first, holders[id_][first].fact) for id_, first in firsts.items())
        self.catalogue.put_facts(
            counted(((path, fact) for path, fact in facts if fact), start=len(gone)),
            rules,
            generation,
        )


def _first(id_: str, files: "Mapping[bytes, Found]") -> bytes:
    own = f"{id_}.md".encode()
    return min(files, key=lambda path: (path.rpartition(b"/")[2] != own, path))


def same_id(path: bytes) -> str:
    """The problem of a note that bears the id of the one at a path."""
    return f"it has the same id as {os.fsdecode(path)}"
