"""Review what was proposed: tick, edit, and keep what is true and useful."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.binding import BindingType

from memtui.extract.proposal import Mark
from memtui.extract.wording import OF_WORDING
from memtui.facts.fact import Draft
from memtui.facts.keeping import Status
from memtui.review import review as reviewing
from memtui.review.merging import keys, place_of
from memtui.review.review import Item
from memtui.review.verdicts import Verdict
from memtui.tui.cells import plain
from memtui.tui.commands import bindings
from memtui.tui.review_commands import REVIEW
from memtui.tui.screens.ending_review import EndingReview
from memtui.tui.screens.naming_review import NamingReview
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.review_lines import by_subject
from memtui.tui.widgets.review_list import ReviewList

# What a person has to mend before it is worth a tick.
_TO_MEND = OF_WORDING | {Mark.DATE}


class ReviewScreen(EndingReview, NamingReview):
    """The proposals of one conversation against the memory."""

    OFFERS = REVIEW
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("review", OFFERS)]
    AUTO_FOCUS = "ReviewList"

    # One at a time

    def action_tick(self) -> None:
        """Tick or untick, and go on."""
        place = self.place
        if place is not None and self._tick(place, not self.review.items[place].ticked):
            self.rows.action_move(1)

    def action_yes(self) -> None:
        """Keep it, and go on to the next that is not decided."""
        if self.place is not None and self._tick(self.place, True):
            self.action_undecided()

    def action_no(self) -> None:
        """Leave it out, and go on to the next that is not decided."""
        if self.place is not None and self._tick(self.place, False):
            self.action_undecided()

    def _tick(self, place: int, value: bool) -> bool:
        """Tick or untick; what does not stand alone is edited first. Whether it is done."""
        if self.safe.ended:
            self.tell_ended()
            return False
        item, verdict = self.review.items[place], self.verdicts[place]
        if value and verdict.problem:
            self.saying.tell(verdict.problem, "e edits it; then it can be ticked.")
            return False
        if value and not item.ticked and verdict.marks & _TO_MEND:
            self.action_edit()
            return False
        self.saying.say("")
        self.change(reviewing.tick(self.review, place, value), [place])
        return True

    @on(LineList.Clicked)
    def _clicked(self, event: LineList.Clicked) -> None:
        if ReviewList.on_box(event.x) and event.item < len(self.verdicts):
            self._tick(event.item, not self.review.items[event.item].ticked)

    def action_undecided(self) -> None:
        """Go to the next item that is not decided."""
        at = reviewing.undecided(self.review, self.rows.items, self.rows.cursor)
        if at is None:
            self.saying.say("All are decided: enter remembers what is ticked.")
        elif at in self.rows.items:
            self.rows.go(self.rows.items.index(at))

    def action_back_a_step(self) -> None:
        """Take the last decision of this review back."""
        if not self.step_back():
            self.saying.say("Nothing was decided here yet.")

    def action_beside(self) -> None:
        """Keep an item beside what it would replace, or replace after all."""
        place = self.place
        if place is None:
            return
        if not self.replaces:
            self.saying.say("It replaces nothing: there is nothing to keep it beside.", "warn")
            return
        item = self.review.items[place]
        attribute = plain(item.draft.attribute)
        offer = f"m remembers that {attribute} always holds many values."
        self.saying.say("" if item.beside else offer)
        self.change(reviewing.keep_beside(self.review, place), [place])

    def action_edit(self) -> None:
        """Edit the proposal under the cursor."""
        from memtui.tui.screens.edit_proposal import EditProposal

        place = self.place
        if place is None:
            return
        before = self.review.items[place]
        if self.safe.ended:
            self.tell_ended()
            return
        if before.forgets:
            self.saying.say("It asks to forget a fact: tick it or leave it out.", "warn")
            return

        key = keys(self.review.items)[place]

        def typed(draft: Draft) -> None:
            at = place_of(self.review, key)
            if at is not None:
                self.safe.review = reviewing.edit(self.review, at, draft)
                self.write_down()

        def closed() -> None:
            at = place_of(self.review, key)
            if at is None:
                self.saying.say("The fact was forgotten elsewhere: it is not proposed any more.")
                return
            untyped = replace(self.review.items[at], draft=before.draft)
            self.safe.review = reviewing.put_back(self.review, at, untyped)
            if dialog.taken is None:
                self.write_down()
            else:
                edited = reviewing.edit(self.review, at, dialog.taken)
                self.change(reviewing.tick(edited, at, value=True), [at])

        dialog = EditProposal(self.desk, self.review, place, typed)
        self.app.push_screen(dialog, lambda _: closed())

    # Many at once

    def _decide(self, places: Iterable[int], wanted: Callable[[Item, Verdict], bool]) -> None:
        ticked = {
            at: verdict.status is not None and wanted(self.review.items[at], verdict)
            for at in places
            for verdict in [self.verdicts[at]]
        }
        self.saying.say("")
        self.change(reviewing.decide(self.review, ticked), ticked)

    def action_all(self) -> None:
        """Tick all that can be kept and is not known."""
        self._decide(range(len(self.verdicts)), _worth_keeping)

    def action_none(self) -> None:
        """Tick none."""
        self._decide(range(len(self.verdicts)), lambda item, verdict: False)

    def action_invert(self) -> None:
        """Tick what is not ticked."""
        self._decide(range(len(self.verdicts)), lambda item, verdict: not item.ticked)

    def action_subject_all(self) -> None:
        """Tick all of this subject that can be kept and is not known, and go on behind it."""
        self._decide(self._of_subject(), _worth_keeping)
        self.action_next()

    def action_subject_none(self) -> None:
        """Leave out all of this subject, and go on behind it."""
        self._decide(self._of_subject(), lambda item, verdict: False)
        self.action_next()

    def _of_subject(self) -> list[int]:
        groups = (places for _, places in by_subject(self.review) if self.place in places)
        return [at for at in next(groups, []) if at < len(self.verdicts)]

    # Going about

    def action_next(self) -> None:
        """Go to the next subject."""
        self._to_subject(1)

    def action_previous(self) -> None:
        """Go to the first proposal of this subject, then to the one before."""
        self._to_subject(-1)

    def _to_subject(self, by: int) -> None:
        here, order = self.rows.place, self.rows.items
        groups = (places for _, places in by_subject(self.review) if places[0] in order)
        starts = [order.index(places[0]) for places in groups]
        if by > 0:
            self.rows.go(next((start for start in starts if start > here), here))
        else:
            self.rows.go(next((start for start in reversed(starts) if start < here), 0))

    def action_words(self) -> None:
        """From the list to the words in the conversation, and back."""
        if self.rows.has_focus:
            self.to_words()
        else:
            self.to_list()


def _worth_keeping(item: Item, verdict: Verdict) -> bool:
    return verdict.status is not Status.KNOWN
