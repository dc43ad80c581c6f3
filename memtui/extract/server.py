"""What every kind of server promises to `asking`, and the values of a request and its answer."""

from dataclasses import dataclass
from typing import Any, Protocol

from memtui.extract.prompt import Message
from memtui.extract.refusals import Asked
from memtui.extract.transport import Wire
from memtui.servers.addresses import Address

# One constant: another size makes Ollama load the model again.
WINDOW = 16_384
ANSWER = 2_048


@dataclass(frozen=True, slots=True)
class Met:
    """What a server says of a model: its window, how to keep it from thinking, what to know.

    `think` is what to send, `None` to send nothing. `loaded` is false only where the server says
    so. `thinks` is the name of a sibling that answers, for a build that only thinks aloud.
    """

    window: int = WINDOW
    think: bool | str | None = None
    notes: tuple[str, ...] = ()
    loaded: bool = True
    thinks: str = ""

    @property
    def answer(self) -> int:
        """How many tokens the answer may have."""
        return min(ANSWER, self.window // 4)


@dataclass(frozen=True, slots=True)
class Attempt:
    """How a request is made."""

    think: bool | str | None
    format: str = "schema"
    """What the answer is held to by the server: `schema`, `json`, or `none`."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A line of a streamed answer.

    `done` is the reason why it ended, empty before the end; `last` that nothing comes after it.
    """

    content: str = ""
    thinking: str = ""
    done: str = ""
    sent: int = 0
    written: int = 0
    error: str = ""
    last: bool = False


class Server(Protocol):
    """A protocol for asking a model."""

    by: str
    chat_path: str

    def asked(self, model: str, address: Address) -> Asked:
        """Whom a request goes to, for messages."""
        ...

    async def meet(self, wire: Wire, asked: Asked) -> Met:
        """Ask what the model can do; raises `MemtuiError` or `RefusalError`."""
        ...

    async def load(self, wire: Wire, asked: Asked, met: Met) -> None:
        """Have the model loaded, where it is not; raises `MemtuiError` or `RefusalError`."""
        ...

    def body(self, model: str, messages: list[Message], met: Met, attempt: Attempt) -> Any:
        """The request's body."""
        ...

    def piece(self, line: bytes) -> Piece | None:
        """Read one line of the stream; `None` for one without meaning; `ValueError` for none."""
        ...
