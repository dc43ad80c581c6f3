"""Plain text: lines with a speaker's label, or somebody's own words."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from memtui.conversations.blocks import day_alone, day_of_fields, fenced, frontmatter, header
from memtui.conversations.cleaning import clean
from memtui.conversations.conversation import Conversation, Grade, Role
from memtui.conversations.reader import TextFormat
from memtui.conversations.roles import heads_a_line, nobody, role_of
from memtui.conversations.source import Said, Source
from memtui.conversations.times import STAMP, UNKNOWN, When, on_day, when

OWN_WORDS = "plain text"

_LINE = re.compile(
    rf"(?:(?:[\[(](?P<closed>{STAMP})[\])]|(?P<open>{STAMP}))[ \t]{{0,9}})?(?:[-–—][ \t]{{0,9}})?"
    r"(?:[\u2600-\u27bf\U0001f300-\U0001faff][\ufe0f\u200d]{0,2}[ \t]{0,3}){0,3}"
    r"(?:<(?P<angled>[^<>\n]{1,40})>|(?P<label>[^\W\d_][^:\n\[\](){}<>|=\"“”]{0,39}?)"
    rf"[ \t]{{0,3}}(?:[\[(](?P<after>{STAMP})[\])])?[ \t]{{0,3}}[:：])(?:[ \t]+|$)(?P<text>.*)"
)
# A speaker above the words, as in what is copied from Telegram.
_ABOVE = re.compile(
    rf"(?P<label>[^\W\d_][^:\n\[\](){{}}<>|=\"“”]{{0,39}}?),?[ \t]{{1,3}}\[(?P<stamp>{STAMP})\]"
)
# The label that the saved chat of a Zoom meeting has beside a time.
_ZOOM = re.compile(r"From[ \t]+(?P<name>\S.*?)(?:[ \t]+to[ \t]+\S.*)?")
_NAME = re.compile(
    r"[^\W\d_a-zß-öø-ÿ][\w.'’-]*(?: (?:de|da|do|dos|van|von|la|[^\W\d_a-z][\w.'’-]*)){0,3}"
)
_LABEL_WORDS = 5
_ENDS = (".", "!", "?", "…", "。", "！", "？")
_HEADER_LINES = 12


@dataclass(frozen=True, slots=True)
class _Labelled:
    label: str
    text: str
    stamp: str


def read_labelled(source: Source) -> Conversation | None:
    """Read lines such as `Ana: …`, `[10:32] Ana: …`, `User: …`; `None` when labels do not recur."""
    lines = clean(source.text).split("\n")
    found = _found(lines)
    speakers = _speakers(found, lines, source.me)
    if not speakers:
        return None
    above: list[str] = []
    said: list[tuple[_Labelled, When, list[str]]] = []
    day = UNKNOWN
    for place, line in enumerate(lines):
        labelled = found.get(place)
        if labelled and labelled.label.casefold() in speakers:
            moment = on_day(when(labelled.stamp, source.zone), day.day, source.zone)
            said.append((labelled, day if moment == UNKNOWN else moment, [labelled.text]))
        elif said and (next_day := day_alone(line)):
            day = next_day
        elif said:
            said[-1][2].append(line)
        else:
            above.append(line)
    title, top_day, others = header(above)
    if others:
        source.left_out["lines above the first speaker"] += others
    return source.conversation(
        [Said(each.label, "\n".join(texts), moment) for each, moment, texts in said],
        title=title,
        day=top_day,
        grade=Grade.FILE,
    )


def read_own_words(source: Source) -> Conversation | None:
    """Take a text without speakers as the person's own words, a turn for each paragraph."""
    lines = clean(source.text).split("\n")
    fields, taken = frontmatter(lines)
    said: list[Said] = []
    day = When(day=day_of_fields(fields))
    paragraph: list[str] = []
    for line in [*lines[taken:], ""]:
        next_day = day_alone(line)
        if paragraph and (next_day or not line.strip()):
            said.append(Said("me", "\n".join(paragraph), day))
            paragraph = []
        if next_day:
            day = next_day
        elif line.strip():
            paragraph.append(line)
    return source.conversation(said, title=fields.get("title", ""))


def _found(lines: list[str]) -> dict[int, _Labelled]:
    found = {}
    code = fenced(lines)
    for place, line in enumerate(lines):
        if place in code:
            continue
        if match := _LINE.fullmatch(line.strip()):
            label = (match["angled"] or match["label"]).strip()
            stamp = match["closed"] or match["open"] or match["after"] or ""
            if stamp and (zoom := _ZOOM.fullmatch(label)):
                label = zoom["name"]
            if len(label.split()) <= _LABEL_WORDS:
                found[place] = _Labelled(label, match["text"], stamp)
        elif above := _ABOVE.fullmatch(line.strip()):
            found[place] = _Labelled(above["label"].strip(), "", above["stamp"])
    return found


def _once(names: set[str], found: dict[int, _Labelled], places: list[int]) -> frozenset[str]:
    """The labels of a short talk: two or more, a sentence after each, and no other line."""
    turns = [found.get(place) for place in places]
    talk = [
        turn
        for turn in turns
        if turn
        and turn.label.casefold() in names
        and _NAME.fullmatch(turn.label)
        and turn.text.endswith(_ENDS)
    ]
    return (
        frozenset(turn.label.casefold() for turn in talk)
        if len(turns) == len(talk) > 1
        else frozenset()
    )


def _speakers(found: dict[int, _Labelled], lines: list[str], me: tuple[str, ...]) -> frozenset[str]:
    """Which labels, case folded, are speakers: known roles, and names that recur or have a time."""
    often = Counter(each.label.casefold() for each in found.values())
    silent = {label for label in often if nobody(label)}
    roles = {label: role for label in often if (role := role_of(label, me))}
    if {Role.PERSON, Role.MODEL}.issubset(roles.values()):
        # What else has a colon in a chat with a model is part of an answer.
        return frozenset(roles) | silent
    names = {label for label in often if label not in silent and not heads_a_line(label)}
    stamped = {each.label.casefold() for each in found.values() if each.stamp}
    speakers = {label for label in names if often[label] > 1 or label in stamped or label in roles}
    with_text = [place for place, line in enumerate(lines) if line.strip()]
    if not speakers:
        return _once(names, found, [place for place in with_text if not day_alone(lines[place])])
    if not any(
        place in found and found[place].label.casefold() in speakers
        for place in with_text[:_HEADER_LINES]
    ):
        return frozenset()
    first = next(at for at in found if found[at].label.casefold() in speakers)
    turns = sum(often[label] for label in speakers)
    if 2 * turns >= sum(1 for place in with_text if place >= first):
        # Nearly every line is somebody's: whoever speaks once is a speaker too.
        once = {
            each.label
            for at, each in found.items()
            if _NAME.fullmatch(each.label) and not (at < first and day_alone(each.text))
        }
        speakers |= names & {label.casefold() for label in once}
    return frozenset(speakers) | silent


def _one(
    read: Callable[[Source], Conversation | None],
) -> Callable[[Source], Iterator[Conversation]]:
    def reading(source: Source) -> Iterator[Conversation]:
        if conversation := read(source):
            yield conversation

    return reading


FORMATS = (TextFormat("plain text with speakers", lambda head: True, _one(read_labelled)),)
