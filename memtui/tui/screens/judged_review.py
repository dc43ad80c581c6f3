"""A review on screen: its proposals, what each would do, and the words it rests on."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from datetime import date
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content

from memtui.desk.desk import Desk
from memtui.desk.judging import companions, verdicts_of
from memtui.desk.safekeeping import Safekeeping
from memtui.errors import Code, MemtuiError
from memtui.review import review as reviewing
from memtui.review.near import Near
from memtui.review.review import Review
from memtui.review.verdicts import Verdict
from memtui.tui.cells import plain
from memtui.tui.screens.list_screen import ListScreen
from memtui.tui.screens.way import Saying
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.remember import Remember
from memtui.tui.widgets.review_list import ReviewList
from memtui.tui.widgets.two_sided import TwoSided
from memtui.tui.widgets.words import Words
from memtui.tui.zones import zone_of

WIDE = 110
_ROOMY = 80
_UNDO_LIMIT = 200


class JudgedReview(ListScreen):
    """Shows a review and follows what becomes of it; `ReviewScreen` answers the keys.

    Every change is written down at once, so that whatever ends the app, the review goes on later.
    """

    HORIZONTAL_BREAKPOINTS: ClassVar[list[tuple[int, str]]] = [  # type: ignore[misc]
        (0, "-narrow"),
        (WIDE, "-beside"),
    ]
    VERTICAL_BREAKPOINTS: ClassVar[list[tuple[int, str]]] = [  # type: ignore[misc]
        (0, "-short"),
        (18, "-tall"),
    ]
    DEFAULT_CSS = """
    JudgedReview {
        #proposals { height: 1fr; margin: 1 0 0 0; }
        Remember { color: $text-accent; text-style: bold; }
        Words { height: 5; border-top: solid $panel; }
        &.-beside #proposals { layout: horizontal; }
        &.-beside ReviewList { width: 3fr; }
        &.-beside Words { width: 2fr; height: 1fr; border-top: none; border-left: solid $panel; }
        &.-narrow.-short Words { display: none; }
        &.-narrow.-reading ReviewList { height: 5; }
        &.-narrow.-reading Words { display: block; height: 1fr; }
        &.-narrow.-reading.-short ReviewList { height: 2; }
        &.-short #proposals { margin: 0; }
    }
    """

    def __init__(self, desk: Desk, review: Review | Safekeeping, *, note: str = "") -> None:
        super().__init__()
        self.desk = desk
        self.note = note
        self.safe = Safekeeping(desk, review) if isinstance(review, Review) else review
        self.verdicts: tuple[Verdict, ...] = ()
        self.nears: dict[int, Near] = {}
        self._stale: set[int] = set()
        self._steps: list[Review] = []
        self._today = date.min
        self._judged = asyncio.Event()

    @property
    def review(self) -> Review:
        """The review as it stands."""
        return self.safe.review

    @property
    def place(self) -> int | None:
        """The item under the cursor; `None` while there is none, or it is not judged yet."""
        place = self.rows.cursor
        return place if place is not None and place < len(self.verdicts) else None

    @property
    def suggested(self) -> Near | None:
        """What the item under the cursor may be about under another name."""
        return None if self.place is None else self.nears.get(self.place)

    @property
    def replaces(self) -> bool:
        """Whether the item under the cursor replaces something, or is kept beside it."""
        place = self.place
        if place is None:
            return False
        return self.review.items[place].beside or bool(self.verdicts[place].replaced)

    @property
    def rows(self) -> ReviewList:
        """The proposals."""
        return self.query_one(ReviewList)

    @property
    def saying(self) -> Saying:
        """The line that says what is going on."""
        return self.query_one(Saying)

    def compose(self) -> ComposeResult:
        """The title, the list with the words beside or below, what is going on, the keys."""
        yield TwoSided()
        with Container(id="proposals"):
            yield ReviewList()
            yield Words(self.review.turns, zone_of(self.desk))
        yield Saying(self.note)
        yield Remember()
        yield Hints()

    def on_mount(self) -> None:
        """What others keep meanwhile changes what an item would do."""
        self.memtui.memory_changed.subscribe(self, lambda _: self.judge_all())
        self._await_verdicts()

    @work(name="judge for the first time", group="judging")
    async def _await_verdicts(self) -> None:
        """Until then no key can be about a proposal; later, none waits for a verdict."""
        await self._judged.wait()

    def on_unmount(self) -> None:
        """Whatever ended the screen, nothing of the review is lost."""
        with suppress(MemtuiError):  # told when the change was made
            self.safe.write_now()

    def on_screen_resume(self) -> None:
        """What is kept may have changed meanwhile."""
        self.judge_all()

    def on_resize(self) -> None:
        """Columns and words fit the new width."""
        self.call_after_refresh(self._draw)

    # What each item would do

    def judge_all(self, then: str = "") -> None:
        """Work out anew what every item would do; `then` is said when that is done."""
        self.judge(range(len(self.review.items)), then)

    def take_in(self) -> None:
        """Judge and show the items that came behind those that were there; the cursor stays."""
        came = range(len(self.verdicts), len(self.review.items))
        self.judge(companions(self.desk, self.review, came))

    def judge(self, places: Iterable[int], then: str = "") -> None:
        """Work out anew what these items would do."""
        self._stale.update(places)
        self._work_out(then)

    @work(name="verdicts", group="verdicts", exclusive=True)
    async def _work_out(self, then: str) -> None:
        review = self.review
        stale = frozenset(self._stale) | {*range(len(self.verdicts), len(review.items))}
        try:
            self._today = self.desk.memory.today
            verdicts = await asyncio.to_thread(verdicts_of, self.desk, review, stale)
            nears = await asyncio.to_thread(self.desk.nearby.find, review, stale)
        except MemtuiError as error:
            self.saying.tell(error)
            self._judged.set()
            return
        self._stale -= stale
        self.verdicts = tuple(
            verdicts.get(place) or self.verdicts[place] for place in range(len(review.items))
        )
        self.nears = {at: near for at, near in self.nears.items() if at not in stale} | nears
        if then:
            self.saying.say(then, "warn")
        self._draw()
        if not self._judged.is_set():
            self._go_on()
        self._judged.set()
        self._ask_meaning([at for at in stale if at not in nears])

    def _go_on(self) -> None:
        """Where some are decided already, to the next that is not."""
        at = reviewing.undecided(self.review, self.rows.items, None)
        if self.review.decided and at in self.rows.items:
            self.rows.go(self.rows.items.index(at))

    @work(name="near names", group="near names", exclusive=True)
    async def _ask_meaning(self, places: Iterable[int]) -> None:
        """Suggest by meaning too, where an embedder is at work; nobody waits for it."""
        review = self.review
        with suppress(MemtuiError):  # a suggestion that cannot be had is none
            found = await asyncio.to_thread(self.desk.nearby.find, review, places, meaning=True)
            same = {at: near for at, near in found.items() if self._is_still(review, at)}
            if same:
                self.nears |= same
                self._draw()

    def _is_still(self, review: Review, at: int) -> bool:
        return self.review.items[at].draft == review.items[at].draft

    def change(self, review: Review, places: Iterable[int]) -> None:
        """Put a review that changed at these places where the old one was; write it down."""
        if self.safe.ended:
            self.tell_ended()
            return
        before, places = self.review, list(places)
        self._steps = [*self._steps[-_UNDO_LIMIT:], before]
        self.put(review, places, companions(self.desk, before, places))

    def step_back(self) -> bool:
        """Take the last change back; whether there was one."""
        if not self._steps or self.safe.ended:
            return False
        review = reviewing.as_before(self.review, self._steps.pop())
        self.put(review, range(len(review.items)), [])
        return True

    def put(self, review: Review, places: Iterable[int], moved: Iterable[int]) -> None:
        """Show a review that changed at these places, and write it down."""
        self.safe.review = review
        self._draw()
        self.judge([*moved, *places])
        self.write_down()

    @work(name="write the review down", group="safekeeping")
    async def write_down(self) -> None:
        """Write it down, while the next key is acted on already."""
        await self._do(self.safe.write)

    @work(name="change the review", group="review")
    async def do(self, what: Callable[[], Awaitable[None]]) -> None:
        """Do something that reads or writes the memory; say why where it fails."""
        await self._do(what)

    async def _do(self, what: Callable[[], Awaitable[None]]) -> None:
        try:
            await what()
        except MemtuiError as error:
            self.say_why(error)

    def say_why(self, error: MemtuiError) -> None:
        """Say why something failed."""
        self.saying.tell(error, "q leaves." if error.code is Code.MEMORY_UNKNOWN else "")

    def tell_ended(self) -> None:
        """Say how the review was ended elsewhere."""
        raise NotImplementedError

    # The words

    def to_words(self) -> None:
        """To the words in the conversation around them, with the keys that move."""
        self.add_class("-reading")
        self.saying.say("j and k go through the conversation; tab leads back to the list.")
        self.query_one(Words).focus()
        self.call_after_refresh(self._draw)

    def to_list(self) -> None:
        """Back to the proposals."""
        self.remove_class("-reading")
        self.saying.say("")
        self.rows.focus()
        self.call_after_refresh(self._draw)

    # What is shown

    def _draw(self) -> None:
        # A screen that is being left loses its parts one by one.
        left = self not in self.app.screen_stack or not self.query(Words)
        if left or len(self.verdicts) > len(self.review.items):
            return
        judged = reviewing.first(self.review, len(self.verdicts))
        self.rows.quoted = not self.query_one(Words).display
        self.rows.show_review(judged, self.verdicts, self.nears, self._today)
        self._tell()
        self._show_words()

    def _tell(self) -> None:
        """The title with its counts, and what enter does."""
        review = self.review
        items = len(review.items)
        source = plain(review.source).removeprefix("conversation: ")
        asked = plain(review.origin)
        title = f"Proposed by {asked}" if asked else f"Remember from {source}"
        counts = [f"{review.decided} of {items} decided", f"{review.ticked} ticked"]
        if items and self.size.width >= _ROOMY:
            counts.append(f"{self.rows.place + 1}/{items}")
        self.query_one(TwoSided).show(
            Content.styled(title, "bold $accent"),
            Content.styled(" · ".join(counts), "$text-muted"),
        )
        pairs = zip(review.items, self.verdicts, strict=False)
        replaced = sum(item.ticked and bool(verdict.replaced) for item, verdict in pairs)
        forgotten = sum(item.ticked and bool(item.forgets) for item in review.items)
        if self.safe.ended:
            self.query_one(Remember).show("enter  Back; nothing more is kept here")
        else:
            self.query_one(Remember).offer(review.ticked - forgotten, replaced, forgotten)
        self.query_one(Hints).refresh()

    def _show_words(self) -> None:
        place = self.rows.cursor
        proposal = None if place is None else self.review.items[place].proposal
        self.query_one(Words).show_words(
            proposal, around=self.size.width >= WIDE or self.has_class("-reading")
        )

    @on(LineList.Moved)
    def _moved(self) -> None:
        self._tell()
        self._show_words()
