"""Reading on in a conversation whose beginning was read before."""

from dataclasses import replace

from memtui.conversations.conversation import Conversation
from memtui.extract.events import Done, Event, Proposed
from memtui.extract.window import Part, last_part


def new_parts(conversation: Conversation, *, whole: bool) -> tuple[Part, ...]:
    """What of a conversation that was read before is still to be read; none for any other."""
    turns, first = conversation.turns, conversation.read_before
    if not first or first >= len(turns):
        return ()
    if whole:
        return (Part(first, len(turns), overlap=1),)
    last = last_part(turns)
    return tuple(
        replace(part, first=first, overlap=1) if part.first < first else part for part in last
    )


def of_new(event: Event, conversation: Conversation) -> Event | None:
    """What an extractor tells, without proposals from turns that were read before."""
    before = conversation.read_before
    if isinstance(event, Proposed):
        turn = event.proposal.turn
        return None if turn is not None and turn < before else event
    if isinstance(event, Done) and before:
        left_out = max(0, event.account.turns_left_out - before)
        return Done(replace(event.account, turns_left_out=left_out))
    return event
