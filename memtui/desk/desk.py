"""`Desk`: one open memory with everything a face needs. See the package's docstring."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.desk.changing import Changing
from memtui.desk.drafts import Ended
from memtui.errors import Code, MemtuiError
from memtui.store.contents import Clock
from memtui.store.memory import Memory, fresh_id, utc_now

# What reading and searching need is imported where it is used: a list of facts is shown
# a tenth of a second sooner.
if TYPE_CHECKING:
    from memtui.conversations.conversation import Conversation
    from memtui.extract.events import Event
    from memtui.extract.extractor import Extractor
    from memtui.extract.proposal import LeftOut, Proposal
    from memtui.extract.window import Part
    from memtui.facts.keeping import Change, Outcome
    from memtui.review.review import Review
    from memtui.review.verdicts import Verdict
    from memtui.search.ranking import Answer, Asked


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of a review: an outcome for each kept item, and what could not be kept."""

    batch: str
    change: "Change"
    left_out: "tuple[LeftOut, ...]" = ()
    forgotten: int = 0

    @property
    def outcomes(self) -> "tuple[Outcome, ...]":
        """One for each kept item, in their order."""
        return self.change.outcomes


class Desk(Changing):
    """One open memory: what `Changing` does, and reading, searching and reviews."""

    @classmethod
    def open(
        cls,
        home: Path,
        name: str,
        *,
        make: bool = False,
        scan: bool = True,
        clock: Clock = utc_now,
        new_id: Callable[[], str] = fresh_id,
    ) -> "Desk":
        """Open a memory.

        Args:
            home: The folder of all memories.
            name: The memory's name.
            make: Make it when there is none.
            scan: Look at once for notes that others changed; an app does so after its first frame.
            clock: Gives the moment, aware, in UTC.
            new_id: Gives fresh fact ids.

        Raises:
            MemtuiError: `MEMORY_UNKNOWN`, `NAME_UNUSABLE`, `MEMORY_BUSY`, `SETTINGS_UNREADABLE`.
        """
        desk = cls(Memory.open(home, name, make=make, clock=clock, new_id=new_id), clock)
        if scan:
            desk.memory.refresh()
        return desk

    def search(self, asked: "Asked", *, meaning: bool = False) -> "Answer":
        """Find facts, current ones first; see `ByMeaning.answer`."""
        return self.meaning.answer(asked, words_alone=not meaning)

    def extractor(self, kind: str | None = None, model: str | None = None) -> "Extractor":
        """The extractor that the memory's settings ask for, or another kind or model."""
        from memtui.extract.extractor import make_extractor

        return make_extractor(self.memory.settings.extractor, kind=kind, model=model)

    async def propose(
        self,
        conversation: "Conversation",
        extractor: "Extractor",
        me: Sequence[str] = (),
        *,
        whole: bool = False,
        parts: "Sequence[Part]" = (),
    ) -> "AsyncGenerator[Event, None]":
        """Have a conversation read; nothing is kept. `aclose()` cancels.

        Args:
            conversation: What is read.
            extractor: What reads it.
            me: Who "I" is, where the settings do not say so.
            whole: Read all of it, not only its end.
            parts: Read these parts alone.
        """
        from memtui.desk.known import known_of
        from memtui.desk.resuming import new_parts, of_new
        from memtui.extract.extractor import Context

        known, names = await asyncio.to_thread(known_of, self.memory, conversation)
        settings = self.memory.settings
        context = Context(
            today=self.memory.today,
            known=known,
            me=tuple(me) or settings.me.names,
            never_save=settings.never_save,
            whole=whole,
            parts=tuple(parts) or new_parts(conversation, whole=whole),
            names=names,
        )
        events = extractor.propose(conversation, context)
        try:
            async for event in events:
                if (new := of_new(event, conversation)) is not None:
                    yield new
        finally:
            await events.aclose()

    def was_read(self, conversation: "Conversation", source: str, *, plainly: bool) -> None:
        """Remember that a conversation was read to its end.

        Args:
            conversation: All of it.
            source: Where its facts come from.
            plainly: Whether no model read it.
        """
        self.read_before.add(conversation, source, self.memory.today, plainly=plainly)

    def begin_review(
        self,
        conversation: "Conversation",
        source: str,
        proposals: "Iterable[Proposal]",
        left_out: "Iterable[LeftOut]" = (),
        *,
        origin: str = "",
    ) -> "Review":
        """Begin a review of what was proposed and write it down as an unfinished one.

        Args:
            conversation: What it was proposed from.
            source: Where the facts will be said to come from.
            proposals: What was proposed.
            left_out: What was not.
            origin: Who proposed it unasked; empty for what the person opened.
        """
        from memtui.review import review as reviewing

        now = self.clock()
        review = reviewing.start(
            self._review_id(),
            conversation.title,
            source,
            proposals,
            left_out=left_out,
            turns=conversation.turns,
            declined=self.declined.knows,
            origin=origin,
            made=now,
        )
        review = self._settled(review, range(len(review.items)))
        if review.items:
            self.drafts.save(review)
        return review

    def add_to_review(
        self, review: "Review", proposals: "Iterable[Proposal]", left_out: "Iterable[LeftOut]" = ()
    ) -> "Review":
        """A review with what was proposed later, behind the items that are there.

        It is not written down yet.
        """
        from memtui.review import review as reviewing

        longer = reviewing.more(review, proposals, left_out=left_out, declined=self.declined.knows)
        return self._settled(longer, range(len(review.items), len(longer.items)))

    def _settled(self, review: "Review", places: range) -> "Review":
        """Untick what of these items the memory has already, or cannot keep."""
        from memtui.desk.judging import verdicts_of
        from memtui.review import review as reviewing
        from memtui.review.near import Why
        from memtui.review.verdicts import settle_ticks

        known = {
            at for at, near in self.nearby.find(review, places).items() if near.why is Why.SENTENCE
        }
        judged = verdicts_of(self, review, places)
        settled = settle_ticks(review, {at: judged[at] for at in places})
        return reviewing.tick_where(settled, lambda at, item: item.ticked and at not in known)

    def new_review(self, conversation: "Conversation", source: str) -> "Review":
        """A review without any items yet; it is not written down."""
        from memtui.review.review import Review

        turns, made = conversation.turns, self.clock()
        return Review(self._review_id(), conversation.title, source, turns=turns, made=made)

    def _review_id(self) -> str:
        return f"r_{self.clock():%Y%m%d%H%M%S}_{secrets.token_hex(4)}"

    def verdicts(self, review: "Review") -> "tuple[Verdict, ...]":
        """What each item would do to the memory as it stands now."""
        from memtui.review.verdicts import judge

        memory = self.memory
        facts = memory.facts_of(review.things)
        return judge(review, facts, memory.rules, now=self.clock(), today=memory.today)

    def reviews(self) -> "list[Review]":
        """The unfinished reviews, newest first."""
        return self.drafts.all()

    def save_review(self, review: "Review") -> None:
        """Write an unfinished review down as it stands."""
        self.drafts.save(review)

    def drop_review(self, id_: str, ended: Ended | None = None) -> None:
        """Delete an unfinished review; `ended` is how it ended, where it was not discarded."""
        self.drafts.drop(id_, ended)

    def keep_review(self, review: "Review", shown: "Sequence[Verdict]") -> Kept:
        """Keep the ticked items as one batch; the others are remembered as declined.

        Items that cannot be kept leave first, with their reason.

        Args:
            review: The review.
            shown: The verdicts that the person saw.

        Raises:
            MemtuiError: `MEMORY_CHANGED` when an item would now do something else than was shown;
                nothing is kept then, and the review stays.
        """
        from memtui.extract.proposal import LeftOut
        from memtui.facts.keeping import Status
        from memtui.facts.planning import plan
        from memtui.review import review as reviewing

        left_out = tuple(
            LeftOut(item.draft.subject, verdict.problem.message)
            for item, verdict in zip(review.items, shown, strict=True)
            if item.ticked and verdict.problem
        )
        ready = reviewing.tick_where(
            review, lambda at, item: item.ticked and shown[at].problem is None
        )
        now = self.verdicts(ready)
        self._refuse_surprises(ready, shown, now)
        request = reviewing.request(ready, f"b_{secrets.token_hex(4)}")
        memory = self.memory
        promised = plan(
            request,
            memory.facts_of(ready.things),
            memory.rules,
            now=self.clock(),
            today=memory.today,
            new_id=fresh_id,
        )
        rest = self._unread_rest(review)
        undone = replace(review, reading=None) if rest else review
        change = self._did(request, memory.apply(request, promised), undone)
        self.declined.add(
            item.asked
            for item, verdict in zip(ready.items, now, strict=True)
            if not item.ticked and verdict.status not in (None, Status.KNOWN)
        )
        if rest:
            self.drafts.save(rest)
        left = sum(not item.ticked for item in review.items)
        self.drop_review(review.id, Ended(len(change.outcomes), left, len(request.forget)))
        return Kept(request.batch, change, left_out, len(request.forget))

    def _unread_rest(self, review: "Review") -> "Review | None":
        """What stays of a review that is kept: the parts of its conversation still to be read."""
        if not review.unread:
            return None
        return replace(review, id=self._review_id(), items=(), left_out=())

    def _refuse_surprises(
        self, review: "Review", shown: "Sequence[Verdict]", now: "Sequence[Verdict]"
    ) -> None:
        for item, before, after in zip(review.items, shown, now, strict=True):
            if item.ticked and before.promise != after.promise:
                raise MemtuiError(
                    Code.MEMORY_CHANGED,
                    f"What {item.draft.subject} — {item.draft.attribute} would replace changed "
                    "since it was shown.",
                    "Nothing was kept; look at the rows again and repeat.",
                )
