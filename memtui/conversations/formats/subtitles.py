"""Transcripts of meetings and films: WebVTT and SubRip, cues with times from the start.

What one speaker says in cues that follow each other is one turn. Own code and no library, because
a cue that is not well formed must cost no other.
"""

import datetime as dt
import html
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from memtui.conversations.cleaning import clean
from memtui.conversations.conversation import Conversation, Role
from memtui.conversations.reader import TextFormat
from memtui.conversations.roles import heads_a_line
from memtui.conversations.source import Said, Source
from memtui.conversations.times import UNKNOWN, When, when

_CLOCK = r"(?:\d{1,4}:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,3})?"
_TIMING = re.compile(rf"[ \t]*(?P<start>{_CLOCK})[ \t]*-->[ \t]*{_CLOCK}(?:[ \t].*)?")
_NUMBER = re.compile(r"[ \t]*\d{1,7}[ \t]*")
_VOICE = re.compile(r"<v(?:\.[^ <>\t]{1,100})?[ \t]+(?P<name>[^<>]{1,100})>")
_TAG = re.compile(r"<[^<>]{0,200}>|\{\\an?\d{1,2}\}")
# How a line begins with which another speaker has their turn.
_CHANGE = re.compile(r"(?:[-\u2013][ \t]+|>{2,}[ \t]*)(?=\S)")
_LABEL = re.compile(r"(?P<name>[^\W\d_][^:<>\n]{0,59}):[ \t]+(?P<text>\S.*)", re.DOTALL)
# Zoom names a recording after its start, in UTC.
_RECORDING = re.compile(r"GMT(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)")
_NOBODY = "Speaker"
_LABEL_WORDS = 5
# How many lines of a cue may be shown again in the next one.
_ROLLING = 3
# A turn without a change of speaker ends with a sentence once it has this many characters, or
# anyhow with twice as many, so that a long talk is read in parts.
_LONG = 800
_ENDS = (".", "!", "?", "…", "。", "！", "？")


@dataclass(slots=True)
class _Cue:
    start: float
    lines: list[str]


def recognises(head: str) -> bool:
    """Whether this is WebVTT, or begins with the number and times of a SubRip cue."""
    if re.match(r"\s*WEBVTT(?:[ \t\n]|$)", head):
        return True
    first = [line for line in head[:400].split("\n") if line.strip()][:2]
    return len(first) == 2 and bool(
        _TIMING.fullmatch(first[0]) or (_NUMBER.fullmatch(first[0]) and _TIMING.fullmatch(first[1]))
    )


def read(source: Source) -> Iterator[Conversation]:
    """Read a transcript as one conversation."""
    cues = _cues(re.split(r"\r\n|\r|\n", source.text))
    spoken = list(_spoken(cues))
    labels = _labels(words for name, words, _ in spoken if not name)
    began = _began(source)
    said = [
        Said(name, words, _moment(began, start, source), role=Role.OTHER)
        for name, words, start in _turns(spoken, labels)
    ]
    if made := source.conversation(said):
        yield made


def _cues(lines: list[str]) -> list[_Cue]:
    """The cues; what stands outside them, as notes and styles do, is no speech."""
    cues: list[_Cue] = []
    inside = False
    last = next((at for at in range(len(lines) - 1, -1, -1) if lines[at].strip()), 0)
    for place, line in enumerate(lines):
        if match := _TIMING.fullmatch(line):
            if inside and cues and cues[-1].lines and _NUMBER.fullmatch(cues[-1].lines[-1]):
                # Without an empty line before it, the number of this cue looks like speech.
                cues[-1].lines.pop()
            cues.append(_Cue(_seconds(match["start"]), []))
            inside = True
        elif not line.strip():
            inside = False
        elif inside and not (place == last and _is_next_number(line, cues)):
            cues[-1].lines.append(line)
    return cues


