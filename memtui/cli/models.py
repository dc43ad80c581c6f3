"""`memtui models`: what the extractor's server has, which model is chosen, and whether it works."""

import asyncio
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.cli.call import Call, UsageError
from memtui.cli.columns import table
from memtui.cli.parsing import Command, Parser
from memtui.cli.printing import dim
from memtui.desk.accounts import account_json, account_line
from memtui.desk.models import (
    RECOMMENDED,
    Trial,
    extractor_for_models,
    model_json,
    model_line,
    models_of,
    pull,
    pulling_line,
    trial,
    use,
)
from memtui.desk.telling import count
from memtui.extract.events import Event, Loading, Reading, Writing

if TYPE_CHECKING:
    from memtui.desk.desk import Desk
    from memtui.extract.models import Model

_PROG = "memtui models"
_EXAMPLE = f"memtui models pull {RECOMMENDED}\n  memtui models test"


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "do",
        nargs="?",
        choices=("list", "use", "pull", "test"),
        default="list",
        help="list them; choose one; fetch one; read a built-in conversation with one",
    )
    parser.add_argument("model", nargs="?", metavar="NAME", help="which model")
    parser.add_argument(
        "--extractor", choices=("ollama", "openai", "plain"), help="whose models, or who is tested"
    )
    parser.add_argument(
        "--yes", action="store_true", help="use one that runs at another company's machine"
    )


def _models(call: Call) -> int:
    does = {"list": _list, "use": _use, "pull": _pull, "test": _test}
    options = call.options
    if options.do in ("use", "pull") and not options.model:
        raise UsageError(f"say which model: memtui models {options.do} NAME", _PROG)
    if options.do == "list" and options.model:
        raise UsageError("say what to do with it: use, pull or test", _PROG)
    chooses = options.do == "use"
    with call.desk(make=chooses, trial=not chooses) as desk:
        return does[options.do](call, desk)


def _list(call: Call, desk: "Desk") -> int:
    models = asyncio.run(models_of(desk, call.options.extractor))
    chosen = desk.memory.settings.extractor.model
    where = extractor_for_models(desk, call.options.extractor).address.shown
    if call.out.as_json:
        listed = [model_json(each, chosen) for each in models]
        call.out.document({"server": where, "models": listed})
        return 0
    if not models:
        call.out.line(f"{where} has no models; memtui models pull {RECOMMENDED} fetches one")
        return 0
    rows = [(_mark(each, chosen), model_line(each)) for each in models]
    for line, model in zip(table(rows), models, strict=True):
        call.out.line(line)
        if model.warning:
            call.out.line("    ", dim(model.warning))
    if not any(_is(each, chosen) for each in models):
        call.out.note(f"{chosen} is chosen, but not there; memtui models pull {chosen}")
    return 0


def _use(call: Call, desk: "Desk") -> int:
    name = call.options.model
    models = asyncio.run(models_of(desk, call.options.extractor))
    found = next((each for each in models if _is(each, name)), None)
    if found is None:
        raise UsageError(f"there is no model {name}; memtui models lists them", _PROG)
    if found.warning:
        call.out.note(f"{name} {found.warning}")
    if found.elsewhere and not call.options.yes:
        raise UsageError("--yes uses it all the same", _PROG)
    if not found.chats:
        raise UsageError("choose another one", _PROG)
    use(desk, replace(found, name=name), call.options.extractor)
    if call.out.as_json:
        call.out.document(model_json(found, name))
    else:
        call.out.line(f"{name} reads conversations for {desk.memory.name} from now on")
    return 0


def _pull(call: Call, desk: "Desk") -> int:
    asyncio.run(_pulled(call, desk, call.options.model))
    if call.out.as_json:
        call.out.document({"pulled": call.options.model})
    else:
        call.out.line(f"{call.options.model} is here; memtui models use {call.options.model}")
    return 0


async def _pulled(call: Call, desk: "Desk", name: str) -> None:
    async with aclosing(pull(desk, name)) as steps:
        async for step in steps:
            call.out.progress(f"{name}: {pulling_line(step)}")


def _test(call: Call, desk: "Desk") -> int:
    extractor = desk.extractor(call.options.extractor, call.options.model)
    call.out.note(f"{extractor.name} reads a built-in conversation…")

    def told(event: Event) -> None:
        match event:
            case Loading(model):
                call.out.progress(f"loading {model}…")
            case Reading(elapsed):
                call.out.progress(f"reading… {elapsed:.0f} s")
            case Writing(tokens):
                call.out.progress(f"writing… {count(tokens, 'token')}")

    result = asyncio.run(trial(extractor, desk.memory.today, told=told))
    if call.out.as_json:
        call.out.document(_trial_json(result, extractor.name))
        return 0
    for each in result.proposals:
        doubt = "" if each.sure else f"  ({', '.join(sorted(each.marks))})"
        call.out.line(f"{each.subject} — {each.attribute}: {each.fact}", dim(doubt))
    for dropped in result.left_out:
        call.out.line(f"left out: {dropped.line}")
    call.out.line(f"{count(len(result.proposals), 'fact')} in {result.seconds:.1f} s")
    if result.account:
        call.out.note(account_line(result.account))
    return 0


def _trial_json(result: Trial, name: str) -> dict[str, object]:
    return {
        "extractor": name,
        "seconds": round(result.seconds, 3),
        "facts": [
            {
                "subject": each.subject,
                "attribute": each.attribute,
                "fact": each.fact,
                "marks": sorted(each.marks),
            }
            for each in result.proposals
        ],
        "left_out": [{"subject": each.subject, "reason": each.reason} for each in result.left_out],
        "account": result.account and account_json(result.account),
    }


def _is(model: "Model", name: str) -> bool:
    return model.name in (name, f"{name}:latest")


def _mark(model: "Model", chosen: str) -> str:
    return f"{'*' if _is(model, chosen) else ' '} {model.name}"


COMMANDS = {"models": Command(_arguments, _models, _EXAMPLE)}
