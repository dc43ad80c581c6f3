"""Whether notes, index, search and extractor of a memory are well, row by row, for both faces."""

import asyncio
import contextlib
from collections.abc import Iterable, Iterator
from contextlib import aclosing
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from memtui.conversations.conversation import Conversation, Role, Turn
from memtui.desk.inspecting import Inspected
from memtui.desk.models import answering, model_line, models_of
from memtui.desk.telling import count
from memtui.errors import MemtuiError
from memtui.extract.events import Connecting

if TYPE_CHECKING:
    from memtui.desk.desk import Desk
    from memtui.extract.models import Model
    from memtui.store.health import Health

_SOME = 8
# Who looks whether all is well waits so many seconds for a server; one that is well needs none.
_LOOK = 4.0
# Its words are never sent: whether a model is there is known before.
_NOTHING_SAID = Conversation("", "", (Turn("nobody", Role.PERSON, "nothing"),))


class Mending(StrEnum):
    """What puts a row right, in words that follow "f"."""

    REPAIR = "put links, folders, permissions and index right"
    REINDEX = "make index and vectors anew from the notes"
    TIDY = "open Tidy, which mends notes"
    AHEAD = "show these facts, to correct their day"
    SETTINGS = "open the settings"
    EXTRACTOR = "open the models that read conversations"


@dataclass(frozen=True, slots=True)
class Check:
    """One row: what was looked at and how it stands.

    Args:
        name: What was looked at, in a word.
        state: How it stands.
        details: What exactly, a line each.
        well: Whether nothing is to be done.
        mending: What can be done about it.
    """

    name: str
    state: str
    details: tuple[str, ...] = ()
    well: bool = True
    mending: Mending | None = None


@dataclass(frozen=True, slots=True)
class ExtractorCheck:
    """The extractor: its name and state, why it cannot be used if so, what its server has."""

    state: str
    failure: MemtuiError | None
    models: tuple["Model", ...]
    chosen: str

    @property
    def check(self) -> Check:
        """The row."""
        failure = (str(self.failure),) if self.failure else ()
        told = (*failure, *_told_of(self.models, self.chosen))
        return Check("extractor", self.state, told, self.failure is None, Mending.EXTRACTOR)


def verdict(checks: Iterable[Check]) -> str:
    """How all of it stands, in a few words."""
    unwell = sum(not each.well for each in checks)
    return f"{count(unwell, 'row')} to look at" if unwell else "all is well"


def checks_of_notes(health: "Health") -> Iterator[Check]:
    """What the notes and files of a memory say."""
    counts = health.counts
    unreadable = tuple(f"{each.path}: {each.reason}" for each in health.problems)
    left = "left as it is" if len(unreadable) == 1 else "left as they are"
    told = f", {len(unreadable):,} unreadable and {left}" if unreadable else ""
    yield _check("notes", f"{count(counts.notes, 'note')}{told}", unreadable, Mending.TIDY)
    if health.secrets:
        listed = tuple(f"{each.path}: {each.rule}" for each in health.secrets)
        told = f"{count(len(listed), 'note')} with what looks like one"
        yield _check("secrets", told, listed, Mending.TIDY)
    if ids := health.disagreeing:
        told = f"{count(len(ids), 'note')} not as the statements say"
        yield _check("links", told, ids, Mending.REPAIR)
    if health.ahead:
        told = f"{count(len(health.ahead), 'fact')} said on a day to come"
        why = "It counts as today with the next change: memtui correct ID --said DAY"
        yield _check("days", told, (why, *health.ahead), Mending.AHEAD)
    if health.leftovers:
        yield _check("leftovers", "of an interrupted change", health.leftovers, Mending.REPAIR)
    if health.exposed:
        yield _check("open", "to others on this computer", health.exposed, Mending.REPAIR)
    if health.faults:
        yield _check("index", "broken", health.faults, Mending.REPAIR)
    else:
        yield Check("index", "well", mending=Mending.REINDEX)
    if health.unknown_settings:
        told = "memory.toml has what memtui does not know"
        yield _check("settings", told, health.unknown_settings, Mending.SETTINGS)


def _check(name: str, state: str, details: tuple[str, ...], mending: Mending) -> Check:
    return Check(name, state, details, not details, mending if details else None)


def checks_of_search(inspected: Inspected) -> Iterator[Check]:
    """What the search of a memory says."""
    for name, state in inspected.lines():
        well = name != "problem"
        yield Check(name, state, (), well, Mending.REINDEX if well else Mending.SETTINGS)


async def check_extractor(desk: "Desk") -> ExtractorCheck:
    """Have the extractor say whether it could begin; no conversation is sent to it."""
    settings = desk.memory.settings.extractor
    name, failure, until = settings.kind, None, 0.0
    try:
        # What talks to models takes long to load; whoever waits for other things goes on.
        extractor = await asyncio.to_thread(desk.extractor)
        from memtui.extract.extractor import Context

        name = extractor.name
        until = asyncio.get_running_loop().time() + _LOOK
        # Straight: what is known of the nothing that is said would be looked for in all facts.
        context = Context(today=desk.memory.today, me=desk.memory.settings.me.names)
        async with aclosing(answering(extractor, _NOTHING_SAID, context, _LOOK)) as events:
            async for event in events:
                if not isinstance(event, Connecting):
                    break
    except MemtuiError as error:
        failure = error
    models: list[Model] = []
    if settings.kind != "plain":
        # Why it cannot be asked is told of the extractor.
        with contextlib.suppress(MemtuiError, TimeoutError):
            async with asyncio.timeout_at(until):
                models = await models_of(desk)
    state = f"{name} cannot be used" if failure else f"{name} is ready"
    return ExtractorCheck(state, failure, tuple(models), settings.model)


def _told_of(models: tuple["Model", ...], chosen: str) -> Iterator[str]:
    """The chosen model and what speaks against it; else what there is to choose from."""
    found = [each for each in models if each.name in (chosen, f"{chosen}:latest")]
    for model in found:
        yield f"{model.name}: {model_line(model)}".rstrip(": ")
        if model.warning:
            yield model.warning
    if models and not found:
        names = ", ".join(each.name for each in models[:_SOME])
        yield f"there are: {names}; memtui models use NAME chooses one"
