"""Logs of IRC clients: `12:34 <nick> text`, below lines that say on which day."""

import re
from collections.abc import Iterator

from memtui.conversations.conversation import Conversation, Role
from memtui.conversations.formats.one_by_one import WITHOUT_TURNS
from memtui.conversations.reader import TextFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import UNKNOWN, When, day_in, on_day, when

_TIME = r"\[?(?P<day>\d{4}-\d\d-\d\d[T ])?(?P<clock>\d\d:\d\d(?::\d\d)?)\]?"
_LINE = re.compile(
    rf"{_TIME}[ \t]+(?:<[ @+%&~!]?(?P<nick>[^<>\s]{{1,60}})>[ \t]?(?P<text>.*)"
    r"|(?P<other>(?:-!-|\*|-->|<--|--|===|\*\*\*)[ \t].*))"
)
_DAY = re.compile(
    r"(?:--- (?:Log opened|Log closed|Day changed)|\*{4} (?:BEGIN|ENDING) LOGGING AT"
    r"|Session (?:Start|Time|Close):) (?P<day>.{6,60})"
)
_WORDY_DAY = re.compile(r"(?:\w{3} )?(\w{3}) +(\d{1,2})(?: [\d:]+)? (\d{4})")


def recognises(head: str) -> bool:
    """Whether a day is opened or people in angle brackets speak in the first lines."""
    lines = [line for line in head[:8000].split("\n") if line.strip()][:30]
    matches = [match for line in lines if (match := _LINE.fullmatch(line))]
    nicks = any(match["nick"] for match in matches)
    opened = any(_DAY.fullmatch(line) for line in lines[:3])
    return nicks and (opened or 5 * len(matches) >= 4 * len(lines))


def read(source: Source) -> Iterator[Conversation]:
    """Read a log as one conversation."""
    said: list[Said] = []
    day = UNKNOWN
    for line in re.split(r"\r\n|\r|\n", source.text):
        match = _LINE.fullmatch(line)
        if header := _DAY.fullmatch(line):
            day = _day(header["day"])
        elif match and match["nick"]:
            said.append(
                Said(match["nick"], match["text"], _moment(match, day, source), role=Role.OTHER)
            )
        elif line.strip():
            source.left_out["joins and notices"] += 1
    if made := source.conversation(said):
        yield made
    else:
        source.left_out[WITHOUT_TURNS] += 1


def _day(words: str) -> When:
    """The day in a header such as `Mon Oct 12 10:00:00 2026`."""
    if match := _WORDY_DAY.search(words):
        return When(day=day_in(f"{match[1]} {match[2]} {match[3]}"))
    return When(day=day_in(words))


def _moment(match: re.Match[str], day: When, source: Source) -> When:
    own = when(match["day"].strip(" T"), source.zone) if match["day"] else day
    moment = on_day(when(match["clock"], source.zone), own.day, source.zone)
    return moment if moment.day else when(match["clock"], source.zone)


FORMAT = TextFormat("IRC log", recognises, read)
