"""A process that owns a Chroma folder, for tests that end it at any moment.

`python -m tests.search.chroma_child FOLDER COUNT [forever|once]` opens the folder, brings it in
line with a source of COUNT vectors, checks that each is found, and then writes on until killed.
"""

import sys
from pathlib import Path

from memtui.search.vectors.chroma import open_chroma
from memtui.search.vectors.index import bring_in_line
from tests.search.vectors import random_vectors, shelf


def main(folder: str, count: str, how: str) -> None:
    source = shelf(int(count))
    print("opening", flush=True)
    index = open_chroma(Path(folder), "model 1")
    if index is None:
        print("owned by another", flush=True)
        return
    print(f"opened {len(index.keys())}", flush=True)
    bring_in_line(index, source)
    assert index.keys() == source.keys()
    for key, vector in list(source.of.items())[:20]:
        assert index.query(vector, 1)[0][0] == key
    print("right", flush=True)
    extra = random_vectors(50, seed=9)
    while how == "forever":
        index.add([f"x{at}" for at in range(50)], extra)
        print("added", flush=True)
        index.remove([f"x{at}" for at in range(0, 50, 2)])
        print("removed", flush=True)
        index.query(extra[0], 5)
    if how == "wait":
        sys.stdin.read()
    index.close()
    print("closed", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
