"""Facts that a person left out of a review, or forgot for good: remembered without their words.

Only a fingerprint under a key of the memory's own is stored, so that what was forgotten cannot be
read or guessed from it without that key.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable

from memtui.facts.fact import Draft, Fact, Rules
from memtui.facts.text import sentence_key
from memtui.facts.things import thing_key
from memtui.store.memory import Memory

_STATE = "declined"


class Declined:
    """The declined facts of one memory."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def knows(self, draft: Draft) -> bool:
        """Whether this fact was declined before."""
        state = self._memory.read_state(_STATE)
        if not state:
            return False
        return _print(state["key"], draft, self._memory.rules) in state["facts"]

    def __len__(self) -> int:
        """How many facts are remembered as declined."""
        state = self._memory.read_state(_STATE)
        return len(state["facts"]) if state else 0

    def clear(self) -> int:
        """Let everything be proposed again, and say how many facts that are.

        Raises:
            MemtuiError: The memory cannot be written.
        """
        many = len(self)
        self._memory.write_state(_STATE, None)
        return many

    def add(self, facts: Iterable[Draft | Fact]) -> None:
        """Remember facts as declined."""
        self._alter(facts, add=True)

    def remove(self, facts: Iterable[Draft | Fact]) -> None:
        """Let facts be proposed again."""
        self._alter(facts, add=False)

    def _alter(self, facts: Iterable[Draft | Fact], *, add: bool) -> None:
        state = self._memory.read_state(_STATE) or {"key": secrets.token_hex(32), "facts": []}
        prints = {_print(state["key"], fact, self._memory.rules) for fact in facts}
        known = set(state["facts"])
        after = known | prints if add else known - prints
        if after != known:
            self._memory.write_state(_STATE, {"key": state["key"], "facts": sorted(after)})


def _print(key: str, fact: Draft | Fact, rules: Rules) -> str:
    subject, attribute = thing_key(fact.subject, fact.attribute, rules)
    words = "\0".join((subject, attribute, sentence_key(fact.fact)))
    return hmac.new(bytes.fromhex(key), words.encode(), hashlib.sha256).hexdigest()[:32]
