"""What a search found, in the groups in which it is shown, and how it changes under a cursor."""

from collections.abc import Sequence
from typing import NamedTuple

from memtui.search.ranking import Answer, By, Hit

NOW, THEN, BEFORE = "now", "held then", "before"
_GROUPS = (NOW, THEN, BEFORE)


class Shown(NamedTuple):
    """One hit and the heading that it stands under."""

    group: str
    hit: Hit


def arranged(answer: Answer) -> list[Shown]:
    """What holds now, what held at the time asked for, what held before."""
    shown = [Shown(_group(hit), hit) for hit in answer.hits]
    return sorted(shown, key=lambda each: _GROUPS.index(each.group))


def arranged_around(before: Sequence[Shown], answer: Answer, place: int) -> list[Shown]:
    """A better answer around a place where somebody points.

    What stands there and above stays, with its headings; all else follows in the new order, so
    that nothing moves under the cursor.
    """
    fresh = {hit.fact.id: hit for hit in answer.hits}
    stays = [each._replace(hit=fresh.get(each.hit.fact.id, each.hit)) for each in before]
    stays = stays[: place + 1]
    there = {each.hit.fact.id for each in stays}
    rest = [each for each in arranged(answer) if each.hit.fact.id not in there]
    last = _GROUPS.index(stays[-1].group) if stays else 0
    rest.sort(key=lambda each: _GROUPS.index(each.group) < last)
    return [*stays, *rest]


def found_by(hit: Hit) -> str:
    """What found a hit: `words`, `meaning` or `both`."""
    if hit.by in (By.WORDS, By.MEANING, By.BOTH):
        return str(hit.by)
    if hit.words and hit.meaning is not None:
        return str(By.BOTH)
    return str(By.MEANING if hit.meaning is not None else By.WORDS)


def _group(hit: Hit) -> str:
    if hit.fact.current:
        return NOW
    return THEN if hit.by is By.HELD_THEN else BEFORE
