"""`memtui mcp`: the memory for assistants that speak the Model Context Protocol."""

from memtui.cli.call import Call, UsageError
from memtui.cli.parsing import Command, Parser


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "--client", metavar="NAME", default="", help="what to call the client that starts it"
    )


def _mcp(call: Call) -> int:
    if call.out.as_json:
        raise UsageError("it speaks its own protocol, so --json says nothing", "memtui mcp")
    return call.serving().mcp(call.home, call.name, call.options.client)


COMMANDS = {"mcp": Command(_arguments, _mcp, 'memtui -m team mcp --client "Claude Code"')}
