"""The vector cache: each text is embedded once for each embedder, and its vector kept in SQLite.

It holds no words: a text is known by its SHA-256, a fact by its id. Vectors lie under keys
that are never used twice, so that an index which holds a key holds the right vector. Safe for
several processes; deleting the file loses only time.
"""

import contextlib
import hashlib
import json
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from memtui.search.cachefile import UNEVEN, check, cut, discard_cache, inode, is_broken, opened
from memtui.search.unavailable import unavailable
from memtui.search.unit import Vectors

_AT_ONCE = 1_000
_NUMBER = np.dtype(np.float32).itemsize


class Count(NamedTuple):
    """How many facts an embedder's vectors cover, of how many."""

    done: int
    total: int


class Model(NamedTuple):
    """An embedder whose vectors are here: what it is, and the settings that make it again."""

    identity: str
    settings: str


def dated(said: str, text: str) -> str:
    """What is embedded of a text: its day belongs to what it means."""
    return f"{said} — {text}"


class VectorCache:
    """One connection to a vector cache; may be used from several threads."""

    def __init__(self, path: Path, memory: Path) -> None:
        """Open a cache; an empty one is made where there is none, or none that can be read.

        Args:
            path: The cache's file.
            memory: The memory's folder, which tells who may read it.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE` when it cannot be read and written.
        """
        self._path = path
        self._memory = memory
        self._lock = threading.RLock()
        self._written = 0
        self._inode = -1
        self._counts: dict[str, tuple[tuple[int, int], Count]] = {}
        self._db: sqlite3.Connection | None = None
        with self._telling():
            pass

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            if self._db:
                self._db.close()

    @property
    def mark(self) -> str:
        """Up to where the facts were followed, in the words of who follows them; empty at first."""
        with self._telling() as db:
            found = db.execute("SELECT value FROM meta WHERE name = 'mark'").fetchone()
        return str(found[0]) if found else ""

    def note(self, texts: Mapping[str, str], mark: str) -> None:
        """Take down the text of every fact there is; what has gone is forgotten."""
        hashes = {id_: _hash(text) for id_, text in texts.items()}
        with self._writing(mark) as db:
            known = dict(db.execute("SELECT id, text FROM facts").fetchall())
            changed = {id_: text for id_, text in hashes.items() if known.get(id_) != text}
            self._follow(db, known, changed, known.keys() - hashes.keys())
            unused = db.execute(
                "SELECT key FROM vectors WHERE text NOT IN (SELECT text FROM facts)"
            ).fetchall()
            self._drop(db, [key for (key,) in unused])

    def change(
        self, texts: Mapping[str, str], gone: Iterable[str], mark: str | None = None
    ) -> None:
        """Take down the texts of facts that came or changed, and forget those that have gone."""
        hashes = {id_: _hash(text) for id_, text in texts.items()}
        gone = set(gone) - hashes.keys()
        with self._writing(mark) as db:
            known = self._texts_of(db, [*hashes, *gone])
            self._follow(db, known, hashes, gone & known.keys())

    def _texts_of(self, db: sqlite3.Connection, ids: Sequence[str]) -> dict[str, bytes]:
        found = db.execute(
            "SELECT id, text FROM facts WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(ids),),
        )
        return dict(found.fetchall())

    def _follow(
        self,
        db: sqlite3.Connection,
        known: Mapping[str, bytes],
        changed: Mapping[str, bytes],
        gone: Iterable[str],
    ) -> None:
        """Write changes down; vectors of texts that no fact has any more go, the forgotten too."""
        gone = list(gone)
        db.executemany("DELETE FROM facts WHERE id = ?", [(id_,) for id_ in gone])
        db.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", list(changed.items()))
        corrected = {known[id_] for id_ in changed if id_ in known}
        forgotten = {known[id_] for id_ in gone}
        for texts, mark_them in ((forgotten, True), (corrected, False)):
            keys = [key for text in texts for key in self._unused(db, text)]
            if mark_them:
                db.executemany(
                    "INSERT OR IGNORE INTO forgotten VALUES (?)", [(key,) for key in keys]
                )
            self._drop(db, keys)

    def _unused(self, db: sqlite3.Connection, text: bytes) -> list[int]:
        found = db.execute(
            "SELECT key FROM models CROSS JOIN vectors ON model = number AND text = ?"
            " WHERE NOT EXISTS (SELECT 1 FROM facts WHERE text = ?)",
            (text, text),
        )
        return [key for (key,) in found]

    def _drop(self, db: sqlite3.Connection, keys: Iterable[int]) -> None:
        db.executemany("DELETE FROM vectors WHERE key = ?", [(key,) for key in keys])

    def wipe(self) -> bool:
        """Wipe what was deleted from the files; whether nobody else's reading prevented it."""
        with self._telling() as db:
            busy, _, _ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy

    def pending(self, identity: str) -> set[str]:
        """The facts that have no vector of an embedder yet."""
        with self._telling() as db:
            found = db.execute(
                "SELECT id FROM facts WHERE text NOT IN (SELECT text FROM vectors WHERE model ="
                " (SELECT number FROM models WHERE identity = ?))",
                (identity,),
            ).fetchall()
        return {id_ for (id_,) in found}

    def count(self, identity: str) -> Count:
        """How far an embedder has come; not counted again while nobody wrote."""
        state = self.state()
        counted = self._counts.get(identity)
        if counted and counted[0] == state:
            return counted[1]
        with self._telling() as db:
            (total,) = db.execute("SELECT count(*) FROM facts").fetchone()
            (done,) = db.execute(
                "SELECT count(*) FROM facts WHERE EXISTS (SELECT 1 FROM vectors WHERE model ="
                " (SELECT number FROM models WHERE identity = ?) AND vectors.text = facts.text)",
                (identity,),
            ).fetchone()
        self._counts[identity] = state, Count(done, total)
        return Count(done, total)

    def put(self, model: Model, texts: Sequence[str], vectors: Vectors) -> None:
        """Keep the vectors of texts; of texts that no fact has any more, nothing is kept."""
        with self._writing() as db:
            db.execute("INSERT OR IGNORE INTO models (identity, settings) VALUES (?, ?)", model)
            (number,) = db.execute(
                "SELECT number FROM models WHERE identity = ?", (model.identity,)
            ).fetchone()
            hashes = [_hash(text) for text in texts]
            rows = [
                (key, number, text, vector.tobytes(), text)
                for key, text, vector in zip(_fresh_keys(len(hashes)), hashes, vectors, strict=True)
            ]
            db.executemany(
                "INSERT OR IGNORE INTO vectors SELECT ?, ?, ?, ?"
                " WHERE EXISTS (SELECT 1 FROM facts WHERE text = ?)",
                rows,
            )

    def width(self, identity: str) -> int | None:
        """How many numbers an embedder's vectors have; `None` while there are none."""
        with self._telling() as db:
            found = db.execute(
                "SELECT length(vector) FROM vectors WHERE model ="
                " (SELECT number FROM models WHERE identity = ?) LIMIT 1",
                (identity,),
            ).fetchone()
        return found[0] // _NUMBER if found else None

    def models(self) -> list[Model]:
        """The embedders whose vectors are here, in the order in which they came."""
        with self._telling() as db:
            found = db.execute("SELECT identity, settings FROM models ORDER BY number")
            return list(map(Model._make, found.fetchall()))

    def drop_model(self, identity: str) -> None:
        """Let go of an embedder's vectors, so many at a time that nobody waits for long."""
        left = True
        while left:
            with self._writing() as db:
                gone = db.execute(
                    "DELETE FROM vectors WHERE key IN (SELECT key FROM vectors WHERE model ="
                    " (SELECT number FROM models WHERE identity = ?) LIMIT ?)",
                    (identity, _AT_ONCE),
                )
                left = gone.rowcount == _AT_ONCE
                if not left:
                    db.execute("DELETE FROM models WHERE identity = ?", (identity,))

    def begin_anew(self) -> None:
        """Follow the facts from the first on; a broken file goes, whatever could be read of it."""
        try:
            check(self._path)
        except sqlite3.Error as error:
            if is_broken(error):
                with self._lock:
                    self._discard()
        with self._writing() as db:
            db.execute("DELETE FROM meta WHERE name = 'mark'")

    def rename_model(self, identity: str, other: str) -> None:
        """Have an embedder's vectors lie under another identity."""
        with self._writing() as db:
            db.execute("UPDATE models SET identity = ? WHERE identity = ?", (other, identity))

    def cut(self, stopped: Callable[[], bool] = lambda: False) -> None:
        """Give the room back that vectors which are gone had; what cannot be now can be later."""
        with contextlib.suppress(sqlite3.Error):
            cut(self._path, stopped)

    def weight(self, identity: str) -> float | None:
        """How much words weigh beside an embedder's cosines, once that was measured."""
        with self._telling() as db:
            found = db.execute(
                "SELECT weight FROM models WHERE identity = ?", (identity,)
            ).fetchone()
        return found[0] if found else None

    def set_weight(self, identity: str, weight: float) -> None:
        """Remember what was measured."""
        with self._writing() as db:
            db.execute("UPDATE models SET weight = ? WHERE identity = ?", (weight, identity))

    def source(self, identity: str) -> "CachedVectors":
        """An embedder's vectors, for an index to be derived from."""
        return CachedVectors(self, identity)

    def facts_under(self, keys: Iterable[str]) -> dict[str, list[str]]:
        """The facts whose vectors lie under keys, in the order of their ids."""
        with self._telling() as db:
            found = db.execute(
                "SELECT key, id FROM vectors JOIN facts USING (text)"
                " WHERE key IN (SELECT value FROM json_each(?)) ORDER BY id",
                (json.dumps(list(map(int, keys))),),
            ).fetchall()
        facts: dict[str, list[str]] = {}
        for key, id_ in found:
            facts.setdefault(str(key), []).append(id_)
        return facts

    def vectors_of(self, identity: str, ids: Iterable[str]) -> tuple[list[str], Vectors]:
        """The vectors of facts, as far as there are any, with the facts that have one."""
        with self._telling() as db:
            found = db.execute(
                "SELECT facts.id, vector FROM json_each(?) CROSS JOIN facts ON facts.id = value"
                " CROSS JOIN vectors ON vectors.text = facts.text AND model ="
                " (SELECT number FROM models WHERE identity = ?)",
                (json.dumps(list(ids)), identity),
            ).fetchall()
            return [id_ for id_, _ in found], _matrix([vector for _, vector in found])

    def forgotten(self) -> set[str]:
        """The keys of forgotten facts that an index may still hold."""
        with self._telling() as db:
            found = db.execute("SELECT key FROM forgotten").fetchall()
        return {str(key) for (key,) in found}

    def purged(self, keys: Iterable[str]) -> None:
        """No index holds these any more."""
        with self._writing() as db:
            db.executemany("DELETE FROM forgotten WHERE key = ?", [(int(key),) for key in keys])

    def state(self) -> tuple[int, int]:
        """What is equal as long as nobody wrote."""
        with self._telling() as db:
            (version,) = db.execute("PRAGMA data_version").fetchone()
            return version, self._written

    def _keys(self, identity: str) -> frozenset[str]:
        with self._telling() as db:
            found = db.execute(
                "SELECT key FROM vectors WHERE model ="
                " (SELECT number FROM models WHERE identity = ?)",
                (identity,),
            ).fetchall()
        return frozenset(str(key) for (key,) in found)

    def _under(self, keys: Sequence[str]) -> tuple[list[str], Vectors]:
        with self._telling() as db:
            found = db.execute(
                "SELECT key, vector FROM vectors WHERE key IN (SELECT value FROM json_each(?))",
                (json.dumps(list(map(int, keys))),),
            ).fetchall()
            return [str(key) for key, _ in found], _matrix([vector for _, vector in found])

    @contextlib.contextmanager
    def _telling(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                yield self._connection()
            except (sqlite3.Error, OSError) as error:
                if is_broken(error):
                    self._discard()
                raise unavailable(
                    f"The vectors in {self._path} cannot be used ({error}); search goes on with "
                    "words alone.",
                    "Look for a full disk or missing rights; `memtui reindex` makes them anew.",
                ) from error

    @contextlib.contextmanager
    def _writing(self, mark: str | None = None) -> Iterator[sqlite3.Connection]:
        with self._telling() as db:
            db.execute("BEGIN IMMEDIATE")
            self._written += 1
            try:
                yield db
                if mark is not None:
                    db.execute("INSERT OR REPLACE INTO meta VALUES ('mark', ?)", (mark,))
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    def _connection(self) -> sqlite3.Connection:
        """The connection, opened again when another process made the file anew."""
        if self._db is None or self._inode != inode(self._path):
            if self._db is not None:
                self._db.close()
                self._db = None
            try:
                self._db = opened(self._path, self._memory)
            except sqlite3.DatabaseError as error:
                if not is_broken(error):
                    raise
                discard_cache(self._path)
                self._db = opened(self._path, self._memory)
            self._inode = inode(self._path)
            self._written += 1
        return self._db

    def _discard(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None
        discard_cache(self._path)


class CachedVectors:
    """One embedder's vectors in a cache, as the `Source` of an index."""

    def __init__(self, cache: VectorCache, identity: str) -> None:
        self._cache = cache
        self._identity = identity

    def keys(self) -> frozenset[str]:
        """See `Source`."""
        return self._cache._keys(self._identity)

    def vectors(self, keys: Sequence[str]) -> tuple[list[str], Vectors]:
        """See `Source`."""
        return self._cache._under(keys)


def _fresh_keys(count: int) -> range:
    """Numbers that no vector ever had: the millisecond, so that the file grows at its end, and
    chance."""
    first = (time.time_ns() // 1_000_000) << 22 | secrets.randbits(22)
    return range(first, first + count)


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()


def _matrix(blobs: Sequence[bytes]) -> Vectors:
    if not blobs:
        return np.empty((0, 0), dtype=np.float32)
    if len({len(blob) for blob in blobs}) > 1:
        raise sqlite3.DatabaseError(UNEVEN)
    return np.frombuffer(b"".join(blobs), dtype=np.float32).reshape(len(blobs), -1)
