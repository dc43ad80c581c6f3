"""Names that are suggested for proposals, taken over by `--same`, or by a yes to a question."""

from collections.abc import Mapping
from dataclasses import dataclass

from memtui.cli.call import UsageError
from memtui.cli.numbers import read_numbers, refuse_beyond
from memtui.review import review as reviewing
from memtui.review.near import Near
from memtui.review.review import Review

_PROG = "memtui remember"
_ALL = "all"


@dataclass(frozen=True, slots=True)
class Same:
    """The rows that `--same` names; `every` is each for which a name is suggested."""

    rows: frozenset[int] = frozenset()
    every: bool = False


def read_same(text: str | None) -> Same | None:
    """What `--same` asks for, `None` when it was not given.

    Raises:
        UsageError: It is neither `all` nor numbers of rows.
    """
    if text is None:
        return None
    return Same(every=True) if text == _ALL else Same(read_numbers(text, "--same"))


def taken_over(review: Review, nears: Mapping[int, Near], same: Same) -> Review:
    """The review with the suggested names in the rows that are meant, which are then ticked.

    Args:
        review: The proposals.
        nears: The names suggested for some of them.
        same: Which are meant.

    Raises:
        UsageError: Nothing is suggested for one of the rows.
    """
    refuse_beyond(same.rows, len(review.items), "--same", "row")
    without = sorted(row for row in same.rows if row - 1 not in nears)
    if without:
        raise UsageError(f"--same {without[0]}: no other name is suggested for that row", _PROG)
    for at, near in nears.items():
        if same.every or at + 1 in same.rows:
            review = reviewing.same_as(review, at, near.subject, near.attribute)
    return review
