"""One connection to the catalogue: its file, and what the notes say as it is written there.

A cache: it is made from the notes, and made again when it is missing, foreign or broken.
"""

import contextlib
import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from memtui.facts.fact import Fact, Rules
from memtui.facts.text import fold
from memtui.store.catalogfile import FORMAT, SCHEMA, connected
from memtui.store.columns import columns_of, fact_of, moment_or_none, words_of_fact
from memtui.store.entries import Known, Stored
from memtui.store.fields import to_fields
from memtui.store.portions import portions

# For so many seconds it is remembered which facts went, for others who have the memory open.
_REMEMBERED = 60


class Cataloguing:
    """One connection to a catalogue, and what is written there. Not for two threads at a time."""

    def __init__(self, place: Path | str) -> None:
        """Open a catalogue; an empty one is made where there is none.

        Args:
            place: Its file; or the name of one in memory, which is there for this process alone
                and as long as it is open.

        Raises:
            sqlite3.DatabaseError: The file is no catalogue of this format.
        """
        self._db = connected(place)
        try:
            self._db.executescript(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                "PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;"
                "PRAGMA cache_size = -16000;"
            )
            if not self._has_schema():
                with self.writing():
                    if not self._has_schema():
                        self._make()
            if self.meta("format") != FORMAT:
                raise sqlite3.DatabaseError("the catalogue has another format")
        except BaseException:
            self._db.close()
            raise

    def wait(self, seconds: float) -> None:
        """How long to wait for other processes."""
        self._db.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")

    def close(self) -> None:
        """Close the connection."""
        self._db.close()

    def copy_to(self, other: sqlite3.Connection) -> None:
        """Copy all there is to another database."""
        self._db.backup(other)

    def _has_schema(self) -> bool:
        found = self._db.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone()
        return found is not None

    def _make(self) -> None:
        import secrets

        for statement in SCHEMA.split(";\n"):
            self._db.execute(statement)
        self.set_meta("format", FORMAT)
        self.set_meta("epoch", secrets.token_hex(8))
        self.set_meta("generation", 0)

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction: all of what is written in it, or nothing."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def meta(self, name: str) -> Any:
        """A value about the catalogue itself."""
        found = self._db.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return found[0] if found else None

    def set_meta(self, name: str, value: str | int) -> None:
        """Set a value about the catalogue itself."""
        self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))

    def next_generation(self) -> int:
        """The number under which what is written now can be asked for by others."""
        generation = int(self.meta("generation")) + 1
        self.set_meta("generation", generation)
        return generation

    @property
    def stamp(self) -> str:
        """What is equal as long as no fact came, changed or went; see `news_since`."""
        return f"{self.meta('epoch')} {self.meta('generation')}"

    def news_since(self, stamp: str) -> tuple[set[str], set[str]] | None:
        """The ids that `since` gives, after a stamp; `None` when it is another catalogue's."""
        epoch, _, generation = stamp.rpartition(" ")
        if epoch != self.meta("epoch"):
            return None
        return self.since(int(generation))

    def since(self, generation: int) -> tuple[set[str], set[str]] | None:
        """The ids of facts that came or changed, and of those that went, after a generation.

        `None` when that is so long ago that it is not remembered what went.
        """
        changed = self._db.execute("SELECT id FROM facts WHERE generation > ?", (generation,))
        gone = self._db.execute("SELECT id FROM gone WHERE generation > ?", (generation,))
        news = {id_ for (id_,) in changed}, {id_ for (id_,) in gone}
        # Asked last: another process may forget some meanwhile.
        return news if generation >= int(self.meta("remembered since") or 0) else None

    def every_id(self) -> set[str]:
        """The ids of all facts."""
        return {id_ for (id_,) in self._db.execute("SELECT id FROM facts")}

    def known(self) -> Iterator[tuple[bytes, int, int, int, int, int]]:
        """Each note's path below the notes, its stamp, and whether it is to be read again."""
        return self._db.execute("SELECT path, size, mtime, ctime, inode, fresh FROM notes")

    def known_of(self, paths: Iterable[bytes]) -> dict[bytes, Known]:
        """What is known of some notes' files, by path."""
        known: dict[bytes, Known] = {}
        for path in paths:
            found = self._db.execute(
                "SELECT size, mtime, ctime, inode, fresh, sha256, id, problem, secret FROM notes"
                " WHERE path = ?",
                (path,),
            ).fetchone()
            if found:
                known[path] = Known._make(found)
        return known

    def has_fresh(self) -> bool:
        """Whether a note is to be read again, as it changed just before it was read."""
        return self._db.execute("SELECT 1 FROM notes WHERE fresh LIMIT 1").fetchone() is not None

    def bearers(self, ids: Iterable[str]) -> list[bytes]:
        """The paths of the files that bear one of some ids."""
        found: list[bytes] = []
        for some in portions(ids):
            rows = self._db.execute(
                "SELECT path FROM notes WHERE id IN (SELECT value FROM json_each(?))",
                (as_json(some),),
            )
            found += [path for (path,) in rows]
        return found

    def stored(self, ids: Iterable[str]) -> Iterator[Stored]:
        """What is stored of some facts; those that are not known are left out."""
        from orjson import loads

        for some in portions(ids):
            rows = self._db.execute(
                "SELECT bodies.path, sha256, fields FROM facts JOIN bodies USING (number)"
                " LEFT JOIN notes ON notes.path = bodies.path"
                " WHERE facts.id IN (SELECT value FROM json_each(?))",
                (as_json(some),),
            ).fetchall()
            for path, sha256, fields in rows:
                yield Stored(path, sha256, fact_of(loads(fields)))

    def put_notes(self, known: Iterable[tuple[bytes, Known]]) -> None:
        """Remember notes' files."""
        self._db.executemany(
            "INSERT OR REPLACE INTO notes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            ((path, *each) for path, each in known),
        )

    def drop_notes(self, paths: Iterable[bytes]) -> None:
        """Forget notes' files."""
        self._db.executemany("DELETE FROM notes WHERE path = ?", ((path,) for path in paths))

    def put_facts(self, facts: Iterable[tuple[bytes, Fact]], rules: Rules, generation: int) -> None:
        """Remember facts with the paths of their notes, in place of what was known under their
        ids.
        """
        for some in portions(facts):
            self._put(some, rules, generation)

    def _put(self, facts: Sequence[tuple[bytes, Fact]], rules: Rules, generation: int) -> None:
        from orjson import dumps

        (last,) = self._db.execute("SELECT coalesce(max(number), 0) FROM facts").fetchone()
        before = self._clear({fact.id: fact.fact for _, fact in facts})
        self._db.executemany(
            "DELETE FROM gone WHERE id = ?",
            [(fact.id,) for _, fact in facts if fact.id not in before],
        )
        fresh = count(last + 1)
        numbered = [(before.get(fact.id) or next(fresh), path, fact) for path, fact in facts]
        self._db.executemany(
            f"INSERT INTO facts VALUES ({', '.join('?' * 17)})",
            [
                (number, fact.id, *columns_of(fact, rules), generation)
                for number, _, fact in numbered
            ],
        )
        self._db.executemany(
            "INSERT INTO bodies VALUES (?, ?, ?)",
            [
                (number, path, dumps({**to_fields(fact), "fact": fact.fact}))
                for number, path, fact in numbered
            ],
        )
        self._db.executemany(
            "INSERT INTO sayings VALUES (?, ?, ?, ?, ?)",
            [
                (number, each.batch, each.source, fold(each.source), moment_or_none(each.kept))
                for number, _, fact in numbered
                for each in fact.sayings
            ],
        )
        self._db.executemany(
            "INSERT INTO words (rowid, text) VALUES (?, ?)",
            [(number, words_of_fact(fact)) for number, _, fact in numbered],
        )

    def drop_facts(self, ids: Iterable[str], generation: int) -> None:
        """Forget what is known under some ids."""
        for some in portions(ids):
            gone = self._clear(dict.fromkeys(some))
            now = _now()
            self._db.executemany(
                "INSERT OR REPLACE INTO gone VALUES (?, ?, ?)",
                [(id_, generation, now) for id_ in gone],
            )

    def _clear(self, instead: Mapping[str, str | None]) -> dict[str, int]:
        """Delete what is known of facts; other words `instead` of theirs leave a wipe due.

        Returns:
            The numbers that they had, by id.
        """
        found = self._db.execute(
            "SELECT id, number, fact FROM facts WHERE id IN (SELECT value FROM json_each(?))",
            (as_json(instead),),
        ).fetchall()
        if any(words != instead[id_] for id_, _, words in found):
            self.set_meta("wipe due", 1)
        numbers = [(number,) for _, number, _ in found]
        for table in ("facts", "bodies", "sayings"):
            self._db.executemany(f"DELETE FROM {table} WHERE number = ?", numbers)
        self._db.executemany("DELETE FROM words WHERE rowid = ?", numbers)
        return {id_: number for id_, number, _ in found}

    def rekey(self, rules: Rules, generation: int) -> None:
        """Put facts under the things to which they belong by other rules."""
        changes = []
        for fact in self._all_facts():
            columns = columns_of(fact, rules)
            changes.append((columns[0], columns[2], generation, fact.id, columns[0], columns[2]))
        self._db.executemany(
            "UPDATE facts SET thing = ?, subject = ?, generation = ?"
            " WHERE id = ? AND (thing <> ? OR subject <> ?)",
            changes,
        )

    def wipe(self) -> bool:
        """Wipe what was deleted from the files, if anything was; whether that could be done.

        SQLite overwrites what it deletes, but words stay in the index's old segments until it is
        optimized, and in the log until that is cut. Another process that reads prevents it.
        The ids of what has gone follow once all who were told of it had time to look.
        """
        forgot = self._forget_who_has_gone()
        due = self.meta("wipe due")
        if not (due or forgot):
            return True
        if due:
            self._db.execute("INSERT INTO words (words) VALUES ('optimize')")
        self.set_meta("wipe due", 0)
        busy, _, _ = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            self.set_meta("wipe due", 1)
        return not busy

    def _forget_who_has_gone(self) -> bool:
        """Whether there were ids of facts that went some time ago; they are deleted."""
        old = (_now() - _REMEMBERED,)
        found = self._db.execute("SELECT max(generation) FROM gone WHERE at <= ?", old)
        (latest,) = found.fetchone()
        if latest is None:
            return False
        with self.writing():
            self._db.execute("DELETE FROM gone WHERE at <= ?", old)
            self.set_meta("remembered since", latest)
        return True

    def faults(self) -> list[str]:
        """What SQLite finds wrong with the file."""
        faults = [text for (text,) in self._db.execute("PRAGMA integrity_check") if text != "ok"]
        try:
            self._db.execute("INSERT INTO words (words) VALUES ('integrity-check')")
        except sqlite3.DatabaseError as error:
            faults.append(f"the words: {error}")
        return faults

    def _all_facts(self) -> Iterator[Fact]:
        from orjson import loads

        for (fields,) in self._db.execute("SELECT fields FROM bodies").fetchall():
            yield fact_of(loads(fields))


def _now() -> int:
    return int(time.time())


def as_json(texts: Iterable[str]) -> str:
    """Texts as SQLite takes any number of them."""
    return json.dumps(list(texts))
