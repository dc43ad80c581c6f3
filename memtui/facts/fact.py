"""The values of the domain: a fact, a draft of one, and what they are made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

NAME_LIMIT = 120
FACT_LIMIT = 2_000


@dataclass(frozen=True, slots=True)
class Evidence:
    """The words a fact rests on, and who said them."""

    quote: str
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Origin:
    """What proposed a fact: `by` is `ollama`, `openai`, `plain`…; the rest may be empty."""

    by: str
    model: str = ""
    conversation: str = ""


@dataclass(frozen=True, slots=True)
class Saying:
    """One occasion on which a fact was said.

    `time` is the moment it was said where that is known (on the day `said` in the person's zone).
    `kept` is in UTC at whole seconds; `place` orders what was kept within one second. Of a day
    added to a note by hand only `said` is known.
    """

    said: date
    time: datetime | None = None
    kept: datetime | None = None
    place: int = 0
    source: str = ""
    batch: str = ""
    evidence: Evidence | None = None
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Revision:
    """What a correction changed: earlier values (`None` = not changed), and when they went."""

    until: datetime
    fact: str | None = None
    subject: str | None = None
    attribute: str | None = None
    source: str | None = None
    said: date | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """One kept fact.

    `first` is the earliest occasion on which it was said, `again` the later ones, by day.
    `ended` is a day from which nothing held any more. `until`, `replaces` and `replaced_by` are
    derived by settling the fact's thing. `carried` is opaque to the domain: the text of the note
    as it stood when read, then that of notes merged into it, so that nothing of them is lost; it
    does not count when facts are compared.
    """

    id: str
    subject: str
    attribute: str
    fact: str
    first: Saying
    again: tuple[Saying, ...] = ()
    ended: date | None = None
    until: date | None = None
    replaces: tuple[str, ...] = ()
    replaced_by: str | None = None
    edited: datetime | None = None
    revisions: tuple[Revision, ...] = ()
    tags: tuple[str, ...] = ()
    carried: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @property
    def current(self) -> bool:
        """Whether it holds now."""
        return self.until is None

    @property
    def sayings(self) -> tuple[Saying, ...]:
        """Every occasion on which it was said, by day."""
        return (self.first, *self.again)

    @property
    def said(self) -> date:
        """The day on which it was first said."""
        return self.first.said

    @property
    def also_said(self) -> tuple[date, ...]:
        """The later days on which it was said again."""
        return tuple(saying.said for saying in self.again)

    @property
    def last_said(self) -> date:
        """The day as late as which it counts as said."""
        return max(self.first.said, *self.also_said) if self.again else self.first.said

    @property
    def source(self) -> str:
        """Where it was first said."""
        return self.first.source

    @property
    def kept(self) -> datetime | None:
        """When it was first kept."""
        return self.first.kept

    @property
    def evidence(self) -> Evidence | None:
        """The words it first rested on."""
        return self.first.evidence


@dataclass(frozen=True, slots=True)
class Draft:
    """A statement that a person is about to keep.

    `said` is `None` when no day is known: it then counts as said today. `time` is the moment it
    was said, where known; it orders the statements of one day.
    """

    subject: str
    attribute: str
    fact: str
    source: str = "added by hand"
    said: date | None = None
    time: datetime | None = None
    evidence: Evidence | None = None
    origin: Origin | None = None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rules:
    """What `memory.toml` says about things: names that are one, and things that hold many values.

    `subjects` and `attributes` map another name to the name that counts; `many` lists attributes,
    or `subject / attribute` for one thing alone. Names are compared folded. `never` is what is
    never kept, see `never`.
    """

    many: tuple[str, ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()
    subjects: tuple[tuple[str, str], ...] = ()
    never: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        many: tuple[str, ...],
        attributes: Mapping[str, str],
        subjects: Mapping[str, str],
        never: tuple[str, ...] = (),
    ) -> "Rules":
        """Build rules from the settings' tables."""
        return cls(many, tuple(attributes.items()), tuple(subjects.items()), never)
