"""One file is read: its format is found by what is in it, its conversations come as a stream."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from datetime import tzinfo
from itertools import chain
from typing import Any, NamedTuple

from memtui.conversations.cleaning import one_line
from memtui.conversations.conversation import Conversation
from memtui.conversations.decoding import Encoding, Transcoded, decode, encoding_of
from memtui.conversations.files import Content
from memtui.conversations.formats.labelled import OWN_WORDS, read_own_words
from memtui.conversations.layout import Damage, Layout, Stream, Value, layout_of
from memtui.conversations.reader import RecordFormat, TextFormat
from memtui.conversations.recognising import companion_of, first_of, recognised
from memtui.conversations.refusing import IN_PARTS, TOO_DEEP, refuse
from memtui.conversations.source import Source, unreadable
from memtui.conversations.streaming import Values
from memtui.errors import Code, MemtuiError

_HEAD = 1 << 20
# How many characters a format of text is shown to recognise itself.
_TEXT_HEAD = 1 << 16
_TEXT_LIMIT = 128 << 20
# Up to this a chat that is one object is read at once.
_WHOLE_FROM = 32 << 20
_KINDS = 20
_OWN = "No speakers were found in it, so the whole text counts as your own words."
_CUT = "The file breaks off: what comes before was read."


@dataclass(frozen=True, slots=True)
class Person:
    """Whose memory it is: their names, their zone, and how they write days where that is open."""

    names: tuple[str, ...] = ()
    zone: tzinfo | None = None
    day_first: bool | None = None


class Span(NamedTuple):
    """From which to which byte of a file a conversation goes; `None` is all of the file."""

    start: int | None = None
    end: int | None = None


ALL = Span()
Piece = tuple[Conversation, Span]


class Reading:
    """The conversations of one file, once through.

    `format` is known from the beginning. `left_out` and `warnings` are complete at the end.
    """

    def __init__(
        self,
        format_: str,
        source: Source,
        pieces: Callable[["Reading"], Iterator[Piece]],
        values: Values | None = None,
        layout: Layout | None = None,
    ) -> None:
        self.format = format_
        self.source = source
        self.layout = layout
        self.kinds: Counter[str] = Counter()
        self.count = 0
        self._values = values
        self._pieces = pieces

    @property
    def done(self) -> int:
        """How many bytes have been read through."""
        return self._values.done if self._values else 0

    def __iter__(self) -> Iterator[Piece]:
        """Each conversation with where it stands.

        Raises:
            MemtuiError: `CONVERSATION_UNREADABLE` where the file is nested too deep, or turns out
                damaged in its zip.
        """
        try:
            with _not_too_deep(self.source.name):
                for piece in self._pieces(self):
                    self.count += 1
                    yield piece
        finally:
            if self._values:
                self._values.close()
        if self._values:
            self._tell_damage(self._values.damage)

    def _tell_damage(self, damage: Damage) -> None:
        left_out = self.source.left_out
        if damage.values:
            left_out["unreadable records"] += damage.values
        if damage.too_large:
            left_out["records too large to read at once"] += damage.too_large
            self.source.warnings.append(f"Part of it is too large to read at once. {IN_PARTS}")
        if damage.cut and self.layout is Layout.LINES:
            # A live file: its last line is still being written.
            left_out["unfinished last line"] += 1
        elif damage.cut:
            left_out["unfinished last record"] += 1
            self.source.warnings.append(_CUT)

    def nothing(self) -> MemtuiError:
        """What to say of a file of a known format in which nobody speaks."""
        told = [f"{many:,} × {kind}" for kind, many in self.kinds.most_common(8)]
        left = [f"{many:,} × {kind}" for kind, many in self.source.left_out.most_common(8)]
        parts = [f"records: {', '.join(told)}"] if told else []
        parts += [f"left out: {', '.join(left)}"] if left else []
        tally = f" ({'; '.join(parts)})" if parts else ""
        return MemtuiError(
            Code.CONVERSATION_EMPTY,
            f"{self.source.name} is {self.format}, but nobody speaks in it{tally}.",
            "Choose a file in which somebody speaks.",
        )


def read_content(
    content: Content, person: Person, *, sketching: bool = False, chats: bool = True
) -> Reading:
    """Find the format of a file and begin to read it.

    Args:
        content: The file.
        person: Whose memory it is.
        sketching: Whether of each conversation no more is wanted than a list shows.
        chats: Whether that is so also where the file is one chat.

    Raises:
        MemtuiError: `CONVERSATION_UNREADABLE` when it is of no format that is read; a hint tells
            which file to choose instead.
    """
    with closing(content.open()) as stream:
        head = stream.read(_HEAD)
        whole = len(head) < _HEAD and not stream.read(1)
    encoding = encoding_of(head, content.name)
    start = head[encoding.mark :]
    if encoding.name != "utf-8":
        start = start.decode(encoding.name, "ignore").encode("utf-8", "replace")
    with _not_too_deep(content.name):
        layout = layout_of(start.lstrip(), whole=whole)
        if layout is None:
            return _of_text(content, person)
        return _of_records(content, person, layout, encoding, sketching=sketching, chats=chats)


def read_part(content: Content, person: Person, before: Reading, span: Span) -> Reading | None:
    """Read again what stands in a part of a file; `None` where that cannot be told apart."""
    form = next((each for each in _record_formats() if each.name == before.format), None)
    start, end, layout = span.start, span.end, before.layout
    if start is None or end is None or form is None or layout is None:
        return None
    values = Values(_utf8(content, _encoding(content), start), Damage(), at=start)
    listed = form.inside or layout is Layout.LIST
    found = values.elements() if listed else values.each(layout)
    return _reading(form, _source(content, person), values, _up_to(found, end), layout)


def _up_to(found: Iterator[Value], end: int) -> Iterator[Value]:
    for value in found:
        if value.start < end:
            yield value
        if value.end >= end:
            return


def _encoding(content: Content) -> Encoding:
    with closing(content.open()) as stream:
        return encoding_of(stream.read(_HEAD), content.name)


def _utf8(content: Content, encoding: Encoding, at: int = 0) -> Stream:
    """The bytes of a file in UTF-8, from one on."""
    with ExitStack() as failing:
        stream = failing.enter_context(closing(content.open()))
        if encoding.name == "utf-8":
            if encoding.mark + at:
                stream.seek(encoding.mark + at)
        else:
            stream.read(encoding.mark)
            stream = Transcoded(stream, encoding.name)
            stream.read(at)
        failing.pop_all()
        return stream


def _source(content: Content, person: Person, text: str = "", *, sketching: bool = False) -> Source:
    return Source(
        content.file_name,
        text,
        person.names,
        person.zone,
        folder=content.folder,
        day_first=person.day_first,
        sketching=sketching,
        neighbour=content.beside,
    )


@contextmanager
def _not_too_deep(name: str) -> Iterator[None]:
    try:
        yield
    except RecursionError:
        unreadable(name, TOO_DEEP)


def _record_formats() -> Sequence[RecordFormat]:
    from memtui.conversations.formats import RECORDS

    return RECORDS


def _of_records(
    content: Content,
    person: Person,
    layout: Layout,
    encoding: Encoding,
    *,
    sketching: bool,
    chats: bool,
) -> Reading:
    source = _source(content, person, sketching=sketching)
    if encoding.warning:
        source.warnings.append(encoding.warning)
    formats = _record_formats()
    if content.size < _WHOLE_FROM:
        formats = [each for each in formats if not each.whole]
    paths = {each.inside for each in formats if each.inside}
    if layout is Layout.VALUES and paths:
        values = Values(_utf8(content, encoding), Damage())
        if path := values.below(paths):
            inner = values.elements()
            first = first_of(inner)
            below = [each for each in formats if each.inside == path]
            if form := recognised(below, first):
                if form.whole and not chats:
                    source = replace(source, sketching=False)
                source.about.update(values.passed)
                values.wanted = form.recognises
                return _reading(form, source, values, chain(first, inner), layout)
        values.close()
    values = Values(_utf8(content, encoding), Damage())
    top = [each for each in formats if not each.inside]
    values.wanted = lambda value: any(each.recognises(value) for each in top)
    found = values.each(layout)
    first = first_of(found)
    form = recognised(top, first)
    # What the loosest recognises may still be something else that is known.
    if form is None or (form is top[-1] and companion_of(first)):
        values.close()
        refuse(content, first, values.damage)
        return Reading("an empty list", source, lambda reading: iter(()))
    values.wanted = form.recognises
    return _reading(form, source, values, chain(first, found), layout)


def _reading(
    form: RecordFormat, source: Source, values: Values, found: Iterator[Value], layout: Layout
) -> Reading:
    def pieces(reading: Reading) -> Iterator[Piece]:
        taken: list[int] = []

        def records() -> Iterator[Any]:
            for value in found:
                if len(taken) < 2:
                    taken.extend((value.start, value.end))
                taken[1] = value.end
                if len(reading.kinds) < _KINDS:
                    reading.kinds[_kind(value.value)] += 1
                yield value.value

        for conversation in form.read(records(), source):
            yield conversation, Span(*taken) if taken and not form.whole else ALL
            taken.clear()

    return Reading(form.name, source, pieces, values, layout)


def _kind(record: Any) -> str:
    """What a record says it is, for counting."""
    if not isinstance(record, Mapping):
        return type(record).__name__
    kind = next((record[key] for key in ("type", "object", "role") if key in record), None)
    return one_line(kind)[:40] if isinstance(kind, str) else "records"


def _is_one_value(text: str) -> bool:
    """Whether a text is JSON such as `null`, `5` or `"x"`, which nobody said."""
    try:
        return not isinstance(json.loads(text), dict | list)
    except (ValueError, RecursionError):
        return False


def _of_text(content: Content, person: Person) -> Reading:
    from memtui.conversations.formats import LOOSE_TEXTS, TEXTS

    if content.size > _TEXT_LIMIT:
        size = f"{content.size // 1_000_000:,} MB"
        unreadable(content.name, f"has {size} of text, more than is read at once", "Split it.")
    with closing(content.open()) as stream:
        data = stream.read(_TEXT_LIMIT + 1)
    text, warnings = decode(data, content.name)
    source = _source(content, person, text)
    source.warnings.extend(warnings)
    head = text[:_TEXT_HEAD].replace("\r\n", "\n").replace("\r", "\n")
    for strict in TEXTS:
        if strict.recognises(head):
            return Reading(strict.name, source, _pieces(strict))
    for loose in LOOSE_TEXTS:
        tried = _source(content, person, text)
        tried.warnings.extend(warnings)
        if loose.recognises(head) and (conversations := list(loose.read(tried))):
            return _ready(loose.name, tried, conversations)
    if not content.only:
        unreadable(content.name, "is text in which no speakers were found", "Choose it by itself.")
    if content.name.casefold().endswith(".json") and _is_one_value(text):
        unreadable(content.name, "is JSON, but not a conversation: it is a single value")
    own = read_own_words(source)
    source.warnings.append(_OWN)
    return _ready(OWN_WORDS, source, [own] if own else [])


def _pieces(form: TextFormat) -> Callable[[Reading], Iterator[Piece]]:
    return lambda reading: ((each, ALL) for each in form.read(reading.source))


def _ready(format_: str, source: Source, conversations: Sequence[Conversation]) -> Reading:
    return Reading(format_, source, lambda reading: ((each, ALL) for each in conversations))
