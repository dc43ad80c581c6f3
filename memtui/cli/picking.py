"""Which conversations of a file are meant: by number, id, or title."""

from collections.abc import Sequence
from dataclasses import dataclass

from memtui.cli.call import Call, UsageError
from memtui.cli.numbers import read_numbers, refuse_beyond
from memtui.cli.opening import read_through
from memtui.conversations.collection import Collection
from memtui.conversations.listing import Listed, listed
from memtui.facts.text import fold

_PROG = "memtui remember"
_ALL = "all"
_SHORTEST_ID = 6
_TOLD = 5


@dataclass(frozen=True, slots=True)
class Pick:
    """What `--pick` asks for; with neither numbers nor names it is all there is."""

    numbers: frozenset[int] = frozenset()
    names: tuple[str, ...] = ()
    every: bool = False

    @property
    def one(self) -> bool:
        """Whether it may be a single conversation."""
        return not self.every and len(self.numbers) + len(self.names) < 2


def read_picks(given: Sequence[str] | None) -> Pick:
    """What the values of `--pick` ask for.

    Raises:
        UsageError: One is empty.
    """
    numbers: set[int] = set()
    names: list[str] = []
    for each in given or ():
        try:
            numbers |= read_numbers(each, "--pick")
        except UsageError:
            if not each.strip():
                raise
            names.append(each)
    every = given is None or _ALL in names
    return Pick(frozenset(numbers), tuple(name for name in names if name != _ALL), every)


def picked(call: Call, collection: Collection, pick: Pick) -> list[Listed]:
    """The conversations that are meant: by number, then by name.

    Raises:
        MemtuiError: `CONVERSATION_UNREADABLE`, `CONVERSATION_EMPTY`.
        UsageError: One is not there, or several are called so.
    """
    there: list[Listed] = []
    last = max(pick.numbers, default=0)
    for found in read_through(call.out, collection):
        there.append(listed(found))
        if not pick.every and not pick.names and len(there) == last:
            # No more of the file need be read.
            break
    if pick.every:
        return there
    # A title or an id may be a number too, such as a year.
    names = {number for number in pick.numbers if number > len(there) and _is_name(number, there)}
    numbers = pick.numbers - names
    refuse_beyond(numbers, len(there), "--pick", "conversation", collection.name)
    chosen = [there[number - 1] for number in sorted(numbers)]
    wanted = (*map(str, sorted(names)), *pick.names)
    chosen += [_called(name, there, collection.name) for name in wanted]
    return list({one.id: one for one in chosen}.values())


def _is_name(number: int, there: Sequence[Listed]) -> bool:
    return any(str(number) in (one.id, one.key, one.title) for one in there)


def _called(name: str, there: Sequence[Listed], where: str) -> Listed:
    wanted = fold(name)
    by_id = [
        one
        for one in there
        if name in (one.id, one.key) or (len(name) >= _SHORTEST_ID and one.id.startswith(name))
    ]
    alike = [
        (number, one) for number, one in enumerate(there, start=1) if fold(one.title) == wanted
    ]
    if not by_id and not alike:
        alike = [(n, one) for n, one in enumerate(there, start=1) if wanted in fold(one.title)]
    if len(by_id) == 1:
        return by_id[0]
    if len(alike) == 1:
        return alike[0][1]
    if not alike:
        raise UsageError(
            f"--pick “{name}”: no conversation in {where} has that number, id or title"
            " (memtui conversations lists them)",
            _PROG,
        )
    told = ", ".join(f"{n} ({one.started or 'no date'})" for n, one in alike[:_TOLD])
    more = f" and {len(alike) - _TOLD} more" if len(alike) > _TOLD else ""
    raise UsageError(
        f"--pick “{name}”: {len(alike)} conversations are called so: {told}{more}; give a number",
        _PROG,
    )
