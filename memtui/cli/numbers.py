"""Numbers of rows as people list them: `2`, `1,3`, `2-4`."""

import re

from memtui.cli.call import UsageError

_PROG = "memtui remember"


def read_numbers(text: str, option: str) -> frozenset[int]:
    """Read a list of numbers and ranges.

    Raises:
        UsageError: It is not one.
    """
    numbers: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,6})(?:\s*-\s*([0-9]{1,6}))?\s*", part)
        if not match:
            raise UsageError(f"{option} takes numbers such as 1,3 or 2-4, not “{text}”", _PROG)
        first, last = int(match[1]), int(match[2] or match[1])
        numbers.update(range(first, last + 1))
    return frozenset(numbers)


def refuse_beyond(numbers: frozenset[int], last: int, option: str, what: str) -> None:
    """Hold numbers to those that there are.

    Raises:
        UsageError: One is not among 1 to `last`.
    """
    beyond = sorted(number for number in numbers if not 1 <= number <= last)
    if beyond:
        raise UsageError(f"{option} {beyond[0]}: there are only {last} {what}", _PROG)
