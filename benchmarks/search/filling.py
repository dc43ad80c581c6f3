"""Chroma's folder filled to the end, as an app fills it in the background, then asked and closed.

`python -m benchmarks.search.filling [--count 100000] [--in FOLDER] [--print]`. The vectors are made
from words by `Quick`; what is measured is Chroma, in its own process, and how little waits for it.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from filelock import FileLock

from benchmarks import memories
from benchmarks.search.page import digest, table, where, write_part
from benchmarks.search.speed import Quick, once, times
from memtui.facts.fact import Rules
from memtui.search.catching_up import texts_of_facts
from memtui.search.forgetting import CACHE, CHROMA
from memtui.search.meaning import Meaning
from memtui.search.unit import Vectors
from memtui.search.vectors.chroma_process import ChromaProcess
from memtui.search.vectors.exact import ExactIndex
from memtui.search.vectors.index import VectorIndex, bring_in_line
from memtui.settings import Settings

COUNT, ASKED, NEAR = 100_000, 200, 50


class Once(Quick):
    """`Quick`, which makes the vector of a question once."""

    @cache  # noqa: B019 - there is one, and it ends with the process
    def asked(self, text: str) -> Vectors:
        """The vector of one text."""
        row: Vectors = self.embed([text])[0]
        return row


def rows(folder: Path, count: int) -> list[tuple[str, str]]:
    """What is measured, by its name."""
    texts = texts_of_facts(memories.facts(count), Rules())
    embedder = Once()

    def opened() -> Meaning:
        return Meaning(folder, Settings(), "m", own=True, make=lambda _: embedder, environ={})

    meaning = opened()
    meaning.follow(texts, "1")
    meaning.catch_up(texts)
    taken = once(meaning.tend)
    index = _chroma(meaning)
    found = [
        ("filled, s", f"{taken:,.0f}"),
        ("processor time for it, s", f"{_processor(index):,.0f}"),
        ("memory of its process, MB", f"{_memory(index):,.0f}"),
    ]
    asked = list(texts.values())[:: max(1, count // ASKED)]
    for name, those in (("Chroma", index), ("exact search", _exact(meaning))):
        nearest = partial(_nearest, those, embedder)
        middle, late = times(nearest, asked)
        found.append((f"{name}, p50 / p95 ms", f"{middle:.1f} / {late:.1f}"))
    found.append((f"recall@{NEAR} of Chroma", f"{_recall(meaning, embedder, asked):.4f}"))
    chroma = folder / "index" / CHROMA
    began = perf_counter()
    meaning.close()
    found.append(("closed for who closes it, s", f"{perf_counter() - began:.1f}"))
    with FileLock(chroma / "lock", timeout=300):
        found.append(("until it is sealed, s", f"{perf_counter() - began:.1f}"))
    meaning = opened()
    found.append(("opened again, s", f"{once(meaning.tend):.1f}"))
    if len(_chroma(meaning).keys()) != len(set(texts.values())):
        raise SystemExit("it was made anew")
    meaning.close()
    for name, path in (("Chroma", chroma), ("vectors.db", folder / "index" / CACHE)):
        size = sum(each.stat().st_size for each in (path, *path.rglob("*")) if each.is_file())
        found.append((f"{name} on disk, MB", f"{size / 1e6:,.0f}"))
    return found


def _nearest(index: VectorIndex, embedder: Once, text: str) -> object:
    return index.query(embedder.asked(text), NEAR)


def _recall(meaning: Meaning, embedder: Once, asked: Sequence[str]) -> float:
    """The share of the nearest that Chroma finds; what is equally near counts as that."""
    chroma, exact = _chroma(meaning), _exact(meaning)
    met = 0
    for text in asked:
        vector = embedder.asked(text)
        least = exact.query(vector, NEAR)[-1][1] - 1e-6
        met += sum(cosine >= least for _, cosine in chroma.query(vector, NEAR))
    return met / (NEAR * len(asked))


@cache
def _exact(meaning: Meaning) -> ExactIndex:
    index = ExactIndex()
    bring_in_line(index, meaning._cache.source(Quick.identity))
    return index


def _chroma(meaning: Meaning) -> ChromaProcess:
    followed = meaning._chroma
    if not followed or not isinstance(followed.index, ChromaProcess):
        raise SystemExit("Chroma does not work here")
    return followed.index


def _processor(index: ChromaProcess) -> float:
    stat = Path(f"/proc/{index._process.pid}/stat").read_text(encoding="ascii")
    user, system = stat.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _memory(index: ChromaProcess) -> float:
    pages = Path(f"/proc/{index._process.pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.search.filling", description=__doc__
    )
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--in", dest="folder", type=Path, help="where to make the index")
    parser.add_argument("--print", action="store_true", help="write nothing")
    given = parser.parse_args()
    with TemporaryDirectory(dir=given.folder, prefix="memtui-filling-") as folder:
        found = rows(Path(folder), given.count)
    text = table(["", f"{given.count:,} vectors of {Quick().embed(['a']).shape[1]}"], found)
    text += f"\n\nOther work at the same time: a load of {os.getloadavg()[2]:.0f} on average."
    print(text)
    if not given.print:
        data = f"generated, {digest(Path(memories.__file__).read_bytes())} of what generates it"
        told = "python -m benchmarks.search.filling"
        write_part("filling", f"## Chroma filled\n\n{where(told, data)}\n\n{text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
