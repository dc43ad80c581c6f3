"""What is taken out of a text before anyone reads it: escapes, invisible characters, thinking."""

import json
import re
from collections import Counter

from memtui.conversations.conversation import Role
from memtui.facts.text import visible

# The escapes of one letter; those that go on are taken out of every text.
_ESCAPED_LETTERS = re.compile(r"\x1b[@-Z^_]")
_PLAIN = bytes((0x0A, *range(0x20, 0x7F)))
_ODD_SPACES = re.compile("[\t\u00a0\u2000-\u200a\u202f\u205f]")
_SPACES_AND_BREAKS = re.compile("[\t\r\u00a0\u2000-\u200a\u202f\u205f]")
# Of what shows nothing, `str.isprintable` passes these.
_PRINTABLE_YET_HIDDEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
# ChatGPT's marks: what stands between U+E200 and U+E201 is for its own app, its kind first.
_MARKED = re.compile(" ?\ue200([^\ue200\ue201]{0,2000})\ue201")
_MARKS = re.compile("[\ue200-\ue206]")
_OLD_CITATION = re.compile(" ?【\\d+(?::\\d+)?†[^】\n]{0,200}】")
# A mark of older exports, written in letters.
_WRITTEN = re.compile(r" ?:contentReference\[oaicite:\d+\]\{index=\d+\}")
_NAMED = ("entity", "url", "link")

_THINKING = re.compile(
    r"<(?P<close>/?)(?P<tag>(?:ant|antml:)?think(?:ing)?|reasoning|details)\b(?P<rest>[^<>]*)>",
    re.IGNORECASE,
)
_QUOTED_THOUGHT = re.compile(
    r"^>[ \t]*[*_#]*[ \t]*(?:thought process|thinking|reasoning)\b.*(?:\n>.*)*\n?",
    re.MULTILINE | re.IGNORECASE,
)
# What an assistant's own app put into a turn: documents that it wrote, and how it is to write.
_PUT_IN = re.compile(r"<(antArtifact|xaiArtifact|userStyle)\b[^<>]*>")


def clean(text: str) -> str:
    """A turn's text as a person would see it: lines of visible characters."""
    if ":contentReference[" in text:
        text = _WRITTEN.sub("", text)
    odd = text.encode("utf-8", "surrogatepass").translate(None, _PLAIN)
    if not odd:
        return text.strip()
    # Little is left by then, so that looking at it costs nothing.
    characters = odd.decode("utf-8", "surrogatepass")
    if _SPACES_AND_BREAKS.search(characters):
        text = _ODD_SPACES.sub(" ", text).replace("\r\n", "\n").replace("\r", "\n")
        characters = _SPACES_AND_BREAKS.sub("", characters)
    if characters.isprintable() and not _PRINTABLE_YET_HIDDEN.search(characters):
        return (_OLD_CITATION.sub("", text) if "†" in characters else text).strip()
    if "\ue200" in characters:
        text = _MARKED.sub(_name_inside, text)
    text = _MARKS.sub("", text)
    text = _OLD_CITATION.sub("", text)
    return visible(_ESCAPED_LETTERS.sub("", text), lines=True)


def _name_inside(match: re.Match[str]) -> str:
    """What a reader sees of a mark: the name of an entity or a link, nothing of a citation."""
    kind, _, rest = match[1].partition("\ue202")
    if kind not in _NAMED:
        return ""
    before = " " if match[0].startswith(" ") else ""
    shown = rest.partition("\ue202")[0]
    try:
        value = json.loads(shown)
    except (ValueError, RecursionError):
        return before + ("" if shown.startswith(("[", "{")) else shown)
    if isinstance(value, list) and len(value) > 1:
        value = value[1]
    return before + (value if isinstance(value, str) else "")


def one_line(text: str) -> str:
    """A name or title: cleaned, on one line, of a length that fits a screen."""
    return " ".join(clean(text).split())[:200].rstrip()


def without_documents(text: str, left_out: Counter[str]) -> str:
    """Take out documents that stand in a turn, and styles asked for, and count them."""
    if "Artifact" not in text and "userStyle" not in text:
        return text
    kept: list[str] = []
    place = 0
    while opened := _PUT_IN.search(text, place):
        kept.append(text[place : opened.start()])
        closing = f"</{opened[1]}>"
        end = text.find(closing, opened.end())
        place = len(text) if end < 0 else end + len(closing)
        left_out["styles" if opened[1] == "userStyle" else "documents"] += 1
    return "".join((*kept, text[place:])).strip() if kept else text


def without_thinking(text: str, role: Role, left_out: Counter[str]) -> str:
    """Take out what a model only thought, and count it under "thinking".

    A model's turn may also have only one of the two tags that enclose thoughts.
    """
    if "<" not in text and ">" not in text:
        return text
    kept, times = _outside(text, tolerant=role is Role.MODEL) if "<" in text else (text, 0)
    if role is Role.MODEL and ">" in kept:
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
