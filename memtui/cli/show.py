"""`memtui show`: one fact with everything that is known of it."""

from collections.abc import Iterator

from memtui.cli.call import Call
from memtui.cli.columns import padded, table, width
from memtui.cli.listing import print_fact
from memtui.cli.parsing import Command, Parser
from memtui.cli.printing import bold, dim
from memtui.desk.recalls import Counted
from memtui.facts.fact import Fact, Revision


def _arguments(parser: Parser) -> None:
    parser.add_argument("id", metavar="ID", help="a fact's id, its beginning, or a citation")


def _show(call: Call) -> int:
    with call.memory() as memory:
        fact = memory.fact(call.options.id)
        timeline = memory.timeline(fact.subject, fact.attribute)
        recalls = Counted(memory).of(fact.id)
        if call.out.as_json:
            from memtui.desk.as_json import fact_json, facts_json

            call.out.document(
                {
                    "fact": fact_json(fact, memory.path(fact.id)),
                    "timeline": facts_json(timeline, memory.path),
                    "recalled": recalls
                    and {"times": recalls.times, "last": recalls.last.isoformat()},
                }
            )
            return 0
        call.out.line(bold(fact.fact))
        recalled = recalls.line if recalls else ""
        path = str(memory.path(fact.id))
        for line in table([("", *row) for row in _details(fact, recalled, path)]):
            call.out.line(line)
        call.out.line()
        call.out.line(dim("timeline"))
        days = [f"{each.said} to {each.until or 'now'}" for each in timeline]
        widest = max(map(width, days), default=0)
        for each, day in zip(timeline, days, strict=True):
            mark = ">" if each.id == fact.id else " "
            print_fact(call.out, each, f"{mark} {each.id}  {padded(day, widest)}  ")
    return 0


def _details(fact: Fact, recalled: str, path: str) -> Iterator[tuple[str, str]]:
    yield "id", fact.id
    yield "subject", fact.subject
    yield "attribute", fact.attribute
    yield "said", ", again ".join(str(day) for day in (fact.said, *fact.also_said))
    yield "source", fact.source
    if fact.kept:
        batch = f", batch {fact.first.batch}" if fact.first.batch else ""
        yield "kept", f"{fact.kept:%Y-%m-%d %H:%M} UTC{batch}"
    if fact.until:
        by = f", replaced by {fact.replaced_by}" if fact.replaced_by else ""
        yield "until", f"{fact.until}{by}"
    if fact.replaces:
        yield "replaces", ", ".join(fact.replaces)
    for saying in fact.sayings:
        if saying.evidence:
            speaker = f" — {saying.evidence.speaker}" if saying.evidence.speaker else ""
            yield "words", f"“{saying.evidence.quote}”{speaker}"
    if fact.first.origin:
        origin = fact.first.origin
        yield "proposed by", ", ".join(filter(None, (origin.by, origin.model)))
    for revision in fact.revisions:
        yield "earlier", f"{_changed(revision)} (until {revision.until:%Y-%m-%d %H:%M} UTC)"
    if fact.tags:
        yield "tags", ", ".join(fact.tags)
    if recalled:
        yield "recalled", recalled
    yield "note", path


def _changed(revision: Revision) -> str:
    parts = {
        "subject": revision.subject,
        "attribute": revision.attribute,
        "said": revision.said and revision.said.isoformat(),
        "source": revision.source,
    }
    named = [f"{name} {value}" for name, value in parts.items() if value is not None]
    return ", ".join([*([revision.fact] if revision.fact is not None else []), *named])


COMMANDS = {"show": Command(_arguments, _show, "memtui show f_9b2c4d6e8f0a1b3c")}
