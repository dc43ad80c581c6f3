"""What is taken out of a text before anyone reads it: escapes, invisible characters, thinking."""

import re
from collections import Counter

from memtui.conversations.conversation import Role
from memtui.facts.text import visible

# The escapes of one letter; those that go on are taken out of every text.
_ESCAPED_LETTERS = re.compile(r"\x1b[@-Z^_]")
_NARROW_SPACES = re.compile("[\u00a0\u202f]")

_THINKING = re.compile(
    r"<(?P<close>/?)(?P<tag>think(?:ing)?|reasoning|details)\b(?P<rest>[^<>]*)>", re.IGNORECASE
)
_QUOTED_THOUGHT = re.compile(
    r"^>[ \t]*[*_#]*[ \t]*(?:thought process|thinking|reasoning)\b.*(?:\n>.*)*\n?",
    re.MULTILINE | re.IGNORECASE,
)


def clean(text: str) -> str:
    """A turn's text as a person would see it: lines of visible characters."""
    return visible(_NARROW_SPACES.sub(" ", _ESCAPED_LETTERS.sub("", text)), lines=True)


def one_line(text: str) -> str:
    """A name or title: cleaned, on one line, of a length that fits a screen."""
    return " ".join(clean(text).split())[:200].rstrip()


def without_thinking(text: str, role: Role, left_out: Counter[str]) -> str:
    """Take out what a model only thought, and count it under "thinking".

    A model's turn may also have only one of the two tags that enclose thoughts.
    """
    kept, times = _outside(text, tolerant=role is Role.MODEL)
    if role is Role.MODEL:
        kept, quoted = _QUOTED_THOUGHT.subn("", kept)
        times += quoted
    if times:
        left_out["thinking"] += times
    return kept.strip()


def _outside(text: str, *, tolerant: bool) -> tuple[str, int]:
    """What stands outside the tags of thoughts, and how many thoughts there are."""
    kept: list[str] = []
    place = times = 0
    opened: re.Match[str] | None = None
    for match in _THINKING.finditer(text):
        tag = match["tag"].lower()
        if tag == "details" and not match["close"] and "reasoning" not in match["rest"]:
            continue
        if not match["close"]:
            opened = opened or match
        elif opened and opened["tag"].lower() == tag:
            kept.append(text[place : opened.start()])
            place, times, opened = match.end(), times + 1, None
        elif not opened and tolerant and tag != "details" and not times:
            kept, place, times = [], match.end(), 1
    if opened and tolerant and not text[place : opened.start()].strip():
        return "".join(kept), times + 1
    return "".join((*kept, text[place:])), times
