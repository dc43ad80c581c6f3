"""The extractor, the embedder and the index tried out, saying what goes on meanwhile."""

import asyncio
from collections.abc import Callable
from time import monotonic

from textual.timer import Timer

from memtui.desk.desk import Desk
from memtui.desk.models import FIRST_ANSWER, trial
from memtui.desk.setting.doing import embedder_of, try_chroma, try_embedder
from memtui.desk.setting.every import EMBEDDER, EXTRACTOR
from memtui.desk.telling import count
from memtui.extract.events import Event, Loading, Reading, Writing
from memtui.extract.extractor import Extractor
from memtui.facts.text import visible
from memtui.tui.screens.way import Saying

_TICK = 1.0  # seconds
Say = Callable[[str], None]


class Trying(Saying):
    """Says what is tried out, for how long, and what stops it, until it says anything else."""

    def __init__(self) -> None:
        super().__init__()
        self._what = ""
        self._since = 0.0
        self._timer: Timer | None = None

    def try_out(self, what: str) -> None:
        """Say from now on that this goes on; the seconds count from the first time."""
        self._what = what
        if self._timer is None:
            self._since = monotonic()
            self._timer = self.set_interval(_TICK, self._tell)
        self._tell()

    def _tell(self) -> None:
        super().say(f"{self._what} {monotonic() - self._since:.0f} s · Esc stops")

    def say(self, text: str, look: str = "") -> None:
        """See `Saying`; nothing is tried out any more."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        super().say(text, look)


async def try_out(desk: Desk, group: str, say: Say) -> str:
    """Have what the settings of a group name do a little work; cancelling it leaves nothing behind.

    Args:
        desk: The desk.
        group: The group: extractor, embedder or index.
        say: Told what goes on.

    Returns:
        What came of it.

    Raises:
        MemtuiError: It cannot be used, and why.
    """
    say(f"Trying the {group.casefold()}…")
    if group == EXTRACTOR:
        # What talks to models takes a moment to load.
        return await try_extractor(desk, await asyncio.to_thread(desk.extractor), say)
    if group == EMBEDDER:
        return await _try_embedder(desk)
    return await asyncio.to_thread(try_chroma, desk)


async def _try_embedder(desk: Desk) -> str:
    embedder = await asyncio.to_thread(embedder_of, desk)
    here = desk.memory.settings.embedder.kind == "sentence-transformers"
    try:
        # A model on this computer is downloaded and loaded first, however long that takes.
        within = None if here else FIRST_ANSWER
        return await asyncio.to_thread(try_embedder, embedder, within=within)
    finally:
        # Whatever it still waits for ends with its connection.
        await asyncio.to_thread(embedder.close)


async def try_extractor(desk: Desk, extractor: Extractor, say: Say, name: str = "") -> str:
    """Have an extractor read a built-in conversation; see `try_out`.

    Args:
        desk: The desk.
        extractor: The extractor.
        say: Told what goes on.
        name: What to call it, where its own name says too much.
    """
    name = visible(name or extractor.name)
    say(f"Trying {name}…")

    def told(event: Event) -> None:
        match event:
            case Loading():
                say(f"{name} is being loaded…")
            case Reading():
                say(f"{name} reads a built-in conversation…")
            case Writing(tokens):
                say(f"{name} writes, {count(tokens, 'token')} so far…")

    result = await trial(extractor, desk.memory.today, within=FIRST_ANSWER, told=told)
    found = count(len(result.proposals), "fact")
    facts = "\n".join(f"  {visible(each.fact)}" for each in result.proposals[:3])
    return f"{name} found {found} in {result.seconds:.1f} s.\n{facts}"
