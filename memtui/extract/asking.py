"""An extractor that asks a model, whatever the protocol of its server: one request and its answer.

A fact is proposed as soon as it is complete; an answer that is not complete is never taken for one.
"""

import contextlib
from collections.abc import AsyncGenerator, Iterator, Mapping
from dataclasses import dataclass, field, replace

from memtui.conversations.conversation import Conversation
from memtui.errors import MemtuiError
from memtui.extract.answer import (
    candidate_of,
    candidates_in,
    facts_so_far,
    holds_facts,
    runaway,
    unreadable,
)
from memtui.extract.events import Connecting, Event, Loading, Reading, Writing
from memtui.extract.extractor import Context
from memtui.extract.grounding import Candidate
from memtui.extract.growing import Growing
from memtui.extract.hearing import Heard
from memtui.extract.prompt import Message
from memtui.extract.refusals import Again, Asked, RefusalError
from memtui.extract.server import Attempt, Met, Server
from memtui.extract.transport import Reply, Timing, Wire
from memtui.extract.window import tokens
from memtui.servers.addresses import Address

# No vocabulary has longer tokens than this, on average: a smaller count means a cut prompt.
_BYTES_AT_MOST = 9
_COUNTED = 64


@dataclass(frozen=True, slots=True)
class Found:
    """A fact of an answer that is complete, though the answer may not be."""

    candidate: Candidate


@dataclass(frozen=True, slots=True)
class Answered:
    """The end of an answer that is complete: what the server counted, and what to know."""

    sent: int
    size: int
    reason: str
    strange: int = 0
    notes: tuple[str, ...] = ()


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

    @property
    def asked(self) -> Asked:
        """Whom a request goes to, for messages."""
        return self.server.asked(self.model, self.address)

    def wire(self) -> Wire:
        """A connection to the server."""
        return Wire(self.address, self.headers, self.ca_file, self.start_hint, self.timing)

    async def propose(
        self, conversation: Conversation, context: Context
    ) -> AsyncGenerator[Event, None]:
        """See `Extractor.propose`."""
        from memtui.extract.parts import PartsReader

        async with self.wire() as wire:
            yield Connecting(self.address.shown)
            try:
                met = await self.server.meet(wire, self.asked)
                if not met.loaded:
                    yield Loading(self.model)
                    await self.server.load(wire, self.asked, met)
            except RefusalError as refusal:
                raise refusal.error from None
            reader = PartsReader(self, wire, met, conversation, context)
            async with contextlib.aclosing(reader.events()) as events:
                async for event in events:
                    yield event


