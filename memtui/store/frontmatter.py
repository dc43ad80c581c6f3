"""A note's text taken apart and put together again, so that only chosen lines change.

The header's YAML is read with every scalar as it is spelled: `yes`, `1.0` and `12:30` stay texts.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memtui.store.header import simple_header

if TYPE_CHECKING:
    import yaml

# What YAML 1.1 takes for the end of a line.
_LINES = re.compile(
    r"[^\n\r\x85\u2028\u2029]*(?:\r\n|[\n\r\x85\u2028\u2029])|[^\n\r\x85\u2028\u2029]+"
)
_PLAIN = re.compile(r"[^\W\d_](?:[\w ./()+-]*[\w.)])?")
_TRAILING_COMMENT = re.compile(r"\s+#[^\r\n]*")
_UNWRITABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff"
    "\ufff9-\uffff\U0001fffe\U0001ffff\U000e0000-\U000e0fff]"
)
# What a YAML 1.1 or 1.2 parser would take for something else than a text.
_RESERVED = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null", "none", "nan"))
_SHORT = {"\n": r"\n", "\t": r"\t"}
_BARE = frozenset(("said", "kept", "place", "time", "also_said", "until", "ended", "edited"))
_STAMP = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?)?|\d{1,9}")


class HeaderError(ValueError):
    """Why a note's header cannot be read, in words that can be shown."""


