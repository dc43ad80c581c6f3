"""How far a change of many notes is: told while it is being made."""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import TypeVar

_Value = TypeVar("_Value")

# So often a person's line changes at most: each time so many notes were dealt with.
_EVERY = 200


class Doing(StrEnum):
    """What is being done with the notes, in the order in which it is done."""

    READING = "reading"
    WRITING = "writing"
    PLACING = "putting in place"
    INDEXING = "indexing"


Progress = Callable[[Doing, int, int], None]
"""Takes what is being done, with how many notes it was done, of how many; from any thread."""


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
