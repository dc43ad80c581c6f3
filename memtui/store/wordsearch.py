"""Facts by the words of a query, from the catalogue's full-text table."""

import math
import sqlite3
from collections.abc import Sequence

from memtui.store.entries import WordHit
from memtui.store.words import asked, unfinished

# From here on, looking up words that most facts have costs more than it tells.
_MANY = 1_000
# How much the share of the words counts beside BM25; 0.5 to 0.95 are equally good on LoCoMo, and
# in several languages more is better, where names are often all that is known.
_SHARE = 0.8


def find(db: sqlite3.Connection, query: str, *, limit: int, current: bool | None) -> list[WordHit]:
    """Facts that have words of a query, best first.

    Args:
        db: The catalogue.
        query: What a person typed.
        limit: At most so many.
        current: Only current facts, or only history; `None` = both.
    """
    (total,) = db.execute("SELECT count(*) FROM facts").fetchone()
    groups = [(terms, _frequency(db, terms)) for terms in asked(query)]
    if groups and not groups[-1][1] and (start := unfinished(query)):
        groups[-1] = ((start + "*",), _frequency(db, (start + "*",)))
    if total >= _MANY and any(0 < found <= total / 2 for _, found in groups):
        groups = [(terms, found) for terms, found in groups if found <= total / 2]
    terms = [term for group, found in groups if found for term in group]
    if not terms:
        return []
    telling = [(terms, _rarity(total, n)) for terms, n in groups]
    weight = sum(rarity for _, rarity in telling)
    condition = {None: "", True: "AND until IS NULL", False: "AND until IS NOT NULL"}[current]
    found = db.execute(
        "SELECT id, -rank, text, until IS NULL FROM words JOIN facts ON number = words.rowid"
        f" WHERE words MATCH ? {condition} ORDER BY rank LIMIT ?",
        (" OR ".join(map(_quoted, terms)), limit),
    )
    hits = []
    for id_, bm25, text, holds in found:
        text = f" {text} "
        share = sum(rarity for terms, rarity in telling if _has(text, terms)) / weight
        score = _SHARE * share + (1 - _SHARE) * min(1.5, bm25 / weight)
        hits.append(WordHit(id_, score, bool(holds)))
    return sorted(hits, key=lambda hit: (-hit.score, hit.id))


def _rarity(total: int, number: int) -> float:
    """The inverse document frequency of what is in so many of all facts; never nothing.

    In a small memory a name that most facts have still tells more than a small word.
    """
    return math.log1p((total - number + 0.5) / (number + 0.5))


def _has(text: str, terms: Sequence[str]) -> bool:
    """Whether a prepared text has one of some terms."""
    return any(
        f" {term[:-1]}" in text if term[-1] == "*" else f" {term} " in text for term in terms
    )


def _frequency(db: sqlite3.Connection, terms: Sequence[str]) -> int:
    """In how many facts the most frequent of some terms is."""
    counts = [0]
    for term in terms:
        start, end = (term[:-1], term[:-1] + "\U0010ffff") if term[-1] == "*" else (term, term)
        (count,) = db.execute(
            "SELECT max(doc) FROM vocabulary WHERE term BETWEEN ? AND ?", (start, end)
        ).fetchone()
        counts.append(count or 0)
    return max(counts)


def _quoted(term: str) -> str:
    return f'"{term[:-1]}" *' if term.endswith("*") else f'"{term}"'
