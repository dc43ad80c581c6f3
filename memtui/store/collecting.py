"""The garbage collector kept out of the way of work on many values: it would look at each of a
million new ones again and again, for seconds in which no thread gets on.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# From so many values on that stay, the collector is not to look at them any more.
_MANY = 1_000


@contextmanager
def uncollected() -> Iterator[None]:
    """Nothing is collected meanwhile; values that nobody holds go all the same."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def keep_out(number: int) -> None:
    """Tell the collector that so many values that were made stay, unless they are few."""
    if number >= _MANY:
        gc.freeze()
