"""How far a change of many notes is: told while it is being made."""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import TypeVar

_Value = TypeVar("_Value")

# So often a person's line changes at most: each time so many notes were dealt with.
_EVERY = 200


class Doing(StrEnum):
    """What is being done with the notes, in the order in which it is done."""

    LOOKING = "looking at the notes"
    READING = "reading"
    WRITING = "writing"
    PLACING = "putting in place"
    INDEXING = "indexing"


STOPPABLE = frozenset((Doing.LOOKING, Doing.READING, Doing.WRITING))
"""While these are done nothing is changed yet."""

Progress = Callable[[Doing, int, int], None]
"""Takes what is being done, with how many notes it was done, of how many; from any thread.

While what is done is `STOPPABLE` it may raise `Stopped`.
"""


class Stopped(Exception):  # noqa: N818 - the end that was asked for, not a failure
    """Work was ended before it changed anything, as its `Progress` wanted."""


def untold(doing: Doing, done: int, of: int) -> None:
    """Nobody is told."""


def told(
    values: Iterable[_Value], of: int, progress: Progress, doing: Doing, *, start: int = 0
) -> Iterator[_Value]:
    """The values; how many of them were taken is told now and then, from `start` on."""
    for done, value in enumerate(values, start):
        if done % _EVERY == 0:
            progress(doing, done, of)
        yield value
