"""What a memory is and what is in it, from its settings and its catalogue: reading alone."""

import os
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.facts.fact import Fact, Rules
from memtui.facts.things import attribute_key, subject_key, thing_key
from memtui.settings import Settings
from memtui.store import places, settingsfile
from memtui.store.catalog import Row
from memtui.store.entries import Batch, Counts, Problem, Source, WordHit
from memtui.store.index import Index

if TYPE_CHECKING:
    from memtui.store.steps import Standing

Clock = Callable[[], datetime]


class Contents:
    """What is in the memory of a folder. May be used from several threads."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self.folder = folder
        self.name = folder.name
        self.notices: list[str] = []
        self._clock = clock
        self._notes = folder / places.NOTES
        self._file = settingsfile.SettingsFile(folder / places.SETTINGS)
        self._index = Index(folder, lambda: self.rules, self.notices.append)

    @property
    def settings(self) -> Settings:
        """What its `memory.toml` says."""
        return self._file.settings

    @property
    def unknown_settings(self) -> tuple[str, ...]:
        """The names of settings that memtui does not know."""
        return self._file.unknown

    @property
    def rules(self) -> Rules:
        """Which names are one, and which things hold many values."""
        return self._file.rules

    @property
    def today(self) -> date:
        """The person's day.

        Raises:
            MemtuiError: `SETTINGS_UNREADABLE` when their time zone is unknown.
        """
        return self._file.today(self._clock())

    @property
    def filled(self) -> bool:
        """Whether the notes were ever read into the catalogue; if not, lists are empty."""
        return self._index.ask(lambda catalogue: catalogue.meta("filled") is not None)

    @property
    def stamp(self) -> str:
        """What is equal as long as the catalogue took in no change of any fact."""
        return self._index.ask(lambda catalogue: catalogue.stamp)

    def since(self, stamp: str) -> tuple[set[str], set[str]] | None:
        """The ids of facts that came or changed after a stamp, and of those that went.

        `None` when the catalogue was made anew since: then anything may have changed.
        """
        return self._index.ask(lambda catalogue: catalogue.news_since(stamp))

    def rows(self, *, history: bool = False, limit: int | None = None) -> list[Row]:
        """Facts in the order of a list: by subject, attribute, then newest first."""
        return self._index.ask(lambda catalogue: catalogue.rows(history=history, limit=limit))

    def rows_of(self, things: Iterable[str], ids: Iterable[str] = ()) -> list[Row]:
        """All facts of some things, as `Row.thing` names them, and of the things of some facts."""
        return self._index.ask(lambda catalogue: catalogue.rows_of(things, ids))

    @property
    def unreadable(self) -> int:
        """How many notes cannot be read."""
        return self._index.ask(lambda catalogue: len(catalogue.problems()))

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
        return self._index.ask(
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

    def pages(self, at_once: int = 1_000) -> Iterator[list[Fact]]:
        """All facts, what held before among them, in portions; those of one thing are in one."""
        after: str | None = ""
        while after is not None:
            page, after = self._page(after, at_once)
            yield page

    def _page(self, after: str, at_once: int) -> tuple[list[Fact], str | None]:
        return self._index.ask(lambda catalogue: catalogue.page(after, at_once))

    def timeline(self, subject: str, attribute: str) -> list[Fact]:
        """All facts of one thing, oldest first."""
        key = thing_key(subject, attribute, self.rules)
        return self._index.ask(
            lambda catalogue: catalogue.facts(history=True, things=[key], oldest_first=True)
        )

    def facts_of(self, things: Iterable[tuple[str, str]]) -> list[Fact]:
        """All facts of some things, given as subject and attribute."""
        keys = {thing_key(*thing, self.rules) for thing in things}
        return self._index.ask(lambda catalogue: catalogue.facts(history=True, things=keys))

    def fact(self, id: str) -> Fact:
        """One fact, from its note, by its id, an unmistakable start of it, or `[id]`.

        Raises:
            MemtuiError: `FACT_UNKNOWN`, `NOTE_UNREADABLE`.
        """
        return self._find(id).fact

    def path(self, id: str) -> Path:
        """Where a fact's note is.

        Raises:
            MemtuiError: `FACT_UNKNOWN`.
        """
        for path in self._index.ask(lambda catalogue: catalogue.paths([id])).values():
            note = self._notes / os.fsdecode(path)
            if note.is_file():
                return note
        return self._notes / os.fsdecode(self._find(id).path)

    def counts(self) -> Counts:
        """How much is in it."""
        return self._index.ask(lambda catalogue: catalogue.counts())

    def batches(self) -> list[Batch]:
        """What was kept together, newest first."""
        return self._index.ask(lambda catalogue: catalogue.batches())

    def sources(self) -> list[Source]:
        """Where facts came from, that of the newest first."""
        return self._index.ask(lambda catalogue: catalogue.sources())

    def problems(self) -> list[Problem]:
        """The notes that cannot be read, and why."""
        from memtui.store.health import problems

        return list(problems(self._index))

    def secrets(self) -> dict[str, str]:
        """The facts whose notes look like a secret, by id, and by which rule."""
        return self._index.ask(lambda catalogue: catalogue.secrets())

    def names(self) -> dict[str, list[str]]:
        """Subjects, each with its attributes, as spelled; those of current facts first."""
        return self._index.ask(lambda catalogue: catalogue.names())

    def words(self, query: str, *, limit: int = 50, current: bool | None = None) -> list[WordHit]:
        """Facts that have words of a query, best first."""
        return self._index.ask(
            lambda catalogue: catalogue.words(query, limit=limit, current=current)
        )

    def _find(self, text: str) -> "Standing":
        from memtui.store.gathering import find

        return find(self._index, self._notes, self.rules, text)
