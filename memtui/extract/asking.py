"""Asks a model for facts, whatever the protocol of its server.

Nothing is proposed from an answer that is not complete.
"""

import contextlib
from collections import deque
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from memtui.conversations.conversation import Conversation
from memtui.extract.answer import candidates_in, facts_so_far, holds_facts, unreadable
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
from memtui.extract.extractor import Context
from memtui.extract.grounding import Grounds, checked
from memtui.extract.hearing import Heard
from memtui.extract.hosts import Address
from memtui.extract.prompt import EXAMPLE_FACTS, chosen, messages_for, overhead
from memtui.extract.proposal import LeftOut, Proposal
from memtui.extract.refusals import (
    Again,
    Asked,
    RefusalError,
    too_small,
)
from memtui.extract.server import Attempt, Met, Server
from memtui.extract.transport import Reply, Timing, Wire
from memtui.extract.window import CHARACTERS, Window, all_windows, halved, last_window, tokens
from memtui.facts.fact import Fact, Origin
from memtui.facts.text import fold, sentence_key

# With less room than this for the conversation there is no point in asking.
_LEAST = 256


@dataclass(frozen=True, slots=True)
class _Answer:
    content: str
    sent: int
    reason: str


@dataclass(frozen=True, slots=True)
class ModelExtractor:
    """An extractor that asks a model over HTTP."""

    server: Server
    model: str
    address: Address
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    ca_file: str = ""
    start_hint: str = ""
    timing: Timing = field(default_factory=Timing)

    @property
    def name(self) -> str:
        """The model, and where it answers."""
        return f"{self.model} at {self.address.shown}"

    async def propose(
        self, conversation: Conversation, context: Context
    ) -> AsyncGenerator[Event, None]:
        """See `Extractor.propose`."""
        asked = self.server.asked(self.model, self.address)
        wire = Wire(self.address, self.headers, self.ca_file, self.start_hint, self.timing)
        async with wire:
            yield Connecting(self.address.shown)
            try:
                met = await self.server.meet(wire, asked)
            except RefusalError as refusal:
                raise refusal.error from None
            yield Loading(self.model)
            reading = _Reading(self, wire, asked, met, conversation, context)
            async with contextlib.aclosing(reading.events()) as events:
                async for event in events:
                    yield event


