"""Unfinished reviews of a memory, kept in its state so that nothing decided is lost.

Several apps may have one review open: who changes it does so while `alone`, and how a review ended
is remembered for those that still show it.
"""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Fact
from memtui.facts.text import fold, sentence_key
from memtui.store.locking import holding, lock_at
from memtui.store.memory import Memory
from memtui.store.places import STATE, make_folder, modes, unwritable

if TYPE_CHECKING:
    from filelock import BaseFileLock

    from memtui.review.review import Item, Review

_FOLDER = "drafts/"
_ENDED = "drafts_ended"
_ENDED_LIMIT = 200
_LOCK = "drafts.lock"


@dataclass(frozen=True, slots=True)
class Ended:
    """How a review ended: how many facts were kept, left out and forgotten, all 0 where it was
    discarded; or the id of the review it was joined with.
    """

    kept: int = 0
    left_out: int = 0
    forgot: int = 0
    into: str = ""


class Drafts:
    """The unfinished reviews of one memory. May be used from several threads."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._here = threading.RLock()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep all others from changing unfinished reviews; may be entered again inside.

        Raises:
            MemtuiError: `MEMORY_UNKNOWN` when the memory is no longer there, `MEMORY_BUSY`,
                `MEMORY_READONLY`.
        """
        memory = self._memory
        self.check_there()
        busy = MemtuiError(
            Code.MEMORY_BUSY,
            f"Another memtui writes to the reviews of {memory.name}. Nothing was changed.",
            "Try again when it is done.",
        )
        path = memory.folder / STATE / _LOCK
        with self._here:
            try:
                make_folder(path.parent, memory.folder)
            except OSError as error:
                raise unwritable(path, error) from error
            with holding(self._lock, path, lambda: busy):
                yield

    def check_there(self) -> None:
        """Refuse to go on where the memory was deleted.

        Raises:
            MemtuiError: `MEMORY_UNKNOWN`.
        """
        if not self._memory.is_there:
            raise MemtuiError(
                Code.MEMORY_UNKNOWN,
                f"The memory {self._memory.name} was deleted or moved while it was open.",
                "Nothing can be written to it or kept any more.",
            )

    def save(self, review: "Review") -> None:
        """Write a review down as it stands; if it had ended it goes on.

        Raises:
            MemtuiError: What `alone` raises.
        """
        from memtui.review.as_json import review_json

        with self.alone():
            self._memory.write_state(_FOLDER + review.id, review_json(review))
            self._end(review.id, None)

    def drop(self, id_: str, ended: Ended | None = None) -> None:
        """Delete a review; there need not be one.

        Args:
            id_: The review.
            ended: How it ended; without it, it was discarded.

        Raises:
            MemtuiError: What `alone` raises.
        """
        with self.alone():
            if self.stamp(id_) is not None:
                self._end(id_, ended or Ended())
                self._memory.write_state(_FOLDER + id_, None)

    def read(self, id_: str) -> "Review | None":
        """A review as it is written down; `None` where there is none, or it cannot be read."""
        return self._read(_FOLDER + id_)

    def ended(self, id_: str) -> Ended | None:
        """How a review ended, as far as that is remembered."""
        found = self._ends().get(id_)
        return Ended(*found) if found else None

    def stamp(self, id_: str) -> tuple[int, ...] | None:
        """What changes whenever a review is written down; `None` while it is not."""
        return self._memory.state_stamp(_FOLDER + id_)

    def all(self) -> "list[Review]":
        """All unfinished reviews, newest first; one that cannot be read is passed over."""
        return [
            review
            for name in sorted(self._memory.states(_FOLDER), reverse=True)
            if (review := self._read(name))
        ]

    def purge(self, facts: Iterable[Fact]) -> None:
        """Take forgotten facts out of every unfinished review, with the words they came from."""
        gone = list(facts)
        if not gone or not self._memory.states(_FOLDER):
            return
        with self.alone():
            for review in self.all():
                purged = _without(review, gone)
                if purged != review and not (purged.items or purged.unread):
                    self.drop(review.id)
                elif purged != review:
                    self.save(purged)

    @cached_property
    def _lock(self) -> "BaseFileLock":
        folder = self._memory.folder
        return lock_at(folder / STATE / _LOCK, modes(folder)[1])

    def _ends(self) -> dict[str, list[Any]]:
        found = self._memory.read_state(_ENDED)
        return found if isinstance(found, dict) else {}

    def _end(self, id_: str, ended: Ended | None) -> None:
        ends = self._ends()
        if ended is None and id_ not in ends:
            return
        ends.pop(id_, None)
        if ended is not None:
            ends[id_] = list(astuple(ended))
        self._memory.write_state(_ENDED, dict(list(ends.items())[-_ENDED_LIMIT:]))

    def _read(self, name: str) -> "Review | None":
        from memtui.review.as_json import review_from

        try:
            return review_from(self._memory.read_state(name) or {})
        except (KeyError, TypeError, ValueError):
            return None


def _without(review: "Review", gone: list[Fact]) -> "Review":
    sentences = {sentence_key(fact.fact) for fact in gone}
    words = sentences | {fold(fact.evidence.quote) for fact in gone if fact.evidence}
    items = tuple(
        _without_quote(item, words)
        for item in review.items
        if sentences.isdisjoint({sentence_key(item.draft.fact), sentence_key(item.proposal.fact)})
    )
    told = _tells("\n".join(turn.text for turn in review.turns), words)
    if told:
        return replace(review, items=items, turns=(), reading=None)
    return replace(review, items=items)


def _without_quote(item: "Item", words: set[str]) -> "Item":
    if not _tells(item.proposal.quote, words):
        return item
    proposal, draft = replace(item.proposal, quote=""), replace(item.draft, evidence=None)
    return replace(item, proposal=proposal, draft=draft)


def _tells(text: str, words: set[str]) -> bool:
    spoken = fold(text)
    return any(each and each in spoken for each in words)
