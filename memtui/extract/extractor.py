"""The door of this room: what every extractor promises, and which one the settings ask for."""

import os
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from memtui.conversations.conversation import Conversation
from memtui.errors import Code, MemtuiError
from memtui.extract.events import Event
from memtui.extract.window import Part
from memtui.facts.fact import Fact
from memtui.settings import ExtractorSettings


@dataclass(frozen=True, slots=True)
class Context:
    """What an extractor may know besides the conversation.

    `known` are current facts of the memory, whose names for things are to be used again; `me` the
    names of the person who says "I"; `names` subjects that occur with their attributes;
    `never_save` what the person never wants kept, in their own
    words. All of the conversation is read with `whole`, else its last `CHARACTERS`; only certain
    `parts` of it where those are given, as a reading that was broken off left them.
    """

    today: date
    known: tuple[Fact, ...] = ()
    me: tuple[str, ...] = ()
    never_save: tuple[str, ...] = ()
    whole: bool = False
    parts: tuple[Part, ...] = ()
    names: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Extractor(Protocol):
    """Proposes facts from a conversation; keeps nothing."""

    @property
    def name(self) -> str:
        """What to call it: "qwen3:4b-instruct at 127.0.0.1:11434", "plain reader"."""
        ...

    def propose(self, conversation: Conversation, context: Context) -> AsyncGenerator[Event, None]:
        """Read a conversation and tell what happens; `aclose()` cancels.

        A part that fails is told and passed over, unless all do, or the server has gone.

        Raises:
            MemtuiError: `EXTRACTOR_UNAVAILABLE` when it does not answer, `EXTRACTOR_UNREADABLE`
                when it answers, but not with facts.
        """
        ...


def make_extractor(
    settings: ExtractorSettings,
    *,
    kind: str | None = None,
    model: str | None = None,
    environ: Mapping[str, str] = os.environ,
) -> Extractor:
    """The extractor that the settings ask for.

    Args:
        settings: The `[extractor]` section.
        kind: `ollama`, `openai` or `plain`, in place of the settings'.
        model: A model in place of the settings'.
        environ: Where `OLLAMA_HOST` and the values of headers stand.

    Raises:
        MemtuiError: `NO_EXTRACTOR` for an unknown kind, or a header whose variable is not set.
    """
    kind = (kind or settings.kind).strip().casefold()
    if kind == "plain":
        from memtui.extract.plain import PlainReader

        return PlainReader()
    if kind not in ("ollama", "openai"):
        raise MemtuiError(
            Code.NO_EXTRACTOR,
            f"There is no extractor called {kind!r}.",
            "Choose ollama, openai or plain.",
        )
    from memtui.extract.making import model_extractor

    return model_extractor(settings, kind, (model or settings.model).strip(), environ)
