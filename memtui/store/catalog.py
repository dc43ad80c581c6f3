"""The catalogue: what the notes say, in SQLite, for lists, filters and word search.

A cache: it is made from the notes, and made again when it is missing, foreign or broken.
"""

import contextlib
import sqlite3
import time
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any, NamedTuple

from memtui.facts.fact import Fact, Rules
from memtui.facts.text import fold
from memtui.store.catalogfile import FORMAT, SCHEMA, connected
from memtui.store.columns import (
    columns_of,
    fact_of,
    moment_or_none,
    name_text,
    thing_text,
    words_of_fact,
)
from memtui.store.entries import Batch, Counts, Known, Source, WordHit
from memtui.store.fields import to_fields

# For so many seconds it is remembered which facts went, for others who have the memory open.
_REMEMBERED = 60

_ROW = """id, subject, attribute, fact, source, said, last_said, until, ended, replaced_by, tags,
kept, thing, changed"""


class Row(NamedTuple):
    """One fact in a list. Days are ISO texts; `thing` is equal for facts of one thing.

    `kept` and `changed` are moments in UTC: when it was first kept, and when anything of it was
    kept or corrected last.
    """

    id: str
    subject: str
    attribute: str
    fact: str
    source: str
    said: str
    last_said: str
    until: str | None
    ended: str | None
    replaced_by: str | None
    tags: str
    kept: str | None
    thing: str
    changed: str | None = None


def row_of(fact: Fact, rules: Rules) -> Row:
    """A fact as it stands in a list."""
    thing, _, *columns, changed = columns_of(fact, rules)
    return Row._make((fact.id, *columns, thing, changed))


