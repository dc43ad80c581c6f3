"""Memory: the one door to a memory on disk."""

import os
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, TypeVar

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Fact, Rules
from memtui.facts.keeping import Change, Request, Scope, scope
from memtui.facts.planning import plan
from memtui.facts.things import attribute_key, subject_key, thing_key
from memtui.store import change as journal
from memtui.store import places, settingsfile, state
from memtui.store.catalog import Batch, Catalogue, Counts, Problem, Row, WordHit, remove
from memtui.store.fields import is_id
from memtui.store.locking import Lock
from memtui.store.mirror import Mirror, is_broken, open_mirror
from memtui.store.notes import unreadable
from memtui.store.scanning import read
from memtui.store.steps import Standing, changed_since, steps_of

Clock = Callable[[], datetime]
_Answer = TypeVar("_Answer")


def utc_now() -> datetime:
    """The moment, aware, in UTC."""
    return datetime.now(UTC)


def fresh_id() -> str:
    """A new fact's id."""
    return f"f_{secrets.token_hex(8)}"


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What others changed since the last look: facts by id, and whether the settings."""

    changed: frozenset[str]
    removed: frozenset[str]
    settings: bool


class Memory:
    """A memory on disk, open. May be used from several threads."""

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        new_id: Callable[[], str],
        *,
        wait: float = 10.0,
        on_step: journal.OnStep = journal.no_step,
    ) -> None:
        """Open the memory in a folder; `Memory.open` is how others do it."""
        self.folder = folder
        self.name = folder.name
        self.notices: list[str] = []
        self._clock = clock
        self._new_id = new_id
        self._on_step = on_step
        self._notes = folder / places.NOTES
        self._settings_stamp: tuple[int, ...] | None = None
        self._settings_changed = False
        self._load_settings()
        self._settings_changed = False
        self._lock = Lock(folder, wait=wait)
        self._writing = threading.RLock()
        self._reading = threading.RLock()
        self._recover()
        self._open_catalogue()

    @classmethod
    def open(
        cls,
        home: Path,
        name: str,
        *,
        make: bool = False,
        clock: Clock = utc_now,
        new_id: Callable[[], str] = fresh_id,
    ) -> "Memory":
        """Open a memory. The notes are not looked at yet: `refresh` does that.

        Args:
            home: The folder that holds all memories.
            name: The memory's name.
            make: Whether to make it when there is none.
            clock: Gives the moment.
            new_id: Gives ids for new facts.

        Raises:
            MemtuiError: `MEMORY_UNKNOWN`, `NAME_UNUSABLE`, `SETTINGS_UNREADABLE`,
                `INDEX_UNAVAILABLE`.
        """
        folder = places.memory_folder(home, name)
        if not (folder / places.SETTINGS).is_file():
            if not make:
                raise places.unknown(home, name)
            places.create(home, name)
        return cls(folder, clock, new_id)

    def close(self) -> None:
        """Let go of the memory's files."""
        with self._writing, self._reading:
            self._mirror.catalogue.close()
            self._reader.close()

    # What it is

    @property
    def rules(self) -> Rules:
        """Which names are one, and which things hold many values."""
        return settingsfile.rules_of(self.settings)

    @property
    def today(self) -> date:
        """The person's day.

        Raises:
            MemtuiError: `SETTINGS_UNREADABLE` when their time zone is unknown.
        """
        zone = self.settings.me.time_zone
        if not zone:
            return self._clock().astimezone().date()
        from zoneinfo import ZoneInfo

        try:
            return self._clock().astimezone(ZoneInfo(zone)).date()
        except (KeyError, ValueError, OSError):
            raise MemtuiError(
                Code.SETTINGS_UNREADABLE,
                f"In memory.toml, `me.time_zone` {zone!r} is no time zone that is known here.",
                "Give a name such as `Europe/Lisbon`, or take the line out.",
            ) from None

    @property
    def filled(self) -> bool:
        """Whether the notes were ever read into the catalogue; if not, lists are empty."""
        return self._ask(lambda catalogue: catalogue.meta("filled") is not None)

    # What is in it

    def refresh(self) -> Refreshed:
        """Look at all notes and take in what others changed.

        Raises:
            MemtuiError: `SETTINGS_UNREADABLE`, `INDEX_UNAVAILABLE`.
        """
        with self._writing:
            self._load_settings()
            self._mend(lambda mirror: mirror.catch_up(self.rules))
            mirror = self._mirror
            changed, removed = frozenset(mirror.changed), frozenset(mirror.removed)
            mirror.changed.clear()
            mirror.removed.clear()
            settings, self._settings_changed = self._settings_changed, False
            return Refreshed(changed, removed, settings)

    def rows(self, *, history: bool = False, limit: int | None = None) -> list[Row]:
        """Facts in the order of a list: by subject, attribute, then newest first."""
        return self._ask(lambda catalogue: catalogue.rows(history=history, limit=limit))

    def facts(
        self,
        *,
        history: bool = False,
        subject: str | None = None,
        attribute: str | None = None,
        source: str | None = None,
        as_of: date | None = None,
        ids: Iterable[str] | None = None,
        batch: str | None = None,
    ) -> list[Fact]:
        """The facts that meet all conditions, in the order of a list.

        They come from the catalogue, without the text of their notes. With `as_of`, those that
        held on that day.
        """
        rules = self.rules
        return self._ask(
            lambda catalogue: catalogue.facts(
                history=history,
                subject_key=None if subject is None else subject_key(subject, rules),
                attribute_key=None if attribute is None else attribute_key(attribute, rules),
                source=source,
                as_of=as_of,
                ids=ids,
                batch=batch,
            )
        )

    def timeline(self, subject: str, attribute: str) -> list[Fact]:
        """All facts of one thing, oldest first."""
        key = thing_key(subject, attribute, self.rules)
        return self._ask(
            lambda catalogue: catalogue.facts(history=True, things=[key], oldest_first=True)
        )

    def facts_of(self, things: Iterable[tuple[str, str]]) -> list[Fact]:
        """All facts of some things, given as subject and attribute."""
        keys = {thing_key(*thing, self.rules) for thing in things}
        return self._ask(lambda catalogue: catalogue.facts(history=True, things=keys))

    def fact(self, id: str) -> Fact:
        """One fact, from its note, by its id, an unmistakable start of it, or `[id]`.

        Raises:
            MemtuiError: `FACT_UNKNOWN`, `NOTE_UNREADABLE`.
        """
        return self._standing(self._resolved(id)).fact

    def path(self, id: str) -> Path:
        """Where a fact's note is.

        Raises:
            MemtuiError: `FACT_UNKNOWN`.
        """
        return self._notes / os.fsdecode(self._standing(self._resolved(id)).path)

    def counts(self) -> Counts:
        """How much is in it."""
        return self._ask(lambda catalogue: catalogue.counts())

    def batches(self) -> list[Batch]:
        """What was kept together, newest first."""
        return self._ask(lambda catalogue: catalogue.batches())

    def problems(self) -> list[Problem]:
        """The notes that cannot be read, and why."""
        found = self._ask(lambda catalogue: catalogue.problems())
        return [Problem(f"{places.NOTES}/{os.fsdecode(path)}", why) for path, why in found]

    def names(self) -> dict[str, list[str]]:
        """Subjects, each with its attributes, as spelled; those of current facts first."""
        return self._ask(lambda catalogue: catalogue.names())

    def words(self, query: str, *, limit: int = 50, current: bool | None = None) -> list[WordHit]:
        """Facts that have words of a query, best first."""
        return self._ask(lambda catalogue: catalogue.words(query, limit=limit, current=current))

    # How it changes

    def preview(self, request: Request) -> Change:
        """What a request would do now.

        Raises:
            MemtuiError: What `plan` raises; `NOTE_UNREADABLE` for a fact whose note is broken.
        """
        with self._writing:
            self._load_settings()
            self._mend(lambda mirror: mirror.keep_up(self.rules, alone=False))
            return self._plan(request)[0]

    def apply(self, request: Request, shown: Change | None = None) -> Change:
        """Do what is asked, whole or not at all.

        Args:
            request: What is asked.
            shown: What the person was shown it would do.

        Returns:
            The change, with its facts as the notes now say them.

        Raises:
            MemtuiError: What `plan` raises; `MEMORY_CHANGED` when it would do something else
                than shown; `MEMORY_BUSY`; `MEMORY_READONLY`; `NOTE_UNREADABLE`.
        """
        with self._changing():
            change, standing = self._plan(request)
            if shown is not None and shown.promise() != change.promise():
                raise MemtuiError(
                    Code.MEMORY_CHANGED,
                    "The memory changed since this was shown. Nothing was changed.",
                    "Look again at what it does now.",
                )
            return self._carry_out(change, standing)

    def undo(self, change: Change) -> Change:
        """Take back a change that `apply` returned.

        Raises:
            MemtuiError: `MEMORY_CHANGED` when the notes are not as it left them; what `apply`
                raises when writing.
        """
        with self._changing():
            back = change.inverse()
            standing = self._standings(edit.id for edit in back.edits)
            for edit in back.edits:
                if error := changed_since(edit, standing.get(edit.id)):
                    raise error
            if back.rules and back.rules[0] != self.rules:
                raise MemtuiError(
                    Code.MEMORY_CHANGED,
                    "The settings were changed since. Nothing was undone.",
                    "Look at memory.toml as it is now, and change it from there.",
                )
            return self._carry_out(back, standing)

    def save_settings(self, changes: Mapping[str, Any]) -> None:
        """Change settings, given by dotted names; `None` takes one out. Comments stay.

        Raises:
            MemtuiError: `SETTINGS_UNREADABLE` when a value is of the wrong kind;
                `MEMORY_BUSY`; `MEMORY_READONLY`.
        """
        path = self.folder / places.SETTINGS
        with self._changing():
            text = settingsfile.with_values(settingsfile.text_of(path), changes)
            settingsfile.settings_of(text, path.name)
            journal.write_whole(self.folder, path, text.encode())
            self._load_settings()
            self._settings_changed = False
            self._mend(self._rekey)

    def read_state(self, name: str) -> Any | None:
        """A small value kept with the memory; `None` when there is none."""
        return state.read_state(self.folder, name)

    def write_state(self, name: str, value: Any | None) -> None:
        """Keep a small value under a name such as `drafts/r_1a2b`; `None` deletes it."""
        state.write_state(self.folder, name, value)

    def states(self, prefix: str) -> list[str]:
        """The names of the small values whose names start so."""
        return state.states(self.folder, prefix)

    def reindex(self) -> None:
        """Make the catalogue anew from the notes.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE`.
        """
        with self._writing:
            self._rebuild()

    # Inside

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """The lock, with the catalogue up to date under it."""
        with self._writing:
            self._make_folders()
            with self._lock.held() as by_others:
                if journal.interrupted(self.folder):
                    self.notices += journal.recover(self.folder)
                self._load_settings()
                self._mend(lambda mirror: mirror.keep_up(self.rules, alone=not by_others))
                yield

    def _make_folders(self) -> None:
        try:
            for part in (f"{places.NOTES}/{places.HISTORY}", places.STATE):
                if not (self.folder / part).is_dir():
                    (self.folder / part).mkdir(parents=True, mode=places.modes(self.folder)[0])
        except OSError as error:
            raise places.unwritable(self.folder, error) from error

    def _plan(self, request: Request) -> tuple[Change, dict[str, Standing]]:
        wanted = scope(request)
        standing = self._within(wanted)
        for id_ in wanted.ids - standing.keys():
            if error := self._broken_note(id_):
                raise error
        change = plan(
            request,
            [each.fact for each in standing.values()],
            self.rules,
            now=self._clock().replace(microsecond=0),
            today=self.today,
            new_id=self._unused_id,
        )
        return change, standing

    def _within(self, wanted: Scope) -> dict[str, Standing]:
        """The notes of all facts within a scope, read now."""
        ids: list[str] = []
        while True:
            ids = self._ids_within(wanted)
            paths = self._mirror.catalogue.paths(ids)
            standing: dict[str, Standing] = {}
            stale: list[bytes] = []
            for id_, path in paths.items():
                now = read(self._notes, path)
                known = self._mirror.known(path)
                if now.fact and known and now.known.sha256 == known.sha256:
                    standing[id_] = Standing(path, now.fact)
                else:
                    stale.append(path)
            if not stale:
                return standing
            self._check(stale)

    def _ids_within(self, wanted: Scope) -> list[str]:
        rules, catalogue = self.rules, self._mirror.catalogue
        if wanted.everything:
            return [row.id for row in catalogue.rows(history=True)]
        found = dict.fromkeys(catalogue.paths(wanted.ids))
        things = {thing_key(*thing, rules) for thing in wanted.things}
        subjects = {subject_key(subject, rules) for subject in wanted.subjects}
        named = catalogue.facts(history=True, ids=wanted.ids) if wanted.ids else []
        for batch in wanted.batches:
            named += catalogue.facts(history=True, batch=batch)
        things |= {thing_key(fact.subject, fact.attribute, rules) for fact in named}
        if wanted.kin:
            subjects |= {subject_key(fact.subject, rules) for fact in named}
        facts = catalogue.facts(history=True, things=things) if things else []
        for subject in subjects:
            facts += catalogue.facts(history=True, subject_key=subject)
        found.update((fact.id, None) for fact in facts)
        return list(found)

    def _standings(self, ids: Iterable[str]) -> dict[str, Standing]:
        paths = self._mirror.catalogue.paths(ids)
        found = {id_: (path, read(self._notes, path).fact) for id_, path in paths.items()}
        return {id_: Standing(path, fact) for id_, (path, fact) in found.items() if fact}

    def _standing(self, id_: str) -> Standing:
        with self._writing:
            path = self._mend(lambda mirror: mirror.catalogue.paths([id_])).get(id_)
            now = read(self._notes, path) if path else None
            if path is None or now is None or now.fact is None or now.fact.id != id_:
                self._mend(lambda mirror: mirror.catch_up(self.rules))
                path = self._mirror.catalogue.paths([id_]).get(id_)
                now = read(self._notes, path) if path else None
            if path and now and now.fact:
                return Standing(path, now.fact)
            raise self._broken_note(id_) or _unknown(id_)

    def _resolved(self, text: str) -> str:
        id_ = text.strip().removeprefix("[").removesuffix("]").strip()
        if is_id(id_) or len(id_) < 4 or not id_.startswith("f_"):
            return id_
        found = self._ask(lambda catalogue: catalogue.ids(id_))
        if len(found) > 1:
            raise MemtuiError(
                Code.FACT_UNKNOWN, f"More than one fact starts with {id_}.", "Give more of the id."
            )
        return found[0] if found else id_

    def _broken_note(self, id_: str) -> MemtuiError | None:
        for problem in self.problems():
            if problem.path.rpartition("/")[2] == f"{id_}.md":
                return unreadable(problem.reason, problem.path)
        return None

    def _unused_id(self) -> str:
        while True:
            id_ = self._new_id()
            if not self._mirror.catalogue.paths([id_]):
                return id_

    def _carry_out(self, change: Change, standing: Mapping[str, Standing]) -> Change:
        steps, change = steps_of(
            change,
            standing,
            evidence=self.settings.evidence,
            free=lambda path: not os.path.lexists(self._notes / path),
        )
        paths = [os.fsencode(p) for step in steps for p in (step.path, step.to) if p]
        if change.rules:
            path = self.folder / places.SETTINGS
            old = settingsfile.text_of(path)
            new = settingsfile.with_rules(old, change.rules[1], change.rules[0])
            steps.append(journal.Step(places.SETTINGS, new, journal.digest(old.encode())))
        if not steps:
            return change
        journal.apply(self.folder, steps, on_step=self._on_step)
        if change.rules:
            self._load_settings()
            self._settings_changed = False
        prefix = os.fsencode(places.NOTES + "/")
        forgotten = any(step.text is None for step in steps)
        self._follow([path.removeprefix(prefix) for path in paths], forgotten=forgotten)
        return change

    def _follow(self, paths: list[bytes], *, forgotten: bool) -> None:
        """The catalogue follows what was written; what it cannot take in now it does later."""
        try:
            self._mend(self._rekey)
            self._mend(lambda mirror: mirror.follow(self.rules, paths))
            if forgotten:
                self._purge()
        except MemtuiError as error:
            self.notices.append(error.message)

    def _purge(self) -> None:
        with self._reading:
            if not self._mend(lambda mirror: mirror.catalogue.purge()):
                self.notices.append(
                    "The index is being read by another process; what was forgotten leaves it "
                    "when this memory is opened next."
                )

    def _load_settings(self) -> None:
        path = self.folder / places.SETTINGS
        stamp: tuple[int, ...] = ()
        with suppress(FileNotFoundError):
            found = path.stat()
            stamp = (found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino)
        if stamp != self._settings_stamp:
            self.settings, self.unknown_settings = settingsfile.read_settings(path)
            self._settings_stamp = stamp
            self._settings_changed = True

    def _recover(self) -> None:
        try:
            if journal.left_over(self.folder):
                with self._lock.held():
                    self.notices += journal.recover(self.folder)
        except MemtuiError as error:
            self.notices.append(f"A change that was interrupted waits: {error.message}")

    def _open_catalogue(self) -> None:
        index = places.index_folder(self.folder)
        path = index / "catalog.db"
        try:
            if not index.is_dir():
                index.mkdir(parents=True, mode=places.modes(self.folder)[0])
            self._mirror, anew = open_mirror(path, self._notes)
            self._reader = Catalogue(path)
        except (OSError, sqlite3.Error) as error:
            raise _no_index(error) from error
        if anew:
            self.notices.append("The index was broken and is made anew from the notes.")

    def _ask(self, question: Callable[[Catalogue], _Answer]) -> _Answer:
        """Ask the catalogue; a broken one is made anew and asked again."""
        with self._reading:
            try:
                return question(self._reader)
            except (sqlite3.Error, ValueError) as error:
                if isinstance(error, sqlite3.Error) and not is_broken(error):
                    raise _no_index(error) from error
        with self._writing:
            self._rebuild()
        with self._reading:
            return question(self._reader)

    def _mend(self, work: Callable[[Mirror], _Answer]) -> _Answer:
        """Work on the catalogue; a broken one is made anew and worked on again."""
        try:
            return work(self._mirror)
        except sqlite3.Error as error:
            if not is_broken(error):
                raise _no_index(error) from error
        self._rebuild()
        return work(self._mirror)

    def _check(self, paths: list[bytes]) -> None:
        self._mend(lambda mirror: mirror.check(self.rules, paths))

    def _rekey(self, mirror: Mirror) -> None:
        mirror.rekey(self.rules)

    def _rebuild(self) -> None:
        with self._reading:
            self.close()
            remove(self._mirror.catalogue.path)
            self._open_catalogue()
            try:
                self._mirror.catch_up(self.rules)
            except sqlite3.Error as error:
                raise _no_index(error) from error


def _unknown(id_: str) -> MemtuiError:
    return MemtuiError(
        Code.FACT_UNKNOWN, f"There is no fact {id_}.", "It may have been forgotten; search for it."
    )


def _no_index(error: Exception) -> MemtuiError:
    return MemtuiError(
        Code.INDEX_UNAVAILABLE,
        f"The index of this memory cannot be used ({error}). No note was lost.",
        "Close other programs that use it, make room, or delete its `index` folder.",
    )
