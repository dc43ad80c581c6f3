"""How a review is kept, left and discarded, while another app may have it open too."""

import asyncio
from dataclasses import replace

from textual import on, work

from memtui.desk.telling import count, ended_line, reviewed_line
from memtui.errors import Code, MemtuiError
from memtui.review.merging import changed, keys
from memtui.review.review import Review
from memtui.tui.closing import close
from memtui.tui.screens.ask import AskScreen
from memtui.tui.screens.growing_review import GrowingReview
from memtui.tui.widgets.remember import Remember

_EVERY = 1.0  # seconds


class EndingReview(GrowingReview):
    """Takes over what is decided elsewhere, and ends once wherever it is ended."""

    _keeping = False
    _taken_over = 0
    _trouble: MemtuiError | None = None

    def on_mount(self) -> None:
        """Follow what is decided elsewhere."""
        self.safe.listener = self._followed
        self.look()
        if self.memtui.watching:
            self.set_interval(_EVERY, self.look)
        self.memtui.memory_changed.subscribe(self, lambda _: self.look())

    def on_unmount(self) -> None:
        """Nobody is told any more."""
        self.safe.listener = None

    # What is decided elsewhere

    @work(name="look at what is decided elsewhere", group="watching")
    async def look(self) -> None:
        """Take over what was decided elsewhere; say once where the memory is gone."""
        try:
            await self.safe.look()
        except MemtuiError as error:
            if self._trouble is None or error.code is not self._trouble.code:
                self._trouble = error
                self.say_why(error)
        else:
            self._trouble = None

    def _followed(self, before: Review) -> None:
        self._taken_over += 1
        if self.safe.ended:
            self._draw()
            self.tell_ended()
            return
        after = self.review
        places = changed(before, after)
        if places is None:
            self._realign(before, after)
        else:
            old = [at for at in places if at < len(before.items)]
            self._steps = [_with_theirs(step, before, after, old) for step in self._steps]
            self._draw()
            self.judge(places)
        self.saying.say(_taken_over_line(before, after), "warn")

    def _realign(self, before: Review, after: Review) -> None:
        """Follow items that moved up because others are gone; the cursor stays on its item."""
        cursor, were = self.rows.cursor, keys(before.items)
        now = {key: at for at, key in enumerate(keys(after.items))}
        stay = [at for at, key in enumerate(were) if key in now]
        self.verdicts = tuple(self.verdicts[at] for at in stay if at < len(self.verdicts))
        self.nears, self._steps = {}, []
        self._draw()
        if cursor is not None and (at := now.get(were[cursor])) in self.rows.items:
            self.rows.go(self.rows.items.index(at))
        self.judge_all()

    def tell_ended(self) -> None:
        """Say how the review was ended elsewhere."""
        if self.safe.ended:
            self.saying.say(ended_line(self.safe.ended), "warn")

    def _back_from_ended(self) -> None:
        if self.safe.ended:
            self.memtui.tell(ended_line(self.safe.ended))
        close(self)

    # Keeping

    @on(Remember.Asked)
    def action_keep(self) -> None:
        """Remember what is ticked."""
        if self.safe.ended:
            self._back_from_ended()
        elif not self.review.ticked:
            self.saying.say("Nothing is ticked: space ticks, a ticks all.", "warn")
        elif len(self.verdicts) == len(self.review.items) and not self._keeping:
            self._keeping = True
            self.do(self._keep)

    async def _keep(self) -> None:
        try:
            if await self._has_news():
                return
            kept = await asyncio.to_thread(self.safe.keep, self.verdicts)
        except MemtuiError as error:
            if error.code is not Code.MEMORY_CHANGED:
                raise
            await asyncio.to_thread(self.desk.refresh)
            if not await self._has_news():
                self.judge_all(str(error))
            return
        finally:
            self._keeping = False
        self.memtui.tell(f"{reviewed_line(kept)} · u takes all of it back")
        close(self)

    async def _has_news(self) -> bool:
        """Whether something was decided elsewhere that the person has not seen here yet."""
        before = self._taken_over
        await self.safe.write()
        if self.safe.ended:
            self._back_from_ended()
        elif self._taken_over != before:
            self.saying.say(f"{self.saying.text} Nothing was kept yet: look, then enter.", "warn")
        return self._taken_over != before or self.safe.ended is not None

    # Leaving

    def action_discard(self) -> None:
        """Ask, then delete the review."""
        if self._is_being_kept():
            return
        if self.safe.ended:
            self._back_from_ended()
            return
        items, ticked = len(self.review.items), self.review.ticked
        text = (
            f"{count(items, 'proposal')} would go, {ticked} of them ticked. What the memory keeps "
            "stays as it is, and the conversation can be read again."
        )

        def answered(yes: bool | None) -> None:
            if yes:
                self.do(self._discard)

        self.app.push_screen(AskScreen("Discard this review?", text), answered)

    async def _discard(self) -> None:
        try:
            await asyncio.to_thread(self.safe.discard)
        except MemtuiError as error:
            if error.code is not Code.MEMORY_UNKNOWN:
                raise
            self.memtui.complain(error)
        close(self)

    def action_back(self) -> None:
        """From the words to the list; from the list back. The review waits."""
        if not self.rows.has_focus:
            self.to_list()
        elif not self._is_being_kept():
            self.do(self._leave)

    def _is_being_kept(self) -> bool:
        if self._keeping:
            self.saying.say("A moment: the facts are being kept.", "warn")
        return self._keeping

    async def _leave(self) -> None:
        stopped = self.is_reading
        try:
            await self.safe.write()
        except MemtuiError as error:
            self._leave_unwritten(error)
            return
        if self.safe.ended:
            self._back_from_ended()
            return
        if stopped and (unread := self.unread_line):
            self.memtui.tell(f"Reading stopped: {unread} · r goes on with it")
        close(self)

    def _leave_unwritten(self, error: MemtuiError) -> None:
        """Leave though it cannot be written; ask first where that loses anything."""

        def answered(yes: bool | None) -> None:
            if yes:
                close(self)

        if self.safe.is_unwritten:
            text = f"{error.message} {error.hint} What was decided here last is lost by leaving."
            self.app.push_screen(AskScreen("Leave this review?", text), answered)
        else:
            self.memtui.complain(error)
            close(self)


def _with_theirs(step: Review, before: Review, after: Review, places: list[int]) -> Review:
    """An earlier state to go back to, with what was decided elsewhere."""
    items = list(step.items)
    for at in places:
        if at < len(items) and items[at] == before.items[at]:
            items[at] = after.items[at]
    return replace(step, items=tuple(items))


def _taken_over_line(before: Review, after: Review) -> str:
    old = dict(zip(keys(before.items), before.items, strict=True))
    new = dict(zip(keys(after.items), after.items, strict=True))
    decided = sum(key in new and new[key] != item for key, item in old.items())
    came, gone = len(new.keys() - old.keys()), len(old.keys() - new.keys())
    parts = [count(decided, "decision")] if decided else []
    parts += [count(came, "proposal")] if came else []
    line = f"Taken over from elsewhere: {' and '.join(parts)}." if parts else ""
    if gone:
        line = f"{line} {count(gone, 'proposal')} went: the facts were forgotten.".lstrip()
    return line
