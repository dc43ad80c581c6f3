"""The end of what is typed into the filter, from the values that facts have.

subject:an            subject:ana
tag:"data t           tag:"data team"
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from textual.suggester import Suggester

from memtui.store.catalog import Row
from memtui.tui.cells import plain

_LAST = re.compile(
    r'(?:^|\s)-?(subject|attribute|source|tag|is):(?:"(?P<quoted>[^"]*)|(?P<bare>[^"\s]*))$', re.I
)
_STATES = ("current", "past", "ended")


def completed(text: str, values: Callable[[str], Iterable[str]]) -> str | None:
    """What was typed with its last value completed; `None` when nothing begins so.

    Between quotes it is the whole value, or what stands before a quote in it, else its first word,
    which is enough to find it.

    Args:
        text: What was typed.
        values: The values of a field, those that most facts have first.
    """
    found = _LAST.search(text)
    if found is None:
        return None
    quote = "" if found["quoted"] is None else '"'
    begun = found["quoted"] if quote else found["bare"]
    for value in values(found[1].casefold()):
        whole = value.partition('"')[0] if quote else value.partition(" ")[0]
        if len(whole) > len(begun) and whole.casefold().startswith(begun.casefold()):
            return text + whole[len(begun) :] + quote
    return None


class Values:
    """The values that rows have, by field, counted when they are first wanted."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self._known: dict[str, list[str]] = {"is": list(_STATES)}

    def of(self, name: str) -> list[str]:
        """The values of a field, those that most rows have first."""
        if name not in self._known:
            if name == "tag":
                numbers = Counter(
                    tag for row in self.rows if row.tags for tag in row.tags.split(", ")
                )
            else:
                numbers = Counter(getattr(row, name) for row in self.rows)
            self._known[name] = [plain(value) for value, _ in numbers.most_common()]
        return self._known[name]


class Completing(Suggester):
    """Suggests the end of a filter from the rows of a list."""

    def __init__(self, rows: Callable[[], Sequence[Row]]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._rows = rows
        self._values = Values(())

    async def get_suggestion(self, value: str) -> str | None:
        """The filter with its last value completed."""
        rows = self._rows()
        if rows is not self._values.rows:
            self._values = Values(rows)
        return completed(value, self._values.of)
