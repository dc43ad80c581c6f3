"""Open a 500 MB export and say how long and how much memory it takes, beside a bare ijson pass.

`python -m benchmarks.conversations [--size MB] [--in FOLDER] [--to FILE]`. Each pass runs in a
process of its own, in turns; the best of three counts, for other work only ever adds to it.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.__main__ import line
from benchmarks.conversations.export import write_export
from benchmarks.measures import Row
from benchmarks.search.page import where, write_part

PAGE = Path(__file__).parents[2] / "docs" / "formats.md"
ROUNDS = 3
BARE = """
import ijson
backend = ijson.get_backend("yajl2_c")
with open(path, "rb") as file:
    count = sum(1 for _ in backend.items(file, "item", use_float=True))
first = 0.0
"""
OURS = """
from pathlib import Path
import memtui.conversations.formats
from memtui.conversations.collection import Collection
from memtui.conversations.listing import listed
from memtui.conversations.reading import Person
begun = time.process_time()
opened = time.perf_counter()
first, count = 0.0, 0
collection = Collection.of([Path(path)], Person(), sketching=True)
for found in collection:
    one = listed(found)
    count += 1
    first = first or time.perf_counter() - opened
"""
AROUND = """
import json, resource, sys, time
path = sys.argv[1]
begun = time.process_time()
{body}
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([count, time.process_time() - begun, first, peak]))
"""
AGAIN = """
last = time.perf_counter()
conversation = collection.read(one.place, one.id)
first = time.perf_counter() - last
"""


def main() -> int:
    """Measure, print and write; 1 when a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.conversations", description=__doc__)
    parser.add_argument("--size", type=int, default=500, help="megabytes of the export")
    parser.add_argument("--in", dest="folder", type=Path, help="where to write it")
    parser.add_argument("--to", type=Path, default=PAGE, help="the page to write the part into")
    given = parser.parse_args()
    with TemporaryDirectory(dir=given.folder, prefix="memtui-bench-") as folder:
        path = Path(folder) / "conversations.json"
        count = write_export(path, given.size * 1_000_000)
        rows = measure(path)
    for row in rows:
        print(line(row))
    command = "python -m benchmarks.conversations"
    data = f"a seeded export like ChatGPT's of {given.size} MB with {count:,} conversations"
    table = "\n".join(["| What | Measured | Goal | |", "|---|---|---|---|", *map(line, rows)])
    write_part("conversations", f"## Speed\n\n{where(command, data)}\n\n{table}", given.to)
    return 0 if all(row.met for row in rows) else 1


def measure(path: Path) -> list[Row]:
    """The rows of the table."""
    bare, ours = [], []
    for _ in range(ROUNDS):
        bare.append(run(BARE, path))
        ours.append(run(OURS, path))
    again = run(OURS + AGAIN, path)
    parsed = min(each[1] for each in bare)
    listed = min(each[1] for each in ours)
    return [
        Row("a bare ijson pass (yajl2_c), processor time", parsed, "s"),
        Row("all conversations listed, processor time", listed, "s"),
        Row("beside the bare pass", listed / parsed, "×", 1.3),
        Row("first conversation listed", min(each[2] for each in ours), "s", 0.3),
        Row("peak memory", max(each[3] for each in ours), "MiB", 100.0),
        Row("the last conversation read again from its place", 1000 * again[2], "ms"),
    ]


def run(body: str, path: Path) -> list[Any]:
    """One pass in a process of its own: count, seconds, seconds to the first, peak MiB."""
    script = AROUND.format(body=body)
    ran = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, check=True, text=True
    )
    made: list[Any] = json.loads(ran.stdout)
    return made


if __name__ == "__main__":
    raise SystemExit(main())
