"""What can be asked over REST: each route with what it takes, gives and does with a desk."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from memtui.desk.as_json import fact_json, facts_json, kept_json
from memtui.desk.context import BUDGET, LEAST_BUDGET, block
from memtui.desk.recalls import Counted
from memtui.desk.tokens import Scope
from memtui.facts.fact import FACT_LIMIT, NAME_LIMIT, Draft, Evidence
from memtui.facts.keeping import Correct, End, Forget, Keep, Restore, Status
from memtui.search.ranking import Answer, Asked
from memtui.serve import schemas as like
from memtui.serve.arguments import Arguments
from memtui.serve.client import Client
from memtui.serve.extracting import extract
from memtui.serve.opened import Library, Opened
from memtui.serve.suggesting import put, suggestions_of

_MOST = 20_000
_PAGE = 100
_SOURCE = "REST"
_SOURCE_LIMIT = 400


@dataclass(frozen=True, slots=True)
class Call:
    """One request, understood: who asks for what of which memory."""

    opened: Opened
    client: Client
    given: Arguments
    id: str = ""


@dataclass(frozen=True, slots=True)
class Given:
    """An answer: its values and status."""

    values: dict[str, Any]
    status: int = 200


@dataclass(frozen=True, slots=True)
class Route:
    """One route; `takes` are the query's or body's members, `gives` the answers by status."""

    method: str
    path: str
    name: str
    does: str
    needs: Scope
    takes: like.Schema
    gives: dict[int, like.Schema]
    run: Callable[[Call], Given]

    @property
    def has_body(self) -> bool:
        """Whether what it takes is a JSON body, not the query."""
        return self.method in ("POST", "PUT")


def _list(call: Call) -> Given:
    given = call.given
    facts = call.opened.desk.memory.facts(
        history=given.flag("history"),
        subject=given.text("subject", most=400) if given.has("subject") else None,
        attribute=given.text("attribute", most=400) if given.has("attribute") else None,
        source=given.text("source", most=400) if given.has("source") else None,
        as_of=given.day("as_of"),
    )
    limit = given.number("limit", least=1, most=1_000, default=_PAGE)
    offset = given.number("offset", least=0, most=1_000_000, default=0)
    page = facts[offset : offset + limit]
    path = call.opened.desk.memory.path
    return Given({"facts": facts_json(page, path), "total": len(facts)})


def _show(call: Call) -> Given:
    memory = call.opened.desk.memory
    fact = memory.fact(call.id)
    timeline = memory.timeline(fact.subject, fact.attribute)
    recalls = Counted(memory).of(fact.id)
    return Given(
        {
            "fact": fact_json(fact, memory.path(fact.id)),
            "timeline": facts_json(timeline, memory.path),
            "recalled": recalls and {"times": recalls.times, "last": recalls.last.isoformat()},
        }
    )


def _keep(call: Call) -> Given:
    given = call.given
    quote = given.text("quote", most=FACT_LIMIT, default="")
    draft = Draft(
        given.text("subject", most=_MOST),
        given.text("attribute", most=_MOST),
        given.text("fact", most=_MOST),
        given.text("source", most=_SOURCE_LIMIT, default=call.client.name or _SOURCE),
        given.day("said"),
        evidence=Evidence(quote, given.text("speaker", most=400, default="")) if quote else None,
        tags=given.texts("tags", most=50, long=NAME_LIMIT),
    )
    batch = f"b_{secrets.token_hex(4)}"
    with call.opened.writing:
        change = call.opened.desk.apply(Keep((draft,), batch))
    path = call.opened.desk.memory.path
    new = any(each.status not in (Status.KNOWN, Status.AGAIN) for each in change.outcomes)
    return Given(kept_json(batch, change.outcomes, (), path), 201 if new else 200)


def _correct(call: Call) -> Given:
    given, memory = call.given, call.opened.desk.memory
    parts = {
        name: given.text(name, most=most) if given.has(name) else None
        for name, most in (
            ("subject", _MOST),
            ("attribute", _MOST),
            ("fact", _MOST),
            ("source", _SOURCE_LIMIT),
        )
    }
    id_ = memory.fact(call.id).id
    request = Correct(
        id_,
        parts["subject"],
        parts["attribute"],
        parts["fact"],
        given.day("said"),
        parts["source"],
        given.texts("tags", most=50, long=NAME_LIMIT) if given.has("tags") else None,
        given.flag("only"),
        given.flag("join"),
    )
    return _changed(call, request)


def _changed(call: Call, request: Correct | End | Restore) -> Given:
    """Do what changes one fact, and tell how it is then and what else changed."""
    memory = call.opened.desk.memory
    with call.opened.writing:
        change = call.opened.desk.apply(request)
    fact = memory.fact(request.id)
    changed = [edit.id for edit in change.edits]
    return Given({"fact": fact_json(fact, memory.path(fact.id)), "changed": changed})


def _forget(call: Call) -> Given:
    id_ = call.opened.desk.memory.fact(call.id).id
    with call.opened.writing:
        change = call.opened.desk.apply(Forget((id_,), history=call.given.flag("history")))
    gone = [edit.id for edit in change.edits if edit.before and not edit.after]
    return Given({"forgotten": gone})


def _end(call: Call) -> Given:
    return _changed(call, End(call.opened.desk.memory.fact(call.id).id, call.given.day("on")))


def _restore(call: Call) -> Given:
    return _changed(call, Restore(call.opened.desk.memory.fact(call.id).id))


def _found(call: Call, asked: Asked) -> tuple[Answer, str]:
    """What is found by words at once; the next time in this memory by meaning too."""
    found = call.opened.search(asked)
    call.opened.warm_up()
    return found


def _search(call: Call) -> Given:
    given = call.given
    asked = Asked(
        given.text("query"),
        given.number("k", least=1, most=50, default=8),
        given.day("as_of"),
        not given.flag("history", default=True),
        given.day("since"),
        given.day("until"),
    )
    answer, by = _found(call, asked)
    path = call.opened.desk.memory.path
    hits = [
        {"fact": fact_json(hit.fact, path(hit.fact.id)), "why": hit.why, "citation": hit.citation}
        for hit in answer.hits
    ]
    return Given({"hits": hits, "by": by})


def _context(call: Call) -> Given:
    memory = call.opened.desk.memory
    made = block(
        memory,
        lambda asked: _found(call, asked)[0],
        call.given.text("query", most=100_000, default=""),
        budget=call.given.number("budget", least=LEAST_BUDGET, most=100_000, default=BUDGET),
    )
    if made.recalled:
        with call.opened.writing:
            Counted(memory).add(made.recalled, memory.today)
    return Given(
        {
            "text": made.text,
            "standing": facts_json(made.standing, memory.path),
            "recalled": facts_json(made.recalled, memory.path),
            "left_out": made.left_out,
        }
    )


def _propose(call: Call) -> Given:
    suggestions = suggestions_of(call.given.objects("facts"))
    values, _ = put(call.opened, call.client, suggestions, via="REST")
    return Given(values, 202)


def _extract(call: Call) -> Given:
    return Given(extract(call.opened, call.client, call.given))


def memories(library: Library, client: Client) -> list[str]:
    """The names of the memories that a client may reach."""
    return [name for name in library.names() if client.memory in ("", name)]


_FACTS = like.listed(like.FACT)
_NAMED = ("subject", "attribute", "source", "as_of", "history", "limit", "offset")
_PARTS = {
    "subject": like.text("whom or what it is about", 120),
    "attribute": like.text("what about it", 120),
    "fact": like.text("one sentence that stands alone", 2_000),
    "said": like.day("when it was said; today when left out"),
    "source": like.text("where it comes from", _SOURCE_LIMIT),
    "tags": like.listed(like.text("a tag", 120), maxItems=50),
}
_RECALLED = {"anyOf": [{"type": "null"}, like.known(times=like.NUMBER, last=like.DAY)]}
_KEPT = like.known(
    status={"type": "string", "enum": ["new", "replaces", "history", "again", "known"]},
    fact=like.FACT,
    replaced=_FACTS,
)
_LEFT_OUT = like.listed(like.known(subject=like.TEXT, reason=like.TEXT))
_KEEPING = like.known(batch=like.TEXT, kept=like.listed(_KEPT), left_out=_LEFT_OUT)
_CHANGED = like.known(fact=like.FACT, changed=like.listed(like.TEXT))
_HISTORY = like.flag("also what does not hold any more", False)

FACTS = "/memories/{name}/facts"
FACT = FACTS + "/{id}"
ROUTES = (
    Route(
        "GET",
        FACTS,
        "listFacts",
        "List facts: those that hold now, or held on a day, with history when asked.",
        Scope.READ,
        like.known(
            _NAMED,
            subject=like.text("only facts about it", 400),
            attribute=like.text("only facts of this attribute", 400),
            source=like.text("only facts from this source", 400),
            as_of=like.day("what held on that day"),
            history=_HISTORY,
            limit=like.number("at most so many", 1, 1_000, _PAGE),
            offset=like.number("how many to pass over", 0, 1_000_000, 0),
        ),
        {200: like.known(facts=_FACTS, total=like.NUMBER)},
        _list,
    ),
    Route(
        "POST",
        FACTS,
        "keepFact",
        "Keep one fact by the rules: it may replace what holds now, or go to history at once.",
        Scope.WRITE,
        like.taking(
            ("said", "source", "tags", "quote", "speaker"),
            **_PARTS,
            quote=like.text("the words it rests on", 2_000, 0),
            speaker=like.text("who said them", 400, 0),
        ),
        {200: _KEEPING, 201: _KEEPING},
        _keep,
    ),
    Route(
        "GET",
        FACT,
        "showFact",
        "One fact with its timeline.",
        Scope.READ,
        like.known(),
        {200: like.known(fact=like.FACT, timeline=_FACTS, recalled=_RECALLED)},
        _show,
    ),
    Route(
        "PUT",
        FACT,
        "correctFact",
        "Correct a fact; what is left out stays, and the earlier wording is kept with it.",
        Scope.WRITE,
        like.taking(
            (*_PARTS, "only", "join"),
            **_PARTS,
            only=like.flag("leave its earlier facts where they are", False),
            join=like.flag("join the timeline that is there already", False),
        ),
        {200: _CHANGED},
        _correct,
    ),
    Route(
        "DELETE",
        FACT,
        "forgetFact",
        "Forget a fact for good, with `history=true` all that held before it too.",
        Scope.WRITE,
        like.known(("history",), history=like.flag("what held before it too", False)),
        {200: like.known(forgotten=like.listed(like.TEXT))},
        _forget,
    ),
    Route(
        "POST",
        FACT + "/end",
        "endFact",
        "Say that a fact no longer holds, from a day on; it goes to history without a successor.",
        Scope.WRITE,
        like.taking(("on",), on=like.day("from which day on; today when left out")),
        {200: _CHANGED},
        _end,
    ),
    Route(
        "POST",
        FACT + "/restore",
        "restoreFact",
        "Take a fact's end away: it holds again.",
        Scope.WRITE,
        like.taking(),
        {200: _CHANGED},
        _restore,
    ),
    Route(
        "GET",
        "/memories/{name}/search",
        "search",
        "Find facts by words and meaning; what holds now comes first.",
        Scope.READ,
        like.known(
            ("k", "as_of", "history", "since", "until"),
            query=like.text("a question, or words"),
            k=like.number("at most so many", 1, 50, 8),
            as_of=like.day("what held on that day"),
            history=like.flag("also what does not hold any more", True),
            since=like.day("said on that day or later"),
            until=like.day("said on that day or earlier"),
        ),
        {
            200: like.known(
                hits=like.listed(like.known(fact=like.FACT, why=like.TEXT, citation=like.TEXT)),
                by=like.TEXT,
            )
        },
        _search,
    ),
    Route(
        "POST",
        "/memories/{name}/context",
        "context",
        "What always stands and what a message recalls, as a block for any prompt.",
        Scope.READ,
        like.taking(
            ("query", "budget"),
            query=like.text("the message", 100_000, 0),
            budget=like.number("at most so many characters", LEAST_BUDGET, 100_000, BUDGET),
        ),
        {200: like.known(text=like.TEXT, standing=_FACTS, recalled=_FACTS, left_out=like.NUMBER)},
        _context,
    ),
    Route(
        "POST",
        "/memories/{name}/proposals",
        "propose",
        "Propose facts: they wait until the person accepts them in memtui.",
        Scope.PROPOSE,
        like.taking(facts=like.listed(like.SUGGESTION, minItems=1, maxItems=50)),
        {202: like.QUEUED},
        _propose,
    ),
    Route(
        "POST",
        "/memories/{name}/extract",
        "extract",
        "Have a conversation read: proposes facts, keeps nothing; `wait` has them wait for review.",
        Scope.PROPOSE,
        like.taking(
            ("title", "extractor", "model", "wait"),
            messages=like.listed(
                like.known(
                    role={"type": "string", "enum": ["user", "assistant"]},
                    content=like.text("what was said", 100_000, 0),
                ),
                minItems=1,
                maxItems=2_000,
            ),
            title=like.text("what to call the conversation", 200, 0),
            extractor={"type": "string", "enum": ["ollama", "openai", "plain"]},
            model=like.text("the model", 200),
            wait=like.flag("have what is proposed wait for review", False),
        ),
        {
            200: like.known(
                proposals=like.listed(like.open_object(subject=like.TEXT, fact=like.TEXT)),
                left_out=_LEFT_OUT,
                review=like.TEXT_OR_NULL,
            )
        },
        _extract,
    ),
)
