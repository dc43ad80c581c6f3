"""What a person opens: a file, a folder, a zip, or several of these, read as one stream.

Only places are kept of what streamed past; `read` fetches a conversation again from its place.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from memtui.conversations.conversation import Conversation, Opened
from memtui.conversations.files import (
    Content,
    Contents,
    contents_of,
    contents_of_bytes,
    contents_of_stream,
)
from memtui.conversations.layout import Stream
from memtui.conversations.reading import ALL, Person, Reading, Span, read_content, read_part
from memtui.conversations.tally import tally
from memtui.errors import Code, MemtuiError

_TOLD = 3
_SKETCHED_FROM = 8 << 20


class Place(NamedTuple):
    """Where a conversation stands: in which file, and from where to where in it."""

    file: int
    span: Span = ALL


class Found(NamedTuple):
    """A conversation, and where it stands."""

    conversation: Conversation
    place: Place


@dataclass(frozen=True, slots=True)
class Unread:
    """A file in a folder or zip that was not read, and why."""

    name: str
    error: MemtuiError


class Collection:
    """The conversations of all that was opened, as a stream; iterating again reads again.

    What was left out, warned of and not read is complete when the stream has ended.

    Args:
        opened: What the paths lead to.
        person: Whose memory it is.
        sketching: Whether of the conversations of large files no more is wanted than a list shows.
    """

    def __init__(
        self, opened: Iterable[Contents], person: Person, *, sketching: bool = False
    ) -> None:
        self._sketching = sketching
        self.chats_too = True
        """Whether of a file that is one chat, too, no more is wanted than a list shows."""
        parts = tuple(opened)
        self.person = person
        self.name = parts[0].name if len(parts) == 1 else f"{len(parts)} files and folders"
        self.files: tuple[Content, ...] = tuple(file for part in parts for file in part.files)
        self._passed_over = sum((part.passed_over for part in parts), Counter[str]())
        self._readings: dict[int, Reading] = {}
        self._begin()

    @classmethod
    def of(cls, paths: Iterable[Path], person: Person, *, sketching: bool = False) -> "Collection":
        """What paths lead to.

        Raises:
            MemtuiError: `CONVERSATION_UNREADABLE` for a path that leads nowhere.
        """
        return cls([contents_of(path) for path in paths], person, sketching=sketching)

    @classmethod
    def of_stream(
        cls, stream: Stream, name: str, person: Person, *, sketching: bool = False
    ) -> "Collection":
        """What a stream gives, such as standard input.

        Raises:
            MemtuiError: `CONVERSATION_UNREADABLE` when it cannot be read, or does not end.
        """
        return cls([contents_of_stream(stream, name)], person, sketching=sketching)

    @classmethod
    def of_bytes(cls, data: bytes, name: str, person: Person) -> "Collection":
        """What bytes are that were read already."""
        return cls([contents_of_bytes(data, name)], person)

    def _begin(self) -> None:
        self.left_out: Counter[str] = Counter(self._passed_over)
        self.warnings: list[str] = []
        self.unread: list[Unread] = []
        self.formats: Counter[str] = Counter()
        self._done = 0
        self._now: Reading | None = None

    @property
    def size(self) -> int:
        """How many bytes all files have."""
        return sum(file.size for file in self.files)

    @property
    def done(self) -> int:
        """How many bytes of them have been read."""
        return self._done + (self._now.done if self._now else 0)

    @property
    def format(self) -> str:
        """What most conversations came from."""
        return self.formats.most_common(1)[0][0] if self.formats else ""

    def format_of(self, place: Place) -> str:
        """What the file is that a conversation stands in."""
        return self._readings[place.file].format

    def source_of(self, place: Place) -> str:
        """The name of the file that a conversation stands in, as facts name it."""
        return self.files[place.file].name

    def __iter__(self) -> Iterator[Found]:
        """Every conversation once, in the order of files.

        Raises:
            MemtuiError: `CONVERSATION_UNREADABLE` or `CONVERSATION_EMPTY` when there is none.
        """
        self._begin()
        ids: set[str] = set()
        for number, file in enumerate(self.files):
            try:
                yield from self._of_file(number, file, ids)
            except MemtuiError as error:
                self.unread.append(Unread(file.name, error))
            self._done += file.size
            self._now = None
        if not self.formats:
            raise self._nothing()

    def _of_file(self, number: int, file: Content, ids: set[str]) -> Iterator[Found]:
        sketching = self._sketching and file.size > _SKETCHED_FROM
        reading = read_content(file, self.person, sketching=sketching, chats=self.chats_too)
        self._now = self._readings[number] = reading
        try:
            for conversation, span in reading:
                same = f"{conversation.id} {conversation.title}"
                if same in ids:
                    self.left_out["conversations that are there twice"] += 1
                    continue
                ids.add(same)
                self.formats[reading.format] += 1
                yield Found(conversation, Place(number, span))
        finally:
            self.left_out.update(reading.source.left_out)
            self._warn(file, reading.source.warnings)
        if not reading.count:
            raise reading.nothing()

    def _warn(self, file: Content, warnings: Iterable[str]) -> None:
        alone = len(self.files) == 1
        for warning in dict.fromkeys(warnings):
            self.warnings.append(warning if alone else f"{file.name}: {warning}")

    def _nothing(self) -> MemtuiError:
        if len(self.files) == 1 and self.unread and not self._passed_over:
            return self.unread[0].error
        told = [f"{each.error.message} {each.error.hint}".strip() for each in self.unread[:_TOLD]]
        more = len(self.unread) - len(told)
        told += [f"{more:,} more files could not be read."] if more > 0 else []
        if self._passed_over:
            told.append(f"Passed over: {tally(self._passed_over)}.")
        return MemtuiError(
            Code.CONVERSATION_UNREADABLE if self.unread else Code.CONVERSATION_EMPTY,
            " ".join([f"{self.name} holds no conversation that can be read.", *told]),
            "Choose the folder or zip of an export, or one file of it.",
        )

    def read(self, place: Place, id_: str) -> Conversation:
        """Read a conversation again, from its place.

        Args:
            place: Where it stood.
            id_: Which it is.

        Raises:
            MemtuiError: `CONVERSATION_UNREADABLE` when the file changed meanwhile.
        """
        return self.opened(place, id_).conversations[0]

    def opened(self, place: Place, id_: str) -> Opened:
        """A conversation read again, with what was left out and warned of beside it.

        Raises:
            MemtuiError: As `read`.
        """
        file = self.files[place.file]
        for reading in self._readings_of(place):
            for conversation in _with_id(reading, id_):
                left_out, warnings = reading.source.left_out, tuple(reading.source.warnings)
                return Opened(reading.format, file.name, (conversation,), left_out, warnings)
        raise MemtuiError(
            Code.CONVERSATION_UNREADABLE,
            f"{file.name} has changed since it was listed: the conversation is not in it any more.",
            "Open it again.",
        )

    def _readings_of(self, place: Place) -> Iterator[Reading]:
        """Where a conversation is looked for: at its place, then in all of the file."""
        file, before = self.files[place.file], self._readings.get(place.file)
        if before and place.span != ALL:
            part = read_part(file, self.person, before, place.span)
            if part:
                yield part
        yield read_content(file, self.person)


def _with_id(reading: Reading, id_: str) -> Iterator[Conversation]:
    """The conversation with this id; or the only one, whose speakers are others by now."""
    only: Conversation | None = None
    for number, (conversation, _) in enumerate(reading):
        if conversation.id == id_:
            yield conversation
            return
        only = None if number else conversation
    if only and reading.layout is None:
        yield only
