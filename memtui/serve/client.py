"""Who asks: a client with a name and what it may do."""

from dataclasses import dataclass
from enum import StrEnum

from memtui.errors import Code, MemtuiError


class Scope(StrEnum):
    """What a client may do; each includes those before it."""

    READ = "read"
    PROPOSE = "propose"
    WRITE = "write"

    def covers(self, needed: "Scope") -> bool:
        """Whether whoever may do this may do what is needed."""
        order = list(Scope)
        return order.index(self) >= order.index(needed)


@dataclass(frozen=True, slots=True)
class Client:
    """Whoever asks.

    `named` is whether the person gave it its name, by a token or on the command line; a name that
    a client gives itself is shown but opens nothing. `memory` is the only one it may reach, empty
    for all.
    """

    name: str = ""
    scope: Scope = Scope.PROPOSE
    named: bool = False
    memory: str = ""

    def must(self, needed: Scope) -> None:
        """Refuse what it may not do.

        Raises:
            MemtuiError: `NOT_ALLOWED`.
        """
        if not self.scope.covers(needed):
            raise MemtuiError(
                Code.NOT_ALLOWED,
                f"This needs a token with the scope {needed}.",
                f"The person makes one with `memtui token make NAME --scope {needed}`.",
            )
