"""`memories`, `new` and `delete`: the memories themselves."""

from memtui.cli.call import Call, UsageError
from memtui.cli.columns import table
from memtui.cli.parsing import Command, Parser
from memtui.desk.telling import count
from memtui.store.memory import Memory
from memtui.store.places import create, delete, memory_folder, memory_names


def _no_arguments(parser: Parser) -> None:
    del parser


def _memories(call: Call) -> int:
    home = call.home
    names = memory_names(home)
    if call.out.as_json:
        listed = [{"name": name, "path": str(memory_folder(home, name))} for name in names]
        call.out.document({"home": str(home), "memories": listed})
        return 0
    for line in table([(name, str(memory_folder(home, name))) for name in names]):
        call.out.line(line)
    if not names:
        call.out.note(f"no memories in {home} yet; memtui new NAME makes one")
    return 0


def _new_arguments(parser: Parser) -> None:
    parser.add_argument("name", metavar="NAME", help="letters, digits, - _ and ., at most 64")
    parser.add_argument("--group", metavar="G", help="share it with a group of this system")


def _new(call: Call) -> int:
    asked = call.options
    folder = create(call.home, asked.name, group=asked.group)
    if call.out.as_json:
        call.out.document({"name": asked.name, "path": str(folder)})
    else:
        call.out.line(f"made {asked.name} in {folder}")
    return 0


def _delete_arguments(parser: Parser) -> None:
    parser.add_argument("name", metavar="NAME", help="the memory")
    parser.add_argument("--yes", action="store_true", help="do not ask for its name")


def _delete(call: Call) -> int:
    name = call.options.name
    if not call.options.yes:
        if call.out.as_json:
            raise UsageError("--json asks nothing, so it needs --yes", "memtui delete")
        memory = Memory.open(call.home, name, clock=call.clock)
        memory.refresh()
        counts = memory.counts()
        memory.close()
        kept = count(counts.current + counts.history, "fact")
        call.out.note(f"{name} keeps {kept}; deleting it cannot be taken back.")
        if call.out.ask("Type its name to delete it:") != name:
            call.out.note("nothing was deleted")
            return 0
    delete(call.home, name)
    if call.out.as_json:
        call.out.document({"deleted": name})
    else:
        call.out.line(f"deleted {name}")
    return 0


COMMANDS = {
    "memories": Command(_no_arguments, _memories, "memtui memories"),
    "new": Command(_new_arguments, _new, "memtui new team --group staff"),
    "delete": Command(_delete_arguments, _delete, "memtui delete team"),
}
