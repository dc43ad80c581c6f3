"""What the tests of asking a model share: a talk, an extractor for a fake server, readings."""

import math
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

import pytest

from memtui.conversations.conversation import Conversation, Grade, Role, Turn, conversation_of
from memtui.errors import Code, MemtuiError
from memtui.extract.asking import ModelExtractor
from memtui.extract.events import (
    Account,
    Done,
    Event,
    Proposed,
)
from memtui.extract.extractor import Context
from memtui.extract.making import model_extractor
from memtui.extract.proposal import Proposal
from memtui.extract.transport import Timing
from memtui.settings import ExtractorSettings
from tests.fake_ollama import (
    MODEL,
    Answer,
    FakeOllama,
    fact,
    facts,
)

DAY = date(2026, 10, 12)
TODAY = date(2026, 11, 30)
ANA = fact("Ana", "role", "Ana works in research.", said="2026-10-12")
RIGHT = facts(ANA)
NINE = datetime(2026, 10, 12, 9, tzinfo=UTC)
TALK = conversation_of(
    [
        Turn("user", Role.PERSON, "Hi! Ana works in research.", NINE, DAY),
        Turn("assistant", Role.MODEL, "Noted.", None, DAY),
    ],
    "standup",
    Grade.TURN,
)  # fmt: skip


class Ticking:
    """A clock that moves on by itself whenever it is read, up to some moment."""

    def __init__(self, step: float, until: float = math.inf) -> None:
        self.now = 0.0
        self.step = step
        self.until = until

    def __call__(self) -> float:
        self.now = min(self.now + self.step, self.until)
        return self.now


def extractor(
    ollama: FakeOllama,
    *,
    kind: str = "ollama",
    model: str = MODEL,
    timing: Timing | None = None,
    environ: Mapping[str, str] | None = None,
    **settings: Any,
) -> ModelExtractor:
    made = model_extractor(
        ExtractorSettings(url=ollama.url, **settings), kind, model, environ or {}
    )
    return ModelExtractor(
        made.server, made.model, made.address, made.headers, made.ca_file, made.start_hint,
        timing or Timing(pause=0),
    )  # fmt: skip


async def events(
    made: ModelExtractor, conversation: Conversation = TALK, context: Context | None = None
) -> list[Event]:
    return [each async for each in made.propose(conversation, context or Context(TODAY))]


def proposals(told: list[Event]) -> list[Proposal]:
    return [each.proposal for each in told if isinstance(each, Proposed)]


def account(told: list[Event]) -> Account:
    assert isinstance(told[-1], Done)
    return told[-1].account


async def failed(
    *answers: Answer, code: Code = Code.EXTRACTOR_UNREADABLE, **more: Any
) -> MemtuiError:
    server = FakeOllama(*answers, **more.pop("server", {}))
    with server as ollama, pytest.raises(MemtuiError) as caught:
        await events(extractor(ollama, **more))
    assert caught.value.code is code, caught.value
    assert caught.value.hint
    return caught.value


async def worked(*answers: Answer, **more: Any) -> tuple[list[Event], FakeOllama]:
    with FakeOllama(*answers, **more.pop("server", {})) as ollama:
        return await events(extractor(ollama, **more)), ollama
