"""A conversation is read by an extractor while the person sees how far it is."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from memtui.cli.printing import Out
from memtui.conversations.conversation import Conversation
from memtui.desk.desk import Desk
from memtui.desk.telling import count
from memtui.extract.events import (
    Account,
    Connecting,
    Done,
    Dropped,
    Event,
    Loading,
    Proposed,
    Reading,
    Writing,
)
from memtui.extract.extractor import Extractor
from memtui.extract.proposal import LeftOut, Proposal


@dataclass(frozen=True, slots=True)
class Read:
    """What an extractor found in a conversation, and what it leaves out."""

    proposals: tuple[Proposal, ...]
    left_out: tuple[LeftOut, ...]


def read(
    out: Out,
    desk: Desk,
    extractor: Extractor,
    conversation: Conversation,
    me: Sequence[str],
    *,
    whole: bool = False,
) -> Read:
    """Have a conversation read, with progress beside the result.

    Args:
        out: Where to say how far it is.
        desk: The desk it is read at.
        extractor: What reads it.
        conversation: What is read.
        me: Who "I" is in it.
        whole: Read all of it, in parts, instead of the last that fits.

    Raises:
        MemtuiError: `EXTRACTOR_UNAVAILABLE`, `EXTRACTOR_UNREADABLE`.
        KeyboardInterrupt: The person stopped it; the extractor's connection is closed by then.
    """
    return asyncio.run(_read(out, desk.propose(conversation, extractor, me, whole=whole)))


async def _read(out: Out, proposing: AsyncGenerator[Event, None]) -> Read:
    proposals: list[Proposal] = []
    left_out: list[LeftOut] = []
    async with aclosing(proposing) as events:
        async for event in events:
            match event:
                case Proposed(proposal):
                    proposals.append(proposal)
                case Dropped(dropped):
                    left_out.append(dropped)
                case Done(account):
                    _tell_account(out, account)
                case _:
                    out.progress(_progress(event))
    return Read(tuple(proposals), tuple(left_out))


def _progress(event: Event) -> str:
    match event:
        case Connecting(where):
            return f"asking {where}…"
        case Loading(model):
            return f"loading {model}…"
        case Reading(elapsed, sent, window):
            return f"reading… {elapsed:.0f} s, {sent:,} tokens sent of {window:,}"
        case Writing(tokens, facts):
            return f"writing… {count(tokens, 'token')}, {count(facts, 'fact')} so far"
    return ""


def _tell_account(out: Out, account: Account) -> None:
    if account.turns_left_out:
        out.note(
            f"read the last {count(account.turns, 'turn')};"
            f" {count(account.turns_left_out, 'older turn')} did not fit"
            " (--whole reads all, in parts)"
        )
    for note in account.notes:
        out.note(note)
