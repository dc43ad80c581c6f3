"""An unfinished review is written down after each change, whatever then happens to the app."""

import asyncio
import threading

from memtui.desk.desk import Desk, Kept
from memtui.review.review import Review
from memtui.review.verdicts import Verdict


class Safekeeping:
    """Writes one review down, the newest state last; after it was settled, nothing any more."""

    def __init__(self, desk: Desk, review: Review, *, dry: bool = False) -> None:
        """Take charge of a review.

        Args:
            desk: Where it is written down.
            review: As it is written down, or new.
            dry: Write and delete nothing.
        """
        self.review = review
        self._desk = desk
        self._written = review
        self.dry = self._settled = dry
        self._lock = threading.Lock()

    async def write(self) -> None:
        """Write what is not yet written, without holding up the screen.

        Raises:
            MemtuiError: The memory cannot be written.
        """
        await asyncio.to_thread(self.write_now)

    def write_now(self) -> None:
        """Write what is not yet written.

        Raises:
            MemtuiError: The memory cannot be written.
        """
        with self._lock:
            review = self.review
            if not self._settled and review is not self._written:
                self._desk.save_review(review)
                self._written = review

    def keep(self, shown: tuple[Verdict, ...]) -> Kept:
        """Keep what is ticked; the review is then settled.

        Raises:
            MemtuiError: See `Desk.keep_review`; the review then stays as it was.
        """
        with self._lock:
            kept = self._desk.keep_review(self.review, shown)
            self._settled = True
        return kept

    def discard(self) -> None:
        """Delete the review.

        Raises:
            MemtuiError: The memory cannot be written.
        """
        with self._lock:
            if not self.dry:
                self._desk.drop_review(self.review.id)
            self._settled = True
