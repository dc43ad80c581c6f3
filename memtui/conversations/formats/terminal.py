"""What a terminal showed of `ollama run`: `>>> ` before each prompt, and the answer below it.

A capture holds how the screen was drawn: the cursor goes back and over what was there. It is drawn
again here, line by line, so that words read as they were seen.
"""

import re
from collections import Counter
from collections.abc import Iterator

from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.content import THINKING
from memtui.conversations.reader import TextFormat
from memtui.conversations.source import Said, Source

_PIECE = re.compile(
    r"\x1b\[(?P<numbers>[0-9;?<=>]*)[ -/]*(?P<command>[@-~])"
    r"|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|\x1b[^\[\]]?|(?P<move>[\r\b])|(?P<text>[^\x1b\r\b]+)"
)
_SPINNERS = "⠁⠂⠄⠈⠋⠐⠙⠚⠞⠠⠦⠧⠇⠏⠓⠖⠲⠳⠴⠸⠹⠼⡀⢀⣷⣯⣟⡿⢿⣻⣽⣾"
_SPINNING = re.compile(f"[{_SPINNERS}]+[ \t]?")
_SPUN = re.compile(f"^[{_SPINNERS} \t]+(?=>>> )")
# What may stand above the first prompt.
_ABOVE = re.compile(
    r"(?:.{0,200}\bollama run\b.*|pulling .*|verifying .*|writing manifest.*|success.*|"
    r"removing .*|Script started.*|[ \t]*)"
)
_PLACEHOLDER = re.compile(r"Send a message \(/\? for help\)|Use \"\"\" to end multi-line input\.?")
_TIMINGS = re.compile(
    r"(?:total duration|load duration|prompt eval count|prompt eval duration|prompt eval rate"
    r"|eval count|eval duration|eval rate):[ \t]+\d.*"
)
_WIDEST = 10_000


def recognises(head: str) -> bool:
    """Whether a prompt comes first, below nothing but how `ollama run` started."""
    if ">>>" not in head:
        return False
    for line in shown(head):
        if line.startswith(">>> "):
            return True
        if not _ABOVE.fullmatch(line):
            return False
    return False


def read(source: Source) -> Iterator[Conversation]:
    """Read what was shown as one conversation."""
    said = [Said(label, text) for label, text in _said(shown(source.text), source.left_out)]
    if made := source.conversation(said):
        yield made


def shown(text: str) -> list[str]:
    """The lines of a capture as they stood on the screen in the end."""
    lines = (line.rstrip("\r") for line in text.split("\n"))
    drawn = (_drawn(line) if _moves(line) else line for line in lines)
    # A spinner that was not wiped off before the prompt came.
    return [_SPUN.sub("", line) for line in drawn]


def _moves(line: str) -> bool:
    return "\x1b" in line or "\r" in line or "\b" in line


def _drawn(line: str) -> str:
    cells: list[str] = []
    cursor = 0
    for piece in _PIECE.finditer(line):
        if written := piece["text"]:
            cells.extend(" " * (cursor - len(cells)))
            cells[cursor : cursor + len(written)] = written
            cursor += len(written)
        elif piece["move"]:
            cursor = 0 if piece["move"] == "\r" else max(0, cursor - 1)
        elif command := piece["command"]:
            count = _count(piece["numbers"])
            if command == "D":
                cursor = max(0, cursor - max(1, count))
            elif command == "C":
                cursor = min(cursor + max(1, count), max(len(cells), _WIDEST))
            elif command == "G":
                cursor = min(max(0, count - 1), max(len(cells), _WIDEST))
            elif command == "K" and count in (0, 2):
                del cells[cursor if count == 0 else 0 :]
    return "".join(cells).rstrip()


def _count(numbers: str) -> int:
    return int(numbers) if numbers.isdecimal() and len(numbers) < 6 else 0


def _said(lines: list[str], left_out: Counter[str]) -> Iterator[tuple[str, str]]:
    prompt: list[str] = []
    answer: list[str] = []
    for line in lines:
        if line.startswith(">>>"):
            yield from _turns(prompt, answer, left_out)
            prompt, answer = [line[3:].strip()], []
        elif prompt and not answer and line.startswith("..."):
            prompt.append(line[3:].removeprefix(" "))
        elif prompt:
            answer.append(line)
    yield from _turns(prompt, answer, left_out)


def _turns(
    prompt: list[str], answer: list[str], left_out: Counter[str]
) -> Iterator[tuple[str, str]]:
    """A prompt and its answer, unless it is a command of the program."""
    asked = "\n".join(line for line in prompt if not _PLACEHOLDER.fullmatch(line.strip())).strip()
    if asked.startswith('"""'):
        asked = asked.removeprefix('"""').removesuffix('"""').strip()
    if not asked:
        return
    if asked.startswith("/"):
        left_out["commands and their output"] += 1
        return
    yield "You", asked
    kept: list[str] = []
    thinking = False
    for line in answer:
        line = _SPINNING.sub("", line, count=1) if line[:1] in _SPINNERS else line
        if line.strip() == "Thinking..." and not any(kept):
            left_out[THINKING] += 1
            thinking = True
        elif thinking:
            thinking = line.strip() != "...done thinking."
        elif _TIMINGS.fullmatch(line):
            left_out["timings"] += 1
        else:
            kept.append(line)
    if any(line.strip() for line in kept):
        yield "Assistant", "\n".join(kept)


FORMAT = TextFormat("terminal prompts", recognises, read)
