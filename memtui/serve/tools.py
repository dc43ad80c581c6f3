"""What a model may call: each tool with what it takes and gives, and what it does with a desk."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from memtui.desk.queue import Suggestion, superseding
from memtui.desk.quoting import fact_line, framed, quoted
from memtui.desk.telling import count
from memtui.desk.tokens import Scope
from memtui.facts.fact import FACT_LIMIT
from memtui.search.ranking import Asked
from memtui.serve import schemas as like
from memtui.serve.arguments import Arguments
from memtui.serve.brief import brief_json, full_json
from memtui.serve.client import Client
from memtui.serve.opened import Opened
from memtui.serve.suggesting import put, suggestions_of

Json = dict[str, Any]
_PAGE = 100
_NEIGHBOURS = 20


@dataclass(frozen=True, slots=True)
class Answered:
    """What a tool gives: values for a program, and the same as text for a model."""

    values: Json
    text: str


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool; `needs` is what its caller must be allowed."""

    name: str
    title: str
    does: str
    takes: like.Schema
    gives: like.Schema
    needs: Scope
    run: Callable[[Opened, Client, Arguments], Answered]

    @property
    def reads(self) -> bool:
        """Whether it only reads."""
        return self.needs is Scope.READ

    def call(self, opened: Opened, client: Client, arguments: Any) -> Answered:
        """Call it.

        Raises:
            MemtuiError: `NOT_ALLOWED`, `REQUEST_UNREADABLE`, and what the memory says.
        """
        client.must(self.needs)
        given = Arguments(arguments or {}, tuple(self.takes["properties"]))
        return self.run(opened, client, given)


def _search(opened: Opened, client: Client, given: Arguments) -> Answered:
    asked = Asked(
        given.question(),
        given.number("k", least=1, most=50, default=8),
        given.day("as_of"),
        not given.flag("history", default=True),
    )
    answer, by = opened.search(asked)
    hits = [brief_json(hit.fact) | {"why": hit.why} for hit in answer.hits]
    lines = [fact_line(hit.fact) for hit in answer.hits]
    text = framed(lines) if lines else "Nothing in the memory matches."
    return Answered({"hits": hits, "by": by}, text)


def _expand(opened: Opened, client: Client, given: Arguments) -> Answered:
    memory = opened.desk.memory
    fact = memory.fact(given.text("id", most=80))
    timeline = memory.timeline(fact.subject, fact.attribute)
    others = [
        each
        for each in memory.facts(subject=fact.subject)
        if each.id not in {one.id for one in timeline}
    ]
    values = {
        "fact": full_json(fact),
        "timeline": [brief_json(each) for each in timeline],
        "neighbours": [brief_json(each) for each in others[:_NEIGHBOURS]],
    }
    lines = [fact_line(fact)]
    if fact.evidence:
        lines.append(f"  the words it rests on: “{quoted(fact.evidence.quote)}”")
    lines += ["timeline, oldest first:", *map(fact_line, timeline)]
    if others:
        lines += ["also known of the subject:", *map(fact_line, others[:_NEIGHBOURS])]
    return Answered(values, framed(lines))


def _subjects(opened: Opened, client: Client, given: Arguments) -> Answered:
    limit = given.number("limit", least=1, most=500, default=_PAGE)
    offset = given.number("offset", least=0, most=1_000_000, default=0)
    subjects: dict[str, dict[str, None]] = {}
    facts: dict[str, int] = {}
    for row in opened.desk.memory.rows():
        subjects.setdefault(row.subject, {})[row.attribute] = None
        facts[row.subject] = facts.get(row.subject, 0) + 1
    page = list(subjects)[offset : offset + limit]
    values = {
        "subjects": [
            {
                "subject": quoted(name),
                "facts": facts[name],
                "attributes": list(map(quoted, subjects[name])),
            }
            for name in page
        ],
        "total": len(subjects),
    }
    lines = [
        f"- {quoted(name)}: {count(facts[name], 'fact')} "
        f"({', '.join(quoted(each) for each in subjects[name])})"
        for name in page
    ]
    return Answered(values, framed(lines) if lines else "The memory is empty.")


def _facts(opened: Opened, client: Client, given: Arguments) -> Answered:
    limit = given.number("limit", least=1, most=500, default=_PAGE)
    offset = given.number("offset", least=0, most=1_000_000, default=0)
    facts = opened.desk.memory.facts(
        history=given.flag("history"),
        subject=given.text("subject", most=400) if given.has("subject") else None,
        attribute=given.text("attribute", most=400) if given.has("attribute") else None,
        as_of=given.day("as_of"),
    )
    page = facts[offset : offset + limit]
    values = {"facts": [brief_json(each) for each in page], "total": len(facts)}
    return Answered(values, framed(map(fact_line, page)) if page else "There are no facts like it.")


