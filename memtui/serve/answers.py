"""What is answered over REST: what each route does with a desk."""

import secrets
from dataclasses import dataclass
from typing import Any

from memtui.desk.as_json import fact_json, facts_json, kept_json
from memtui.desk.context import BUDGET, LEAST_BUDGET, block
from memtui.desk.recalls import Counted
from memtui.facts.fact import FACT_LIMIT, NAME_LIMIT, Draft, Evidence
from memtui.facts.keeping import Correct, End, Forget, Keep, Restore, Status
from memtui.search.ranking import Answer, Asked
from memtui.serve.arguments import Arguments
from memtui.serve.client import Client
from memtui.serve.extracting import extract
from memtui.serve.opened import Library, Opened
from memtui.serve.suggesting import put, suggestions_of

_MOST = 20_000
_SOURCE = "REST"
PAGE = 100
SOURCE_LIMIT = 400


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


def listed(call: Call) -> Given:
    """The facts asked for."""
    given = call.given
    facts = call.opened.desk.memory.facts(
        history=given.flag("history"),
        subject=given.text("subject", most=400) if given.has("subject") else None,
        attribute=given.text("attribute", most=400) if given.has("attribute") else None,
        source=given.text("source", most=400) if given.has("source") else None,
        as_of=given.day("as_of"),
    )
    limit = given.number("limit", least=1, most=1_000, default=PAGE)
    offset = given.number("offset", least=0, most=1_000_000, default=0)
    page = facts[offset : offset + limit]
    path = call.opened.desk.memory.path
    return Given({"facts": facts_json(page, path), "total": len(facts)})


def show(call: Call) -> Given:
    """One fact with its timeline."""
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


def keep(call: Call) -> Given:
    """Keep one fact."""
    given = call.given
    quote = given.text("quote", most=FACT_LIMIT, default="")
    draft = Draft(
        given.text("subject", most=_MOST),
        given.text("attribute", most=_MOST),
        given.text("fact", most=_MOST),
        given.text("source", most=SOURCE_LIMIT, default=call.client.name or _SOURCE),
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


def correct(call: Call) -> Given:
    """Correct a fact."""
    given, memory = call.given, call.opened.desk.memory
    parts = {
        name: given.text(name, most=most) if given.has(name) else None
        for name, most in (
            ("subject", _MOST),
            ("attribute", _MOST),
            ("fact", _MOST),
            ("source", SOURCE_LIMIT),
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


def forget(call: Call) -> Given:
    """Forget a fact."""
    id_ = call.opened.desk.memory.fact(call.id).id
    with call.opened.writing:
        change = call.opened.desk.apply(Forget((id_,), history=call.given.flag("history")))
    gone = [edit.id for edit in change.edits if edit.before and not edit.after]
    return Given({"forgotten": gone})


def end(call: Call) -> Given:
    """End a fact."""
    return _changed(call, End(call.opened.desk.memory.fact(call.id).id, call.given.day("on")))


def restore(call: Call) -> Given:
    """Let a fact hold again."""
    return _changed(call, Restore(call.opened.desk.memory.fact(call.id).id))


def _found(call: Call, asked: Asked) -> tuple[Answer, str]:
    """What is found by words at once; the next time in this memory by meaning too."""
    found = call.opened.search(asked)
    call.opened.warm_up()
    return found


def search(call: Call) -> Given:
    """Find facts."""
    given = call.given
    asked = Asked(
        given.question(),
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


def context(call: Call) -> Given:
    """The block of memory for a message."""
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


def propose(call: Call) -> Given:
    """Put proposals into the queue."""
    suggestions = suggestions_of(call.given.objects("facts"))
    values, _ = put(call.opened, call.client, suggestions, via="REST")
    return Given(values, 202)


def extracted(call: Call) -> Given:
    """Have a conversation read."""
    return Given(extract(call.opened, call.client, call.given))


def memories(library: Library, client: Client) -> list[str]:
    """The names of the memories that a client may reach."""
    return [name for name in library.names() if client.memory in ("", name)]
