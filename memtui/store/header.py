"""Headers as memtui itself writes them, read without a YAML parser, which takes ten times as long.

Whatever else stands in a header is left to the parser.
"""

import re
from collections.abc import Collection
from typing import Any

# What a YAML parser takes for just this text: a few signs, a day, a time, a number, a quoted line.
_WORDS = r"[^\W\d_](?:[\w ./()+-]*[\w.)])?"
_STAMP = r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?)?|\d{1,9}"
_SCALAR = rf"(?:({_WORDS}|{_STAMP})|'((?:[^']|'')*)')"
# A key of the header, an indented pair, or an item that may begin a table.
_LINE = re.compile(rf"(  |- |)(?:([a-z_]+):(?: |$))?{_SCALAR}?")

Lines = dict[str, list[str]]


def simple_header(lines: list[str], keys: Collection[str]) -> tuple[Lines, dict[str, Any]] | None:
    """The lines of each key and its value: a text, a table of texts, or a list of such.

    `None` when anything stands there that memtui would not have written, or other keys.

    Args:
        lines: The header's lines with their ends.
        keys: The keys that there may be.
    """
    texts: Lines = {}
    values: dict[str, Any] = {}
    top = ""
    for line in lines:
        text = line[:-1]
        match = _LINE.fullmatch(text)
        if match is None or line[-1] != "\n" or not text.isprintable():
            return None
        lead, name, plain, quoted = match.groups()
        value = plain if quoted is None else quoted.replace("''", "'")
        if not lead:
            if name is None or name not in keys or name in values:
                return None
            if top and values[top] is None:
                return None
            top = name
            texts[top] = [line]
            values[top] = value
            continue
        if not top or value is None or not _put(values, top, lead, name, value):
            return None
        texts[top].append(line)
    return None if not top or values[top] is None else (texts, values)


def _put(values: dict[str, Any], top: str, lead: str, name: str | None, value: str) -> bool:
    """Put an indented or listed line under its key; whether it belongs there."""
    there = values[top]
    if lead == "- ":
        item = value if name is None else {name: value}
        if there is None:
            values[top] = [item]
            return True
        if not isinstance(there, list) or type(there[0]) is not type(item):
            return False
        there.append(item)
        return True
    if name is None:
        return False
    if there is None:
        values[top] = {name: value}
        return True
    table = there[-1] if isinstance(there, list) else there
    if not isinstance(table, dict) or name in table:
        return False
    table[name] = value
    return True