class Catalogue:
    """One connection to a catalogue. Not for two threads at a time."""

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

    def known(self) -> dict[bytes, Known]:
        """What is known of each note's file, by its path below the notes."""
        found = self._db.execute(
            "SELECT path, size, mtime, ctime, inode, fresh, sha256, id, problem FROM notes"
        )
        return {path: Known._make(rest) for path, *rest in found}

    def bearers(self, ids: Iterable[str]) -> list[bytes]:
        """The files that bear one of some ids."""
        found: list[bytes] = []
        for id_ in ids:
            rows = self._db.execute("SELECT path FROM notes WHERE id = ?", (id_,))
            found += [path for (path,) in rows]
        return found

    def put_note(self, path: bytes, known: Known) -> None:
        """Remember a note's file."""
        self._db.execute(
            "INSERT OR REPLACE INTO notes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (path, *known)
        )

    def drop_note(self, path: bytes) -> None:
        """Forget a note's file."""
        self._db.execute("DELETE FROM notes WHERE path = ?", (path,))

    def put_fact(self, fact: Fact, path: bytes, rules: Rules, generation: int) -> None:
        """Remember a fact, in place of what was known under its id."""
        import orjson

        number = self._number(fact.id)
        if number is None:
            self._db.execute("DELETE FROM gone WHERE id = ?", (fact.id,))
        else:
            self._clear(number, fact.fact)
        found = self._db.execute(
            f"INSERT INTO facts VALUES ({', '.join('?' * 17)})",
            (number, fact.id, *columns_of(fact, rules), generation),
        )
        number = found.lastrowid
        fields = orjson.dumps({**to_fields(fact), "fact": fact.fact})
        self._db.execute("INSERT INTO bodies VALUES (?, ?, ?)", (number, path, fields))
        self._db.executemany(
            "INSERT INTO sayings VALUES (?, ?, ?, ?, ?)",
            [
                (number, each.batch, each.source, fold(each.source), moment_or_none(each.kept))
                for each in (fact.first, *fact.again)
            ],
        )
        self._db.execute(
            "INSERT INTO words (rowid, text) VALUES (?, ?)", (number, words_of_fact(fact))
        )

    def drop_fact(self, id_: str, generation: int) -> None:
        """Forget what is known under an id."""
        number = self._number(id_)
        if number is not None:
            self._clear(number)
            self._db.execute(
                "INSERT OR REPLACE INTO gone VALUES (?, ?, ?)", (id_, generation, _now())
            )

    def _number(self, id_: str) -> int | None:
        found = self._db.execute("SELECT number FROM facts WHERE id = ?", (id_,)).fetchone()
        return found[0] if found else None

    def _clear(self, number: int, instead: str | None = None) -> None:
        """Delete what is known of a fact; other words `instead` of its own leave a wipe due."""
        found = self._db.execute("SELECT fact FROM facts WHERE number = ?", (number,)).fetchone()
        if found != (instead,):
            self.set_meta("wipe due", 1)
        for table in ("facts", "bodies", "sayings"):
            self._db.execute(f"DELETE FROM {table} WHERE number = ?", (number,))
        self._db.execute("DELETE FROM words WHERE rowid = ?", (number,))

    def rekey(self, rules: Rules, generation: int) -> None:
        """Put facts under the things to which they belong by other rules."""
        changes = []
        for fact in self.facts(history=True):
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

    def rows(self, *, history: bool = False, limit: int | None = None) -> list[Row]:
        """Facts in the order of a list: by thing, newest first."""
        found = self._db.execute(
            f"SELECT {_ROW} FROM facts {'' if history else 'WHERE until IS NULL'}"
            " ORDER BY thing, moment DESC LIMIT ?",
            (-1 if limit is None else limit,),
        )
        return list(map(Row._make, found))

    def rows_of(self, things: Iterable[str], ids: Iterable[str] = ()) -> list[Row]:
        """All facts of some things, as `Row` names them, and of the things of some facts."""
        found = self._db.execute(
            f"SELECT {_ROW} FROM facts WHERE thing IN (SELECT value FROM json_each(?) UNION"
            " SELECT thing FROM facts WHERE id IN (SELECT value FROM json_each(?)))"
            " ORDER BY thing, moment DESC",
            (_as_json(things), _as_json(ids)),
        )
        return list(map(Row._make, found))

    def facts(
        self,
        *,
        history: bool = False,
        subject_key: str | None = None,
        attribute_key: str | None = None,
        things: Iterable[tuple[str, str]] | None = None,
        source: str | None = None,
        as_of: date | None = None,
        ids: Iterable[str] | None = None,
        batch: str | None = None,
        oldest_first: bool = False,
    ) -> list[Fact]:
        """The facts that meet all conditions, without the text of their notes."""
        from orjson import loads

        conditions, values = ["1"], list[Any]()
        if as_of is not None:
            conditions += ["said <= ?", "(until IS NULL OR until > ?)"]
            values += [as_of.isoformat()] * 2
        elif not history:
            conditions.append("until IS NULL")
        if subject_key is not None:
            conditions += ["thing >= ?", "thing < ?"]
            values += [name_text(subject_key) + "\x1f", name_text(subject_key) + "\x20"]
        if attribute_key is not None:
            conditions.append("substr(thing, instr(thing, char(31)) + 1) = ?")
            values.append(name_text(attribute_key))
        for column, wanted in (
            ("thing", None if things is None else [thing_text(key) for key in things]),
            ("id", None if ids is None else list(ids)),
        ):
            if wanted is not None:
                conditions.append(f"{column} IN (SELECT value FROM json_each(?))")
                values.append(_as_json(wanted))
        source_key = None if source is None else fold(source)
        for column, one in (("source_key", source_key), ("batch", batch)):
            if one is not None:
                conditions.append(f"number IN (SELECT number FROM sayings WHERE {column} = ?)")
                values.append(one)
        order = "moment" if oldest_first else "thing, moment DESC"
        found = self._db.execute(
            "SELECT fields FROM facts JOIN bodies USING (number)"
            f" WHERE {' AND '.join(conditions)} ORDER BY {order}",
            values,
        )
        return [fact_of(loads(fields)) for (fields,) in found]

    def paths(self, ids: Iterable[str]) -> dict[str, bytes]:
        """Where the notes of facts are, below the notes."""
        found: dict[str, bytes] = {}
        for id_ in ids:
            row = self._db.execute(
                "SELECT path FROM facts JOIN bodies USING (number) WHERE id = ?", (id_,)
            ).fetchone()
            if row:
                found[id_] = row[0]
        return found

    def ids(self, start: str) -> list[str]:
        """Up to two ids that start so."""
        found = self._db.execute(
            "SELECT id FROM facts WHERE id >= ? AND id < ? LIMIT 2", (start, start + "g")
        )
        return [id_ for (id_,) in found]

    def counts(self) -> Counts:
        """How much there is."""
        current, history = self._db.execute(
            "SELECT count(*) FILTER (WHERE until IS NULL), count(until) FROM facts"
        ).fetchone()
        (subjects,) = self._db.execute(
            "SELECT count(DISTINCT substr(thing, 1, instr(thing, char(31)))) FROM facts"
        ).fetchone()
        notes, unreadable = self._db.execute(
            "SELECT count(*), count(problem) FROM notes"
        ).fetchone()
        return Counts(current, history, subjects, unreadable, notes)

    def batches(self) -> list[Batch]:
        """All batches, newest first."""
        found = self._db.execute(
            "SELECT batch, min(kept), min(source), count(*) FROM sayings WHERE batch <> ''"
            " GROUP BY batch ORDER BY 2 DESC, batch"
        )
        return [
            Batch(id_, datetime.fromisoformat(kept) if kept else None, source, count)
            for id_, kept, source, count in found
        ]

    def sources(self) -> list[Source]:
        """Where facts came from, that of the newest first."""
        found = self._db.execute(
            "SELECT min(source), max(kept), count(DISTINCT number) FROM sayings WHERE source <> ''"
            " GROUP BY source_key ORDER BY 2 DESC, 1"
        )
        return [
            Source(name, datetime.fromisoformat(kept) if kept else None, count)
            for name, kept, count in found
        ]

    def problems(self) -> list[tuple[bytes, str]]:
        """The notes that cannot be read, and why."""
        return self._db.execute(
            "SELECT path, problem FROM notes WHERE problem IS NOT NULL ORDER BY path"
        ).fetchall()

    def names(self) -> dict[str, list[str]]:
        """Subjects, each with its attributes, as spelled; those of current facts first."""
        names: dict[str, list[str]] = {}
        found = self._db.execute(
            "SELECT subject, attribute FROM facts GROUP BY subject, attribute"
            " ORDER BY min(until IS NOT NULL), thing"
        )
        for subject, attribute in found:
            names.setdefault(subject, []).append(attribute)
        return names

    def words(self, query: str, *, limit: int, current: bool | None) -> list[WordHit]:
        """Facts that have words of a query, best first."""
        from memtui.store.wordsearch import find

        return find(self._db, query, limit=limit, current=current)

    def faults(self) -> list[str]:
        """What SQLite finds wrong with the file."""
        faults = [text for (text,) in self._db.execute("PRAGMA integrity_check") if text != "ok"]
        try:
            self._db.execute("INSERT INTO words (words) VALUES ('integrity-check')")
        except sqlite3.DatabaseError as error:
            faults.append(f"the words: {error}")
        return faults


def _now() -> int:
    return int(time.time())


def _as_json(texts: Iterable[str]) -> str:
    """Texts as SQLite takes any number of them."""
    import orjson

    return orjson.dumps(list(texts)).decode()