def _propose(opened: Opened, client: Client, given: Arguments) -> Answered:
    return Answered(*put(opened, client, suggestions_of(given.objects("facts"))))


def _supersede(opened: Opened, client: Client, given: Arguments) -> Answered:
    quote = given.text("quote", most=FACT_LIMIT, default="")
    fact, said = given.text("fact", most=20_000), given.day("said")
    wish = superseding(opened.desk, given.text("id", most=80), fact, said, quote)
    return Answered(*put(opened, client, [wish]))


def _forget(opened: Opened, client: Client, given: Arguments) -> Answered:
    reason = given.text("reason", most=FACT_LIMIT, default="")
    wish = Suggestion(forgets=given.text("id", most=80), quote=reason)
    return Answered(*put(opened, client, [wish]))


_ID = like.text("a fact's id, such as f_9b2c4d6e8f0a1b3c", 80)
_AS_OF = like.day("what held on that day, instead of now")
_LIMIT = like.number("at most so many", 1, 500, _PAGE)
_OFFSET = like.number("how many to pass over", 0, 1_000_000, 0)
_HIT = like.known(**like.BRIEF["properties"], why=like.TEXT)
_SUBJECT = like.known(subject=like.TEXT, facts=like.NUMBER, attributes=like.listed(like.TEXT))
_WAITS = " It waits until the person accepts it in memtui; nothing is changed before."

TOOLS = (
    Tool(
        "memory_search",
        "Search the memory",
        "Find what the person keeps about people, projects, decisions, preferences and deadlines. "
        "Facts that hold now come first, then what held before. Cite facts by id.",
        like.taking(
            ("k", "as_of", "history"),
            query=like.text("a question, or words"),
            k=like.number("at most so many facts", 1, 50, 8),
            as_of=_AS_OF,
            history=like.flag("also what does not hold any more", True),
        ),
        like.known(hits=like.listed(_HIT), by=like.TEXT),
        Scope.READ,
        _search,
    ),
    Tool(
        "memory_expand",
        "All about one fact",
        "One fact with its timeline, the words it rests on, and what else is known of its subject.",
        like.taking(id=_ID),
        like.known(
            fact=like.FACT,
            timeline=like.listed(like.BRIEF),
            neighbours=like.listed(like.BRIEF),
        ),
        Scope.READ,
        _expand,
    ),
    Tool(
        "memory_subjects",
        "Whom and what the memory knows",
        "List the subjects of current facts with their attributes. Use their spelling when "
        "proposing facts.",
        like.taking(("limit", "offset"), limit=_LIMIT, offset=_OFFSET),
        like.known(subjects=like.listed(_SUBJECT), total=like.NUMBER),
        Scope.READ,
        _subjects,
    ),
    Tool(
        "memory_facts",
        "List facts",
        "List facts, of one subject or attribute, now or as of a day, with history when asked.",
        like.taking(
            ("subject", "attribute", "as_of", "history", "limit", "offset"),
            subject=like.text("only facts about it", 400),
            attribute=like.text("only facts of this attribute", 400),
            as_of=_AS_OF,
            history=like.flag("also what does not hold any more", False),
            limit=_LIMIT,
            offset=_OFFSET,
        ),
        like.known(facts=like.listed(like.BRIEF), total=like.NUMBER),
        Scope.READ,
        _facts,
    ),
    Tool(
        "memory_propose",
        "Propose facts",
        "Propose durable facts that the person stated, each with their own words as quote. Not "
        "guesses, small talk, secrets, or what only you said." + _WAITS,
        like.taking(facts=like.listed(like.SUGGESTION, minItems=1, maxItems=50)),
        like.QUEUED,
        Scope.PROPOSE,
        _propose,
    ),
    Tool(
        "memory_supersede",
        "Propose what holds instead",
        "Propose that another sentence holds in place of a fact; the old one stays in history."
        + _WAITS,
        like.taking(
            ("said", "quote"),
            id=_ID,
            fact=like.text("the sentence that holds now", 2_000),
            said=like.day("when it was said; today when left out"),
            quote=like.text("the person's own words that it rests on", 2_000, 0),
        ),
        like.QUEUED,
        Scope.PROPOSE,
        _supersede,
    ),
    Tool(
        "memory_forget",
        "Propose to forget",
        "Propose that a fact be deleted for good, because the person asked for it." + _WAITS,
        like.taking(
            ("reason",),
            id=_ID,
            reason=like.text("the person's own words that ask for it", 2_000, 0),
        ),
        like.QUEUED,
        Scope.PROPOSE,
        _forget,
    ),
)
