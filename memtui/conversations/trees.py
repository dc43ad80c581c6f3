"""Conversations that branch: of all the turns in a file, the ones that were shown last."""

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TypeVar

ABANDONED = "turns of abandoned branches"


T = TypeVar("T")


def shown(
    turns: Mapping[str, T],
    parents: Mapping[str, object],
    leaf: object,
    said: Callable[[T], datetime | None],
    left_out: Counter[str],
) -> list[T]:
    """The turns on the path that was shown, as `shown_path` finds it; the others are counted.

    Args:
        turns: Every turn under its id, the same ids as those of `parents`.
        parents: As in `shown_path`.
        leaf: As in `shown_path`.
        said: When a turn was said.
        left_out: Where to count.
    """
    path = shown_path(parents, leaf, lambda key: said(turns[key]))
    if len(path) < len(turns):
        left_out[ABANDONED] += len(turns) - len(path)
    return [turns[key] for key in path]


def shown_path(
    parents: Mapping[str, object],
    leaf: object = None,
    said: Callable[[str], datetime | None] | None = None,
) -> list[str]:
    """The ids from the root down to the turn that was shown last.

    Where a parent is not in the file, or the way goes round in a circle, the record before it in
    the file is the parent. Without any parent in the file, all of it is the path.

    Args:
        parents: The parent of every id in the file's order, `None` for a root.
        leaf: The id that the file gives as the last one; when it is none, the newest leaf is taken.
        said: When the turn of an id was said, to find the newest; else the file's order decides.
    """
    if not any(isinstance(parent, str) and parent in parents for parent in parents.values()):
        return list(parents)
    here: str | None = (
        leaf if isinstance(leaf, str) and leaf in parents else _newest_leaf(parents, said)
    )
    path: dict[str, None] = {}
    before: dict[str, str] | None = None
    while here is not None and here not in path:
        path[here] = None
        parent = parents[here]
        if parent is None or _is_nil(parent):
            break
        if isinstance(parent, str) and parent in parents and parent not in path:
            here = parent
            continue
        if before is None:
            order = list(parents)
            before = dict(zip(order[1:], order, strict=False))
        here = before.get(here)
    return list(reversed(path))


def _newest_leaf(
    parents: Mapping[str, object], said: Callable[[str], datetime | None] | None
) -> str:
    inner = {parent for parent in parents.values() if isinstance(parent, str)}
    leaves = [each for each in parents if each not in inner] or list(parents)
    if said is None:
        return leaves[-1]
    times: dict[str, datetime] = {}
    before: datetime | None = None
    for each in parents:
        # A turn without a time is as new as the one before it in the file.
        before = said(each) or before
        if before:
            times[each] = before
    timed = [(times[each], each) for each in leaves if each in times]
    # Of equal times the last in the file counts.
    return max(reversed(timed), key=lambda pair: pair[0])[1] if timed else leaves[-1]


def _is_nil(parent: object) -> bool:
    """Whether this is the id with only zeros by which some exports mean no parent."""
    return isinstance(parent, str) and parent.startswith("00000000-0000-")
