"""Unfinished reviews of a memory, kept in its state so that nothing decided is lost."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.facts.fact import Fact
from memtui.facts.text import fold, sentence_key
from memtui.store.memory import Memory

if TYPE_CHECKING:
    from memtui.review.review import Item, Review

_FOLDER = "drafts/"


class Drafts:
    """The unfinished reviews of one memory."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def save(self, review: "Review") -> None:
        """Write a review down as it stands."""
        from memtui.review.as_json import review_json

        self._memory.write_state(_FOLDER + review.id, review_json(review))

    def drop(self, id_: str) -> None:
        """Delete a review; there need not be one."""
        self._memory.write_state(_FOLDER + id_, None)

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
        if not gone:
            return
        for review in self.all():
            purged = _without(review, gone)
            if purged != review and not (purged.items or purged.unread):
                self.drop(review.id)
            elif purged != review:
                self.save(purged)

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
