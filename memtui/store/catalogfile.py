"""The catalogue's file: what is in it, how it is connected to and deleted, what keeps it away."""

import errno
import sqlite3
from pathlib import Path

# Raised whenever what is stored, how words are prepared, or what looks like a secret, changes.
FORMAT = "9"

SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE notes (
  path BLOB PRIMARY KEY, size INTEGER, mtime INTEGER, ctime INTEGER, inode INTEGER,
  fresh INTEGER, sha256 BLOB, id TEXT, problem TEXT, secret TEXT
) WITHOUT ROWID;
CREATE INDEX notes_id ON notes (id);
CREATE TABLE facts (
  number INTEGER PRIMARY KEY, id TEXT UNIQUE, thing TEXT, moment TEXT,
  subject TEXT, attribute TEXT, fact TEXT, source TEXT, said TEXT, last_said TEXT,
  until TEXT, ended TEXT, replaced_by TEXT, tags TEXT, kept TEXT, changed TEXT,
  generation INTEGER
);
CREATE INDEX facts_order ON facts (thing, moment DESC);
CREATE INDEX facts_current ON facts (
  thing, moment DESC, id, subject, attribute, fact, source, said, last_said, until, ended,
  replaced_by, tags, kept, changed
) WHERE until IS NULL;
CREATE INDEX facts_generation ON facts (generation);
CREATE TABLE bodies (number INTEGER PRIMARY KEY, path BLOB, fields BLOB);
CREATE TABLE sayings (number INTEGER, batch TEXT, source TEXT, source_key TEXT, kept TEXT);
CREATE INDEX sayings_number ON sayings (number);
CREATE INDEX sayings_batch ON sayings (batch) WHERE batch <> '';
CREATE INDEX sayings_source ON sayings (source_key);
CREATE TABLE gone (id TEXT PRIMARY KEY, generation INTEGER, at INTEGER) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5(text, tokenize = ascii);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row);
"""


def connected(place: Path | str) -> sqlite3.Connection:
    """A connection to a catalogue's file, or to one in memory by its name."""
    if isinstance(place, Path):
        return sqlite3.connect(place, timeout=10, isolation_level=None, check_same_thread=False)
    db = sqlite3.connect(
        f"file:{place}?mode=memory&cache=shared",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
    )
    # Who reads waits for nobody who writes, as with a log.
    db.execute("PRAGMA read_uncommitted = ON")
    return db


def remove(path: Path) -> None:
    """Delete a catalogue's files."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def is_broken(error: sqlite3.Error) -> bool:
    """Whether an error says that a file is no catalogue, rather than that it is busy or full."""
    return _name(error).startswith(
        ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR", "SQLITE_CONSTRAINT")
    )


def has_no_room(error: Exception) -> bool:
    """Whether an error says that the disk has no room for a file, or fails."""
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
    return _name(error).startswith(("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CANTOPEN"))


def _name(error: Exception) -> str:
    return getattr(error, "sqlite_errorname", None) or "SQLITE_CORRUPT"
