"""`memtui search`: the facts that answer a question, current ones first."""

from memtui.cli.call import Call, UsageError
from memtui.cli.listing import held, told
from memtui.cli.parsing import Command, Parser
from memtui.cli.printing import bold, dim
from memtui.facts.days import read_day

# More than any memory holds, and a number that every layer can count with.
_MOST = 1_000_000


def _arguments(parser: Parser) -> None:
    parser.add_argument("query", nargs="+", metavar="QUERY", help="words, in any order")
    parser.add_argument("-k", type=int, default=8, metavar="N", help="at most so many (8)")
    parser.add_argument("--as-of", metavar="D", type=read_day, help="what held on a day")
    parser.add_argument("--current", action="store_true", help="leave history out")


def _search(call: Call) -> int:
    from memtui.search.ranking import search

    asked = call.options
    if asked.k < 1:
        raise UsageError("-k takes a number from 1 on", "memtui search")
    with call.memory() as memory:
        as_of = asked.as_of.on(memory.today) if asked.as_of else None
        query = " ".join(asked.query)
        hits = search(memory, query, k=min(asked.k, _MOST), as_of=as_of, current=asked.current)
        if call.out.as_json:
            from memtui.desk.as_json import fact_json

            found = [
                {
                    "fact": fact_json(hit.fact, memory.path(hit.fact.id)),
                    "why": hit.why,
                    "citation": hit.citation,
                }
                for hit in hits
            ]
            call.out.document({"hits": found})
            return 0
        for hit in hits:
            fact = hit.fact
            name = f"{fact.subject} — {fact.attribute}: "
            if fact.current:
                call.out.line(dim(name), bold(fact.fact), f"  {told(fact.said, fact.source)}")
            else:
                call.out.line(dim(name + fact.fact), f"  (history: {held(fact)})")
            call.out.line(dim(f"  {hit.citation} {hit.why}"))
        if not hits:
            call.out.note(f"nothing in {memory.name} matches")
    return 0


COMMANDS = {"search": Command(_arguments, _search, 'memtui search "where does Ana work"')}
