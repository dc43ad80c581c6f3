"""Why a fact holds, or no longer does, in words; and how its wording differs from another's."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from typing import NamedTuple

from memtui.desk.telling import day
from memtui.facts.fact import Fact, Rules, Saying
from memtui.facts.things import is_many


class Piece(NamedTuple):
    """Some words: in both sentences, only in the earlier one, or only in the later one."""

    text: str
    kind: "Kind"


class Kind(StrEnum):
    """In which of two sentences some words are."""

    BOTH = "both"
    GONE = "gone"
    NEW = "new"


def why(fact: Fact, timeline: Sequence[Fact], rules: Rules) -> str:
    """The rule that decided whether a fact holds, with what it was applied to.

    Args:
        fact: The fact.
        timeline: All facts of its thing, oldest first.
        rules: The rules in force.
    """
    others = [each for each in timeline if each.id != fact.id]
    again = f" It was said again on {day(fact.last_said)}." if fact.again else ""
    if fact.ended is not None:
        return f"It ended on {day(fact.ended)}: somebody said so, and nothing took its place."
    if is_many(fact.subject, fact.attribute, rules):
        return f"It holds: this thing holds many values, and this one has no end.{again}"
    successor = next((each for each in timeline if each.id == fact.replaced_by), None)
    if successor is not None:
        return _replaced(fact, successor)
    if not others:
        return f"It holds: nothing else was said about this.{again}"
    before = [each for each in others if each.id in fact.replaces]
    if not before:
        return f"It holds: what was said before had ended.{again}"
    return f"It holds: {_later(fact, before[0])}.{again}"


def wording(earlier: str, later: str) -> list[Piece]:
    """Both sentences in one: what they share, what went, what came."""
    old, new = _words(earlier), _words(later)
    pieces: list[Piece] = []
    gone = came = ""
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        before, after = "".join(old[a:b]), "".join(new[c:d])
        # A space alone between two changes is no common word.
        if what != "equal" or (not before.strip() and (gone or came) and b < len(old)):
            gone, came = gone + before, came + after
            continue
        pieces += _changed(gone, came)
        pieces.append(Piece(before, Kind.BOTH))
        gone = came = ""
    return pieces + _changed(gone, came)


def _changed(gone: str, came: str) -> list[Piece]:
    pieces = [Piece(gone, Kind.GONE), Piece(came, Kind.NEW)]
    return [piece for piece in pieces if piece.text]


def _replaced(fact: Fact, successor: Fact) -> str:
    kept, since = fact.first.kept, successor.first.kept
    if kept and since and kept > since:
        return (
            f"It went to history at once: it was said on {day(fact.said)}, and what replaced it "
            f"was said on {day(successor.said)} and kept before."
        )
    return f"It was replaced on {day(successor.said)}: {_later(successor, fact, it='that')}."


def _later(fact: Fact, before: Fact, it: str = "it") -> str:
    """Why one stands after another: by day, by time of day, by when it was kept."""
    last = before.last_said
    if fact.said != last:
        return f"{it} was said last, on {day(fact.said)}; the one before on {day(last)}"
    one, other = _clock(fact.first), _clock(before.first)
    if one and other and one != other:
        return f"both were said on {day(last)}, {it} at {one}, the one before at {other}"
    return f"both were said on {day(last)}, and {it} was kept later"


def _clock(saying: Saying) -> str:
    return f"{saying.time:%H:%M}" if saying.time and saying.time.date() == saying.said else ""


def _words(text: str) -> list[str]:
    return re.findall(r"\s+|\w+|[^\w\s]", text)
