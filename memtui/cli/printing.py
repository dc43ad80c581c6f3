"""What a command may do with the terminal: print results, notes and progress, and ask.

Results go to standard output, everything else to standard error. No text of a fact or a file
reaches the terminal with control characters in it, and none fails for the stream's encoding.
"""

import codecs
import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from memtui.facts.text import visible

# Our own punctuation, for terminals that cannot show it.
_PLAIN = {"…": "...", "—": "-", "–": "-", "“": '"', "”": '"', "’": "'", "→": "->", "·": "-"}
# Only inside JSON's strings, where an escape stands for the same character.
_UNSAFE_IN_JSON = re.compile("[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(_PLAIN.get(each, "?") for each in text), error.end


codecs.register_error("memtui-plain", _plainly)


@dataclass(frozen=True, slots=True)
class Styled:
    """A text shown in a way that a terminal may have: `1` bold, `2` dim, `4` underlined."""

    text: str
    code: str


def bold(text: str) -> Styled:
    """A text that stands out."""
    return Styled(text, "1")


def dim(text: str) -> Styled:
    """A text that stands back."""
    return Styled(text, "2")


class OutputError(Exception):
    """Standard output takes nothing more: the disk is full, or it was never to be written."""


class Out:
    """The three streams of one run.

    Args:
        as_json: Whether standard output is to hold one JSON document and nothing else.
        environ: Where `NO_COLOR`, `TERM` and `COLUMNS` stand.
    """

    def __init__(self, *, as_json: bool, environ: Mapping[str, str]) -> None:
        self.as_json = as_json
        """Whether the command was asked for JSON."""
        self.terminal = sys.stdout.isatty()
        """Whether a person reads standard output as it comes."""
        self.width = _columns(environ) if self.terminal else None
        """How many columns there are, `None` when lines may be of any length."""
        dumb = environ.get("TERM") == "dumb"
        self._styles = self.terminal and not dumb and not environ.get("NO_COLOR")
        self._moves = sys.stderr.isatty() and not dumb
        self._in_place = False

    def line(self, *parts: str | Styled) -> None:
        """Print one line of the result."""
        write(sys.stdout, "".join(map(self._shown, parts)) + "\n")

    def note(self, text: str) -> None:
        """Say something beside the result."""
        self._end_progress()
        write(sys.stderr, _clean(text) + "\n")

    def progress(self, text: str) -> None:
        """Say how far a long work is; each call overwrites the one before, on terminals only."""
        if self._moves:
            self._in_place = True
            write(sys.stderr, f"\r\x1b[K{_clean(text)}")

    def document(self, value: Any) -> None:
        """Print the one JSON document of this run."""
        self._print_json(value, indent=2)

    def streamed(
        self, key: str, values: Iterable[Any], rest: Callable[[], Mapping[str, Any]]
    ) -> None:
        """Print the one JSON document of this run while it grows: a list, then what is known after.

        Args:
            key: Under which the list stands.
            values: What is in it.
            rest: The other keys, asked for at the end.
        """
        begun = False
        for value in values:
            write(sys.stdout, "," if begun else f'{{"{key}": [')
            begun = True
            self._print_json(value, indent=None)
        if begun:
            write(sys.stdout, "],\n")
            self._print_json(rest(), indent=2, after=1)
        else:
            self.document({key: [], **rest()})

    def record(self, value: Any) -> None:
        """Print one of many JSON values, each on its line."""
        self._print_json(value, indent=None)

    def _print_json(self, value: Any, indent: int | None, *, after: int = 0) -> None:
        """Print a value, without its first characters where these stand already."""
        import json

        encoding = (sys.stdout.encoding or "ascii").lower().replace("-", "")
        text = json.dumps(value, ensure_ascii=encoding != "utf8", indent=indent)
        write(sys.stdout, _UNSAFE_IN_JSON.sub(_escaped, text)[after:] + "\n")

    def ask(self, question: str, *, stdin: TextIO | None = None) -> str:
        """Ask a question and give the answer, empty at the end of the input."""
        self._end_progress()
        flush()
        write(sys.stderr, _clean(question) + " ")
        source = stdin or sys.stdin
        try:
            answer = source.readline().strip()
        except UnicodeDecodeError:
            answer = ""
        if not source.isatty():
            write(sys.stderr, _clean(answer) + "\n")
        return answer

    def confirmed(self, question: str, *, stdin: TextIO | None = None) -> bool:
        """Whether the person says yes; anything else, and the end of the input, is no."""
        return self.ask(f"{question} [y/N]", stdin=stdin).casefold() in ("y", "yes")

    def _end_progress(self) -> None:
        if self._in_place:
            self._in_place = False
            write(sys.stderr, "\r\x1b[K")

    def _shown(self, part: str | Styled) -> str:
        if isinstance(part, str):
            return _clean(part)
        text = _clean(part.text)
        return f"\x1b[{part.code}m{text}\x1b[0m" if self._styles and text else text


def _columns(environ: Mapping[str, str]) -> int | None:
    if (told := environ.get("COLUMNS", "")).isdecimal():
        return int(told)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or None
    except OSError:
        return None


def _clean(text: str) -> str:
    """A text without what cannot be seen; the spaces around it, which align, stay."""
    before = len(text) - len(text.lstrip(" "))
    after = len(text) - len(text.rstrip(" ")) if before < len(text) else 0
    return " " * before + visible(text) + " " * after


def write(stream: TextIO, text: str) -> None:
    """Write a text, with what the stream's encoding cannot show made plain.

    Raises:
        OutputError: Standard output takes nothing more.
        BrokenPipeError: Whoever read it has gone.
    """
    encoding = stream.encoding or "utf-8"
    shown = text.encode(encoding, "memtui-plain").decode(encoding)
    if stream is sys.stderr:
        # Where nobody can be told, the exit code tells.
        with suppress(OSError):
            stream.write(shown)
            stream.flush()
        return
    with _told():
        stream.write(shown)


def flush() -> None:
    """Have everything printed that was written to standard output.

    Raises:
        OutputError: It takes nothing more.
        BrokenPipeError: Whoever read it has gone.
    """
    with _told():
        sys.stdout.flush()


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(error.strerror or str(error)) from error


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def terminal_input() -> TextIO | None:
    """The person's keyboard when standard input is something else, `None` without a terminal."""
    path = Path("CONIN$" if sys.platform == "win32" else "/dev/tty")
    try:
        return io.TextIOWrapper(path.open("rb", buffering=0))
    except OSError:
        return None
