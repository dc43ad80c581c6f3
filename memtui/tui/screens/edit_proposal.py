"""Edit a proposal before it is kept: every part of it, and live what keeping it would do."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static, TextArea

from memtui.desk.desk import Desk
from memtui.desk.judging import verdicts_of
from memtui.desk.telling import day, words_line
from memtui.errors import MemtuiError
from memtui.facts.days import typed_day
from memtui.facts.fact import Draft
from memtui.facts.keeping import Status
from memtui.review import review as reviewing
from memtui.review.review import Review
from memtui.review.verdicts import Verdict
from memtui.tui.cells import plain
from memtui.tui.closing import close
from memtui.tui.commands import bindings
from memtui.tui.screens.fact_dialogs import FactDialog, asking_for_a_fact

_PARTS = ("subject", "attribute", "fact")
_DOES = {
    Status.NEW: "new: nothing holds about this yet",
    Status.REPLACES: "replaces what holds now",
    Status.HISTORY: "history: it takes its place in time; what holds now stays",
    Status.AGAIN: "said again: the day is added to what is known",
    Status.KNOWN: "known already: nothing would change",
}


class EditProposal(FactDialog):
    """Edits one item of a review; `taken` is the draft once it was taken over.

    Args:
        desk: The open memory.
        review: The review as it stands.
        place: Which item.
        typed: Told at each change, so that what was typed can be written down.
    """

    heading = "Edit a proposal"
    AUTO_FOCUS = "#fact"
    OFFERS = asking_for_a_fact("Take it over", "take it over")
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("edit", OFFERS)]
    ALWAYS_COUNTED = ("fact",)
    DEFAULT_CSS = """
    EditProposal #words { height: auto; max-height: 4; margin: 0 0 1 0; color: $text-muted; }
    """

    def __init__(
        self, desk: Desk, review: Review, place: int, typed: Callable[[Draft], None]
    ) -> None:
        self.before = review.items[place].draft
        said = self.before.said
        parts = {
            "subject": self.before.subject,
            "attribute": self.before.attribute,
            "fact": self.before.fact,
            "said": said.isoformat() if said else "",
            "source": self.before.source,
        }
        super().__init__(desk, parts)
        self.review = review
        self.place = place
        self.taken: Draft | None = None
        self._tell_typed = typed

    @property
    def unsaved(self) -> bool:
        """Quitting loses nothing: what was typed is written down with the review."""
        return False

    def action_leave(self) -> None:
        """Leave it; what was typed is not dropped without a second press."""
        if super().unsaved and not self._warned:
            self._warned = True
            self.say("What you typed is not taken over yet: enter does, Esc drops it.")
        else:
            self.dismiss(None)

    def fields(self) -> ComposeResult:
        """The words it rests on, then its parts."""
        proposal = self.review.items[self.place].proposal
        yield Static(words_line(proposal), id="words", markup=False)
        yield from super().fields()

    def on_mount(self) -> None:
        """Begin at the end of the sentence, or at the first part that is missing."""
        empty = next((name for name in _PARTS if not self.typed(name).strip()), None)
        if empty:
            self.query_one(f"#{empty}").focus()
        fact = self.query_one("#fact", TextArea)
        fact.cursor_blink = False
        fact.move_cursor(fact.document.end)

    async def look(self) -> None:
        """Write down what was typed, and say what keeping it would do."""
        try:
            draft = self._draft()
            self._tell_typed(draft)
            verdict = await self._verdict(draft)
        except MemtuiError as error:
            self.refused(error)
            return
        if verdict.problem:
            self.refused(verdict.problem)
        else:
            self.say("\n".join([*_described(verdict), *self._of_the_day(draft)]))

    def _of_the_day(self, draft: Draft) -> list[str]:
        """What is to be known of the day that was typed."""
        future = draft.said is not None and draft.said > self.desk.memory.today
        return ["! that day is still to come: it counts as said today"] if future else []

    @work(name="take over", group="change", exclusive=True)
    async def action_save(self) -> None:
        """Take it over, when it can be kept."""
        try:
            draft = self._draft()
            verdict = await self._verdict(draft)
        except MemtuiError as error:
            self.refused(error)
            return
        if verdict.problem:
            self.refused(verdict.problem)
        else:
            self.taken = draft
            close(self)

    def _draft(self) -> Draft:
        return replace(
            self.before,
            subject=self.typed("subject"),
            attribute=self.typed("attribute"),
            fact=self.typed("fact"),
            said=typed_day(self.typed("said"), self.desk.memory.today),
            source=self.typed("source"),
        )

    async def _verdict(self, draft: Draft) -> Verdict:
        edited = reviewing.edit(self.review, self.place, draft)
        ticked = reviewing.tick(edited, self.place, value=True)
        verdicts = await asyncio.to_thread(verdicts_of, self.desk, ticked, [self.place])
        return verdicts[self.place]


def _described(verdict: Verdict) -> list[str]:
    """What keeping it would do, in lines."""
    lines = [f"replaces: {plain(old.fact)}  ({day(old.said)})" for old in verdict.replaced]
    if verdict.status is not None and not lines:
        lines = [_DOES[verdict.status]]
    return lines + [f"! {note}" for note in verdict.notes]
