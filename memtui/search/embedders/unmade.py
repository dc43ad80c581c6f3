"""The embedder that settings make: anew, from what was kept of them, or one that tells why not."""

import json
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from memtui.errors import MemtuiError
from memtui.search.embedders.embedder import Embedder
from memtui.settings import EmbedderSettings

if TYPE_CHECKING:
    from memtui.search.unit import Vectors

Making = Callable[[EmbedderSettings], Embedder]


class Unmade:
    """Stands for an embedder that the settings do not make: whatever is asked of it tells why."""

    word_weight: float | None = None

    def __init__(self, kind: str, problem: MemtuiError) -> None:
        self.name = kind
        self._problem = problem

    @property
    def identity(self) -> str:
        """See `Embedder`."""
        raise self._problem.with_traceback(None)

    def embed(
        self, texts: Sequence[str], *, query: bool = False, seconds: float | None = None
    ) -> "Vectors":
        """See `Embedder`."""
        raise self._problem.with_traceback(None)

    def close(self) -> None:
        """See `Embedder`."""


def made(make: Making, settings: EmbedderSettings) -> Embedder:
    """The embedder chosen; what another has embedded serves while the settings make none."""
    try:
        return make(settings)
    except MemtuiError as error:
        return Unmade(settings.kind, error)


def as_json(settings: EmbedderSettings) -> str:
    """Settings as text, to be kept beside the vectors that they made."""
    values = {each.name: getattr(settings, each.name) for each in fields(settings)}
    return json.dumps({**values, "headers": dict(settings.headers)})


def of_json(text: str) -> EmbedderSettings:
    """The settings that were kept."""
    return EmbedderSettings(**json.loads(text))