def _is_next_number(line: str, cues: list[_Cue]) -> bool:
    """Whether the last line of a file is the number of a cue that was cut off."""
    return bool(cues[-1].lines) and line.strip() == str(len(cues) + 1)


def _seconds(clock: str) -> float:
    total = 0.0
    for part in clock.replace(",", ".").split(":"):
        total = total * 60 + float(part)
    return total


def _spoken(cues: list[_Cue]) -> Iterator[tuple[str, str, float]]:
    """Speaker, words and start of each cue, without the lines that roll on from the one before."""
    before: list[str] = []
    for cue in cues:
        voices = [match["name"].strip() for line in cue.lines for match in _VOICE.finditer(line)]
        plain = [clean(html.unescape(_TAG.sub("", line))).strip() for line in cue.lines]
        plain = [line for line in plain if line]
        new = plain
        if not voices:
            overlap = next(
                (n for n in range(_ROLLING, 0, -1) if before[-n:] == plain[:n]),
                0,
            )
            new = plain[overlap:]
        before = plain or before
        if len(set(voices)) > 1:
            yield from _voices(cue)
        elif voices and new:
            yield voices[0], "\n".join(new), cue.start
        else:
            for words in _changes(new):
                yield "", words, cue.start


def _changes(lines: list[str]) -> Iterator[str]:
    """The words of each speaker, where lines begin with a mark of change."""
    texts: list[str] = []
    for line in lines:
        change = _CHANGE.match(line)
        if change and texts:
            yield "\n".join(texts)
            texts = []
        texts.append(line[change.end() :] if change else line)
    if texts:
        yield "\n".join(texts)


def _voices(cue: _Cue) -> Iterator[tuple[str, str, float]]:
    """The parts of a cue in which several speak."""
    whole = "\n".join(cue.lines)
    marks = list(_VOICE.finditer(whole))
    for mark, end in zip(marks, [*(each.start() for each in marks[1:]), len(whole)], strict=True):
        words = clean(html.unescape(_TAG.sub("", whole[mark.end() : end])))
        if words:
            yield mark["name"].strip(), words, cue.start


def _labels(texts: Iterator[str]) -> frozenset[str]:
    """The names before a colon that are speakers: those that recur, and all if nearly all have."""
    found = [match["name"].strip() if (match := _LABEL.match(text)) else "" for text in texts]
    often = Counter(
        name
        for name in found
        if name and len(name.split()) <= _LABEL_WORDS and not heads_a_line(name)
    )
    nearly_all = 2 * often.total() >= len(found)
    return frozenset(name for name, times in often.items() if times > 1 or nearly_all)


def _turns(
    spoken: list[tuple[str, str, float]], labels: frozenset[str]
) -> Iterator[tuple[str, str, float]]:
    texts: list[str] = []
    speaker, began, length = "", 0.0, 0
    for name, words, start in spoken:
        match = None if name else _LABEL.match(words)
        if match and match["name"].strip() in labels:
            name, words = match["name"].strip(), match["text"]
        name = name or speaker or _NOBODY
        full = length > 2 * _LONG or (length > _LONG and texts[-1].endswith(_ENDS))
        if texts and (name != speaker or full):
            yield speaker, "\n".join(texts), began
            texts = []
        if not texts:
            began, length = start, 0
        texts.append(words)
        speaker, length = name, length + len(words)
    if texts:
        yield speaker, "\n".join(texts), began


def _began(source: Source) -> dt.datetime | None:
    """When the recording began, where its name tells."""
    if match := _RECORDING.search(source.name):
        year, month, day, hour, minute, second = map(int, match.groups())
        try:
            return dt.datetime(year, month, day, hour, minute, second, tzinfo=dt.UTC)
        except ValueError:
            return None
    return None


def _moment(began: dt.datetime | None, start: float, source: Source) -> When:
    if began is None or start > 10_000_000:
        return UNKNOWN
    return when((began + dt.timedelta(seconds=start)).isoformat(), source.zone)


FORMAT = TextFormat("subtitles", recognises, read)
