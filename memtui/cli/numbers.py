"""Numbers of rows as people list them: `2`, `1,3`, `2-4`."""

import re

from memtui.cli.call import UsageError
from memtui.desk.telling import count

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
        if last < first:
            raise UsageError(
                f"{option} {part.strip()}: a range begins with its least number", _PROG
            )
        numbers.update(range(first, last + 1))
    return frozenset(numbers)


def refuse_beyond(
    numbers: frozenset[int], last: int, option: str, noun: str, where: str = ""
) -> None:
    """Hold numbers to those that there are.

    Args:
        numbers: The numbers.
        last: The last that there is.
        option: Where they were given.
        noun: What they number.
        where: What holds it.

    Raises:
        UsageError: One is not among 1 to `last`.
    """
    beyond = sorted(number for number in numbers if not 1 <= number <= last)
    if beyond:
        there = f"there {'is' if last == 1 else 'are'} only {count(last, noun)}"
        if not beyond[0]:
            there = "they count from 1, and " + there
        inside = f" in {where}" if where else ""
        raise UsageError(f"{option} {beyond[0]}: {there}{inside}", _PROG)
