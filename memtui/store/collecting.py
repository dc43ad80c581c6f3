"""The garbage collector kept out of the way of work on many values: it would look at each of a
million new ones again and again, for seconds in which no thread gets on.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# From so many new values on, looking at them once would be noticed at the keys.
_MANY = 10_000


@contextmanager
def uncollected() -> Iterator[None]:
    """Nothing is collected meanwhile, nor are many values that were made ever looked at: they go
    when nobody holds them.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            if gc.get_count()[0] >= _MANY:
                gc.freeze()
            gc.enable()
