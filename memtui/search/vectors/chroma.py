"""The memory's Chroma folder, fenced in.

Embedded Chroma is not safe for two processes, and a folder left behind by a killed one can end
any process that opens it. So one process owns the folder; it is sealed after a clean close, and
only a folder whose seal fits every byte of it is opened again. Any other is thrown away and made
anew from the vector cache.
"""

import contextlib
import struct
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from memtui.errors import MemtuiError
from memtui.search.unavailable import unavailable
from memtui.search.unit import Vectors
from memtui.search.vectors.index import HNSW, Near, nearest_first
from memtui.search.vectors.sealing import break_seal, clear, number, scrub, seal, sealed, sync

_COLLECTION = "vectors"
# Below so many vectors HNSW is never written out: killed while it is, a folder can crash whoever
# opens it (0 of 40 kills without, 2 of 106 with Chroma's own threshold).
_NEVER_FLUSHED_BELOW = 20_000
# After so many endings while opening a folder just made, Chroma itself is what ends the process.
_LAST_TRY = 3
_NOTED = ("seal.json", "seal.new", "tries")


class ChromaFolder:
    """A `VectorIndex` in a folder that this process owns; may be used from several threads."""

    name = "Chroma"
    batch = 1_000

    def __init__(self, folder: Path, identity: str, lock: Any) -> None:
        """Use `open_chroma`."""
        self._folder = folder
        self._identity = identity
        self._lock = lock
        self._one_at_a_time = threading.RLock()
        self._keys: set[str] = set()
        self._client: Any = None
        self._collection: Any = None
        self._place = folder
        self._sound = True
        # Whether the files still have what was removed.
        self._traces = False
        self._looked_at: dict[Path, int] = {}

    def add(self, keys: Sequence[str], vectors: Vectors) -> None:
        """See `VectorIndex`."""
        if not keys:
            return
        with self._one_at_a_time, self._telling():
            collection = self._opened()
            at_once = self._client.get_max_batch_size()
            for at in range(0, len(keys), at_once):
                some = list(keys[at : at + at_once])
                collection.upsert(ids=some, embeddings=vectors[at : at + at_once])
                self._keys.update(some)

    def remove(self, keys: Iterable[str]) -> None:
        """See `VectorIndex`."""
        with self._one_at_a_time, self._telling():
            gone = sorted(self._keys.intersection(keys))
            for at in range(0, len(gone), 1_000):
                self._traces = True
                self._opened().delete(ids=gone[at : at + 1_000])
            self._keys.difference_update(gone)

    def forget(self, keys: Iterable[str]) -> None:
        """See `VectorIndex`; Chroma keeps what it deletes in its files, so the folder goes."""
        with self._one_at_a_time, self._telling():
            keys = set(keys)
            if keys & self._keys or (keys and self._traces):
                self._begin_anew()

    def query(self, vector: Vectors, count: int) -> list[Near]:
        """See `VectorIndex`; approximate beyond Chroma's own promise (recall .995 at 100,000)."""
        with self._one_at_a_time, self._telling():
            count = min(count, len(self._keys))
            if count < 1:
                return []
            answer = self._opened().query(
                query_embeddings=[vector], n_results=count, include=["distances"]
            )
        pairs = zip(answer["ids"][0], answer["distances"][0], strict=True)
        return nearest_first((key, 1.0 - float(distance)) for key, distance in pairs)

    def keys(self) -> frozenset[str]:
        """See `VectorIndex`."""
        with self._one_at_a_time:
            return frozenset(self._keys)

    def close(self) -> None:
        """Close the folder, seal it, and let another process own it."""
        with self._one_at_a_time:
            if not self._lock.is_locked:
                return
            opened = self._client is not None
            # Without a seal the folder is only made anew the next time.
            with contextlib.suppress(MemtuiError), self._telling():
                self._release()
                if opened:
                    self._scrub()
                if opened and self._sound:
                    seal(self._folder, self._place, self._identity, traces=self._traces)
            self._lock.release()

    def _opened(self) -> Any:
        if self._collection is None:
            raise _closed()
        return self._collection

    def _begin(self) -> None:
        """Open the sealed folder, or an empty one where none can be trusted."""
        with self._telling():
            card = sealed(self._folder, self._identity)
            if card is None:
                self._begin_anew()
            else:
                self._enter(self._folder / card.place)
                self._keys = set(self._collection.get(include=[])["ids"])
                self._traces = card.traces

    def _begin_anew(self) -> None:
        # What Chroma says of the one that goes does not matter any more.
        with contextlib.suppress(MemtuiError), self._telling():
            self._release()
        self._keys, self._traces, self._sound = set(), False, True
        # A new name each time: inside this process Chroma remembers folders by their names.
        latest = max((number(each) for each in self._folder.glob("g*")), default=0)
        _remove_generations(self._folder)
        place = self._folder / f"g{latest + 1}"
        place.mkdir(mode=0o700)
        self._enter(place)

    def _enter(self, place: Path) -> None:
        """Open a generation. From here on it is doubtful until it is closed and sealed."""
        break_seal(self._folder)
        with _trying(self._folder):
            self._client = _client(place)
            self._collection = self._client.get_or_create_collection(
                _COLLECTION,
                embedding_function=None,
                configuration={"hnsw": {**HNSW, "sync_threshold": _NEVER_FLUSHED_BELOW}},
            )
            self._collection.count()
        self._place = place

    def _release(self) -> None:
        client, self._client, self._collection = self._client, None, None
        if client is not None:
            client.close()

    def _scrub(self) -> None:
        """Take out of new files what Chroma did not mean to write; see `scrub`."""
        for path in self._place.glob("*/*.bin"):
            if path.stat().st_mtime_ns != self._looked_at.get(path):
                scrub(path)
                self._looked_at[path] = path.stat().st_mtime_ns

    def _telling(self) -> "_Telling":
        return _Telling(self)


