"""The catalogue: what the notes say, in SQLite, for lists, filters and word search."""

from collections.abc import Callable, Iterable
from datetime import date, datetime
from typing import Any, NamedTuple

from memtui.facts.fact import Fact, Rules
from memtui.facts.text import fold
from memtui.facts.things import Key
from memtui.store.cataloguing import Cataloguing, as_json
from memtui.store.columns import columns_of, fact_of, name_text, thing_text
from memtui.store.entries import Batch, Counts, Source, Stored, WordHit

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


class Catalogue(Cataloguing):
    """What is asked of a catalogue. Not for two threads at a time."""

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
            (as_json(things), as_json(ids)),
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
        loads: Callable[[bytes], Any]
        if ids is None and things is None:
            from orjson import loads
        else:
            # These are few: `orjson` takes longer to load than they do to read.
            from json import loads

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
                values.append(as_json(wanted))
        source_key = None if source is None else fold(source)
        for column, one in (("source_key", source_key), ("batch", batch)):
            if one is not None:
                conditions.append(f"number IN (SELECT number FROM sayings WHERE {column} = ?)")
                values.append(one)
        order = "moment, id" if oldest_first else "thing, moment DESC"
        found = self._db.execute(
            "SELECT fields FROM facts JOIN bodies USING (number)"
            f" WHERE {' AND '.join(conditions)} ORDER BY {order}",
            values,
        )
        return [fact_of(loads(fields)) for (fields,) in found]

    def page(self, after: str, at_once: int) -> tuple[list[Fact], str | None]:
        """Facts of the things after one, about so many, those of one thing never apart.

        Returns:
            The facts, by thing, and the thing after which the rest comes; `None` = there is none.
        """
        from orjson import loads

        last = self._last_thing(after, at_once)
        found = self._db.execute(
            "SELECT fields FROM facts JOIN bodies USING (number) WHERE thing > ?"
            f" {'AND thing <= ?' if last else ''} ORDER BY thing, moment DESC",
            (after, *(last or ())),
        )
        return [fact_of(loads(fields)) for (fields,) in found], last[0] if last else None

    def stored_page(self, after: str, at_once: int) -> tuple[list[Stored], str | None]:
        """As `page`, with what is known of each note."""
        from orjson import loads

        last = self._last_thing(after, at_once)
        found = self._db.execute(
            "SELECT bodies.path, sha256, fields, secret FROM facts JOIN bodies USING (number)"
            " LEFT JOIN notes ON notes.path = bodies.path WHERE thing > ?"
            f" {'AND thing <= ?' if last else ''} ORDER BY thing, moment DESC",
            (after, *(last or ())),
        )
        page = [
            Stored(path, sha256, fact_of(loads(fields)), secret or "")
            for path, sha256, fields, secret in found
        ]
        return page, last[0] if last else None

    def _last_thing(self, after: str, at_once: int) -> tuple[str] | None:
        found: tuple[str] | None = self._db.execute(
            "SELECT thing FROM facts WHERE thing > ? ORDER BY thing LIMIT 1 OFFSET ?",
            (after, at_once - 1),
        ).fetchone()
        return found

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

    def ids_within(
        self,
        *,
        ids: Iterable[str] = (),
        things: Iterable[Key] = (),
        batches: Iterable[str] = (),
        sources: Iterable[str] = (),
    ) -> list[str]:
        """The ids of all facts of each thing of which any fact is named; `sources` are folded."""
        found = self._db.execute(
            "SELECT id FROM facts WHERE thing IN (SELECT value FROM json_each(?)"
            " UNION SELECT thing FROM facts WHERE id IN (SELECT value FROM json_each(?))"
            " UNION SELECT thing FROM facts JOIN sayings USING (number)"
            " WHERE batch IN (SELECT value FROM json_each(?)) AND batch <> ''"
            " UNION SELECT thing FROM facts JOIN sayings USING (number)"
            " WHERE source_key IN (SELECT value FROM json_each(?))) ORDER BY thing, moment DESC",
            (
                as_json(map(thing_text, things)),
                as_json(ids),
                as_json(batches),
                as_json(sources),
            ),
        )
        return [id_ for (id_,) in found]

    def all_ids(self) -> list[str]:
        """The ids of all facts, in the order of a list."""
        found = self._db.execute("SELECT id FROM facts ORDER BY thing, moment DESC")
        return [id_ for (id_,) in found]

    def subjects_of(self, ids: Iterable[str]) -> set[str]:
        """The subjects of some facts, as they are shown."""
        found = self._db.execute(
            "SELECT DISTINCT subject FROM facts WHERE id IN (SELECT value FROM json_each(?))",
            (as_json(ids),),
        )
        return {subject for (subject,) in found}

    def ids_about(self, subject_key: str) -> list[str]:
        """The ids of all facts about a subject."""
        name = name_text(subject_key)
        found = self._db.execute(
            "SELECT id FROM facts WHERE thing >= ? AND thing < ? ORDER BY thing, moment DESC",
            (name + "\x1f", name + "\x20"),
        )
        return [id_ for (id_,) in found]

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
            "SELECT batch, min(kept), min(source), count(*), count(DISTINCT source_key)"
            " FROM sayings WHERE batch <> ''"
            " GROUP BY batch ORDER BY 2 DESC, batch"
        )
        return [
            Batch(id_, datetime.fromisoformat(kept) if kept else None, source, count, sources)
            for id_, kept, source, count, sources in found
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

    def secrets(self) -> dict[str, str]:
        """The facts whose notes look like a secret, by id, and by which rule."""
        found = self._db.execute(
            "SELECT facts.id, secret FROM notes JOIN facts USING (id)"
            " WHERE secret <> '' AND problem IS NULL"
        )
        return dict(found.fetchall())

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
