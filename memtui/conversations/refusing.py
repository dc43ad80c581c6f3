"""Says what a file of JSON is that is not read, and what to choose instead."""

import json
from collections.abc import Sequence
from typing import Any

from memtui.conversations.cleaning import one_line
from memtui.conversations.files import Content
from memtui.conversations.layout import Damage, Value
from memtui.conversations.recognising import companion_of
from memtui.conversations.source import unreadable
from memtui.conversations.streaming import VALUE_LIMIT

_HEAD = 1 << 20
TOO_DEEP = "is JSON nested too deep for a conversation"
IN_PARTS = (
    f"Export it in parts of less than {VALUE_LIMIT >> 20} MB: one chat alone, or a range of days."
)


def refuse(content: Content, first: Sequence[Value], damage: Damage) -> None:
    """Say what a file of JSON is that is not read; an empty list alone is not refused.

    Raises:
        MemtuiError: `CONVERSATION_UNREADABLE`.
    """
    if companion := companion_of(first):
        unreadable(content.name, f"is {companion.what}", companion.instead)
    if first:
        shape = _shape(first[0].value)
        unreadable(content.name, f"is JSON, but not a conversation: it begins with {shape}")
    if damage.too_deep:
        unreadable(content.name, TOO_DEEP)
    if damage.too_large:
        unreadable(content.name, "is one record of JSON too large to read at once", IN_PARTS)
    if damage.cut or damage.values:
        where = _broken_at(content)
        unreadable(
            content.name,
            f"looks like JSON, but breaks off or is damaged at {where}",
            "Export or download it again.",
        )


def _broken_at(content: Content) -> str:
    if content.size > _HEAD:
        return "its beginning"
    stream = content.open()
    try:
        json.loads(stream.read(_HEAD).decode("utf-8-sig", "replace"))
    except json.JSONDecodeError as problem:
        return f"line {problem.lineno}"
    except ValueError:
        return "a number"
    finally:
        stream.close()
    return "its end"


def _shape(document: Any) -> str:
    if isinstance(document, list):
        return f"a list of {len(document)}"
    if isinstance(document, dict):
        keys = ", ".join(one_line(str(key))[:30] for key in list(document)[:6])
        return f"an object with the keys {keys}" if keys else "an empty object"
    return "a single value"
