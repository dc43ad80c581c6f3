"""Parts of a text file that are not turns: code fences, frontmatter, title and date on top."""

import re
from collections.abc import Mapping, Sequence
from datetime import date

from memtui.conversations.times import WEEKDAYS, When, day_in, when

_FENCE = re.compile(r"[ \t]*(?P<mark>`{3,}|~{3,})(?P<info>[^`]*)")
_FIELD = re.compile(r"(?P<key>[\w -]+):[ \t]*(?P<value>.*)")
_TITLE = re.compile(r"#[ \t]+(?P<title>.+?)[ \t#]*|(?i:title)[ \t]*:[ \t]*(?P<field>.+)")
_DATE_FIELD = re.compile(
    r"[*_#> -]*(?i:date|data|datum|fecha|day|when|created|exported|started)[*_]*[ \t]*:.*"
)
_NOT_IN_A_DATE = re.compile(r"[^\W\d_]+")
_BESIDE_A_DATE = frozenset((*WEEKDAYS, "de", "of", "st", "nd", "rd", "th"))
_DATE_KEYS = ("date", "created", "created_at", "started", "timestamp", "time", "day")


def fenced(lines: Sequence[str]) -> frozenset[int]:
    """The lines that stand in a code fence; one that never closes fences nothing."""
    inside: set[int] = set()
    opened: tuple[int, str] | None = None
    for place, line in enumerate(lines):
        match = _FENCE.fullmatch(line)
        if match is None:
            continue
        if opened is None:
            opened = place, match["mark"]
        elif match["mark"].startswith(opened[1]) and not match["info"].strip():
            inside.update(range(opened[0], place + 1))
            opened = None
    return frozenset(inside)


def frontmatter(lines: Sequence[str]) -> tuple[Mapping[str, str], int]:
    """The fields between `---` lines on top, and how many lines they take."""
    if not lines or lines[0].strip() != "---":
        return {}, 0
    fields: dict[str, str] = {}
    for place, line in enumerate(lines[1:], start=1):
        if line.strip() == "---":
            return (fields, place + 1) if fields else ({}, 0)
        if match := _FIELD.fullmatch(line):
            fields[match["key"].strip().casefold()] = match["value"].strip().strip("'\"")
        elif line.strip() and not line.startswith((" ", "\t", "-", "#")):
            break
    return {}, 0


def day_of_fields(fields: Mapping[str, str]) -> date | None:
    """The day that frontmatter gives."""
    return next((day for key in _DATE_KEYS if (day := when(fields.get(key)).day)), None)


def header(lines: Sequence[str]) -> tuple[str, date | None, int]:
    """Read the lines above the first turn.

    Returns:
        A title, a day, and how many lines with text were neither.
    """
    title, day, others = "", None, 0
    for line in lines:
        match = _TITLE.fullmatch(line.strip())
        found = day_in(line)
        title = title or (match and (match["title"] or match["field"])) or ""
        day = day or found
        others += bool(line.strip(" \t-=*_") and not match and not found)
    return title, day, others


def day_alone(line: str) -> When | None:
    """The day that a line is about as a whole, such as `--- Monday, 12 October 2026 ---`."""
    if len(line) > 60 or (day := day_in(line)) is None:
        return None
    if _DATE_FIELD.fullmatch(line) or line.startswith("#"):
        return When(day=day)
    words = [word.casefold() for word in _NOT_IN_A_DATE.findall(line)]
    others = [
        word for word in words if word not in _BESIDE_A_DATE and day_in(f"1 {word} 2020") is None
    ]
    return When(day=day) if not others else None
