"""Run all measurements and write the table: `python -m benchmarks [--to FILE] [--in FOLDER]`."""

import argparse
import os
import platform
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measures import (
    Row,
    change_many,
    cold_search,
    copied,
    first_frames,
    index_notes,
    keep_one,
    keys,
)

PAGE = Path(__file__).parents[1] / "docs" / "performance.md"
SIZES = (1_000, 10_000, 100_000)


def main() -> int:
    """Measure, print and write; 1 when a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--to", type=Path, default=PAGE, help="the page to write")
    parser.add_argument("--in", dest="folder", type=Path, help="where to make memories")
    given = parser.parse_args()
    rows = []
    with TemporaryDirectory(dir=given.folder, prefix="memtui-bench-") as folder:
        for row in measure(Path(folder)):
            print(line(row), flush=True)
            rows.append(row)
        where = file_system(Path(folder))
    given.to.write_text(page(rows, where) + below(given.to), encoding="utf-8")
    return 0 if all(row.met for row in rows) else 1


def measure(folder: Path) -> Iterable[Row]:
    """All rows, in the order in which they stand in the table."""
    homes = {count: folder / str(count) for count in SIZES}
    for home in homes.values():
        home.mkdir()
    yield from index_notes(homes)
    yield from first_frames(homes)
    yield from keys(homes[100_000], 100_000)
    yield from keep_one(copied(homes[10_000], "copy"))
    yield from change_many(copied(homes[10_000], "many"))
    yield from cold_search(homes[10_000])


def page(rows: Iterable[Row], where: str) -> str:
    """The page of the documentation."""
    day = datetime.now(UTC).date()
    table = "\n".join(map(line, rows))
    return f"""# Performance

Measured on {day} by `python -m benchmarks`, on {machine()}, notes on {where},
Python {platform.python_version()}, Textual {version("textual")}. Start-up and search are medians
of nine processes, each of its own; the empty app ran in turns with memtui, both on a screen of 120
by 40. The processor time of a key, and its bytes, are those of everything that follows it: with
the detail pane that is the pane too, drawn once the cursor rests.

| What | Measured | Goal | |
|---|---|---|---|
{table}

The goals are for this machine. Generators are seeded: the same sizes give the same notes.
"""


def below(page: Path) -> str:
    """What people wrote on the page below the table, from its first heading on."""
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    _, heading, rest = text.partition("\n## ")
    return heading + rest


def line(row: Row) -> str:
    """A row of the table."""
    goal = "" if row.goal is None else f"≤ {number(row.goal)} {row.unit}"
    mark = "" if row.goal is None else "met" if row.met else "**missed**"
    return f"| {row.what} | {number(row.measured)} {row.unit} | {goal} | {mark} |"


def number(value: float) -> str:
    """A number with as many digits as it is worth."""
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"


def machine() -> str:
    """This machine, in words."""
    cpuinfo = Path("/proc/cpuinfo")
    model = platform.processor() or platform.machine()
    if cpuinfo.exists():
        lines = cpuinfo.read_text(encoding="utf-8").splitlines()
        names = [each.split(":", 1)[1].strip() for each in lines if each.startswith("model name")]
        model = names[0] if names else model
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{model}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()}"


def file_system(folder: Path) -> str:
    """The kind of file system that a folder is on."""
    mounts = Path("/proc/mounts")
    if not mounts.exists():
        return "the local disk"
    found = [each.split()[1:3] for each in mounts.read_text(encoding="utf-8").splitlines()]
    inside = [(place, kind) for place, kind in found if folder.resolve().is_relative_to(place)]
    return max(inside, key=lambda each: len(each[0]))[1]


if __name__ == "__main__":
    sys.exit(main())
