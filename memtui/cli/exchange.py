"""`export` and `import`: every fact as JSON lines, and back without loss."""

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from memtui.cli.call import Call
from memtui.cli.parsing import Command, Parser
from memtui.desk.exchange import Imported, arriving, exported, take_over
from memtui.desk.telling import count, kept_line
from memtui.errors import Code, MemtuiError

_STDIO = "-"


def _export_arguments(parser: Parser) -> None:
    parser.add_argument(
        "file", nargs="?", default=_STDIO, metavar="FILE", help="where to (standard output)"
    )


def _export(call: Call) -> int:
    file = call.options.file
    with call.memory() as memory:
        first, *facts = exported(memory)
        unreadable = len(memory.problems())
    if unreadable:
        call.out.note(f"{count(unreadable, 'unreadable note')} cannot be exported; memtui doctor")
    if file != _STDIO:
        _write(Path(file), (first, *facts))
        if call.out.as_json:
            call.out.document({"exported": len(facts), "file": file})
        else:
            call.out.line(f"exported {count(len(facts), 'fact')} to {file}")
    elif call.out.as_json:
        call.out.document({**first, "facts": facts})
    else:
        for each in (first, *facts):
            call.out.record(each)
    return 0


def _write(path: Path, values: Iterable[Any]) -> None:
    """Write a file for its owner alone, whole or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    whole = path.is_file() or not path.exists()
    target = beside if whole else path
    try:
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out:
            out.writelines(json.dumps(value, ensure_ascii=False) + "\n" for value in values)
            out.flush()
            if whole:
                os.fsync(handle)
        if whole:
            beside.replace(path.resolve())
    except OSError as error:
        if whole:
            beside.unlink(missing_ok=True)
        raise MemtuiError(
            Code.MEMORY_READONLY,
            f"{path} cannot be written ({error.strerror or error}).",
            "Choose another place; the memory itself is as it was.",
        ) from error


def _import_arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="JSON lines, - for standard input")


def _import(call: Call) -> int:
    file = call.options.file
    name = "standard input" if file == _STDIO else Path(file).name
    text = _text(file, name)
    with call.desk(make=True) as desk:
        memory = desk.memory
        what = arriving(text, name, memory.today, memory.rules.never)
        done = take_over(desk, what)
        if call.out.as_json:
            call.out.document(_document(done, desk.memory.path))
        else:
            _tell(call, done)
    return 0


def _text(file: str, name: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == _STDIO else Path(file).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        reason = error.strerror or str(error)
    except UnicodeDecodeError:
        reason = "it is not UTF-8"
    raise MemtuiError(
        Code.NOTE_UNREADABLE,
        f"{name} cannot be imported: {reason}.",
        "Give a file that memtui export wrote, or one fact as JSON on each line.",
    )


def _tell(call: Call, done: Imported) -> None:
    parts = []
    if done.added or not done.outcomes:
        parts.append(f"imported {count(done.added, 'fact')}")
    if done.known:
        parts.append(f"{done.known:,} were here already")
    if done.rules:
        parts.append("took over the rules")
    if done.outcomes:
        parts.append(kept_line(done))
    call.out.line("; ".join(parts))
    for each in done.refused:
        about = f" (about {each.subject})" if each.subject else ""
        call.out.line(f"left out  line {each.line}{about}: {each.reason}")


def _document(done: Imported, path: Any) -> dict[str, Any]:
    from memtui.desk.as_json import kept_json

    return kept_json(done.batch if done.outcomes else "", done.outcomes, (), path) | {
        "imported": done.added,
        "known": done.known,
        "rules": done.rules,
        "left_out": [
            {"subject": each.subject, "reason": each.reason, "line": each.line}
            for each in done.refused
        ],
    }


COMMANDS = {
    "export": Command(_export_arguments, _export, "memtui export team.jsonl"),
    "import": Command(_import_arguments, _import, "memtui -m team import team.jsonl"),
}
