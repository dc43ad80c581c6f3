"""`memtui doctor`: whether notes, index and extractor are well, and what can be put right."""

import asyncio
from typing import TYPE_CHECKING

from memtui.cli.call import Call
from memtui.cli.columns import padded
from memtui.cli.parsing import Command, Parser
from memtui.cli.printing import bold
from memtui.desk.checks import (
    ExtractorCheck,
    check_extractor,
    checks_of_notes,
    checks_of_search,
    verdict,
)
from memtui.desk.inspecting import Inspected, inspect
from memtui.desk.models import model_json

if TYPE_CHECKING:
    from memtui.desk.desk import Desk
    from memtui.store.health import Health

_NAME_CELLS = 9


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "--repair", action="store_true", help="put right what can be, losing nothing"
    )


def _doctor(call: Call) -> int:
    with call.desk() as desk:
        repaired = desk.repair().done if call.options.repair else ()
        health, search, extractor = asyncio.run(_looked_at(desk))
    checks = (*checks_of_notes(health), *checks_of_search(search), extractor.check)
    if call.out.as_json:
        from memtui.desk.as_json import error_json, health_json

        call.out.document(
            health_json(health)
            | {
                "well": all(each.well for each in checks),
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
    for each in checks:
        call.out.line(bold(padded(each.name, _NAME_CELLS)), f"  {each.state}")
        for detail in each.details:
            call.out.line(" " * (_NAME_CELLS + 4), detail)
    if health.disagreeing or health.leftovers or health.exposed or health.faults:
        call.out.line("memtui doctor --repair puts links, folders, permissions and index right")
    unwell = [each.name for each in checks if not each.well]
    named = f": {', '.join(unwell)}" if unwell else ""
    without = "; --extractor plain reads without it" if extractor.failure else ""
    call.out.line(f"{verdict(checks)}{named}{without}")
    return 0


async def _looked_at(desk: "Desk") -> tuple["Health", Inspected, ExtractorCheck]:
    """Everything at once: who waits for one server does not wait for the next one after it."""
    notes = asyncio.to_thread(desk.memory.doctor)
    search = asyncio.to_thread(inspect, desk.memory, desk.meaning, thoroughly=True)
    return await asyncio.gather(notes, search, check_extractor(desk))


COMMANDS = {"doctor": Command(_arguments, _doctor, "memtui doctor --repair")}
