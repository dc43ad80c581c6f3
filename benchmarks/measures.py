"""One function for each thing measured; each gives rows of the table."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median, quantiles
from tempfile import mkstemp
from time import perf_counter, process_time

from benchmarks.empty_app import READY
from benchmarks.memories import FIRST, NAME, place_notes
from benchmarks.terminal import Terminal
from memtui.facts.fact import Draft
from memtui.facts.keeping import Forget, Keep, Tag
from memtui.store.memory import Memory

ROUNDS = 9
QUERY = "who looks after the dashboards in Lisbon"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; a goal of `None` is for comparison only."""

    what: str
    measured: float
    unit: str
    goal: float | None = None

    @property
    def met(self) -> bool:
        """Whether the goal is reached."""
        return self.goal is None or self.measured <= self.goal


def environment(home: Path) -> dict[str, str]:
    """The environment of a measured program: its own home, a terminal with colours."""
    return {
        **{key: os.environ[key] for key in ("PATH", "LANG", "PYTHONPATH") if key in os.environ},
        "HOME": str(home),
        "MEMTUI_HOME": str(home),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
    }


def memtui(*arguments: str) -> list[str]:
    """The command that runs memtui on the measured memory."""
    return [sys.executable, "-m", "memtui", "-m", NAME, *arguments]


def index_notes(homes: Mapping[int, Path]) -> Iterator[Row]:
    """Notes placed by hand, indexed at the next start."""
    goals = {1_000: 1.0, 10_000: 5.0}
    script = f"""
from pathlib import Path
from time import perf_counter
from memtui.store.memory import Memory
began = perf_counter()
memory = Memory.open(Path({{home!r}}), {NAME!r})
memory.refresh()
print(perf_counter() - began, memory.counts().notes)
memory.close()
"""
    for count, home in homes.items():
        place_notes(home, count)
        done = subprocess.run(
            [sys.executable, "-c", script.format(home=str(home))],
            env=environment(home),
            capture_output=True,
            text=True,
            check=True,
        )
        seconds, indexed = done.stdout.split()
        if int(indexed) != count:
            raise ValueError(f"{indexed} of {count} notes were indexed")
        yield Row(f"{count:,} notes placed by hand, indexed", float(seconds), "s", goals.get(count))


def first_frames(homes: Mapping[int, Path]) -> Iterator[Row]:
    """From the start of the process to the first frame with facts, beside an empty app."""
    goals = {10_000: 1.5, 100_000: 2.0}
    home = next(iter(homes.values()))
    empty = [sys.executable, "-m", "benchmarks.empty_app"]
    times: dict[int, list[float]] = {0: [], **{count: [] for count in homes}}
    # The first round fills the caches; the rounds are interleaved, so that a slow moment of the
    # machine hits all alike.
    for _ in range(ROUNDS + 1):
        with Terminal(empty, environment(home)) as terminal:
            times[0].append(terminal.wait_for(READY))
        for count, home in homes.items():
            with Terminal(memtui(), environment(home)) as terminal:
                times[count].append(terminal.wait_for(FIRST))
                terminal.settle()
    nothing = median(times.pop(0)[1:])
    yield Row("empty Textual app, first frame", nothing * 1000, "ms")
    for count, each in times.items():
        middle = median(each[1:])
        yield Row(f"{count:,} facts, first frame", middle * 1000, "ms")
        yield Row(f"{count:,} facts, beside the empty app", middle / nothing, "×", goals.get(count))


def keys(home: Path, count: int) -> Iterator[Row]:
    """Cursor moves, a live filter, and doing nothing, with many facts."""
    yield from _moves(home, "80 by 24", 80, 24)
    with _settled(home, 120, 40) as terminal:
        terminal.press("/")
        letters = [terminal.press(letter) for letter in "lisbon"]
        what = f"filter, a letter more, {count:,} facts"
        processor = [letter.processor * 1000 for letter in letters]
        yield Row(f"{what}, processor time (median)", median(processor), "ms", 50)
        yield Row(f"{what}, processor time (worst)", max(processor), "ms")
        seconds = median(letter.seconds for letter in letters)
        yield Row(f"{what}, until it stands there (median)", seconds * 1000, "ms")
    with _settled(home, 120, 40) as terminal:
        sorts = [terminal.press("O").processor * 1000 for _ in range(6)]
        yield Row(f"sort by another order, {count:,} facts, processor time", max(sorts), "ms", 300)
    yield from _moves(home, "120 by 40, with the detail pane", 120, 40)


