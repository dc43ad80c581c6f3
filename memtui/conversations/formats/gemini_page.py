"""Gemini's activity from Google Takeout as a web page, a cell for every prompt."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice, pairwise

from memtui.conversations.cleaning import clean
from memtui.conversations.conversation import Conversation
from memtui.conversations.formats.gemini import (
    LOOKED_AT,
    OTHER_PRODUCTS,
    Prompt,
    Verb,
    asked_in,
    chat_of,
    common_verb,
    conversations_of,
    names_gemini,
)
from memtui.conversations.formats.html_text import TextWriter
from memtui.conversations.reader import TextFormat
from memtui.conversations.source import Source, unreadable
from memtui.conversations.times import When, when

_CELL = re.compile(r"<div[^<>]*\bouter-cell\b[^<>]*>")
# A line with a year and a time of day to the second.
_TIME = re.compile(r"(?=.{0,40}\d{4})(?=.{0,50}\d{1,2}[:.]\d{2}[:.]\d{2}).{10,60}")
_ZONE = re.compile(r"\s+(?:[A-Z]{2,5}|(?:GMT|UTC)[+-]\d{1,2}(?::?\d\d)?)$")
_DOTTED = re.compile(r"^(\d{1,2})\.(\d{1,2})\.(\d{4})\b")


class _Cell(TextWriter):
    """The text of the header, the main part and the caption of a cell."""

    def __init__(self) -> None:
        super().__init__()
        self.parts = {"header": TextWriter(), "main": TextWriter(), "caption": TextWriter()}
        self._inside = [""]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "div":
            self._inside.append(_part(dict(attrs).get("class") or "") or self._inside[-1])
        if part := self.parts.get(self._inside[-1]):
            part.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if part := self.parts.get(self._inside[-1]):
            part.handle_endtag(tag)
        if tag == "div" and len(self._inside) > 1:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if part := self.parts.get(self._inside[-1]):
            part.handle_data(data)


def _part(classes: str) -> str:
    if "header-cell" in classes:
        return "header"
    if "content-cell" not in classes:
        return ""
    if "caption" in classes:
        return "caption"
    return "side" if "text-right" in classes else "main"


def recognises(head: str) -> bool:
    """Whether a text is a page of an activity of whatever product."""
    start = head.lstrip()[:200].casefold()
    return start.startswith(("<html", "<!doctype html")) and (
        "outer-cell" in head or "mdl-typography" in head
    )


def read(source: Source) -> Iterator[Conversation]:
    """Read the cells of a page."""
    rest = _prompts(source)
    head = list(islice(rest, LOOKED_AT))
    if not head and source.left_out[OTHER_PRODUCTS]:
        unreadable(
            source.name,
            "is the activity of another Google product",
            "Choose the file of My Activity, Gemini Apps.",
        )
    verb = common_verb([each.asked for each in head if each.answered])
    yield from conversations_of(_without_verbs(chain(head, rest), verb, source), source)


def _without_verbs(prompts: Iterable[Prompt], verb: Verb, source: Source) -> Iterator[Prompt]:
    for each in prompts:
        answered = bool(each.answered)
        asked = asked_in(each.asked, verb, answered=answered, left_out=source.left_out)
        if asked is not None:
            yield replace(each, asked=asked)


def _prompts(source: Source) -> Iterator[Prompt]:
    starts = [match.end() for match in _CELL.finditer(source.text)]
    for start, end in pairwise([*starts, len(source.text)]):
        cell = _Cell()
        cell.feed(source.text[start:end])
        cell.close()
        texts = {name: clean(part.text()) for name, part in cell.parts.items()}
        if names_gemini((texts["header"], texts["caption"])):
            yield _prompt(texts["main"], cell.parts["main"].links, source)
        else:
            source.left_out[OTHER_PRODUCTS] += 1


def _prompt(words: str, links: list[str], source: Source) -> Prompt:
    """The lines above the time are the prompt, those below it the answer."""
    lines = words.split("\n")
    place = next((n for n, line in enumerate(lines) if n and _TIME.fullmatch(line)), len(lines))
    moment = _moment(lines[place], source) if place < len(lines) else When()
    asked, answered = "\n".join(lines[:place]), "\n".join(lines[place + 1 :])
    return Prompt(asked.strip(), answered.strip(), moment, chat_of(links))


def _moment(line: str, source: Source) -> When:
    plain = _DOTTED.sub(_iso, _ZONE.sub("", line.strip()))
    return when(plain, source.zone)


def _iso(match: re.Match[str]) -> str:
    return f"{match[3]}-{int(match[2]):02}-{int(match[1]):02}"


FORMAT = TextFormat("Gemini activity from Google Takeout", recognises, read)
