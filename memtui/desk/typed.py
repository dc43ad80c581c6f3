"""What is being typed into a form for a fact, so that an app that is ended does not lose it."""

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memtui.facts.fact import Fact
from memtui.facts.secrets import secret_in
from memtui.facts.text import fold, sentence_key
from memtui.store.memory import Memory

_STATE = "typed"
# The parts of a fact that a form has.
PARTS = ("subject", "attribute", "fact", "said", "source")


@dataclass(frozen=True, slots=True)
class Typed:
    """The parts of a fact as they stood; `fact_id` is the fact being corrected, if there is one."""

    fact_id: str
    parts: Mapping[str, str]


class Typing:
    """Writes down one form; may be used from several threads.

    Args:
        memory: The memory that the form is for.
        fact_id: The fact that it corrects, empty for a new one.
    """

    def __init__(self, memory: Memory, fact_id: str = "") -> None:
        self._memory = memory
        self._fact_id = fact_id
        self._lock = threading.Lock()
        self._written = self._done = False

    def note(self, parts: Mapping[str, str] | None) -> None:
        """Write down how the form stands; one that holds a secret is not written.

        Args:
            parts: What each part holds; `None` when nothing is typed.

        Raises:
            MemtuiError: `MEMORY_READONLY`.
        """
        if parts is not None and secret_in(*parts.values()):
            parts = None
        with self._lock:
            if self._done or (parts is None and not self._written):
                return
            value = None if parts is None else {"id": self._fact_id, "parts": dict(parts)}
            self._memory.write_state(_STATE, value)
            self._written = parts is not None

    def done(self) -> None:
        """Nothing of it is wanted any more, also where it is still being written down.

        Raises:
            MemtuiError: `MEMORY_READONLY`.
        """
        with self._lock:
            self._done = True
            self._memory.write_state(_STATE, None)


def typed_before(memory: Memory) -> Typed | None:
    """The form that an app was ended with, if it was."""
    match memory.read_state(_STATE):
        case {"id": str(fact_id), "parts": dict(parts)}:
            return Typed(fact_id, {name: str(parts.get(name, "")) for name in PARTS})
    return None


def forget_typed(memory: Memory, facts: Iterable[Fact]) -> None:
    """Drop a form that speaks of forgotten facts.

    Raises:
        MemtuiError: `MEMORY_READONLY`.
    """
    typed = typed_before(memory)
    if typed is None:
        return
    spoken = fold(typed.parts["fact"])
    if any(fact.id == typed.fact_id or sentence_key(fact.fact) in spoken for fact in facts):
        memory.write_state(_STATE, None)
