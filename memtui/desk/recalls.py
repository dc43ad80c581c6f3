"""How often each fact was recalled by a message: what of a memory is ever used."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from memtui.desk.telling import count, day
from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Fact
from memtui.store.memory import Memory

_STATE = "recalls"


@dataclass(frozen=True, slots=True)
class Recalls:
    """How often a fact went into a prompt because a message recalled it, and when last."""

    times: int
    last: date

    @property
    def line(self) -> str:
        """For people: "3 times, last on 12 Oct 2026"."""
        return f"{count(self.times, 'time')}, last on {day(self.last)}"


class Counted:
    """How often each fact of a memory was recalled, kept in its state by id alone."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def of(self, id_: str) -> Recalls | None:
        """How often a fact was recalled; `None` when never."""
        times, last = self._read().get(id_, (0, ""))
        return Recalls(times, date.fromisoformat(last)) if times else None

    def add(self, facts: Iterable[Fact], on: date) -> None:
        """Count one recall of each; a memory that cannot be written is told all the same."""
        counts = self._read()
        for fact in facts:
            counts[fact.id] = (counts.get(fact.id, (0, ""))[0] + 1, on.isoformat())
        try:
            self._memory.write_state(_STATE, {id_: list(each) for id_, each in counts.items()})
        except MemtuiError as error:
            if error.code is not Code.MEMORY_READONLY:
                raise

    def drop(self, ids: Collection[str]) -> None:
        """Keep nothing of facts that are forgotten."""
        if not ids:
            return
        counts = self._read()
        left = {id_: each for id_, each in counts.items() if id_ not in ids}
        if left != counts:
            self._memory.write_state(_STATE, {id_: list(each) for id_, each in left.items()})

    def _read(self) -> dict[str, tuple[int, str]]:
        state: Any = self._memory.read_state(_STATE)
        if not isinstance(state, dict):
            return {}
        return {
            id_: (each[0], each[1])
            for id_, each in state.items()
            if isinstance(each, list) and len(each) == 2 and isinstance(each[0], int)
        }
