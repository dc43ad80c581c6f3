"""One function for each thing measured; each gives rows of the table."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from tempfile import mkstemp
from time import perf_counter

from benchmarks.empty_app import READY
from benchmarks.memories import FIRST, NAME, place_notes
from benchmarks.terminal import Terminal
from memtui.facts.fact import Draft
from memtui.facts.keeping import Keep
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
    with Terminal(memtui(), environment(home)) as terminal:
        terminal.wait_for(FIRST)
        terminal.settle(3.0)
        terminal.press("j")
        moves = [terminal.press("j") for _ in range(20)]
        yield Row(
            f"cursor move, {count:,} facts, processor time",
            median(move.processor for move in moves) * 1000,
            "ms",
            16,
        )
        yield Row("bytes to the terminal for it (most)", max(m.size for m in moves), "B", 1000)
        terminal.press("G")
        scrolls = [terminal.press("k") for _ in range(60)][-10:]
        yield Row(
            "bytes to the terminal for a move that scrolls (median)",
            median(move.size for move in scrolls),
            "B",
        )
        yield Row(
            "processor time for a move that scrolls (median)",
            median(move.processor for move in scrolls) * 1000,
            "ms",
            16,
        )
        before = terminal.processor()
        yield Row("bytes to the terminal in 5 idle seconds", terminal.settle(5.0), "B", 0)
        yield Row("processor time in 5 idle seconds", (terminal.processor() - before) * 1000, "ms")
        terminal.press("/")
        letters = [terminal.press(letter) for letter in "lisbon"]
        yield Row(
            f"filter, a letter more, {count:,} facts, processor time (median)",
            median(letter.processor for letter in letters) * 1000,
            "ms",
            50,
        )
        yield Row(
            f"filter, a letter more, {count:,} facts, processor time (worst)",
            max(letter.processor for letter in letters) * 1000,
            "ms",
        )
        yield Row(
            f"filter, a letter more, {count:,} facts, until it stands there (median)",
            median(letter.seconds for letter in letters) * 1000,
            "ms",
        )


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
    """`memtui search` as a process of its own."""

    def run(*argv: str) -> None:
        subprocess.run(argv, env=environment(home), stdout=subprocess.DEVNULL, check=True)

    times = [_timed(lambda: run(*memtui("search", QUERY))) for _ in range(ROUNDS + 1)][1:]
    python = [_timed(lambda: run(sys.executable, "-c", "pass")) for _ in range(ROUNDS + 1)][1:]
    yield Row("Python alone, start to end", median(python) * 1000, "ms")
    yield Row("`memtui search`, 10,000 facts, start to end", median(times) * 1000, "ms", 300)


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
