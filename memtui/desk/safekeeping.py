"""An unfinished review is written down after each change, whatever then happens to the app.

Another app may have the same review open: what was decided there is taken over whenever this one
writes or looks, and what was finished there is not written or kept again.
"""

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass

from memtui.desk.desk import Desk, Kept
from memtui.desk.drafts import Ended
from memtui.desk.telling import ended_line
from memtui.errors import Code, MemtuiError
from memtui.review.merging import merged
from memtui.review.review import Review
from memtui.review.verdicts import Verdict

_UNKNOWN = (-1,)
Listener = Callable[[Review], None]


@dataclass(frozen=True, slots=True)
class _Met:
    """What was found where a review is written down: ours as it was, both together, its end."""

    ours: Review
    both: Review
    ended: Ended | None = None


class Safekeeping:
    """Writes one review down, the newest state last; after it was settled, nothing any more.

    `review` is changed in the thread that calls `write`, `write_now` and `look`.
    """

    def __init__(self, desk: Desk, review: Review, *, dry: bool = False) -> None:
        """Take charge of a review.

        Args:
            desk: Where it is written down.
            review: As it is written down, or new.
            dry: Write and delete nothing.
        """
        self.review = review
        self.dry = self._settled = dry
        self.ended: Ended | None = None
        """How it ended elsewhere, if it did."""
        self.listener: Listener | None = None
        """Told, with the review as it was, when something was taken over or it ended elsewhere."""
        self._desk = desk
        self._lock = threading.Lock()
        # What `review` and the one on disk were when both were alike.
        self._base = review
        # The one on disk as it was last seen.
        self._seen: Review | None = review
        self._stamp: tuple[int, ...] | None = _UNKNOWN
        self._was_there = desk.drafts.stamp(review.id) is not None

    @property
    def is_unwritten(self) -> bool:
        """Whether something was changed that is not written down yet."""
        return not self._settled and self.ended is None and self.review is not self._base

    @property
    def is_touched(self) -> bool:
        """Whether it was decided on elsewhere, or ended, since it was last looked at."""
        stamp = self._desk.drafts.stamp(self._base.id)
        if stamp is None:
            return self._was_there
        there = self._seen if stamp == self._stamp else self._desk.drafts.read(self._base.id)
        return there is None or merged(self._base, self._base, there) is not self._base

    @property
    def is_there(self) -> bool:
        """Whether the review is on disk, waiting to be finished."""
        return self._desk.drafts.stamp(self._base.id) is not None

    async def write(self) -> None:
        """Write what is not yet written, without holding up the screen; take over the rest.

        Raises:
            MemtuiError: The memory cannot be written, or is no longer there.
        """
        self._take(await asyncio.to_thread(self._meet, self._base, self.review))

    def write_now(self) -> None:
        """Write what is not yet written, and take over what was decided elsewhere.

        Raises:
            MemtuiError: The memory cannot be written, or is no longer there.
        """
        self._take(self._meet(self._base, self.review))

    async def look(self) -> None:
        """Take over what was decided elsewhere; nothing is written.

        Raises:
            MemtuiError: `MEMORY_UNKNOWN`.
        """
        self._take(await asyncio.to_thread(self._meet, self._base, self.review, write=False))

    def keep(self, shown: tuple[Verdict, ...], review: Review | None = None) -> Kept:
        """Keep what is ticked; the review is then settled.

        Args:
            shown: The verdicts that the person saw.
            review: The review as they saw it, where not as it stands here.

        Raises:
            MemtuiError: `MEMORY_CHANGED` when it was decided on elsewhere since it was last
                looked at; see `Desk.keep_review`. The review then stays as it was.
        """
        with self._lock, self._desk.drafts.alone():
            self._refuse_unseen()
            kept = self._desk.keep_review(review or self.review, shown)
            self._settled = True
        return kept

    def discard(self) -> None:
        """Delete the review.

        Raises:
            MemtuiError: The memory cannot be written.
        """
        with self._lock:
            if not self.dry and self.ended is None:
                self._desk.drop_review(self.review.id)
            self._settled = True

    def _refuse_unseen(self) -> None:
        if self.is_touched:
            ended = self._desk.drafts.ended(self._base.id)
            raise MemtuiError(
                Code.MEMORY_CHANGED,
                "This review was "
                + (ended_line(ended) if ended else "decided on elsewhere since it was shown")
                + ". Nothing was kept here.",
                "" if ended else "Look at it as it is now.",
            )

    def _meet(self, base: Review, ours: Review, *, write: bool = True) -> _Met | None:
        """Put ours and what is on disk together, and write that; `None` where all is as it was."""
        drafts = self._desk.drafts
        with self._lock:
            if self._settled:
                return None
            if ours is base or not write:
                drafts.check_there()
                stamp = drafts.stamp(base.id)
                return None if stamp == self._stamp else self._both(base, ours, stamp)
            with drafts.alone():
                met = self._both(base, ours, drafts.stamp(base.id))
                if met.ended is None and met.both != self._seen:
                    self._stamp = _UNKNOWN
                    self._desk.save_review(met.both)
                    self._seen, self._was_there = met.both, True
                    self._stamp = drafts.stamp(met.both.id)
        return met

    def _both(self, base: Review, ours: Review, stamp: tuple[int, ...] | None) -> _Met:
        drafts, id_ = self._desk.drafts, base.id
        ended = None if stamp else drafts.ended(id_)
        while ended and ended.into:
            id_ = ended.into
            stamp = drafts.stamp(id_)
            ended = None if stamp else drafts.ended(id_)
        there = self._on_disk(stamp, id_)
        if there is None:
            self._seen = None
            gone = Ended() if self._was_there else None
            return _Met(ours, ours, ended or gone)
        self._was_there = True
        return _Met(ours, merged(base, ours, there))

    def _on_disk(self, stamp: tuple[int, ...] | None, id_: str = "") -> Review | None:
        if stamp != self._stamp:
            self._seen = self._desk.drafts.read(id_ or self._base.id) if stamp else None
            self._stamp = stamp
        return self._seen if stamp else None

    def _take(self, met: _Met | None) -> None:
        if met is None:
            return
        before, ended = self.review, self.ended
        self.ended = met.ended
        if met.ended is None:
            self.review = merged(met.ours, before, met.both)
            if before is met.ours:
                self.review = met.both
            self._base = met.both
        new = self.review is not before and self.review.items != before.items
        if self.listener and (new or self.ended != ended):
            self.listener(before)
