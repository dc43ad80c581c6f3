"""`memtui mcp`: the memory for assistants that speak the Model Context Protocol."""

from memtui.cli.call import Call, UsageError
from memtui.cli.parsing import Command, Parser
from memtui.cli.serve import add_address, serve


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "--client", metavar="NAME", default="", help="what to call the client that starts it"
    )
    parser.add_argument(
        "--http", action="store_true", help="over HTTP, at /mcp, instead of the standard streams"
    )
    add_address(parser)


def _mcp(call: Call) -> int:
    if call.out.as_json:
        raise UsageError("it speaks its own protocol, so --json says nothing", "memtui mcp")
    if call.options.http:
        return serve(call, rest=False)
    return call.serving().mcp(call.home, call.name, call.options.client)


COMMANDS = {"mcp": Command(_arguments, _mcp, 'memtui -m team mcp --client "Claude Code"')}
