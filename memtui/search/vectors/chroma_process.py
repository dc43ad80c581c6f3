"""The memory's Chroma folder, owned by a process of its own.

Chroma holds up all else in the process that it runs in: while it took in 500 vectors, no key was
answered for up to a second. And what ends it ends nothing else.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from memtui.errors import MemtuiError
from memtui.search.unavailable import unavailable
from memtui.search.unit import Vectors
from memtui.search.vectors.index import Near

_CHILD = "memtui.search.vectors.chroma_child"
# To open or close a folder is to read every byte of it: some seconds for 100,000 vectors. Whoever
# closes waits no longer than a moment: the process ends by itself, and is ended if it does not.
_STARTING = 120.0
_LEAVING, _ENDING = 2.0, 60.0
# In seconds. Beyond them exact search has answered long since.
_ANSWERING = 3.0
_WRITING, _WRITING_ONE = 10.0, 0.1


class ChromaProcess:
    """A `VectorIndex` in a folder that another process of ours owns; for several threads."""

    name = "Chroma"
    # Chroma reads all again that it has not written out yet, at each batch: up to 40 MB.
    batch = 1_000

    def __init__(self, process: "subprocess.Popen[bytes]", keys: Iterable[str]) -> None:
        """Use `start_chroma`."""
        self._process = process
        self._one_at_a_time = threading.RLock()
        self._looking = threading.Lock()
        self._keys = set(keys)

    def add(self, keys: Sequence[str], vectors: Vectors) -> None:
        """See `VectorIndex`."""
        if keys:
            self._ask({"do": "add", "keys": list(keys)}, _writing(len(keys)), vectors)
            with self._looking:
                self._keys.update(keys)

    def remove(self, keys: Iterable[str]) -> None:
        """See `VectorIndex`."""
        with self._looking:
            gone = sorted(self._keys.intersection(keys))
        if gone:
            self._ask({"do": "remove", "keys": gone}, _writing(len(gone)))
            with self._looking:
                self._keys.difference_update(gone)

    def forget(self, keys: Iterable[str]) -> None:
        """See `VectorIndex`; Chroma keeps what it deletes in its files, so the folder goes."""
        keys = list(keys)
        with self._one_at_a_time:
            asked = {"do": "forget", "keys": keys}
            answer = self._ask(asked, _writing(len(keys))) if keys else {"left": 1}
            if not answer["left"]:
                with self._looking:
                    self._keys.clear()

    def query(self, vector: Vectors, count: int) -> list[Near]:
        """See `VectorIndex`; approximate beyond Chroma's own promise (recall .995 at 100,000)."""
        asked = {"do": "query", "count": count}
        answer = self._ask(asked, _ANSWERING, vector.reshape(1, -1))
        return [(key, cosine) for key, cosine in answer["near"]]

    def keys(self) -> frozenset[str]:
        """See `VectorIndex`."""
        with self._looking:
            return frozenset(self._keys)

    def close(self) -> None:
        """Have the folder closed and sealed, so that another process may own it.

        What takes longer than a moment goes on behind; the process ends without this one, too.
        """
        ending = threading.Thread(target=self._end, name="close Chroma", daemon=True)
        ending.start()
        ending.join(_LEAVING)

    def _end(self) -> None:
        with self._one_at_a_time:
            _end(self._process)

    def _ask(
        self, what: dict[str, Any], seconds: float, vectors: Vectors | None = None
    ) -> dict[str, Any]:
        data = b""
        if vectors is not None:
            what = {**what, "rows": len(vectors), "width": vectors.shape[1]}
            data = np.ascontiguousarray(vectors, dtype=np.float32).tobytes()
        if not self._one_at_a_time.acquire(timeout=seconds):
            raise _late(seconds)
        try:
            with _at_most(seconds, self._process):
                stdin = self._process.stdin
                assert stdin
                stdin.write(json.dumps(what).encode() + b"\n" + data)
                stdin.flush()
                return _answer(self._process)
        except (OSError, ValueError) as error:
            raise _ended() from error
        finally:
            self._one_at_a_time.release()


def start_chroma(folder: Path, identity: str) -> ChromaProcess | None:
    """Have a process of its own become the owner of a Chroma folder; see `open_chroma`."""
    process = subprocess.Popen(
        [sys.executable, "-m", _CHILD, str(folder), identity],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        with _at_most(_STARTING, process):
            first = _answer(process)
    except BaseException:
        _end(process)
        raise
    if not first["owned"]:
        _end(process)
        return None
    return ChromaProcess(process, first["keys"])


@contextmanager
def _at_most(seconds: float, process: "subprocess.Popen[bytes]") -> Iterator[None]:
    """End a process that takes longer: no other way leads out of waiting for its answer."""
    late = threading.Event()

    def end() -> None:
        late.set()
        process.kill()

    patience = threading.Timer(seconds, end)
    patience.daemon = True
    patience.start()
    try:
        yield
    except (MemtuiError, OSError, ValueError) as error:
        if late.is_set():
            raise _late(seconds) from error
        raise
    finally:
        patience.cancel()


def _writing(count: int) -> float:
    """How many seconds it may take to write so many vectors."""
    return _WRITING + _WRITING_ONE * count


def _answer(process: "subprocess.Popen[bytes]") -> dict[str, Any]:
    assert process.stdout
    line = process.stdout.readline()
    if not line:
        raise _ended()
    answer: dict[str, Any] = json.loads(line)
    if "error" in answer:
        raise unavailable(*answer["error"])
    return answer


def _end(process: "subprocess.Popen[bytes]") -> None:
    for stream in (process.stdin, process.stdout):
        if stream:
            with suppress(OSError):
                stream.close()
    try:
        process.wait(_ENDING)
    except subprocess.TimeoutExpired:
        # The folder has no seal, and is made anew the next time.
        process.kill()
        process.wait()


def _late(seconds: float) -> Exception:
    return unavailable(
        f"The process that searches in Chroma's folder did not answer within {seconds:.0f} "
        "seconds; exact search answers in its place.",
        "It is started again by itself; `memtui reindex` makes the folder anew.",
    )


def _ended() -> Exception:
    return unavailable(
        "The process that searches in Chroma's folder ended; search by meaning goes on without it.",
        "It is started again by itself; `memtui reindex` makes the folder anew.",
    )
