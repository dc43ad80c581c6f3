"""`memtui doctor`: whether notes, index and extractor are well, and what can be put right."""

import asyncio
import contextlib
from collections.abc import Iterator
from contextlib import aclosing
from typing import TYPE_CHECKING

from memtui.cli.call import Call
from memtui.cli.columns import padded
from memtui.cli.parsing import Command, Parser
from memtui.cli.printing import bold
from memtui.conversations.conversation import Conversation, Role, Turn
from memtui.desk.inspecting import inspect
from memtui.desk.models import model_json, model_line, models_of
from memtui.desk.telling import count
from memtui.errors import MemtuiError
from memtui.extract.events import Connecting

if TYPE_CHECKING:
    from memtui.desk.desk import Desk
    from memtui.extract.models import Model
    from memtui.store.health import Health

_NAME_CELLS = 9
_SOME = 8
# Its words are never sent: whether a model is there is known before.
_NOTHING_SAID = Conversation("", "", (Turn("nobody", Role.PERSON, "nothing"),))


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "--repair", action="store_true", help="put right what can be, losing nothing"
    )


def _doctor(call: Call) -> int:
    with call.desk() as desk:
        repaired = desk.memory.repair().done if call.options.repair else ()
        health = desk.memory.doctor()
        search = inspect(desk.memory, desk.meaning)
        extractor, failure = _extractor(desk)
        chosen, models = desk.memory.settings.extractor.model, _models(desk)
    if call.out.as_json:
        from memtui.desk.as_json import error_json, health_json

        call.out.document(
            health_json(health)
            | {
                "extractor": {
                    "name": extractor,
                    "error": failure and error_json(failure),
                    "models": [model_json(each, chosen) for each in models],
                },
                "search": search.as_json(),
                "repaired": list(repaired),
            }
        )
        return 0
    for done in repaired:
        call.out.line(done)
    for name, state, details in _findings(health):
        call.out.line(bold(padded(name, _NAME_CELLS)), f"  {state}")
        for detail in details:
            call.out.line(" " * (_NAME_CELLS + 4), detail)
    for name, told in search.lines():
        call.out.line(bold(padded(name, _NAME_CELLS)), f"  {told}")
    call.out.line(bold(padded("extractor", _NAME_CELLS)), f"  {extractor}")
    if failure:
        call.out.line(" " * (_NAME_CELLS + 4), str(failure))
    for line in _told_of(models, chosen):
        call.out.line(" " * (_NAME_CELLS + 4), line)
    mendable = health.disagreeing or health.leftovers or health.exposed or health.faults
    if mendable:
        call.out.line("memtui doctor --repair puts links, folders, permissions and index right")
    elif health.well and not search.problem:
        call.out.line("all is well")
    return 0


def _findings(health: "Health") -> Iterator[tuple[str, str, list[str]]]:
    counts = health.counts
    unreadable = [f"{each.path}: {each.reason}" for each in health.problems]
    told = f", {len(unreadable):,} unreadable and left as they are" if unreadable else ""
    yield "notes", f"{count(counts.notes, 'note')}{told}", unreadable
    if health.secrets:
        listed = [f"{each.path}: {each.rule}" for each in health.secrets]
        yield "secrets", f"{count(len(listed), 'note')} with what looks like one", listed
    if health.disagreeing:
        ids = list(health.disagreeing)
        yield "links", f"{count(len(ids), 'note')} not as the statements say", ids
    if health.ahead:
        told = f"{count(len(health.ahead), 'fact')} said on a day to come; nothing said before it"
        yield "days", f"{told} counts: memtui correct ID --said DAY", list(health.ahead)
    if health.leftovers:
        yield "leftovers", "of an interrupted change", list(health.leftovers)
    if health.exposed:
        yield "open", "to others on this computer", list(health.exposed)
    yield "index", "broken" if health.faults else "well", list(health.faults)
    if health.unknown_settings:
        yield "settings", "memory.toml has what memtui does not know", list(health.unknown_settings)


def _extractor(desk: "Desk") -> tuple[str, MemtuiError | None]:
    """What the extractor is called, and why it cannot be used, if so."""
    kind = desk.memory.settings.extractor.kind
    try:
        extractor = desk.extractor()
        kind = extractor.name
        asyncio.run(_meet(desk))
    except MemtuiError as error:
        return f"{kind} cannot be used", error
    return f"{kind} is ready", None


def _models(desk: "Desk") -> list["Model"]:
    """The models that the extractor's server has, as far as it can be asked."""
    if desk.memory.settings.extractor.kind == "plain":
        return []
    with contextlib.suppress(MemtuiError):  # why it cannot be asked is told of the extractor
        return asyncio.run(models_of(desk))
    return []


def _told_of(models: list["Model"], chosen: str) -> Iterator[str]:
    """The chosen model and what speaks against it; else what there is to choose from."""
    found = [each for each in models if each.name in (chosen, f"{chosen}:latest")]
    for model in found:
        yield f"{model.name}: {model_line(model)}".rstrip(": ")
        if model.warning:
            yield model.warning
    if models and not found:
        names = ", ".join(each.name for each in models[:_SOME])
        yield f"there are: {names}; memtui models use NAME chooses one"


async def _meet(desk: "Desk") -> None:
    """Have the extractor say whether it could begin, and stop before it does."""
    async with aclosing(desk.propose(_NOTHING_SAID, desk.extractor())) as events:
        async for event in events:
            if not isinstance(event, Connecting):
                return


COMMANDS = {"doctor": Command(_arguments, _doctor, "memtui doctor --repair")}
