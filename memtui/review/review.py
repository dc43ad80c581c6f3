"""A review as a value: items to tick, edit and keep; every function returns a new one."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memtui.conversations.conversation import Turn
from memtui.extract.proposal import LeftOut, Proposal
from memtui.extract.window import Part
from memtui.facts.fact import Draft, Evidence
from memtui.facts.keeping import Keep
from memtui.facts.text import fold, sentence_key
from memtui.facts.things import many_name
from memtui.review.progress import Progress


@dataclass(frozen=True, slots=True)
class Item:
    """One proposal under review.

    `draft` is what would be kept, as the person edited it. `beside` keeps it next to the current
    fact instead of replacing it. `declined`: the person left the same fact out before. `decided`:
    the person looked at it and said what is to become of it.
    """

    proposal: Proposal
    draft: Draft
    ticked: bool = False
    beside: bool = False
    declined: bool = False
    decided: bool = False

    @property
    def forgets(self) -> str:
        """The id of the fact that it asks to forget, empty for one that is to be kept."""
        return self.proposal.forgets

    @property
    def asked(self) -> Draft:
        """What is remembered as declined when the item is left out."""
        return self.draft if not self.forgets else wish_to_forget(self.draft)


def wish_to_forget(draft: Draft) -> Draft:
    """What stands for the wish to forget a fact, distinct from the fact itself."""
    return replace(draft, fact=f"forget: {draft.fact}")


@dataclass(frozen=True, slots=True)
class Review:
    """Everything a person needs to decide, and to go on deciding after a restart.

    `turns` is what was read, so that each proposal's words can be shown in their place. `origin`
    is who proposed it unasked ("Claude Code (MCP)"), empty for what the person opened; `made` is
    when. `reading` is how far the conversation is read, where it was read part by part.
    """

    id: str
    title: str
    source: str
    items: tuple[Item, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    turns: tuple[Turn, ...] = ()
    origin: str = ""
    made: datetime | None = None
    reading: Progress | None = None

    @property
    def unread(self) -> tuple[Part, ...]:
        """The parts of its conversation that failed or were not read yet."""
        return self.reading.unread if self.reading else ()

    @property
    def ticked(self) -> int:
        """How many items are ticked."""
        return sum(item.ticked for item in self.items)

    @property
    def decided(self) -> int:
        """How many items the person has decided on."""
        return sum(item.decided for item in self.items)

    @property
    def things(self) -> set[tuple[str, str]]:
        """Subject and attribute of every item, as written."""
        return {(item.draft.subject, item.draft.attribute) for item in self.items}


def start(
    id_: str,
    title: str,
    source: str,
    proposals: Iterable[Proposal],
    *,
    left_out: Iterable[LeftOut] = (),
    turns: Iterable[Turn] = (),
    declined: Callable[[Draft], bool] = lambda draft: False,
    origin: str = "",
    made: datetime | None = None,
) -> Review:
    """Begin a review: items stand by subject and thing, those of one thing in the order said; what
    nothing speaks against starts ticked.

    Items that the memory knows already are unticked by `verdicts.settle_ticks`.
    """
    items = tuple(_item(proposal, source, declined) for proposal in proposals)
    review = Review(
        id_, title, source, items, tuple(left_out), tuple(turns), origin=origin, made=made
    )
    return ordered(review)


def ordered(review: Review) -> Review:
    """The items by subject and thing, those of one thing in the order said."""
    rank: dict[tuple[str, ...], int] = {}
    for item in review.items:
        for names in _names(item):
            rank.setdefault(names, len(rank))
    in_order = sorted(
        review.items, key=lambda item: (*map(rank.__getitem__, _names(item)), _place(item))
    )
    return replace(review, items=tuple(in_order))


def _item(proposal: Proposal, source: str, declined: Callable[[Draft], bool]) -> Item:
    draft = Draft(
        subject=proposal.subject,
        attribute=proposal.attribute,
        fact=proposal.fact,
        source=source,
        said=proposal.said,
        time=proposal.time,
        evidence=Evidence(proposal.quote, proposal.speaker) if proposal.quote else None,
        origin=proposal.origin,
    )
    item = Item(proposal, draft)
    refused = declined(item.asked)
    return replace(item, ticked=proposal.sure and not refused, declined=refused)


def more(
    review: Review,
    proposals: Iterable[Proposal],
    *,
    left_out: Iterable[LeftOut] = (),
    declined: Callable[[Draft], bool] = lambda draft: False,
) -> Review:
    """Add what was proposed later, behind the items that are there: their places stay.

    What is there already in the same words is not added again.
    """
    there = {_same(item.proposal) for item in review.items}
    items = list(review.items)
    for proposal in proposals:
        if _same(proposal) not in there:
            there.add(_same(proposal))
            items.append(_item(proposal, review.source, declined))
    new = tuple(each for each in left_out if each not in review.left_out)
    return replace(review, items=tuple(items), left_out=review.left_out + new)


def _same(proposal: Proposal) -> tuple[str, ...]:
    names = (fold(proposal.subject), fold(proposal.attribute), sentence_key(proposal.fact))
    return (*names, str(proposal.said), proposal.forgets)


def _names(item: Item) -> tuple[tuple[str, ...], ...]:
    """The subject of an item, and its thing."""
    subject = fold(item.draft.subject)
    return (subject,), (subject, fold(item.draft.attribute))


def _place(item: Item) -> int:
    """Where in the conversation an item was said; what is found nowhere stands last."""
    place = item.proposal.turn
    return sys.maxsize if place is None else place


def tick(review: Review, at: int, value: bool | None = None) -> Review:
    """Tick an item, untick it, or (`None`) turn it round."""
    item = review.items[at]
    ticked = not item.ticked if value is None else value
    return _with(review, at, replace(item, ticked=ticked, decided=True))


def tick_where(review: Review, wanted: Callable[[int, Item], bool]) -> Review:
    """Tick exactly the items that are wanted."""
    items = (replace(item, ticked=wanted(at, item)) for at, item in enumerate(review.items))
    return replace(review, items=tuple(items))


def decide(review: Review, ticked: Mapping[int, bool]) -> Review:
    """Tick or untick several items at once; they are then decided."""
    items = (
        replace(item, ticked=ticked[at], decided=True) if at in ticked else item
        for at, item in enumerate(review.items)
    )
    return replace(review, items=tuple(items))


def undecided(review: Review, order: Sequence[int], after: int | None) -> int | None:
    """The next item not decided on, in an order, behind one and then from the start again."""
    start = order.index(after) + 1 if after in order else 0
    turned = (*order[start:], *order[:start])
    return next((at for at in turned if not review.items[at].decided), None)


def edit(review: Review, at: int, draft: Draft) -> Review:
    """Put an edited draft in an item's place; a day that was changed has no time of day."""
    old = review.items[at].draft
    if draft.said != old.said:
        draft = replace(draft, time=None)
    return _with(review, at, replace(review.items[at], draft=draft))


