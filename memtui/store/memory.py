"""Memory: the one door to a memory on disk."""

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memtui.errors import Code, MemtuiError
from memtui.store import change as journal
from memtui.store import places, settingsfile, state
from memtui.store.collecting import uncollected
from memtui.store.contents import Clock
from memtui.store.kept_up import KeptUp
from memtui.store.progress import Doing, Progress, untold

# What reading needs is imported here; what changing needs, where it is used: a search starts
# a tenth of a second sooner.
if TYPE_CHECKING:
    from memtui.facts.keeping import Change, Request, Scope
    from memtui.store.examining import Examined
    from memtui.store.health import Health, Repaired
    from memtui.store.steps import Standing


def utc_now() -> datetime:
    """The moment, aware, in UTC."""
    return datetime.now(UTC)


def fresh_id() -> str:
    """A new fact's id."""
    return f"f_{os.urandom(8).hex()}"


class Memory(KeptUp):
    """A memory on disk, open, with all that changes it. May be used from several threads."""

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
        super().__init__(folder, clock, wait=wait)
        self._new_id = new_id
        self._on_step = on_step
        self._examined: Examined | None = None

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
        if not make and not places.is_memory(folder):
            raise places.unknown(home, name)
        if make and not (folder / places.SETTINGS).is_file():
            places.make(folder)
        return cls(folder, clock, new_id)

    # How it changes

    def preview(self, request: "Request", *, progress: Progress = untold) -> "Change":
        """What a request would do now; `apply` looks closer at notes that others edit meanwhile.

        Args:
            request: What is asked.
            progress: Told how far it is.

        Raises:
            MemtuiError: What `plan` raises; `NOTE_UNREADABLE` for a fact whose note is broken.
        """
        with self._index.lock, uncollected():
            self._file.look()
            self._index.work(lambda mirror: mirror.keep_up(self.rules, alone=True, at_most=inf))
            progress(Doing.LOOKING, 0, 0)
            return self._plan(request, progress)[0]

    def apply(
        self, request: "Request", shown: "Change | None" = None, *, progress: Progress = untold
    ) -> "Change":
        """Do what is asked, whole or not at all.

        Args:
            request: What is asked.
            shown: What the person was shown it would do.
            progress: Told how far it is; may raise `Stopped` until it is put in place.

        Returns:
            The change, with its facts as the notes now say them.

        Raises:
            MemtuiError: What `plan` raises; `MEMORY_CHANGED` when it would do something else
                than shown; `MEMORY_BUSY`; `MEMORY_READONLY`; `NOTE_UNREADABLE`.
        """
        with self._changing(progress):
            change, there = self._plan(request, progress)
            if shown is not None and not shown.promises(change):
                raise MemtuiError(
                    Code.MEMORY_CHANGED,
                    "The memory changed since this was shown. Nothing was changed.",
                    "Look again at what it does now.",
                )
            self._name_copies(change, there)
            return self._carry_out(change, there, progress)

    def undo(self, change: "Change", *, progress: Progress = untold) -> "Change":
        """Take back a change that `apply` returned.

        Args:
            change: The change.
            progress: Told how far it is; may raise `Stopped` until it is put in place.

        Raises:
            MemtuiError: `MEMORY_CHANGED` when the notes are not as it left them; what `apply`
                raises when writing.
        """
        from memtui.store.gathering import standing
        from memtui.store.steps import changed_since

        with self._changing(progress):
            back = change.inverse()
            ids = [edit.id for edit in back.edits]
            there = self._index.work(
                lambda mirror: standing(mirror.catalogue, self._notes, ids, progress)
            )
            for edit in back.edits:
                if error := changed_since(edit, there.get(edit.id)):
                    raise error
            if not self._file.stands_as(back):
                raise MemtuiError(
                    Code.MEMORY_CHANGED,
                    "The settings were changed since. Nothing was undone.",
                    "Look at memory.toml as it is now, and change it from there.",
                )
            return self._carry_out(back, there, progress)

    def rewrite(self, id: str, before: bytes, after: bytes) -> "Change":
        """Put another text in the place of a note's, as an editor does.

        Unlike a change by hand it is held to what may be kept, and records what it changed as a
        correction does. The fact's thing is settled with the next change.

        Args:
            id: The fact.
            before: The whole note as it was opened.
            after: The whole note as it was left.

        Returns:
            The change; an empty one where nobody could read the note as it was opened.

        Raises:
            MemtuiError: `NOTE_UNREADABLE`, `FACT_EMPTY`, `FACT_TOO_LONG`, `FACT_SENSITIVE`,
                `DATE_UNREADABLE` for what may not be there; `MEMORY_CHANGED` when the note is not
                as it was opened; `FACT_UNKNOWN`, `MEMORY_BUSY`, `MEMORY_READONLY`.
        """
        from memtui.facts.keeping import Change, Edit
        from memtui.store.rewriting import note_after, note_before

        was, now = note_before(before), self._clock()
        never = self.settings.never_save
        fact = note_after(id, was, after, now=now, today=self.today, never=never)
        with self._changing():
            path = self.path(id)
            if path.read_bytes() != before:
                raise MemtuiError(
                    Code.MEMORY_CHANGED,
                    "The note was changed by others while it was open. Nothing was written.",
                    "Open it again, and take over what you wrote.",
                )
            journal.write_whole(self.folder, path, fact.carried[0].encode())
            self._follow([os.fsencode(path.relative_to(self._notes))])
            return Change((Edit(id, was, fact),) if was else ())

    def save_settings(self, changes: Mapping[str, Any]) -> "Change":
        """Change settings, given by dotted names; `None` takes one out. Comments stay.

        Returns:
            The change, with what the file held before.

        Raises:
            MemtuiError: `SETTINGS_UNREADABLE` when a value is of the wrong kind;
                `MEMORY_BUSY`; `MEMORY_READONLY`.
        """
        with self._changing():
            return self._carry_out(self._file.turning(changes), {})

    def read_state(self, name: str) -> Any | None:
        """A small value kept with the memory; `None` when there is none."""
        return state.read_state(self.folder, name)

    def write_state(self, name: str, value: Any | None) -> None:
        """Keep a small value under a name such as `drafts/r_1a2b`; `None` deletes it."""
        state.write_state(self.folder, name, value)

    def states(self, prefix: str) -> list[str]:
        """The names of the small values whose names start so."""
        return state.states(self.folder, prefix)

    def state_stamp(self, name: str) -> tuple[int, ...] | None:
        """What changes whenever a small value is written; `None` while there is none."""
        return state.stamp(self.folder, name)

    @property
    def is_there(self) -> bool:
        """Whether its folder is still a memory; others may have deleted or moved it."""
        return places.is_memory(self.folder)

    # Whether all is well

    def doctor(self, go_on: Callable[[int], bool] = lambda _: True) -> "Health":
        """Look at everything; nothing is changed.

        Args:
            go_on: Told now and then how many facts were looked through; `False` ends the looking,
                and what was found is not all there is.

        Raises:
            MemtuiError: `SETTINGS_UNREADABLE`, `INDEX_UNAVAILABLE`.
        """
        from memtui.store.health import examine

        self.refresh()
        with uncollected():
            found = examine(self._index, self.folder, self._examine(go_on))
        return replace(found, unknown_settings=self.unknown_settings)

    def repair(self) -> "Repaired":
        """Put right what can be without losing anything: links, folders, modes and the index.

        Raises:
            MemtuiError: `MEMORY_BUSY`, `MEMORY_READONLY`, `SETTINGS_UNREADABLE`,
                `INDEX_UNAVAILABLE`.
        """
        from memtui.facts.keeping import Scope
        from memtui.store import health

        done: list[str] = []
        with self._changing():
            done += journal.recover(self.folder)
            if closed := health.protect(self.folder):
                done.append(health.closed_line(closed))
            if self._index.work(lambda mirror: mirror.catalogue.faults()):
                self._index.rebuild()
                done.append("Made the index anew.")
            self._index.work(lambda mirror: mirror.catch_up(self.rules))
            concerned = self._within(Scope(ids=frozenset(self._examine().disagreeing)))
            change = self._carry_out(self._settled(concerned), concerned)
            if change.edits:
                done.append(health.settled_line(len(change.edits)))
        return health.Repaired(change, tuple(done))

    # Inside

    def _within(self, wanted: "Scope", progress: Progress = untold) -> "dict[str, Standing]":
        from memtui.store.gathering import within

        return self._index.work(
            lambda mirror: within(mirror, self._notes, self.rules, wanted, progress)
        )

    def _plan(self, request: "Request", progress: Progress) -> "tuple[Change, dict[str, Standing]]":
        from memtui.facts.keeping import scope
        from memtui.facts.planning import plan
        from memtui.store.gathering import broken_note

        wanted = scope(request)
        there = self._within(wanted, progress)
        for id_ in wanted.ids - there.keys():
            if error := broken_note(self._index, id_):
                raise error
        change = plan(
            request,
            [each.fact for each in there.values()],
            self.rules,
            now=self._clock(),
            today=self.today,
            new_id=self._unused_id,
        )
        return change, there

    def _examine(self, go_on: Callable[[int], bool] = lambda _: True) -> "Examined":
        from memtui.store.examining import examined

        self._examined = examined(
            self._index,
            self.rules,
            self._examined,
            now=self._clock(),
            today=self.today,
            new_id=self._unused_id,
            go_on=go_on,
        )
        return self._examined

    def _settled(self, there: "Mapping[str, Standing]") -> "Change":
        from memtui.store import health

        unreadable = health.problems(self._index)
        return health.settling(
            there,
            self.rules,
            unreadable,
            now=self._clock(),
            new_id=self._unused_id,
        )

    def _unused_id(self) -> str:
        while self._is_taken(id_ := self._new_id()):
            pass
        return id_

    def _is_taken(self, id_: str) -> bool:
        return bool(self._index.ask(lambda catalogue: catalogue.paths([id_])))

    def _name_copies(self, change: "Change", there: "Mapping[str, Standing]") -> None:
        """Say which files bear the id of a forgotten fact: they are the person's, and stay."""
        from memtui.store.mirror import same_id

        gone = {edit.id for edit in change.edits if edit.after is None} & there.keys()
        reasons = {same_id(there[id_].path) for id_ in gone}
        self.notices += [
            f"{each.path} holds the forgotten fact too and was left alone: delete it as well."
            for each in (self.problems() if gone else ())
            if each.reason in reasons
        ]

    def _carry_out(
        self, change: "Change", there: "Mapping[str, Standing]", progress: Progress = untold
    ) -> "Change":
        from memtui.store.steps import found_in, steps_of

        planned = steps_of(
            change,
            there,
            evidence=self.settings.evidence,
            free=lambda path: not os.path.lexists(self._notes / path),
        )
        steps, change = planned.steps, planned.change
        paths = [os.fsencode(p) for step in steps for p in (step.path, step.to) if p]
        if change.rules or change.settings:
            old = settingsfile.text_of(self._file.path)
            new = self._file.after(change, old)
            steps.append(journal.Step(places.SETTINGS, new, journal.digest(old.encode())))
        if not steps:
            return change
        written = journal.apply(self.folder, steps, on_step=self._on_step, progress=progress)
        if change.rules or change.settings:
            self._file.look()
            self._file.take_note()
        prefix = os.fsencode(places.NOTES + "/")
        self._follow(
            [path.removeprefix(prefix) for path in paths],
            found_in(written, planned.facts),
            progress,
        )
        return change
