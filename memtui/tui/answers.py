"""What a search found, in the groups in which it is shown, and how it changes under a cursor."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from textual.content import Content

from memtui.desk.marking import marked
from memtui.desk.telling import day
from memtui.facts.fact import Fact
from memtui.search.ranking import Answer, Asked, By, Hit
from memtui.tui.cells import plain

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
    if any(_group(each.hit) != each.group for each in stays):
        return arranged(answer)
    there = {each.hit.fact.id for each in stays}
    rest = [each for each in arranged(answer) if each.hit.fact.id not in there]
    last = _GROUPS.index(stays[-1].group) if stays else 0
    rest.sort(key=lambda each: _GROUPS.index(each.group) < last)
    return [*stays, *rest]


def followed(
    before: Sequence[Shown], facts: Mapping[str, Fact], answer: Answer, asked: Asked
) -> list[Shown]:
    """What words find after the memory changed, and beside it what else was found before.

    Args:
        before: What is shown.
        facts: The facts of it that are still there, as they are now.
        answer: What words find now.
        asked: What was asked.
    """
    found = {hit.fact.id for hit in answer.hits}
    hits = list(answer.hits)
    for each in before:
        fact = facts.get(each.hit.fact.id)
        if fact is None or fact.id in found or not asked.admits(fact):
            continue
        if fact.current or not asked.current:
            hits.append(replace(each.hit, fact=fact))
    return arranged(Answer(tuple(hits)))


def place_of(hit: Hit, shown: Sequence[Shown], place: int) -> int:
    """Where a hit stands now, or what took its place.

    Args:
        hit: The hit.
        shown: What is shown now.
        place: Where it stood.
    """
    fact = hit.fact
    facts = [each.hit.fact for each in shown]
    thing = (fact.subject, fact.attribute)
    for at in (
        [at for at, each in enumerate(facts) if each.id == fact.id],
        [at for at, each in enumerate(facts) if fact.id in each.replaces],
        [at for at, each in enumerate(facts) if (each.subject, each.attribute) == thing],
    ):
        if at:
            return at[0]
    return min(place, max(0, len(shown) - 1))


def hit_lines(hit: Hit, width: int, most: int) -> list[Content]:
    """A hit whole, its words of the question bold; what replaced it, how it is cited and why.

    Args:
        hit: The hit.
        width: The cells of a line.
        most: How many lines there may be; of a longer fact those are shown in which words match.
    """
    fact = hit.fact
    parts = marked(plain(fact.fact), hit.matched)
    lines = Content.assemble(*((part, "bold" if word else "") for part, word in parts)).wrap(width)
    rest = [Content(f"{hit.citation} · {plain(hit.why)}").truncate(width, ellipsis=True)]
    if fact.until is not None:
        rest = [*_end(hit, day(fact.until)).wrap(width), *rest]
    room = max(1, most - len(rest))
    if len(lines) > room:
        matching = next((at for at, line in enumerate(lines) if line.spans), 0)
        begin = max(0, min(matching, len(lines) - room))
        lines = lines[begin : begin + room]
    return [*lines, *(line.stylize("$text-muted") for line in rest)]


def _end(hit: Hit, until: str) -> Content:
    if hit.fact.ended:
        return Content(f"⋮ ended {until}")
    if hit.successor is None:
        return Content(f"⋮ held until {until}")
    return Content(f"⋮ replaced {until} by: {plain(hit.successor.fact)}")


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
