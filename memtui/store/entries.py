"""What the catalogue tells beside facts: hits, batches, problems, counts, and files it knows."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from memtui.facts.fact import Fact


class WordHit(NamedTuple):
    """A fact that has words of a query.

    `score` is about 1 when all the query's words are there, whatever the words, at most 1.1: the
    share of them that is there, the rare ones counting more, with a little of BM25 over the same
    sum, which prefers short facts and repeated words. `current` = it holds now.
    """

    id: str
    score: float
    current: bool


@dataclass(frozen=True, slots=True)
class Batch:
    """The statements kept together: when, from where, and how many of them are here.

    `source` is one of the `sources` that they came from.
    """

    id: str
    kept: datetime | None
    source: str
    count: int
    sources: int = 1


@dataclass(frozen=True, slots=True)
class Source:
    """Where facts came from: how many of them are here, and when the last was kept."""

    name: str
    kept: datetime | None
    count: int


class Problem(NamedTuple):
    """A note that cannot be read: its path below the memory's folder, and why."""

    path: str
    reason: str


class Counts(NamedTuple):
    """How much is in a memory; `notes` counts the files, readable or not."""

    current: int
    history: int
    subjects: int
    unreadable: int
    notes: int


class Known(NamedTuple):
    """What the catalogue knows of a note's file; `fresh` = changed just before it was read.

    `secret` = the rule by which it looks like a secret, empty where it does not.
    """

    size: int
    mtime: int
    ctime: int
    inode: int
    fresh: bool
    sha256: bytes
    id: str | None
    problem: str | None
    secret: str = ""


class Stored(NamedTuple):
    """A fact as the catalogue has it: where its note is, and the mark of what that held.

    `secret` = the rule by which that looks like a secret, empty where it does not.
    """

    path: bytes
    sha256: bytes | None
    fact: Fact
    secret: str = ""
