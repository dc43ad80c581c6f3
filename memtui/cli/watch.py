"""`memtui watch`: folders of conversations are read as they grow; what they say waits."""

import signal
import threading
from pathlib import Path

from memtui.cli.call import Call, UsageError
from memtui.cli.columns import table
from memtui.cli.parsing import Command, Parser
from memtui.desk.desk import Desk
from memtui.desk.folder import Folder
from memtui.desk.folders import standings, watched
from memtui.desk.journal import Entry
from memtui.errors import Code, MemtuiError
from memtui.settings import MOST_SECONDS

_PROG = "memtui watch"


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "folder",
        type=Path,
        nargs="?",
        metavar="FOLDER",
        help="where conversations arrive; else those under [watch] in memory.toml",
    )
    parser.add_argument(
        "--quiet",
        type=float,
        metavar="S",
        help="read a file when it has rested for so many seconds (60)",
    )
    parser.add_argument("--once", action="store_true", help="read what is due, then end")
    parser.add_argument("--journal", action="store_true", help="say what happened to each file")
    parser.add_argument("--extractor", metavar="KIND", help="ollama, openai or plain")
    parser.add_argument("--model", metavar="M", help="the model that reads")


def _watch(call: Call) -> int:
    asked = call.options
    if asked.quiet is not None and not 0 <= asked.quiet <= MOST_SECONDS:
        raise UsageError(f"--quiet takes seconds from 0 to {MOST_SECONDS:,.0f}", _PROG)
    if call.out.as_json and not (asked.once or asked.journal):
        raise UsageError("--json goes with --once or --journal", _PROG)
    with call.desk() as desk:
        folders = _folders(call, desk)
        if asked.journal:
            _tell(call, [entry for folder in folders for entry in folder.journal()])
        elif asked.once:
            _tell(call, [entry for folder in folders for entry in folder.look()])
        else:
            _go_on(call, folders)
    return 0


def _folders(call: Call, desk: Desk) -> list[Folder]:
    asked, settings = call.options, desk.memory.settings
    if asked.folder is None:
        for standing in standings(desk.memory):
            if not standing.there:
                call.out.note(standing.problems[0])
        if folders := watched(desk, call.clock):
            return folders
        if settings.watch.folders:
            raise MemtuiError(
                Code.CONVERSATION_UNREADABLE,
                "None of the folders that memory.toml names is there.",
                "Make them, or correct `watch.folders`.",
            )
        raise UsageError("say which folder, or name some under [watch] in memory.toml", _PROG)
    if not asked.folder.is_dir():
        raise UsageError(f"{asked.folder} is no folder", _PROG)
    return [
        Folder(
            desk,
            asked.folder,
            desk.extractor(asked.extractor, asked.model),
            plainly=(asked.extractor or settings.extractor.kind) == "plain",
            quiet=settings.watch.quiet if asked.quiet is None else asked.quiet,
            clock=call.clock,
        )
    ]


def _go_on(call: Call, folders: list[Folder]) -> None:
    """Follow all folders, the last in this thread, until interrupted or all failed."""
    stop = threading.Event()
    for folder in folders:
        call.out.note(f"watching {folder.path}; what is proposed waits in the app")

    def follow(folder: Folder) -> None:
        try:
            folder.follow(stop, lambda entry: call.out.note(entry.line))
        except MemtuiError as error:
            call.out.note(f"memtui: {error}")

    def interrupted(*_: object) -> None:
        # An exception that comes while something is being collected is lost.
        stop.set()
        raise KeyboardInterrupt

    threads = [threading.Thread(target=follow, args=(each,), daemon=True) for each in folders[:-1]]
    for thread in threads:
        thread.start()
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, interrupted)
    try:
        folders[-1].follow(stop, lambda entry: call.out.note(entry.line))
        for thread in threads:
            thread.join()
    finally:
        signal.signal(signal.SIGINT, before)
        stop.set()
        for thread in threads:
            thread.join(5)


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
