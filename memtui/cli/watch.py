"""`memtui watch`: a folder of conversations is read as it grows; what it says waits for review."""

import threading
from pathlib import Path

from memtui.cli.call import Call, UsageError
from memtui.cli.columns import table
from memtui.cli.parsing import Command, Parser
from memtui.desk.folders import Entry, Folder
from memtui.store.watching import changes

_PROG = "memtui watch"
_QUIET = 60.0
_LOOK = 20.0  # seconds between looks, for what rests by now or failed before


def _arguments(parser: Parser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where conversations arrive")
    parser.add_argument(
        "--quiet",
        type=float,
        default=_QUIET,
        metavar="S",
        help=f"read a file when it has rested for so many seconds ({_QUIET:g})",
    )
    parser.add_argument("--once", action="store_true", help="read what is due, then end")
    parser.add_argument("--journal", action="store_true", help="say what happened to each file")
    parser.add_argument("--extractor", metavar="KIND", help="ollama, openai or plain")
    parser.add_argument("--model", metavar="M", help="the model that reads")


def _watch(call: Call) -> int:
    asked = call.options
    if not asked.folder.is_dir():
        raise UsageError(f"{asked.folder} is no folder", _PROG)
    if asked.quiet < 0:
        raise UsageError("--quiet takes a number from 0 on", _PROG)
    if call.out.as_json and not (asked.once or asked.journal):
        raise UsageError("--json goes with --once or --journal", _PROG)
    with call.desk() as desk:
        folder = Folder(
            desk,
            asked.folder,
            desk.extractor(asked.extractor, asked.model),
            plainly=(asked.extractor or desk.memory.settings.extractor.kind) == "plain",
            quiet=asked.quiet,
            clock=call.clock,
        )
        if asked.journal:
            _tell(call, folder.journal())
        elif asked.once:
            _tell(call, [folder.read(name) for name in folder.due()])
        else:
            _go_on(call, folder, asked.folder)
    return 0


def _go_on(call: Call, folder: Folder, path: Path) -> None:
    call.out.note(f"watching {path}; what is proposed waits in the app; ctrl+c ends it")
    stop = threading.Event()
    failed: dict[str, str] = {}
    for _ in changes(path, stop, every=_LOOK):
        for name in folder.due():
            entry = folder.read(name)
            # What goes on failing for one reason is said once.
            if entry.outcome != "failed" or failed.get(name) != entry.why:
                call.out.note(entry.line)
            failed[name] = entry.why


def _tell(call: Call, entries: list[Entry]) -> None:
    if call.out.as_json:
        call.out.document(
            {
                "files": [
                    {
                        "file": each.file,
                        "on": each.on,
                        "outcome": each.outcome,
                        "why": each.why or None,
                        "conversations": each.conversations,
                        "proposals": each.proposals,
                    }
                    for each in entries
                ]
            }
        )
        return
    for line in table([(each.on, each.line) for each in entries]) if entries else ():
        call.out.line(line)
    if not entries:
        call.out.note("nothing was due" if call.options.once else "nothing was read yet")


COMMANDS = {"watch": Command(_arguments, _watch, "memtui watch ~/chats")}
