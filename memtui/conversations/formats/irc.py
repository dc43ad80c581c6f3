"""Logs of IRC clients: `12:34 <nick> text`, below lines that say on which day."""

import re
from collections.abc import Iterator
from datetime import date

from memtui.conversations.conversation import Conversation, Role
from memtui.conversations.formats.one_by_one import WITHOUT_TURNS
from memtui.conversations.reader import TextFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import UNKNOWN, When, day_in, on_day, when

_TIME = (
    r"\[?(?P<day>\d{4}-\d\d-\d\d[T ]|(?P<month>[A-Z][a-z]{2}) (?P<of_month>\d\d) )?"
    r"(?P<clock>\d\d:\d\d(?::\d\d)?)\]?"
)
# HexChat writes `Oct 12 22:01:00 <nick>`, WeeChat a day, a nick and a text between tabs.
_LINE = re.compile(
    rf"{_TIME}(?:[ \t]+(?P<other>(?:-!-|\*|-->|<--|--|===|\*\*\*)[ \t].*)"
    r"|[ \t]+<[ @+%&~!]?(?P<nick>[^<>\s]{1,60})>[ \t]?(?P<text>.*)"
    r"|\t[@+%&~!]?(?P<tabbed>[^<>\s*=-][^<>\s]{0,59})\t(?P<words>.*))"
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
    nicks = any(map(_nick, matches))
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
        elif match and (nick := _nick(match)):
            words = match["text"] or match["words"] or ""
            said.append(Said(nick, words, _moment(match, day, source), role=Role.OTHER))
        elif line.strip():
            source.left_out["joins and notices"] += 1
    if made := source.conversation(said):
        yield made
    else:
        source.left_out[WITHOUT_TURNS] += 1


def _nick(match: re.Match[str]) -> str:
    return match["nick"] or match["tabbed"] or ""


def _day(words: str) -> When:
    """The day in a header such as `Mon Oct 12 10:00:00 2026`."""
    if match := _WORDY_DAY.search(words):
        return When(day=day_in(f"{match[1]} {match[2]} {match[3]}"))
    return When(day=day_in(words))


def _moment(match: re.Match[str], day: When, source: Source) -> When:
    own = day
    if match["month"]:
        own = When(day=_in_year_of(day.day, match["month"], match["of_month"]))
    elif match["day"]:
        own = when(match["day"].strip(" T"), source.zone)
    moment = on_day(when(match["clock"], source.zone), own.day, source.zone)
    return moment if moment.day else when(match["clock"], source.zone)


def _in_year_of(header: date | None, month: str, day: str) -> date | None:
    """A day without its year, in the first year from a header on in which it can be."""
    if header is None:
        return None
    found = day_in(f"{month} {day} {header.year}")
    return found if found is None or found >= header else day_in(f"{month} {day} {header.year + 1}")


FORMAT = TextFormat("IRC log", recognises, read)
