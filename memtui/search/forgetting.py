"""What goes from a memory's vectors with its facts, whatever made them and whoever runs."""

from collections.abc import Callable, Iterable
from pathlib import Path

from memtui.search.cache import VectorCache
from memtui.search.unavailable import unavailable
from memtui.search.vectors.chroma import discard_chroma
from memtui.store import places
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


def make_way(index: Path, tell: Callable[[str], None]) -> None:
    """Move aside what stands where vectors belong: it is somebody's, and stays whole.

    Args:
        index: The folder of a memory's index.
        tell: Takes a sentence that says so.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE` when it cannot be moved.
    """
    for name, is_right in ((CACHE, Path.is_file), (CHROMA, _is_own_folder)):
        try:
            told = places.make_way(index / name, is_right=is_right)
        except OSError as error:
            raise unavailable(
                f"{index / name} is in the way of this memory's vectors, and cannot be moved "
                f"({error.strerror}).",
                "Move it elsewhere.",
            ) from error
        if told:
            tell(told)


def _is_own_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def without_chroma(chroma: Path) -> bool:
    """Whether a Chroma folder could go; it is made anew when it is wanted."""
    try:
        return discard_chroma(chroma)
    except OSError:
        return False
