"""The values of this room: a turn, a conversation, and what opening a file gave."""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, tzinfo
from enum import StrEnum

from memtui.facts.text import fold


class Role(StrEnum):
    """Who speaks: the person whose memory it is, a model, or another person."""

    PERSON = "person"
    MODEL = "model"
    OTHER = "other"


class Grade(StrEnum):
    """How the day of what was said is known."""

    TURN = "turn"
    NEAR = "near"
    CONVERSATION = "conversation"
    FILE = "file"
    NONE = "none"


_EDGE = 80
GRADE_TEXT = {
    Grade.TURN: "dated by its turns",
    Grade.NEAR: "dated by its turns; those without a time by the turn before them",
    Grade.CONVERSATION: "dated as a whole: its turns have no day of their own",
    Grade.FILE: "dated by the file's name or heading",
    Grade.NONE: "no date in it: you are asked for one",
}


@dataclass(frozen=True, slots=True)
class Turn:
    """What one speaker said at once.

    `time` has an offset where the file gives one and is naive where the zone is unknown. `day` is
    the day on which it was said, in the person's zone.
    """

    speaker: str
    role: Role
    text: str
    time: datetime | None = None
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Sketch:
    """What is told of a conversation of which only the first turns are at hand.

    It is how the conversations of a large file are listed: their texts are not cleaned, so that a
    turn counts in which nothing but thinking stands. `people` says that only people speak, of whom
    none is known to be the person; `last` is when the last turn that has a time was said.
    """

    turns: int
    speakers: Mapping[str, int]
    people: bool
    last: datetime | None = None


@dataclass(frozen=True, slots=True)
class Conversation:
    """Turns that belong together, in the order of the file.

    `id` is a short hash of what was said and by whom, whoever of them is the person, so that the
    same file gives the same conversation. `key` is the export's own name for it, or empty.
    `started` and `ended` are the days of its first and last turn, `None` when no day is known. The
    first `read_before` turns were read earlier, and are there only to make sense of the others.
    With a `sketch`, `turns` are its first turn and the first of the person. `days_open` says that
    nothing in the file tells whether days or months stand first in it.
    """

    id: str
    title: str
    turns: tuple[Turn, ...]
    started: date | None = None
    ended: date | None = None
    grade: Grade = Grade.NONE
    key: str = ""
    read_before: int = 0
    sketch: Sketch | None = None
    days_open: bool = False

    @property
    def speakers(self) -> dict[str, int]:
        """How many turns each speaker has, in the order in which they first speak."""
        if self.sketch:
            return dict(self.sketch.speakers)
        return dict(Counter(turn.speaker for turn in self.turns))

    @property
    def last(self) -> datetime | None:
        """When the last turn that has a time was said."""
        if self.sketch:
            return self.sketch.last
        return next((turn.time for turn in reversed(self.turns) if turn.time), None)

    @property
    def characters(self) -> int:
        """How long all turns are together."""
        return sum(len(turn.text) for turn in self.turns)


@dataclass(frozen=True, slots=True)
class Opened:
    """What a file holds.

    `format` is its name for people ("role/content JSON"). `left_out` counts what was not read as
    turns, by kind ("system turns", "records without text"). `warnings` are whole sentences.
    """

    format: str
    name: str
    conversations: Sequence[Conversation]
    left_out: Counter[str]
    warnings: tuple[str, ...] = ()


def conversation_of(
    turns: Iterable[Turn], title: str, grade: Grade, key: str = "", id_: str = ""
) -> Conversation:
    """Build a conversation from turns that have their days already."""
    own = tuple(turns)
    days = [turn.day for turn in own if turn.day]
    return Conversation(
        id_ or _id_of_turns(key, days[0] if days else None, own),
        title,
        own,
        min(days, default=None),
        max(days, default=None),
        grade if days else Grade.NONE,
        key,
    )


class Told:
    """What was said and by whom, as far as a conversation is known by it.

    Beginning, end and length tell texts apart, and where an export has its own name for a
    conversation, its first and last text do: to hash all of it takes long in a large file.

    Args:
        key: The export's own name for the conversation, or empty.
    """

    def __init__(self, key: str) -> None:
        self.key = key
        self.many = 0
        self._texts: list[tuple[str, str]] = []

    def add(self, who: str, text: str) -> None:
        """Somebody says something."""
        self.many += 1
        if self.key and self.many > 2:
            self._texts[1] = who, text
        else:
            self._texts.append((who, text))

    def id_of(self, day: date | None) -> str:
        """A short hash of it, and of the first day."""
        return id_of(self.key, day, self.many, self._texts)


def id_of(key: str, day: date | None, many: int, texts: Sequence[tuple[str, str]]) -> str:
    """A short hash of what was said, and by whom.

    Args:
        key: The export's own name for the conversation, or empty.
        day: The first day.
        many: How many texts there are.
        texts: They, with who said each; with a key the first and the last.
    """
    told = (texts[0], texts[-1]) if key else texts
    edges = [f"{who}\0{len(text)}\0{text[:_EDGE]}\0{text[-_EDGE:]}" for who, text in told]
    whole = "\1".join((key, str(many), str(day or ""), *edges))
    return hashlib.blake2b(whole.encode("utf-8", "replace"), digest_size=6).hexdigest()


def _id_of_turns(key: str, day: date | None, turns: Sequence[Turn]) -> str:
    told = Told(key)
    for turn in turns:
        told.add(turn.speaker, turn.text)
    return told.id_of(day)


def with_day(conversation: Conversation, day: date) -> Conversation:
    """The conversation with this day for every turn that has none."""
    turns = tuple(turn if turn.day else replace(turn, day=day) for turn in conversation.turns)
    days = [turn.day for turn in turns if turn.day]
    return replace(
        conversation,
        turns=turns,
        started=min(days, default=None),
        ended=max(days, default=None),
    )


def with_days_swapped(conversation: Conversation, zone: tzinfo | None = None) -> Conversation:
    """The conversation read the other way round where it is open which number is the month.

    Args:
        conversation: It, with times in the person's zone.
        zone: That zone; `None` is the system's.
    """
    turns = tuple(_swapped(turn, zone) for turn in conversation.turns)
    days = [turn.day for turn in turns if turn.day]
    return replace(
        conversation,
        turns=turns,
        started=min(days, default=None),
        ended=max(days, default=None),
    )


def _swapped(turn: Turn, zone: tzinfo | None) -> Turn:
    if turn.day is None or turn.day.day > 12:
        return turn
    day = turn.day.replace(month=turn.day.day, day=turn.day.month)
    time = turn.time
    if time:
        # The clock may be another in that month.
        written = datetime.combine(day, time.time())
        time = written.replace(tzinfo=zone) if zone else written.astimezone()
    return replace(turn, time=time, day=day)


def with_me(conversation: Conversation, names: Collection[str]) -> Conversation:
    """The conversation with the speakers of these names as the person whose memory it is."""
    mine = {fold(name) for name in names}
    turns = tuple(
        replace(turn, role=Role.PERSON)
        if turn.role is Role.OTHER and fold(turn.speaker) in mine
        else turn
        for turn in conversation.turns
    )
    return replace(conversation, turns=turns)
