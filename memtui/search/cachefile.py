"""The vector cache's file: opened, recognised when it is broken, deleted."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from memtui.store.places import make_folder, open_file

# Raised whenever what is stored here, or how texts are made, changes.
FORMAT = "2"
_FOREIGN = "the vectors have another format"
_BROKEN = "its pages do not fit together"
UNEVEN = "one embedder's vectors are of several lengths"

# A file is cut when such a part of it is free, so many bytes at least, and so many pages at a time:
# whoever writes meanwhile waits for some hundredths of a second.
_PART, _WORTH_IT, _PAGES = 0.2, 4 << 20, 500
_INCREMENTAL = 2

# Five vectors of the built-in embedder go to a page of this size, two to the usual.
_PREPARED = """
PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;
"""

_SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE facts (id TEXT PRIMARY KEY, text BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX facts_text ON facts (text);
CREATE TABLE models (
  number INTEGER PRIMARY KEY, identity TEXT UNIQUE NOT NULL, settings TEXT NOT NULL, weight REAL
);
CREATE TABLE vectors (
  key INTEGER PRIMARY KEY, model INTEGER NOT NULL, text BLOB NOT NULL, vector BLOB NOT NULL,
  UNIQUE (model, text)
);
CREATE TABLE forgotten (key INTEGER PRIMARY KEY);
"""


def discard_cache(path: Path) -> None:
    """Delete a cache's files."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def opened(path: Path, memory: Path) -> sqlite3.Connection:
    """A connection to a cache; an empty one is made where there is none.

    Raises:
        sqlite3.Error: When it cannot be opened; see `is_broken`.
        OSError: When its folder cannot be made.
    """
    make_folder(path.parent, memory)
    os.close(open_file(path, os.O_RDWR, memory))
    db = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    try:
        db.executescript(_PREPARED)
        if not _is_made(db):
            db.execute("BEGIN IMMEDIATE")
            if not _is_made(db):
                for statement in _SCHEMA.split(";\n"):
                    db.execute(statement)
                db.execute("INSERT INTO meta VALUES ('format', ?)", (FORMAT,))
            db.execute("COMMIT")
        found = db.execute("SELECT value FROM meta WHERE name = 'format'").fetchone()
        if found != (FORMAT,):
            raise sqlite3.DatabaseError(_FOREIGN)
    except BaseException:
        db.close()
        raise
    return db


def cut(path: Path, stopped: Callable[[], bool]) -> None:
    """Give the room back that vectors which are gone had, once there is much of it.

    Readers go on as they did; `stopped` is asked between steps, and what is left is cut later.

    Raises:
        sqlite3.Error: When the file cannot be written now.
    """
    with closing(sqlite3.connect(path, timeout=1, isolation_level=None)) as db:

        def told(name: str) -> int:
            return int(db.execute(f"PRAGMA {name}").fetchone()[0])

        free, pages = told("freelist_count"), told("page_count")
        if free < pages * _PART or free * told("page_size") < _WORTH_IT:
            return
        db.execute("PRAGMA secure_delete = ON")
        if told("auto_vacuum") != _INCREMENTAL:
            # Made before files could be cut: it is written anew, once.
            db.execute("PRAGMA auto_vacuum = INCREMENTAL")
            db.execute("VACUUM")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        while told("freelist_count") and not stopped():
            # As a script: it gives nothing, and `execute` would leave off after one page.
            db.executescript(f"PRAGMA incremental_vacuum({_PAGES})")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def check(path: Path) -> None:
    """Look at every page of a cache, while others use it.

    Raises:
        sqlite3.Error: When it is broken, see `is_broken`, or cannot be looked at.
    """
    with closing(sqlite3.connect(path, timeout=1)) as db:
        if db.execute("PRAGMA integrity_check(1)").fetchall() != [("ok",)]:
            raise sqlite3.DatabaseError(_BROKEN)


def is_broken(error: Exception) -> bool:
    """Whether an error says that a file is no vector cache, rather than that it is busy or full."""
    name = str(getattr(error, "sqlite_errorname", ""))
    told = str(error) in (_FOREIGN, _BROKEN, UNEVEN)
    return told or name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))


def inode(path: Path) -> int:
    """Which file stands under a name; 0 when there is none."""
    try:
        return path.stat().st_ino
    except FileNotFoundError:
        return 0


def _is_made(db: sqlite3.Connection) -> bool:
    return db.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone() is not None
