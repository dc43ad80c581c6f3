"""What an extractor tells while it works.

The last event is `Done`. A failure is a `MemtuiError` instead; what was proposed before it stands,
and parts of which neither `PartDone` nor `PartFailed` was told are still to be read.
"""

from dataclasses import dataclass

from memtui.errors import MemtuiError
from memtui.extract.proposal import LeftOut, Proposal
from memtui.extract.window import Part


@dataclass(frozen=True, slots=True)
class Account:
    """What was read and what came of it, for the line under the proposals.

    `turns` of the conversation were read and `turns_left_out` were not; `characters` is what was
    read, in `parts` parts, and `failed` says of as many others why they could not be.
    `tokens_sent` is the most that a part had, by the server's own count where it gives one, else
    an estimate; `window` is how many fit. `stop_reason` is "stop" for a model that finished; where
    parts ended differently, all of them are named. `dropped` and `notes` say what was not
    proposed, and what else to know.
    """

    turns: int
    turns_left_out: int
    characters: int
    parts: int
    tokens_sent: int
    window: int
    stop_reason: str
    dropped: tuple[LeftOut, ...] = ()
    notes: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Connecting:
    """The server is asked what it is and what the model can do."""

    where: str


@dataclass(frozen=True, slots=True)
class Loading:
    """The model is being loaded into memory."""

    model: str


@dataclass(frozen=True, slots=True)
class Planned:
    """The parts that are still to be read, in order; a later plan takes the place of an earlier."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class PartBegun:
    """A part of the plan is being read."""

    part: Part


@dataclass(frozen=True, slots=True)
class Waiting:
    """The server could not answer now; it is asked again in so many `seconds`."""

    seconds: float
    why: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The model reads; nothing has come back for `elapsed` seconds."""

    elapsed: float
    tokens_sent: int
    window: int


@dataclass(frozen=True, slots=True)
class Writing:
    """The model writes; `facts` are begun or complete so far in this part."""

    tokens: int
    facts: int


@dataclass(frozen=True, slots=True)
class Proposed:
    """A proposal that went through every check."""

    proposal: Proposal


@dataclass(frozen=True, slots=True)
class Dropped:
    """A fact that is not proposed, and why."""

    left_out: LeftOut


@dataclass(frozen=True, slots=True)
class PartDone:
    """A part was read to its end."""

    part: Part


@dataclass(frozen=True, slots=True)
class PartFailed:
    """A part could not be read; what was proposed from it stands, and the next one is read."""

    part: Part
    error: MemtuiError


@dataclass(frozen=True, slots=True)
class Done:
    """All that was asked for was read, but for the parts that failed."""

    account: Account


Event = (
    Connecting
    | Loading
    | Planned
    | PartBegun
    | Waiting
    | Reading
    | Writing
    | Proposed
    | Dropped
    | PartDone
    | PartFailed
    | Done
)
