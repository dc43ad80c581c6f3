"""`memtui doctor`: whether notes, index and extractor are well, and what can be put right."""

import asyncio

from memtui.cli.call import Call
from memtui.cli.columns import padded
from memtui.cli.parsing import Command, Parser
from memtui.cli.printing import bold
from memtui.desk.checks import check_extractor, checks_of_notes, checks_of_search
from memtui.desk.inspecting import inspect
from memtui.desk.models import model_json

_NAME_CELLS = 9


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "--repair", action="store_true", help="put right what can be, losing nothing"
    )


def _doctor(call: Call) -> int:
    with call.desk() as desk:
        repaired = desk.repair().done if call.options.repair else ()
        health = desk.memory.doctor()
        search = inspect(desk.memory, desk.meaning, thoroughly=True)
        extractor = asyncio.run(check_extractor(desk))
    if call.out.as_json:
        from memtui.desk.as_json import error_json, health_json

        call.out.document(
            health_json(health)
            | {
                "extractor": {
                    "name": extractor.state,
                    "error": extractor.failure and error_json(extractor.failure),
                    "models": [model_json(each, extractor.chosen) for each in extractor.models],
                },
                "search": search.as_json(),
                "repaired": list(repaired),
            }
        )
        return 0
    for done in repaired:
        call.out.line(done)
    for each in (*checks_of_notes(health), *checks_of_search(search), extractor.check):
        call.out.line(bold(padded(each.name, _NAME_CELLS)), f"  {each.state}")
        for detail in each.details:
            call.out.line(" " * (_NAME_CELLS + 4), detail)
    mendable = health.disagreeing or health.leftovers or health.exposed or health.faults
    if mendable:
        call.out.line("memtui doctor --repair puts links, folders, permissions and index right")
    elif health.well and not search.problem:
        call.out.line("all is well")
    return 0


COMMANDS = {"doctor": Command(_arguments, _doctor, "memtui doctor --repair")}
