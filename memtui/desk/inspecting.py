"""How the search of a memory stands: what is ready, how large it is, what went wrong last."""

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.desk.by_meaning import ByMeaning
from memtui.desk.telling import count
from memtui.errors import MemtuiError
from memtui.servers.addresses import without_login
from memtui.store.memory import Memory
from memtui.store.places import index_folder

if TYPE_CHECKING:
    from memtui.search.standing import Standing


@dataclass(frozen=True, slots=True)
class Inspected:
    """The search of one memory.

    Args:
        words: How many facts word search knows.
        standing: How search by meaning stands in this process.
        caught_up: When facts were last embedded, as an RFC 3339 moment.
        problem: What is wrong, or was when some process last tried.
        bytes_of: The sizes on disk of `words`, `vectors` and `chroma`.
        server: The Chroma server in place of the folder, without a password.
    """

    words: int
    standing: "Standing"
    caught_up: str | None
    problem: str | None
    bytes_of: dict[str, int]
    server: str

    def lines(self) -> list[tuple[str, str]]:
        """For people: a name and what there is to say, a line each."""
        standing, size = self.standing, {name: _size(it) for name, it in self.bytes_of.items()}
        ready = f"{standing.done:,} of {count(standing.total, 'fact')} ready"
        embedder = f" by {standing.embedder}" if standing.embedder else ""
        index = standing.index or "none"
        if self.server:
            index += f"; in the app Chroma at {self.server}"
        elif self.bytes_of["chroma"]:
            index += f"; in the app Chroma, {size['chroma']}"
        lines = [
            ("words", f"{count(self.words, 'fact')}, {size['words']}"),
            ("meaning", f"{ready}{embedder}, {size['vectors']}"),
            ("vectors", index),
        ]
        if self.caught_up:
            moment = datetime.fromisoformat(self.caught_up).astimezone(UTC)
            lines.append(("embedded", f"last at {moment:%Y-%m-%d %H:%M} UTC"))
        if self.problem:
            lines.append(("problem", self.problem))
        return lines

    def as_json(self) -> dict[str, object]:
        """For programs."""
        return {
            "words": self.words,
            "ready": self.standing.done,
            "pending": self.standing.total - self.standing.done,
            "embedder": self.standing.embedder,
            "serving": self.standing.serving,
            "index": self.standing.index,
            "server": self.server or None,
            "bytes": self.bytes_of,
            "caught_up": self.caught_up,
            "problem": self.problem,
        }


def inspect(memory: Memory, meaning: ByMeaning, *, thoroughly: bool = False) -> Inspected:
    """Look at the search of a memory; no model is loaded.

    Args:
        memory: The memory.
        meaning: Its search by meaning.
        thoroughly: Whether to see if its Chroma server answers, where it has one.
    """
    standing = meaning.standing()
    caught_up, problem = meaning.last()
    if standing.problem:
        problem = f"{standing.problem.message} {standing.problem.hint}".rstrip()
    elif thoroughly and memory.settings.index.chroma:
        from memtui.search.vectors.server import look_for

        try:
            look_for(memory.settings.index.chroma)
        except MemtuiError as error:
            problem = f"{error.message} {error.hint}".rstrip()
    counts = memory.counts()
    folder = index_folder(memory.folder)
    return Inspected(
        counts.current + counts.history,
        standing,
        caught_up,
        problem,
        {
            "words": sum(map(_bytes, folder.glob("catalog.db*"))),
            "vectors": sum(map(_bytes, folder.glob("vectors.db*"))),
            "chroma": sum(
                _bytes(Path(place, name))
                for place, _, names in os.walk(folder / "chroma")
                for name in names
            ),
        },
        without_login(memory.settings.index.chroma),
    )


def _bytes(path: Path) -> int:
    try:
        return path.stat().st_size if path.is_file() else 0
    except FileNotFoundError:
        return 0


def _size(count: int) -> str:
    """A size: "84 kB", "3.2 MB"."""
    if count < 1_000_000:
        return f"{-(-count // 1_000):,} kB"
    return f"{count / 1_000_000:,.1f} MB"
