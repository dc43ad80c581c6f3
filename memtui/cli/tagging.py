"""`tag`: words of the person's own on facts."""

from collections.abc import Sequence

from memtui.cli.call import Call, UsageError
from memtui.cli.mending import sentence
from memtui.cli.parsing import Command, Parser
from memtui.facts.keeping import Tag
from memtui.facts.tagging import typed_tags

# Written alone these are no tags: help, and the memory's name after it.
_OPTIONS = ("-h", "-m")


def with_options(argv: Sequence[str]) -> list[str]:
    """The arguments with `+urgent` and `-later` written as argparse can read them."""
    return [_with_option(arg) for arg in argv]


def _with_option(arg: str) -> str:
    if arg.startswith("+"):
        return f"--add={arg[1:]}"
    short = arg.startswith("-") and not arg.startswith("--") and arg not in _OPTIONS
    return f"--remove={arg[1:]}" if short and arg != "-" else arg


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "ids", nargs="+", metavar="ID", help="ids of facts, their beginnings, or citations"
    )
    for name, sign, does in (("add", "+", "add a tag"), ("remove", "-", "take a tag away")):
        parser.add_argument(
            f"--{name}",
            metavar="TAG",
            action="append",
            default=[],
            help=f"{does}; also written {sign}TAG",
        )


def _tag(call: Call) -> int:
    asked = call.options
    if not (asked.add or asked.remove):
        raise UsageError("say which tags: +urgent -later", "memtui tag")
    add, remove = typed_tags(
        [*(f"+{each}" for each in asked.add), *(f"-{each}" for each in asked.remove)]
    )
    with call.desk() as desk:
        ids = tuple(dict.fromkeys(desk.memory.fact(id_).id for id_ in asked.ids))
        changed = {edit.id for edit in desk.apply(Tag(ids, add, remove)).edits}
        facts = [desk.memory.fact(id_) for id_ in ids]
        if call.out.as_json:
            from memtui.desk.as_json import fact_json

            shown = [fact_json(fact, desk.memory.path(fact.id)) for fact in facts]
            call.out.document({"facts": shown})
            return 0
        for fact in facts:
            done = "tagged" if fact.id in changed else "nothing to change"
            call.out.line(f"{done}: {sentence(fact)}")
            call.out.line(f"  tags: {', '.join(fact.tags) or 'none'}")
    return 0


COMMANDS = {"tag": Command(_arguments, _tag, "memtui tag f_9b2c4d6e +urgent -later", with_options)}
