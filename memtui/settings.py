"""What `memory.toml` says, as frozen values.

No file is read here: `store` hands over the parsed document and writes it back. Unknown keys are
named, never dropped: the file itself keeps them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, get_type_hints

from memtui.errors import Code, MemtuiError

# The tag `qwen3:4b` is a build that only thinks aloud; this one answers.
DEFAULT_MODEL = "qwen3:4b-instruct"

Names = Mapping[str, str]
NO_NAMES: Names = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ExtractorSettings:
    """Which model proposes facts, and where it answers.

    `url` empty means the kind's own default (for Ollama `OLLAMA_HOST`, else the loopback).
    `headers` maps a header's name to where its value is: an environment variable, or `file:` and
    a path.
    `timeout` is in seconds and bounds one whole answer.
    `elsewhere` is the model that may run at another company's machine, as the person said.
    """

    kind: str = "ollama"
    url: str = ""
    model: str = DEFAULT_MODEL
    headers: Names = field(default_factory=lambda: NO_NAMES)
    ca_file: str = ""
    timeout: float = 600.0
    elsewhere: str = ""


@dataclass(frozen=True, slots=True)
class EmbedderSettings:
    """Which embedder turns text into vectors, and where it answers.

    `url`, `headers`, `ca_file` and `timeout` are as for the extractor; the two prefixes stand
    before a question and before a fact, empty for those that the model is known to want.
    """

    kind: str = "auto"
    model: str = ""
    url: str = ""
    headers: Names = field(default_factory=lambda: NO_NAMES)
    ca_file: str = ""
    timeout: float = 120.0
    query_prefix: str = ""
    passage_prefix: str = ""


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """Where vectors live; `chroma` is the address of a Chroma server, empty for the folder."""

    chroma: str = ""


@dataclass(frozen=True, slots=True)
class AttributeSettings:
    """How attributes behave: which hold many values, and other names for them."""

    many: tuple[str, ...] = ()
    aliases: Names = field(default_factory=lambda: NO_NAMES)


@dataclass(frozen=True, slots=True)
class SubjectSettings:
    """Other names for subjects."""

    aliases: Names = field(default_factory=lambda: NO_NAMES)


@dataclass(frozen=True, slots=True)
class MeSettings:
    """Who the person is: the names they go by in conversations, and their IANA time zone."""

    names: tuple[str, ...] = ()
    time_zone: str = ""


class Writes(StrEnum):
    """What becomes of what assistants say: it waits, or is kept at once."""

    PROPOSE = "propose"
    DIRECT = "direct"


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """What assistants may do; `direct` counts for `clients` alone, by the names they were given."""

    writes: Writes = Writes.PROPOSE
    clients: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """Folders of conversations that are read as they arrive.

    `quiet` is for how many seconds a file must have rested.
    """

    folders: tuple[str, ...] = ()
    quiet: float = 60.0


@dataclass(frozen=True, slots=True)
class Settings:
    """All of one memory's settings."""

    evidence: bool = True
    never_save: tuple[str, ...] = ()
    extractor: ExtractorSettings = field(default_factory=ExtractorSettings)
    embedder: EmbedderSettings = field(default_factory=EmbedderSettings)
    index: IndexSettings = field(default_factory=IndexSettings)
    attributes: AttributeSettings = field(default_factory=AttributeSettings)
    subjects: SubjectSettings = field(default_factory=SubjectSettings)
    me: MeSettings = field(default_factory=MeSettings)
    serve: ServeSettings = field(default_factory=ServeSettings)
    watch: WatchSettings = field(default_factory=WatchSettings)


# Nothing answers in less than the least of these seconds, and nobody waits longer than a day.
LEAST_SECONDS, MOST_SECONDS = 1.0, 86_400.0
SECONDS = f"seconds from {LEAST_SECONDS:,.0f} to {MOST_SECONDS:,.0f}"
_SHOWN = 60
_Section = TypeVar("_Section")
_EXPECTED = {
    str: "a text",
    bool: "true or false",
    float: f"a number of {SECONDS}",
    tuple[str, ...]: "a list of texts",
    Names: "a table of texts",
}


def settings_from(
    document: Mapping[str, Any], *, where: str = "memory.toml"
) -> tuple[Settings, tuple[str, ...]]:
    """Read settings from a parsed document.

    Args:
        document: The parsed TOML.
        where: The file's name, for messages.

    Returns:
        The settings, and the dotted names of keys that memtui does not know.

    Raises:
        MemtuiError: `SETTINGS_UNREADABLE`, naming the key, when a value has the wrong type.
    """
    unknown: list[str] = []
    return _section(Settings, document, where, "", unknown), tuple(unknown)


def _section(
    kind: type[_Section], table: Mapping[str, Any], where: str, prefix: str, unknown: list[str]
) -> _Section:
    types = get_type_hints(kind)
    known = {each.name for each in fields(kind)}  # type: ignore[arg-type]
    unknown.extend(prefix + key for key in table if key not in known)
    values = {
        key: _value(types[key], table[key], where, prefix + key, unknown)
        for key in table
        if key in known
    }
    return kind(**values)


def _value(kind: Any, value: Any, where: str, name: str, unknown: list[str]) -> Any:
    if isinstance(kind, type) and kind.__name__.endswith("Settings"):
        if isinstance(value, Mapping):
            return _section(kind, value, where, name + ".", unknown)
        expected = "a table"
    elif isinstance(kind, type) and issubclass(kind, StrEnum):
        if value in list(kind):
            return kind(value)
        expected = " or ".join(f"`{each}`" for each in kind)
    else:
        expected = _EXPECTED[kind]
        if kind is float and _is_number(value) and LEAST_SECONDS <= value <= MOST_SECONDS:
            return float(value)
        if kind in (str, bool) and isinstance(value, kind):
            return value
        if kind == tuple[str, ...] and isinstance(value, list) and _texts(value):
            # An empty folder would be the one that memtui is started in.
            if not all(map(str.strip, value)):
                raise MemtuiError(
                    Code.SETTINGS_UNREADABLE,
                    f"In {where}, one of the texts of `{name}` is empty.",
                    "Fill it in or take it out there; nothing was changed.",
                )
            return tuple(value)
        if kind == Names and isinstance(value, Mapping) and _texts(list(value.values())):
            return MappingProxyType(dict(value))
    raise MemtuiError(
        Code.SETTINGS_UNREADABLE,
        f"In {where}, `{name}` should be {expected}, not {_as_written(value)}.",
        "Correct it there; nothing was changed.",
    )


def _as_written(value: Any) -> str:
    """A value as it would stand in the file, in short."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list):
        return "a list of other things" if value else "an empty list"
    return f'"{value[:_SHOWN]}"' if isinstance(value, str) else str(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _texts(values: list[Any]) -> bool:
    return all(isinstance(each, str) for each in values)


def path_of(written: str) -> Path:
    """The path that a person wrote, with `~` and `~name` for home folders; of nobody's, as it is.

    What is called so is not there then, which whoever opens it says.
    """
    try:
        return Path(written).expanduser()
    except RuntimeError:
        return Path(written)
