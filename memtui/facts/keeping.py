"""What can be asked of a memory, and the `Change` that answers. `planning` works one out."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, Literal

from memtui.facts.fact import Draft, Fact, Rules


class Status(StrEnum):
    """What keeping a draft does to its thing; `FORGET` is that of a fact to be forgotten."""

    NEW = "new"
    REPLACES = "replaces"
    HISTORY = "history"
    AGAIN = "again"
    KNOWN = "known"
    FORGET = "forget"


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep drafts as one batch (`batch` is its id, `b_` and 8 hex digits).

    `many` names things (`subject / attribute`) that hold many values from now on. `forget` are
    the ids of facts that are deleted first, as by `Forget`.
    """

    drafts: tuple[Draft, ...]
    batch: str = ""
    many: tuple[str, ...] = ()
    forget: tuple[str, ...] = ()


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
    """Delete facts by id; with `history`, all earlier facts of their things too.

    With `restore`, what a forgotten fact had replaced holds again instead of having ended.
    """

    ids: tuple[str, ...]
    history: bool = False
    restore: bool = False


@dataclass(frozen=True, slots=True)
class ForgetSource:
    """Delete whatever was said in a source; what was said elsewhere too stays for that."""

    source: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back a batch: forget its statements and restore what they replaced.

    With `ids`, only those that these facts carry.
    """

    batch: str
    ids: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Rename:
    """Rename a subject (or an attribute, of all subjects); timelines that meet are joined."""

    old: str
    new: str
    part: Literal["subject", "attribute"] = "subject"


@dataclass(frozen=True, slots=True)
class ChangeRules:
    """Put new rules (aliases, many-valued things) in force and settle what they touch."""

    rules: Rules


@dataclass(frozen=True, slots=True)
class Tag:
    """Add tags to facts and take others away, whatever their case."""

    ids: tuple[str, ...]
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Many:
    """Do several requests one after the other, as one change: all of them or none."""

    requests: tuple[Correct | End | Restore | Tag, ...]


Request = (
    Keep
    | Import
    | Correct
    | End
    | Restore
    | Forget
    | ForgetSource
    | TakeBack
    | Rename
    | ChangeRules
    | Tag
    | Many
)


@dataclass(frozen=True, slots=True)
class Edit:
    """One fact before and after a change; `None` = does not exist."""

    id: str
    before: Fact | None
    after: Fact | None


@dataclass(frozen=True, slots=True)
class Turned:
    """One setting (by its dotted name) before and after a change; `None` = it is not set."""

    name: str
    before: Any
    after: Any


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

    `outcomes` has one entry for each draft of a `Keep`, in the order asked. `settings` are those
    that a person changed, other than by `ChangeRules`.
    """

    edits: tuple[Edit, ...] = ()
    rules: tuple[Rules, Rules] | None = None
    outcomes: tuple[Outcome, ...] = ()
    settings: tuple[Turned, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether it changes nothing."""
        return not (self.edits or self.rules or self.settings)

    def inverse(self) -> "Change":
        """The change that takes this one back."""
        return Change(
            edits=tuple(Edit(edit.id, edit.after, edit.before) for edit in self.edits),
            rules=self.rules and (self.rules[1], self.rules[0]),
            settings=tuple(Turned(each.name, each.after, each.before) for each in self.settings),
        )

    def promises(self, other: "Change") -> bool:
        """Whether a person who saw this change was shown what another one does.

        The clock does not count, nor do the ids of new facts.
        """
        return len(self.edits) == len(other.edits) and all(
            mine == theirs for mine, theirs in zip(self._told(), other._told(), strict=True)
        )

    def promise(self) -> tuple[object, ...]:
        """What a person who saw this change was shown; two that are equal promise the same."""
        return tuple(self._told())

    def _told(self) -> Iterator[object]:
        made = [edit.id for edit in self.edits if edit.before is None]
        names = {id_: f"new {at}" for at, id_ in enumerate(made)}

        def told(fact: Fact | None) -> tuple[object, ...] | None:
            if fact is None:
                return None
            return (
                (names.get(fact.id, fact.id), fact.subject, fact.attribute, fact.fact),
                (fact.said, fact.also_said, fact.ended, fact.until, fact.source, fact.tags),
                tuple(names.get(id_, id_) for id_ in fact.replaces),
                names.get(fact.replaced_by or "", fact.replaced_by),
            )

        for edit in self.edits:
            yield told(edit.before), told(edit.after)
        yield self.rules
        yield tuple((each.status, tuple(map(told, each.replaced))) for each in self.outcomes)


@dataclass(frozen=True, slots=True)
class Scope:
    """Which facts a request needs to see: all facts of each thing that any of these touches.

    `things` are (subject, attribute) pairs and `subjects` names, as written. `batches` and
    `sources` mean facts of which any saying came with them. With `kin`, all facts about the
    subjects of `ids` too. `everything` asks for the whole memory.
    """

    ids: frozenset[str] = frozenset()
    things: frozenset[tuple[str, str]] = frozenset()
    subjects: frozenset[str] = frozenset()
    batches: frozenset[str] = frozenset()
    sources: frozenset[str] = frozenset()
    kin: bool = False
    everything: bool = False


def scope(request: Request) -> Scope:
    """The facts that `plan` must be given for a request.

    For each part named, the whole of every thing it touches: all facts whose subject and
    attribute are one thing with it under the rules.
    """
    match request:
        case Keep(drafts=drafts, forget=ids):
            things = frozenset((each.subject, each.attribute) for each in drafts)
            return Scope(ids=frozenset(ids), things=things)
        case Import(facts=facts):
            return Scope(
                ids=frozenset(each.id for each in facts),
                things=frozenset((each.subject, each.attribute) for each in facts),
            )
        case Correct(id=id_, subject=subject, attribute=attribute):
            return Scope(
                ids=frozenset({id_}),
                subjects=frozenset({subject} if subject is not None else ()),
                kin=attribute is not None,
            )
        case End(id=id_) | Restore(id=id_):
            return Scope(ids=frozenset({id_}))
        case Forget(ids=ids) | Tag(ids=ids):
            return Scope(ids=frozenset(ids))
        case Many(requests=requests):
            return _joined([scope(each) for each in requests])
        case ForgetSource(source=source):
            return Scope(sources=frozenset({source}))
        case TakeBack(batch=batch):
            return Scope(batches=frozenset({batch}))
        case Rename(old=old, new=new, part="subject"):
            return Scope(subjects=frozenset({old, new}))
        case _:
            return Scope(everything=True)


def _joined(scopes: list[Scope]) -> Scope:
    return Scope(
        ids=frozenset().union(*(each.ids for each in scopes)),
        subjects=frozenset().union(*(each.subjects for each in scopes)),
        kin=any(each.kin for each in scopes),
    )
