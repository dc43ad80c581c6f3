"""What a list of conversations shows of each: enough to choose by, and where it stands."""

from dataclasses import dataclass
from datetime import date, datetime

from memtui.conversations.collection import Found, Place
from memtui.conversations.conversation import Conversation, Grade, Role

# Of what was said first, so much is kept.
WORDS = 160


@dataclass(frozen=True, slots=True)
class Listed:
    """A conversation without its turns.

    `words` are the person's first, else the first of all. `read` of its turns were read before,
    the last time on `read_on`. `last` is when its last turn was said, where a time is known.
    """

    id: str
    key: str
    title: str
    started: date | None
    ended: date | None
    grade: Grade
    turns: int
    speakers: dict[str, int]
    words: str
    place: Place
    read: int = 0
    read_on: date | None = None
    last: datetime | None = None

    @property
    def age(self) -> tuple[int, int]:
        """What the newest is first by: its last day, then the time on it; unknown comes last."""
        day = self.ended or date.min
        time = self.last if self.last and self.last.date() == day else None
        since = time.hour * 3600 + time.minute * 60 + time.second if time else -1
        return -day.toordinal(), -since

    @property
    def new(self) -> int:
        """How many turns were not read before."""
        return self.turns - self.read


def listed(found: Found, read: int = 0, read_on: date | None = None) -> Listed:
    """What a list shows of a conversation."""
    conversation = found.conversation
    return Listed(
        conversation.id,
        conversation.key,
        conversation.title,
        conversation.started,
        conversation.ended,
        conversation.grade,
        conversation.sketch.turns if conversation.sketch else len(conversation.turns),
        conversation.speakers,
        first_words(conversation),
        found.place,
        read,
        read_on,
        conversation.last,
    )


def first_words(conversation: Conversation) -> str:
    """What the person says first, or whoever speaks first, on one line."""
    turns = conversation.turns
    first = next((turn for turn in turns if turn.role is Role.PERSON), turns[0])
    return " ".join(first.text[: 2 * WORDS].split())[:WORDS]


def has_nobody(conversation: Conversation) -> bool:
    """Whether people speak of whom none is known to be the person whose memory it is."""
    if conversation.sketch:
        return conversation.sketch.people
    return all(turn.role is Role.OTHER for turn in conversation.turns)