class _Telling:
    """Whatever goes wrong inside leaves as `INDEX_UNAVAILABLE`, and the folder is not used again.

    Chroma raises many kinds of exception, a panic of its engine among them, which is no
    `Exception` and whose class has no name to import.
    """

    def __init__(self, folder: ChromaFolder) -> None:
        self._folder = folder

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            try:
                self._folder._scrub()
            except (OSError, struct.error) as problem:
                error = problem
        if error is None or not _is_chromas(error):
            return
        self._folder._collection = None
        self._folder._sound = False
        raise unavailable(
            f"Chroma's folder cannot be used ({' '.join(str(error).split())[:200]}); "
            "search by meaning goes on without it.",
            "Look for a full disk or missing rights; `memtui reindex` makes the folder anew.",
        ) from error


def _is_chromas(error: BaseException) -> bool:
    kind = type(error)
    return (
        isinstance(error, OSError | ValueError | RuntimeError | ImportError | struct.error)
        or kind.__module__.startswith("chromadb")
        or kind.__name__ == "PanicException"
    )


def open_chroma(folder: Path, identity: str) -> ChromaFolder | None:
    """Become the owner of a Chroma folder; it may be empty, and is then to be filled.

    Args:
        folder: Where it is, or is to be.
        identity: What made the vectors; a folder of another's is made anew.

    Returns:
        The index, or `None` when another process owns it.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE` when it cannot be written, or Chroma does not work here.
    """
    from filelock import FileLock, Timeout

    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = FileLock(folder / "lock", timeout=0, mode=0o600, thread_local=False)
        lock.acquire()
    except Timeout:
        return None
    except OSError as error:
        raise unavailable(
            f"Chroma's folder {folder} cannot be written ({error.strerror}); search by meaning "
            "goes on without it.",
            "Look for a full disk or missing rights.",
        ) from error
    index = ChromaFolder(folder, identity, lock)
    try:
        index._begin()
    except BaseException:
        lock.release()
        raise
    return index


def discard_chroma(folder: Path) -> bool:
    """Delete what Chroma has in a folder without opening it; whether no process owned it.

    What somebody else put there stays, and so does all behind a link.

    Raises:
        OSError: When it cannot be deleted.
    """
    from filelock import FileLock, Timeout

    if not folder.is_dir() or folder.is_symlink():
        return True
    try:
        with FileLock(folder / "lock", timeout=0, mode=0o600):
            _remove_generations(folder)
            for name in _NOTED:
                if not (folder / name).is_dir():
                    (folder / name).unlink(missing_ok=True)
    except Timeout:
        return False
    return True


def _remove_generations(folder: Path) -> None:
    for each in folder.glob("g*"):
        clear(each)


@contextlib.contextmanager
def _trying(folder: Path) -> Iterator[None]:
    """Count the openings that never came to an end, and stop trying when there were too many."""
    tries = folder / "tries"
    counted = tries.read_bytes() if tries.exists() else b""
    # What else stands there was written by nobody who counts.
    before = 0 if counted.strip(b".") else len(counted)
    if before >= _LAST_TRY:
        raise RuntimeError(f"{before} times this ended the whole process")
    tries.write_bytes(b"." * (before + 1))
    sync(folder)
    yield
    tries.unlink(missing_ok=True)


def _client(place: Path) -> Any:
    import chromadb
    from chromadb.config import Settings

    # What would else come from the environment, or a .env file in the current folder.
    settings: dict[str, Any] = {
        "_env_file": None,
        "chroma_api_impl": "chromadb.api.rust.RustBindingsAPI",
        "anonymized_telemetry": False,
        "chroma_otel_collection_endpoint": "",
        "allow_reset": False,
        "migrations": "apply",
    }
    return chromadb.PersistentClient(str(place), Settings(**settings))


def _closed() -> Exception:
    return unavailable(
        "Chroma's folder is closed; search by meaning goes on without it.",
        "`memtui reindex` makes the folder anew.",
    )
