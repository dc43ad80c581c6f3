"""Exports that are recognised and not read yet, so that a person learns what they have."""

import re
from collections.abc import Callable, Mapping
from typing import Any

Record = Mapping[str, Any]
_Test = Callable[[Record], bool]


def _has(*keys: str) -> _Test:
    return lambda record: all(key in record for key in keys)


def _inside(*keys: str) -> _Test:
    """Whether a path of keys leads somewhere, through the first element of any list."""

    def test(record: Record) -> bool:
        value: Any = record
        for key in keys:
            if isinstance(value, list) and value:
                value = value[0]
            if not isinstance(value, Mapping) or key not in value:
                return False
            value = value[key]
        return True

    return test


# The specific signs before the general ones.
_RECORDS: tuple[tuple[_Test, str], ...] = ()
_TEXTS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\s*<!DOCTYPE html|\s*<html", re.IGNORECASE), "a web page"),
)
_LOOKED_AT = 50


def other_records(document: Any) -> str | None:
    """What a JSON document or list of records is, if it is a known export that is not read."""
    records = document if isinstance(document, list) else [document]
    for record in records[:_LOOKED_AT]:
        if isinstance(record, Mapping):
            for test, what in _RECORDS:
                if test(record):
                    return what
    return None


def other_text(text: str) -> str | None:
    """What a text is, if it is a known export that is not read."""
    head = text[:2000].replace("\u202f", " ").replace("\r\n", "\n")
    return next((what for sign, what in _TEXTS if sign.match(head)), None)