def _moves(home: Path, size: str, columns: int, lines: int) -> Iterator[Row]:
    """Cursor moves through several pages, each with all that follows it; most do not scroll."""
    with _settled(home, columns, lines) as terminal:
        terminal.press("G")
        moves = [terminal.press("k") for _ in range(60)]
        idle = terminal.processor()
        nothing = terminal.settle(5.0)
        idle = terminal.processor() - idle
    processor = median(move.processor for move in moves) * 1000
    sent = [move.size for move in moves]
    yield Row(f"cursor move, {size}, processor time (median)", processor, "ms", 16)
    yield Row(f"cursor move, {size}, bytes to the terminal (median)", median(sent), "B", 1000)
    yield Row(f"cursor move, {size}, bytes to the terminal (mean, with scrolls)", mean(sent), "B")
    yield Row(f"5 idle seconds, {size}, bytes to the terminal", nothing, "B", 0)
    yield Row(f"5 idle seconds, {size}, processor time", idle * 1000, "ms")


@contextmanager
def _settled(home: Path, columns: int, lines: int) -> Iterator[Terminal]:
    """The app on a memory, when all its facts are there."""
    with Terminal(memtui(), environment(home), columns=columns, lines=lines) as terminal:
        terminal.wait_for(FIRST)
        terminal.rest()
        yield terminal


def change_many(home: Path) -> Iterator[Row]:
    """All current facts tagged, that taken back, all of them forgotten, that taken back."""
    memory = Memory.open(home, NAME)
    memory.refresh()
    ids = tuple(row.id for row in memory.rows())
    what = f"of {len(ids):,} facts at once, each"
    for does, request in (("tag", Tag(ids, ("measured",))), ("forget", Forget(ids))):
        first = perf_counter(), process_time()
        change = memory.apply(request)
        middle = perf_counter(), process_time()
        memory.undo(change)
        last = perf_counter(), process_time()
        for done, before, after in ((does, first, middle), (f"undo {does}", middle, last)):
            seconds, processor = (late - soon for soon, late in zip(before, after, strict=True))
            yield Row(f"{done} {what}", seconds / len(ids) * 1000, "ms")
            yield Row(f"{done} {what}, processor time", processor / len(ids) * 1000, "ms")
    memory.close()


def keep_one(home: Path) -> Iterator[Row]:
    """Keep a fact so that it survives a power cut, in a process that runs already."""
    memory = Memory.open(home, NAME)
    memory.refresh()
    times = []
    for number in range(200):
        draft = Draft(f"Newcomer {number}", "role", f"Newcomer {number} paints the fence.")
        began = perf_counter()
        memory.apply(Keep((draft,), f"b_{number:08x}"))
        times.append(perf_counter() - began)
    replaced = []
    for number in range(200):
        draft = Draft(f"Newcomer {number}", "role", f"Newcomer {number} mends the roof.")
        began = perf_counter()
        memory.apply(Keep((draft,), f"b_{number + 1000:08x}"))
        replaced.append(perf_counter() - began)
    bare = [_timed(lambda: _write_durably(memory.folder, b"x" * 300)) for _ in range(200)]
    memory.close()
    yield Row("a bare write, fsync, rename and fsync of the folder", median(bare) * 1000, "ms")
    yield Row("keep one fact durably, 10,000 facts (median)", median(times) * 1000, "ms", 5)
    yield Row("keep one fact durably (95 of 100)", quantiles(times, n=20)[-1] * 1000, "ms")
    yield Row("keep one that replaces another (median)", median(replaced) * 1000, "ms")


def cold_search(home: Path) -> Iterator[Row]:
    """`memtui search --words` as a process of its own."""

    search = memtui("search", "--words", QUERY)

    def run(*argv: str) -> None:
        subprocess.run(argv, env=environment(home), stdout=subprocess.DEVNULL, check=True)

    times = [_timed(lambda: run(*search)) for _ in range(ROUNDS + 1)][1:]
    python = [_timed(lambda: run(sys.executable, "-c", "pass")) for _ in range(ROUNDS + 1)][1:]
    yield Row("Python alone, start to end", median(python) * 1000, "ms")
    what = "`memtui search --words`, 10,000 facts, start to end"
    yield Row(what, median(times) * 1000, "ms", 300)


def _timed(run: Callable[[], object]) -> float:
    began = perf_counter()
    run()
    return perf_counter() - began


def _write_durably(folder: Path, data: bytes) -> None:
    handle, name = mkstemp(dir=folder)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    Path(name).replace(folder / "bare.tmp")
    directory = os.open(folder, os.O_RDONLY)
    os.fsync(directory)
    os.close(directory)
    (folder / "bare.tmp").unlink()


def copied(home: Path, name: str) -> Path:
    """A copy of a home, for what alters it."""
    copy = home.with_name(name)
    shutil.copytree(home, copy)
    return copy
