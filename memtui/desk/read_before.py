"""Which conversations were read before, told by what was said in them and not by a file's name.

Kept are only fingerprints under a key of the memory's own: nobody can read from them what was said.
A longer export of the same chat begins with the same turns, so that only the others are new.
"""

import hashlib
import secrets
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import TYPE_CHECKING, Any

from memtui.facts.text import fold
from memtui.store.memory import Memory

if TYPE_CHECKING:
    from memtui.conversations.conversation import Conversation, Turn

_STATE = "read"
_LIMIT = 5_000
# So many turns at the end may have been said anew since, as when an answer is asked for again.
_TAIL = 16
_SIZE = 8


@dataclass(frozen=True, slots=True)
class Mark:
    """That a conversation was read: so many of its turns, on this day, perhaps without a model."""

    turns: int
    on: date
    plainly: bool = False


class Marks:
    """The marks of a memory as they were when they were looked up."""

    def __init__(self, state: Any) -> None:
        self._key = bytes.fromhex(state["key"]) if state else b""
        self._read: dict[str, list[Any]] = state["read"] if state else {}

    def of(self, conversation: "Conversation", *, by_model: bool = False) -> Mark | None:
        """How much of a conversation was read before, if any.

        Args:
            conversation: The conversation.
            by_model: Whether only what a model read counts.
        """
        if not self._read:
            return None
        chain = _chain(conversation.turns, self._key)
        entries = [
            each for each in self._read.get(next(chain, ""), ()) if not (by_model and each[3])
        ]
        if not entries:
            return None
        longest = max(turns for turns, *_ in entries)
        prints = list(islice(_chain(conversation.turns, self._key), longest))
        best: Mark | None = None
        for turns, tail, on, plainly, *_ in entries:
            same = _same(prints, turns, tail)
            if same and (best is None or same > best.turns):
                best = Mark(same, date.fromisoformat(on), bool(plainly))
        return best

    def begins(self, conversation: "Conversation") -> bool:
        """Whether something that was read began like this, by the first turn alone."""
        return bool(self._read) and next(_chain(conversation.turns, self._key), "") in self._read


class ReadBefore:
    """The conversations that were read for one memory."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def marks(self) -> Marks:
        """The marks as they are now."""
        return Marks(self._memory.read_state(_STATE))

    def add(self, conversation: "Conversation", source: str, on: date, *, plainly: bool) -> None:
        """Remember that all turns of a conversation were read."""
        if not conversation.turns:
            return
        state = self._memory.read_state(_STATE) or {"key": secrets.token_hex(32), "read": {}}
        key = bytes.fromhex(state["key"])
        prints = list(_chain(conversation.turns, key))
        tail = "".join(prints[-_TAIL:])
        entry = [len(prints), tail, on.isoformat(), plainly, _print(key, fold(source))]
        read: dict[str, list[Any]] = state["read"]
        others = [
            each
            for each in read.pop(prints[0], ())
            if not (bool(each[3]) == plainly and _same(prints, each[0], each[1]))
        ]
        read[prints[0]] = [*others, entry]
        while len(read) > _LIMIT:
            del read[next(iter(read))]
        self._memory.write_state(_STATE, state)

    def forget(self, sources: Collection[str]) -> None:
        """Forget what was read from these sources, so that it is proposed again."""
        state = self._memory.read_state(_STATE)
        if not state or not sources:
            return
        key = bytes.fromhex(state["key"])
        gone = {_print(key, fold(source)) for source in sources}
        left = {
            first: kept
            for first, entries in state["read"].items()
            if (kept := [each for each in entries if each[4] not in gone])
        }
        if left != state["read"]:
            self._memory.write_state(_STATE, {"key": state["key"], "read": left})


def _same(prints: Sequence[str], turns: int, tail: str) -> int:
    """How many turns from the beginning are those that were read."""
    prints_read = [tail[at : at + 2 * _SIZE] for at in range(0, len(tail), 2 * _SIZE)]
    for back, one in enumerate(reversed(prints_read)):
        at = turns - back
        if 0 < at <= len(prints) and prints[at - 1] == one:
            return at
    return 0


def _chain(turns: "Sequence[Turn]", key: bytes) -> Iterator[str]:
    """For each turn a fingerprint of all up to it."""
    before = ""
    for turn in turns:
        before = _print(key, f"{before}\0{turn.speaker}\0{turn.text}")
        yield before


def _print(key: bytes, text: str) -> str:
    data = text.encode("utf-8", "replace")
    return hashlib.blake2b(data, key=key, digest_size=_SIZE).hexdigest()
