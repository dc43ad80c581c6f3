"""What MCP clients can read without a tool: resources as Markdown, and prompts."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import quote, unquote

from memtui.desk.context import BUDGET, LEAST_BUDGET, block
from memtui.desk.desk import Desk
from memtui.desk.quoting import HEAD, fact_line, quoted
from memtui.desk.recalls import Counted
from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Fact
from memtui.serve.arguments import unreadable
from memtui.serve.opened import Opened

MARKDOWN = "text/markdown"
_ALL = "memtui://memory"
_SUBJECT = "memtui://subjects/"
_FACT = "memtui://facts/"
_PAGE = 200

TEMPLATES = (
    (_FACT + "{id}", "fact", "One fact with its timeline and the words it rests on"),
    (_SUBJECT + "{subject}", "subject", "All facts about one subject, what holds first"),
)


@dataclass(frozen=True, slots=True)
class Resource:
    """One that can be read."""

    uri: str
    name: str
    title: str


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the resources, and the cursor for those after them."""

    resources: list[Resource]
    next: str | None


def listed(desk: Desk, cursor: str | None) -> Page:
    """The resources from a cursor on: the memory, its subjects, its current facts.

    Raises:
        MemtuiError: `REQUEST_UNREADABLE` for a cursor that was not given by this.
    """
    if cursor is not None and not (cursor.isascii() and cursor.isdecimal() and len(cursor) < 9):
        raise unreadable("The cursor is not one of this server.")
    start = int(cursor or 0)
    rows = desk.memory.rows()
    subjects = list(dict.fromkeys(row.subject for row in rows))
    every = [
        Resource(_ALL, "memory", f"The whole memory {desk.memory.name}"),
        *(Resource(_SUBJECT + quote(name, safe=""), name, f"About {name}") for name in subjects),
        *(Resource(_FACT + row.id, row.id, f"{row.subject} — {row.attribute}") for row in rows),
    ]
    more = str(start + _PAGE) if start + _PAGE < len(every) else None
    page = every[start : start + _PAGE]
    return Page([Resource(each.uri, quoted(each.name), quoted(each.title)) for each in page], more)


def read(desk: Desk, uri: str) -> str:
    """A resource as Markdown.

    Raises:
        MemtuiError: `FACT_UNKNOWN` when there is no such resource.
    """
    memory = desk.memory
    if uri == _ALL:
        facts = memory.facts(history=True)
        return _page(f"Memory {memory.name}", _by_subject(facts))
    if uri.startswith(_SUBJECT):
        name = unquote(uri.removeprefix(_SUBJECT))
        if facts := memory.facts(history=True, subject=name):
            return _page(quoted(facts[0].subject), _lines(facts))
    elif uri.startswith(_FACT):
        fact = memory.fact(unquote(uri.removeprefix(_FACT)))
        timeline = memory.timeline(fact.subject, fact.attribute)
        lines = [fact_line(fact)]
        if fact.evidence:
            lines.append(f"  the words it rests on: “{quoted(fact.evidence.quote)}”")
        lines += ["", "## Timeline, oldest first", "", *map(fact_line, timeline)]
        return _page(f"{quoted(fact.subject)} — {quoted(fact.attribute)}", lines)
    raise MemtuiError(
        Code.FACT_UNKNOWN,
        f"There is nothing to read at {quoted(uri)[:200]}.",
        "List the resources to see what there is.",
    )


def _page(title: str, lines: Iterable[str]) -> str:
    return "\n".join([f"# {title}", "", HEAD, "", *lines, ""])


def _by_subject(facts: list[Fact]) -> list[str]:
    subjects: dict[str, list[Fact]] = {}
    for fact in facts:
        subjects.setdefault(fact.subject, []).append(fact)
    lines: list[str] = []
    for name, own in subjects.items():
        lines += [f"## {quoted(name)}", "", *_lines(own), ""]
    return lines or ["Nothing is kept yet."]


def _lines(facts: list[Fact]) -> list[str]:
    return [fact_line(fact) for fact in sorted(facts, key=lambda fact: not fact.current)]


# Prompts

Given = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt that a person picks in their client; `takes` are name, meaning, required."""

    name: str
    title: str
    does: str
    takes: tuple[tuple[str, str, bool], ...]
    text: Callable[[Opened, Given], str]


def _remember(opened: Opened, given: Given) -> str:
    return (
        "Go through our conversation so far and propose what is worth remembering with the tool "
        "memory_propose: durable facts about people, projects, organisations, decisions, "
        "preferences, dates and deadlines that I stated myself. Look at memory_subjects first and "
        "use the same subjects and attributes. Each fact is one sentence that stands alone and "
        "names its subject, with my own words as quote and the day I said it. Leave out small "
        "talk, guesses, questions, what only you said, and anything like a password or a key. "
        "Then tell me in one line how many proposals wait for me in memtui."
    )


def _about(opened: Opened, given: Given) -> str:
    about = given.get("about", "").strip()
    if not about:
        raise unreadable("`about` should say whom or what.")
    told = _block(opened, about, BUDGET)
    facts = told or "The memory has nothing on it."
    return f"What do you know about “{quoted(about)}”? Cite the facts by id.\n\n{facts}"


def _memory(opened: Opened, given: Given) -> str:
    budget = given.get("budget", "").strip()
    if budget and not (budget.isascii() and budget.isdecimal() and len(budget) < 7):
        raise unreadable("`budget` should be a number of characters.")
    told = _block(opened, given.get("message", ""), max(int(budget or BUDGET), LEAST_BUDGET))
    return told or "The memory has nothing on this."


def _block(opened: Opened, query: str, budget: int) -> str:
    memory = opened.desk.memory
    made = block(memory, lambda asked: opened.search(asked)[0], query, budget=budget)
    with opened.writing:
        Counted(memory).add(made.recalled, memory.today)
    return made.text


PROMPTS = (
    Prompt(
        "remember_this_conversation",
        "Remember this conversation",
        "Have what was said here proposed for the memory; you accept it in memtui",
        (),
        _remember,
    ),
    Prompt(
        "what_do_you_know",
        "What do you know about …",
        "What the memory has on somebody or something",
        (("about", "whom or what", True),),
        _about,
    ),
    Prompt(
        "memory",
        "Memory for this message",
        "What always stands and what a message recalls, as a block of facts",
        (
            ("message", "what you are about to ask; without it only what always stands", False),
            ("budget", "at most so many characters (2400)", False),
        ),
        _memory,
    ),
)
