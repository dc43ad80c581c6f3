"""Reads a conversation part by part: what fails is told and passed over, what is found is checked.

The size of the parts follows what the server counts; the window stays one constant.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncGenerator, Iterator
from dataclasses import replace
from datetime import date

from memtui.conversations.conversation import Conversation
from memtui.errors import Code, MemtuiError
from memtui.extract.asking import Answered, Asking, Found, ModelExtractor, changed
from memtui.extract.events import (
    Account,
    Done,
    Dropped,
    Event,
    PartBegun,
    PartDone,
    PartFailed,
    Planned,
    Proposed,
    Waiting,
)
from memtui.extract.extractor import Context
from memtui.extract.grounding import Candidate, Grounds, checked
from memtui.extract.prompt import EXAMPLE_FACTS, chosen, messages_for, overhead
from memtui.extract.proposal import LeftOut, Proposal
from memtui.extract.refusals import Again, RefusalError, too_small
from memtui.extract.server import Attempt, Met
from memtui.extract.transport import Wire
from memtui.extract.window import (
    PART_TOKENS,
    PER_BYTE,
    Part,
    calibrated,
    characters_of,
    cut,
    halved,
    joined,
    last_part,
    window_of,
)
from memtui.facts.fact import Origin
from memtui.facts.text import fold, sentence_key

# With less room than this for the conversation there is no point in asking.
_LEAST = 256
# How often a part is cut in two, and a run is asked in a smaller size.
_CUTS = 3
_FOR_ALL = (
    Again.WITHOUT_THINKING,
    Again.OTHER_THINKING,
    Again.PLAIN_FORMAT,
    Again.NO_FORMAT,
)
_STRANGE = LeftOut("", "was not in a form that can be read")


class PartsReader:
    """One extraction: the parts still to read, and the account of those that are read."""

    def __init__(
        self,
        extractor: ModelExtractor,
        wire: Wire,
        met: Met,
        conversation: Conversation,
        context: Context,
    ) -> None:
        self._extractor = extractor
        self._wire = wire
        self._met = met
        self._turns = conversation.turns
        known = chosen(context.known, " ".join(turn.text for turn in self._turns), met.window // 4)
        self._context = replace(context, known=known)
        self._grounds = Grounds(conversation, self._context, EXAMPLE_FACTS)
        self._origin = Origin(extractor.server.by, extractor.model, conversation.id)
        self._attempt = Attempt(met.think)
        self._tried: set[Again] = set()
        self._tried_with: dict[Part, set[Again]] = {}
        self._cuts: dict[Part, int] = {}
        self._per_byte = PER_BYTE
        self._limit = self._room()
        self._todo: deque[Part] = deque()
        self._read: list[Part] = []
        self._failed: list[tuple[Part, MemtuiError]] = []
        self._seen: set[tuple[str, str, str, date | None]] = set()
        self._dropped: list[LeftOut] = []
        self._notes = list(met.notes)
        self._sent = 0
        self._reasons: list[str] = []

    async def events(self) -> AsyncGenerator[Event, None]:
        """Read every part; see `Extractor.propose`."""
        self._todo = deque(self._plan())
        yield Planned(tuple(self._todo))
        while self._todo:
            part = self._todo.popleft()
            plan = tuple(self._todo)
            yield PartBegun(part)
            try:
                async with contextlib.aclosing(self._read_part(part)) as events:
                    async for event in events:
                        yield event
            except MemtuiError as error:
                self._failed.append((part, error))
                yield PartFailed(part, error)
                await self._go_on_after(error)
            else:
                if part in self._read:
                    yield PartDone(part)
            if plan != tuple(self._todo):
                yield Planned(tuple(self._todo))
        if self._failed and not self._read:
            raise self._failed[0][1]
        yield Done(self._account())

    def _room(self) -> int:
        room = self._met.window - self._met.answer - overhead(self._context.known, self._context)
        if room < _LEAST:
            raise too_small(self._extractor.asked, self._met.window)
        return min(PART_TOKENS, room)

    def _plan(self) -> list[Part]:
        """The parts to read: those asked for, else the end of the conversation or all of it."""
        turns = self._turns
        if self._context.parts:
            there = [part for part in self._context.parts if part.end <= len(turns)]
            return cut(there, turns, self._limit)
        whole = (Part(0, len(turns)),) if turns else ()
        return cut(whole if self._context.whole else last_part(turns), turns, self._limit)

    async def _go_on_after(self, error: MemtuiError) -> None:
        """Whether the other parts are worth trying after one failed.

        Raises:
            MemtuiError: When the server has gone, or failed twice in a row.
        """
        if not self._todo or error.code is not Code.EXTRACTOR_UNAVAILABLE:
            return
        last = self._failed[-2:]
        if (
            len(last) == 2
            and all(each.code is error.code for _, each in last)
            and (not self._read or self._read[-1].end <= last[0][0].first)
        ):
            raise error
        try:
            await self._extractor.server.meet(self._wire, self._extractor.asked)
        except RefusalError as refusal:
            raise refusal.error from None

    async def _read_part(self, part: Part) -> AsyncGenerator[Event, None]:
        """Ask for one part until it is read, or is to be read otherwise.

        Raises:
            MemtuiError: When it cannot be read.
        """
        while True:
            try:
                async with contextlib.aclosing(self._ask(part)) as events:
                    async for event in events:
                        yield event
                self._read.append(part)
                return
            except RefusalError as refusal:
                if (again := refusal.again) is None or not self._may_try(part, again):
                    raise refusal.error from None
                if again is Again.LATER:
                    pause = self._extractor.timing.pause
                    yield Waiting(pause, refusal.error.message)
                    await asyncio.sleep(pause)
                elif again in (Again.HALF, Again.LESS):
                    pieces = halved(part, self._turns, self._per_byte)
                    if not pieces:
                        raise refusal.error from None
                    self._cut(part, pieces, all_of_them=again is Again.HALF)
                    return

    def _may_try(self, part: Part, again: Again) -> bool:
        """Whether asking so was not tried before; from now on it was."""
        if again in _FOR_ALL:
            attempt = changed(self._attempt, again)
            if again in self._tried or attempt is None:
                return False
            self._tried.add(again)
            self._attempt = attempt
            return True
        if again in (Again.HALF, Again.LESS):
            self._tried.add(again)
            return self._cuts.get(part, 0) < _CUTS
        tried = self._tried_with.setdefault(part, set())
        if again in tried:
            return False
        tried.add(again)
        return True

    def _cut(self, part: Part, pieces: list[Part], *, all_of_them: bool) -> None:
        for piece in pieces:
            self._cuts[piece] = self._cuts.get(part, 0) + 1
        if all_of_them:
            self._limit = max(_LEAST, self._limit // 2)
            self._cut_anew()
        self._todo.extendleft(reversed(pieces))

    def _cut_anew(self) -> None:
        """Cut what waits by what is known now of the model's tokens."""
        rest = cut(joined(self._todo), self._turns, self._limit, self._per_byte)
        if len(rest) != len(self._todo) or self._limit < PART_TOKENS:
            self._todo = deque(rest)

    async def _ask(self, part: Part) -> AsyncGenerator[Event, None]:
        window = window_of(part, self._turns)
        tried = frozenset(self._tried | ({Again.HALF} if self._cuts.get(part) else set()))
        messages = messages_for(window, self._context.known, self._context)
        asking = Asking(self._extractor, self._wire, self._met, self._attempt, tried, messages)
        async with contextlib.aclosing(asking.events()) as events:
            async for event in events:
                if isinstance(event, Found):
                    for told in self._checked(event.candidate):
                        yield told
                elif isinstance(event, Answered):
                    for told in self._ended(event):
                        yield told
                else:
                    yield event

    def _checked(self, candidate: Candidate) -> Iterator[Event]:
        """What a fact becomes: a proposal, or something left out; each once."""
        proposals, left_out = checked([candidate], self._grounds, self._origin)
        for proposal in proposals:
            if _key(proposal) not in self._seen:
                self._seen.add(_key(proposal))
                yield Proposed(proposal)
        for each in left_out:
            yield from self._drop(each)

    def _drop(self, left_out: LeftOut) -> Iterator[Event]:
        if left_out not in self._dropped:
            self._dropped.append(left_out)
            yield Dropped(left_out)

    def _ended(self, answer: Answered) -> Iterator[Event]:
        if answer.strange:
            yield from self._drop(_STRANGE)
        self._sent = max(self._sent, answer.sent or int(answer.size * PER_BYTE))
        if answer.reason not in self._reasons:
            self._reasons.append(answer.reason)
        self._notes += [note for note in answer.notes if note not in self._notes]
        if answer.sent and not answer.notes and self._per_byte == PER_BYTE:
            self._per_byte = calibrated(answer.sent, answer.size)
            self._cut_anew()

    def _account(self) -> Account:
        places = {place for part in self._read for place in range(part.first, part.end)}
        if not self._context.whole and not self._context.parts:
            start = self._read[0].span if self._read else None
            if start and start[0] and len(places) == 1:
                self._notes.append("The last turn is too long: only its end was read.")
        left_out = len(self._turns) - len(places)
        if self._context.parts:
            left_out = sum(part.end - part.first for part, _ in self._failed)
        return Account(
            turns=len(places),
            turns_left_out=left_out,
            characters=sum(characters_of(part, self._turns) for part in self._read),
            parts=len(self._read),
            tokens_sent=self._sent,
            window=self._met.window,
            stop_reason=", ".join(self._reasons) or "stop",
            dropped=tuple(self._dropped),
            notes=tuple(self._notes),
            failed=tuple(error.message for _, error in self._failed),
        )


def _key(proposal: Proposal) -> tuple[str, str, str, date | None]:
    names = fold(proposal.subject), fold(proposal.attribute)
    return *names, sentence_key(proposal.fact), proposal.said
