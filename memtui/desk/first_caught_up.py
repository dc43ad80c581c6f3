"""Search by meaning where no thread embeds: what is new is embedded for the question.

The question comes first: where not even it can be embedded, nobody waits for facts.
"""

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from memtui.errors import MemtuiError
from memtui.search.fusion import CANDIDATES

if TYPE_CHECKING:
    from memtui.desk.by_meaning import ByMeaning
    from memtui.search.standing import Meant


class FirstCaughtUp:
    """The search of `ByMeaning`, for one answer; new facts are embedded for so many seconds."""

    def __init__(self, meaning: "ByMeaning", seconds: float) -> None:
        self._meaning = meaning
        self._seconds = seconds
        self._caught_up = False

    def search(self, query: str, *, count: int = CANDIDATES, also: Iterable[str] = ()) -> "Meant":
        """See `MeaningSide`."""
        if not self._caught_up:
            self._meaning.understand(query)
            self._caught_up = True
            # What is wrong `standing` says.
            with suppress(MemtuiError):
                self._meaning.catch_up(seconds=self._seconds)
        return self._meaning.search(query, count=count, also=also)
