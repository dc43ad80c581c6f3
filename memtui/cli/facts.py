"""`memtui facts`: what is kept, grouped by subject."""

from memtui.cli.call import Call
from memtui.cli.listing import print_facts
from memtui.cli.parsing import Command, Parser
from memtui.cli.sources import source_meant
from memtui.facts.days import read_day


def _arguments(parser: Parser) -> None:
    parser.add_argument("--history", action="store_true", help="replaced and ended facts too")
    parser.add_argument("--subject", metavar="S", help="only facts about S")
    parser.add_argument("--attribute", metavar="A", help="only facts of this attribute")
    parser.add_argument("--source", metavar="T", help="only facts from this source")
    parser.add_argument("--as-of", metavar="D", type=read_day, help="what held on a day")


def _facts(call: Call) -> int:
    asked = call.options
    with call.memory() as memory:
        facts = memory.facts(
            history=asked.history,
            subject=asked.subject,
            attribute=asked.attribute,
            source=None if asked.source is None else source_meant(memory, asked.source),
            as_of=asked.as_of.on(memory.today) if asked.as_of else None,
        )
        if call.out.as_json:
            from memtui.desk.as_json import facts_json

            call.out.document({"facts": facts_json(facts, memory.path)})
        elif facts:
            print_facts(call.out, facts)
        else:
            call.out.note(f"no facts like that in {memory.name}")
    return 0


COMMANDS = {"facts": Command(_arguments, _facts, "memtui facts --subject Ana --as-of 2026-09-15")}
