"""Review what was proposed: tick, edit, and keep what is true and useful."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from datetime import date
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container

from memtui.desk.desk import Desk
from memtui.desk.telling import count, reviewed_line
from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Draft
from memtui.facts.keeping import Status
from memtui.facts.text import visible
from memtui.review import review as reviewing
from memtui.review.review import Item, Review
from memtui.review.verdicts import Verdict
from memtui.tui.closing import close
from memtui.tui.commands import Command, bindings
from memtui.tui.judging import companions, verdicts_of
from memtui.tui.safekeeping import Safekeeping
from memtui.tui.screens.ask import AskScreen
from memtui.tui.screens.list_screen import MOVES, ListScreen
from memtui.tui.screens.way import Saying, zone_of
from memtui.tui.widgets.bar import Bar
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.remember import Remember
from memtui.tui.widgets.review_list import ReviewList, by_subject
from memtui.tui.widgets.words import Words

_WIDE = 110


class ReviewScreen(ListScreen):
    """The proposals of one conversation against the memory.

    Every change is written down at once, so that whatever ends the app, the review goes on later.
    """

    OFFERS = (
        Command("tick", "space", "Tick or untick, and go on to the next", "Review", hint="tick"),
        Command("edit", "e", "Edit subject, attribute, fact, day or source", "Review", hint="edit"),
        Command("beside", "b", "Keep it beside what it replaces", "Review", hint="keep beside"),
        Command("all", "a", "Tick all that can be kept", "Review", hint="all"),
        Command("none", "n", "Tick none", "Review", hint="none"),
        Command("invert", "i", "Tick what is not ticked", "Review"),
        Command("keep", "enter", "Remember the facts that are ticked", "Review"),
        Command("next", "right_square_bracket", "Next subject", "Review"),
        Command("previous", "left_square_bracket", "Previous subject", "Review"),
        Command("discard", "D", "Discard this review", "Review"),
        Command("back", "q,escape", "Leave; the review waits as it is", "Review", hint="leave"),
        *MOVES,
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("review", OFFERS)]
    AUTO_FOCUS = "ReviewList"
    HORIZONTAL_BREAKPOINTS: ClassVar[list[tuple[int, str]]] = [  # type: ignore[misc]
        (0, "-narrow"),
        (_WIDE, "-beside"),
    ]
    VERTICAL_BREAKPOINTS: ClassVar[list[tuple[int, str]]] = [  # type: ignore[misc]
        (0, "-short"),
        (18, "-tall"),
    ]
    DEFAULT_CSS = """
    ReviewScreen {
        Bar { text-style: bold; }
        #proposals { height: 1fr; margin: 1 0 0 0; }
        Remember { color: $text-accent; }
        Words { height: 5; border-top: solid $panel; }
        &.-beside #proposals { layout: horizontal; }
        &.-beside ReviewList { width: 3fr; }
        &.-beside Words { width: 2fr; height: 1fr; border-top: none; border-left: solid $panel; }
        &.-narrow.-short Words { display: none; }
        &.-short #proposals { margin: 0; }
    }
    """

    def __init__(self, desk: Desk, review: Review, *, note: str = "") -> None:
        super().__init__()
        self.desk = desk
        self.note = note
        self.safe = Safekeeping(desk, review)
        self.verdicts: tuple[Verdict, ...] = ()
        self._stale: set[int] = set()
        self._keeping = False
        self._today = date.min

    @property
    def review(self) -> Review:
        """The review as it stands."""
        return self.safe.review

    def compose(self) -> ComposeResult:
        """The title, the list with the words beside or below, what is going on, the keys."""
        yield Bar()
        with Container(id="proposals"):
            yield ReviewList()
            yield Words(self.review.turns, zone_of(self.desk))
        yield Saying(self.note)
        yield Remember()
        yield Hints()

    def on_mount(self) -> None:
        """What others keep meanwhile changes what an item would do."""
        self.memtui.memory_changed.subscribe(self, lambda _: self._judge_all())

    def on_unmount(self) -> None:
        """Whatever ended the screen, nothing of the review is lost."""
        with suppress(MemtuiError):  # told when the change was made
            self.safe.write_now()

    def on_screen_resume(self) -> None:
        """What is kept may have changed meanwhile."""
        self._judge_all()

    def on_resize(self) -> None:
        """Columns and words fit the new width."""
        self.call_after_refresh(self._draw)

    # What is shown

    def _judge_all(self, then: str = "") -> None:
        """Work out anew what every item would do; `then` is said when that is done."""
        self._judge(range(len(self.review.items)), then)

    def _judge(self, places: Iterable[int], then: str = "") -> None:
        self._stale.update(places)
        self._work_out(then)

    @work(name="verdicts", group="verdicts", exclusive=True)
    async def _work_out(self, then: str) -> None:
        review, stale = self.review, frozenset(self._stale)
        try:
            self._today = self.desk.memory.today
            verdicts = await asyncio.to_thread(verdicts_of, self.desk, review, stale)
        except MemtuiError as error:
            self._saying.tell(error)
            return
        self._stale -= stale
        self.verdicts = tuple(
            verdicts.get(place) or self.verdicts[place] for place in range(len(review.items))
        )
        if then:
            self._saying.say(then, "warn")
        self._draw()

    def _change(self, review: Review, places: Iterable[int]) -> None:
        """Put a review that changed at these places where the old one was; write it down."""
        before = self.review
        moved = companions(self.desk, before, places)
        self.safe.review = review
        self._draw()
        self._judge([*moved, *places])
        self._do(self.safe.write)

    @work(name="change the review", group="review")
    async def _do(self, what: Callable[[], Awaitable[None]]) -> None:
        """Do something that reads or writes the memory; say why where it fails."""
        try:
            await what()
        except MemtuiError as error:
            self._saying.tell(error)

    def _draw(self) -> None:
        if len(self.verdicts) != len(self.review.items):
            return
        self._list.show_review(self.review, self.verdicts, self._today)
        self._tell()
        self._show_words()

    def _tell(self) -> None:
        """The title with its counts, and what enter does."""
        items, ticked = len(self.review.items), self.review.ticked
        source = visible(self.review.source).removeprefix("conversation: ")
        place = f"{self._list.place + 1}/{items}" if items else ""
        counts = [count(items, "proposal"), f"{ticked} ticked", place]
        asked = self.review.origin
        title = f"Proposed by {visible(asked)}" if asked else f"Remember from {source}"
        self.query_one(Bar).show(title, " · ".join(filter(None, counts)))
        pairs = zip(self.review.items, self.verdicts, strict=True)
        replaced = sum(item.ticked and bool(verdict.replaced) for item, verdict in pairs)
        self.query_one(Remember).offer(ticked, replaced)

    def _show_words(self) -> None:
        place = self._list.cursor
        proposal = None if place is None else self.review.items[place].proposal
        self.query_one(Words).show_words(proposal, around=self.size.width >= _WIDE)

    @property
    def _list(self) -> ReviewList:
        return self.query_one(ReviewList)

    @property
    def _saying(self) -> Saying:
        return self.query_one(Saying)

    @on(LineList.Moved)
    def _moved(self) -> None:
        self._tell()
        self._show_words()

    @on(LineList.Clicked)
    def _clicked(self, event: LineList.Clicked) -> None:
        if ReviewList.on_box(event.x):
            self._tick(event.item)

    # Ticks

    def action_tick(self) -> None:
        """Tick or untick, and go on."""
        place = self._list.cursor
        if place is not None and self._tick(place):
            self._list.action_move(1)

    def _tick(self, place: int) -> bool:
        problem = self.verdicts[place].problem
        if problem:
            self._saying.tell(problem, "e edits it; then it can be ticked.")
            return False
        self._saying.say("")
        self._change(reviewing.tick(self.review, place), [place])
        return True

    def _tick_where(self, wanted: Callable[[Item, Verdict], bool]) -> None:
        if not self.verdicts:
            return
        self._saying.say("")
        verdicts = self.verdicts

        def can_be(at: int, item: Item) -> bool:
            return verdicts[at].status is not None and wanted(item, verdicts[at])

        self._change(reviewing.tick_where(self.review, can_be), range(len(self.review.items)))

    def action_all(self) -> None:
        """Tick all that can be kept and is not known."""
        self._tick_where(lambda item, verdict: verdict.status is not Status.KNOWN)

    def action_none(self) -> None:
        """Tick none."""
        self._tick_where(lambda item, verdict: False)

    def action_invert(self) -> None:
        """Tick what is not ticked."""
        self._tick_where(lambda item, verdict: not item.ticked)

    def action_beside(self) -> None:
        """Keep an item beside what it would replace, or replace after all."""
        place = self._list.cursor
        if place is None or not self.verdicts:
            return
        if not self.review.items[place].beside and not self.verdicts[place].replaced:
            self._saying.say("It replaces nothing: there is nothing to keep it beside.", "warn")
            return
        self._saying.say("")
        self._change(reviewing.keep_beside(self.review, place), [place])

    # Going about

    def action_next(self) -> None:
        """Go to the next subject."""
        self._to_subject(1)

    def action_previous(self) -> None:
        """Go to the first proposal of this subject, then to the one before."""
        self._to_subject(-1)

    def _to_subject(self, by: int) -> None:
        here = self._list.place
        starts = [self._list.items.index(places[0]) for _, places in by_subject(self.review)]
        if by > 0:
            self._list.go(next((start for start in starts if start > here), here))
        else:
            self._list.go(next((start for start in reversed(starts) if start < here), 0))

    def action_edit(self) -> None:
        """Edit the proposal under the cursor."""
        from memtui.tui.screens.edit_proposal import EditProposal

        place = self._list.cursor
        if place is None:
            return
        if self.review.items[place].forgets:
            self._saying.say("It asks to forget a fact: tick it or leave it out.", "warn")
            return
        before = self.review

        def typed(draft: Draft) -> None:
            self.safe.review = reviewing.edit(before, place, draft)
            self._do(self.safe.write)

        def closed() -> None:
            self.safe.review = before
            if dialog.taken is None:
                self._do(self.safe.write)
            else:
                edited = reviewing.edit(before, place, dialog.taken)
                self._change(reviewing.tick(edited, place, value=True), [place])

        dialog = EditProposal(self.desk, before, place, typed)
        self.app.push_screen(dialog, lambda _: closed())

    # The end

    @on(Remember.Asked)
    def action_keep(self) -> None:
        """Remember what is ticked."""
        if not self.review.ticked:
            self._saying.say("Nothing is ticked: space ticks, a ticks all.", "warn")
        elif self.verdicts and not self._keeping:
            self._keeping = True
            self._do(self._keep)

    async def _keep(self) -> None:
        try:
            kept = await asyncio.to_thread(self.safe.keep, self.verdicts)
        except MemtuiError as error:
            if error.code is not Code.MEMORY_CHANGED:
                raise
            await asyncio.to_thread(self.desk.refresh)
            self._judge_all(str(error))
            return
        finally:
            self._keeping = False
        self.memtui.tell(f"{reviewed_line(kept)} · u takes all of it back")
        close(self)

    def action_discard(self) -> None:
        """Ask, then delete the review."""
        if self._is_being_kept():
            return
        items, ticked = len(self.review.items), self.review.ticked
        text = (
            f"{count(items, 'proposal')} would go, {ticked} of them ticked. What the memory keeps "
            "stays as it is, and the conversation can be read again."
        )

        def answered(yes: bool | None) -> None:
            if yes:
                self._do(self._discard)

        self.app.push_screen(AskScreen("Discard this review?", text), answered)

    async def _discard(self) -> None:
        await asyncio.to_thread(self.safe.discard)
        close(self)

    def action_back(self) -> None:
        """From the words to the list; from the list back. The review waits."""
        if not self._list.has_focus:
            self._list.focus()
        elif not self._is_being_kept():
            self._do(self._leave)

    def _is_being_kept(self) -> bool:
        if self._keeping:
            self._saying.say("A moment: the facts are being kept.", "warn")
        return self._keeping

    async def _leave(self) -> None:
        await self.safe.write()
        close(self)
