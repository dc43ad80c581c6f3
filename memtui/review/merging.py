"""One review decided on in two places: what each changed since both were alike is put together."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from memtui.facts.text import fold, sentence_key
from memtui.review.review import Item, Review

_Key = tuple[str, ...]


def keys(items: Iterable[Item]) -> list[_Key]:
    """What tells each item from the others, whatever was decided on it."""
    met: Counter[_Key] = Counter()
    found: list[_Key] = []
    for item in items:
        proposal = item.proposal
        names = (fold(proposal.subject), fold(proposal.attribute), sentence_key(proposal.fact))
        key = (*names, str(proposal.said), proposal.forgets)
        found.append((*key, str(met[key])))
        met[key] += 1
    return found


def place_of(review: Review, key: _Key) -> int | None:
    """Where the item of a key is; `None` where it is gone."""
    there = keys(review.items)
    return there.index(key) if key in there else None


def merged(before: Review, ours: Review, theirs: Review) -> Review:
    """Our review with what was changed there; what both changed stays as ours, which is later.

    Our items keep their order, without those that are gone there; what is new there stands behind.

    Args:
        before: As it was when both were alike.
        ours: As it is here.
        theirs: As it is there; its id counts.
    """
    if theirs == before:
        return ours
    old = dict(zip(keys(before.items), before.items, strict=True))
    mine = dict(zip(keys(ours.items), ours.items, strict=True))
    other = dict(zip(keys(theirs.items), theirs.items, strict=True))
    items = [
        _item(old.get(key), item, other.get(key, item))
        for key, item in mine.items()
        if key in other or key not in old
    ]
    items += [item for key, item in other.items() if key not in mine and key not in old]
    new = tuple(each for each in theirs.left_out if each not in ours.left_out)
    purged = theirs.turns != before.turns
    return replace(
        ours,
        id=theirs.id,
        items=tuple(items),
        left_out=ours.left_out + new,
        turns=theirs.turns if purged else ours.turns,
        reading=theirs.reading if purged or ours.reading == before.reading else ours.reading,
    )


def _item(before: Item | None, ours: Item, theirs: Item) -> Item:
    if before is None or theirs == before:
        return ours
    if ours == before:
        return theirs
    if theirs.proposal == before.proposal:
        return ours
    # Words that were forgotten there are not brought back by what is decided here.
    draft = replace(ours.draft, evidence=theirs.draft.evidence)
    return replace(ours, proposal=theirs.proposal, draft=draft)


def changed(before: Review, after: Review) -> list[int] | None:
    """The places of the items that differ, new ones among them; `None` where places moved."""
    if keys(before.items) != keys(after.items)[: len(before.items)]:
        return None
    many = len(before.items)
    return [at for at, item in enumerate(after.items) if at >= many or item != before.items[at]]
