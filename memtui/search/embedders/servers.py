"""Embedders that answer over HTTP: Ollama's `/api/embed` and OpenAI-style `/v1/embeddings`."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from memtui.errors import MemtuiError
from memtui.search.embedders.prefixes import Prefixes, cleaned, prefixes_of
from memtui.search.transport import BUSY, Refused, Server, Within, ollama_address, with_path
from memtui.search.unavailable import unavailable
from memtui.search.unit import Vectors, unit_rows
from memtui.servers.headers import HeaderError, header_values
from memtui.settings import EmbedderSettings

_SECTION = "[embedder]"
_BATCH = 64
# Somebody waits for the vector of a question and has words meanwhile: seconds, at most.
QUESTION_SECONDS = 10.0
# What a model is a server knows at once.
_NAMING_SECONDS = 3.0
# A text that is still too long at this many characters is not what the server minds.
_SHORTEST = 200
# How servers say that a text has more tokens than the model takes.
_TOO_LONG = ("input length", "context length", "context size", "too long", "too large", "maximum")


class _Remote(ABC):
    """What both kinds of server have in common: prefixes, batches, texts that are too long."""

    word_weight: float | None = None

    def __init__(self, url: str, settings: EmbedderSettings, environ: Mapping[str, str]) -> None:
        if not settings.model:
            raise unavailable(
                f"No model is named for the {settings.kind} embedder.",
                "Set model under [embedder], for example bge-m3.",
            )
        self._model = settings.model
        self._server = Server(
            url,
            _headers(settings.headers, environ),
            settings.timeout,
            section=_SECTION,
            ca_file=settings.ca_file,
        )
        usual = prefixes_of(settings.model)
        self._seconds = settings.timeout
        self._prefixes = Prefixes(
            settings.query_prefix or usual.query, settings.passage_prefix or usual.passage
        )
        self.name = f"{self._model} at {self._server.name}"

    def embed(
        self, texts: Sequence[str], *, query: bool = False, seconds: float | None = None
    ) -> Vectors:
        """See `Embedder`."""
        prefix = self._prefixes.query if query else self._prefixes.passage
        within = self._shortly(seconds) if query or seconds is not None else None
        rows: list[Any] = []
        for at in range(0, len(texts), _BATCH):
            batch = [cleaned(text) for text in texts[at : at + _BATCH]]
            rows += self._rows(batch, prefix, within)
        vectors = unit_rows(rows, len(texts), self.name)
        if not vectors.any(axis=1).all():
            raise unavailable(
                f"{self.name} answered with zeros alone.",
                "Check that it is an embedding model, or choose another under [embedder].",
            )
        return vectors

    def _shortly(self, seconds: float | None = None) -> Within:
        return Within(min(self._seconds, QUESTION_SECONDS if seconds is None else seconds))

    def _rows(self, texts: list[str], prefix: str, within: Within | None) -> list[Any]:
        try:
            rows = self._ask([prefix + text for text in texts], within)
        except Refused as refused:
            if refused.status not in (400, 413, 422, 500) or not _minds_length(refused.said):
                raise self._refusal(refused) from refused
            if len(texts) > 1:
                return [row for text in texts for row in self._rows([text], prefix, within)]
            if len(texts[0]) <= _SHORTEST:
                raise self._refusal(refused) from refused
            # A vector of its beginning finds a long fact better than none.
            return self._rows([texts[0][: len(texts[0]) // 2]], prefix, within)
        if not isinstance(rows, list) or len(rows) != len(texts):
            raise unavailable(
                f"{self.name} gave no vectors for {len(texts)} texts.",
                "Check that it is an embedding model, or choose another under [embedder].",
            )
        return rows

    def close(self) -> None:
        """See `Embedder`."""
        self._server.close()

    @abstractmethod
    def _ask(self, texts: list[str], within: Within | None) -> Any:
        """The rows for some texts, in their order, as the server gave them in time."""

    @abstractmethod
    def _refusal(self, refused: Refused) -> MemtuiError:
        """What a refusal means for the person."""


class Ollama(_Remote):
    """An embedding model that Ollama runs."""

    def __init__(self, settings: EmbedderSettings, environ: Mapping[str, str]) -> None:
        """See `make_embedder`."""
        url = settings.url or ollama_address(environ.get("OLLAMA_HOST", ""))
        super().__init__(url, settings, environ)

    @cached_property
    def identity(self) -> str:
        """See `Embedder`; the same name pulled again may be another model, its digest tells."""
        wanted = self._model if ":" in self._model else self._model + ":latest"
        try:
            models = self._server.get("api/tags", self._shortly(_NAMING_SECONDS))["models"]
            digest = next(each["digest"] for each in models if each["name"] == wanted)
        except Refused as refused:
            raise self._refusal(refused) from refused
        except StopIteration:
            raise self._not_pulled() from None
        except (TypeError, KeyError) as error:
            raise unavailable(
                f"{self._server.name} does not answer as Ollama does.",
                "Check url under [embedder], or OLLAMA_HOST.",
            ) from error
        return f"ollama {wanted} {digest} {'/'.join(self._prefixes)}"

    def _ask(self, texts: list[str], within: Within | None) -> Any:
        body = {"model": self._model, "input": texts, "truncate": True}
        answer = self._server.post("api/embed", body, within)
        return answer.get("embeddings") if isinstance(answer, dict) else None

    def _refusal(self, refused: Refused) -> MemtuiError:
        if refused.status == 404 and "model" in refused.said:
            return self._not_pulled()
        return unavailable(
            f"Ollama at {self._server.name} refused ({refused}).",
            _hint(refused.status)
            or "Try `ollama run` with this model, or choose another under [embedder].",
        )

    def _not_pulled(self) -> MemtuiError:
        return unavailable(
            f"Ollama at {self._server.name} has no model {self._model}.",
            f"Fetch it with `ollama pull {self._model}`.",
        )


class OpenAIStyle(_Remote):
    """An embedding model behind `/v1/embeddings`: llama.cpp, LM Studio, vLLM, OpenAI."""

    def __init__(self, settings: EmbedderSettings, environ: Mapping[str, str]) -> None:
        """See `make_embedder`."""
        if not settings.url:
            raise unavailable(
                "No address is given for the openai embedder.",
                "Set url under [embedder], for example http://127.0.0.1:1234/v1.",
            )
        super().__init__(with_path(settings.url, "/v1", section=_SECTION), settings, environ)

    @property
    def identity(self) -> str:
        """See `Embedder`; some servers ignore the model's name, so the address counts."""
        return f"openai {self._model} {self._server.name} {'/'.join(self._prefixes)}"

    def _ask(self, texts: list[str], within: Within | None) -> Any:
        body = {"model": self._model, "input": texts, "encoding_format": "float"}
        answer = self._server.post("embeddings", body, within)
        try:
            rows = sorted(answer["data"], key=lambda row: row["index"])
            return [row["embedding"] for row in rows]
        except (TypeError, KeyError):
            return None

    def _refusal(self, refused: Refused) -> MemtuiError:
        usual = "Check the model's name under [embedder]."
        if refused.status >= 500:
            usual = "Try again later, or look at the server's own log."
        hint = _hint(refused.status) or usual
        return unavailable(f"{self._server.name} refused ({refused}).", hint)


def _headers(names: Mapping[str, str], environ: Mapping[str, str]) -> dict[str, str]:
    try:
        return header_values(names, environ, section=_SECTION)
    except HeaderError as error:
        raise unavailable(error.message, error.hint) from error


def _hint(status: int) -> str:
    """What to do about a refusal that says nothing of the model; empty for any other."""
    if status in (401, 403):
        return (
            "Name the variable that holds the key, with the word Bearer before it, under "
            "[embedder.headers] Authorization."
        )
    if status == 404:
        return "Check the model's name and the address under [embedder]."
    if status in BUSY:
        return "Try again later: the server is busy, or allows no more for now."
    return ""


def _minds_length(said: str) -> bool:
    return any(words in said.casefold() for words in _TOO_LONG)
