"""Builds the extractors that ask a model, from settings and environment."""

from collections.abc import Mapping
from dataclasses import replace

from memtui.errors import Code, MemtuiError
from memtui.extract.asking import ModelExtractor
from memtui.extract.hosts import address_of
from memtui.extract.ollama import Ollama
from memtui.extract.openai import OpenAiStyle
from memtui.extract.server import Server
from memtui.extract.transport import Timing
from memtui.servers.addresses import Address
from memtui.servers.headers import HeaderError, header_values
from memtui.settings import ExtractorSettings

# Where llama-server answers when nothing else is said.
_OPENAI_URL = "http://127.0.0.1:8080"


def model_extractor(
    settings: ExtractorSettings, kind: str, model: str, environ: Mapping[str, str]
) -> ModelExtractor:
    """Build the extractor for `ollama` or `openai`.

    Raises:
        MemtuiError: `NO_EXTRACTOR` when the address, the model or a header cannot be used.
    """
    if not model:
        raise MemtuiError(
            Code.NO_EXTRACTOR, "No model is named.", "Name one as `model` under [extractor]."
        )
    server: Server
    if kind == "ollama":
        server = Ollama(settings.elsewhere)
        address = address_of(settings.url or environ.get("OLLAMA_HOST", ""))
        start = (
            "Start it with `ollama serve`, or say where it answers with OLLAMA_HOST or as `url` "
            "under [extractor]. The plain reader reads without a model."
        )
    else:
        server = OpenAiStyle()
        address = _versioned(address_of(settings.url or environ.get("OPENAI_BASE_URL", "")
                                        or _OPENAI_URL))  # fmt: skip
        start = "Start the server, or say where it answers as `url` under [extractor]."
    return ModelExtractor(
        server,
        model,
        address,
        _headers(settings.headers, environ),
        settings.ca_file,
        start,
        Timing(limit=settings.timeout),
    )


def _versioned(address: Address) -> Address:
    """The address with the `/v1` under which OpenAI-style servers answer."""
    path = address.path
    return address if path.endswith("/v1") else replace(address, path=f"{path}/v1")


def _headers(names: Mapping[str, str], environ: Mapping[str, str]) -> dict[str, str]:
    """The headers' values; no message ever holds one."""
    try:
        return header_values(names, environ, section="[extractor]")
    except HeaderError as problem:
        raise MemtuiError(Code.NO_EXTRACTOR, problem.message, problem.hint) from problem
