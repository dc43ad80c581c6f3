"""Markdown transcripts: alternating labels as headings (`## User`) or in bold (`**Ana:** …`)."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from memtui.conversations.blocks import day_of_fields, fenced, frontmatter, header
from memtui.conversations.cleaning import clean
from memtui.conversations.conversation import Conversation, Grade, Role
from memtui.conversations.reader import TextFormat
from memtui.conversations.roles import heads_a_line, nobody, role_of
from memtui.conversations.source import Said, Source
from memtui.conversations.times import STAMP, when

_HEADING = re.compile(r"(?P<style>#{1,6})[ \t]+(?P<label>\S.*?)[ \t#]*(?P<text>)")
_BOLD = re.compile(
    r"(?:[-*][ \t]+)?(?P<style>\*\*|__)(?P<label>[^*_\n][^*\n]{0,79}?)"
    r"(?:[:：][ \t]*(?P=style)|(?P=style)[ \t]*[:：])[ \t]*(?P<text>.*)"
)
_BOLD_ALONE = re.compile(
    r"(?P<style>\*\*|__)(?P<label>[^*_\n][^*\n]{0,79}?)(?P=style)(?P<text>)[ \t]*"
)
_TIME = re.compile(rf"[\[(]?(?P<stamp>{STAMP})[\])]?")
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_SAYS = re.compile(r"[ \t]+(?:said|says|wrote|asked|answered|replied)$", re.IGNORECASE)
_ASIDE = re.compile(r"[ \t]*\([^()]*\)")
_RULE = re.compile(r"[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*")
_DATED = re.compile(
    r"[ \t]*[\d/.-]{8,10}(?:T|,? )\d{1,2}:\d\d(?::\d\d)?(?:[ ]?[AP]M|Z|[+-]\d\d:\d\d)?[ \t]*"
)
_LABEL_WORDS = 5
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class _Label:
    style: str
    label: str
    stamp: str
    text: str


def read(source: Source) -> Iterator[Conversation]:
    """Read a transcript; nothing when no two labels alternate."""
    lines = clean(source.text).split("\n")
    fields, taken = frontmatter(lines)
    found = _found(lines, taken)
    style, speakers = _speakers(found, source.me)
    if not speakers:
        return
    above: list[str] = []
    said: list[tuple[_Label, list[str]]] = []
    for place, line in enumerate(lines[taken:], start=taken):
        label = found.get(place)
        if label and label.style == style and label.label.casefold() in speakers:
            said.append((label, [label.text]))
        elif said:
            said[-1][1].append(line)
        else:
            above.append(line)
    title, day, others = header(above)
    if others:
        source.left_out["lines above the first speaker"] += others
    conversation = source.conversation(
        [
            Said(each.label, _without_rules(texts), moment)
            for each, texts in said
            for moment in [when(each.stamp or _stamp(texts), source.zone)]
        ],
        title=fields.get("title", "") or title,
        day=day_of_fields(fields) or day,
        grade=Grade.FILE,
    )
    if conversation:
        yield conversation


def _found(lines: list[str], start: int) -> dict[int, _Label]:
    found = {}
    code = fenced(lines)
    for place, line in enumerate(lines[start:], start=start):
        if place in code or (len(line) > _LONGEST and line.startswith("#")):
            continue
        for sign in (_HEADING, _BOLD, _BOLD_ALONE):
            if match := sign.fullmatch(line):
                stamp = _TIME.search(match["label"])
                label = _ASIDE.sub("", _TIME.sub("", match["label"]))
                label = _EDGES.sub("", _SAYS.sub("", _EDGES.sub("", label)))
                if label and len(label.split()) <= _LABEL_WORDS:
                    when_said = stamp["stamp"] if stamp else ""
                    found[place] = _Label(match["style"], label, when_said, match["text"])
                break
    return found


def _speakers(found: dict[int, _Label], me: tuple[str, ...]) -> tuple[str, frozenset[str]]:
    """The style of label that most turns have, and its labels, case folded, that are speakers."""
    best: tuple[int, str, frozenset[str]] = (0, "", frozenset())
    for style in sorted({each.style for each in found.values()}):
        labels = [each.label.casefold() for each in found.values() if each.style == style]
        often = Counter(labels)
        silent = {label for label in often if nobody(label)}
        roles = {label: role for label in often if (role := role_of(label, me))}
        if {Role.PERSON, Role.MODEL}.issubset(roles.values()):
            speakers = set(roles)
        else:
            names = {label for label in often if often[label] > 1 and not heads_a_line(label)}
            speakers = (names | set(roles)) - silent
            if len(speakers) < 2 or not _alternate([each for each in labels if each in speakers]):
                continue
        turns = sum(often[label] for label in speakers)
        best = max(best, (turns, style, frozenset(speakers | silent)), key=lambda each: each[0])
    return best[1], best[2]


def _alternate(labels: list[str]) -> bool:
    """Whether speakers take turns, as sections of a document that have equal names do not."""
    changes = sum(1 for one, other in pairwise(labels) if one != other)
    return changes * 2 >= len(labels) - 1


def _stamp(texts: list[str]) -> str:
    """Take out the line below a label that is a day and a time, as some exporters write it."""
    first = next((at for at, line in enumerate(texts) if line.strip()), None)
    if first is None or not _DATED.fullmatch(texts[first]):
        return ""
    return texts.pop(first).strip()


def _without_rules(texts: list[str]) -> str:
    """A turn's text without the rule that separates it from the next one."""
    end = len(texts)
    while end and (not texts[end - 1].strip() or _RULE.fullmatch(texts[end - 1])):
        end -= 1
    return "\n".join(texts[:end])


FORMAT = TextFormat("Markdown transcript", lambda head: True, read)
