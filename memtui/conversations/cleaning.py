"""What is taken out of a text before anyone reads it: escapes, invisible characters, thinking."""

import re
from collections import Counter

from memtui.conversations.conversation import Role

_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # colours, cursor
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"  # titles, links
    r"|\x1b[@-Z\\-_]"
)
_SURROGATES = re.compile("[\ud800-\udfff]")
_LINE_ENDS = re.compile(r"\r\n?|[\u2028\u2029\x85]")
_NARROW_SPACES = re.compile("[\u00a0\u202f]")
# Controls and format characters that show nothing; joiners and the marks that scripts need stay.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)

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
    """A turn's text as a person would see it: lines, tabs and visible characters only."""
    text = _SURROGATES.sub("\ufffd", text)
    text = _NARROW_SPACES.sub(" ", _LINE_ENDS.sub("\n", _ESCAPES.sub("", text)))
    return _UNSEEN.sub("", text).strip()


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
