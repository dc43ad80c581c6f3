"""Conversations for the plain reader, and what it makes of them."""

from datetime import date

from memtui.conversations.conversation import Conversation, Grade, Role, Turn, conversation_of
from memtui.extract.events import Account, Done, Dropped, Proposed
from memtui.extract.extractor import Context
from memtui.extract.plain import PlainReader
from memtui.extract.proposal import Proposal

DAY = date(2026, 10, 12)


def talk(*texts: str, role: Role = Role.PERSON, speaker: str = "User") -> Conversation:
    turns = [Turn(speaker, role, text, None, DAY) for text in texts]
    return conversation_of(turns, "talk", Grade.TURN)


async def read(
    conversation: Conversation, *, me: tuple[str, ...] = ("Ana",)
) -> tuple[list[Proposal], list[str], Account]:
    proposals, lines = [], []
    account = None
    async for event in PlainReader().propose(conversation, Context(date(2026, 11, 30), me=me)):
        match event:
            case Proposed(proposal):
                proposals.append(proposal)
            case Dropped(left_out):
                lines.append(left_out.line)
            case Done(told):
                account = told
    assert account is not None
    return proposals, lines, account


async def things(text: str, **more: object) -> list[tuple[str, str, bool]]:
    proposals, _, _ = await read(talk(text), **more)  # type: ignore[arg-type]
    return [(each.subject, each.attribute, each.sure) for each in proposals]
