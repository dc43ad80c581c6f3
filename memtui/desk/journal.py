"""What became of the files of a watched folder, kept in the memory's state by the one who reads."""

import hashlib
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from memtui.desk.telling import count
from memtui.store.memory import Memory

_ENTRIES = 5_000


@dataclass(frozen=True, slots=True)
class Entry:
    """What happened to one file when it was last looked at.

    `outcome` is `read`, `skipped` or `failed`; `why` tells more. A file that failed has no
    `stamp`, so that it is tried again. A folder below that cannot be looked into is an entry too,
    with a slash at its end.
    """

    file: str
    on: str
    outcome: str
    why: str = ""
    conversations: int = 0
    proposals: int = 0
    stamp: tuple[int, int] | None = None

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder that cannot be looked into."""
        return self.file.endswith("/")

    @property
    def told(self) -> str:
        """The file and what came of it: "standup.json: 3 proposals from 2 conversations"."""
        if self.outcome != "read":
            return self.file
        read = count(self.conversations, "conversation")
        return f"{self.file}: {count(self.proposals, 'proposal')} from {read}"

    @property
    def line(self) -> str:
        """For people: "read standup.json: 3 proposals from 2 conversations"."""
        line = f"{self.outcome} {self.told}"
        return f"{line}: {self.why}" if self.why else line


class Journal:
    """The entries of one folder, and which conversations in it found room only in part."""

    def __init__(self, memory: Memory, folder: Path) -> None:
        self._memory = memory
        self._folder = folder
        word = hashlib.blake2b(os.fsencode(folder), digest_size=8).hexdigest()
        self.name = f"watch/{word}"
        """The name of its state."""

    def entries(self) -> list[Entry]:
        """What happened to each file, the latest last."""
        files = self._state().get("files", [])
        return [_entry(each) for each in files if isinstance(each, dict)]

    def add(self, entry: Entry) -> None:
        """Write down what happened to a file, in place of what happened before."""
        others = [each for each in self.entries() if each.file != entry.file]
        self._put_entries([*others, entry])

    def drop(self, files: Iterable[str]) -> None:
        """Say no more of these."""
        gone = set(files)
        entries = self.entries()
        left = [each for each in entries if each.file not in gone]
        if left != entries:
            self._put_entries(left)

    @property
    def partial(self) -> set[str]:
        """The ids of conversations of which a part waits and the rest found no room yet."""
        return set(self._state().get("partial", []))

    @partial.setter
    def partial(self, conversations: set[str]) -> None:
        if conversations != self.partial:
            self._put({"partial": sorted(conversations)})

    def _put_entries(self, entries: list[Entry]) -> None:
        self._put({"files": [asdict(each) for each in entries[-_ENTRIES:]]})

    def _put(self, changed: dict[str, Any]) -> None:
        value = {**self._state(), "folder": str(self._folder), **changed}
        self._memory.write_state(self.name, value)

    def _state(self) -> dict[str, Any]:
        state = self._memory.read_state(self.name)
        return state if isinstance(state, dict) else {}


def _entry(value: dict[str, Any]) -> Entry:
    stamp = value.get("stamp")
    return Entry(
        str(value.get("file", "")),
        str(value.get("on", "")),
        str(value.get("outcome", "")),
        str(value.get("why", "")),
        int(value.get("conversations", 0)),
        int(value.get("proposals", 0)),
        (int(stamp[0]), int(stamp[1])) if stamp else None,
    )
