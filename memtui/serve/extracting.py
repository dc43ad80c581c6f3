"""A conversation that a program sent, read by the memory's extractor."""

import asyncio
import threading
from typing import Any

from memtui.conversations.conversation import Conversation, Grade, Role, Turn, conversation_of
from memtui.desk.as_json import left_out_json, proposal_json
from memtui.desk.queue import client_name, new_of
from memtui.desk.room import adding, refuse_when_full, room
from memtui.desk.unattended import read_unattended
from memtui.errors import Code, MemtuiError
from memtui.extract.proposal import LeftOut
from memtui.facts.text import visible
from memtui.review import review as reviewing
from memtui.review.verdicts import left_out_by
from memtui.serve.arguments import Arguments
from memtui.serve.client import Client
from memtui.serve.opened import Opened

_AT_ONCE = 2
_NOT_NEW = "waits already, was left out before or is known"
_NO_ROOM = "found no room, as too many proposals wait already"
_READERS = threading.BoundedSemaphore(_AT_ONCE)
_ROLES = {"user": Role.PERSON, "assistant": Role.MODEL}


def extract(opened: Opened, client: Client, given: Arguments) -> dict[str, Any]:
    """Have it read and tell what is proposed; with `wait` that waits for review.

    Raises:
        MemtuiError: `NO_EXTRACTOR`, `EXTRACTOR_UNAVAILABLE`, `EXTRACTOR_UNREADABLE`,
            `CONVERSATION_EMPTY`; with `wait`, `QUEUE_FULL`.
    """
    desk = opened.desk
    conversation = _conversation(opened, given)
    kind = given.text("extractor", most=40) if given.has("extractor") else None
    model = given.text("model", most=200) if given.has("model") else None
    wait = given.flag("wait")
    if wait:
        refuse_when_full(desk.reviews())
    extractor = desk.extractor(kind, model)
    if not _READERS.acquire(blocking=False):
        raise MemtuiError(
            Code.MEMORY_BUSY,
            f"{_AT_ONCE} conversations are being read already.",
            "Wait for one of them, then try again.",
        )
    try:
        found = asyncio.run(read_unattended(desk, conversation, extractor))
    finally:
        _READERS.release()
    source = f"conversation: {conversation.title}"
    left_out = list(found.left_out)
    if wait:
        origin = f"{client_name(client.name)} (REST)"
        with opened.writing, adding(desk):
            reviews = desk.reviews()
            new = new_of(desk, source, found.proposals, reviews)
            fit = new[: room(reviews)]
            review = desk.begin_review(conversation, source, fit, left_out, origin=origin)
        old = (each for each in found.proposals if each not in new)
        left_out += [LeftOut(each.subject, _NOT_NEW) for each in old]
        left_out += [LeftOut(each.subject, _NO_ROOM) for each in new[len(fit) :]]
    else:
        review = reviewing.start("r_shown", "", source, found.proposals)
    judged = list(zip(review.items, desk.verdicts(review), strict=True))
    left_out += [left_out_by(item.draft.subject, each) for item, each in judged if each.problem]
    return {
        "proposals": [
            proposal_json(item.draft, verdict.status, verdict.replaced, desk.memory.path)
            | {"notes": list(verdict.notes)}
            for item, verdict in judged
            if verdict.status
        ],
        "left_out": left_out_json(left_out),
        "review": review.id if wait and review.items else None,
    }


def _conversation(opened: Opened, given: Arguments) -> Conversation:
    memory = opened.desk.memory
    names = memory.settings.me.names
    today = memory.today
    turns = []
    for value in given.objects("messages"):
        message = Arguments(value, ("role", "content"))
        role = _ROLES.get(message.text("role", most=20))
        if role is None:
            raise MemtuiError(
                Code.REQUEST_UNREADABLE, "`role` should be `user` or `assistant`.", ""
            )
        text = visible(message.text("content", most=100_000, default=""), lines=True)
        if text:
            speaker = "assistant" if role is Role.MODEL else names[0] if names else "user"
            turns.append(Turn(speaker, role, text, None, today))
    if not turns:
        raise MemtuiError(
            Code.CONVERSATION_EMPTY, "Nobody says anything in these messages.", "Send some text."
        )
    title = visible(given.text("title", most=200, default="")) or "sent over REST"
    return conversation_of(turns, title, Grade.CONVERSATION)
