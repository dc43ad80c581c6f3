"""What of a message's content was said: its texts, out of strings and parts of many shapes."""

from collections import Counter
from collections.abc import Iterator, Mapping

THINKING = "thinking"
TOOLS = "tool calls"
FILES = "images and files"
NO_TEXT = "turns without text"

_TEXT_PARTS = frozenset((None, "text", "input_text", "output_text", "markdown"))
_THINKING_PARTS = frozenset(
    ("thinking", "reasoning", "redacted_thinking", "summary_text", "think", "thought")
)
_TOOL_WORDS = ("tool", "function", "code", "search")
_DEEPEST = 8


def words_of(content: object, left_out: Counter[str]) -> str:
    """The texts of a content, joined; what else it holds is counted by its kind.

    Args:
        content: A string, a part, or a list of them; a part has a `type` and a text.
        left_out: Where to count. A content with nothing in it counts as a turn without text.
    """
    if isinstance(content, str):
        words, others = content, False
    else:
        counted = left_out.total()
        words = "\n".join(each for each in _texts(content, left_out, 0) if each.strip())
        others = left_out.total() != counted
    if words.strip():
        return words
    if not others:
        left_out[NO_TEXT] += 1
    return ""


def _texts(content: object, left_out: Counter[str], depth: int) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    elif isinstance(content, list) and depth < _DEEPEST:
        for part in content:
            yield from _texts(part, left_out, depth + 1)
    elif isinstance(content, Mapping):
        yield from _part(content, left_out, depth)
    elif content is not None:
        left_out["unreadable records"] += 1


def _part(part: Mapping[str, object], left_out: Counter[str], depth: int) -> Iterator[str]:
    kind = part.get("type")
    if not (kind is None or isinstance(kind, str)):
        left_out["unreadable records"] += 1
        return
    text = part.get("text")
    if isinstance(text, Mapping):
        text = text.get("value")
    if kind in _THINKING_PARTS or part.get("thought") is True:
        left_out[THINKING] += 1
    elif kind in _TEXT_PARTS and isinstance(text, str):
        yield text
    elif kind is None and ("parts" in part or "content" in part):
        yield from _texts(part.get("parts", part.get("content")), left_out, depth + 1)
    elif kind is not None and any(word in kind.casefold() for word in _TOOL_WORDS):
        left_out[TOOLS] += 1
    else:
        left_out[FILES] += 1
