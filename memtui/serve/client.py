"""Who asks: a client with a name and what it may do."""

from dataclasses import dataclass

from memtui.desk.tokens import Scope
from memtui.errors import Code, MemtuiError

CLIENT = "memtui.client"
"""Under which key of an HTTP request's scope its `Client` stands."""


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

    def must_reach(self, memory: str) -> None:
        """Refuse a memory that it may not reach, as if there were none.

        Raises:
            MemtuiError: `MEMORY_UNKNOWN`.
        """
        if self.memory not in ("", memory):
            raise MemtuiError(
                Code.MEMORY_UNKNOWN, f"There is no memory {memory[:64]} for this token."
            )

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
