"""Everything that alters a memory, as a pure function: `plan(request, …)` gives a `Change`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from memtui.facts.fact import Draft, Fact, Rules


class Status(StrEnum):
    """What keeping a draft does to its thing."""

    NEW = "new"
    REPLACES = "replaces"
    HISTORY = "history"
    AGAIN = "again"
    KNOWN = "known"


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep drafts, in this order, as one batch (`batch` is its id, `b_` and 8 hex digits)."""

    drafts: tuple[Draft, ...]
    batch: str = ""


@dataclass(frozen=True, slots=True)
class Import:
    """Take over whole facts with their ids; those whose id or statement is here already stay."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Correct:
    """Correct one fact; `None` leaves a part as it is.

    When the thing changes the fact's earlier facts go with it, unless `only`. `join` allows the
    new thing to have facts already.
    """

    id: str
    subject: str | None = None
    attribute: str | None = None
    fact: str | None = None
    said: date | None = None
    source: str | None = None
    tags: tuple[str, ...] | None = None
    only: bool = False
    join: bool = False


@dataclass(frozen=True, slots=True)
class End:
    """Say that a current fact no longer holds from a day on (`None` = today)."""

    id: str
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Restore:
    """Take an end away."""

    id: str


@dataclass(frozen=True, slots=True)
class Forget:
    """Delete facts by id; with `history`, all earlier facts of their things too."""

    ids: tuple[str, ...]
    history: bool = False


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back a batch: forget its statements and restore what they replaced."""

    batch: str


@dataclass(frozen=True, slots=True)
class Rename:
    """Rename a subject; where the new name has facts already, the timelines are joined."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class ChangeRules:
    """Put new rules (aliases, many-valued things) in force and settle what they touch."""

    rules: Rules


Request = Keep | Import | Correct | End | Restore | Forget | TakeBack | Rename | ChangeRules


@dataclass(frozen=True, slots=True)
class Edit:
    """One fact before and after a change; `None` = does not exist."""

    id: str
    before: Fact | None
    after: Fact | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one draft of a `Keep`.

    `fact` is the fact that now carries the statement; `replaced` the facts that it moved to
    history, as they were before.
    """

    status: Status
    fact: Fact
    replaced: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """What a request does: each touched fact before and after, and likewise the rules.

    `outcomes` has one entry for each draft of a `Keep`, in the order asked.
    """

    edits: tuple[Edit, ...] = ()
    rules: tuple[Rules, Rules] | None = None
    outcomes: tuple[Outcome, ...] = ()

    def inverse(self) -> "Change":
        """The change that takes this one back."""
        raise NotImplementedError

    def promise(self) -> tuple[object, ...]:
        """What a person who saw this change was shown, without its clock and its new ids.

        Two changes with equal promises do the same to the memory.
        """
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Scope:
    """Which facts a request needs to see: all facts of each thing that any of these touches.

    `things` are (subject, attribute) pairs as written; `everything` asks for the whole memory.
    """

    ids: frozenset[str] = frozenset()
    things: frozenset[tuple[str, str]] = frozenset()
    subjects: frozenset[str] = frozenset()
    batches: frozenset[str] = frozenset()
    everything: bool = False


def scope(request: Request) -> Scope:
    """The facts that `plan` must be given for a request.

    For each part named, the whole of every thing it touches: all facts whose subject and
    attribute are one thing with it under the rules.
    """
    raise NotImplementedError


def plan(
    request: Request,
    facts: Sequence[Fact],
    rules: Rules,
    *,
    now: datetime,
    today: date,
    new_id: Callable[[], str],
) -> Change:
    """Work out what a request does.

    Args:
        request: What is asked.
        facts: All facts within `scope(request)`, in any order, settled or not.
        rules: The aliases and many-valued things in force.
        now: The moment, aware, in UTC.
        today: The person's day; later dates are taken as this one.
        new_id: Gives a fresh fact id.

    Returns:
        The change; without edits when nothing is to be done.

    Raises:
        MemtuiError: `FACT_EMPTY`, `FACT_TOO_LONG`, `FACT_SENSITIVE` for what may not be kept,
            `FACT_UNKNOWN` for an id that no fact has, `THING_EXISTS`, `END_IMPOSSIBLE`.
    """
    raise NotImplementedError
