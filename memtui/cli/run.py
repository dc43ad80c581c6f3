"""One run of the command line: parse, do, and print a failure once."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from memtui.cli.call import Call, OpenApp, Servers, UsageError
from memtui.cli.parsing import parse
from memtui.cli.printing import Out, OutputError, flush
from memtui.errors import MemtuiError

DONE, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130


def _now() -> datetime:
    return datetime.now(UTC)


def main(
    argv: Sequence[str] | None = None,
    *,
    clock: Callable[[], datetime] = _now,
    environ: Mapping[str, str] = os.environ,
    open_app: OpenApp | None = None,
    servers: Servers | None = None,
) -> int:
    """Run one command.

    Args:
        argv: The arguments after the program's name; those of the process when left out.
        clock: Gives the moment, aware, in UTC.
        environ: Where `MEMTUI_MEMORY`, `MEMTUI_HOME` and `NO_COLOR` stand.
        open_app: Opens the app on a memory, for `memtui` alone and `memtui demo`.
        servers: Serves memories to other programs.

    Returns:
        The exit code: 0 done, 1 refused or failed, 2 usage, 130 interrupted.
    """
    _open_what_is_closed()
    argv = list(sys.argv[1:] if argv is None else argv)
    out = Out(as_json="--json" in argv, environ=environ)
    code = DONE
    try:
        try:
            code = _done(argv, out, clock, environ, open_app, servers)
        except UsageError as error:
            hint = f"{error.prog} --help shows what it takes."
            code = _failed(out, "USAGE", f"{error.message}.", hint, USAGE)
        except MemtuiError as error:
            code = _failed(out, error.code, error.message, error.hint, FAILED)
        flush()
    except KeyboardInterrupt:
        out.note("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has gone, and nothing more can be said.
        _let_go()
    except OutputError as error:
        out.note(f"memtui: standard output cannot be written: {error}.")
        _let_go()
        return FAILED
    return code


def _open_what_is_closed() -> None:
    """Give the process the streams it was started without; else its files would get their place."""
    nowhere = Path(os.devnull)
    if sys.stdin is None:
        sys.stdin = nowhere.open(encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = nowhere.open("w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = nowhere.open("w", encoding="utf-8")


def _let_go() -> None:
    """Print nothing more: Python flushes standard output once again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _done(
    argv: list[str],
    out: Out,
    clock: Callable[[], datetime],
    environ: Mapping[str, str],
    open_app: OpenApp | None,
    servers: Servers | None,
) -> int:
    try:
        options = parse(argv)
    except SystemExit:
        # Help or the version was printed.
        return DONE
    out.as_json = getattr(options, "json", False)
    call = Call(options, out, clock, environ, open_app, servers)
    if hasattr(options, "run"):
        code: int = options.run(call)
        return code
    if out.as_json:
        raise UsageError("the app prints no JSON; give a command")
    return call.app(call.home, call.name)


def _failed(out: Out, code: str, message: str, hint: str, exit_code: int) -> int:
    if out.as_json:
        out.document({"error": {"code": str(code), "message": message, "hint": hint}})
    else:
        out.note(f"memtui: {code}: {message} {hint}".rstrip())
    return exit_code
