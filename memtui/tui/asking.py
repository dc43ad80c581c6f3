"""What is typed into the search: a question, and what narrows it.

    who works in art subject:ana -tag:later said:2025.. is:past

The same words narrow the list; see `filtering`.
"""

import re
from datetime import date, tzinfo

from memtui.facts.fact import Fact, Rules
from memtui.search.ranking import Asked
from memtui.store.catalog import row_of
from memtui.tui.filtering import Filter, read

_NARROWING = re.compile(
    r"(?<!\S)-?(?:subject|attribute|fact|source|tag|said|kept|changed|is):"
    r'(?:"[^"]*"?|\S*)',
    re.IGNORECASE,
)


def asked_for(
    text: str, places: int, rules: Rules, today: date, zone: tzinfo | None, *, current: bool
) -> tuple[Asked, str]:
    """A search as it is typed.

    Args:
        text: What is typed.
        places: How many facts may answer.
        rules: The memory's rules.
        today: The person's day.
        zone: Their time zone; `None` for that of the computer.
        current: Whether history is left out.

    Returns:
        The search, and what of it cannot be read.
    """
    narrowing = read(" ".join(_NARROWING.findall(text)), today, zone)
    question = " ".join(_NARROWING.sub(" ", text).split())
    if not narrowing.terms:
        return Asked(question, places, current=current), narrowing.problem

    def only(fact: Fact) -> bool:
        return _meets(narrowing, fact, rules)

    return Asked(question, places, current=current, only=only), narrowing.problem


def _meets(narrowing: Filter, fact: Fact, rules: Rules) -> bool:
    return bool(narrowing.matching([row_of(fact, rules)], [""], [0]))
