"""A finding and its fixes."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

from memtui.facts.keeping import Request
from memtui.facts.text import fold


class Kind(StrEnum):
    """What is found, in the order in which it matters."""

    SECRET = "looks like a secret"
    UNREADABLE = "notes that cannot be read"
    AHEAD = "said on a day to come"
    ONE_DAY = "two sentences of one day"
    SUBJECTS = "subjects that may be one"
    ATTRIBUTES = "attributes that may be one"
    DEADLINE = "deadlines that have passed"
    NAMELESS = "sentences that do not name their subject"
    EVIDENCE = "from a conversation, without its words"
    STALE = "not said again for long"


@dataclass(frozen=True, slots=True)
class Fix:
    """One way to mend it.

    `asks` = what it does cannot be read off the finding, or deletes: it is asked for once more.
    """

    does: str
    request: Request
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to mend.

    Args:
        kind: What kind of thing.
        what: It in a line.
        facts: The facts concerned, by id; the one to look at first.
        fixes: Ways to mend it, the likeliest first; none where only a person can.
        more: What else there is to say.
        note: The path of the note, below the memory's folder, where only an editor mends it.
        names: The names that it is about, where it is about names.
    """

    kind: Kind
    what: str
    facts: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()
    more: str = ""
    note: str = ""
    names: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """What is equal for the same finding at another time, without its words.

        Of names that is a mark of both, whichever has more facts, and whatever else is said.
        """
        if self.names:
            mark = sha256("\n".join(sorted(map(fold, self.names))).encode()).hexdigest()[:16]
            return f"{self.kind.name} {mark}"
        return key_of(self.kind, self.facts or (self.what,))


def key_of(kind: Kind, facts: Sequence[str]) -> str:
    """The key of a finding about these facts."""
    return f"{kind.name} {' '.join(facts)}"
