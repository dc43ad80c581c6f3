"""What is taken out of a text before anyone reads it: escapes, invisible characters, thinking."""

import re
from collections import Counter

from memtui.conversations.conversation import Role
from memtui.facts.text import visible

_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # colours, cursor
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"  # titles, links
    r"|\x1b[@-Z\\-_]"
)
_NARROW_SPACES = re.compile("[\u00a0\u202f]")

_THINKING = re.compile(
    r"<(think|thinking|reasoning)>.*?</\1>"
    r"|<details\b[^>]*\btype=[\"']?reasoning\b[^>]*>.*?</details>",
    re.DOTALL | re.IGNORECASE,
)
_UNCLOSED = re.compile(r"\s*<(?:think|thinking|reasoning)>.*", re.DOTALL | re.IGNORECASE)
_UNOPENED = re.compile(r".*</(?:think|thinking|reasoning)>", re.DOTALL | re.IGNORECASE)
_QUOTED_THOUGHT = re.compile(
    r"^>[ \t]*[*_#]*[ \t]*(?:thought process|thinking|reasoning)\b.*(?:\n>.*)*\n?",
    re.MULTILINE | re.IGNORECASE,
)


def clean(text: str) -> str:
    """A turn's text as a person would see it: lines of visible characters."""
    return visible(_NARROW_SPACES.sub(" ", _ESCAPES.sub("", text)), lines=True)


def one_line(text: str) -> str:
    """A name or title: cleaned, on one line, of a length that fits a screen."""
    return " ".join(clean(text).split())[:200].rstrip()


def without_thinking(text: str, role: Role, left_out: Counter[str]) -> str:
    """Take out what a model only thought, and count it under "thinking"."""
    text, times = _THINKING.subn("", text)
    if role is Role.MODEL:
        text, quoted = _QUOTED_THOUGHT.subn("", text)
        text, unopened = _UNOPENED.subn("", text, count=1)
        text, unclosed = (("", 1)) if _UNCLOSED.fullmatch(text) else (text, 0)
        times += quoted + unopened + unclosed
    if times:
        left_out["thinking"] += times
    return text.strip()
