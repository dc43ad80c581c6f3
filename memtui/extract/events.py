"""What an extractor tells while it works, in the order of the classes below.

The last event is always `Done`; a failure is a `MemtuiError` instead.
"""

from dataclasses import dataclass

from memtui.extract.proposal import LeftOut, Proposal


@dataclass(frozen=True, slots=True)
class Account:
    """What was read and what came of it, for the line under the proposals.

    `turns` of the conversation were read and `turns_left_out` were not (they are older than the
    window); `characters` is what was read, in `parts` requests. `tokens_sent` is the server's own
    count where it gives one, else an estimate; `window` is how many fit. `stop_reason` is "stop"
    for a model that finished. `dropped` and `notes` say what was not proposed, and what else to
    know.
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


@dataclass(frozen=True, slots=True)
class Connecting:
    """The server is asked what it is and what the model can do."""

    where: str


@dataclass(frozen=True, slots=True)
class Loading:
    """The model is being loaded, as far as one can tell from outside."""

    model: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The model reads; nothing has come back for `elapsed` seconds."""

    elapsed: float
    tokens_sent: int
    window: int


@dataclass(frozen=True, slots=True)
class Writing:
    """The model writes; `facts` are complete so far."""

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
class Done:
    """The whole conversation was read and the answer was complete."""

    account: Account


Event = Connecting | Loading | Reading | Writing | Proposed | Dropped | Done