def first(review: Review, many: int) -> Review:
    """A review of its first items alone."""
    return review if many >= len(review.items) else replace(review, items=review.items[:many])


def put_back(review: Review, at: int, item: Item) -> Review:
    """Put an item back as it was."""
    return _with(review, at, item)


def as_before(review: Review, before: Review) -> Review:
    """Take back what was done to the items; those that came since stay."""
    return replace(review, items=before.items + review.items[len(before.items) :])


def same_as(review: Review, at: int, subject: str, attribute: str) -> Review:
    """Say that an item is about a thing that the memory knows by these names."""
    item = review.items[at]
    draft = replace(item.draft, subject=subject, attribute=attribute)
    return _with(review, at, replace(item, draft=draft, ticked=True, decided=True))


def keep_beside(review: Review, at: int) -> Review:
    """Keep an item beside the current fact instead of replacing it, or turn that round."""
    item = review.items[at]
    return _with(review, at, replace(item, beside=not item.beside, decided=True))


def many_names(review: Review) -> tuple[str, ...]:
    """The things that hold many values once the ticked items are kept."""
    return tuple(
        many_name(item.draft.subject, item.draft.attribute)
        for item in review.items
        if item.beside and item.ticked
    )


def as_said(review: Review) -> list[int]:
    """The places of the items in the order of the conversation.

    A part that was read later may have been said earlier.
    """
    return sorted(range(len(review.items)), key=lambda at: _place(review.items[at]))


def request(review: Review, batch: str) -> Keep:
    """What is asked of the memory: the ticked items, as one batch."""
    items = (review.items[at] for at in as_said(review))
    ticked = [item for item in items if item.ticked]
    return Keep(
        tuple(item.draft for item in ticked if not item.forgets),
        batch,
        many_names(review),
        tuple(dict.fromkeys(item.forgets for item in ticked if item.forgets)),
    )


def _with(review: Review, at: int, item: Item) -> Review:
    return replace(review, items=(*review.items[:at], item, *review.items[at + 1 :]))
