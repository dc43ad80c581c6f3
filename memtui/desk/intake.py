"""A conversation is read into an unfinished review: each proposal is written down as it arrives.

What breaks off, whatever breaks it off, can be gone on with: the review knows the parts that are
still to be read. Changes are made in the event loop's thread, so that a screen may change the same
review meanwhile.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import aclosing
from dataclasses import replace

from memtui.conversations.conversation import Conversation
from memtui.desk.desk import Desk
from memtui.desk.safekeeping import Safekeeping
from memtui.errors import MemtuiError
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
)
from memtui.extract.proposal import LeftOut, Proposal
from memtui.extract.window import Part
from memtui.review import progress as reading
from memtui.review.progress import Progress
from memtui.review.review import Review

Listener = Callable[[Event | MemtuiError], None]


class Intake:
    """One reading. `safe` holds the review as it grows; `begin` and `resume` make one."""

    def __init__(self, desk: Desk, safe: Safekeeping, conversation: Conversation) -> None:
        self.desk = desk
        self.safe = safe
        self.conversation = conversation
        self.name = ""
        """What reads it, once that is known."""
        self.part: Part | None = None
        """The part that is being read."""
        self.account: Account | None = None
        """What came of it, once all is read."""
        self.error: MemtuiError | None = None
        """Why it broke off, if it did."""
        self.running = False
        """Whether it reads; no longer once all is read."""
        self.waited = False
        """Whether it goes on with a review that waited: that one is never thrown away."""
        self.marks = True
        """Whether a conversation that is read to its end counts as read from then on."""
        self.listener: Listener | None = None
        """Who is told of each event and of a failure, after it was written down."""

    @classmethod
    def begin(
        cls,
        desk: Desk,
        conversation: Conversation,
        source: str,
        *,
        kind: str | None = None,
        model: str | None = None,
        me: Sequence[str] = (),
        whole: bool = False,
        dry: bool = False,
    ) -> "Intake":
        """Prepare to read a conversation; nothing is read or written yet.

        Args:
            desk: The desk it is read at.
            conversation: What is read.
            source: Where its facts will be said to come from.
            kind: What reads it, where not what the settings say.
            model: Its model, likewise.
            me: Who "I" is, where the settings do not say so.
            whole: Read all of it, not only its end.
            dry: Write nothing down.
        """
        progress = Progress(
            conversation.id, conversation.grade, kind or "", model or "", tuple(me), whole
        )
        review = replace(desk.new_review(conversation, source), reading=progress)
        return cls(desk, Safekeeping(desk, review, dry=dry), conversation)

    @classmethod
    def resume(cls, desk: Desk, safe: Safekeeping) -> "Intake":
        """Prepare to go on with a review whose conversation was not read to its end.

        Args:
            desk: The desk.
            safe: The review, which has parts that are unread.
        """
        review, progress = safe.review, safe.review.reading
        assert progress is not None
        days = [turn.day for turn in review.turns if turn.day]
        conversation = Conversation(
            progress.conversation,
            review.title,
            review.turns,
            min(days, default=None),
            max(days, default=None),
            progress.grade,
        )
        intake = cls(desk, safe, conversation)
        intake.waited = True
        return intake

    @property
    def review(self) -> Review:
        """The review as it stands."""
        return self.safe.review

    @property
    def progress(self) -> Progress:
        """How far it is."""
        assert self.review.reading is not None
        return self.review.reading

    @property
    def fruitless(self) -> bool:
        """Whether it has led to nothing that is worth keeping, neither facts nor parts read."""
        return not (self.waited or self.review.items or self.progress.done)

    def by(self, kind: str) -> None:
        """Have another kind of extractor read all of it from now on."""
        self._put(reading=replace(self.progress, kind=kind, model="", parts=()))

    async def run(self) -> None:
        """Read, and tell the listener. Cancel the task to stop; what was found stays."""
        try:
            async with aclosing(self.events()) as events:
                async for event in events:
                    self._tell(event)
        except MemtuiError as error:
            self._tell(error)

    async def events(self) -> AsyncGenerator[Event, None]:
        """Read what is unread; each event is told once its effect is written down.

        Raises:
            MemtuiError: What `Extractor.propose` raises; `NO_EXTRACTOR`; the memory cannot be
                written.
        """
        self.running, self.error, self.account = True, None, None
        progress = self.progress
        try:
            extractor = await asyncio.to_thread(
                self.desk.extractor, progress.kind or None, progress.model or None
            )
            self.name = extractor.name
            telling = self.desk.propose(
                self.conversation,
                extractor,
                progress.me,
                whole=progress.whole,
                parts=progress.unread,
            )
            async with aclosing(telling) as events:
                async for event in events:
                    await self._take(event)
                    yield event
        except MemtuiError as error:
            self.error = error
            raise
        finally:
            self.running, self.part = False, None

    async def give_up(self) -> None:
        """Delete a review that came to nothing; one with anything in it stays."""
        if self.fruitless:
            await asyncio.to_thread(self.safe.discard)
        else:
            await self.safe.write()

    async def _take(self, event: Event) -> None:
        match event:
            case Planned(parts):
                self._put(reading=reading.planned(self.progress, parts))
            case PartBegun(part):
                self.part = part
            case PartDone(part):
                self._put(reading=reading.read(self.progress, part))
            case PartFailed(part, error):
                self._put(
                    reading=reading.read(self.progress, part, f"{error.code}: {error.message}")
                )
            case Proposed(proposal):
                await self._add([proposal], [])
            case Dropped(left_out):
                await self._add([], [left_out])
            case Done(account):
                self.account = account
                await self._add([], account.dropped)
                self.running, self.part = False, None
                if self.marks and not self.review.unread:
                    await asyncio.to_thread(self._was_read)
            case _:
                return
        if not self.fruitless or self.progress.parts:
            await self.safe.write()

    async def _add(self, proposals: Iterable[Proposal], left_out: Iterable[LeftOut]) -> None:
        before = self.review
        grown = await asyncio.to_thread(self.desk.add_to_review, before, proposals, left_out)
        # The person may have changed the review meanwhile, but not the number of its items.
        items = (*self.review.items, *grown.items[len(before.items) :])
        self._put(items=items, left_out=grown.left_out)

    def _was_read(self) -> None:
        kind = self.progress.kind or self.desk.memory.settings.extractor.kind
        self.desk.was_read(self.conversation, self.review.source, plainly=kind == "plain")

    def _put(self, **changed: object) -> None:
        self.safe.review = replace(self.review, **changed)  # type: ignore[arg-type]

    def _tell(self, event: Event | MemtuiError) -> None:
        if self.listener:
            self.listener(event)
