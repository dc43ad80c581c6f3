"""An extractor that proposes what a test says."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from datetime import date

from memtui.conversations.conversation import Conversation
from memtui.extract.events import (
    Account,
    Connecting,
    Done,
    Dropped,
    Event,
    Proposed,
    Reading,
    Writing,
)
from memtui.extract.extractor import Context
from memtui.extract.proposal import LeftOut, Mark, Proposal
from memtui.facts.fact import Origin


def proposal(
    subject: str,
    attribute: str,
    fact: str,
    said: str = "2026-10-12",
    marks: frozenset[Mark] = frozenset(),
) -> Proposal:
    return Proposal(
        subject,
        attribute,
        fact,
        date.fromisoformat(said) if said else None,
        None,
        f"words for {fact}",
        "Ana",
        0,
        marks,
        Origin("ollama", "test-model"),
    )


@dataclass
class Scripted:
    """Proposes, drops, and then does what `then` says."""

    proposals: list[Proposal] = field(default_factory=list)
    dropped: list[LeftOut] = field(default_factory=list)
    then: Callable[[], None] | None = None
    name: str = "scripted"
    conversations: list[Conversation] = field(default_factory=list)
    contexts: list[Context] = field(default_factory=list)
    closed: bool = False

    async def propose(
        self, conversation: Conversation, context: Context
    ) -> AsyncGenerator[Event, None]:
        self.conversations.append(conversation)
        self.contexts.append(context)
        try:
            yield Connecting("somewhere")
            yield Reading(1.0, 900, 4096)
            yield Writing(20, 1)
            for each in self.proposals:
                yield Proposed(each)
            for left_out in self.dropped:
                yield Dropped(left_out)
            if self.then:
                self.then()
            await asyncio.sleep(0)
            turns = len(conversation.turns)
            yield Done(Account(turns, 0, 100, 1, 900, 4096, "stop", tuple(self.dropped)))
        finally:
            self.closed = True


STANDUP = [
    {"role": "user", "name": "Ana", "content": "I moved to research this week."},
    {"role": "user", "name": "Bruno", "content": "The launch moved to Friday 16 October."},
]
RESEARCH = proposal("Ana", "role", "Ana works in research.")
LAUNCH = proposal("Launch", "date", "The launch moved to Friday 16 October.")
PASSWORD = LeftOut("Bruno", "looked like a password")

Script = Callable[..., Scripted]
