"""A process that embeds a memory's facts, for tests that end it at any moment.

`python -m tests.search.meaning_child FOLDER COUNT [own]` takes COUNT facts down, embeds them, and
says how far it is; with `own` it brings Chroma in line too.
"""

import sys
from pathlib import Path

from memtui.search.cache import dated
from memtui.search.meaning import Meaning
from memtui.settings import Settings
from tests.search.words_embedder import WordsEmbedder


def facts(count: int) -> dict[str, str]:
    """So many facts, by id."""
    return {f"f_{at}": dated("2026-01-01", f"Fact {at} is of word{at}.") for at in range(count)}


def main(folder: str, count: str, *how: str) -> None:
    texts = facts(int(count))
    meaning = Meaning(
        Path(folder),
        Settings(),
        "m1",
        own="own" in how,
        make=lambda settings: WordsEmbedder(width=256),
        environ={},
    )
    meaning.follow(texts, count)
    print("followed", flush=True)

    def told(done: int, total: int) -> None:
        print(f"embedded {done}", flush=True)
        meaning.tend()
        print("tended", flush=True)

    meaning.catch_up(texts, progress=told)
    meaning.tend()
    missed = [
        id_ for id_, text in texts.items() if id_ not in meaning.search(text, count=5).cosines
    ]
    meaning.close()
    print(f"missed {len(missed)}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
