"""Settings written into `memory.toml`, tried out, and told."""

import time
from typing import TYPE_CHECKING

from memtui.desk.desk import Desk
from memtui.desk.models import FIRST_ANSWER
from memtui.desk.setting.every import SETTINGS
from memtui.desk.setting.form import Setting
from memtui.desk.telling import count
from memtui.facts.keeping import Turned
from memtui.servers.addresses import without_login
from memtui.settings import Settings

if TYPE_CHECKING:
    from memtui.search.embedders.embedder import Embedder


def save(desk: Desk, setting: Setting, text: str) -> None:
    """Write a setting as typed into `memory.toml`; comments there stay.

    Raises:
        MemtuiError: `SETTINGS_UNREADABLE` with the reason, `MEMORY_BUSY`, `MEMORY_READONLY`.
    """
    desk.save_settings({setting.name: setting.read(text, desk.memory.settings)})


def take_out(desk: Desk, name: str) -> None:
    """Take a key that memtui does not know out of `memory.toml`, with all that is below it.

    Raises:
        MemtuiError: `MEMORY_BUSY`, `MEMORY_READONLY`.
    """
    desk.save_settings({name: None})


def told_turned(turned: Turned) -> str:
    """A setting as a change left it, in a line."""
    for setting in SETTINGS:
        if setting.name == turned.name:
            first = turned.after is None
            told = setting.shown(Settings()) if first else setting.told(turned.after)
            return f"{turned.name}: {told}"
    return f"{turned.name} {'is set' if turned.after is not None else 'is not set'} again"


def unsettled(desk: Desk) -> int:
    """How many notes do not follow from the rules as they are now; `repair` settles them."""
    return len(desk.memory.doctor().disagreeing)


def try_chroma(desk: Desk) -> str:
    """See whether the Chroma server answers.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE` with what to do.
    """
    from memtui.search.vectors.server import look_for

    address = desk.memory.settings.index.chroma
    if not address:
        return "No Chroma server is set: vectors are in the memory's folder."
    look_for(address)
    return f"Chroma answers at {without_login(address)}."


def embedder_of(desk: Desk) -> "Embedder":
    """The embedder that counts now; nothing is loaded or asked yet, and whoever has it closes it.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE` with what to do.
    """
    from memtui.search.embedders.embedder import make_embedder

    return make_embedder(desk.memory.settings.embedder)


def try_embedder(embedder: "Embedder", *, within: float | None = FIRST_ANSWER) -> str:
    """Have an embedder embed a sentence; says what it is and how long it took.

    Args:
        embedder: The embedder.
        within: How many seconds it has, where it is not to take as long as it does.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE` with what to do.
    """
    begun = time.monotonic()
    vectors = embedder.embed(["The launch is on Friday."], seconds=within)
    took = time.monotonic() - begun
    return f"{embedder.name}: {count(vectors.shape[1], 'number')} for a sentence in {took:.1f} s"
