"""What goes from a memory's vectors with its facts, whatever made them and whoever runs."""

from collections.abc import Iterable
from pathlib import Path

from memtui.search.cache import VectorCache
from memtui.search.cachefile import discard_cache
from memtui.search.vectors.chroma import discard_chroma
from memtui.store.places import index_folder

CACHE = "vectors.db"
CHROMA = "chroma"


def forget(folder: Path, ids: Iterable[str]) -> None:
    """Leave nothing of forgotten facts among a memory's vectors, whatever made them.

    Args:
        folder: The memory's folder.
        ids: The facts that were forgotten.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE` when they cannot be written.
    """
    index = index_folder(folder)
    if not (index / CACHE).exists():
        return
    cache = VectorCache(index / CACHE, folder)
    try:
        cache.change({}, ids)
        cache.wipe()
        keys = cache.forgotten()
        if keys and without_chroma(index / CHROMA):
            cache.purged(keys)
    finally:
        cache.close()


def discard(folder: Path) -> None:
    """Delete all vectors of a memory; they are made again from the facts.

    Raises:
        OSError: When they cannot be deleted.
    """
    index = index_folder(folder)
    discard_cache(index / CACHE)
    discard_chroma(index / CHROMA)


def without_chroma(chroma: Path) -> bool:
    """Whether a Chroma folder could go; it is made anew when it is wanted."""
    try:
        return discard_chroma(chroma)
    except OSError:
        return False