class _Reading:
    """One extraction: the parts still to read, and the account of those that are read."""

    def __init__(
        self,
        extractor: ModelExtractor,
        wire: Wire,
        asked: Asked,
        met: Met,
        conversation: Conversation,
        context: Context,
    ) -> None:
        self._extractor = extractor
        self._server = extractor.server
        self._wire = wire
        self._asked = asked
        self._met = met
        self._conversation = conversation
        self._context = context
        self._attempt = Attempt(met.think)
        self._tried: set[Again] = set()
        self._notes = list(met.notes)

    async def events(self) -> AsyncGenerator[Event, None]:
        """Read every part, check what was found in each, and tell it."""
        known = chosen(
            self._context.known,
            " ".join(turn.text for turn in self._conversation.turns),
            self._met.window // 4,
        )
        grounds = Grounds(self._conversation, replace(self._context, known=known), EXAMPLE_FACTS)
        origin = Origin(self._server.by, self._extractor.model, self._conversation.id)
        parts = deque(self._windows(known))
        read: list[Window] = []
        seen: set[tuple[str, str, str, date | None]] = set()
        dropped: list[LeftOut] = []
        sent, reason = 0, "stop"
        while parts:
            window = parts.popleft()
            answer: _Answer | None = None
            try:
                async with contextlib.aclosing(self._ask(window, known)) as asking:
                    async for event in asking:
                        if isinstance(event, _Answer):
                            answer = event
                        else:
                            yield event
            except RefusalError as refusal:
                parts = deque(self._retry(refusal, [window, *parts]))
                continue
            assert answer is not None
            read.append(window)
            sent, reason = max(sent, answer.sent), answer.reason
            candidates, strange = candidates_in(answer.content, self._extractor.model)
            proposals, left_out = checked(candidates, grounds, origin)
            left_out += [LeftOut("", "was not in a form that can be read")] * bool(strange)
            for proposal in proposals:
                if _key(proposal) not in seen:
                    seen.add(_key(proposal))
                    yield Proposed(proposal)
            for each in left_out:
                if each not in dropped:
                    dropped.append(each)
                    yield Dropped(each)
        yield Done(self._account(read, sent, reason, tuple(dropped)))

    def _windows(self, known: tuple[Fact, ...]) -> list[Window]:
        """The parts to read: the end of the conversation, or with `whole` all of it."""
        limit = self._met.window - self._met.answer - overhead(known, self._context)
        if limit < _LEAST:
            raise too_small(self._asked, self._met.window)
        turns = self._conversation.turns
        if self._context.whole:
            return all_windows(turns, characters=CHARACTERS, limit=limit)
        return [last_window(turns, characters=CHARACTERS, limit=limit)]

    def _retry(self, refusal: RefusalError, parts: list[Window]) -> list[Window]:
        """What to read next after a refusal, having changed how to ask.

        Raises:
            MemtuiError: When asking differently was tried before, or cannot help.
        """
        again = refusal.again
        if again is None or again in self._tried:
            raise refusal.error from None
        self._tried.add(again)
        if again is Again.HALF:
            halves = [half for window in parts for half in halved(window)]
            return halves if self._context.whole else halves[-1:]
        if again is Again.PLAIN_FORMAT:
            self._attempt = replace(self._attempt, schema=False)
        elif again is Again.WITHOUT_THINKING:
            self._attempt = replace(self._attempt, think=None)
        else:
            self._attempt = replace(self._attempt, think=self._attempt.think is False)
        return parts

    async def _ask(
        self, window: Window, known: tuple[Fact, ...]
    ) -> AsyncGenerator[Event | _Answer, None]:
        """Send one part and read the answer to its end; the last thing yielded is the answer."""
        messages = messages_for(window, known, self._context)
        estimate = sum(tokens(message["content"]) + 8 for message in messages)
        body = self._server.body(self._extractor.model, messages, self._met, self._attempt)
        heard = Heard(self._asked)
        yield Reading(self._wire.elapsed, estimate, self._met.window)
        async with contextlib.aclosing(
            self._wire.stream("POST", self._server.chat_path, body)
        ) as stream:
            async for each in stream:
                if isinstance(each, Reply):
                    heard.head = each
                elif each is not None:
                    heard.take(each, self._server.piece)
                if heard.content or heard.thinking:
                    yield Writing(heard.written, facts_so_far(heard.content))
                else:
                    yield Reading(self._wire.elapsed, estimate, self._met.window)
                if heard.done:
                    break
        heard.finish(self._server.piece)
        self._check(heard, estimate)
        yield _Answer(heard.content, heard.sent or estimate, heard.done)

    def _check(self, heard: Heard, estimate: int) -> None:
        """Hold a finished stream to what an answer must be.

        Raises:
            RefusalError: When asking differently may help.
            MemtuiError: When it was broken off, or is empty.
        """
        model = self._extractor.model
        if not heard.done:
            raise unreadable(f"{model} stopped in the middle of its answer: it may have looped.")
        if heard.done == "length":
            raise RefusalError(
                unreadable(f"{model} had no room left before its answer was complete."),
                Again.HALF if heard.content else Again.OTHER_THINKING,
            )
        if heard.done != "stop":
            raise unreadable(f"{model} stopped for another reason: {heard.done}.")
        if not heard.content.strip():
            raise RefusalError(
                unreadable(f"{model} answered with nothing."),
                Again.OTHER_THINKING if holds_facts(heard.thinking) else None,
            )
        # Older servers cut a prompt that is too long to about half the window, and say nothing.
        half = self._met.window // 2
        if abs(heard.sent - half) <= 4 and estimate > half * 1.2:
            error = unreadable(f"{self._asked.where} cut the conversation without saying so.")
            if Again.HALF not in self._tried:
                raise RefusalError(error, Again.HALF)
            self._notes.append(error.message)

    def _account(
        self, read: list[Window], sent: int, reason: str, dropped: tuple[LeftOut, ...]
    ) -> Account:
        places = {
            place for each in read for place in range(each.first, each.first + len(each.turns))
        }
        if any(window.cut for window in read) and not self._context.whole:
            self._notes.append("The last turn is longer than the window: only its end was read.")
        return Account(
            turns=len(places),
            turns_left_out=len(self._conversation.turns) - len(places),
            characters=sum(window.characters for window in read),
            parts=len(read),
            tokens_sent=sent,
            window=self._met.window,
            stop_reason=reason,
            dropped=dropped,
            notes=tuple(self._notes),
        )


def _key(proposal: Proposal) -> tuple[str, str, str, date | None]:
    names = fold(proposal.subject), fold(proposal.attribute)
    return *names, sentence_key(proposal.fact), proposal.said
