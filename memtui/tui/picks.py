"""Which conversations were picked and are still to be read, so that a restart loses no choice."""

from collections.abc import Collection
from typing import Any

from memtui.store.memory import Memory

_STATE = "picked"
_PLACES = 10


class Picks:
    """The picked conversations of one file, folder or zip."""

    def __init__(self, memory: Memory, where: str) -> None:
        self._memory = memory
        self._where = where

    def saved(self) -> frozenset[str]:
        """The ids of those that were picked and not read yet."""
        return frozenset(self._state().get(self._where, ()))

    def save(self, ids: Collection[str]) -> None:
        """Remember these as picked; none of them forgets the place."""
        state = self._state()
        before = dict(state)
        state.pop(self._where, None)
        if ids and self._where:
            state[self._where] = sorted(ids)
        while len(state) > _PLACES:
            del state[next(iter(state))]
        if state != before:
            self._memory.write_state(_STATE, state or None)

    def _state(self) -> dict[str, Any]:
        state = self._memory.read_state(_STATE)
        return state if isinstance(state, dict) else {}