@dataclass(frozen=True, slots=True)
class Block:
    """Some lines of a header: one key with its value, or (`key` is `None`) comments and blanks."""

    key: str | None
    text: str
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A note's text in parts that make it up again, and the values of the keys asked for.

    `body` is what follows the header; its first paragraph lies between `above` and `below`.
    """

    head: str
    blocks: tuple[Block, ...]
    foot: str
    above: str
    paragraph: str
    below: str
    values: Mapping[str, Any]

    @property
    def newline(self) -> str:
        """How its lines end."""
        return "\r\n" if self.head.endswith("\r\n") else "\n"

    @property
    def text(self) -> str:
        """The whole note."""
        header = "".join(block.text for block in self.blocks)
        return self.head + header + self.foot + self.above + self.paragraph + self.below


def take_apart(text: str, keys: Collection[str]) -> Note:
    """Take a note's text apart.

    Args:
        text: The whole note.
        keys: The keys whose values are wanted.

    Raises:
        HeaderError: There is no header, or it cannot be read.
    """
    from frontmatter.default_handlers import YAMLHandler

    mark = "\ufeff" if text.startswith("\ufeff") else ""
    text = text[len(mark) :]
    boundary = YAMLHandler.FM_BOUNDARY
    opening = boundary.match(text)
    closing = boundary.search(text, opening.end()) if opening else None
    if opening is None or closing is None:
        raise HeaderError("it has no header between two lines of `---`")
    lines = _LINES.findall(text[opening.end() : closing.start()])
    head = mark + text[: opening.end()]
    if lines and not lines[0].strip():
        head += lines.pop(0)
    blocks, values = _simple_blocks(lines, keys) or _parsed_blocks(lines, frozenset(keys))
    body = text[closing.end() :]
    first_line = _LINES.match(body)
    foot = closing[0]
    if first_line and not first_line[0].strip():
        foot += first_line[0]
        body = body[first_line.end() :]
    return Note(head, blocks, foot, *_paragraph(body), values)


def rendered(key: str, value: Any, newline: str = "\n") -> str:
    """The lines of one key; its value is a text, a list of texts or tables, or a table."""
    if isinstance(value, str):
        lines = [f"{key}: {_scalar(key, value)}"]
    elif isinstance(value, Mapping):
        lines = [f"{key}:", *("  " + pair for pair in _pairs(value))]
    else:
        lines = [f"{key}:"]
        for item in value:
            if isinstance(item, str):
                lines.append(f"- {_scalar(key, item)}")
            else:
                first, *rest = _pairs(item)
                lines += ["- " + first, *("  " + pair for pair in rest)]
    return "".join(line + newline for line in lines)


def _pairs(table: Mapping[str, str]) -> list[str]:
    return [f"{name}: {_scalar(name, value)}" for name, value in table.items()]


def _scalar(key: str, text: str) -> str:
    """A text as a YAML scalar on one line, quoted where a strict parser needs it.

    Days, times and numbers stay bare, so that other tools see what they are.
    """
    if key in _BARE and _STAMP.fullmatch(text):
        return text
    if _UNWRITABLE.search(text):
        escaped = text.replace("\\", r"\\").replace('"', r"\"")
        return '"' + _UNWRITABLE.sub(_escaped, escaped) + '"'
    if _PLAIN.fullmatch(text) and text.casefold() not in _RESERVED:
        return text
    return "'" + text.replace("'", "''") + "'"


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    if match[0] in _SHORT:
        return _SHORT[match[0]]
    if code < 0x100:
        return f"\\x{code:02X}"
    return f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"


def _loader() -> Any:
    import yaml

    return getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def _problem(error: "yaml.YAMLError") -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error).partition("\n")[0]
    return f"{problem} (line {mark.line + 2})" if mark else problem


def _simple_blocks(
    lines: list[str], keys: Collection[str]
) -> tuple[tuple[Block, ...], dict[str, Any]] | None:
    simple = simple_header(lines, keys)
    if simple is None:
        return None
    texts, values = simple
    return tuple(Block(key, "".join(text)) for key, text in texts.items()), values


def _parsed_blocks(
    lines: list[str], keys: frozenset[str]
) -> tuple[tuple[Block, ...], dict[str, Any]]:
    import yaml

    try:
        root = yaml.compose("".join(lines), _loader())
    except yaml.YAMLError as error:
        raise HeaderError(f"its header is not YAML: {_problem(error)}") from None
    if not isinstance(root, yaml.MappingNode) or root.flow_style:
        raise HeaderError("its header is not a list of `key: value` lines")
    return _blocks(lines, root, keys)


def _blocks(
    lines: list[str], root: "yaml.MappingNode", keys: frozenset[str]
) -> tuple[tuple[Block, ...], dict[str, Any]]:
    column = root.start_mark.column
    starts: list[int] = [key.start_mark.line for key, _ in root.value]
    if column or len(set(starts)) < len(starts):
        raise HeaderError("its header should have one key a line, from the first column on")
    blocks = _loose(lines[: starts[0]] if starts else lines)
    values: dict[str, Any] = {}
    for at, (key, value) in enumerate(root.value):
        start = starts[at]
        following = starts[at + 1] if at + 1 < len(starts) else len(lines)
        end = following
        while end > start + 1 and _is_loose(lines[end - 1]):
            end -= 1
        name = key.value if isinstance(key.value, str) else ""
        comment = None
        if name in keys:
            if name in values:
                raise HeaderError(f"its header has `{name}` twice")
            values[name] = _value(name, value)
            if end == start + 1 and value.end_mark.line == start:
                comment = _TRAILING_COMMENT.match(lines[start], value.end_mark.column)
        text = "".join(lines[start:end])
        blocks.append(Block(name, text, comment[0] if comment else ""))
        blocks += _loose(lines[end:following])
    return tuple(blocks), values


def _is_loose(line: str) -> bool:
    return not line.strip() or line.startswith("#")


def _loose(lines: list[str]) -> list[Block]:
    return [Block(None, "".join(lines))] if lines else []


def _value(key: str, node: "yaml.Node", depth: int = 0) -> Any:
    content = node.value
    if isinstance(content, str):
        return content
    if depth < 2 and node.tag.endswith(":seq"):
        return [_value(key, each, depth + 1) for each in content]
    if depth < 2 and node.tag.endswith(":map"):
        return {_value(key, name, 2): _value(key, each, 2) for name, each in content}
    raise HeaderError(f"its `{key}` is nested too deep")


def _paragraph(body: str) -> tuple[str, str, str]:
    """What is above the first paragraph, the paragraph, and what is below it."""
    lines = re.findall(r"[^\n]*\n|[^\n]+", body)
    start = 0
    while start < len(lines) and not lines[start].strip():
        start += 1
    end = start
    while end < len(lines) and lines[end].strip():
        end += 1
    return "".join(lines[:start]), "".join(lines[start:end]), "".join(lines[end:])