@dataclass(slots=True)
class Asking:
    """One request to a model: its messages, and how they are sent."""

    extractor: ModelExtractor
    wire: Wire
    met: Met
    attempt: Attempt
    tried: frozenset[Again]
    messages: list[Message]

    async def events(self) -> AsyncGenerator[Event | Found | Answered, None]:
        """Send it and read the answer; the last thing is `Answered`.

        Raises:
            RefusalError: When asking differently may help.
            MemtuiError: When it fails in another way.
        """
        server = self.extractor.server
        body = server.body(self.extractor.model, self.messages, self.met, self.attempt)
        heard, growing = Heard(self.extractor.asked), Growing()
        estimate, window = self._estimate, self.met.window
        written = 0
        yield Reading(0.0, estimate, window)
        async with contextlib.aclosing(self.wire.stream("POST", server.chat_path, body)) as stream:
            async for each in stream:
                if isinstance(each, Reply):
                    heard.head = each
                elif each is not None:
                    heard.take(each, server.piece)
                    for entry in growing.take(heard.content[written:]):
                        if candidate := candidate_of(entry):
                            yield Found(candidate)
                    written = len(heard.content)
                    if self._runs_away(heard, growing):
                        break
                elif heard.done:
                    break
                if heard.content or heard.thinking:
                    yield Writing(heard.written, facts_so_far(heard.content))
                else:
                    yield Reading(self.wire.elapsed, estimate, window)
                if heard.over:
                    break
        heard.finish(server.piece)
        for last in self._rest(heard, growing):
            yield last

    @property
    def _size(self) -> int:
        return sum(len(message["content"].encode("utf-8", "replace")) for message in self.messages)

    @property
    def _estimate(self) -> int:
        return sum(tokens(message["content"]) + 8 for message in self.messages)

    def _runs_away(self, heard: Heard, growing: Growing) -> bool:
        """Whether a model goes on after all was said, and is left there.

        Raises:
            RefusalError: It goes on without having said all.
        """
        blanks = "nothing but blanks"
        why = runaway(heard.content) or runaway(heard.thinking)
        if growing.loops:
            why = "it repeats itself"
        if why is None:
            return False
        if growing.closed and blanks in why:
            heard.done, heard.over = "blanks", True
            return True
        error = unreadable(f"{self.extractor.model} was stopped: {why}.")
        raise RefusalError(error, Again.NO_FORMAT if blanks in why else None)

    def _rest(self, heard: Heard, growing: Growing) -> Iterator[Found | Answered]:
        """Hold a finished stream to what an answer must be; give all its facts, and its end.

        Raises:
            RefusalError: When asking differently may help.
            MemtuiError: When it was broken off, or is empty.
        """
        model, thinks = self.extractor.model, self.met.thinks
        notes: tuple[str, ...] = ()
        if not heard.done:
            if not growing.closed:
                raise unreadable(
                    f"{model} stopped in the middle of its answer: it may have looped."
                )
            notes = (f"{self.extractor.address.shown} closed a complete answer without its end.",)
        if heard.done == "length":
            error = unreadable(f"{model} had no room left before its answer was complete.")
            if thinks:
                error = _only_thinks(model, thinks)
            raise RefusalError(error, Again.LESS if heard.content else Again.OTHER_THINKING)
        if heard.done not in ("", "stop", "blanks"):
            raise unreadable(f"{model} stopped for another reason: {heard.done}.")
        content = heard.content
        if not content.strip():
            if not holds_facts(heard.thinking):
                raise (
                    _only_thinks(model, thinks)
                    if thinks
                    else unreadable(f"{model} answered with nothing.")
                )
            if Again.OTHER_THINKING not in self.tried:
                raise RefusalError(
                    unreadable(f"{model} answered with nothing."), Again.OTHER_THINKING
                )
            content = heard.thinking
            notes = (f"{model} answered among its thoughts only.",)
        cut = self._cut_in_silence(heard.sent)
        if cut and Again.HALF not in self.tried:
            raise RefusalError(cut, Again.HALF)
        candidates, strange = candidates_in(content, model)
        yield from map(Found, candidates)
        notes += (cut.message,) if cut else ()
        yield Answered(heard.sent, self._size, heard.done or "no end", strange, notes)

    def _cut_in_silence(self, sent: int) -> MemtuiError | None:
        """Whether less was read than was sent: older servers cut to about half a window."""
        half = self.met.window // 2
        halved = abs(sent - half) <= 4 and self._estimate > half * 1.2
        # What was the same in the request before, some servers do not count again.
        new = len(self.messages[-1]["content"].encode("utf-8", "replace"))
        if halved or _COUNTED <= sent < new / _BYTES_AT_MOST:
            where = self.extractor.asked.where
            return unreadable(f"{where} cut the conversation without saying so.")
        return None


def _only_thinks(model: str, sibling: str) -> MemtuiError:
    error = unreadable(f"{model} only thought aloud and gave no answer.")
    return MemtuiError(error.code, error.message, f"Nothing was kept. Choose {sibling} instead.")


def changed(attempt: Attempt, again: Again) -> Attempt | None:
    """How to ask otherwise, for all parts; `None` where `again` is about one part."""
    match again:
        case Again.PLAIN_FORMAT:
            return replace(attempt, format="json")
        case Again.NO_FORMAT:
            return replace(attempt, format="none")
        case Again.WITHOUT_THINKING:
            return replace(attempt, think=None)
        case Again.OTHER_THINKING:
            return replace(attempt, think=attempt.think is False)
        case _:
            return None
