"""What the command line accepts: the table of commands, each module loaded when it is called."""

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from memtui import __version__
from memtui.cli.call import Call, UsageError
from memtui.cli.printing import write

# Command -> the module it is in, and what it does.
COMMANDS = {
    "remember": ("remember", "propose facts from a conversation, or keep one by hand"),
    "facts": ("facts", "list facts, grouped by subject"),
    "show": ("show", "one fact with its timeline and the words it rests on"),
    "search": ("search", "find facts, current ones first"),
    "correct": ("mending", "correct a fact; its earlier wording stays with it"),
    "end": ("mending", "say that a fact no longer holds"),
    "restore": ("mending", "take an end away"),
    "rename": ("mending", "rename a subject, or merge it into another"),
    "tag": ("tagging", "add tags to facts, and take others away"),
    "forget": ("forgetting", "delete facts for good"),
    "batches": ("forgetting", "list what was kept together"),
    "undo": ("forgetting", "take back what was kept together"),
    "declined": ("declined", "what was left out of reviews, and how to have it proposed again"),
    "conversations": ("conversations", "list the conversations in a file"),
    "models": ("models", "list, choose, fetch and test the models that read conversations"),
    "memories": ("memories", "list the memories"),
    "new": ("memories", "make a memory"),
    "delete": ("memories", "delete a memory and all its facts"),
    "status": ("status", "how much is kept, and what waits"),
    "doctor": ("doctor", "check notes, index and extractor"),
    "reindex": ("status", "build the index anew from the notes"),
    "export": ("exchange", "write every fact as JSON lines"),
    "import": ("exchange", "read facts from JSON lines"),
    "context": ("context", "what a message recalls, as a block for any prompt"),
    "watch": ("watch", "have a folder of conversations read as it grows"),
    "mcp": ("mcp", "serve the memory to assistants that speak MCP"),
    "serve": ("serve", "serve memories to programs over HTTP"),
    "token": ("token", "make, list and revoke what lets programs in over HTTP"),
    "demo": ("demo", "open the app on a throw-away memory"),
}


@dataclass(frozen=True, slots=True)
class Command:
    """One command: its arguments, what it does, and an example for its help.

    `rewritten` gives its arguments as argparse should read them.
    """

    arguments: Callable[["Parser"], None]
    run: Callable[[Call], int]
    example: str
    rewritten: Callable[[Sequence[str]], list[str]] = list


class Parser(argparse.ArgumentParser):
    """An argparse parser that raises where argparse would end the process."""

    def __init__(self, *, command: str = "", **given: Any) -> None:
        super().__init__(
            allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **given
        )
        self.set_defaults(**({"command": command} if command else {}))
        self._unloaded = command
        if not command:
            _add_everywhere(self)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse, having loaded the command that this parser is for."""
        if self._unloaded:
            module, _ = COMMANDS[self._unloaded]
            loaded = import_module(f"memtui.cli.{module}")
            command: Command = loaded.COMMANDS[self._unloaded]
            self._unloaded = ""
            _add_everywhere(self)
            command.arguments(self)
            self.set_defaults(run=command.run)
            self.epilog = f"example:\n  {command.example}"
            args = command.rewritten(args)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Raise a `UsageError`."""
        raise UsageError(message, self.prog)

    def _print_message(self, message: str, file: Any = None) -> None:
        write(sys.stdout, message)


class _Later:
    """The parser of a command, made once that command is called: all of them take a while."""

    def __init__(self, **given: Any) -> None:
        self._given = given

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """See `argparse.ArgumentParser`, which asks a command's parser for nothing else."""
        return Parser(**self._given).parse_known_args(args, namespace)


def add_day_order(parser: "Parser | argparse._ArgumentGroup") -> None:
    """Let a person say which number of a day is the day, where a file leaves it open."""
    for first, example in (("day", "1 April"), ("month", "4 January")):
        parser.add_argument(
            f"--{first}-first",
            dest="day_first",
            action="store_const",
            const=first == "day",
            help=f"1/4/26 is {example}, where a file leaves it open",
        )


def _add_everywhere(parser: Parser) -> None:
    parser.add_argument(
        "-m",
        "--memory",
        metavar="NAME",
        default=argparse.SUPPRESS,
        help="which memory (else MEMTUI_MEMORY, else default)",
    )
    parser.add_argument(
        "--home",
        type=Path,
        metavar="DIR",
        default=argparse.SUPPRESS,
        help="where memories are (else MEMTUI_HOME, else your data folder)",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        default=argparse.SUPPRESS,
        help="print one JSON document and nothing else",
    )


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Read the command line; without a command, `run` is missing.

    Raises:
        UsageError: When it cannot be understood.
        MemtuiError: `DATE_UNREADABLE`.
        SystemExit: After help or the version was printed.
    """
    parser = Parser(
        prog="memtui",
        description="Curate what your AI assistants remember. Without a command, opens the app.",
        epilog="memtui COMMAND --help shows what a command takes, with an example.",
    )
    parser.add_argument("--version", action="version", version=f"memtui {__version__}")
    later: Any = _Later
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", parser_class=later)
    for name, (_, does) in COMMANDS.items():
        commands.add_parser(
            name, command=name, help=does, description=f"{does[:1].upper()}{does[1:]}."
        )
    options, extra = parser.parse_known_args(argv)
    prog = f"memtui {options.command}" if hasattr(options, "command") else "memtui"
    if extra:
        raise UsageError(f"unrecognized arguments: {' '.join(extra)}", prog)
    return argparse.Namespace(
        **{
            name: value if name in _PATHS else _readable(value, prog)
            for name, value in vars(options).items()
        }
    )


# These may name files whose names are no text.
_PATHS = ("file", "files", "home")
# What Python makes of bytes that are no text in the locale.
_UNDECODED = re.compile("[\ud800-\udfff]")


def _readable(value: Any, prog: str) -> Any:
    """A value as the text that it is in UTF-8, whatever the locale took its bytes for.

    Raises:
        UsageError: It is no text; nothing is kept in other words than were given.
    """
    if isinstance(value, list):
        return [_readable(each, prog) for each in value]
    if not isinstance(value, str) or not _UNDECODED.search(value):
        return value
    try:
        return os.fsencode(value).decode()
    except UnicodeError:
        shown = _UNDECODED.sub("?", value)
        raise UsageError(f"“{shown}” is not UTF-8 text", prog) from None
