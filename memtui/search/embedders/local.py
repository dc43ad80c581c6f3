"""Any sentence-transformers model, by its name on the hub or as a local folder.

An extra: with plain pip on Linux it brings several gigabytes of CUDA along.
"""

import hashlib
import threading
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from memtui.search.embedders.prefixes import Prefixes, cleaned, prefixes_of
from memtui.search.unavailable import unavailable
from memtui.search.unit import Vectors, unit_rows
from memtui.settings import EmbedderSettings

_BEGINNING = 1_000_000


class LocalModel:
    """A sentence-transformers model in this process."""

    word_weight: float | None = None

    def __init__(self, settings: EmbedderSettings) -> None:
        """See `make_embedder`."""
        if not settings.model:
            raise unavailable(
                "No model is named for the sentence-transformers embedder.",
                "Set model under [embedder], for example BAAI/bge-m3, or a folder.",
            )
        self._folder = Path(settings.model).expanduser()
        self._where = str(self._folder) if self._folder.is_dir() else settings.model
        self._one_at_a_time = threading.Lock()
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

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """See `Embedder`."""
        prefix = self._prefixes.query if query else self._prefixes.passage
        with self._one_at_a_time:
            model = self._model
            # Models that carry prompts of their own name them; a known prefix goes before.
            kind = model.encode_query if query else model.encode_document
            encode = model.encode if prefix else kind
            rows = encode(
                [prefix + cleaned(text) for text in texts],
                convert_to_numpy=True,
                show_progress_bar=False,
            )
        return unit_rows(rows, len(texts), self.name)

    @cached_property
    def _model(self) -> Any:
        try:
            from sentence_transformers import SentenceTransformer
            from transformers.utils import logging
        except ImportError as error:
            raise unavailable(
                f"sentence-transformers does not load: {error}.",
                "Install it with `pip install 'memtui[sentence-transformers]'`; on Linux a CPU "
                "build of torch first saves several gigabytes.",
            ) from error
        # Progress bars would be drawn across the app's screen.
        quiet: Any = logging.disable_progress_bar
        quiet()
        try:
            return SentenceTransformer(self._where)
        except (OSError, ValueError, RuntimeError) as error:
            raise unavailable(
                f"The model {self._where} does not load: {error}.",
                "Check the name or folder under [embedder], and that it was downloaded once.",
            ) from error

    def close(self) -> None:
        """See `Embedder`."""


def _fingerprint(folder: Path) -> str:
    """A folder's content in short: names, sizes and the beginning of every file."""
    digest = hashlib.sha256()
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        digest.update(f"{path.relative_to(folder)} {path.stat().st_size}\n".encode())
        with path.open("rb") as file:
            digest.update(file.read(_BEGINNING))
    return digest.hexdigest()[:16]
