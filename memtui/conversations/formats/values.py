"""What a record holds under a key, whatever it really holds: of another type, it is empty."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

_PLAIN = re.compile(r"[A-Za-z][\w.-]{0,39}", re.ASCII)


def mapping(value: object) -> Mapping[str, Any]:
    """An object, or an empty one."""
    return value if isinstance(value, dict) else {}


def sequence(value: object) -> Sequence[Any]:
    """A list, or an empty one."""
    return value if isinstance(value, list) else ()


def text(value: object) -> str:
    """A string, or an empty one."""
    return value if isinstance(value, str) else ""


def identity(value: object) -> str:
    """An id, which some files write as a number; empty where there is none."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**30:
        return str(value)
    return text(value)


def of_type(value: object) -> str:
    """Under what to count records that are no turns, by their type: "progress records"."""
    plain = isinstance(value, str) and _PLAIN.fullmatch(value)
    return f"{value} records" if plain else "other records"
