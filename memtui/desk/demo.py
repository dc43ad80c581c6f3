"""A throw-away memory that shows what memtui does, and the sample conversations to try on it."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from itertools import count
from pathlib import Path

from memtui.desk.demo_facts import ENDED, SITTINGS, Line, Sitting
from memtui.facts.fact import Draft, Evidence, Origin
from memtui.facts.keeping import End, Keep
from memtui.store.memory import Memory

NAME = "demo"


def make_demo(home: Path, *, now: datetime) -> str:
    """Make the demo memory, the same every time, ids included.

    Its facts are kept one sitting after the other, as a person would have over the years. It
    proposes with the plain reader, so that nothing needs to be installed beside memtui.

    Args:
        home: The folder of all memories; a temporary one, for a demo.
        now: The moment, aware; nothing is kept later than this.

    Returns:
        The memory's name.

    Raises:
        MemtuiError: `MEMORY_READONLY`, `MEMORY_BUSY`.
    """
    moment = now

    def clock() -> datetime:
        return min(moment, now)

    ids = _ids()
    memory = Memory.open(home, NAME, make=True, clock=clock, new_id=lambda: f"f_{next(ids)[:16]}")
    try:
        memory.save_settings({"extractor.kind": "plain"})
        kept: dict[str, str] = {}
        for sitting in SITTINGS:
            moment = sitting.kept
            change = memory.apply(_keep(sitting))
            kept |= {outcome.fact.fact: outcome.fact.id for outcome in change.outcomes}
        fact, moment = ENDED
        memory.apply(End(kept[fact]))
    finally:
        memory.close()
    return NAME


def sample_conversations() -> Path:
    """The folder of conversations to try: beside this module, in a checkout at its top."""
    packaged = Path(__file__).with_name("samples")
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "sample_conversations"


def _keep(sitting: Sitting) -> Keep:
    batch = sha256(sitting.kept.isoformat().encode()).hexdigest()[:8]
    return Keep(tuple(_draft(line, sitting) for line in sitting.lines), f"b_{batch}")


def _draft(line: Line, sitting: Sitting) -> Draft:
    draft = Draft(line.subject, line.attribute, line.fact, said=sitting.kept.date(), tags=line.tags)
    if not sitting.source:
        return draft
    return replace(
        draft,
        source=sitting.source,
        evidence=Evidence(line.words, line.speaker) if line.words else None,
        origin=Origin("plain", conversation=sitting.source.removeprefix("conversation: ")),
    )


def _ids() -> Iterator[str]:
    return (sha256(f"demo {number}".encode()).hexdigest() for number in count())
