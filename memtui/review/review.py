"""A review as a value: items to tick, edit and keep; every function returns a new one."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from memtui.conversations.conversation import Turn
from memtui.extract.proposal import LeftOut, Proposal
from memtui.extract.window import Part
from memtui.facts.fact import Draft, Evidence
from memtui.facts.keeping import Keep
from memtui.facts.things import many_name
from memtui.review.progress import Progress


@dataclass(frozen=True, slots=True)
class Item:
    """One proposal under review.

    `draft` is what would be kept, as the person edited it. `beside` keeps it next to the current
    fact instead of replacing it. `declined`: the person left the same fact out before.
    """

    proposal: Proposal
    draft: Draft
    ticked: bool = False
    beside: bool = False
    declined: bool = False

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
    """Begin a review: items stand by subject, those nothing speaks against start ticked.

    Items that the memory knows already are unticked by `verdicts.settle_ticks`.
    """
    items = [_item(proposal, source, declined) for proposal in proposals]
    rank: dict[str, int] = {}
    for item in items:
        rank.setdefault(item.draft.subject.casefold(), len(rank))
    items.sort(key=lambda item: rank[item.draft.subject.casefold()])
    return Review(
        id_, title, source, tuple(items), tuple(left_out), tuple(turns), origin=origin, made=made
    )


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


def tick(review: Review, at: int, value: bool | None = None) -> Review:
    """Tick an item, untick it, or (`None`) turn it round."""
    item = review.items[at]
    return _with(review, at, replace(item, ticked=not item.ticked if value is None else value))


def tick_where(review: Review, wanted: Callable[[int, Item], bool]) -> Review:
    """Tick exactly the items that are wanted."""
    items = (replace(item, ticked=wanted(at, item)) for at, item in enumerate(review.items))
    return replace(review, items=tuple(items))


def edit(review: Review, at: int, draft: Draft) -> Review:
    """Put an edited draft in an item's place; a day that was changed has no time of day."""
    old = review.items[at].draft
    if draft.said != old.said:
        draft = replace(draft, time=None)
    return _with(review, at, replace(review.items[at], draft=draft))


def keep_beside(review: Review, at: int) -> Review:
    """Keep an item beside the current fact instead of replacing it, or turn that round."""
    item = review.items[at]
    return _with(review, at, replace(item, beside=not item.beside))


def many_names(review: Review) -> tuple[str, ...]:
    """The things that hold many values once the ticked items are kept."""
    return tuple(
        many_name(item.draft.subject, item.draft.attribute)
        for item in review.items
        if item.beside and item.ticked
    )


def request(review: Review, batch: str) -> Keep:
    """What is asked of the memory: the ticked items, as one batch."""
    ticked = [item for item in review.items if item.ticked]
    return Keep(
        tuple(item.draft for item in ticked if not item.forgets),
        batch,
        many_names(review),
        tuple(dict.fromkeys(item.forgets for item in ticked if item.forgets)),
    )


def _with(review: Review, at: int, item: Item) -> Review:
    return replace(review, items=(*review.items[:at], item, *review.items[at + 1 :]))
