"""The extractor, the embedder and the index tried out, saying what goes on meanwhile."""

import asyncio
from collections.abc import Callable

from memtui.desk.desk import Desk
from memtui.desk.models import trial
from memtui.desk.setting.doing import try_chroma, try_embedder
from memtui.desk.setting.every import EMBEDDER, EXTRACTOR
from memtui.desk.telling import count
from memtui.extract.events import Event, Loading, Reading, Writing
from memtui.facts.text import visible

Say = Callable[[str], None]


async def try_out(desk: Desk, group: str, say: Say) -> str:
    """Have what the settings of a group name do a little work.

    Args:
        desk: The desk.
        group: The group: extractor, embedder or index.
        say: Told what goes on.

    Returns:
        What came of it.

    Raises:
        MemtuiError: It cannot be used, and why.
    """
    if group == EXTRACTOR:
        return await _try_extractor(desk, say)
    if group == EMBEDDER:
        say("The embedder embeds a sentence…")
        return await asyncio.to_thread(try_embedder, desk)
    return await asyncio.to_thread(try_chroma, desk)


async def _try_extractor(desk: Desk, say: Say) -> str:
    def told(event: Event) -> None:
        match event:
            case Loading():
                say("The model is being loaded…")
            case Reading(elapsed):
                say(f"It reads a built-in conversation… {elapsed:.0f} s")
            case Writing(tokens):
                say(f"It writes… {count(tokens, 'token')}")

    extractor = desk.extractor()
    result = await trial(extractor, desk.memory.today, told=told)
    found = count(len(result.proposals), "fact")
    facts = "\n".join(f"  {visible(each.fact)}" for each in result.proposals[:3])
    return f"{extractor.name} found {found} in {result.seconds:.1f} s.\n{facts}"
