"""Many values a portion at a time, so that no single call takes long or holds others up."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

_Value = TypeVar("_Value")

# A few milliseconds' work for what is done with a fact.
SIZE = 200


def portions(values: Iterable[_Value], size: int = SIZE) -> Iterator[list[_Value]]:
    """The values in order, so many at a time."""
    left = iter(values)
    while some := list(islice(left, size)):
        yield some
