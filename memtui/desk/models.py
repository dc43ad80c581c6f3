"""The models that could read conversations for a memory: listed, chosen, fetched, tried out."""

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from memtui.conversations.conversation import Conversation, Grade, Role, Turn, conversation_of
from memtui.desk.desk import Desk
from memtui.errors import Code, MemtuiError
from memtui.extract.events import Account, Connecting, Done, Dropped, Event, Proposed
from memtui.extract.extractor import Context, Extractor
from memtui.extract.proposal import LeftOut, Proposal

if TYPE_CHECKING:
    from memtui.extract.asking import ModelExtractor
    from memtui.extract.models import Model, Pulling

# What the README and the failures recommend.
RECOMMENDED = "qwen3:4b-instruct"
_DAY = date(2026, 3, 2)
TRIAL = conversation_of(
    [
        Turn("Ana", Role.PERSON, "Morning! I moved to the research team last week.", None, _DAY),
        Turn("assistant", Role.MODEL, "Congratulations! Shall I draft a note?", None, _DAY),
        Turn("Ana", Role.PERSON, "Yes. The Kestrel launch is on 20 March 2026.", None, _DAY),
        Turn("assistant", Role.MODEL, "Maybe you should also plan a party.", None, _DAY),
    ],
    "a trial",
    Grade.TURN,
)
# A model that has to be fetched from a disk answers the question what it is all the same.
FIRST_ANSWER = 30.0
# What a model can do that is not worth a word: reading needs the first, and uses no tools.
_USUAL = ("completion", "tools")


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of reading the built-in conversation, and how many seconds it took."""

    seconds: float
    proposals: tuple[Proposal, ...]
    left_out: tuple[LeftOut, ...]
    account: Account | None


def extractor_for_models(desk: Desk, kind: str | None = None) -> "ModelExtractor":
    """The extractor whose server's models are meant; with the plain reader chosen, Ollama's.

    Raises:
        MemtuiError: `NO_EXTRACTOR`.
    """
    from memtui.extract.asking import ModelExtractor

    kind = kind or desk.memory.settings.extractor.kind
    made = desk.extractor("ollama" if kind == "plain" else kind)
    if not isinstance(made, ModelExtractor):
        raise MemtuiError(Code.NO_EXTRACTOR, f"{made.name} has no models.", "Choose ollama.")
    return made


async def models_of(
    desk: Desk, kind: str | None = None, *, within: float = FIRST_ANSWER
) -> list["Model"]:
    """The models that the server of a memory's extractor has.

    Args:
        desk: The desk.
        kind: Another kind of extractor than that of the settings.
        within: How many seconds the server has to tell.

    Raises:
        MemtuiError: `EXTRACTOR_UNAVAILABLE`, `NO_EXTRACTOR`.
    """
    from memtui.extract.models import listed

    extractor = extractor_for_models(desk, kind)
    try:
        async with asyncio.timeout(within):
            return await listed(extractor)
    except TimeoutError:
        raise _unanswered(extractor.address.shown, within) from None


def _unanswered(name: str, within: float) -> MemtuiError:
    return MemtuiError(
        Code.EXTRACTOR_UNAVAILABLE,
        f"{name} did not answer within {within:g} s.",
        "See whether its server is well and the address is right, then try again.",
    )


async def pull(desk: Desk, name: str) -> AsyncGenerator["Pulling", None]:
    """Have the server fetch a model; see `extract.models.pulled`."""
    from memtui.extract.models import pulled

    async with aclosing(pulled(extractor_for_models(desk), name)) as steps:
        async for step in steps:
            yield step


def use(desk: Desk, model: "Model", kind: str | None = None) -> None:
    """Have a model read conversations from now on; it is written into `memory.toml`.

    One that runs elsewhere is used there from then on: the person was asked.

    Raises:
        MemtuiError: The settings cannot be written.
    """
    changes: dict[str, Any] = {
        "extractor.model": model.name,
        "extractor.elsewhere": model.name if model.elsewhere else None,
    }
    if kind or desk.memory.settings.extractor.kind == "plain":
        changes["extractor.kind"] = kind or "ollama"
    desk.save_settings(changes)


async def answering(
    extractor: Extractor, conversation: Conversation, context: Context, within: float
) -> AsyncGenerator[Event, None]:
    """What an extractor tells of a reading, when its server answers at all in time.

    Args:
        extractor: What reads.
        conversation: What is read.
        context: What it may know.
        within: How many seconds the server has for its first answer.

    Raises:
        MemtuiError: `EXTRACTOR_UNAVAILABLE`, also where nothing came in time.
    """
    until: float | None = asyncio.get_running_loop().time() + within
    async with aclosing(extractor.propose(conversation, context)) as events:
        while True:
            try:
                async with asyncio.timeout_at(until):
                    event = await anext(events, None)
            except TimeoutError:
                raise _unanswered(extractor.name, within) from None
            if event is None:
                return
            if not isinstance(event, Connecting):
                until = None
            yield event


async def trial(
    extractor: Extractor,
    today: date,
    *,
    within: float = FIRST_ANSWER,
    told: Callable[[Event], None] | None = None,
    clock: Callable[[], float] = time.monotonic,
    conversation: Conversation = TRIAL,
) -> Trial:
    """Have an extractor read the built-in conversation; nothing is kept.

    Args:
        extractor: What reads it.
        today: The person's day.
        within: How many seconds the server has for its first answer.
        told: Is told of each event.
        clock: Seconds.
        conversation: What is read instead.

    Raises:
        MemtuiError: `EXTRACTOR_UNAVAILABLE`, `EXTRACTOR_UNREADABLE`.
    """
    began = clock()
    proposals: list[Proposal] = []
    left_out: list[LeftOut] = []
    account = None
    context = Context(today, me=("Ana",))
    async with aclosing(answering(extractor, conversation, context, within)) as events:
        async for event in events:
            match event:
                case Proposed(proposal):
                    proposals.append(proposal)
                case Dropped(dropped):
                    left_out.append(dropped)
                case Done():
                    account = event.account
            if told:
                told(event)
    return Trial(clock() - began, tuple(proposals), tuple(left_out), account)


async def warm_up(desk: Desk) -> MemtuiError | None:
    """Have the model of a memory loaded while the person looks at something else.

    Returns:
        What failed, if anything: reading will say it again.
    """
    try:
        if desk.memory.settings.extractor.kind == "plain":
            return None
        extractor = extractor_for_models(desk)
    except MemtuiError as error:
        return error
    from memtui.extract.models import warmed

    return await warmed(extractor)


async def rest(desk: Desk) -> None:
    """Let the model of a memory go: the review is over."""
    from memtui.extract.models import rested

    if desk.memory.settings.extractor.kind != "ollama":
        return
    with contextlib.suppress(MemtuiError):  # the server lets it go by itself, only later
        await rested(extractor_for_models(desk))


def model_line(model: "Model") -> str:
    """What a model is, without its name: "2.6 GB · 4.0B Q4_K_M · 256k tokens · loaded"."""
    told = [
        _size(model.size),
        model.parameters,
        f"{_window(model.window)} tokens" if model.window else "",
        "loaded" if model.loaded else "",
        ", ".join(each for each in model.capabilities if each not in _USUAL),
    ]
    return " · ".join(filter(None, told))


def _window(tokens: int) -> str:
    return f"{tokens // 1024:,}k" if tokens >= 1024 else str(tokens)


def _size(size: int | None) -> str:
    if not size:
        return ""
    return f"{size / 1e9:,.1f} GB" if size >= 1e9 else f"{size / 1e6:,.0f} MB"


def model_json(model: "Model", chosen: str) -> dict[str, Any]:
    """A model for programs."""
    return {
        "name": model.name,
        "chosen": model.name == chosen or model.name == f"{chosen}:latest",
        "size": model.size,
        "parameters": model.parameters or None,
        "window": model.window,
        "capabilities": list(model.capabilities),
        "loaded": model.loaded,
        "elsewhere": model.elsewhere or None,
        "warning": model.warning or None,
    }


def pulling_line(step: "Pulling") -> str:
    """How far a model is: "pulling 4.1 of 5.2 GB, 78 %"."""
    if not step.total:
        return step.status
    share = 100 * step.done // step.total
    return f"{step.done / 1e9:,.1f} of {step.total / 1e9:,.1f} GB, {share} %"
