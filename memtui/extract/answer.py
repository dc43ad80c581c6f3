"""What a model answered becomes candidates, wherever in its answer the JSON stands."""

import json
import re
from collections.abc import Iterator
from typing import Any

from memtui.errors import Code, MemtuiError
from memtui.extract.grounding import Candidate
from memtui.facts.secrets import secret_in
from memtui.facts.text import visible

_THOUGHT = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_FENCED = re.compile(r"```[\w-]*[ \t]*\n?(.*?)```", re.DOTALL)
_FIELDS = ("subject", "attribute", "fact", "said", "quote")
_SHOWN = 80
# More text than any list of facts has; a model that goes on is stopped.
CONTENT_LIMIT = 200_000
_BLANKS = 400
_LOOP = 480
_PERIODS = 120


def candidates_in(content: str, model: str) -> tuple[list[Candidate], int]:
    """The facts of a complete answer, and how many of its entries were none.

    Tried in this order: the whole, what follows thinking, code fences, the first balanced object
    or list that holds facts. An empty list is an answer.

    Raises:
        MemtuiError: `EXTRACTOR_UNREADABLE`, with the beginning of what came instead.
    """
    for text in _readings(content):
        facts = _facts(_parsed(text))
        if facts is not None:
            found = [made for each in facts if (made := candidate_of(each))]
            return found, len(facts) - len(found)
    whole = visible(content)
    shown = whole if len(whole) <= _SHOWN else f"{whole[:_SHOWN]}…"
    if not shown:
        what = "with nothing"
    elif secret_in(content[: 4 * _SHOWN]):
        what = "with a text that is no list of facts"
    else:
        what = f"with “{shown}”"
    raise unreadable(f"{model} answered, but not with facts: {what}.")


def holds_facts(text: str) -> bool:
    """Whether a text is, or holds, an answer."""
    return any(_facts(_parsed(each)) is not None for each in _readings(text))


def facts_so_far(content: str) -> int:
    """How many facts an unfinished answer has begun."""
    return content.count('"fact"')


def runaway(content: str) -> str | None:
    """How a model that will never finish goes on, if it does: it loops, or sends blanks only."""
    if len(content) > CONTENT_LIMIT:
        return f"it wrote more than {CONTENT_LIMIT:,} characters"
    if len(content) - len(content.rstrip()) > _BLANKS:
        return "it sends nothing but blanks"
    tail = content[-_LOOP:]
    if len(tail) == _LOOP:
        for period in range(1, _PERIODS + 1):
            if tail[period:] == tail[:-period]:
                return "it repeats itself"
    return None


def unreadable(message: str) -> MemtuiError:
    """The failure of a model that answers, but not with facts."""
    return MemtuiError(
        Code.EXTRACTOR_UNREADABLE,
        message,
        "Nothing was kept. Try again; a larger model helps, such as qwen3:8b.",
    )


def _readings(content: str) -> Iterator[str]:
    yield content
    after = _THOUGHT.split(content)[-1]
    if after != content:
        yield after
    yield from (match[1] for match in _FENCED.finditer(after))
    yield from _balanced(after)


def _balanced(text: str) -> Iterator[str]:
    """Every outermost object or list in a text that is closed again."""
    depth = start = 0
    quoted = escaped = False
    for place, character in enumerate(text):
        if quoted:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                quoted = False
        elif character == '"' and depth:
            quoted = True
        elif character in "{[":
            start = start if depth else place
            depth += 1
        elif character in "}]" and depth:
            depth -= 1
            if not depth:
                yield text[start : place + 1]


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _facts(document: Any) -> list[Any] | None:
    if isinstance(document, dict):
        if isinstance(document.get("facts"), list):
            facts: list[Any] = document["facts"]
            return facts
        return [document] if "fact" in document and "subject" in document else None
    if isinstance(document, list) and all(
        isinstance(each, dict) and "fact" in each for each in document
    ):
        return document
    return None


def candidate_of(entry: Any) -> Candidate | None:
    """One entry of a list of facts, `None` when it is none."""
    if not isinstance(entry, dict):
        return None
    subject, attribute, fact, said, quote = (_text(entry.get(field)) for field in _FIELDS)
    return Candidate(subject, attribute, fact, said, quote)


def _text(value: Any) -> str:
    """A field as text; what a model wrote in another type is read where that is plain."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        return ", ".join(value)
    return ""
