"""Any sentence-transformers model, by its name on the hub or as a local folder.

An extra: with plain pip on Linux it brings several gigabytes of CUDA along. It runs in a process
of its own: to load it here held up every key for a third of a second.
"""

import hashlib
import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from memtui.errors import MemtuiError
from memtui.search.embedders.prefixes import Prefixes, cleaned, prefixes_of
from memtui.search.unavailable import unavailable
from memtui.search.unit import Vectors, unit_rows
from memtui.settings import EmbedderSettings, path_of

_BEGINNING = 1_000_000
_CHILD = "memtui.search.embedders.local_child"
_LEAVING = 2.0  # seconds that the process has to end
# Somebody waits for the vector of a question, and has words meanwhile: to load a model takes some.
QUESTION_SECONDS = 30.0


class LocalModel:
    """A sentence-transformers model, in a process of its own from its first use to `close`."""

    word_weight: float | None = None

    def __init__(self, settings: EmbedderSettings) -> None:
        """See `make_embedder`."""
        if not settings.model:
            raise unavailable(
                "No model is named for the sentence-transformers embedder.",
                "Set model under [embedder], for example BAAI/bge-m3, or a folder.",
            )
        self._folder = path_of(settings.model)
        self._where = str(self._folder) if self._folder.is_dir() else settings.model
        self._one_at_a_time = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        usual = prefixes_of(settings.model)
        self._prefixes = Prefixes(
            settings.query_prefix or usual.query, settings.passage_prefix or usual.passage
        )
        self.name = f"{self._folder.name} in sentence-transformers"

    @cached_property
    def identity(self) -> str:
        """See `Embedder`; a folder counts by what is in it."""
        version = _fingerprint(self._folder) if self._folder.is_dir() else ""
        name = self._folder.name if version else self._where
        return f"sentence-transformers {name} {version} {'/'.join(self._prefixes)}"

    def embed(
        self, texts: Sequence[str], *, query: bool = False, seconds: float | None = None
    ) -> Vectors:
        """See `Embedder`."""
        prefix = self._prefixes.query if query else self._prefixes.passage
        if not texts:
            return unit_rows([], 0, self.name)
        asked = {"texts": [cleaned(text) for text in texts], "prefix": prefix, "query": query}
        if query and seconds is None:
            seconds = QUESTION_SECONDS
        begun = time.monotonic()
        if not self._one_at_a_time.acquire(timeout=-1 if seconds is None else seconds):
            raise self._late(seconds)
        try:
            with self._at_most(seconds and begun + seconds - time.monotonic()):
                rows = self._answer(asked)
        finally:
            self._one_at_a_time.release()
        return unit_rows(rows, len(texts), self.name)

    @contextmanager
    def _at_most(self, seconds: float | None) -> Iterator[None]:
        """End the process when it takes longer: nothing else leads out of reading its answer."""
        if seconds is None:
            yield
            return
        process, late = self._running(), threading.Event()

        def end() -> None:
            late.set()
            process.kill()

        patience = threading.Timer(max(0.0, seconds), end)
        patience.daemon = True
        patience.start()
        try:
            yield
        except MemtuiError:
            if late.is_set():
                raise self._late(seconds) from None
            raise
        finally:
            patience.cancel()

    def _late(self, seconds: float | None) -> Exception:
        return unavailable(
            f"{self.name} did not answer within {seconds or 0:.0f} seconds.",
            "Wait until it is downloaded and loaded, or choose another one under [embedder].",
        )

    def _answer(self, asked: dict[str, Any]) -> Vectors:
        process = self._running()
        assert process.stdin
        assert process.stdout
        try:
            process.stdin.write(json.dumps(asked).encode() + b"\n")
            process.stdin.flush()
            said = json.loads(process.stdout.readline() or b"{}")
            if "rows" in said:
                wanted = said["rows"] * said["width"] * 4
                data = process.stdout.read(wanted)
                if len(data) == wanted:
                    rows = np.frombuffer(data, dtype=np.float32)
                    return rows.reshape(said["rows"], said["width"])
        except (OSError, ValueError) as error:
            said = {"error": str(error)}
        self._end()
        if "missing" in said:
            raise _not_installed(said["missing"])
        reason = " ".join(str(said.get("error", "its process ended")).split())[:300]
        raise unavailable(
            f"The model {self._where} does not load or embed: {reason}.",
            "Check the name or folder under [embedder], and that it was downloaded once.",
        )

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process and self._process.poll() is not None:
            self._end()
        process = self._process
        if process is None:
            if find_spec("sentence_transformers") is None:
                raise _not_installed("it is not installed here")
            process = subprocess.Popen(
                [sys.executable, "-m", _CHILD, self._where],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                # Its progress bars would be drawn across the app's screen.
                stderr=subprocess.DEVNULL,
            )
            self._process = process
        return process

    def close(self) -> None:
        """See `Embedder`."""
        if process := self._process:
            process.terminate()
        with self._one_at_a_time:
            self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(_LEAVING)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for stream in (process.stdin, process.stdout):
            if stream:
                with suppress(OSError):
                    stream.close()


def _not_installed(reason: str) -> Exception:
    return unavailable(
        f"sentence-transformers does not load: {reason}.",
        "Install it with `pip install 'memtui[sentence-transformers]'`; on Linux a CPU "
        "build of torch first saves several gigabytes.",
    )


def _fingerprint(folder: Path) -> str:
    """A folder's content in short: names, sizes and the beginning of every file."""
    digest = hashlib.sha256()
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        digest.update(f"{path.relative_to(folder)} {path.stat().st_size}\n".encode())
        with path.open("rb") as file:
            digest.update(file.read(_BEGINNING))
    return digest.hexdigest()[:16]
