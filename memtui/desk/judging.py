"""What the items of a review would do, worked out anew only where something changed.

Judging takes half a millisecond an item; one tick among thousands concerns its own thing alone.
"""

from collections.abc import Iterable
from dataclasses import replace

from memtui.desk.desk import Desk
from memtui.facts.things import thing_key
from memtui.review.review import Review
from memtui.review.verdicts import Verdict


def companions(desk: Desk, review: Review, places: Iterable[int]) -> list[int]:
    """The places of all items about the things of these, in order."""
    rules = desk.memory.rules
    keys = [thing_key(item.draft.subject, item.draft.attribute, rules) for item in review.items]
    wanted = {keys[place] for place in places}
    return [place for place, key in enumerate(keys) if key in wanted]


def verdicts_of(desk: Desk, review: Review, places: Iterable[int]) -> dict[int, Verdict]:
    """The verdicts of the items at these places, and of all about the same things.

    Raises:
        MemtuiError: The memory cannot be read.
    """
    concerned = companions(desk, review, places)
    part = replace(review, items=tuple(review.items[place] for place in concerned))
    return {
        place: verdict
        if verdict.follows is None
        else replace(verdict, follows=concerned[verdict.follows])
        for place, verdict in zip(concerned, desk.verdicts(part), strict=True)
    }
