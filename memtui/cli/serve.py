"""`memtui serve`: memories for programs, over HTTP."""

from memtui.cli.call import Call, UsageError
from memtui.cli.parsing import Command, Parser

PORT = 8377


def add_address(parser: Parser) -> None:
    """Let the address be chosen."""
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="where to listen (127.0.0.1)"
    )
    parser.add_argument("--port", type=int, default=PORT, metavar="N", help=f"the port ({PORT})")


def _arguments(parser: Parser) -> None:
    add_address(parser)


def _serve(call: Call) -> int:
    return serve(call, rest=True)


def serve(call: Call, *, rest: bool) -> int:
    """Serve over HTTP until stopped: MCP of one memory, with `rest` the routes for all."""
    asked = call.options
    if call.out.as_json:
        raise UsageError("a server prints no JSON; its answers are JSON", "memtui serve")
    if not 0 <= asked.port <= 65_535:
        raise UsageError("--port takes a number from 0 to 65535", "memtui serve")
    if not asked.host.strip():
        raise UsageError("--host takes an address, such as 127.0.0.1", "memtui serve")
    return call.serving().http(
        call.home, call.name, asked.host, asked.port, rest=rest, say=call.out.note
    )


COMMANDS = {"serve": Command(_arguments, _serve, "memtui serve --port 8377")}
