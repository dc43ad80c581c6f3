"""A conversation read to its end with nobody watching, for servers and watched folders."""

from collections.abc import Sequence
from dataclasses import dataclass

from memtui.conversations.conversation import Conversation
from memtui.desk.desk import Desk
from memtui.extract.events import Account, Done, Dropped, Proposed
from memtui.extract.extractor import Extractor
from memtui.extract.proposal import LeftOut, Proposal


@dataclass(frozen=True, slots=True)
class Found:
    """What was proposed, what was not, and how the reading went."""

    proposals: tuple[Proposal, ...]
    left_out: tuple[LeftOut, ...]
    account: Account | None


async def read_unattended(
    desk: Desk,
    conversation: Conversation,
    extractor: Extractor,
    me: Sequence[str] = (),
    *,
    whole: bool = False,
) -> Found:
    """Have a conversation read; nothing is kept and nothing waits yet.

    Raises:
        MemtuiError: `EXTRACTOR_UNAVAILABLE`, `EXTRACTOR_UNREADABLE`.
    """
    proposals: list[Proposal] = []
    left_out: list[LeftOut] = []
    account = None
    async for event in desk.propose(conversation, extractor, me, whole=whole):
        match event:
            case Proposed(proposal=proposal):
                proposals.append(proposal)
            case Dropped(left_out=dropped):
                left_out.append(dropped)
            case Done(account=done):
                account = done
    return Found(tuple(proposals), tuple(left_out), account)
