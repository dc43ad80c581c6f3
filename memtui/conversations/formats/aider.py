"""Histories of aider: Markdown in which `#### ` is the person and `> ` the program.

aider ends the lines of both with two spaces, by which they are told from headings and quotes in
an answer.
"""

import re
from collections.abc import Iterator

from memtui.conversations.blocks import fenced
from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.one_by_one import WITHOUT_TURNS
from memtui.conversations.reader import TextFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import when

_START = re.compile(r"\s{0,9}# aider chat started at (?P<time>.*)")
# Commands with which the person says something to the model.
_ASKING = re.compile(r"/(?:ask|code|architect|context) +(?=\S)")
_COMMAND = re.compile(r"[/!][a-zA-Z]")
_OUTPUT = "commands and their output"


def recognises(head: str) -> bool:
    """Whether the first line with text is the start of a chat."""
    return head.lstrip().startswith("# aider chat started at ")


def read(source: Source) -> Iterator[Conversation]:
    """Read a history: every start of aider is a conversation."""
    lines = re.split(r"\r\n|\r|\n", source.text)
    starts = [place for place, line in enumerate(lines) if _START.fullmatch(line)] or [0]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        match = _START.fullmatch(lines[start])
        moment = when(match["time"].strip() if match else "", source.zone)
        said = _said(lines[start + 1 : end], source)
        if made := source.conversation(said, day=moment.day):
            yield made
        else:
            source.left_out[WITHOUT_TURNS] += 1


def _said(lines: list[str], source: Source) -> list[Said]:
    turns: list[tuple[str, list[str]]] = []
    marked = {
        mark: any(line.startswith(mark) and line.endswith("  ") for line in lines)
        for mark in ("#### ", "> ")
    }
    code = fenced(lines)
    command = False
    before = ""
    for place, line in enumerate(lines):
        mark = next((each for each in marked if line.startswith(each)), "")
        if mark and (place in code or (marked[mark] and not line.endswith("  "))):
            mark = ""
        if mark == "> ":
            source.left_out["lines of the program"] += 1
        elif mark and before == mark and turns and turns[-1][0] == "user":
            turns[-1][1].append(line[5:].rstrip())
        elif mark:
            command = bool(_COMMAND.match(line[5:])) and not _ASKING.match(line[5:])
            if command or line[5:].strip() in ("", "<blank>"):
                source.left_out[_OUTPUT] += 1
            turns.append(("user", [] if command else [_ASKING.sub("", line[5:].rstrip(), count=1)]))
        elif command or not line.strip():
            # What stands after a command is its output, which nothing marks.
            if turns and not command:
                turns[-1][1].append("")
        elif turns and turns[-1][0] == "assistant":
            turns[-1][1].append(line)
        elif turns:
            turns.append(("assistant", [line]))
        else:
            source.left_out["lines above the first speaker"] += 1
        before = mark
    texts = [(label, "\n".join(parts).strip()) for label, parts in turns]
    return [Said(label, words) for label, words in texts if words not in ("", "<blank>")]


FORMAT = TextFormat("aider history", recognises, read)
